"""Loading the course's own code by path."""

import os
from pathlib import Path

import pytest

from grader.course import load_course, load_reference
from grader.model.errors import CourseError
from tests.course.courses import REFERENCE, write_course


def spoilt(root: Path, text: str) -> tuple[str, ...]:
    """Returns what loading a reference with this text complains about."""
    course = load_course(write_course(root))
    (root / "reference" / "tiny.py").write_text(text, encoding="utf-8")
    with pytest.raises(CourseError) as caught:
        load_reference(course, "tiny")
    return caught.value.problems


def test_a_right_reference_is_loaded_once(tmp_path: Path) -> None:
    """A file is executed once while it stays the same, and again when it changed."""
    course = load_course(write_course(tmp_path))
    first = load_reference(course, "tiny")
    assert first.operation == "tiny"
    assert list(first.lookalikes) == ["nothing"]
    assert load_reference(course, "tiny") is first
    os.utime(tmp_path / "reference" / "tiny.py", (1, 1))
    assert load_reference(course, "tiny") is not first
    assert not (tmp_path / "reference" / "__pycache__").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = (", "line 1: SyntaxError: '(' was never closed"),
        ("\n\n1 / 0", "line 3: ZeroDivisionError: division by zero"),
        ("import nothing_of_the_kind", "line 1: ModuleNotFoundError: No module named"),
        (REFERENCE.replace("def inputs", "def input"), "inputs: is missing; give a function"),
        (REFERENCE.replace("scale = ", "limit = "), "scale: is missing; give a function"),
        (REFERENCE.replace("LOOKALIKES", "MISTAKES"), "LOOKALIKES: is missing; give a table"),
        (REFERENCE + "LOOKALIKES = {}", "LOOKALIKES: is missing; give a table"),
        (REFERENCE + "LOOKALIKES['x'] = 3", "LOOKALIKES['x']: must be a Lookalike, got int"),
        (REFERENCE.replace('"en": "Nothing."', ""), "LOOKALIKES['nothing'].lesson: must have a te"),
        (REFERENCE.replace('"ja": "無", ', ""), "LOOKALIKES['nothing'].name: must have a text in"),
    ],
)
def test_a_wrong_reference_is_told(tmp_path: Path, text: str, said: str) -> None:
    """The sentence names the file and, where there is one, the line."""
    (problem,) = spoilt(tmp_path, text)
    assert problem.startswith(f"reference/tiny.py: {said}")


def test_all_that_is_missing_is_told_at_once(tmp_path: Path) -> None:
    """An empty file lacks four things."""
    assert len(spoilt(tmp_path, "")) == 4


def test_a_missing_reference_is_a_sentence(tmp_path: Path) -> None:
    """A file that is not there is told."""
    course = load_course(write_course(tmp_path))
    with pytest.raises(CourseError, match=r"reference/other\.py: cannot be read"):
        load_reference(course, "other")
