"""What this plugin offers."""

from grader.model.check import SUBMISSION, Check
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="lines",
    package="saiten_lines",
    checks=(Check("LIN001", "long-lines", "saiten_lines.lines:not_too_long", SUBMISSION),),
    inspector="saiten_lines.lines:INSPECTOR",
    shows="saiten_lines.lines:SHOWN",
    writes="saiten_lines.lines:SHOWN",
)
