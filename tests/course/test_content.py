"""The course that lives in this repository."""

import ast
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from grader.course import find_course, load_assignment, load_assignments, load_course
from grader.model.course import CaseKind

ROOT = find_course(Path(__file__).parent)
KADAI1 = ROOT / "assignments" / "kadai1"


def test_every_assignment_loads() -> None:
    """The course has nothing to complain about."""
    assert "kadai1" in [assignment.id for assignment in load_assignments(load_course(ROOT))]


def test_kadai1_is_what_the_course_asks() -> None:
    """Eight points, six for content and two for form, due on 17 April before midnight."""
    assignment = load_assignment(load_course(ROOT), "kadai1")
    assert assignment.due == datetime.fromisoformat("2025-04-17T23:59:00+09:00")
    assert [(one.id, one.points) for one in assignment.rubric] == [
        ("program", 4),
        ("discussion", 2),
        ("form", 2),
    ]
    assert [one.id for one in assignment.rubric if not one.checks] == ["discussion"]
    (matmul,) = assignment.exercises
    assert (matmul.entry, matmul.allowed_imports) == ("matmul", ("matplotlib", "time"))


def test_cases_of_kadai1_can_show_state() -> None:
    """The same size comes twice in a row, and whole numbers come before floats."""
    (matmul,) = load_assignment(load_course(ROOT), "kadai1").exercises
    assert any(one == next_ for one, next_ in pairwise(matmul.cases))
    assert matmul.cases[0].kind is CaseKind.INTEGERS


@pytest.mark.parametrize("file", ["starter/kadai1.py", "handout.md"])
def test_students_get_japanese_first(file: str) -> None:
    """What students read begins in Japanese and has English."""
    text = (KADAI1 / file).read_text(encoding="utf-8")
    assert text.index("行列積") < text.index("matrix product") if "starter" in file else True
    assert "行列" in text[:40]
    assert "matri" in text.casefold()


def test_the_starter_keeps_the_rule() -> None:
    """The starter imports only what is allowed and leaves matmul to write."""
    tree = ast.parse((KADAI1 / "starter" / "kadai1.py").read_bytes())
    imported = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert imported == {"time", "matplotlib"}
    assert "matmul" in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_the_handout_shows_the_command() -> None:
    """Both halves of the handout say how to check one's own file."""
    text = (KADAI1 / "handout.md").read_text(encoding="utf-8")
    assert text.count("grader check kadai1 kadai1.py") == 2


def test_kadai2_is_what_the_course_asks() -> None:
    """Eight functions, each operation on each backend; six points for content, two for form."""
    assignment = load_assignment(load_course(ROOT), "kadai2")
    asked = {(one.operation, one.backend.value, one.entry) for one in assignment.exercises}
    assert asked == {
        (operation, backend, f"{name}_{backend}")
        for name, operation in (("matmul", "matmul"), ("conv", "convolution"))
        for backend in ("python", "numpy", "cupy", "torch")
    }
    assert sum(one.points for one in assignment.rubric) == 8
    assert [one.id for one in assignment.rubric if not one.checks] == ["discussion"]
    assert [one.id for one in assignment.exercises if one.optional] == ["conv_cupy"]


def test_no_name_belongs_to_two_exercises_of_kadai2() -> None:
    """By its name alone every function is known, however students call it."""
    exercises = load_assignment(load_course(ROOT), "kadai2").exercises
    names = [name for one in exercises for name in (one.entry, *one.aliases)]
    assert sorted(set(names)) == sorted(names)


def test_timing_and_the_optional_exercise_cost_nothing_in_kadai2() -> None:
    """What teaches about timing, and what need not be handed in, is in no criterion."""
    rubric = load_assignment(load_course(ROOT), "kadai2").rubric
    assert not [one.id for one in rubric for check in one.checks if "TIM".startswith(check[:3])]
    assert all(one.exercises for one in rubric if one.checks and one.id != "form")
    assert "conv_cupy" not in {exercise for one in rubric for exercise in one.exercises}


def test_cases_of_kadai2_show_flips_and_state() -> None:
    """Every exercise has two sizes in a row, and odd images, whose kernels are not symmetric."""
    for exercise in load_assignment(load_course(ROOT), "kadai2").exercises:
        assert any(one == next_ for one, next_ in pairwise(exercise.cases)), exercise.id
        assert {one.size % 2 for one in exercise.cases if one.kind is CaseKind.FLOATS} >= {1}


def test_the_handout_of_kadai2_has_two_halves() -> None:
    """Both say how to check one's own file, and name all eight functions."""
    text = (ROOT / "assignments" / "kadai2" / "handout.md").read_text(encoding="utf-8")
    japanese, english = text.split("\n---\n")
    for exercise in load_assignment(load_course(ROOT), "kadai2").exercises:
        assert f"`{exercise.entry}(" in japanese
        assert f"`{exercise.entry}(" in english
    assert text.count("grader check kadai2 kadai2.py") == 2


def test_the_starter_of_kadai2_has_every_function_that_is_asked_for() -> None:
    """Only the optional one is left to whoever likes to try."""
    tree = ast.parse((ROOT / "assignments" / "kadai2" / "starter" / "kadai2.py").read_bytes())
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    exercises = load_assignment(load_course(ROOT), "kadai2").exercises
    assert {one.entry for one in exercises if not one.optional} <= functions
