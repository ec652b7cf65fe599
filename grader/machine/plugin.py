"""What the diagnosis of a computer offers: one command."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="machine",
    package="grader.machine",
    commands=("grader.machine.command:machine",),
)
