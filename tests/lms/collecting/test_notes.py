"""What the row of a student says, and what was done to names."""

from pathlib import Path

import pytest

from grader.model.collection import NoteKind, RepairKind, Role
from tests.lms.collecting.downloads import PROGRAM
from tests.lms.collecting.lab import TARO, Lab
from tests.lms.collecting.test_collecting import run


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A course."""
    return Lab(tmp_path)


@pytest.mark.parametrize(
    ("names", "noted"),
    [
        (["kadai1.docx"], True),
        (["data.csv", "img/plot.png"], True),
        ([".ipynb_checkpoints/kadai1.py", "note.txt"], True),
        (["kadai1.py"], False),
        (["src/main.py", "kadai1.docx"], False),
        (["kadai1.ipynb"], False),
    ],
)
def test_a_row_without_a_program_says_so(lab: Lab, names: list[str], *, noted: bool) -> None:
    """Files came, and nothing among them is a program."""
    run(lab.folder, lab.download({f"{TARO}{name}": "x" for name in names}), roster=lab.roster)
    assert (NoteKind.NO_SOURCE in lab.kinds()) == noted


def test_a_program_that_a_person_put_there_is_one(lab: Lab) -> None:
    """The TA asked for it by mail."""
    path = lab.download({f"{TARO}kadai1.docx": "x"})
    run(lab.folder, path, roster=lab.roster)
    (lab.target / "24A1201/kadai1.py").write_text(PROGRAM, encoding="utf-8")
    run(lab.folder, path, roster=lab.roster)
    assert NoteKind.NO_SOURCE not in lab.kinds()


def test_what_lies_there_as_a_program_is_one(lab: Lab) -> None:
    """No file system takes the name as it was; graded is the name that lies there."""
    result = run(lab.folder, lab.download({f"{TARO}kadai1.py. ": PROGRAM}), roster=lab.roster)
    (file,) = result.collection.students[0].files
    assert (file.path, file.role) == ("24A1201/kadai1.py", Role.SOURCE)


def test_repairs_are_told_by_what_was_done(lab: Lab) -> None:
    """Decomposed names look the same on both sides; what does not print is shown by number."""
    path = lab.download({f"{TARO}か\u3099.py": "1", f"{TARO}a\u202e.py": "2", f"{TARO}b.py": "3"})
    (download,) = run(lab.folder, path, roster=lab.roster).downloads
    found = {kind: [one.was for one in own] for kind, own in download.repaired.items()}
    assert found == {
        RepairKind.COMPOSED: [f"{TARO}か\u3099.py"],
        RepairKind.CLEANED: [f"{TARO}a<U+202E>.py"],
    }
    assert NoteKind.REPAIRED in lab.kinds()
