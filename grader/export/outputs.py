"""The files under OUT."""

from collections.abc import Sequence
from pathlib import Path

from grader.export.files import real_folder, remove_drafts, write_file
from grader.export.grades import grades_csv
from grader.export.pages import render_sheet_html, render_summary_html
from grader.export.sheet import sheet_bytes, sheet_document
from grader.export.summary import ClassRow
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.wording import Language, load_wording

SHEETS = "sheets"


def write_sheet(
    out: Path, row: ClassRow, evidence: Evidence, assignment: Assignment, lang: Language
) -> None:
    """Writes one student's `sheets/STEM.json` and `sheets/STEM.html`; raises StoreError."""
    folder = real_folder(out / SHEETS)
    document = sheet_document(row.sheet, evidence, assignment, load_wording(lang))
    page = render_sheet_html(row.sheet, evidence, assignment, lang)
    write_file(folder / f"{row.stem}.json", sheet_bytes(document))
    write_file(folder / f"{row.stem}.html", page.encode())


def clear_away_drafts(out: Path) -> None:
    """Removes what a killed grader left half-written. Nobody else may be writing there."""
    for folder in (out, out / SHEETS):
        remove_drafts(folder)


def write_class(
    out: Path, rows: Sequence[ClassRow], assignment: Assignment, lang: Language
) -> None:
    """Writes the class's `grades.csv` and `summary.html`, and waits for the disk."""
    grades = grades_csv((row.sheet for row in rows), assignment)
    page = render_summary_html(rows, assignment, lang)
    write_file(out / "grades.csv", grades, durable=True)
    write_file(out / "summary.html", page.encode(), durable=True)
