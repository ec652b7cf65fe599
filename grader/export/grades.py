"""grades.csv: one line for everyone in the class, for a spreadsheet or a program."""

import csv
import io
from collections.abc import Iterable, Sequence
from itertools import chain

from grader.export.cells import cell, number
from grader.export.status import has_no_report
from grader.export.summary import ClassRow, NoSheet
from grader.model.course import Assignment
from grader.model.finding import Verdict
from grader.model.gradebook import HEADERS, NO_REPORT, STATES, Column
from grader.model.language import SOURCE_LANGUAGE

HEAD = "student"
SPOKEN = SOURCE_LANGUAGE  # language of the headings: programs read them
MISSING, THIS_RUN = "missing", "in this run"
WHO = (*(HEADERS[SPOKEN][column] for column in (Column.NAME, Column.LATE, Column.REPORT)), MISSING)
BOM = "\ufeff"  # without it Excel takes UTF-8 for CP932


def grades_csv(
    rows: Iterable[ClassRow], assignment: Assignment, without: Sequence[NoSheet] = ()
) -> bytes:
    """List students by id: points per criterion, total, max, complete, what is open, what failed.

    Then name, minutes late and whether the report is missing, with the headings of the exported
    table; why there is no sheet; and whether the student was in the folder graded last. Students
    without a sheet have a line without points.

    UTF-8 with BOM, CRLF. An open award is an empty cell, never 0. Texts are written as
    `grader.export.cells` says, so that Excel neither executes nor changes them.
    """
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    criteria = [criterion.id for criterion in assignment.rubric]
    points = [*criteria, "total", "max", "complete", "open", "failed"]
    lines.writerow(map(cell, (HEAD, *points, *WHO, THIS_RUN)))
    made = chain(
        ((row.sheet.student, _line(row, criteria)) for row in rows),
        ((each.student, _line_without(each, len(points))) for each in without),
    )
    lines.writerows(line for _, line in sorted(made))
    return (BOM + text.getvalue()).encode()


def students_in(content: bytes) -> frozenset[str] | None:
    """List the students with a sheet in a gradebook that we wrote, with their spelling there.

    Returns None if we did not write it.
    """
    rows = csv.reader(io.StringIO(content.decode("utf-8-sig", "replace"), newline=""))
    try:
        head, *lines = (row for row in rows if row)
    except (ValueError, csv.Error):
        return None
    if head[0] != HEAD:
        return None
    at = head.index(MISSING) if MISSING in head else len(head)
    return frozenset(line[0] for line in lines if not any(line[at : at + 1]))


def _line_without(each: NoSheet, width: int) -> list[str]:
    blanks = [""] * width
    return [cell(each.student), *blanks, cell(each.name), "", "", STATES[SPOKEN][each.state], "no"]


def _line(row: ClassRow, criteria: Iterable[str]) -> list[str]:
    sheet = row.sheet
    points = {award.criterion: award.points for award in sheet.awards}
    still_open = [award.criterion for award in sheet.awards if award.points is None]
    failed = {finding.check for finding in sheet.findings if finding.verdict is Verdict.FAILED}
    return [
        cell(sheet.student),
        *(number(points.get(criterion)) for criterion in criteria),
        number(sheet.total),
        number(sheet.max),
        "yes" if sheet.complete else "no",
        cell(" ".join(still_open)),
        cell(" ".join(sorted(failed))),
        cell(row.name),
        number(row.late_minutes),
        NO_REPORT[SPOKEN] if has_no_report(sheet.findings) else "",
        "",
        "yes" if row.here else "no",
    ]
