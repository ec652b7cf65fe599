"""The totals plugin: an option of `grader export`."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="totals",
    package="grader.totals",
    extends={"export": "grader.totals.command:extend"},
)
