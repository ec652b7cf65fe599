"""Who certainly did not hand in, and who may be behind the end of a broken download."""

import shutil
from pathlib import Path

import pytest

from grader.intake.manifest import read_manifest
from grader.model.collection import Collection
from grader.model.errors import IntakeError
from tests.lms.collecting.downloads import MOODLE, PROGRAM, reportlist, roster, worksheet, zipped
from tests.lms.collecting.lab import CLASS, HANAKO, TARO, Lab
from tests.lms.collecting.test_collecting import run


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A course."""
    return Lab(tmp_path)


def cut(lab: Lab, name: str = "cut.zip") -> Path:
    """Makes a download that broke off behind the first student."""
    files = {f"{TARO}kadai1.py": PROGRAM, f"{HANAKO}kadai1.py": PROGRAM}
    raw = zipped(lab.folder / "all.zip", files).read_bytes()
    path = lab.folder / name
    path.write_bytes(raw[: raw.rindex(b"PK\3\4")])
    return path


def first(lab: Lab) -> Path:
    """Makes a whole download of the first student."""
    return zipped(lab.folder / "first.zip", {f"{TARO}kadai1.py": PROGRAM})


def collected(lab: Lab, *paths: Path) -> Collection:
    """Collects with the roster."""
    return run(lab.folder, *paths, roster=lab.roster).collection


def test_a_whole_download_is_certain(lab: Lab) -> None:
    """Whoever is on the roster and not in it did not hand in."""
    files = {f"{TARO}kadai1.py": PROGRAM, f"{HANAKO}kadai1.py": PROGRAM}
    result = run(lab.folder, lab.download(files), roster=lab.roster)
    assert result.collection.sure
    assert result.collection.complete == ("download-1.zip",)
    assert result.collection.is_missing("24A1203")
    assert result.downloads[0].whole


@pytest.mark.parametrize("path", [r"C:\Users\24A1202\kadai1.py", "../24A1202/kadai1.py"])
def test_a_path_that_leads_outside_may_be_somebodys_work(lab: Lab, path: str) -> None:
    """It is not opened; a student whose file it is has handed in all the same."""
    files = {f"{TARO}kadai1.py": PROGRAM, path: PROGRAM}
    collection = collected(lab, zipped(lab.folder / "outside.zip", files))
    assert collection.not_submitted == ("24A1202", "24A1203")
    assert not any(map(collection.is_missing, collection.not_submitted))


def test_behind_a_cut_nothing_is_certain(lab: Lab) -> None:
    """Those who are missing may be behind it, also after another run and another class."""
    collection = collected(lab, cut(lab), first(lab))
    assert collection.not_submitted == ("24A1202", "24A1203")
    assert collection.incomplete == ("cut.zip",)
    assert not any(map(collection.is_missing, collection.not_submitted))
    other = lab.download({f"田中 実_31203{MOODLE}kadai1.py": PROGRAM})
    for paths in ([other], [other], [lab.folder / "cut.zip", other]):
        collection = collected(lab, *paths)
        assert collection.incomplete == ("cut.zip",)
        assert not collection.is_missing("24A1202")


def test_a_cut_download_alone_changes_nothing(lab: Lab) -> None:
    """It is refused with what to do, and what was collected before stays."""
    before = collected(lab, first(lab))
    with pytest.raises(IntakeError, match="download it again"):
        collected(lab, cut(lab))
    assert read_manifest(lab.target) == before


@pytest.mark.parametrize("name", ["again.zip", "cut.zip"])
def test_a_whole_download_makes_up_for_a_broken_one(lab: Lab, name: str) -> None:
    """It holds everybody that was there until now, or is called the same."""
    collected(lab, cut(lab), first(lab))
    files = {f"{TARO}kadai1.py": PROGRAM, f"{HANAKO}kadai1.py": PROGRAM}
    collection = collected(lab, zipped(lab.folder / name, files))
    assert collection.incomplete == ()
    assert collection.is_missing("24A1203")


def test_an_empty_download_is_not_an_absent_class(lab: Lab) -> None:
    """The wrong filter in the LMS: nobody is certainly missing."""
    collection = collected(lab, lab.download({}))
    assert collection.incomplete == ("download-1.zip",)
    assert not collection.is_missing("24A1201")
    whole = lab.download({f"{TARO}kadai1.py": PROGRAM})
    assert collected(lab, whole).is_missing("24A1202")


def test_what_was_known_as_whole_makes_up_for_nothing(lab: Lab) -> None:
    """An empty download of one class is not filled by the other class, however often."""
    other = lab.download({f"{TARO}kadai1.py": PROGRAM})
    empty = lab.download({})
    for paths in ([other, empty], [other], [other]):
        assert collected(lab, *paths).incomplete == ("download-2.zip",)


def test_what_cannot_be_opened_is_missing_too(lab: Lab) -> None:
    """No zip at all, beside one that is; a table that cannot be read is no download."""
    (lab.folder / "page.zip").write_text("<!doctype html><html>", encoding="utf-8")
    (lab.folder / "bad.csv").write_bytes(b"")
    whole = lab.download({f"{TARO}kadai1.py": PROGRAM})
    paths = [whole, lab.folder / "page.zip", lab.folder / "bad.csv", lab.folder / "no.zip"]
    assert collected(lab, *paths).incomplete == ("page.zip",)


def test_one_students_damaged_file_leaves_the_others_certain(lab: Lab) -> None:
    """It is known whose it is."""
    files = {f"{TARO}kadai1.rar": "Rar!\x1a\x07", f"{HANAKO}kadai1.py": PROGRAM}
    collection = collected(lab, lab.download(files))
    assert collection.sure
    assert collection.not_submitted == ("24A1203",)


def test_the_lms_says_who_did_not_hand_in(lab: Lab) -> None:
    """Its own table is certain even then, and says whose files are missing here."""
    sheet = worksheet(
        lab.folder / "評定.csv",
        [
            ("31201", "山田 太郎", "a@example.ac.jp", "2025年 04月 16日(水曜日) 21:05"),
            ("31202", "佐藤 花子", "b@example.ac.jp", "2025年 04月 16日(水曜日) 22:00"),
            ("31203", "田中 実", "c@example.ac.jp", "-"),
        ],
    )
    collection = collected(lab, cut(lab), first(lab), sheet)
    assert (collection.surely_missing, collection.claimed) == (("24A1203",), ("24A1202",))
    assert collection.is_missing("24A1203")
    assert not collection.is_missing("24A1202")
    whole = lab.download({f"{TARO}kadai1.py": PROGRAM})
    for _ in range(2):
        collection = collected(lab, whole)
        assert collection.incomplete == ()
        assert (collection.surely_missing, collection.claimed) == (("24A1203",), ("24A1202",))


def test_manabas_sheet_says_it_in_the_download(lab: Lab) -> None:
    """Nobody has to ask for it."""
    rows = [
        ("s24a1201", "24A1201", "山田　太郎", "2025-04-16 21:05:10", 1),
        ("s24a1202", "24A1202", "佐藤　花子", "", 0),
    ]
    path = zipped(
        lab.folder / "report.zip",
        {
            "report-1-2/reportlist.xlsx": reportlist(rows),
            "report-1-2/24A1201@s24a1201/kadai1.py": PROGRAM,
        },
    )
    collection = run(lab.folder, path).collection
    assert collection.surely_missing == collection.not_submitted == ("24A1202",)


def test_only_those_whom_a_nobodys_file_may_be_are_uncertain(lab: Lab) -> None:
    """Proposed students may have handed it in; a file without a hint may be anybody's."""
    lab.roster = roster(lab.folder / "two.csv", [*CLASS, ("24A1204", "田中 実")])
    files = {f"{TARO}kadai1.py": PROGRAM, f"田中 実_31209{MOODLE}kadai1.py": PROGRAM + "#"}
    collection = collected(lab, lab.download(files))
    assert len(collection.unassigned) == 1
    assert collection.is_missing("24A1202")
    assert not collection.is_missing("24A1203")
    assert not collection.is_missing("24A1204")
    collection = collected(lab, lab.download(files | {"kadai.py": "x = 1"}))
    assert len(collection.unassigned) == 2
    assert not collection.is_missing("24A1202")


def test_an_id_of_nobodys_may_be_mistyped(lab: Lab) -> None:
    """Where the LMS numbers it, it is nobody of this class; on a folder alone it may be."""
    numbered = "report-1-2/24A1201@a01/kadai1.py", "report-1-2/24A9999@a99/kadai1.py"
    assert collected(lab, lab.download(dict.fromkeys(numbered, PROGRAM))).is_missing("24A1202")
    shutil.rmtree(lab.target)
    typed = lab.download(dict.fromkeys(("24A1201/kadai1.py", "24A9999/kadai1.py"), PROGRAM))
    collection = collected(lab, typed)
    assert [one.label for one in collection.unassigned] == ["24A9999"]
    assert not collection.is_missing("24A1202")
