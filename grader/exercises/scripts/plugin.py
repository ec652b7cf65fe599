"""The plugin's record."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="scripts",
    package="grader.exercises.scripts",
    extracts="grader.exercises.scripts.extracting:extract",
    runs="grader.exercises.scripts.run:RUNNER",
    examines="grader.exercises.scripts.oral:EXAMINES",
)
