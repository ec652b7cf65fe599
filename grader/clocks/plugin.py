"""The clocks plugin: checks and inspector."""

from grader.model.check import SOURCE, Check
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="clocks",
    package="grader.clocks",
    schema=1,
    checks=(
        Check(
            "TIM002",
            "missing-synchronize",
            "grader.clocks.checks:waits_for_device",
            SOURCE,
            lesson=True,
        ),
        Check(
            "TIM006",
            "timing-includes-setup",
            "grader.clocks.checks:times_only_the_work",
            SOURCE,
            lesson=True,
        ),
    ),
    inspector="grader.clocks.inspector:INSPECTOR",
)
