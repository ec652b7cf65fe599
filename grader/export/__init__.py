"""What leaves the grader: score sheets (JSON, HTML), the class summary, grades.csv.

In: score sheets, evidence, wording. Out: files under OUT, written whole or not at all. Not here:
grading, points, the terminal. The same sheet and evidence give the same bytes, always.
"""

from grader.export.cards import place_key
from grader.export.cells import cell
from grader.export.class_grid import waiting_of
from grader.export.grades import grades_csv
from grader.export.names import file_stems
from grader.export.outputs import (
    clear_away_drafts,
    keep_grades,
    prepare_class,
    write_class,
    write_sheet,
)
from grader.export.pages import render_sheet_html, render_summary_html
from grader.export.pointing import pointer, under, under_code
from grader.export.report_document import report_document
from grader.export.sheet import SCHEMA, finding_document, sheet_bytes, sheet_document
from grader.export.stable_zip import zip_of
from grader.export.standing import standing
from grader.export.summary import ClassRow, NoSheet

__all__ = [
    "SCHEMA",
    "ClassRow",
    "NoSheet",
    "cell",
    "clear_away_drafts",
    "file_stems",
    "finding_document",
    "grades_csv",
    "keep_grades",
    "place_key",
    "pointer",
    "prepare_class",
    "render_sheet_html",
    "render_summary_html",
    "report_document",
    "sheet_bytes",
    "sheet_document",
    "standing",
    "under",
    "under_code",
    "waiting_of",
    "write_class",
    "write_sheet",
    "zip_of",
]
