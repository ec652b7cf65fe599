"""Rosters and the LMS's own tables, of any kind, read without trusting them.

In: the bytes of a file. Out: Table (text), People (who stands in it, with warnings). Not here:
which student a name belongs to; writing tables.
"""

from grader.intake.tables.table import People, Table

__all__ = ["People", "Table"]
