"""Our own table as CSV: for a spreadsheet, a program, and `grader review --import`.

UTF-8 with BOM, CRLF, columns as in `grader.export.gradebook.table`. A text that a spreadsheet
would execute or change has one apostrophe in front (`grader.export.cells`); comments keep their
lines, in quotes. Points are plain numbers, undecided ones are blank.
"""

import csv
import io
from datetime import datetime

from grader.export.cells import cell, guarded, number
from grader.export.gradebook.saying import as_text
from grader.export.gradebook.table import Value, own_table
from grader.export.gradebook.totals import left_open, unconfirmed, with_total
from grader.export.gradebook.written import Asked, Written
from grader.export.grades import BOM
from grader.model.gradebook import Gradebook


def write_csv(book: Gradebook, asked: Asked) -> Written:
    """Writes everybody of the gradebook, in its order."""
    table = own_table(book, asked)
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow(map(cell, table.headings))
    for row in table.rows:
        lines.writerow(map(_cell, row.values))
    filled = tuple(one.student for one in with_total(book, asked))
    return Written(
        content=(BOM + text.getvalue()).encode(),
        filled=filled,
        left=left_open(book, asked),
        notices=unconfirmed(book, filled),
    )


def _cell(value: Value) -> str:
    match value:
        case None:
            return ""
        case str():
            return guarded(as_text(value))
        case datetime():
            return cell(value.isoformat(timespec="seconds"))
        case _:
            return number(value)
