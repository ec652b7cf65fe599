"""What the scaffolding of new assignments offers: one command."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="scaffolding",
    package="grader.scaffolding",
    commands=("grader.scaffolding.command:new",),
)
