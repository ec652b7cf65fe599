"""The plugin's record: a command, a pane of the review page, and questions about arrays."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="questions",
    package="grader.questions",
    commands=("grader.questions.command:questions",),
    shows_beside="grader.questions.beside:MARKING",
    examines="grader.questions.arrays:EXAMINES",
)
