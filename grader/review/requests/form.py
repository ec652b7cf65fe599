"""The form on a score sheet with which a student requests a regrade.

It works on a page that was mailed or downloaded: the student's input becomes a short text, which is
shown while it is typed and which the browser saves as a file. Without JavaScript the text can be
copied.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from grader.export.names import file_stems
from grader.export.pages import render_part
from grader.model.course import Assignment, Visibility
from grader.model.scoresheet import ScoreSheet
from grader.protocols import SheetForm
from grader.review.requests.text import HEAD
from grader.wording.bilingual import load_bilingual

LONGEST = 2000  # characters that the form accepts; a stored claim may be longer
NAME = "{assignment}-request-{student}"


def form_for(sheet: ScoreSheet, assignment: Assignment) -> SheetForm | None:
    """Make the form; None where the assignment takes no requests, or nothing can be asked."""
    until = assignment.requests_until
    words = load_bilingual()
    criteria = [
        (criterion.id, words.of(criterion.title), criterion.points, points.get(criterion.id))
        for points in [_points(sheet)]
        for criterion in assignment.rubric
        if criterion.visibility is not Visibility.TA
    ]
    if until is None or not criteria:
        return None
    stem = file_stems([sheet.student])[sheet.student]
    html = render_part(
        "grader.review.requests",
        "form.html",
        head=HEAD,
        assignment=assignment.id,
        student=sheet.student,
        criteria=criteria,
        until=f"{until:%Y-%m-%d %H:%M}",
        file=NAME.format(assignment=assignment.id, student=stem),
        most=LONGEST,
    )
    return SheetForm(html=html, script=_script())


def _points(sheet: ScoreSheet) -> Mapping[str, float | None]:
    return {award.criterion: award.points for award in sheet.awards}


@cache
def _script() -> str:
    return Path(__file__).with_name("form.js").read_text(encoding="utf-8").strip()
