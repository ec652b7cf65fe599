"""Makes sure that Moodle reads every row of a filled worksheet as it is meant."""

from collections.abc import Collection

from grader.export.gradebook.lines import put_together
from grader.export.gradebook.moodle_columns import Columns
from grader.export.gradebook.php import BACKSLASH, misread_row
from grader.export.gradebook.sheets import Sheet
from grader.export.gradebook.written import Notice, NoticeKind
from grader.model.errors import IntakeError
from grader.wording import visible


def safe_content(sheet: Sheet, columns: Columns) -> tuple[bytes, list[Notice]]:
    """Gives the file's bytes; a character its encoding lacks becomes a reference, as in HTML.

    A text that was in the sheet before and ends in a backslash, such as an online text, would take
    the next row along: a blank is put behind it, and said. Raises IntakeError for any other row
    that Moodle would misread.
    """
    places = (columns.participant, columns.grade, columns.graded, columns.feedback)
    read = {at for at in places if at is not None}
    mended = _mend(sheet) if _misread(sheet, read) is not None else []
    row = _misread(sheet, read)
    if row is not None:
        raise IntakeError(
            "{path}: row {row} holds a backslash that would make Moodle read this row and "
            "the next as one; take it out and export again",
            path=visible(sheet.name),
            row=row,
        )
    rows = ", ".join(map(str, mended))
    notices = [Notice(kind=NoticeKind.MENDED, params={"rows": rows})] if mended else []
    return sheet.content(errors="xmlcharrefreplace"), notices


def _misread(sheet: Sheet, read: Collection[int]) -> int | None:
    text = put_together(sheet.lines, sheet.delimiter)
    return misread_row(text, sheet.delimiter, sheet.lines, read)


def _mend(sheet: Sheet) -> list[int]:
    mended = []
    for number, line in enumerate(sheet.lines, start=1):
        places = [at for at, cell in enumerate(line.cells) if cell.endswith(BACKSLASH)]
        for at in places:
            sheet.put(line, at, line.cells[at] + " ")
        if places:
            mended.append(number)
    return mended
