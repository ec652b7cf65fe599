"""The plugin's record; its checks are in the order of their findings on a sheet."""

from grader.model.check import RUN, Check
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="values",
    package="grader.exercises.values",
    schema=1,
    calls={"value": "", "program": ""},
    asks="grader.exercises.values.asks:ASKS",
    examines="grader.exercises.values.oral:EXAMINES",
    forms={
        "function": "grader.exercises.values.drafting:FUNCTION",
        "class": "grader.exercises.values.drafting:CLASS",
        "program": "grader.exercises.values.drafting:PROGRAM",
    },
    table="grader.exercises.values.table:ValuesTable",
    maker="value_calls",
    shows="grader.exercises.values.shown:SHOWN",
    checks=(
        Check("VAL001", "entry-missing", "grader.exercises.values.checks:is_there", RUN),
        Check("VAL002", "forbidden-name", "grader.exercises.values.checks:keeps_rules", RUN),
        Check("VAL003", "does-not-finish", "grader.exercises.values.checks:finishes", RUN),
        Check("VAL004", "named-mistake", "grader.exercises.values.checks:no_known_mistake", RUN),
        Check("VAL005", "wrong-answer", "grader.exercises.values.checks:right_answers", RUN),
        Check("VAL006", "wrong-type", "grader.exercises.values.checks:right_types", RUN),
        Check("VAL007", "wrong-exception", "grader.exercises.values.checks:right_exceptions", RUN),
        Check("VAL008", "remembers-calls", "grader.exercises.values.checks:forgets_calls", RUN),
    ),
)
