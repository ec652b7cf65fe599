"""Write a Gradescope results.json for every student, by criteria or by checks."""

import json
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grader.export.gradebook import ExportOptions, Written
from grader.export.gradebook.saying import as_text
from grader.export.gradebook.totals import left_open, most, total_of, unconfirmed, with_total
from grader.export.junit import case_title
from grader.export.names import file_stems
from grader.export.stable_zip import zip_of
from grader.export.visibility import for_tas_only
from grader.model.course import Visibility
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Grade, Gradebook
from grader.model.scoresheet import GRADER, Award, ScoreSheet
from grader.privacy import change_texts, make_redactor, people_of, without_staff
from grader.wording import Wording, load_wording, visible

SHOWN = {Visibility.STUDENT: "visible", Visibility.TA: "hidden"}
MAX_LENGTH = 2_000  # characters of one finding
Tests = Callable[[Grade, Gradebook, Wording], list[dict[str, Any]]]


def write_gradescope(book: Gradebook, options: ExportOptions) -> Written:
    """Write a results.json for every student with a total: the score and one test per criterion."""
    return _gradescope(book, options, _criteria)


def write_gradescope_checks(book: Gradebook, options: ExportOptions) -> Written:
    """Write a results.json with one test per check; these tests have no points.

    Quotations are redacted as on students' pages; content for TAs only is hidden.
    """
    redactor = make_redactor((*people_of(book), *options.people))

    def masked(grade: Grade) -> ScoreSheet | None:
        if grade.sheet is None:
            return None
        own = without_staff(grade.sheet)
        return change_texts(own, lambda text: redactor.redact(text, grade.student))

    grades = tuple(replace(grade, sheet=masked(grade)) for grade in book.grades)
    return _gradescope(replace(book, grades=grades), options, _checks)


def _gradescope(book: Gradebook, options: ExportOptions, tests: Tests) -> Written:
    wording = load_wording(options.lang)
    grades = with_total(book, options)
    stems = file_stems(grade.student for grade in grades)
    filled = tuple(grade.student for grade in grades)
    documents = {
        grade.student: {
            "score": round(total_of(grade, options) or 0.0, 4),
            "output": as_text(grade.feedback),
            "output_format": "text",
            "visibility": "visible",
            "tests": tests(grade, book, wording),
            "extra_data": {
                "assignment": book.assignment.id,
                "max_score": most(book),
                "state": grade.state.value,
            },
        }
        for grade in grades
    }
    members = (
        (
            f"{stems[student]}/results.json",
            json.dumps(document, ensure_ascii=False, indent=2) + "\n",
        )
        for student, document in documents.items()
    )
    return Written(
        content=zip_of((name, text.encode("utf-8", "replace")) for name, text in members),
        filled=filled,
        left=left_open(book, options),
        notices=unconfirmed(book, filled),
    )


def _criteria(grade: Grade, book: Gradebook, wording: Wording) -> list[dict[str, Any]]:
    visibilities = {criterion.id: criterion.visibility for criterion in book.assignment.rubric}
    awards = grade.sheet.awards if grade.sheet is not None else ()
    tests = []
    for number, award in enumerate(awards, start=1):
        shown = SHOWN[visibilities.get(award.criterion, Visibility.STUDENT)]
        # A person's own reason is in the feedback, where it is redacted.
        reason = wording.reason(award) if award.decided_by == GRADER else ""
        tests.append(criterion_test(award, number, shown, reason, wording))
    return tests


def criterion_test(
    award: Award, number: int, visibility: str, output: str, wording: Wording
) -> dict[str, Any]:
    """Format one criterion; without a decision it has neither score nor status."""
    test: dict[str, Any] = {
        "name": wording.of(award.title) or award.criterion,
        "number": str(number),
        "output": output,
        "visibility": visibility,
        "tags": [award.criterion],
    }
    if award.points is None:
        open_ = wording.text("gradescope.open", points=f"{award.max:g}")
        return {**test, "output": f"{open_}\n{output}".rstrip()}
    passed = award.points >= award.max
    scored = {"score": round(award.points, 4), "max_score": award.max}
    return {**test, **scored, "status": "passed" if passed else "failed"}


def _checks(grade: Grade, book: Gradebook, wording: Wording) -> list[dict[str, Any]]:
    rubric = book.assignment.rubric
    tests = []
    for number, finding in enumerate(grade.sheet.findings if grade.sheet else (), start=1):
        hidden = for_tas_only(finding, rubric)
        test = {
            "name": case_title(finding, wording),
            "number": str(number),
            "output": "\n".join(finding_lines(finding, wording)),
            "visibility": SHOWN[Visibility.TA if hidden else Visibility.STUDENT],
            "tags": [finding.check, *([finding.subject] if finding.subject else [])],
        }
        if finding.verdict in (Verdict.PASSED, Verdict.FAILED):  # only these two judge the work
            test["status"] = finding.verdict.value
        tests.append(test)
    return tests


def finding_lines(finding: Finding, wording: Wording) -> list[str]:
    """Format a finding: its verdict and message, and its hint."""
    words = wording.finding(finding)
    texts = (f"{wording.verdict_of(finding)}: {words.message}", words.hint)
    return [visible(text, limit=MAX_LENGTH, keep="\n") for text in texts if text]
