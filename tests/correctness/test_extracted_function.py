"""A lifted function counts as the student's where it does what the script did."""

from typing import Any

import numpy as np
import pytest

from grader.correctness.script_results import agrees_with_script
from grader.guest import arrays
from grader.model.run import Convention, ProgramRun, RunRecord, RunStatus, Target
from grader.model.running import ScriptResult
from grader.model.static import ExtractedFunction
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


def does(text: str, **variables: Any) -> bool:
    """Asks about a script that left these variables."""
    arrays.take()
    run = ProgramRun(run=RunRecord(status=RunStatus.OK))
    whole = ScriptResult(run=run, values={name: pack(value) for name, value in variables.items()})
    return agrees_with_script(lifted(text), TARGET, FakeProgram(text), whole)


SAME: dict[str, tuple[str, dict[str, Any]]] = {
    "the same mistake": (LAST_TERM, {"x": X, "y": Y, "z": LAST}),
    "the right product": (RIGHT, {"x": X, "y": Y, "z": PRODUCT}),
    "other variables beside them": (LAST_TERM, {"x": X, "y": Y, "z": LAST, "w": X}),
    "floats that are whole": (LAST_TERM, {"x": X, "y": Y, "z": np.array(LAST, dtype=float)}),
}
OTHER: dict[str, tuple[str, dict[str, Any]]] = {
    "the script was right": (LAST_TERM, {"x": X, "y": Y, "z": PRODUCT}),
    "the script was wrong otherwise": (RIGHT, {"x": X, "y": Y, "z": LAST}),
    "a matrix is not there": (LAST_TERM, {"x": X, "z": LAST}),
    "the result is not there": (LAST_TERM, {"x": X, "y": Y}),
    "the result is no matrix": (LAST_TERM, {"x": X, "y": Y, "z": "done"}),
    "the result has another shape": (LAST_TERM, {"x": X, "y": Y, "z": [[14, 16]]}),
    "one element differs": (LAST_TERM, {"x": X, "y": Y, "z": [[14, 16], [28, 33]]}),
    "it raises": (LAST_TERM.replace("return z", "return z[9]"), {"x": X, "y": Y, "z": LAST}),
    "it returns nothing": (LAST_TERM.replace("return z", ""), {"x": X, "y": Y, "z": LAST}),
    "it cannot be loaded": ("1 / 0\n" + LAST_TERM, {"x": X, "y": Y, "z": LAST}),
    "nothing was left": (LAST_TERM, {}),
}


@pytest.mark.parametrize("name", SAME)
def test_it_does_what_the_script_did(name: str) -> None:
    """With the script's own matrices comes out what the script left."""
    text, variables = SAME[name]
    assert does(text, **variables)


@pytest.mark.parametrize("name", OTHER)
def test_it_is_not_held_against_a_script_that_did_something_else(name: str) -> None:
    """A mistake of the lifting is nobody's mistake."""
    text, variables = OTHER[name]
    assert not does(text, **variables)
