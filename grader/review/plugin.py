"""What the review page offers: one command."""

from importlib.util import find_spec

from grader.plugins import Plugin

FAIR = "grader.review.fair"  # may be taken away
PLUGIN = Plugin(
    name="review",
    package="grader.review",
    commands=("grader.review.command:review",),
    extends={"review": f"{FAIR}.command:extend"} if find_spec(FAIR) else {},
)
