"""A second download."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from grader.intake.manifest import read_manifest
from grader.model.collection import NoteKind, Role
from grader.model.errors import IntakeError
from tests.lms.collecting.downloads import (
    MOODLE,
    NOON,
    PROGRAM,
    names,
    reportlist,
    tree,
    worksheet,
    zipped,
)
from tests.lms.collecting.lab import HANAKO, NEWER, TARO, Lab
from tests.lms.collecting.test_collecting import run

LATER = NOON + timedelta(hours=1)


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A course."""
    return Lab(tmp_path)


def test_the_newer_download_counts(lab: Lab) -> None:
    """What was replaced is put away; who is not in it stays; what is the same is not touched."""
    first = lab.download({f"{TARO}kadai1.py": PROGRAM, f"{HANAKO}kadai1.py": "same"})
    run(lab.folder, first, roster=lab.roster)
    before = tree(lab.target)
    result = run(lab.folder, lab.download({f"{TARO}kadai1.py": NEWER}, LATER), roster=lab.roster)
    assert lab.read("24A1201/kadai1.py") == NEWER
    assert lab.read(".earlier/24A1201/20250416-120000/kadai1.py") == PROGRAM
    assert tree(lab.target)["24A1202/kadai1.py"] == before["24A1202/kadai1.py"]
    assert (result.updated, result.unchanged) == (("24A1201",), ("24A1202",))
    assert lab.kinds() == [NoteKind.EARLIER]


def test_an_older_download_replaces_nothing(lab: Lab) -> None:
    """The order in which they are given does not matter."""
    run(lab.folder, lab.download({f"{TARO}kadai1.py": NEWER}, LATER), roster=lab.roster)
    result = run(lab.folder, lab.download({f"{TARO}kadai1.py": PROGRAM}), roster=lab.roster)
    assert lab.read("24A1201/kadai1.py") == NEWER
    assert lab.read(".earlier/24A1201/20250416-120000/kadai1.py") == PROGRAM
    assert result.unchanged == ("24A1201",)


def test_where_nothing_tells_the_later_download_replaces_the_folder(lab: Lab) -> None:
    """The whole folder is put away; two downloads given at once are both looked at."""
    first = lab.download({f"{TARO}kadai1.py": PROGRAM, f"{TARO}old.py": "x = 1"})
    second = lab.download({f"{TARO}kadai1.py": NEWER})
    run(lab.folder, first, roster=lab.roster)
    for _ in range(2):
        run(lab.folder, second, roster=lab.roster)
        away = ".earlier/24A1201/20250416-120000/"
        assert names(lab.target) == [f"{away}kadai1.py", f"{away}old.py", "24A1201/kadai1.py"]
        assert lab.read("24A1201/kadai1.py") == NEWER
        assert lab.kinds() == [NoteKind.EARLIER]
    run(lab.folder, first, roster=lab.roster)
    assert lab.read("24A1201/kadai1.py") == PROGRAM
    assert lab.read(f"{away[:-1]}~2/kadai1.py") == NEWER


def test_two_at_once_are_as_two_in_turn(lab: Lab) -> None:
    """One call with both downloads ends where two calls end."""
    first = lab.download({f"{TARO}kadai1.py": PROGRAM, f"{TARO}old.py": "x = 1"})
    second = lab.download({f"{TARO}kadai1.py": NEWER}, LATER)
    run(lab.folder, first, second, roster=lab.roster)
    at_once = {name: raw for name, (raw, _) in tree(lab.target).items()}
    shutil.rmtree(lab.target)
    run(lab.folder, second, roster=lab.roster)
    run(lab.folder, first, roster=lab.roster)
    assert {name: raw for name, (raw, _) in tree(lab.target).items()} == at_once
    for again in (first, second, first):
        run(lab.folder, again, roster=lab.roster)
        assert {name: raw for name, (raw, _) in tree(lab.target).items()} == at_once


