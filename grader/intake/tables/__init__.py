"""Rosters and the LMS's own tables, of any kind, read without trusting them.

In: the bytes of a file. Out: Table (text), People (who stands in it, with warnings). Not here:
which student a name belongs to; writing tables.
"""

from grader.intake.tables.delimited import read_delimited
from grader.intake.tables.kinds import is_workbook
from grader.intake.tables.people import read_people
from grader.intake.tables.table import People, Table
from grader.intake.tables.workbook import read_sheets, read_workbook

__all__ = ["People", "Table", "read_people", "read_table", "read_tables"]


def read_table(raw: bytes, name: str) -> Table:
    """Reads CSV, TSV or .xlsx as text. Raises IntakeError: the file, what it is, what to do."""
    return read_workbook(raw, name) if is_workbook(raw, name) else read_delimited(raw, name)


def read_tables(raw: bytes, name: str) -> tuple[Table, ...]:
    """Reads every visible sheet of a workbook, and anything else as one table, as `read_table`."""
    return read_sheets(raw, name) if is_workbook(raw, name) else (read_delimited(raw, name),)
