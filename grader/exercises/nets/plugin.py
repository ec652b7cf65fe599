"""The plugin's offers."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="nets",
    package="grader.exercises.nets",
    schema=1,
    calls={
        "model": "grader.exercises.nets.calls:MODEL",
        "step": "grader.exercises.nets.calls:STEP",
        "inference": "grader.exercises.nets.calls:INFERENCE",
    },
    maker="nets",
    shows="grader.exercises.nets.facts:FACTS",
)
