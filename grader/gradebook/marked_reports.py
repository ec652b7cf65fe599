"""Make the reports that students get back: PDFs with the numbers of comments at their places.

Only reports with comments are read again, in the same sandbox as for grading. If no PDF can be
made, the comments are still on the score sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.export.places import place_name
from grader.gradebook.desk import Desk, inbox
from grader.gradebook.handed import bytes_of, find_handed, report_handed_in
from grader.gradebook.placing import find_line, has_figure
from grader.model.document import Document, FileKind, PdfMark
from grader.model.errors import GraderError
from grader.model.evidence import Evidence
from grader.model.gradebook import Grade
from grader.model.places import PlaceComment, PlaceKind
from grader.protocols import Reports, report_of, reports
from grader.sandbox import IsolationLevel, Sandbox, choose_level
from grader.wording import Wording

WORD = frozenset({FileKind.DOCX, FileKind.DOCM})


class NoPdf(StrEnum):
    """Why a report with comments is not returned as a PDF."""

    GONE = "gone"  # the file was removed or changed
    NO_OFFICE = "no-office"  # a Word file, and no program here can convert it
    FAILED = "failed"  # it cannot be read or copied
    NO_WALLS = "no-walls"  # no sandbox here can open it safely


class MarkedReports(Struct, frozen=True, kw_only=True):
    """The PDFs by student, and the reasons why some have none."""

    pdfs: Mapping[str, bytes] = field(default_factory=dict)
    without: Mapping[str, NoPdf] = field(default_factory=dict)
    unlisted: Sequence[str] = ()  # students whose comments are only in PDF notes: no font found


def mark_reports(
    grades: Iterable[Grade],
    evidence: Mapping[str, Evidence],
    desk: Desk,
    folder: Path | None,
    words: Wording,
) -> MarkedReports:
    """Make the PDF of every report with comments, whose texts are already redacted."""
    knows = reports()
    wanted = [grade for grade in grades if _numbered(grade.places) and grade.student in evidence]
    if knows is None or not wanted:
        return MarkedReports()
    accepted = desk.course.accept_level
    try:
        level = choose_level(accepted=IsolationLevel(accepted) if accepted else None).level
    except GraderError:
        return MarkedReports(without={grade.student: NoPdf.NO_WALLS for grade in wanted})
    found = find_handed(folder or inbox(desk.course, desk.assignment.id), desk.course)
    pdfs: dict[str, bytes] = {}
    without: dict[str, NoPdf] = {}
    unlisted: list[str] = []
    with Sandbox(level) as sandbox:
        for grade in wanted:
            report = report_of(evidence[grade.student])
            key = report.key if report is not None else ""
            file = report_handed_in(found.get(grade.student), desk.assignment, knows, key)
            data = bytes_of(file, desk.assignment) if file is not None else b""
            if not data:
                without[grade.student] = NoPdf.GONE
                continue
            try:
                pdf, listed, why = _marked(data, grade.places, knows, sandbox, words)
            except GraderError:
                pdf, listed, why = b"", False, NoPdf.NO_WALLS
            if why is not None:
                without[grade.student] = why
                continue
            pdfs[grade.student] = pdf
            if not listed:
                unlisted.append(grade.student)
    return MarkedReports(pdfs=pdfs, without=without, unlisted=unlisted)


def _numbered(comments: Sequence[PlaceComment]) -> list[tuple[int, PlaceComment]]:
    """Return the comments on the report's current version, numbered as on the sheet."""
    return [
        (number, comment)
        for number, comment in enumerate(comments, start=1)
        if comment.place.kind is not PlaceKind.LINE and not comment.earlier
    ]


def _marked(
    data: bytes,
    comments: Sequence[PlaceComment],
    knows: Reports,
    sandbox: Sandbox,
    words: Wording,
) -> tuple[bytes, bool, NoPdf | None]:
    document = knows.read(sandbox, data)
    if document.kind in WORD:
        if not knows.has_office():
            return b"", False, NoPdf.NO_OFFICE
        data = knows.written(sandbox, data).pdf
        if not data:
            return b"", False, NoPdf.FAILED
        document = knows.read(sandbox, data)
    if document.kind is not FileKind.PDF:
        return b"", False, NoPdf.FAILED
    marks = [_mark(number, comment, document, words) for number, comment in _numbered(comments)]
    made = knows.marked(sandbox, data, marks, words)
    return made.pdf, made.listed, NoPdf.FAILED if made.why else None


def _mark(number: int, comment: PlaceComment, document: Document, words: Wording) -> PdfMark:
    """Place a comment on these pages; it gets no box if its place is uncertain."""
    place, page, box = comment.place, 0, None
    if place.kind is PlaceKind.FIGURE:
        if has_figure(place, document):
            page, box = place.page, place.box
    elif (at := find_line(place, document)) >= 0:
        line = document.lines[at]
        page, box = line.page, line.box
    return PdfMark(
        number=number,
        page=page,
        boxes=(box,) if box else (),
        figure=place.kind is PlaceKind.FIGURE,
        where=place_name(replace(place, page=page or place.page), words),
        quote=place.quote,
        text=comment.text,
    )
