"""A table as text, one row per row of the file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from grader.tables.headings import Columns

if TYPE_CHECKING:
    from pandas import DataFrame


class Table(Struct, frozen=True, kw_only=True, eq=False):
    """One table as text. Blank rows are kept, so that the index is the row number in the file."""

    frame: "DataFrame"  # every cell a str, "" where the file has none; columns from 0, rows from 1
    encoding: str = ""  # "" = a workbook
    delimiter: str = ""  # "" = a workbook
    sheet: str = ""  # of a workbook
    others: tuple[str, ...] = ()  # sheets with headings of people that were not read
    name: str = ""  # of the file, for messages
    cut_off: bool = False  # whether the last row has no line end and fewer cells than the others

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The cells by position: row 0 is the file's first."""
        return tuple(self.frame.itertuples(index=False, name=None))

    def below(self, row: int) -> "DataFrame":
        """Return the filled rows below row `row` (0-based), except repeated headings."""
        frame = self.frame.iloc[row + 1 :]
        filled = frame.map(lambda cell: bool(cell.strip())).astype(bool).any(axis=1)
        again = frame.eq(self.frame.iloc[row]).all(axis=1)  # as repeated on every printed page
        return frame[filled & ~again]


def table_of(
    rows: Sequence[Sequence[str]],
    name: str = "",
    *,
    sheet: str = "",
    encoding: str = "",
    delimiter: str = "",
) -> Table:
    """Build a table from rows that may differ in length."""
    from pandas import DataFrame, RangeIndex

    width = max([1, *map(len, rows)])
    padded = [(*row, *[""] * (width - len(row))) for row in rows]
    index = RangeIndex(1, len(rows) + 1)
    frame = DataFrame(padded, index=index, columns=range(width), dtype=object)
    return Table(frame=frame, name=name, sheet=sheet, encoding=encoding, delimiter=delimiter)


def under(frame: "DataFrame", columns: Columns) -> "DataFrame":
    """Return the columns whose content is known, named by their content."""
    return frame[list(columns.values())].set_axis(list(columns), axis=1)
