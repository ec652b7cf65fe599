"""An exercise that asks for what cannot be: said at once, with the line of the course's file."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.model.course import Assignment, Exercise, Form, Precision
from grader.model.errors import CourseError
from grader.model.machine import Capabilities
from grader.observing import machine_facts, prepare_setup
from grader.observing.preparing import asks_oddly, refuse_impossible
from grader.sandbox import choose_level
from grader.wording import say
from tests.batch.classes import ROOT, STATE
from tests.course.courses import ASSIGNMENT, COURSE, write_course

PLACE = "assignments/demo/assignment.toml: line"


def asking(root: Path, backend: str, more: str) -> Assignment:
    """A course with one exercise of matmul, on a backend, that asks for something more."""
    (root / "reference").symlink_to(ROOT / "reference")
    text = ASSIGNMENT.replace('operation = "tiny"', 'operation = "matmul"')
    text = text.replace('backend = "python"', f'backend = "{backend}"\n{more}')
    text = text.replace('["time", "matplotlib"]', f'["time", "{backend}"]')
    (root / "course.toml").write_text(COURSE, encoding="utf-8")
    (root / "assignments/demo").mkdir(parents=True)
    (root / "assignments/demo/assignment.toml").write_text(text, encoding="utf-8")
    return load_assignment(load_course(root), "demo")


@pytest.mark.parametrize(
    ("backend", "more"),
    [
        ("python", 'gives = ["lists"]'),
        ("numpy", 'gives = ["lists", "numpy"]\ndtype = "float32"\nprecision = "single"'),
        ("torch", 'gives = ["torch-4d", "numpy"]'),
        ("cupy", 'gives = ["numpy", "cupy"]'),
    ],
)
def test_what_is_usual_is_not_tried(tmp_path: Path, backend: str, more: str) -> None:
    """It costs nobody a second."""
    assert not any(map(asks_oddly, asking(tmp_path, backend, more).exercises))


@pytest.mark.parametrize(
    ("backend", "more", "key", "plain"),
    [
        ("torch", 'gives = ["numpy"]', "gives", 'gives = ["torch"]'),
        ("torch", 'calls = "model"\ngives = ["torch"]', "calls", 'calls = "arrays"'),
        ("numpy", 'gives = ["numpy"]\ndtype = "float32"', "precision", 'precision = "single"'),
    ],
)
def test_the_key_is_named_without_which_it_works(
    tmp_path: Path, backend: str, more: str, key: str, plain: str
) -> None:
    """With its line, what came out, and what would be usual."""
    assignment = asking(tmp_path, backend, more)

    def ask(exercise: Exercise) -> str:
        fits = exercise.gives != (Form.NUMPY,) or backend == "numpy"
        exact = exercise.dtype == "float64" or exercise.precision is Precision.SINGLE
        return "" if fits and exact and exercise.of_arrays else "2x2: TypeError"

    with pytest.raises(CourseError) as caught:
        refuse_impossible(assignment, ask)
    (message,) = caught.value.messages
    lines = (assignment.folder / "assignment.toml").read_text("utf-8").splitlines()
    number = next((n for n, line in enumerate(lines, 1) if line.startswith(f"{key} =")), 6)
    assert str(message).startswith(f"{PLACE} {number}: exercise[0].{key}: the correct program ")
    for lang in ("ja", "en"):
        said = say(message, lang)
        assert f"reference/programs/matmul_{backend}.py" in said
        assert plain in said
        assert "(2x2: TypeError)" in said
    assert "正しい" in say(message, "ja")


def test_a_machine_on_which_nothing_is_right_is_no_fault_of_the_file(tmp_path: Path) -> None:
    """That is found out, and told, when a student's program is to be run."""
    assignment = asking(tmp_path, "torch", 'gives = ["numpy"]')
    refuse_impossible(assignment, lambda _: "2x2: wrong-value")


def test_it_is_said_before_anybody_is_graded(tmp_path: Path) -> None:
    """A really wrong file, in a real sandbox; where NumPy is not there, nobody is held up."""
    assignment = asking(tmp_path, "numpy", 'gives = ["numpy"]\ndtype = "float32"')
    (exercise,) = assignment.exercises
    limits = replace(exercise.limits, memory_mib=1024, load_seconds=60.0, call_seconds=60.0)
    assignment = replace(assignment, exercises=(replace(exercise, limits=limits),))
    course, machine = load_course(tmp_path), machine_facts(choose_level(own_code=True).level)
    prepare_setup(course, assignment, machine, STATE, Capabilities())
    numpy_here = Capabilities(libraries={"numpy": "2"})
    with pytest.raises(CourseError, match=rf"{PLACE} 6: exercise\[0\]\.precision: the correct"):
        prepare_setup(course, assignment, machine, STATE, numpy_here)
    exercise = replace(assignment.exercises[0], allowed_imports=("time",), dtype="float64")
    assignment = replace(assignment, exercises=(exercise,))
    with pytest.raises(
        CourseError, match=rf'{PLACE} 14: exercise\[0\]\.allowed_imports: .*"numpy"'
    ):
        prepare_setup(course, assignment, machine, STATE, numpy_here)


def test_small_courses_need_no_machine(tmp_path: Path) -> None:
    """Nothing is started for an exercise without a program of ours."""
    write_course(tmp_path)
    course = load_course(tmp_path)
    setup = prepare_setup(course, load_assignment(course, "demo"), {}, STATE, Capabilities())
    assert setup.machine == {}
