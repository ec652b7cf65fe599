"""The scaffolding plugin: two commands."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="scaffolding",
    package="grader.scaffolding",
    commands=("grader.scaffolding.command:new", "grader.scaffolding.course_command:init"),
)
