"""Two training steps: against PyTorch, their inputs, and what their cases tell apart."""

import hashlib
from typing import Any

import numpy as np
import pytest

from grader.exercises.arrays.discrimination import alike_pairs
from grader.model.course import Case, CaseKind
from grader.model.errors import CourseError
from grader.model.reference import Array, Inputs, Reference
from tests.reference.nets import asked, in_torch, made, reference, units

VARIANTS: list[dict[str, Any]] = [
    {},
    {"loss": "MSELoss"},
    {"channels": 3, "in_channels": 2, "size": 6, "classes": 5},
]


def trained(wanted: Reference, inputs: Inputs, dtype: str) -> Array:
    """What PyTorch makes of two steps."""
    import torch

    x, y, rate, *parameters = inputs
    net = in_torch(wanted, tuple(parameters), dtype)
    optimizer = torch.optim.SGD(net.parameters(), lr=float(rate[0]))
    loss = getattr(torch.nn, str(wanted.constants["LOSS"]))()
    half, rows = len(x) // 2, []
    for part in (slice(0, half), slice(half, None)):
        targets = y[part] if y.dtype.kind == "i" else y[part].astype(dtype)
        optimizer.zero_grad()
        out = net(torch.from_numpy(x[part].astype(dtype)))
        loss(out, torch.from_numpy(targets)).backward()
        optimizer.step()
        both = ([one.grad for one in net.parameters()], list(net.parameters()))
        rows += [np.concatenate([one.detach().numpy().ravel() for one in row]) for row in both]
    return np.stack(rows)


@pytest.mark.parametrize("choices", VARIANTS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("size", [2, 8])
def test_it_is_pytorchs_own(choices: dict[str, Any], dtype: str, size: int) -> None:
    """Gradients and weights of both steps stay within a few units."""
    pytest.importorskip("torch")
    wanted = reference("training", **choices)
    for seed in range(3):
        inputs = made(wanted, size, CaseKind.FLOATS, dtype, seed)
        assert units(trained(wanted, inputs, dtype), wanted, inputs, dtype) < 4


@pytest.mark.parametrize("choices", VARIANTS)
def test_every_mistake_shows(choices: dict[str, Any]) -> None:
    """Two batches tell all mistakes from the right answer and from each other."""
    cases = [Case(size=size, kind=CaseKind.FLOATS) for size in (2, 3, 8)]
    exercise = asked("training", "step", *cases)
    seeds = [hashlib.sha256(bytes([number])).digest() for number in range(3)]
    assert alike_pairs(reference("training", **choices), exercise, seeds) == ()


def test_the_bound_is_no_way_out() -> None:
    """What is allowed in single precision is far below the gradients themselves."""
    wanted = reference("training")
    inputs = made(wanted, 8, CaseKind.FLOATS, "float32")
    allowed = 64 * 2.0**-23 * wanted.scale(*inputs)
    answer = abs(wanted.expected(*inputs))
    assert (allowed.max(axis=1) < answer.max(axis=1) / 50).all()


def test_rates_are_unusual() -> None:
    """No rate that learners write down instead of the one that they are given."""
    rates = {
        float(made(reference("training"), 2, CaseKind.FLOATS, "float64", seed)[2][0])
        for seed in range(20)
    }
    assert len(rates) > 5
    assert rates.isdisjoint({0.1, 0.01, 0.001, 1.0, 0.05})
    assert all(0.01 < rate < 0.05 for rate in rates)


@pytest.mark.parametrize("choices", [{"loss": "L1Loss"}, {"classes": 1}, {"size": 2}])
def test_what_there_is_not_is_refused(choices: dict[str, Any]) -> None:
    """An instructor is told so."""
    with pytest.raises(CourseError, match="reference/training"):
        reference("training", **choices)
