"""The plugin for notebooks: the magics that `%load_ext grader` adds."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="notebook",
    package="grader.notebook",
    ipython="grader.notebook.magics:register",
)
