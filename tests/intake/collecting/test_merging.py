"""A second download, and what a person did between the two."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from grader.intake.manifest import MANIFEST, read_manifest
from grader.model.collection import NoteKind
from grader.model.errors import IntakeError
from tests.intake.collecting.downloads import MOODLE, NOON, PROGRAM, names, roster, tree, zipped
from tests.intake.collecting.test_collecting import CLASS, run

TARO, HANAKO = f"山田 太郎_31201{MOODLE}", f"佐藤 花子_31202{MOODLE}"
NEWER = PROGRAM + "# newer\n"
LATER = NOON + timedelta(hours=1)


class Lab:
    """A course with a roster, and a hand that makes downloads."""

    def __init__(self, folder: Path) -> None:
        """Start with nothing collected."""
        self.folder = folder
        self.target = folder / "submissions" / "kadai1"
        self.roster = roster(folder / "meibo.csv", CLASS)
        self.count = 0

    def download(self, files: dict[str, str], at: datetime = NOON) -> Path:
        """Makes a download of its own name."""
        self.count += 1
        return zipped(self.folder / f"download-{self.count}.zip", files, at)

    def read(self, name: str) -> str:
        """Reads a file of the target."""
        return (self.target / name).read_text(encoding="utf-8")

    def kinds(self) -> list[NoteKind]:
        """Lists what is noted about the first student."""
        collection = read_manifest(self.target)
        assert collection is not None
        return [note.kind for note in collection.students[0].notes]


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
    with pytest.raises(IntakeError, match="nobody waits under this name"):
        run(lab.folder, path, roster=lab.roster, assign={"?": "24A1203"})


def test_who_waits_is_assigned_by_moving_the_folder(lab: Lab) -> None:
    """A folder moved out of .unassigned is an answer; collecting again keeps to it."""
    path = lab.download({f"山田 次郎_31299{MOODLE}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    (lab.target / ".unassigned" / "山田 次郎_31299").rename(lab.target / "24A1203")
    before = tree(lab.target)["24A1203/kadai1.py"]
    result = run(lab.folder, path, roster=lab.roster)
    assert names(lab.target) == ["24A1203/kadai1.py"]
    assert tree(lab.target)["24A1203/kadai1.py"] == before
    assert result.collection.assigned == {"山田 次郎_31299": "24A1203"}
    assert result.collection.students[0].received is not None


def test_the_same_bytes_of_somebody_else_are_no_move(lab: Lab) -> None:
    """Whoever waits and vanished is not given to who handed in the same program."""
    path = lab.download({f"山田 次郎_31299{MOODLE}kadai1.py": PROGRAM, f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    shutil.rmtree(lab.target / ".unassigned")
    result = run(lab.folder, path, roster=lab.roster)
    assert result.collection.assigned == {}
    assert names(lab.target) == [".unassigned/山田 次郎_31299/kadai1.py", "24A1201/kadai1.py"]


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


def test_what_a_person_changed_is_left(lab: Lab) -> None:
    """Nothing of it is overwritten or removed, and it is said."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM, f"{TARO}data.csv": "1"})
    run(lab.folder, path, roster=lab.roster)
    (lab.target / "24A1201/kadai1.py").write_text("mended", encoding="utf-8")
    (lab.target / "24A1201/note.txt").write_text("mine", encoding="utf-8")
    (lab.target / "24A1201/data.csv").unlink()
    result = run(lab.folder, path, roster=lab.roster)
    assert result.by_hand == {"24A1201": ("data.csv", "kadai1.py", "note.txt")}
    assert lab.read("24A1201/kadai1.py") == "mended"
    assert lab.read("24A1201/note.txt") == "mine"
    assert not (lab.target / "24A1201/data.csv").exists()
    before = tree(lab.target)
    run(lab.folder, path, roster=lab.roster)
    assert tree(lab.target) == before


