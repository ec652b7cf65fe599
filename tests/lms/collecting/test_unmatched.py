"""Files that fit no layout: each by itself."""

from pathlib import Path

import pytest

from tests.lms.collecting.downloads import MOODLE, PROGRAM, names
from tests.lms.collecting.lab import HANAKO, NEWER, TARO, Lab
from tests.lms.collecting.test_collecting import run

FLAT = {
    "課題1/24A1201_課題1.py": PROGRAM,
    "課題1/Copy of 24A1202.py": NEWER,
    "課題1/佐藤花子_report.gdoc": "{}",
    "課題1/kadai1.py": "x = 1",
    "課題1/kadai1 (1).py": "x = 2",
    "課題1/24A1202_24A1203_kadai1.py": "x = 3",
}


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A course."""
    return Lab(tmp_path)


def test_each_file_is_asked_about_by_itself(lab: Lab) -> None:
    """With those whose name or id stands in its name, and nobody else."""
    result = run(lab.folder, lab.download(FLAT), roster=lab.roster)
    assert {one.label: one.proposals for one in result.collection.unassigned} == {
        "24A1202_24A1203_kadai1.py": ("24A1202", "24A1203"),
        "kadai1 (1).py": (),
        "kadai1.py": (),
        "佐藤花子_report.gdoc": ("24A1202",),
    }
    assert [one.student for one in result.collection.students] == ["24A1201", "24A1202"]
    assert result.collection.lms == "classroom"
    assert not result.collection.sure


def test_one_is_assigned_and_the_others_wait(lab: Lab) -> None:
    """Below the student's folder without the folder that holds the class; and back."""
    path = lab.download(FLAT)
    for _ in range(2):
        result = run(lab.folder, path, roster=lab.roster, assign={"kadai1.py": "24A1203"})
        assert lab.read("24A1203/kadai1.py") == "x = 1"
        assert len(result.collection.unassigned) == 3
    run(lab.folder, path, roster=lab.roster)
    assert lab.read("24A1203/kadai1.py") == "x = 1"
    result = run(lab.folder, path, roster=lab.roster, assign={"kadai1.py": ""})
    assert len(result.collection.unassigned) == 4
    assert not (lab.target / "24A1203/kadai1.py").exists()


def test_another_file_of_the_same_name_is_another_question(lab: Lab) -> None:
    """Drive numbers what students upload in any order: the word was on those bytes."""
    run(lab.folder, lab.download(FLAT), roster=lab.roster, assign={"kadai1.py": "24A1203"})
    other = lab.download({**FLAT, "課題1/kadai1.py": "x = 9"})
    result = run(lab.folder, other, roster=lab.roster)
    assert lab.read("24A1203/kadai1.py") == "x = 1"
    assert "kadai1.py_2" in {one.label for one in result.collection.unassigned}


def test_a_folder_is_one_question(lab: Lab) -> None:
    """In a layout that is known, what lies together belongs together."""
    files = {
        f"{TARO}kadai1.py": PROGRAM,
        f"{HANAKO}kadai1.py": NEWER,
        f"田中 実_31203{MOODLE}kadai1.py": "x",
        "misc/a.py": "1",
        "misc/b.py": "2",
        "readme_24A1203.txt": "3",
    }
    path = lab.download(files)
    for _ in range(2):
        result = run(lab.folder, path, roster=lab.roster)
        found = {one.label: one.proposals for one in result.collection.unassigned}
        assert found == {"misc": (), "readme_24A1203.txt": ("24A1203",)}
    assert ".unassigned/misc/misc/a.py" in names(lab.target)


def test_what_a_pattern_explains_later_waits_no_more(lab: Lab) -> None:
    """The TA names the LMS in the second run: the same files are students' then."""
    files = {f"x/課題_{one}/kadai1.py": one for one in ("24A1201", "24A1202")}
    path = lab.download(files)
    run(lab.folder, path, roster=lab.roster, lms="canvas")
    result = run(lab.folder, path, roster=lab.roster)
    assert result.collection.unassigned == ()
    assert names(lab.target) == ["24A1201/kadai1.py", "24A1202/kadai1.py"]


def test_a_folder_of_the_class_is_no_person(lab: Lab) -> None:
    """Its name may look like one; a few files in it may be one person's, who waits."""
    many = {f"課題/{number}_kadai.py": str(number) for number in range(12)}
    few = {f"山田 次郎/{name}": name for name in ("kadai1.py", "report.docx")}
    for files, labels in ((many, 12), (few, 1)):
        found = run(lab.folder, lab.download(files), roster=lab.roster).collection.unassigned
        assert len({one.label for one in found}) == labels
        lab.roster.parent.joinpath("submissions/kadai1").rename(lab.folder / f"old-{labels}")
    mine = {f"山田 太郎/{number}.py": str(number) for number in range(12)}
    result = run(lab.folder, lab.download(mine), roster=lab.roster)
    assert [one.student for one in result.collection.students] == ["24A1201"]
