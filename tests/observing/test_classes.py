"""Programs that compute in a class: how it gets its matrices is tried, and never an accusation."""

from pathlib import Path

import pytest

from grader.model.calling import WITH_OBJECTS, Convention
from grader.model.evidence import EntryHow
from grader.model.finding import Verdict
from grader.observing import Tools
from grader.sandbox.requests import OBJECTS
from tests.exercises.scripts.test_extracted_scripts import Room
from tests.wording.worded import assert_worded

FILLS = """
        for i in range(self.n):
            for j in range(self.n):
                for k in range(self.n):
                    self.c[i][j] += self.a[i][k] * self.b[k][j]
"""
RETURNS = """
        r = range(self.n)
        return [[sum(a[i][k] * b[k][j] for k in r) for j in r] for i in r]
"""
OWN = """import random
class Product:
    def __init__(self, n):
        self.n = n
        self.a = [[random.random() for _ in range(n)] for _ in range(n)]
        self.b = [[random.random() for _ in range(n)] for _ in range(n)]
        self.c = [[0.0] * n for _ in range(n)]
    def run(self):"""
SIZED = """class Matrix:
    def __init__(self, n):
        self.n = n
    def multiply(self, a, b):"""
SIDES = SIZED.replace("self, n)", "self, n, m)")
SET = (
    "class Product:\n    def __init__(self):\n        self.n = 2\n    def run(self):\n"
    "        r = range(len(self.a))\n"
    "        return [[sum(self.a[i][k] * self.b[k][j] for k in r) for j in r] for i in r]\n"
    "p = Product()\np.a = p.b = [[1, 2], [3, 4]]\nprint(p.run())\n"
)
NO_SELF = "class M:\n    def matmul(a, b):" + RETURNS.replace("self.n", "len(a)")
FIXED = OWN.replace("self, n)", "self)").replace("self.n = n", "n = self.n = 4")


@pytest.fixture(scope="module")
def room(tools: Tools) -> Room:
    """A room on the level that batches use as a rule."""
    return Room(tools)


@pytest.mark.parametrize(
    ("text", "convention"),
    [
        (SIZED + RETURNS, Convention.SIZED),
        (SIDES + RETURNS, Convention.SIZED),
        (OWN + FILLS, Convention.HELD),
        (SET, Convention.HELD),
        (NO_SELF, Convention.CLASS),
        (NO_SELF.replace("matmul", "keisan"), Convention.CLASS),
        (
            NO_SELF.replace("    def m", "    def __init__(self, n):\n        pass\n    def m"),
            Convention.CLASS,
        ),
        ((OWN + FILLS).replace("self, n)", "self, n=3)"), Convention.HELD),
    ],
)
def test_a_right_method_is_graded(
    room: Room, tmp_path: Path, text: str, convention: Convention
) -> None:
    """By a size or two, and with matrices that it keeps as attributes."""
    observed, found = room.grade(tmp_path, text, "matmul")
    assert observed.entry is not None
    assert observed.entry.target.convention is convention
    assert {found[check].verdict for check in ("RUN002", "COR001", "COR002")} == {Verdict.PASSED}


@pytest.mark.parametrize(
    "text",
    [
        SIZED + RETURNS.replace("b[k][j]", "b[j][k]"),
        OWN + FILLS.replace("b[k][j]", "b[j][k]"),
        FIXED + FILLS,
        *(FIXED.replace("= 4", f"= {size}") + FILLS for size in (2, 3)),  # as in a probe
        SIZED.replace("a, b", "a, b, c, d") + RETURNS,
    ],
)
def test_what_is_not_right_when_guessed_is_left_to_a_person(
    room: Room, tmp_path: Path, text: str
) -> None:
    """The sentence says what was seen, and not that there is no function."""
    observed, found = room.grade(tmp_path, text, "matmul")
    assert observed.entry is None
    assert (found["RUN002"].verdict, found["RUN002"].case) == (Verdict.UNDECIDED, "object")
    assert found["COR002"].verdict is Verdict.UNDECIDED


def test_what_calls_an_object_is_timed_beside_an_empty_function() -> None:
    """An empty program has no such class: it is called with the two matrices."""
    assert OBJECTS.keys() == WITH_OBJECTS


def test_a_class_made_from_both_in_the_wrong_order_stays_wrong(room: Room, tmp_path: Path) -> None:
    """Its matrices are known, and are not exchanged until it is right."""
    text = (
        "class P:\n    def __init__(self, a, b):\n        self.a, self.b = a, b\n"
        "    def run(self):\n        r = range(len(self.a))\n"
        "        return [[sum(self.b[i][k] * self.a[k][j] for k in r) for j in r] for i in r]\n"
    )
    observed, found = room.grade(tmp_path, text, "matmul")
    assert observed.entry is not None
    assert observed.entry.how is EntryHow.PROBE
    assert found["COR002"].verdict is Verdict.FAILED


@pytest.mark.parametrize(
    "text",
    [
        NO_SELF.replace("b[k][j]", "b[j][k]"),
        NO_SELF.replace("a[i][k]", "a.x[i][k]"),
        "class M:\n    x = [[1, 2], [3, 4]]\n    def matmul(self, b):\n        a = self.x"
        + RETURNS.replace("self.n", "len(a)"),
    ],
)
def test_a_method_of_two_parameters_is_no_accusation(room: Room, tmp_path: Path, text: str) -> None:
    """The sentence says how it was called, and what a method begins with."""
    observed, found = room.grade(tmp_path, text, "matmul")
    assert observed.entry is None
    assert (found["RUN002"].verdict, found["RUN002"].case) == (Verdict.UNDECIDED, "self")
    assert_worded(found["RUN002"])
