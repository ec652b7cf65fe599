"""The plugin's offers."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="c",
    package="grader.exercises.c",
    schema=1,
    kind="grader.exercises.c.kind:KIND",
    shows="grader.exercises.c.view:SHOWS",
)
