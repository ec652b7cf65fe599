"""The files under OUT."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from grader.export.cells import cell
from grader.export.drawing import drawn_in
from grader.export.grades import grades_csv, students_in
from grader.export.pages import render_check_html, render_sheet_html, render_summary_html
from grader.export.sheet import sheet_bytes, sheet_document
from grader.export.style import shared_style
from grader.export.summary import ClassRow, NoSheet
from grader.files import real_folder, remove_drafts, write_file
from grader.model.course import Assignment
from grader.model.errors import StoreError
from grader.model.evidence import Evidence
from grader.model.places import PlaceComment
from grader.wording import Language, load_wording

SHEETS = "sheets"
SUMMARY = "summary.html"
GRADES = "grades.csv"
STYLE = "style.css"
CHECKS = "checks"
TO_CHECK = re.compile(rf'href="\.\./{CHECKS}/([A-Z]{{3}}[0-9]{{3}})\.html"')


def write_sheet(  # noqa: PLR0913  what is written, for whom, and when it is not
    out: Path,
    row: ClassRow,
    evidence: Evidence,
    assignment: Assignment,
    lang: Language,
    *,
    places: Sequence[PlaceComment] = (),
    only_if_changed: bool = False,
) -> None:
    """Write one student's `sheets/STEM.html` and `sheets/STEM.json`; raises StoreError.

    The page takes most of the time. With `only_if_changed`, files whose JSON is as it would be
    written now are left alone.
    """
    folder = real_folder(out / SHEETS)
    path, beside = folder / f"{row.stem}.html", folder / f"{row.stem}.json"
    words = load_wording(lang)
    document = sheet_bytes(sheet_document(row.sheet, evidence, assignment, words, places))
    if only_if_changed and path.is_file() and _holds(beside, document):
        return
    page = render_sheet_html(
        row.sheet, evidence, assignment, lang, before=drawn_in(path), places=places, shared=True
    )
    _write_shared(out, page, lang)
    write_file(path, page.encode())
    write_file(beside, document)  # last: its existence shows that the page is complete


def _write_shared(out: Path, page: str, lang: Language) -> None:
    """Write the files outside its folder that a sheet links to, unless they exist."""
    _write_once(out / STYLE, shared_style().encode())
    for code in dict.fromkeys(TO_CHECK.findall(page)):
        file = real_folder(out / CHECKS) / f"{code}.html"
        _write_once(file, render_check_html(code, lang).encode())


def _write_once(path: Path, content: bytes) -> None:
    if not _holds(path, content):
        write_file(path, content)


def has_sheet(out: Path, stem: str) -> bool:
    """Return whether both files of a student's sheet exist."""
    return all((out / SHEETS / f"{stem}.{suffix}").is_file() for suffix in ("html", "json"))


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def clear_away_drafts(out: Path) -> None:
    """Remove half-written files of a killed grader. No other process may be writing there."""
    for folder in (out, out / SHEETS, out / CHECKS):
        remove_drafts(folder)


def write_class(
    out: Path,
    rows: Sequence[ClassRow],
    assignment: Assignment,
    lang: Language,
    without: Sequence[NoSheet] = (),
) -> None:
    """Write the class's `grades.csv` and `summary.html`, and wait for the disk."""
    grades = grades_csv(rows, assignment, without)
    path = out / SUMMARY
    page = render_summary_html(rows, assignment, lang, drawn_in(path), without)
    write_file(out / GRADES, grades, durable=True)
    write_file(path, page.encode(), durable=True)


def keep_grades(
    out: Path, students: Iterable[str], *, always: bool = False
) -> tuple[Path, tuple[str, ...]] | None:
    """Back up `grades.csv` if some of its rows belong to none of these `students`.

    Also `always`, and if it was edited by a person. Returns the copy
    and those who will be gone; None when nothing has to be kept.
    """
    path = out / GRADES
    try:
        before = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(
            "{path}: cannot be read: {reason}", path=path, reason=error.strerror
        ) from error
    rows = students_in(before)
    gone = sorted((rows or frozenset()) - set(map(cell, students)))
    if not (always or gone or rows is None) or not before:
        return None
    kept_file = out / f"{GRADES}.{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"
    write_file(kept_file, before, durable=True)
    return kept_file, tuple(gone)