def test_what_is_replaced_is_named_with_what_was_edited(lab: Lab) -> None:
    """Also in a dry run; who is not in the download, and what is the same, is not named."""
    first = {f"{TARO}kadai1.py": PROGRAM, f"{HANAKO}kadai1.py": "same"}
    run(lab.folder, lab.download(first), roster=lab.roster)
    (lab.target / "24A1201/kadai1.py").write_text("mended", encoding="utf-8")
    (lab.target / "24A1202/kadai1.py").write_text("mended, too", encoding="utf-8")
    newer = lab.download({f"{TARO}kadai1.py": NEWER, f"{HANAKO}kadai1.py": "same"}, LATER)
    away = ".earlier/24A1201/20250416-120000"
    for dry_run in (True, False):
        before = tree(lab.target)
        result = run(lab.folder, newer, roster=lab.roster, dry_run=dry_run)
        assert result.replaced == {"24A1201": away}
        (said,) = result.warnings
        assert "kadai1.py" in str(said)
        assert result.by_hand == {"24A1202": ("kadai1.py",)}
        assert (tree(lab.target) == before) is dry_run
    assert lab.read(f"{away}/kadai1.py") == "mended"
    assert lab.read("24A1202/kadai1.py") == "mended, too"


def test_what_another_student_edited_away_is_read_from_the_download(lab: Lab) -> None:
    """Both handed in the same file; what a person made of the other's is not looked for there."""
    run(lab.folder, lab.download({f"{HANAKO}data.csv": "1"}), roster=lab.roster)
    (lab.target / "24A1202/data.csv").write_text("2", encoding="utf-8")
    run(lab.folder, lab.download({f"{TARO}data.csv": "1"}), roster=lab.roster)
    assert lab.read("24A1201/data.csv") == "1"
    assert lab.read("24A1202/data.csv") == "2"


@pytest.mark.parametrize("with_him", [True, False])
def test_a_kill_between_old_and_new_loses_nobody(lab: Lab, *, with_him: bool) -> None:
    """The old folder was renamed and the new one was not yet there: the next run finds it."""
    run(lab.folder, lab.download({f"{TARO}kadai1.py": PROGRAM}), roster=lab.roster)
    away = lab.target / ".earlier/24A1201/20250416-120000"
    away.parent.mkdir(parents=True)
    (lab.target / "24A1201").rename(away)
    next_one = TARO if with_him else HANAKO
    for _ in range(2):
        result = run(
            lab.folder, lab.download({f"{next_one}kadai1.py": NEWER}, LATER), roster=lab.roster
        )
        assert lab.read("24A1201/kadai1.py") == (NEWER if with_him else PROGRAM)
        assert (away / "kadai1.py").read_text(encoding="utf-8") == PROGRAM
        student = result.collection.students[0]
        earlier = [file.path for file in student.files if file.role is Role.EARLIER]
        assert earlier == ([".earlier/24A1201/20250416-120000/kadai1.py"] if with_him else [])


def test_another_persons_edits_never_go_along_with_equal_bytes(lab: Lab) -> None:
    """Who handed in the same program gets the download's, not what a person made of the other."""
    run(lab.folder, lab.download({f"山田 次郎_31299{MOODLE}kadai1.py": PROGRAM}))
    (lab.target / "山田 次郎_31299/kadai1.py").write_text("mended", encoding="utf-8")
    sheet = worksheet(lab.folder / "評定.csv", [("31299", "田中 実", "x@example.ac.jp", "-")])
    files = {f"山田 次郎_31299{MOODLE}kadai1.py": NEWER, f"{HANAKO}kadai1.py": PROGRAM}
    run(lab.folder, lab.download(files, LATER), sheet, roster=lab.roster)
    assert lab.read("24A1202/kadai1.py") == PROGRAM