def test_a_newer_file_beside_a_changed_one_is_asked(lab: Lab) -> None:
    """The person's file keeps its place; which one counts, the person says."""
    run(lab.folder, lab.download({f"{TARO}kadai1.py": PROGRAM}), roster=lab.roster)
    (lab.target / "24A1201/kadai1.py").write_text("mended", encoding="utf-8")
    newer = lab.download({f"{TARO}kadai1.py": NEWER}, LATER)
    for _ in range(3):
        run(lab.folder, newer, roster=lab.roster)
        assert lab.read("24A1201/kadai1.py") == "mended"
        assert lab.read("24A1201/kadai1~2.py") == NEWER
        assert NoteKind.SEVERAL in lab.kinds()
        assert names(lab.target) == ["24A1201/kadai1.py", "24A1201/kadai1~2.py"]


def test_who_decided_is_not_asked_again(lab: Lab) -> None:
    """Of two equal versions one was removed: it stays away."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM, f"{TARO}kadai1 (1).py": NEWER})
    run(lab.folder, path, roster=lab.roster)
    assert lab.kinds() == [NoteKind.SEVERAL]
    (lab.target / "24A1201/kadai1.py").unlink()
    run(lab.folder, path, roster=lab.roster)
    assert names(lab.target) == ["24A1201/kadai1 (1).py"]


def test_files_that_lay_there_before_are_taken_over(lab: Lab) -> None:
    """Somebody unpacked the zip by hand: the same bytes are not written twice."""
    (lab.target / "24A1201").mkdir(parents=True)
    (lab.target / "24A1201/kadai1.py").write_text(PROGRAM, encoding="utf-8")
    before = tree(lab.target)
    path = lab.download({f"{TARO}kadai1.py": PROGRAM})
    result = run(lab.folder, path, roster=lab.roster)
    assert names(lab.target) == ["24A1201/kadai1.py"]
    assert tree(lab.target)["24A1201/kadai1.py"] == before["24A1201/kadai1.py"]
    assert not result.by_hand


def test_who_stops_it_half_way_runs_it_again(lab: Lab) -> None:
    """Files were written, the manifest was not: the second run ends where one run ends."""
    run(lab.folder, lab.download({f"{TARO}kadai1.py": PROGRAM}), roster=lab.roster)
    old = (lab.target / MANIFEST).read_bytes()
    newer = lab.download({f"{TARO}kadai1.py": NEWER}, LATER)
    run(lab.folder, newer, roster=lab.roster)
    done = names(lab.target)
    (lab.target / MANIFEST).write_bytes(old)
    run(lab.folder, newer, roster=lab.roster)
    assert names(lab.target) == done
    assert lab.read("24A1201/kadai1.py") == NEWER
    assert lab.read(".earlier/24A1201/20250416-120000/kadai1.py") == PROGRAM


def test_names_that_differ_in_case_alone_both_stay(lab: Lab) -> None:
    """Whatever the file system makes of case, no file replaces another."""
    path = lab.download(
        {f"{TARO}kadai1.py": PROGRAM, f"{TARO}Data.csv": "1", f"{TARO}data.csv": "2"}
    )
    for _ in range(2):
        run(lab.folder, path, roster=lab.roster)
        found = ["24A1201/Data.csv", "24A1201/data~2.csv", "24A1201/kadai1.py"]
        assert names(lab.target) == found


def test_a_deleted_student_comes_back_with_the_download(lab: Lab) -> None:
    """A whole folder that is gone is no decision about a file."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    shutil.rmtree(lab.target / "24A1201")
    run(lab.folder, path, roster=lab.roster)
    assert names(lab.target) == ["24A1201/kadai1.py"]


def test_what_fits_no_layout_is_kept(lab: Lab) -> None:
    """Files that are nobody's lie in .unassigned, under the download's name."""
    files = {f"{TARO}kadai1.py": PROGRAM, f"{HANAKO}kadai1.py": "x", "readme.txt": "hello"}
    path = lab.download(files)
    for _ in range(2):
        result = run(lab.folder, path, roster=lab.roster)
        kept = [file.name for one in result.collection.unassigned for file in one.files]
        if kept:
            assert kept == ["readme.txt"]
            assert names(lab.target)[0] == ".unassigned/download-1.zip/readme.txt"
