"""What this plugin offers."""

from grader.model.check import RUN, Check
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="pattern",
    package="saiten_pattern",
    calls={"pattern": ""},
    asks="saiten_pattern.asks:ASKS",
    table="saiten_pattern.record:PatternTable",
    checks=(
        Check("PTN001", "no-pattern", "saiten_pattern.checks:is_there", RUN),
        Check("PTN002", "wrong-pattern", "saiten_pattern.checks:is_right", RUN),
    ),
)
