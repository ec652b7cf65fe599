"""The cluster plugin: options of `grader grade`."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="cluster",
    package="grader.cluster",
    extends={"grade": "grader.cluster.command:extend"},
)
