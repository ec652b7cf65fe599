"""Which matrices that a program leaves behind prove that it multiplied, and which do not."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.exercises.scripts.results import products
from grader.guest import arrays
from grader.model.calling import Value, ValueKind
from grader.model.program import Product
from tests.fakes.program import pack

CHANCE = np.random.default_rng(4)
A = CHANCE.integers(-9, 10, (4, 4))
B = CHANCE.integers(-9, 10, (4, 4))
F, G = CHANCE.normal(size=(2, 7, 7))
S = A + A.T
T = B + B.T
BIG = CHANCE.integers(2**28, 2**29, (5, 5))
ROW, COLUMN = np.indices((5, 5))


def left(variables: dict[str, Any]) -> dict[str, Value]:
    """Packs variables as the guest does."""
    arrays.take()  # as after the program imported NumPy
    return {name: pack(value) for name, value in variables.items()}


def loops(a: Any, b: Any) -> list[list[Any]]:
    """Multiplies as the slides do."""
    z = [[0] * len(b[0]) for _ in a]
    for i in range(len(a)):
        for j in range(len(b[0])):
            for k in range(len(b)):
                z[i][j] += a[i][k] * b[k][j]
    return z


def triple(x: Any, y: Any, z: Any) -> dict[str, Any]:
    """Names three matrices as programs do."""
    return {"x": x, "y": y, "z": z}


def changed(matrix: Any, by: float, place: tuple[int, int] = (1, 2)) -> Any:
    """Changes one element."""
    other = np.array(matrix)
    other[place] += np.array(by).astype(other.dtype)
    return other


PROVED: dict[str, dict[str, Any]] = {
    "lists of int": triple(A.tolist(), B.tolist(), loops(A.tolist(), B.tolist())),
    "lists of float": triple(F.tolist(), G.tolist(), loops(F.tolist(), G.tolist())),
    "ints times floats": triple(A.tolist(), F[:4, :4].tolist(), (A @ F[:4, :4]).tolist()),
    "2 x 2 of a handout": triple([[1, 2], [3, 4]], [[5, 6], [7, 8]], [[19, 22], [43, 50]]),
    "a result of floats": triple(A.tolist(), B.tolist(), (A @ B).astype(float).tolist()),
    "NumPy": triple(A, B, A @ B),
    "float32": triple(F.astype("f4"), G.astype("f4"), F.astype("f4") @ G.astype("f4")),
    "float32 given float64": triple(F, G, F.astype("f4") @ G.astype("f4")),
    "a list made from float32": triple(
        F.tolist(), G.tolist(), (F.astype("f4") @ G.astype("f4")).tolist()
    ),
    "float32 that rounds whole numbers": triple(
        BIG.astype("f4"), BIG.T.astype("f4"), BIG.astype("f4") @ BIG.T.astype("f4")
    ),
    "half precision, exact": triple(A.astype("f2"), B.astype("f2"), (A @ B).astype("f2")),
    "large integers": triple(BIG, BIG.T, BIG @ BIG.T),
    "small types": triple(A.astype("i1"), B.astype("i2"), (A @ B).astype("i4")),
    "whole numbers through a Fourier transform": triple(A, B, (A @ B) * (1 + 1e-14)),
    "rectangles": triple(F[:, :3], G[:3, :5], F[:, :3] @ G[:3, :5]),
    "tuples": triple(tuple(map(tuple, A.tolist())), B.tolist(), (A @ B).tolist()),
    "in another order": {"c": A @ B, "b": B, "n": 4, "a": A},
    "among other things": {"n": 4, "t": [0.1, 0.2], "i": 3, **triple(A, B, A @ B), "s": "matmul"},
    "one symmetric": triple(S, B, S @ B),
    "index formulas": triple(ROW + COLUMN, ROW - COLUMN, (ROW + COLUMN) @ (ROW - COLUMN)),
    "formulas of rank one": triple(ROW, COLUMN * ROW + 1, ROW @ (COLUMN * ROW + 1)),
    "a scaled permutation": triple(A, np.eye(4)[[1, 0, 3, 2]] * 3, A @ np.eye(4)[[1, 0, 3, 2]] * 3),
}

NOT_PROVED: dict[str, dict[str, Any]] = {
    "nothing": {},
    "no matrices": {"n": 3, "a": [1, 2], "b": "x", "c": None},
    "two matrices": {"a": A, "b": B},
    "one element off": triple(A, B, changed(A @ B, 1)),
    "one float off": triple(F, G, changed(F @ G, 1e-6)),
    "float noise beyond the bound": triple(F, G, (F @ G) * (1 + 1e-9)),
    "float32 noise beyond the bound": triple(F, G, ((F @ G) * (1 + 1e-3)).astype("f4")),
    "half precision": triple(F.astype("f2"), G.astype("f2"), F.astype("f2") @ G.astype("f2")),
    "rounded": triple(F, G, (F @ G).round(3)),
    "transposed": triple(A, B, (A @ B).T),
    "the first transposed": triple(A, B, A.T @ B),
    "the second transposed": triple(A, B, A @ B.T),
    "element-wise": triple(A, B, A * B),
    "the last term missing": triple(A, B, A[:, :-1] @ B[:-1]),
    "= for +=": triple(A, B, np.outer(A[:, -1], B[-1])),
    "a sum": triple(A, B, A + B),
    "both symmetric, which may be a transposed one": triple(S, T, S @ T),
    "both diagonal": triple(np.diag([1, 2, 3]), np.diag([4, 5, 6]), np.diag([4, 10, 18])),
    "X·Y = X + Y": triple([[2, 1], [0, 2]], [[2, -1], [0, 2]], [[4, 0], [0, 4]]),
    "X·Y = X * Y": triple([[1, 2], [0, 3]], [[4, 2], [0, 1]], [[4, 4], [0, 3]]),
    "zeros": triple(np.zeros((4, 4)), B, np.zeros((4, 4))),
    "all zeros": triple(np.zeros((4, 4)), np.zeros((4, 4)), np.zeros((4, 4))),
    "identity": triple(np.eye(4), B, B),
    "a multiple of identity": triple(3 * np.eye(4), B, 3 * B),
    "inverses": triple([[1, 2], [3, 7]], [[7, -2], [-3, 1]], [[1, 0], [0, 1]]),
    "ones": triple(np.ones((4, 4)), np.ones((4, 4)), np.full((4, 4), 4.0)),
    "constants": triple(np.full((4, 4), 2), B, np.full((4, 4), 2) @ B),
    "a square": {"a": A, "z": A @ A},
    "equal contents": triple(A, A.copy(), A @ A),
    "1 x 1": triple([[2]], [[3]], [[6]]),
    "a column": triple(A, B[:, :1], A @ B[:, :1]),
    "a vector": triple(A, B[0], A @ B[0]),
    "not finite": triple(F, changed(G, np.nan), changed(F, np.inf)),
    "too large for a float": triple(F * 1e200, G * 1e200, F * 1e300),
    "wrapped whole numbers": triple(BIG * 2**10, BIG.T * 2**10, (BIG * 2**10) @ (BIG.T * 2**10)),
    "ragged": triple(A, B, [[1, 2], [3]]),
    "text": triple(A, B, (A @ B).astype(str).tolist()),
    "three dimensions": triple(np.stack([A, A]), np.stack([B, B]), np.stack([A, A]) @ B),
    "shapes that do not fit": triple(F[:, :3], G[:, :3], F),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_proves_a_product(name: str) -> None:
    """X, Y and Z = X·Y are found, whatever they are made of."""
    found = products(left(PROVED[name]))
    if "c" in PROVED[name]:
        assert found == (Product(left="a", right="b", result="c", size=4),)
    else:
        size = len(PROVED[name]["z"])
        assert found == (Product(left="x", right="y", result="z", size=size),)


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_proves_nothing(name: str) -> None:
    """Wrong results, and those that a wrong program would give as well, are not found."""
    assert products(left(NOT_PROVED[name])) == ()


def test_each_result_is_named_once() -> None:
    """Copies of a factor give the same product once; copies of a result are results."""
    found = products(left({"x": A, "y": B, "x2": A.copy(), "z": A @ B, "check": A @ B}))
    assert [(one.left, one.right, one.result) for one in found] == [
        ("x", "y", "z"),
        ("x", "y", "check"),
    ]


def test_a_chain_of_products() -> None:
    """A result may be a factor of the next."""
    found = products(left({"a": A, "b": B, "c": A @ B, "d": A @ B @ B}))
    assert [(one.left, one.right, one.result) for one in found] == [
        ("a", "b", "c"),
        ("c", "b", "d"),
    ]


def test_large_ones_are_checked_with_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors alone accept and refuse what the whole product does, but for tiny errors."""
    monkeypatch.setattr("grader.exercises.scripts.results.MOST_TERMS", 1)
    for name, one in PROVED.items():
        assert len(products(left(one))) == 1, name
    for name, one in NOT_PROVED.items():
        assert products(left(one)) == (), name
    x, y = CHANCE.normal(size=(2, 60, 60))
    assert products(left(triple(x, y, x @ y)))
    assert not products(left(triple(x, y, changed(x @ y, 1e-3))))


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would take too long is not looked at."""
    monkeypatch.setattr("grader.exercises.scripts.results.MOST_WORK", 2 * 4**3 - 1)
    found = products(left({**triple(A, B, A @ B), "w": A @ B @ A}))
    assert [one.result for one in found] == ["z"]


def test_only_so_many_are_looked_at() -> None:
    """The first forty matrices count; small numbers and text between them do not."""
    many = {f"m{k}": (A + k).tolist() for k in range(37)}
    assert products(left({"n": 3, **many, **triple(A * 7, B, 7 * A @ B)}))
    more = {f"m{k}": (A + k).tolist() for k in range(38)}
    assert not products(left({**more, **triple(A * 7, B, 7 * A @ B)}))


def test_a_value_that_lies_is_left_out() -> None:
    """A header that does not fit its bytes is no matrix."""
    lie = Value(kind=ValueKind.MATRIX, elements="int", shape=(4, 4), dtype="<i8", data=b"1")
    assert products({**left({"x": A, "y": B}), "z": lie}) == ()


def test_unsigned_numbers_over_the_largest_int64() -> None:
    """They are no factors and no results; smaller ones are."""
    huge = np.array([[2**64 - 1, 1], [2, 3]], dtype=np.uint64)
    small = np.array([[1, 2], [3, 4]], dtype=np.uint64)
    other = np.array([[5, 6], [7, 8]], dtype=np.uint64)
    assert products(left(triple(huge, small, huge @ small))) == ()
    assert products(left(triple(small, other, small @ other)))


SHAPES = st.tuples(st.integers(2, 9), st.integers(2, 9), st.integers(2, 9))


@settings(max_examples=150)
@given(shape=SHAPES, seed=st.integers(0, 2**32), whole=st.booleans(), wrong=st.booleans())
def test_random_matrices(
    shape: tuple[int, int, int], seed: int, *, whole: bool, wrong: bool
) -> None:
    """A product is found; with one element changed it is not."""
    rows, inner, columns = shape
    chance = np.random.default_rng(seed)
    x, y = (chance.normal(size=size) for size in ((rows, inner), (inner, columns)))
    if whole:
        x, y = np.rint(x * 1000), np.rint(y * 1000)
    z = x @ y
    if wrong:
        z = changed(z, 1, (int(chance.integers(rows)), int(chance.integers(columns))))
    expected = () if wrong else ("z",)
    assert tuple(one.result for one in products(left(triple(x, y, z)))) == expected
