"""The plugin's record; its checks are in the order of their findings on a sheet."""

from grader.model.check import RUN, Check
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="timing",
    package="grader.timing",
    schema=4,
    shows="grader.timing.shown:SHOWN",
    shows_class="grader.timing.shown:SHOWN",
    writes="grader.timing.shown:SHOWN",
    measures="grader.timing.measurer:MEASURER",
    examines="grader.timing.oral:EXAMINES",
    checks=(
        Check(
            "TIM001",
            "growth",
            "grader.timing.checks:growth",
            RUN,
            lesson=True,
            uses_times=True,
        ),
        Check(
            "TIM003",
            "too-slow",
            "grader.timing.checks:fast_enough",
            RUN,
            lesson=True,
            uses_times=True,
        ),
        Check(
            "TIM004",
            "too-noisy",
            "grader.timing.checks:quiet_enough",
            RUN,
            lesson=True,
            uses_times=True,
        ),
        Check("TIM005", "implausibly-fast", "grader.timing.checks:plausible", RUN, uses_times=True),
    ),
)
