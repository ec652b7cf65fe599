"""grades.csv: one line per student, for a spreadsheet or a program."""

import csv
import io
from collections.abc import Iterable

from grader.export.cells import cell, number
from grader.model.course import Assignment
from grader.model.finding import Verdict
from grader.model.scoresheet import ScoreSheet

HEAD = "student"
BOM = "\ufeff"  # without it Excel takes UTF-8 for CP932


def grades_csv(sheets: Iterable[ScoreSheet], assignment: Assignment) -> bytes:
    """Lists students by id: points per criterion, total, max, complete, what is open, what failed.

    UTF-8 with BOM, CRLF. An open award is an empty cell, never 0. Texts are written as
    `grader.export.cells` says, so that Excel neither executes nor changes them.
    """
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    criteria = [criterion.id for criterion in assignment.rubric]
    lines.writerow(map(cell, (HEAD, *criteria, "total", "max", "complete", "open", "failed")))
    for sheet in sorted(sheets, key=lambda one: one.student):
        lines.writerow(_line(sheet, criteria))
    return (BOM + text.getvalue()).encode()


def students_in(content: bytes) -> frozenset[str] | None:
    """Lists the students in a gradebook of ours, spelt as there; None when it is none."""
    rows = csv.reader(io.StringIO(content.decode("utf-8-sig", "replace"), newline=""))
    try:
        head, *lines = (row[0] for row in rows if row)
    except (ValueError, csv.Error):
        return None
    return frozenset(lines) if head == HEAD else None


def _line(sheet: ScoreSheet, criteria: Iterable[str]) -> list[str]:
    points = {award.criterion: award.points for award in sheet.awards}
    still_open = [award.criterion for award in sheet.awards if award.points is None]
    failed = {one.check for one in sheet.findings if one.verdict is Verdict.FAILED}
    return [
        cell(sheet.student),
        *(number(points.get(criterion)) for criterion in criteria),
        number(sheet.total),
        number(sheet.max),
        "yes" if sheet.complete else "no",
        cell(" ".join(still_open)),
        cell(" ".join(sorted(failed))),
    ]
