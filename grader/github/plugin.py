"""The plugin for GitHub: an option of `grader init`, and two formats of `grader check`."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="github",
    package="grader.github",
    check_formats={
        "classroom50": "grader.github.points:write_classroom50",
        "autograding": "grader.github.points:write_autograding",
    },
    extends={"init": "grader.github.command:extend"},
)
