"""Format the findings of every submission as JUnit XML for another program."""

from xml.etree.ElementTree import Element

from grader.export.gradebook.totals import WHY, counts
from grader.export.gradebook.written import ExportOptions, Left, LeftOut, Written
from grader.export.junit import suite_element, to_junit
from grader.model.gradebook import Gradebook
from grader.wording import load_wording


def write_junit(book: Gradebook, options: ExportOptions) -> Written:
    """Write JUnit XML: a testsuite for each student with a sheet."""
    wording = load_wording(options.lang)
    shown = [grade for grade in book.grades if grade.sheet is not None and counts(grade, options)]
    without = [grade for grade in book.grades if grade not in shown]
    root, assignment = Element("testsuites", name=book.assignment.id), book.assignment.id
    for grade in shown:
        findings = grade.sheet.findings if grade.sheet else ()
        root.append(suite_element(grade.student, assignment, findings, wording))
    return Written(
        content=to_junit(root).encode("utf-8", "replace"),
        filled=tuple(grade.student for grade in shown),
        left=tuple(
            LeftOut(
                student=grade.student,
                why=Left.PROPOSED if grade.sheet else WHY.get(grade.state, Left.NOT_GRADED),
            )
            for grade in without
        ),
    )
