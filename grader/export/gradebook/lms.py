"""The files of LMSs that are filled: where everything stands in each of them.

What is alike is data (`Lms`); the functions below find the columns and the rows. Moodle stores a
comment as HTML, manaba as text; Canvas and a pasted column have none.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.export.gradebook.csv_text import BACKSLASH, CsvRow, misread_row, put_together
from grader.export.gradebook.filling import ColumnUse, Comments, Lms, LmsFile, fill, needed, row_of
from grader.export.gradebook.matching import GradebookRow, PersonKey, keys, keys_of
from grader.export.gradebook.saying import (
    as_html,
    as_text,
    has_comma,
    number_of,
    same_html,
    says_nothing,
)
from grader.export.gradebook.sheets import (
    BookSheet,
    OneColumn,
    TextSheet,
    as_cell_text,
    misread,
    open_text,
    open_workbook,
    ragged,
)
from grader.export.gradebook.totals import sure_of_totals
from grader.export.gradebook.written import ExportOptions, Into, Notice, NoticeKind, Written
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook
from grader.people import name_forms, same_id
from grader.tables import Field, MarkColumn, canvas_words, column_headed, read_table
from grader.wording import Language, visible

MOODLE = Lms(
    keys={
        PersonKey.PARTICIPANT: (Field.PARTICIPANT,),
        PersonKey.STUDENT: (Field.STUDENT,),
        PersonKey.USER: (Field.USER,),
        PersonKey.MAIL: (Field.MAIL,),
        PersonKey.NAME: (Field.NAME,),
    },
    order=tuple(PersonKey),
    called=((Field.ID,), (Field.NAME,)),
    places={
        ColumnUse.POINTS: MarkColumn.GRADE,
        ColumnUse.MAXIMUM: MarkColumn.MAXIMUM,
        ColumnUse.LOCKED: MarkColumn.CHANGEABLE,
        ColumnUse.GRADED: MarkColumn.GRADED,
        ColumnUse.COMMENT: MarkColumn.FEEDBACK,
    },
    comments=Comments(written=as_html, same=same_html, blank=says_nothing),
    taken=("2026-11-23", "mod/assign/gradingtable.php and lang/ja of Moodle 4.5"),
)
CANVAS = Lms(
    keys={kind: tuple(canvas_words().get(kind.value, ())) for kind in PersonKey},
    order=(PersonKey.USER, PersonKey.STUDENT, PersonKey.MAIL, PersonKey.NAME),
    called=(*((word,) for word in canvas_words()["name"]), ("ID",)),
    excused=("EX", "N/A"),
    taken=("2026-11-23", "gradebook_exporter.rb and gradebook_importer.rb"),
)
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
ANY_TABLE = Lms(keys={}, order=(PersonKey.STUDENT, PersonKey.MAIL, PersonKey.USER), called=())


# Moodle's offline grading worksheet. Moodle takes the headings from the language of whoever
# downloaded it: known ones are believed; in other languages the cells tell, by a word and a number
# in the first column, and by the grade to the left of a column that says one maximum in every row.

JAPANESE = re.compile(r"[぀-ヿ㐀-鿿]")
NUMBERED = re.compile(r"(?P<word>\D+)(?P<number>\d+)")
PERSON = re.compile(r"\D*(?P<number>\d+)")
MOODLE_PEOPLE = (Field.ID, Field.NAME, Field.MAIL, Field.STUDENT, Field.USER, Field.STATUS)


def fill_moodle(book: Gradebook, options: ExportOptions) -> Written:
    """Fills the downloaded worksheet: nothing but grades and comments of ours changes.

    Raises IntakeError when it is no such sheet or another assignment's, when its maximum is not the
    assignment's, when a total is above it, and when Moodle would read a row otherwise than it is
    meant: Moodle passes over most of these in silence.
    """
    sheet = open_text(needed(options), php=True)
    columns, notices = _moodle_columns(sheet)
    participant, grade = columns[Field.ID], columns[MarkColumn.GRADE]
    maximum = columns.get(MarkColumn.MAXIMUM)
    # No row of Moodle's is without its number: it would be the rest of a text that was torn apart.
    has_backslash = any(BACKSLASH in cell for line in sheet.lines for cell in line.cells)
    for row in sheet.rows():
        if not sheet.cell(row, participant):
            raise ragged(sheet.name, row - 1)
        if has_backslash and not _participant_of(sheet.cell(row, participant)):
            raise misread(sheet.name, row - 1)
    sure_of_totals(book, options)
    maxima = [] if maximum is None else sheet.column(maximum)
    sheet.comma = has_comma([*sheet.column(grade), *maxima])
    fields = {kind: at for kind, at in columns.items() if isinstance(kind, Field)}
    places = {place: columns[kind] for place, kind in MOODLE.places.items() if kind in columns}

    def row_at(row: int) -> GradebookRow:
        who = sheet.cell(row, participant)
        cells: dict[Field | str, str] = {kind: sheet.cell(row, at) for kind, at in fields.items()}
        return row_of(
            MOODLE, row, {**cells, Field.ID: who, Field.PARTICIPANT: _participant_of(who)}
        )

    def content(_: Collection[GradebookRow]) -> tuple[bytes, Sequence[Notice]]:
        compared = (ColumnUse.POINTS, ColumnUse.GRADED, ColumnUse.COMMENT)
        read = {participant, *(places[place] for place in compared if place in places)}
        return _safe_for_moodle(sheet, read)

    form = LmsFile(
        lms=MOODLE,
        name=sheet.name,
        sheet=sheet,
        rows=[row_at(row) for row in sheet.rows()],
        columns=places,
        maxima=maxima,
        dated=True,
        notices=notices,
        content=content,
    )
    return fill(form, book, options)


def sheet_language(form: str, into: Into) -> Language | None:
    """Return the language of a file to be filled; None where its headings do not tell.

    Canvas writes English headings in every language, manaba Japanese ones.
    """
    if form == "manaba":
        return "ja"
    headings = open_text(into, php=True).headings if form == "moodle" else ()
    if any(map(JAPANESE.search, headings)):
        return "ja"
    return "en" if column_headed(headings, MarkColumn.GRADE) is not None else None


def _moodle_columns(sheet: TextSheet) -> tuple[Mapping[Field | MarkColumn, int], list[Notice]]:
    """Finds the columns; raises IntakeError, with the headings there are, when it is not sure."""
    kinds: Sequence[Field | MarkColumn] = (
        *MOODLE_PEOPLE,
        *MOODLE.places.values(),
        MarkColumn.SCALE,
    )
    named = {kind: at for kind in kinds if (at := column_headed(sheet.headings, kind)) is not None}
    if MarkColumn.SCALE in named:
        raise IntakeError("{path}: uses a grading scale, not points", path=visible(sheet.name))
    columns: dict[Field | MarkColumn, int] = {
        **named,
        Field.ID: _participants(sheet, named.get(Field.ID)),
    }
    if MarkColumn.GRADE not in named:
        if MarkColumn.MAXIMUM not in named:
            columns[MarkColumn.MAXIMUM] = _maximum(sheet)
        columns[MarkColumn.GRADE] = columns[MarkColumn.MAXIMUM] - 1
        if columns[MarkColumn.GRADE] < 0:
            raise _without_points(sheet)
    notices = [
        Notice(kind=notice, params={"header": sheet.heading(columns[kind])})
        for kind, notice in (
            (Field.ID, NoticeKind.GUESSED_PEOPLE),
            (MarkColumn.GRADE, NoticeKind.GUESSED_POINTS),
        )
        if columns[kind] != named.get(kind)
    ]
    notices += [
        Notice(kind=NoticeKind.HEADING, params={"header": heading})
        for heading in map(sheet.heading, named.values())
        if heading != " ".join(heading.split())  # Moodle does not know it again
    ]
    heading = sheet.heading(columns[MarkColumn.GRADE])
    known = "ja" if JAPANESE.search(heading) else "en"
    language = known if MarkColumn.GRADE in named else visible(heading)
    notices.append(Notice(kind=NoticeKind.LANGUAGE, params={"language": language}))
    if columns.get(MarkColumn.FEEDBACK) == 0:  # Moodle passes over it there
        del columns[MarkColumn.FEEDBACK]
    return columns, notices


def _participant_of(cell: str) -> str:
    """Reads the number of `参加者31201` or `Participant 31201`; "" when it is something else."""
    person = PERSON.fullmatch(cell.strip())
    return person["number"] if person else ""


def _participants(sheet: TextSheet, named: int | None) -> int:
    """Finds the column of "participant 31201": one word for all, and a number for each."""
    if named is not None and any(map(_participant_of, sheet.column(named))):
        return named
    for at in range(len(sheet.headings)):
        matches = [NUMBERED.fullmatch(cell.strip()) for cell in sheet.column(at)]
        words = {match["word"].strip() for match in matches if match}
        numbers = {match["number"] for match in matches if match}
        if numbers and len(numbers) == len(matches) and len(words) == 1:
            return at
    raise IntakeError(
        "{path}: no column contains participant numbers such as Participant 31201, so it is not a "
        "Moodle grading worksheet; columns: {columns}",
        path=visible(sheet.name),
        columns=_headings(sheet),
    )


def _maximum(sheet: TextSheet) -> int:
    """Finds the one column that says a maximum, by what stands in it and left of it."""
    headings = []
    for at in range(1, len(sheet.headings)):
        maxima = {number_of(cell) for cell in sheet.column(at)}
        most = maxima.pop() if len(maxima) == 1 else None
        grades = (cell for cell in sheet.column(at - 1) if cell.strip() not in MOODLE.empty)
        points = [number_of(cell) for cell in grades]
        if most and all(amount is not None and 0 <= amount <= most for amount in points):
            headings.append(at)
    if len(headings) != 1:
        raise _without_points(sheet)
    return headings[0]


def _without_points(sheet: TextSheet) -> IntakeError:
    return IntakeError(
        "{path}: the column of points of a Moodle grading worksheet was not found; columns: "
        "{columns}",
        path=visible(sheet.name),
        columns=_headings(sheet),
    )


def _headings(sheet: TextSheet) -> str:
    return ", ".join(visible(heading) for heading in sheet.headings)


def _safe_for_moodle(sheet: TextSheet, read: Collection[int]) -> tuple[bytes, Sequence[Notice]]:
    """Gives the file's bytes; a character its encoding lacks becomes a reference, as in HTML.

    A text that was in the sheet before and ends in a backslash, such as an online text, would take
    the next row along: a blank is put behind it, and said. Raises IntakeError for any other row
    that Moodle would misread.
    """

    def misread_in() -> int | None:
        text = put_together(sheet.lines, sheet.delimiter)
        return misread_row(text, sheet.delimiter, sheet.lines, read)

    notices = []
    if not sheet.encoding.startswith("utf-8"):
        notices.append(Notice(kind=NoticeKind.ENCODING, params={"encoding": sheet.encoding}))
    mended = dict.fromkeys(_mend(sheet)) if misread_in() is not None else {}
    if mended:
        rows = ", ".join(map(str, mended))
        notices.append(Notice(kind=NoticeKind.MENDED, params={"rows": rows}))
    if (row := misread_in()) is not None:
        raise misread(sheet.name, row)
    return sheet.content(errors="xmlcharrefreplace"), notices


def _mend(sheet: TextSheet) -> Iterator[int]:
    for row, line in enumerate(sheet.lines, start=1):
        for at, cell in enumerate(line.cells):
            if cell.endswith(BACKSLASH):
                sheet.put(row, at, cell + " ")
                yield row


# Canvas's gradebook. It takes an empty cell for a change and an unknown title for a new assignment,
# so no other column goes back, and nobody without points. It finds students by ID, SIS id and login
# before the name: these columns stay.

POINTS_POSSIBLE = "Points Possible"
READ_ONLY = "(read only)"
WITH_ID = re.compile(r"(?P<title>.*)\((?P<id>\d+)\)", re.DOTALL)


def fill_canvas(book: Gradebook, options: ExportOptions) -> Written:
    """Fills the exported gradebook; `options.column` is a title or an assignment's number there.

    Raises IntakeError when it is no such file, when no one column is the assignment's, and when
    its points possible are not the assignment's.
    """
    sheet = open_text(needed(options))
    who = {
        at: heading.strip()
        for at, heading in enumerate(sheet.headings)
        if any(heading.strip() in words for words in canvas_words().values())
    }
    assignments = {
        at: match
        for at, heading in enumerate(sheet.headings)
        if (match := WITH_ID.fullmatch(heading.strip()))
    }
    if "ID" not in who.values() or not {*who.values()} & {*canvas_words()["name"]}:
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
    """Finds the assignment's column: by number, by title, or by the assignment's own names."""
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
        return next(iter(titles))  # "課題1", the only one, for "課題1 行列積"
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


# manaba's reportlist.xlsx: headings in the seventh row, learners down to `#end`.

LEARNERS = ("履修生", "student", "")
END = "#end"
DEEPEST = 40  # rows
MANABA_PEOPLE = (Field.STUDENT, Field.USER, Field.NAME, Field.MAIL, Field.ROLE)


def fill_manaba(book: Gradebook, options: ExportOptions) -> Written:
    """Fills the downloaded workbook: 合計点 and 講評 of our students, nothing else.

    Raises IntakeError when it cannot be opened or has no such columns.
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


