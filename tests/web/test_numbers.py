"""The stand-in for NumPy says what NumPy says, of what comparing asks."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.web import numbers

INTEGERS = [[3, -1, 2], [0, 5, -4]]
FLOATS = [[0.5, -2.0, float("inf")], [float("nan"), 0.0, 1e300]]
ASKED: dict[str, Callable[[Any, Any], Any]] = {
    "bytes": lambda np, a: np.frombuffer(a.tobytes(), a.dtype.str).reshape(a.shape),
    "narrow": lambda np, a: a.astype("<f4").astype(np.float64),
    "shapes": lambda np, a: [a.shape, a.ndim, a.size, a.dtype.str, a.dtype.kind],
    "turned": lambda np, a: a.T,
    "row": lambda np, a: a[1],
    "corner": lambda np, a: a[tuple(map(slice, (1, 2)))],
    "backwards": lambda np, a: a[::-1, ::2],
    "new axis": lambda np, a: a[:, None] - a,
    "column": lambda np, a: a[:, 1, None] * 2.0 - 1.0,
    "element": lambda np, a: a[1, 2].item(),
    "fancy": lambda np, a: a.ravel()[np.array([4, 0, 1])],
    "flat": lambda np, a: a.flat[np.array([5, 2])],
    "arithmetic": lambda np, a: (a + 1) * 2.5 - a,
    "divided": lambda np, a: a / (a * 0),
    "compared": lambda np, a: [(a == a.copy()).all(), (a <= 0).any(), (~(a > 0)).tolist()],
    "finite": lambda np, a: np.isfinite(a),
    "where": lambda np, a: np.where(a == 0, 0, a),
    "places": lambda np, a: [list(map(int, place)) for place in np.argwhere(a < 0)],
    "most": lambda np, a: [float(a.max(initial=0)), float(a.min(initial=0)), float(a.max())],
    "sums": lambda np, a: [float(a.sum()), np.abs(a).sum(axis=1, keepdims=True)],
    "rows": lambda np, a: a.sum(axis=0),
    "all along": lambda np, a: (a > -3).all(axis=0),
    "stacked": lambda np, a: [np.stack([a, a]), np.stack([a[0], a[1]], axis=1)],
    "padded": lambda np, a: np.pad(a, [(0, 1), (0, 2)]),
    "broadcast": lambda np, a: np.broadcast_to(a[1], (3, 3)),
    "outer": lambda np, a: np.add.outer(np.arange(2) * 3.0, np.arange(3) * 5.0) % 7,
    "equal": lambda np, a: [np.array_equal(a, a[:, :2]), np.array_equal(a[0], a[0])],
}
FINITE: dict[str, Callable[[Any, Any], Any]] = {
    "product": lambda np, a: a @ a.T,
    "vector": lambda np, a: a @ np.array([1.0, -1.0, 2.0]),
    "median": lambda np, a: float(np.median(a)),
    "sorted": lambda np, a: [np.sort(a, axis=None), np.argsort(a, axis=None)],
    "trivial": lambda np, a: a[0, 0] * np.eye(3),
}


def plain(value: Any) -> Any:
    """Lists of numbers, for comparing; what is no number is written down."""
    if isinstance(value, np.ndarray | numbers.Array):
        return [value.shape, value.dtype.kind, plain(value.tolist())]
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return repr(float(value)) if isinstance(value, float | np.floating) else value


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("values", [INTEGERS, FLOATS], ids=["integers", "floats"])
def test_it_says_what_numpy_says(name: str, values: list[list[Any]]) -> None:
    """Element by element, with the same kind of elements; also of what is no number."""
    with np.errstate(all="ignore"):
        theirs = plain(ASKED[name](np, np.array(values)))
    assert plain(ASKED[name](numbers, numbers.array(values))) == theirs


@pytest.mark.parametrize("name", FINITE)
def test_it_computes_what_numpy_computes(name: str) -> None:
    """Of numbers that are small and whole, every order of summing gives the same."""
    theirs = plain(FINITE[name](np, np.array(INTEGERS)))
    assert plain(FINITE[name](numbers, numbers.array(INTEGERS))) == theirs


def test_what_does_not_fit_is_refused_alike() -> None:
    """References raise for shapes that do not fit, and that is no answer."""
    asked: list[Callable[[Any], Any]] = [
        lambda np: np.array([[1, 2]]) @ np.array([[1, 2]]),
        lambda np: np.array([1, 2]) + np.array([1, 2, 3]),
        lambda np: np.array([1, 2, 3]).reshape(2, 2),
    ]
    for ask in asked:
        for module in (np, numbers):
            with pytest.raises(ValueError, match=r"."):
                ask(module)
