"""The kit plugin: `grader pack`, and unpacked kits for `grader check`."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="kit",
    package="grader.kit",
    commands=("grader.kit.command:pack",),
    extends={"check": "grader.kit.command:extend"},
    places="grader.kit.places:KITS",
)
