"""Which file is the C program, and what lies beside it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake import find_students, read_submission
from grader.intake.choosing import choose_source, could_be_source
from grader.intake.collecting.placing import roles
from grader.model.collection import Role
from tests.intake.submitting import ASSIGNMENT, COURSE, STUDENT, hand_in

C = replace(ASSIGNMENT, id="optional1", source="matmul.c")


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["matmul.c"], ("matmul.c",)),
        (["MATMUL.C"], ("MATMUL.C",)),
        (["a/matmul.c", "main.c"], ("a/matmul.c",)),
        (["matmul (1).c", "matmul.h"], ("matmul (1).c",)),
        ([f"{STUDENT}_matmul.c", "plot.py"], (f"{STUDENT}_matmul.c",)),
        (["mm.c", "kadai1.py", "report.pdf"], ("mm.c",)),
        (["matmul.c.txt"], ("matmul.c.txt",)),
        (["a.c", "b.c"], ("a.c", "b.c")),
        (["matmul.cpp", "matmul.h", "matmul.py", "a.out", "matmul.o"], ()),
    ],
)
def test_the_program(names: list[str], chosen: tuple[str, ...]) -> None:
    """By the rules that hold for Python, with the ending that is asked for."""
    assert choose_source(names, "matmul.c", STUDENT) == chosen


def test_each_language_has_its_own() -> None:
    """A C file is no answer to an assignment in Python, nor the other way round."""
    assert could_be_source("x.c", "matmul.c")
    assert not could_be_source("x.c", "kadai1.py")
    assert not could_be_source("x.py", "matmul.c")
    assert could_be_source("x.c")


def test_headers_are_handed_to_the_compiler(tmp_path: Path) -> None:
    """They come with the program; other C files and Python files do not."""
    files: dict[str, str | bytes] = {
        "matmul.c": '#include "own.h"\n',
        "own.h": "#define ONE 1\n",
        "main.c": "int main(void) { return 0; }\n",
        "plot.py": "print(1)\n",
    }
    hand_in(tmp_path, files)
    (handin,) = find_students(tmp_path, COURSE)
    found = read_submission(handin, C)
    assert found.main is not None
    assert sorted(found.texts) == ["matmul.c", "own.h"]


def test_roles_of_collected_files() -> None:
    """As grading will see them."""
    found = roles(["matmul.c", "own.h", "plot.py", "report.pdf"], STUDENT, "matmul.c")
    assert found["matmul.c"] is found["own.h"] is Role.SOURCE
    assert found["plot.py"] is Role.EXTRA
    assert found["report.pdf"] is Role.REPORT