def _manaba_sheet(options: ExportOptions) -> tuple[BookSheet, Mapping[Field | MarkColumn, int]]:
    """Finds the sheet, the row with the headings, and what they say."""
    into = needed(options)
    workbook = open_workbook(into)
    for sheet in workbook.worksheets:
        for number, cells in enumerate(sheet.iter_rows(max_row=DEEPEST, values_only=True), start=1):
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


# One column in a given sheet's order, to be pasted where nothing else may be written: many
# universities take final marks only in a workbook that is locked. Any table with the ids will do.

HAS_DIGIT = re.compile(r"\d")
LONGEST = 40  # characters of an id or an address


def write_column(book: Gradebook, options: ExportOptions) -> Written:
    """Writes the points one to a line, from the first student's row to the last one's.

    Raises IntakeError when no column of the sheet holds ids of these students.
    """
    into = needed(options)
    table = read_table(into.content, into.name).rows
    known = {grade.student: keys_of(grade) for grade in book.grades}
    kind_of = {
        key: kind
        for kind in reversed(ANY_TABLE.order)
        for mine in known.values()
        for key in mine[kind]
    }
    names = {key for mine in known.values() for key in mine[PersonKey.NAME]}
    columns = [
        [cell.strip().removeprefix("'") for cell in cells] for cells in zip(*table, strict=True)
    ]
    hits = [len({same_id(cell) for cell in cells} & kind_of.keys()) for cells in columns]
    if not any(hits):
        raise IntakeError(
            "{path}: no column contains the IDs of these students, so their rows cannot be "
            "identified",
            path=visible(into.name),
        )
    ids = columns[hits.index(max(hits))]
    first, last = _extent(ids, kind_of)
    rows = [
        GradebookRow(
            number=at + 1,
            who=visible(ids[at]),
            keys=keys({kind_of[key]: [ids[at]]} if (key := same_id(ids[at])) in kind_of else {}),
            names=tuple(cell for cell in table[at] if name_forms(cell) & names),
        )
        for at in range(first, last + 1)
        if ids[at]
    ]
    sheet = OneColumn(first=first + 1, last=last + 1)
    notice = Notice(kind=NoticeKind.FIRST_ROW, params={"row": first + 1, "last": last + 1})
    form = LmsFile(
        lms=ANY_TABLE,
        name=into.name,
        sheet=sheet,
        rows=rows,
        columns={ColumnUse.POINTS: 0},
        notices=[notice],
        content=lambda _: (sheet.content(), ()),
    )
    return fill(form, book, options)


def _extent(ids: Sequence[str], known: Collection[str]) -> tuple[int, int]:
    """Finds the first and the last row of a student, ours or not."""
    ours = [at for at, cell in enumerate(ids) if same_id(cell) in known]
    first, last = ours[0], ours[-1]
    while first and _like_id(ids[first - 1]):
        first -= 1
    while last + 1 < len(ids) and _like_id(ids[last + 1]):
        last += 1
    return first, last


def _like_id(text: str) -> bool:
    return len(text) <= LONGEST and HAS_DIGIT.search(text) is not None and not text.count(" ")
