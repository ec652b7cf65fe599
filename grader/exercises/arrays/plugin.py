"""The plugin's record; its checks are in the order of their findings on a sheet."""

from grader.model.check import RUN, Check
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="arrays",
    package="grader.exercises.arrays",
    calls={"arrays": ""},
    asks="grader.exercises.arrays.asks:ASKS",
    checks=(
        Check("RUN002", "entry-not-found", "grader.exercises.arrays.checks:entry_found", RUN),
        Check("RUN008", "not-a-matrix", "grader.exercises.arrays.checks:is_matrix", RUN),
        # Before the values: a mistake with a name and a lesson is read first.
        Check("COR002", "known-mistake", "grader.exercises.arrays.checks:no_known_mistake", RUN),
        Check("COR001", "wrong-value", "grader.exercises.arrays.checks:right_values", RUN),
        Check("COR003", "wrong-shape", "grader.exercises.arrays.checks:right_shape", RUN),
        Check("COR004", "changes-its-input", "grader.exercises.arrays.checks:keeps_its_input", RUN),
        Check(
            "COR005",
            "remembers-earlier-calls",
            "grader.exercises.arrays.checks:forgets_earlier_calls",
            RUN,
        ),
        Check("COR006", "not-finite", "grader.exercises.arrays.checks:finite_only", RUN),
        Check("COR007", "low-precision", "grader.exercises.arrays.checks:enough_digits", RUN),
    ),
)
