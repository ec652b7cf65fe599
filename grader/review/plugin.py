"""What the review page offers: one command."""

from grader.plugins import Plugin

PLUGIN = Plugin(
    name="review",
    package="grader.review",
    commands=("grader.review.command:review",),
)
