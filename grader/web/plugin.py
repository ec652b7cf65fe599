"""What the page offers: an option of `grader pack` that writes it."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="web",
    package="grader.web",
    extends={"pack": "grader.web.command:extend"},
)
