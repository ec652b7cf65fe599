"""Who handed something in."""

import os
import sys
import unicodedata
from pathlib import Path

import pytest

from grader.intake import UnreadSubmission, find_students, unread_submission
from grader.model.errors import IntakeError
from grader.model.submission import Trouble
from tests.intake.submitting import COURSE


def students(folder: Path, *names: str) -> dict[str, UnreadSubmission]:
    """Makes files and folders ("x/") and returns who is found, in order."""
    for name in names:
        path = folder / name
        path.mkdir() if name.endswith("/") else path.write_text("x")
    found = find_students(folder, COURSE)
    assert list(found) == sorted(found, key=lambda handin: handin.student)
    return {handin.student: handin for handin in found}


def test_folders_and_files_are_students(tmp_path: Path) -> None:
    """The id is found in the name; without one the whole name stands for the student."""
    found = students(
        tmp_path, "24A1202_山田/", "２４ａ１２０１/", "鈴木 花子/", "24A1203.py", "sato.ipynb"
    )
    assert sorted(found) == ["24A1201", "24A1202", "24A1203", "sato", "鈴木 花子"]
    assert found["24A1202"].root == tmp_path.resolve() / "24A1202_山田"
    assert found["24A1203"].paths == (tmp_path.resolve() / "24A1203.py",)


def test_loose_files_of_one_student_belong_together(tmp_path: Path) -> None:
    """Program and report are one submission."""
    found = students(tmp_path, "24A1201_kadai1.py", "report_24a1201.docx", "24A1201.txt")
    assert [path.name for path in found["24A1201"].paths] == [
        "24A1201.txt",
        "24A1201_kadai1.py",
        "report_24a1201.docx",
    ]
    assert not found["24A1201"].troubles


def test_two_folders_of_one_student_are_both_kept(tmp_path: Path) -> None:
    """Nobody is lost, and nothing is merged in silence."""
    found = students(tmp_path, "24A1201/", "24A1201_再提出/", "24A1202/", "24A1202.py")
    assert len(found["24A1201"].paths) == 2
    for student in ("24A1201", "24A1202"):
        assert {t.trouble for t in found[student].troubles} == {Trouble.SAME_STUDENT}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems compose names themselves")
def test_names_that_compose_to_the_same_are_one_label(tmp_path: Path) -> None:
    """A composed and a decomposed folder are the same person twice."""
    name = "ガード"
    found = students(tmp_path, f"{name}/", f"{unicodedata.normalize('NFD', name)}/")
    assert list(found) == [name]
    assert found[name].troubles


def test_clutter_and_nobodys_files_are_no_students(tmp_path: Path) -> None:
    """What systems leave, and lists that LMSs add, make nobody a student."""
    found = students(
        tmp_path,
        ".DS_Store",
        "__MACOSX/",
        "._24A1201.py",
        ".git/",
        "grades.csv",
        "reportlist.xlsx",
        "README.txt",
        "24A1201/",
    )
    assert list(found) == ["24A1201"]


def test_a_hidden_folder_with_an_id_is_somebody(tmp_path: Path) -> None:
    """An id is never passed by because of a dot."""
    assert list(students(tmp_path, ".24A1201/")) == ["24A1201"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_odd_names_stay_on_the_list(tmp_path: Path) -> None:
    """Bytes, control characters, formulas and long names are people too."""
    names = [
        os.fsdecode(b"\xff\xfe"),
        os.fsdecode("山田".encode("cp932")),
        "a\nb",
        "a\x1b[2Jb",
        "=cmd|' /C calc'!A0".replace("/", "-"),
        "x" * 255,
        "-rf",
        " ",
        "a..",
    ]
    for name in names:
        (tmp_path / name).mkdir()
    found = find_students(tmp_path, COURSE)
    assert len(found) == len(names)
    for handin in found:
        assert handin.student.encode("utf-8")
        assert not any(unicodedata.category(c) in {"Cc", "Cs"} for c in handin.student)
    assert any(handin.student.startswith("山田~") for handin in found)


def test_a_linked_student_stays_on_the_list(tmp_path: Path) -> None:
    """The link is not followed here; reading says so."""
    (tmp_path / "24A1201").symlink_to("/etc")
    assert list(students(tmp_path)) == ["24A1201"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing", "there is no such file or folder"),
        ("x.py", "is not a folder"),
        ("x.zip", "archives are not opened here"),
        ("empty", "contains no submissions"),
        ("a\0b", "there is no such file or folder"),
    ],
)
def test_what_is_no_class_is_a_sentence(tmp_path: Path, name: str, said: str) -> None:
    """A wrong folder ends with one sentence that names it."""
    (tmp_path / "x.py").write_text("x")
    (tmp_path / "x.zip").write_text("x")
    (tmp_path / "empty").mkdir()
    with pytest.raises(IntakeError, match=said):
        find_students(tmp_path / name, COURSE)


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    """Only one could be read, and nothing would say which; the same file twice is one file."""
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "kadai1.py").write_text(folder)
    old, new = (tmp_path / folder / "kadai1.py" for folder in ("old", "new"))
    with pytest.raises(IntakeError, match="have the same name"):
        unread_submission("me", [old, new])
    assert unread_submission("me", [new, new]).paths == (new.resolve(),)


def test_files_that_a_student_names(tmp_path: Path) -> None:
    """Files, a folder, and links that the user meant."""
    (tmp_path / "mine.py").write_text("x")
    (tmp_path / "link.py").symlink_to("mine.py")
    (tmp_path / "d").mkdir()
    real = tmp_path.resolve()
    assert unread_submission("me", [tmp_path / "link.py"]).paths == (real / "mine.py",)
    assert unread_submission("me", [tmp_path / "d"]).root == real / "d"
    assert unread_submission("me", []).paths == ()
    for wrong in ("none.py", "a.zip", "loop"):
        (tmp_path / "loop").unlink(missing_ok=True)
        (tmp_path / "loop").symlink_to("loop")
        with pytest.raises(IntakeError):
            unread_submission("me", [tmp_path / wrong])
