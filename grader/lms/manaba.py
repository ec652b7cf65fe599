"""Fill manaba's reportlist.xlsx: headings in the seventh row, learners down to `#end`.

Its headings are Japanese in every language; comments are plain text.
"""

from collections.abc import Mapping, Sequence

from grader.export.gradebook import ExportOptions, Into, Written
from grader.export.gradebook.saying import as_text
from grader.lms.columns import MarkColumn
from grader.lms.filling import ColumnUse, Comments, Lms, LmsFile, fill, needed, row_of
from grader.lms.matching import PersonKey
from grader.lms.sheets import BookSheet, as_cell_text, open_workbook
from grader.lms.sure import sure_of_totals
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook
from grader.tables import Field, column_headed
from grader.wording import JAPANESE, Language, visible

MANABA = Lms(
    keys={
        PersonKey.STUDENT: (Field.STUDENT,),
        PersonKey.USER: (Field.USER,),
        PersonKey.MAIL: (Field.MAIL,),
        PersonKey.NAME: (Field.NAME,),
    },
    order=(PersonKey.STUDENT, PersonKey.USER, PersonKey.MAIL),
    called=((Field.STUDENT, Field.USER), (Field.NAME,)),
    places={ColumnUse.POINTS: MarkColumn.TOTAL, ColumnUse.COMMENT: MarkColumn.COMMENT},
    empty=("",),
    comments=Comments(
        written=as_text,
        same=lambda cell, other: cell.strip() == other.strip(),
        blank=lambda cell: not cell,
    ),
    taken=("2026-11-23", "its manual, and three public programs that read reportlist.xlsx"),
)
LEARNERS = ("履修生", "student", "")
END = "#end"
MAX_HEADING_ROW = 40  # rows to search for the headings
MANABA_PEOPLE = (Field.STUDENT, Field.USER, Field.NAME, Field.MAIL, Field.ROLE)


def fill_manaba(book: Gradebook, options: ExportOptions) -> Written:
    """Fill 合計点 and 講評 of our students in the downloaded workbook, and nothing else.

    Raises IntakeError if it cannot be opened or lacks these columns.
    """
    sheet, columns = _manaba_sheet(options)
    sure_of_totals(book, options)
    fields = {kind: at for kind, at in columns.items() if isinstance(kind, Field)}
    rows = []
    for number in range(sheet.headings_in + 1, sheet.last + 1):
        if sheet.cell(number, 0).casefold() == END:
            break
        cells: dict[Field | str, str] = {
            kind: sheet.cell(number, at) for kind, at in fields.items()
        }
        learner = cells.get(Field.ROLE, "").casefold() in LEARNERS
        if learner and (cells.get(Field.STUDENT) or cells.get(Field.USER)):
            rows.append(row_of(MANABA, number, cells))
    form = LmsFile(
        lms=MANABA,
        name=sheet.into.name,
        sheet=sheet,
        rows=rows,
        columns={place: columns[kind] for place, kind in MANABA.places.items() if kind in columns},
        content=lambda _: (sheet.content(), ()),
    )
    return fill(form, book, options)


def sheet_language(_: Into) -> Language:
    """Return Japanese, the language of every workbook of manaba."""
    return JAPANESE


def _manaba_sheet(options: ExportOptions) -> tuple[BookSheet, Mapping[Field | MarkColumn, int]]:
    """Return the sheet with its row of headings, and the columns by their content."""
    into = needed(options)
    workbook = open_workbook(into)
    for sheet in workbook.worksheets:
        for number, cells in enumerate(
            sheet.iter_rows(max_row=MAX_HEADING_ROW, values_only=True), start=1
        ):
            headings = [as_cell_text(cell) for cell in cells]
            kinds: Sequence[Field | MarkColumn] = (*MANABA_PEOPLE, *MANABA.places.values())
            columns = {
                kind: at for kind in kinds if (at := column_headed(headings, kind)) is not None
            }
            if MarkColumn.TOTAL in columns and {Field.STUDENT, Field.USER} & columns.keys():
                book_sheet = BookSheet(
                    into=into, workbook=workbook, sheet=sheet, headings_in=number
                )
                return book_sheet, columns
    raise IntakeError(
        "{path}: has no row with the headings {words}; use the reportlist.xlsx from manaba",
        path=visible(into.name),
        words="合計点, 学籍番号, ユーザID",
    )
