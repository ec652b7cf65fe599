"""Loading the course's own code by path."""

import os
from pathlib import Path

import pytest

from grader.course import (
    load_assignment,
    load_course,
    load_reference,
    load_references,
    reference_files,
)
from grader.model.course import Backend, Course
from grader.model.errors import CourseError
from tests.course.courses import ASSIGNMENT, REFERENCE, untranslated, write_course


def spoilt(root: Path, text: str) -> tuple[str, ...]:
    """Returns what loading a reference with this text complains about."""
    course = load_course(write_course(root))
    (root / "reference" / "tiny.py").write_text(text, encoding="utf-8")
    with pytest.raises(CourseError) as caught:
        load_reference(course, "tiny")
    assert not set().union(*map(untranslated, caught.value.messages))
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
        (
            REFERENCE.replace("def inputs", "def input"),
            "inputs: is missing; write a function inputs(",
        ),
        (REFERENCE.replace("scale = ", "limit = "), "scale: is missing; write a function scale("),
        (REFERENCE.replace("LOOKALIKES", "MISTAKES"), "LOOKALIKES: is missing; add a table"),
        (REFERENCE + "LOOKALIKES = {}", "LOOKALIKES: is missing; add a table"),
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


VARIANTS = (
    REFERENCE
    + """
from types import SimpleNamespace
from .parts.words import WORD

def variant(*, padding="valid", stride=1):
    if stride < 1:
        raise ValueError("stride is at least 1")
    return SimpleNamespace(
        inputs=inputs, expected=expected, scale=scale, LOOKALIKES=LOOKALIKES,
        ADVICE=f"{WORD} {padding} {stride}",
    )
"""
)


def with_variants(root: Path) -> Course:
    """A course whose reference has variants, a part of its own and a program."""
    course = load_course(write_course(root))
    folder = root / "reference"
    (folder / "tiny.py").write_text(VARIANTS, encoding="utf-8")
    for name, text in (("parts/words.py", "WORD = 'take'\n"), ("programs/tiny_numpy.py", "1\n")):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    return course


def test_an_exercise_picks_its_variant(tmp_path: Path) -> None:
    """Choices reach the reference; what is not chosen is as the file says."""
    course = with_variants(tmp_path)
    assert load_reference(course, "tiny").advice == "take valid 1"
    assert load_reference(course, "tiny", (("stride", 2),)).advice == "take valid 2"


def test_programs_are_of_the_plain_variant(tmp_path: Path) -> None:
    """What is right for the plain form is not right for another."""
    course = with_variants(tmp_path)
    plain = load_reference(course, "tiny", (("padding", "valid"),))
    assert plain.programs == {Backend.NUMPY: "1\n"}
    assert load_reference(course, "tiny", (("padding", "same"),)).programs == {}


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ((("stride", 0),), "reference/tiny.py: variant: stride is at least 1"),
        ((("stride", "x"),), "tiny.py: variant: reference/tiny.py: line 23: TypeError: '<' not"),
        (
            (("strides", 2),),
            "tiny.py: variant.strides: reference/tiny.py has no such choice; did you mean stride?",
        ),
    ],
)
def test_a_choice_that_there_is_not_is_told(
    tmp_path: Path, variant: tuple[tuple[str, str | int], ...], said: str
) -> None:
    """With the line, where there is one."""
    course = with_variants(tmp_path)
    with pytest.raises(CourseError) as caught:
        load_reference(course, "tiny", variant)
    assert said in caught.value.problems[0]


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("{ stride = 0 }", ": stride is at least 1"),
        ('{ paddding = "same" }', ".paddding: reference/tiny.py has no such choice; did you mean"),
    ],
)
def test_a_wrong_choice_is_one_of_the_assignments_file(
    tmp_path: Path, variant: str, said: str
) -> None:
    """There it is mended; the sentence names the key."""
    course = with_variants(tmp_path)
    text = ASSIGNMENT.replace("aliases", f"variant = {variant}\naliases")
    (tmp_path / "assignments/demo/assignment.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CourseError) as caught:
        load_references(course, load_assignment(course, "demo"))
    (problem,) = caught.value.problems
    place = "assignments/demo/assignment.toml: line 11: exercise[0].variant"
    assert problem.startswith(f"{place}{said}")


def test_references_are_by_exercise(tmp_path: Path) -> None:
    """And a problem of the file they share is told once."""
    course = load_course(write_course(tmp_path))
    assert list(load_references(course, load_assignment(course, "demo"))) == ["product"]


def test_a_file_without_variants_says_so(tmp_path: Path) -> None:
    """A choice that is ignored would be a wrong grade."""
    course = load_course(write_course(tmp_path))
    with pytest.raises(CourseError, match="has no variants; remove stride"):
        load_reference(course, "tiny", (("stride", 2),))


def test_a_changed_part_is_a_changed_reference(tmp_path: Path) -> None:
    """All files of a reference are listed, and looked at again."""
    course = with_variants(tmp_path)
    first = load_reference(course, "tiny")
    names = [path.name for path in reference_files(course, "tiny")]
    assert names == ["words.py", "tiny_numpy.py", "tiny.py"]
    (tmp_path / "reference/parts/words.py").write_text("WORD = 'choose'\n", encoding="utf-8")
    assert load_reference(course, "tiny") is not first
    assert load_reference(course, "tiny").advice == "choose valid 1"
