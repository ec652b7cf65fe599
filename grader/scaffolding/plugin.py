"""What the scaffolding of new assignments offers: one command."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="scaffolding",
    package="grader.scaffolding",
    title={"ja": "課題のひな形", "en": "Scaffolding"},
    commands=("grader.scaffolding.command:new",),
)
