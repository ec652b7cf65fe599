"""What this plugin offers: a command, and questions about functions of arrays."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="questions",
    package="grader.questions",
    commands=("grader.questions.command:questions",),
    examines="grader.questions.arrays:EXAMINES",
)
