"""What a table is once it is read: text, a row for every row of the file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from grader.tables.headings import Columns

if TYPE_CHECKING:
    from pandas import DataFrame


class Table(Struct, frozen=True, kw_only=True, eq=False):
    """One table as text. Blank rows stay, so that the index is the row's number for people."""

    frame: (
        "DataFrame"  # every cell a str, "" where the file has none; columns 0, 1, …; rows 1, 2, …
    )
    encoding: str = ""  # "" = a workbook
    delimiter: str = ""  # "" = a workbook
    sheet: str = ""  # of a workbook
    others: tuple[str, ...] = ()  # sheets of the workbook with headings of people, not read
    name: str = ""  # the file's, for messages
    cut_off: bool = False  # ends without a line's end, in a row with fewer cells than the others

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The cells by position: row 0 is the file's first."""
        return tuple(self.frame.itertuples(index=False, name=None))

    def below(self, row: int) -> "DataFrame":
        """What stands below the headings in this row, from 0, but blank rows and the headings."""
        frame = self.frame.iloc[row + 1 :]
        filled = frame.map(lambda cell: bool(cell.strip())).astype(bool).any(axis=1)
        again = frame.eq(self.frame.iloc[row]).all(axis=1)  # as on every printed page
        return frame[filled & ~again]


def table_of(
    rows: Sequence[Sequence[str]],
    name: str = "",
    *,
    sheet: str = "",
    encoding: str = "",
    delimiter: str = "",
) -> Table:
    """Makes a table of rows that may differ in length."""
    from pandas import DataFrame, RangeIndex

    width = max([1, *map(len, rows)])
    padded = [(*row, *[""] * (width - len(row))) for row in rows]
    index = RangeIndex(1, len(rows) + 1)
    frame = DataFrame(padded, index=index, columns=range(width), dtype=object)
    return Table(frame=frame, name=name, sheet=sheet, encoding=encoding, delimiter=delimiter)


def under(frame: "DataFrame", columns: Columns) -> "DataFrame":
    """Takes the columns that hold something known, called by what they hold."""
    return frame[list(columns.values())].set_axis(list(columns), axis=1)
