"""What the diagnosis of a computer offers: one command."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="machine",
    package="grader.machine",
    title={"ja": "コンピュータの診断", "en": "Diagnosis of the computer"},
    commands=("grader.machine.command:machine",),
)
