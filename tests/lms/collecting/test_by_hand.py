"""What a person did between two downloads, or while one was collected."""

import os
import shutil
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from grader.intake.manifest import MANIFEST
from grader.model.collection import NoteKind
from grader.model.errors import IntakeError
from tests.lms.collecting.downloads import (
    MOODLE,
    NOON,
    PROGRAM,
    names,
    tree,
)
from tests.lms.collecting.lab import HANAKO, NEWER, TARO, Lab
from tests.lms.collecting.test_collecting import run
from tests.wording.worded import in_japanese

LATER = NOON + timedelta(hours=1)


class Interrupting:
    """Assignments at which somebody presses Ctrl-C."""

    def items(self) -> None:
        """Raises what the key raises."""
        raise KeyboardInterrupt


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A course."""
    return Lab(tmp_path)


def test_a_moved_folder_is_left_and_asked_about(lab: Lab) -> None:
    """What a person moved stays where it is; whose the download's files are, --assign says."""
    path = lab.download({f"山田 次郎_31299{MOODLE}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    (lab.target / ".unassigned" / "山田 次郎_31299").rename(lab.target / "24A1203")
    before = tree(lab.target)["24A1203/kadai1.py"]
    result = run(lab.folder, path, roster=lab.roster)
    assert tree(lab.target)["24A1203/kadai1.py"] == before
    assert [one.label for one in result.collection.unassigned] == ["山田 次郎_31299"]
    run(lab.folder, path, roster=lab.roster, assign={"山田 次郎_31299": "24A1203"})
    assert names(lab.target) == ["24A1203/kadai1.py"]
    assert tree(lab.target)["24A1203/kadai1.py"] == before


def test_the_same_bytes_of_somebody_else_are_no_move(lab: Lab) -> None:
    """Whoever waits and vanished is not given to who handed in the same program."""
    path = lab.download({f"山田 次郎_31299{MOODLE}kadai1.py": PROGRAM, f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    shutil.rmtree(lab.target / ".unassigned")
    result = run(lab.folder, path, roster=lab.roster)
    assert result.collection.assigned == {}
    assert names(lab.target) == [".unassigned/山田 次郎_31299/kadai1.py", "24A1201/kadai1.py"]


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


def test_a_newer_download_puts_a_changed_folder_away(lab: Lab) -> None:
    """As the person left it; and it is said, once."""
    first = lab.download({f"{TARO}kadai1.py": PROGRAM, f"{TARO}data.csv": "1"})
    run(lab.folder, first, roster=lab.roster)
    (lab.target / "24A1201/kadai1.py").write_text("mended", encoding="utf-8")
    (lab.target / "24A1201/note.txt").write_text("mine", encoding="utf-8")
    newer = lab.download({f"{TARO}kadai1.py": NEWER}, LATER)
    (said,) = run(lab.folder, newer, roster=lab.roster).warnings
    assert "kadai1.py, note.txt" in in_japanese(IntakeError.of([said]))
    for _ in range(2):
        away = ".earlier/24A1201/20250416-120000/"
        put_away = [f"{away}{name}" for name in ("data.csv", "kadai1.py", "note.txt")]
        assert names(lab.target) == [*put_away, "24A1201/kadai1.py"]
        assert lab.read("24A1201/kadai1.py") == NEWER
        assert lab.read(f"{away}kadai1.py") == "mended"
        assert not run(lab.folder, newer, roster=lab.roster).warnings


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


def test_whoever_stops_it_leaves_nothing_behind(lab: Lab) -> None:
    """Ctrl-C in the middle: the staging folder goes, and nothing was collected."""
    with pytest.raises(KeyboardInterrupt):
        run(lab.folder, lab.download({f"{TARO}kadai1.py": PROGRAM}), assign=Interrupting())
    assert not list((lab.folder / "submissions").iterdir())


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
    """Files that are nobody's lie in .unassigned, each under its own name."""
    files = {f"{TARO}kadai1.py": PROGRAM, f"{HANAKO}kadai1.py": "x", "readme.txt": "hello"}
    path = lab.download(files)
    for _ in range(2):
        result = run(lab.folder, path, roster=lab.roster)
        kept = [file.name for one in result.collection.unassigned for file in one.files]
        if kept:
            assert kept == ["readme.txt"]
            assert names(lab.target)[0] == ".unassigned/readme.txt/readme.txt"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_names_that_are_no_text_are_survived(lab: Lab) -> None:
    """Somebody unpacked a zip into the folder with a tool that knows no Japanese."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    broken = "課題".encode("cp932")
    (lab.target / "24A1201" / os.fsdecode(broken)).write_text("x", encoding="utf-8")
    (lab.target / os.fsdecode(broken)).mkdir()
    result = run(lab.folder, path, roster=lab.roster)
    assert result.by_hand == {"24A1201": ("課題",)}
    assert run(lab.folder, path, roster=lab.roster).collection == result.collection
