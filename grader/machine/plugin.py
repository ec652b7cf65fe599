"""The machine plugin: one command."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="machine",
    package="grader.machine",
    commands=("grader.machine.command:machine",),
)
