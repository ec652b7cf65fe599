"""Read tables of people and marks without trusting them.

In: the bytes of a CSV, TSV or .xlsx, in any encoding. Out: a Table of text on pandas, and the
content of each column according to one list of heading words (headings.toml). Not here: who a row
is (intake, export); whether two ids or names are the same (people); writing tables.
"""

from grader.tables.delimited import decode_table
from grader.tables.headings import (
    ATTENDED,
    Columns,
    Field,
    LmsTable,
    column_headed,
    find_header,
    folded,
    is_headed,
    lists_beside,
    lms_of,
    lms_with_participants,
)
from grader.tables.japanese import (
    Decoded,
    decode_iso2022,
    decode_japanese,
    japanese_score,
    printable,
)
from grader.tables.reading import is_workbook, read_table, read_tables
from grader.tables.table import Table, table_of, under
from grader.tables.workbook import check_workbook

__all__ = [
    "ATTENDED",
    "Columns",
    "Decoded",
    "Field",
    "LmsTable",
    "Table",
    "check_workbook",
    "column_headed",
    "decode_iso2022",
    "decode_japanese",
    "decode_table",
    "find_header",
    "folded",
    "is_headed",
    "is_workbook",
    "japanese_score",
    "lists_beside",
    "lms_of",
    "lms_with_participants",
    "printable",
    "read_table",
    "read_tables",
    "table_of",
    "under",
]
