"""Which matrices that a program leaves behind prove that it filtered an image."""

from typing import Any

import numpy as np
import pytest

from grader.exercises.scripts.results import convolutions
from grader.model.program import Product
from tests.exercises.scripts.test_products import changed, left

CHANCE = np.random.default_rng(5)
X = CHANCE.integers(0, 256, (8, 8))
W = np.array([[1, 2, -3], [0, 4, 5], [-6, 7, 2]])
SOBEL = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
LAPLACIAN = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]])
F, V = CHANCE.normal(size=(8, 8)), CHANCE.normal(size=(3, 3))


def filtered(image: Any, kernel: Any) -> Any:
    """Correlates as the slides do."""
    side = len(kernel)
    rows, columns = len(image) - side + 1, len(image[0]) - side + 1
    z = np.zeros((rows, columns), dtype=np.result_type(image, kernel))
    for i in range(rows):
        for j in range(columns):
            z[i, j] = (image[i : i + side, j : j + side] * kernel).sum()
    return z


def triple(x: Any, w: Any, z: Any) -> dict[str, Any]:
    """Names the three as programs do."""
    return {"x": x, "w": w, "z": z}


PROVED: dict[str, dict[str, Any]] = {
    "lists of int": triple(X.tolist(), W.tolist(), filtered(X, W).tolist()),
    "lists of float": triple(F.tolist(), V.tolist(), filtered(F, V).tolist()),
    "NumPy": triple(X, W, filtered(X, W)),
    "Sobel's": triple(X, SOBEL, filtered(X, SOBEL)),
    "a blur and a shift": triple(F, np.tri(3) / 6, filtered(F, np.tri(3) / 6)),
    "ints and floats": triple(X, V, filtered(X, V)),
    "float32": triple(F.astype("f4"), V.astype("f4"), filtered(F.astype("f4"), V.astype("f4"))),
    "a wide image": triple(X[:5], W, filtered(X[:5], W)),
    "a kernel of two": triple(X, W[:2, :2], filtered(X, W[:2, :2])),
    "a kernel of five": triple(F, F[:5, :5], filtered(F, F[:5, :5])),
    "in another order": {"z": filtered(X, W), "n": 3, "w": W, "x": X},
}

NOT_PROVED: dict[str, dict[str, Any]] = {
    "nothing": {},
    "no result": {"x": X, "w": W},
    "flipped": triple(X, W, filtered(X, W[::-1, ::-1])),
    "Laplacian, which shows no flip": triple(X, LAPLACIAN, filtered(X, LAPLACIAN)),
    "the kernel transposed": triple(X, W, filtered(X, W.T)),
    "the result transposed": triple(X, W, filtered(X, W).T),
    "one element off": triple(X, W, changed(filtered(X, W), 1, (5, 5))),
    "one float off": triple(F, V, changed(filtered(F, V), 1e-6, (5, 5))),
    "clipped": triple(X, W, np.clip(filtered(X, W), 0, 255)),
    "framed by zeros": triple(X, W, np.pad(filtered(X, W), 1)),
    "an identity": triple(X, np.eye(3), filtered(X, np.eye(3))),
    "a blur of one weight": triple(F, np.full((3, 3), 1 / 9), filtered(F, np.full((3, 3), 1 / 9))),
    "a constant image": triple(np.full((8, 8), 7), W, filtered(np.full((8, 8), 7), W)),
    "a kernel as large as the image": triple(W, W, np.full((1, 1), (W * W).sum())),
    "too large for a float": triple(F * 1e200, V * 1e200, filtered(F, V) * 1e300),
    "wrapped whole numbers": triple(X * 2**29, W * 2**29, filtered(X * 2**29, W * 2**29)),
    "whole numbers for floats": triple(F * 9, V, filtered(F * 9, V).astype(int)),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_proves_a_convolution(name: str) -> None:
    """The image, the kernel and the result are found."""
    one = PROVED[name]
    expected = Product(left="x", right="w", result="z", size=len(one["x"]))
    assert convolutions(left(one)) == (expected,)


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_proves_nothing(name: str) -> None:
    """Other variants, and what a flipped kernel gives as well, are not found."""
    assert convolutions(left(NOT_PROVED[name])) == ()


def test_each_result_is_named_once() -> None:
    """A copy of the image gives the same result once."""
    found = convolutions(left({"x": X, "copy": X.copy(), "w": W, "z": filtered(X, W)}))
    assert [(one.left, one.result) for one in found] == [("x", "z")]


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would take too long is not looked at."""
    monkeypatch.setattr("grader.exercises.scripts.results.MOST_KERNEL_TERMS", X.size * W.size - 1)
    assert convolutions(left(triple(X, W, filtered(X, W)))) == ()
