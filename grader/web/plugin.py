"""The plugin's record: an option of `grader pack` that writes a page."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="web",
    package="grader.web",
    extends={"pack": "grader.web.command:extend"},
)
