"""Gradescope's results.json for every student, in one zip: STUDENT/results.json."""

import json
from typing import Any

from grader.export.gradebook.saying import as_text
from grader.export.gradebook.stable_zip import zip_of
from grader.export.gradebook.totals import left_open, most, total_of, unconfirmed, with_total
from grader.export.gradebook.written import Asked, Written
from grader.export.names import file_stems
from grader.model.course import Visibility
from grader.model.gradebook import Grade, Gradebook
from grader.model.scoresheet import GRADER, Award
from grader.wording import Wording, load_wording

SHOWN = {Visibility.STUDENT: "visible", Visibility.TA: "hidden"}


def write_gradescope(book: Gradebook, asked: Asked) -> Written:
    """Writes a results.json for everybody with a total: score, and one test per criterion."""
    wording = load_wording("ja" if asked.lang == "ja" else "en")
    grades = with_total(book, asked)
    stems = file_stems(one.student for one in grades)
    filled = tuple(one.student for one in grades)
    return Written(
        content=zip_of(
            (f"{stems[one.student]}/results.json", _bytes(_results(one, book, asked, wording)))
            for one in grades
        ),
        filled=filled,
        left=left_open(book, asked),
        notices=unconfirmed(book, filled),
    )


def _results(grade: Grade, book: Gradebook, asked: Asked, wording: Wording) -> dict[str, Any]:
    rubric = {one.id: one for one in book.assignment.rubric}
    awards = grade.sheet.awards if grade.sheet is not None else ()
    tests = []
    for number, award in enumerate(awards, start=1):
        criterion = rubric.get(award.criterion)
        visibility = criterion.visibility if criterion else Visibility.STUDENT
        tests.append(_test(award, number, SHOWN[visibility], wording))
    return {
        "score": round(total_of(grade, asked) or 0.0, 4),
        "output": as_text(grade.feedback),
        "output_format": "text",
        "visibility": "visible",
        "tests": tests,
        "extra_data": {
            "assignment": book.assignment.id,
            "max_score": most(book),
            "state": grade.state.value,
        },
    }


def _test(award: Award, number: int, visibility: str, wording: Wording) -> dict[str, Any]:
    """Says one criterion. A person's own reason stands in the feedback, where it is redacted."""
    points = award.points or 0.0
    said = wording.reason(award) if award.decided_by == GRADER else ""
    return {
        "name": wording.of(award.title) or award.criterion,
        "number": str(number),
        "score": round(points, 4),
        "max_score": award.max,
        "status": "passed" if points >= award.max else "failed",
        "output": said,
        "visibility": visibility,
        "tags": [award.criterion],
    }


def _bytes(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
