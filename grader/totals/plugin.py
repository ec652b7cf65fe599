"""What the total of the course offers: an option of `grader export`."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="totals",
    package="grader.totals",
    title={"ja": "授業全体の成績", "en": "Total of the course"},
    extends={"export": "grader.totals.command:extend"},
)
