"""A class without any LMS: a folder or a file for each student."""

import pytest

from grader.intake.layouts import recognise
from grader.intake.layouts.choosing import PLAIN
from grader.intake.layouts.layout import profiles
from grader.model.collection import Identity
from grader.model.errors import IntakeError
from tests.intake.layouts.looking import STUDENT_ID, TOKYO, download, look, names, who
from tests.wording.worded import in_japanese


@pytest.mark.parametrize(
    "files",
    [
        ["24A1201/a.py", "24A1202/a.py"],
        ["kadai1/24A1201/a.py", "kadai1/24A1202/a.py"],
        ["24A1201 山田太郎/a.py", "24A1202 佐藤花子/a.py"],
        ["24A1201_kadai1.py", "24A1202_kadai1.py"],
        ["24A1201@example.ac.jp/a.py", "24A1202@example.ac.jp/a.py"],  # mail, not manaba
        ["kadai_2025_10_24A1201.py", "kadai_2025_11_24A1202.py"],  # not Canvas
        ["kadai_2025_10_24A1201.py", "kadai_2025_10_24A1202.py"],
        ["24A1201_20251017_11_a.py", "24A1202_20251017_12_a.py"],
        ["dl_1_11_24A1201.py", "dl_2_12_24A1202.py"],  # seats
        ["24A1201_2025_0417_kadai.py", "24A1202_2025_0418_kadai.py"],
        ["24A1201(1)/a.py", "24A1202(1)/a.py"],  # not Sakai
        ["submission_24A1201/a.py", "submission_24A1202/a.py"],  # not Gradescope
        ["kadai1-24A1201/a.py", "kadai1-24A1202/a.py"],  # not GitHub Classroom
        ["24A1201_attempt_1/a.py", "24A1202_attempt_2/a.py"],  # not Blackboard
        ["24A1201/課題1/バージョン 1.txt", "24A1202/課題1/x.py"],  # not Teams
        ["24A1201.zip/a.py", "24A1202.zip/a.py"],
        ["24A1201/提出物の添付ファイル.txt", "24A1202/timestamp.txt"],
        ["24A1201 (1).py", "24A1202 (2).py"],
    ],
)
def test_folders_and_files_of_students_are_no_lms(files: list[str]) -> None:
    """Each file goes to the student whose id stands in the outermost name with one."""
    found = look(files)
    assert found.lms == "plain"
    assert [piece.who.student for piece in found.pieces] == ["24A1201", "24A1202"]
    assert (found.sheets, found.others, found.unexplained) == ((), (), ())


@pytest.mark.parametrize(
    "files",
    [
        ["a.py", "b.py"],
        ["src/a.py", "img/b.png"],
        ["kadai1/src/a.py", "kadai1/img/b.png"],
        ["24A1201_24A1202/a.py"],
        ["submission_1/a.py", "submission_2/a.py"],
        ["x@y.example/a.py"],
        ["taro-kadai1/a.py", "hanako-kadai1/a.py"],
        ["grades.csv"],
        [],
    ],
)
def test_what_nothing_explains_is_nobodys(files: list[str]) -> None:
    """It is shown and kept."""
    found = look(files)
    assert (found.lms, found.pieces, found.sheets) == ("plain", (), ())
    assert names(found.unexplained) == files


def test_a_class_in_folders_of_students() -> None:
    """Folders of classes, each with several students, are no students."""
    found = look(
        [f"{room}/24A12{number:02}/a.py" for room in ("1組", "2組") for number in range(3)]
    )
    assert [piece.who.student for piece in found.pieces] == [
        f"24A12{number:02}" for _ in range(2) for number in range(3)
    ]


def test_people_in_folders_without_ids() -> None:
    """Names of people are kept as names; other folders are nobody's."""
    found = look(["kadai1/山田太郎/a.py", "kadai1/佐藤花子/b.py", "kadai1/src/c.py"])
    assert who(found) == {
        "kadai1/山田太郎/a.py": (Identity(name="山田太郎"), "a.py"),
        "kadai1/佐藤花子/b.py": (Identity(name="佐藤花子"), "b.py"),
    }
    assert names(found.unexplained) == ["kadai1/src/c.py"]


def test_without_a_plugin_no_lms_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said in both languages, with what can be done; a plain folder is collected."""
    only = {PLAIN: profiles()[PLAIN]}
    monkeypatch.setattr("grader.intake.layouts.profiles", lambda: only)
    with pytest.raises(IntakeError, match="--lms moodle: no plugin that knows") as error:
        recognise(download(["a"]), {}, "moodle", TOKYO, student_id=STUDENT_ID)
    assert "プラグイン" in in_japanese(error.value)
    assert [piece.who.student for piece in look(["24A1201/a.py"]).pieces] == ["24A1201"]