def test_who_waits_is_assigned_by_a_word(lab: Lab) -> None:
    """`assign` names the student, and later downloads know it."""
    path = lab.download({f"山田 次郎_31299{MOODLE}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    assert names(lab.target) == [".unassigned/山田 次郎_31299/kadai1.py"]
    result = run(lab.folder, path, roster=lab.roster, assign={"山田 次郎_31299": "24A1203"})
    assert names(lab.target) == ["24A1203/kadai1.py"]
    assert result.collection.unassigned == ()
    assert "24A1203" not in result.collection.not_submitted
    newer = lab.download({f"山田 次郎_31299{MOODLE}kadai1.py": NEWER}, LATER)
    run(lab.folder, newer, roster=lab.roster)
    assert lab.read("24A1203/kadai1.py") == NEWER
    with pytest.raises(IntakeError, match="there is no unassigned submission with this name"):
        run(lab.folder, path, roster=lab.roster, assign={"?": "24A1203"})


def test_a_roster_that_comes_later_names_people(lab: Lab) -> None:
    """First the LMS's own names stand for students; with the roster they move."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, path)
    assert names(lab.target) == ["山田 太郎_31201/kadai1.py"]
    result = run(lab.folder, path, roster=lab.roster)
    assert names(lab.target) == ["24A1201/kadai1.py"]
    assert result.collection.not_submitted == ("24A1202", "24A1203")


def test_the_class_is_remembered(lab: Lab) -> None:
    """A second download without the roster is joined with it all the same."""
    run(lab.folder, lab.download({f"{TARO}kadai1.py": PROGRAM}), roster=lab.roster)
    result = run(lab.folder, lab.download({f"{HANAKO}kadai1.py": PROGRAM}))
    assert names(lab.target) == ["24A1201/kadai1.py", "24A1202/kadai1.py"]
    assert result.collection.not_submitted == ("24A1203",)


def test_a_second_person_of_a_name_gets_nobodys_files(lab: Lab) -> None:
    """The name was unique in the first download alone: who was known stays, the other waits."""
    run(lab.folder, lab.download({f"{TARO}kadai1.py": PROGRAM}), roster=lab.roster)
    other = lab.download({f"山田 太郎_31299{MOODLE}kadai1.py": NEWER}, LATER)
    result = run(lab.folder, other, roster=lab.roster)
    assert lab.read("24A1201/kadai1.py") == PROGRAM
    assert [one.label for one in result.collection.unassigned] == ["山田 太郎_31299"]


def test_the_worksheet_may_come_later_and_is_remembered(lab: Lab) -> None:
    """Its times hold for what was collected before, and go with no later run without it."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    sheet = worksheet(
        lab.folder / "評定.csv",
        [("31201", "山田 太郎", "x@example.ac.jp", "2025年 04月 16日(水曜日) 21:05")],
    )
    run(lab.folder, sheet)
    for _ in range(2):
        collection = read_manifest(lab.target)
        assert collection is not None
        received = collection.students[0].received
        assert received is not None
        assert received.at.isoformat() == "2025-04-16T21:05:00+09:00"
        run(lab.folder, path)


def test_attempts_of_two_downloads_are_numbered_by_their_sheets(lab: Lab) -> None:
    """Manaba counts: whichever comes first, the second attempt counts."""
    zips = [
        zipped(
            lab.folder / f"report-{times}.zip",
            {
                "report-1-2/reportlist.xlsx": reportlist(
                    [("s24a1201", "24A1201", "山田　太郎", f"2025-04-1{times} 21:05:10", times)]
                ),
                "report-1-2/24A1201@s24a1201/kadai1.py": f"x = {times}",
            },
        )
        for times in (1, 2)
    ]
    for path in (*zips, *reversed(zips)):
        run(lab.folder, path)
    assert lab.read("24A1201/kadai1.py") == "x = 2"
    assert lab.read(".earlier/24A1201/1/kadai1.py") == "x = 1"


def test_a_groups_files_are_each_members(lab: Lab) -> None:
    """The sheet says who is in the group; a group that nobody knows waits."""
    header, *_ = worksheet(lab.folder / "評定.csv", []).read_text("utf-8-sig").splitlines()
    rows = [
        f'参加者{number},"{name}",x{number}@example.ac.jp,提出済み,,8.00,Yes,"-",-,,チームA'
        for number, name in ((31201, "山田 太郎"), (31202, "佐藤 花子"))
    ]
    (lab.folder / "評定.csv").write_text(
        "\n".join([f"{header},グループ", *rows]), encoding="utf-8-sig"
    )
    path = lab.download({f"チームA_7{MOODLE}kadai1.py": "a", f"チームB_8{MOODLE}kadai1.py": "b"})
    for _ in range(2):
        result = run(lab.folder, path, lab.folder / "評定.csv", roster=lab.roster)
        assert [one.student for one in result.collection.students] == ["24A1201", "24A1202"]
        assert [one.reason for one in result.collection.unassigned] == ["group"]
