"""What a machine lacks for an exercise, and how much an observation made on it is worth."""

import pytest

from grader.model.course import Backend, DeviceKind, Exercise
from grader.model.machine import Capabilities, Device

ALLOWED = ("cupy", "cupyx", "matplotlib", "numpy", "time", "torch")
CPU = Exercise(
    id="x", operation="matmul", backend=Backend.NUMPY, entry="x", allowed_imports=ALLOWED
)
TORCH = Exercise(
    id="x",
    operation="matmul",
    backend=Backend.TORCH,
    entry="x",
    allowed_imports=ALLOWED,
    device=DeviceKind.GPU,
)
CUPY = Exercise(
    id="x",
    operation="matmul",
    backend=Backend.CUPY,
    entry="x",
    allowed_imports=ALLOWED,
    device=DeviceKind.GPU,
)
HERE = {"numpy": "2", "torch": "2"}
GPU = Device(kind=DeviceKind.GPU, name="Some GPU")


@pytest.mark.parametrize(
    ("exercise", "here", "reached", "missing"),
    [
        (CPU, Capabilities(libraries=HERE), (), ()),
        (CPU, Capabilities(), (), ("numpy",)),
        (CPU, Capabilities(libraries=HERE), ("matplotlib", "time"), ()),
        (CPU, Capabilities(libraries=HERE), ("scipy",), ()),  # not allowed: POL001 tells
        (TORCH, Capabilities(libraries=HERE), (), ("gpu",)),
        (TORCH, Capabilities(libraries=HERE, cpu_instead=True), (), ()),
        (TORCH, Capabilities(libraries=HERE, gpu=GPU), (), ()),
        (CUPY, Capabilities(libraries=HERE, cpu_instead=True), (), ("gpu", "cupy")),
        (CUPY, Capabilities(libraries=HERE, gpu=GPU), ("cupy", "cupyx"), ("cupy",)),
    ],
)
def test_what_is_missing(
    exercise: Exercise, here: Capabilities, reached: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    """The device first, then libraries by name, each once."""
    assert here.missing(exercise, reached) == missing


def test_rank_and_device() -> None:
    """On the CPU instead of a GPU is worth less; CuPy has no CPU."""
    instead, gpu = Capabilities(cpu_instead=True), Capabilities(gpu=GPU)
    assert (instead.rank(TORCH), gpu.rank(TORCH), instead.rank(CPU)) == (1, 2, 2)
    assert (instead.device(TORCH), instead.device(CUPY)) == (DeviceKind.CPU, DeviceKind.GPU)
