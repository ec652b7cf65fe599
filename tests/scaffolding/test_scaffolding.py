"""Every assignment that can be drafted from this course is one that loads, and says what it is."""

import ast
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.course import load_assignment, load_course, load_references
from grader.model.course import Backend, Course, DeviceKind
from grader.model.errors import CourseError
from grader.scaffolding.draft import make_draft, write_draft
from grader.scaffolding.plan import AssignmentPlan, known_operations
from tests.batch.classes import make_course
from tests.course.courses import write_course
from tests.tree import ROOT

DUE = datetime(2027, 1, 15, 14, 59, tzinfo=UTC)
ALL = [(one, backend) for one in known_operations(load_course(ROOT)) for backend in Backend]


def plan(name: str = "new", **given: Any) -> AssignmentPlan:
    """A plan for one exercise, unless more is given."""
    usual: dict[str, Any] = {
        "title": {"ja": "新しい課題", "en": "New"},
        "due": DUE,
        "source": f"{name}.py",
        "operations": ("matmul",),
        "backends": (Backend.NUMPY,),
    }
    return AssignmentPlan(name=name, **{**usual, **given})


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A copy of this course."""
    return make_course(tmp_path)


@pytest.mark.parametrize(("operation", "backend"), ALL)
def test_each_pair_gives_an_assignment_that_loads(
    course: Course, operation: str, backend: Backend
) -> None:
    """With a right and a wrong example where the course has a right program."""
    ending = "c" if backend is Backend.C else "py"
    made = plan(operations=(operation,), backends=(backend,), source=f"new.{ending}")
    draft = make_draft(made, course)
    write_draft(draft, course)
    loaded = load_assignment(course, "new")
    (exercise,) = loaded.exercises
    references = load_references(course, loaded)
    assert sum(one.points for one in loaded.rubric) == 8
    examples = sorted(path.name for path in loaded.folder.glob("examples/*"))
    if backend.value in references[exercise.id].programs:
        assert examples == [f"{operation}-right", f"{operation}-wrong-zeros"]
        assert not draft.without_program
    else:
        assert examples == []
        assert draft.without_program == (operation,)
    assert (loaded.folder / "starter" / made.source).read_text(encoding="utf-8").strip()


def test_several_exercises_share_a_file_and_the_points(course: Course) -> None:
    """Each has its function, its rule on imports and its criterion; points add up exactly."""
    made = plan(
        operations=("matmul", "convolution"),
        backends=(Backend.PYTHON, Backend.NUMPY, Backend.TORCH),
        device=DeviceKind.CPU,
        report=True,
        points=10.5,
    )
    write_draft(make_draft(made, course), course)
    loaded = load_assignment(course, "new")
    assert [one.entry for one in loaded.exercises][:2] == ["matmul_python", "matmul_numpy"]
    assert {one.scope for one in loaded.exercises} == {"function"}
    assert {one.device for one in loaded.exercises} == {DeviceKind.CPU}
    assert sum(one.points for one in loaded.rubric) == 10.5
    assert [one.id for one in loaded.rubric if not one.checks] == ["report_discussion"]
    assert loaded.report is not None
    assert loaded.report.backends == ("python", "numpy", "torch")
    starter = ast.parse((loaded.folder / "starter/new.py").read_bytes())
    functions = {one.name for one in starter.body if isinstance(one, ast.FunctionDef)}
    assert {one.entry for one in loaded.exercises} <= functions


def test_settings_are_those_of_the_course(course: Course) -> None:
    """And the file says whose they are; what names an exercise is not taken along."""
    draft = make_draft(plan(), course)
    text = draft.files["assignment.toml"]
    assert "The settings are those of kadai2, matmul_numpy." in text
    (exercise,) = tomllib.loads(text)["exercise"]
    assert exercise["cases"]["large"] == [512]
    assert exercise["entry"] == "matmul"
    assert "optional" not in exercise


def test_without_anything_alike_there_are_defaults(tmp_path: Path) -> None:
    """A course with one operation, of which nothing but the reference is there."""
    course = load_course(write_course(tmp_path))
    with pytest.raises(
        CourseError, match=r"reference/tiny\.py: line .*expected\(\) must return a NumPy array"
    ):
        make_draft(plan(operations=("tiny",)), course)  # its answer is no array
    draft = make_draft(plan(operations=("new_one",), with_reference=True), course)
    document = tomllib.loads(draft.files["assignment.toml"])
    assert document["exercise"][0]["gives"] == ["numpy", "lists"]
    assert sorted(draft.beside) == ["reference/new_one.py", "reference/new_one.toml"]
    assert list(draft.shared) == ["assignments/assignment.schema.json"]


@pytest.mark.parametrize(
    "title", ['a "quoted" \\ title', "波ダッシュ〜と {braces}", "'''", "| pipe |", "*/ comment"]
)
def test_any_title_can_be_written(course: Course, title: str) -> None:
    """Whatever it holds, the files stay what they are."""
    draft = make_draft(plan(title={"ja": title, "en": title}), course)
    assert tomllib.loads(draft.files["assignment.toml"])["title"] == {"ja": title, "en": title}
    ast.parse(draft.files["starter/new.py"])
    assert f"# {title}\n" in draft.files["handout.md"]


def test_half_of_the_handout_is_japanese_half_english(course: Course) -> None:
    """Both say the points, the deadline in the course's zone and the functions."""
    ja, en = make_draft(plan(report=True), course).files["handout.md"].split("\n---\n")
    for half in (ja, en):
        assert "`matmul(a, b)`" in half
        assert "grader check new new.py report.docx" in half
    assert "配点 (8 点)" in ja
    assert "Points (8)" in en
    assert "n×n の行列 2 つの積" in ja
    assert "the product of two n×n matrices" in en


def test_a_file_in_the_way_of_a_reference_leaves_all_as_it_was(course: Course) -> None:
    """Words that are there already are somebody's."""
    words = course.root / "reference/fft2.toml"
    words.write_text("mine", encoding="utf-8")
    draft = make_draft(plan(operations=("fft2",), with_reference=True), course)
    with pytest.raises(CourseError, match=r"reference/fft2\.toml: already exists"):
        write_draft(draft, course)
    assert words.read_text(encoding="utf-8") == "mine"
    assert not (course.root / "reference/fft2.py").exists()
    assert not (course.root / "assignments/new").exists()
