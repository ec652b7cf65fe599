"""A CSV file for Moodle's gradebook: 評定表 > インポート > CSV file.

The columns are mapped by hand there, by id number or by mail. Moodle aborts the whole import for
one unknown user or one grade above the maximum, so only students with an id are in it, and a column
of addresses or logins only when everybody has one.
"""

import re
from collections.abc import Sequence

from grader.export.gradebook.csv_text import COMMA, Line, misread_row, quoted
from grader.export.gradebook.saying import as_html, points_text
from grader.export.gradebook.totals import (
    left_open,
    sure_of_totals,
    total_of,
    unconfirmed,
    with_total,
)
from grader.export.gradebook.written import Asked, Left, LeftOut, Written
from grader.export.grades import BOM
from grader.model.errors import IntakeError
from grader.model.gradebook import Grade, Gradebook
from grader.wording import visible

ID = re.compile(r"(?=.*[0-9])[0-9A-Za-z][0-9A-Za-z.-]*")
HEADINGS = {
    "ja": ("IDナンバ", "メールアドレス", "フィードバック"),
    "en": ("ID number", "Email address", "Feedback"),
}


def write_moodle_book(book: Gradebook, asked: Asked) -> Written:
    """Writes id number, mail when all have one, grade (headed by the assignment), feedback."""
    sure_of_totals(book, asked)
    grades = [one for one in with_total(book, asked) if ID.fullmatch(one.student)]
    unknown = [one for one in with_total(book, asked) if not ID.fullmatch(one.student)]
    filled = tuple(one.student for one in grades)
    return Written(
        content=(BOM + _text(grades, book, asked)).encode(),
        filled=filled,
        left=(
            *left_open(book, asked),
            *(LeftOut(student=one.student, why=Left.NO_ID) for one in unknown),
        ),
        notices=unconfirmed(book, filled),
    )


def _text(grades: Sequence[Grade], book: Gradebook, asked: Asked) -> str:
    number, mail, feedback = HEADINGS[asked.lang]
    titles = book.assignment.title
    title = titles.get(asked.lang) or next(iter(titles.values()), book.assignment.id)
    with_mail = bool(grades) and all(one.who.mail for one in grades)
    rows = [[number, *([mail] if with_mail else []), visible(title), feedback]]
    for one in grades:
        points = points_text(total_of(one, asked) or 0.0)
        mails = [one.who.mail] if with_mail else []
        rows.append([one.student, *mails, points, as_html(one.feedback)])
    text = "".join(COMMA.join(quoted(cell, COMMA) for cell in row) + "\n" for row in rows)
    row = misread_row(text, COMMA, [Line(raw=[], cells=one) for one in rows], range(len(rows[0])))
    if row is not None:
        raise IntakeError(
            "row {row} holds a backslash that Moodle would misread; take it out", row=row
        )
    return text
