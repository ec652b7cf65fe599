"""Write a table for the import of Moodle's gradebook, where columns are mapped by hand."""

import re
from collections.abc import Sequence

from grader.export.gradebook import ExportOptions, Left, LeftOut, Written
from grader.export.gradebook.totals import left_open, total_of, unconfirmed, with_total
from grader.export.grades import BOM
from grader.lms.csv_text import COMMA, CsvRow, misread_row, quoted
from grader.lms.saying import as_html, points_text
from grader.lms.sure import sure_of_totals
from grader.model.errors import IntakeError
from grader.model.gradebook import Grade, Gradebook
from grader.wording import load_wording, visible

ID = re.compile(r"(?=.*[0-9])[0-9A-Za-z][0-9A-Za-z.-]*")


def write_moodle_book(book: Gradebook, options: ExportOptions) -> Written:
    """Write a CSV file for Moodle's 評定表 > インポート, where columns are mapped by hand.

    Its columns: id number, mail address if all have one, grade (headed by the assignment),
    feedback. One unknown user or one grade above the maximum aborts Moodle's whole import. So only
    students with an id are included, and addresses only if every student has one.
    """
    sure_of_totals(book, options)
    grades = [grade for grade in with_total(book, options) if ID.fullmatch(grade.student)]
    filled = tuple(grade.student for grade in grades)
    return Written(
        content=(BOM + _moodle_text(grades, book, options)).encode(),
        filled=filled,
        left=(
            *left_open(book, options),
            *(
                LeftOut(student=grade.student, why=Left.NO_ID)
                for grade in with_total(book, options)
                if not ID.fullmatch(grade.student)
            ),
        ),
        notices=unconfirmed(book, filled),
    )


def _moodle_text(grades: Sequence[Grade], book: Gradebook, options: ExportOptions) -> str:
    words = load_wording(options.lang)
    number, mail, feedback = (
        words.text(f"lms.moodle_book.{heading}") for heading in ("number", "mail", "feedback")
    )
    title = words.of(book.assignment.title) or book.assignment.id
    with_mail = bool(grades) and all(grade.who.mail for grade in grades)
    rows = [[number, *([mail] if with_mail else []), visible(title), feedback]]
    for grade in grades:
        points = points_text(total_of(grade, options) or 0.0)
        mails = [grade.who.mail] if with_mail else []
        rows.append([grade.student, *mails, points, as_html(grade.feedback)])
    text = "".join(COMMA.join(quoted(cell, COMMA) for cell in row) + "\n" for row in rows)
    row = misread_row(text, COMMA, [CsvRow(raw=[], cells=row) for row in rows], range(len(rows[0])))
    if row is not None:
        raise IntakeError(
            "row {row} contains a backslash that Moodle would misread; remove it", row=row
        )
    return text
