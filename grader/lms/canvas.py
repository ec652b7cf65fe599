"""Fill Canvas's gradebook.

Canvas reads an empty cell as a change and an unknown title as a new assignment. So no other
columns are uploaded, and no students without points. Canvas matches students by ID, SIS id and
login before the name: these columns are kept. It has no comments.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence

from grader.export.gradebook import ExportOptions, Notice, Written
from grader.lms.csv_text import CsvRow
from grader.lms.filling import ColumnUse, Lms, LmsFile, fill, needed, row_of
from grader.lms.matching import GradebookRow, PersonKey
from grader.lms.saying import has_comma
from grader.lms.sheets import TextSheet, open_text
from grader.lms.sure import sure_of_totals
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook
from grader.wording import visible

# English in every language of Canvas and compared literally; these columns are uploaded.
NAMES = ("Student", "LastName", "FirstName")
WHO = {
    PersonKey.STUDENT: ("SIS User ID", "SIS Login ID", "Integration ID"),
    PersonKey.USER: ("ID", "SIS Login ID"),
    PersonKey.MAIL: ("SIS Login ID",),
    PersonKey.NAME: NAMES,
}
KEPT = {*("Root Account", "Section"), *(word for words in WHO.values() for word in words)}

CANVAS = Lms(
    keys=WHO,
    order=(PersonKey.USER, PersonKey.STUDENT, PersonKey.MAIL, PersonKey.NAME),
    called=(*((word,) for word in NAMES), ("ID",)),
    excused=("EX", "N/A"),
    taken=("2026-11-23", "gradebook_exporter.rb and gradebook_importer.rb"),
)
POINTS_POSSIBLE = "Points Possible"
READ_ONLY = "(read only)"
WITH_ID = re.compile(r"(?P<title>.*)\((?P<id>\d+)\)", re.DOTALL)


def fill_canvas(book: Gradebook, options: ExportOptions) -> Written:
    """Fill the exported gradebook; `options.column` is an assignment's title or its number there.

    Raises IntakeError if the file is no Canvas gradebook, if not exactly one column matches the
    assignment, or if the points possible differ from the assignment's.
    """
    sheet = open_text(needed(options))
    who = {
        at: heading.strip() for at, heading in enumerate(sheet.headings) if heading.strip() in KEPT
    }
    assignments = {
        at: match
        for at, heading in enumerate(sheet.headings)
        if (match := WITH_ID.fullmatch(heading.strip()))
    }
    if "ID" not in who.values() or not {*who.values()} & {*NAMES}:
        raise IntakeError(
            "{path}: has no columns Student and ID, so it is not a Canvas gradebook",
            path=visible(sheet.name),
        )
    column = _canvas_column(sheet, assignments, book, options)
    own = [
        row
        for row in sheet.rows()
        if sheet.cell(row, 0).strip() == POINTS_POSSIBLE
        or not any(sheet.cell(row, at).strip() for at in who)
    ]
    maxima = [
        sheet.cell(row, column) for row in own if sheet.cell(row, 0).strip() == POINTS_POSSIBLE
    ]
    if any(cell.strip() == READ_ONLY for cell in maxima):
        raise IntakeError(
            "{path}: {column} is (read only), so Canvas does not accept points for it",
            path=visible(sheet.name),
            column=visible(sheet.heading(column)),
        )
    sure_of_totals(book, options)
    sheet.comma = has_comma(cell for at in assignments for cell in sheet.column(at))

    def content(filled: Collection[GradebookRow]) -> tuple[bytes, Sequence[Notice]]:
        rows = sorted({1, *own, *(row.number for row in filled)})
        places = [at for at in range(len(sheet.headings)) if at in who or at == column]
        lines = (sheet.lines[row - 1] for row in rows)
        kept_lines = [
            CsvRow(
                raw=[line.raw[at] for at in places],
                cells=[line.cells[at] for at in places],
                end=line.end or sheet.lines[0].end,
            )
            for line in lines
        ]
        return sheet.content(kept_lines), ()

    form = LmsFile(
        lms=CANVAS,
        name=sheet.name,
        sheet=sheet,
        rows=[
            row_of(CANVAS, row, {heading: sheet.cell(row, at) for at, heading in who.items()})
            for row in sheet.rows()
            if row not in own
        ],
        columns={ColumnUse.POINTS: column},
        maxima=maxima,
        content=content,
    )
    return fill(form, book, options)


def _canvas_column(
    sheet: TextSheet,
    assignments: Mapping[int, re.Match[str]],
    book: Gradebook,
    options: ExportOptions,
) -> int:
    """Return the assignment's column: by number, by title, or by the assignment's own names."""
    wanted = (
        [options.column]
        if options.column
        else [*book.assignment.title.values(), book.assignment.id]
    )
    plain = {_plain(name) for name in wanted}
    titles = {at: _plain(match["title"]) for at, match in assignments.items()}
    exactly = {
        at: {_plain(match[0]), match["id"], f"({match['id']})"} for at, match in assignments.items()
    }
    for matching in (
        [at for at, names in exactly.items() if names & plain],
        [at for at, title in titles.items() if title in plain],
    ):
        if len(matching) == 1:
            return matching[0]
    first = {_plain(name.split()[0]) for name in wanted if name.split() and not options.column}
    if len(titles) == 1 and first & {*titles.values()}:
        return next(iter(titles))  # "課題1", the only assignment, matches "課題1 行列積"
    columns = ", ".join(visible(sheet.heading(at)) for at in assignments) or "-"
    raise IntakeError(
        "{path}: no single column matches {column}; choose one with --column and the number in "
        "its parentheses, or create the assignment in Canvas and download again. Columns: "
        "{columns}",
        path=visible(sheet.name),
        column=visible(wanted[0]),
        columns=columns,
    )


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split()).casefold()
