"""The plugin's record: one command, and the form for requests to look again."""

from importlib.util import find_spec

from grader.plugins import Plugin

REQUESTS = "grader.review.requests"  # delete the folder, and everything else goes on

PLUGIN = Plugin(
    name="review",
    package="grader.review",
    commands=("grader.review.command:review",),
    extends={"review": "grader.review.extending:extend"},
    sheet_form=f"{REQUESTS}.form:form_for" if find_spec(REQUESTS) else "",
)
