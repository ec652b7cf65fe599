"""What the review page offers: one command."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="review",
    package="grader.review",
    title={"ja": "採点画面", "en": "Review page"},
    commands=("grader.review.command:review",),
)
