"""Which programs of ours a student's times are laid beside, and what tells them apart."""

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course, load_references
from grader.model.course import DeviceKind, Exercise, Form
from grader.model.machine import Capabilities
from grader.model.timing import Point
from grader.timing.exercise import Baseline, baselines_for, fitted_curve
from grader.timing.sweeping import Swept
from tests.tree import ROOT

EVERYTHING = Capabilities(libraries={"numpy": "2", "scipy": "1", "torch": "2"}, cpu_instead=True)
LIBRARIES = ("numpy", "numpy-all", "torch", "torch-all")
COURSE = load_course(ROOT)
KADAI2 = load_assignment(COURSE, "kadai2")
REFERENCES = load_references(COURSE, KADAI2)


def exercise(name: str) -> Exercise:
    """Picks one of kadai2's."""
    return next(one for one in KADAI2.exercises if one.id == name)


def beside(one: Exercise, here: Capabilities = EVERYTHING) -> dict[str, Baseline]:
    """Lists the baselines of an exercise by name."""
    return {each.name: each for each in baselines_for(one, REFERENCES[one.id], here)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("matmul_python", {"python", "python-ikj", "python-fast", *LIBRARIES}),
        ("conv_python", {"python", "python-fast", *LIBRARIES}),
        ("matmul_numpy", {*LIBRARIES}),
        ("conv_torch", {*LIBRARIES}),
        ("matmul_cupy", {*LIBRARIES}),  # CuPy is not here
    ],
)
def test_those_that_this_machine_has(name: str, expected: set[str]) -> None:
    """Their own backend, and the libraries on one CPU and on all."""
    assert beside(exercise(name)).keys() == expected


def test_without_libraries_plain_python_is_left() -> None:
    """A laptop without NumPy still compares."""
    found = beside(exercise("matmul_python"), Capabilities())
    assert found.keys() == {"python", "python-ikj", "python-fast"}
    assert not beside(exercise("matmul_numpy"), Capabilities())


def test_each_is_given_what_it_takes() -> None:
    """Lists for Python, arrays for NumPy, tensors of four dimensions for conv2d."""
    forms = {key: one.target.form for key, one in beside(exercise("conv_torch")).items()}
    own, numpy_own = (Form.TORCH_4D, Form.NUMPY)
    assert forms == dict(zip(LIBRARIES, (numpy_own, numpy_own, own, own), strict=True))
    numpy = beside(exercise("conv_torch"))["numpy"]
    assert numpy.exercise.device is DeviceKind.CPU
    assert beside(exercise("conv_python"))["python"].target.form is Form.LISTS


def test_one_curve_of_a_library_serves_all_exercises() -> None:
    """Its key says what its times depend on, and nothing else."""
    python, numpy = exercise("matmul_python"), exercise("matmul_numpy")
    assert beside(python)["numpy"].key == beside(numpy)["numpy"].key
    renamed = replace(python, aliases=("mm",))
    assert beside(renamed)["python"].key == beside(python)["python"].key
    assert python.sweep is not None
    other = replace(python, sweep=replace(python.sweep, sizes=(10, 20, 30)))
    assert beside(other)["python"].key != beside(python)["python"].key
    assert beside(exercise("conv_python"))["numpy"].key != beside(python)["numpy"].key


@pytest.mark.parametrize(("noisy", "unknown"), [((48,), ""), ((), "knee")])
def test_a_time_that_did_not_come_out_again_bends_no_line(
    noisy: tuple[int, ...], unknown: str
) -> None:
    """The five others are a line; a bend that did come out again is one."""
    points = tuple(
        Point(size=size, seconds=tuple(1e-7 * size**3 * share for share in (slow, slow, slow)))
        for size, slow in ((24, 1), (31, 1), (38, 1), (48, 2), (60, 1), (75, 1))
    )
    curve = fitted_curve(Swept(points=points, noisy=noisy), exercise("matmul_python"))
    assert curve.fit.unknown == unknown
    assert len(curve.points) == len(points)
