"""A lifted function counts as the student's where it does what the script did."""

from typing import Any

import numpy as np
import pytest

from grader.exercises.scripts.results import Agreement, Replay, replay
from grader.guest import arrays
from grader.model.calling import Convention, Target
from grader.model.static import ExtractedFunction
from tests.cases.course import SEED, reference
from tests.fakes.program import FakeProgram, pack

TARGET = Target(name="lifted", convention=Convention.AB)
LAST_TERM = """
def lifted(x, y):
    n = len(x)
    z = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] = x[i][k] * y[k][j]
    return z
"""
RIGHT = LAST_TERM.replace("] = x", "] += x")
X, Y = [[1, 2], [3, 4]], [[5, 6], [7, 8]]
PRODUCT, LAST = [[19, 22], [43, 50]], [[14, 16], [28, 32]]


def lifted(text: str) -> ExtractedFunction:
    """Says that x and y become z."""
    return ExtractedFunction(
        name="lifted", text=text, lines=(1, 4), left="x", right="y", result="z", kind="globals"
    )


def replayed(text: str, **variables: Any) -> Replay:
    """Calls it with the variables that a script left."""
    arrays.take()
    values = {name: pack(value) for name, value in variables.items()}
    return replay(lifted(text), TARGET, FakeProgram(text), values, reference(), seed=SEED)


SAME: dict[str, tuple[str, dict[str, Any]]] = {
    "the same mistake": (LAST_TERM, {"x": X, "y": Y, "z": LAST}),
    "the right product": (RIGHT, {"x": X, "y": Y, "z": PRODUCT}),
    "other variables beside them": (LAST_TERM, {"x": X, "y": Y, "z": LAST, "w": X}),
    "floats that are whole": (LAST_TERM, {"x": X, "y": Y, "z": np.array(LAST, dtype=float)}),
}
OTHER: dict[str, tuple[str, dict[str, Any]]] = {
    "the script was right": (LAST_TERM, {"x": X, "y": Y, "z": PRODUCT}),
    "the script was wrong otherwise": (RIGHT, {"x": X, "y": Y, "z": LAST}),
    "the result has another shape": (LAST_TERM, {"x": X, "y": Y, "z": [[14, 16]]}),
    "one element differs": (LAST_TERM, {"x": X, "y": Y, "z": [[14, 16], [28, 33]]}),
    "it raises": (LAST_TERM.replace("return z", "return z[9]"), {"x": X, "y": Y, "z": LAST}),
    "it returns nothing": (LAST_TERM.replace("return z", ""), {"x": X, "y": Y, "z": LAST}),
    "it cannot be loaded": ("1 / 0\n" + LAST_TERM, {"x": X, "y": Y, "z": LAST}),
}
UNSEEN: dict[str, tuple[str, dict[str, Any]]] = {
    "a matrix is not there": (LAST_TERM, {"x": X, "z": LAST}),
    "the result is not there": (LAST_TERM, {"x": X, "y": Y}),
    "the result is no matrix": (LAST_TERM, {"x": X, "y": Y, "z": "done"}),
    "nothing was left": (LAST_TERM, {}),
}


@pytest.mark.parametrize("name", SAME)
def test_it_does_what_the_script_did(name: str) -> None:
    """With the script's own matrices comes out what the script left."""
    text, variables = SAME[name]
    assert replayed(text, **variables).agreement is Agreement.SAME


@pytest.mark.parametrize("name", OTHER)
def test_it_is_not_held_against_a_script_that_did_something_else(name: str) -> None:
    """A mistake of the lifting is nobody's mistake."""
    text, variables = OTHER[name]
    assert replayed(text, **variables).agreement is Agreement.OTHER


@pytest.mark.parametrize("name", UNSEEN)
def test_what_is_not_there_says_nothing(name: str) -> None:
    """Neither for the guess nor against it."""
    text, variables = UNSEEN[name]
    assert replayed(text, **variables).agreement is Agreement.UNSEEN


FIXED = RIGHT.replace("n = len(x)", "n = 2")
ONES = [[1, 1], [1, 1]]
MISTAKES: dict[str, tuple[bool, str, dict[str, Any]]] = {
    "the last term only": (True, LAST_TERM, {"x": X, "y": Y, "z": LAST}),
    "the last term, of ones": (True, LAST_TERM, {"x": ONES, "y": ONES, "z": ONES}),
    "right at its own size only": (False, FIXED, {"x": X, "y": Y, "z": PRODUCT}),
    "rounded": (
        True,
        RIGHT.replace("return z", "return [[int(v) for v in r] for r in z]"),
        {"x": X, "y": Y, "z": PRODUCT},
    ),
}


@pytest.mark.parametrize(("wrong", "text", "variables"), MISTAKES.values(), ids=MISTAKES.keys())
def test_only_what_the_script_itself_did_wrong_is_a_mistake(
    text: str, variables: dict[str, Any], *, wrong: bool
) -> None:
    """A wrong size that we guessed shows at no size of its own."""
    again = replayed(text, **variables)
    assert (again.agreement, again.wrong) == (Agreement.SAME, wrong)
    assert again.proved is (variables["z"] == PRODUCT)
