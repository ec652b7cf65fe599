"""The small net's forward pass: against PyTorch, its inputs, and what its cases tell apart."""

import hashlib
from typing import Any

import numpy as np
import pytest

from grader.exercises.arrays.discrimination import alike_pairs
from grader.model.course import Case, CaseKind
from grader.model.errors import CourseError
from tests.reference.nets import asked, in_torch, made, reference, units

VARIANTS: list[dict[str, Any]] = [
    {},
    {"in_channels": 3, "channels": 4, "size": 7, "classes": 5},
    {"channels": 2, "kernel": 5, "size": 6},
]


@pytest.mark.parametrize("choices", VARIANTS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("size", [1, 5])
def test_it_is_pytorchs_own(choices: dict[str, Any], dtype: str, size: int) -> None:
    """PyTorch stays within a unit of it; the grader allows 64 in single precision."""
    torch: Any = pytest.importorskip("torch")
    wanted = reference("convnet", **choices)
    inputs = made(wanted, size, CaseKind.FLOATS, dtype)
    net = in_torch(wanted, inputs[1:], dtype)
    answer = net(torch.from_numpy(inputs[0].astype(dtype))).detach().numpy()
    assert answer.shape == wanted.expected(*inputs).shape
    assert units(answer, wanted, inputs, dtype) < 4


def test_whole_numbers_stay_whole() -> None:
    """They are compared exactly, and float32 holds all of them."""
    wanted = reference("convnet")
    inputs = made(wanted, 3, CaseKind.INTEGERS, "float32")
    answer = wanted.expected(*inputs)
    assert answer.dtype == np.int64
    assert abs(answer).max() < 2**24


def test_the_layers_are_those_of_the_handout() -> None:
    """They are what a student reads."""
    assert reference("convnet").constants["NET"] == (
        "Conv2d(1, 1, 3, padding=1)",
        "ReLU()",
        "Flatten()",
        "Linear(16, 2)",
    )


@pytest.mark.parametrize("choices", VARIANTS)
def test_every_mistake_shows(choices: dict[str, Any]) -> None:
    """Two batches of whole numbers and two of floats tell all mistakes apart, whatever the seed."""
    sizes = ((1, CaseKind.INTEGERS), (2, CaseKind.INTEGERS), (1, CaseKind.FLOATS))
    cases = [Case(size=size, kind=kind) for size, kind in (*sizes, (3, CaseKind.FLOATS))]
    exercise = asked("convnet", "model", *cases)
    seeds = [hashlib.sha256(bytes([number])).digest() for number in range(3)]
    assert alike_pairs(reference("convnet", **choices), exercise, seeds) == ()


@pytest.mark.parametrize(
    "choices", [{"kernel": 2}, {"kernel": 1}, {"kernel": 5}, {"channels": 0}, {"size": "4"}]
)
def test_what_there_is_not_is_refused(choices: dict[str, Any]) -> None:
    """An instructor is told so."""
    with pytest.raises(CourseError, match="reference/convnet"):
        reference("convnet", **choices)
