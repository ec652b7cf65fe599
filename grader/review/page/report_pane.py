"""The pane of a report: its pages or its text, with marks at the findings.

It exists only if a plugin reads reports. With `blind=1`, the cover and everything that reveals an
identity are masked.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import BoundedSemaphore
from typing import TypeVar

from flask import Blueprint, Response, abort, render_template, request
from msgspec import Struct

from grader.model.document import Box, Document, FileKind, Hidden
from grader.model.report import ReportOutline
from grader.model.submission import ReportFile
from grader.protocols import Reports, report_of
from grader.review.page.report_marks import Masks, ReportMark, find_marks, find_masks, on_pages
from grader.review.page.report_pages import (
    MOST_PAGES,
    WORD,
    WRITTEN,
    NotReady,
    ReportPages,
    can_be_drawn,
)
from grader.review.page.report_text import has_japanese, view_text
from grader.review.page.student import OpenedWork, StudentPages, because
from grader.sandbox import japanese_font

PATIENCE = 6.0  # seconds that a request waits for a page or report; then the browser asks again
WAITING = 4  # number of requests that may wait at once; the server's other threads stay free
A4 = 595.0, 842.0  # points
NO_FILE = ReportFile(name="", root=Path(), parts=(), size_bytes=0, digest="")

Made = TypeVar("Made")


class Leaves(Struct, frozen=True, kw_only=True):
    """A report with pages that can be drawn: a PDF, or the PDF made from a Word file."""

    file: ReportFile
    document: Document
    outline: ReportOutline  # with places on these pages


class PdfPageView(Struct, frozen=True, kw_only=True):
    """One page of a PDF, in the size in which it is drawn."""

    number: int
    width: int  # points
    height: int
    hidden: bool  # masked on a blind page


class ReportLine(Struct, frozen=True, kw_only=True):
    """A line of a page that can be commented on."""

    at: int  # index among the document's lines
    page: int
    box: Box
    text: str


class ReportPane:
    """Shows the reports of students, rendered by the plugin that reads reports."""

    def __init__(self, students: StudentPages, reports: Reports) -> None:
        """Prepare the pane; no reader is started yet."""
        self._students, self._reports = students, reports
        live = students.live
        accepted = live.desk.course.accept_level
        self._pages = ReportPages(
            live.desk.out, students.submissions.report_bytes, reports, accepted
        )
        self._waiting = BoundedSemaphore(WAITING)
        live.closing.callback(self._pages.close)

    def blueprint(self) -> Blueprint:
        """Return the routes of the pane."""
        pages = Blueprint("report", __name__)
        pages.get("/student/<handle>/report")(self.report)
        pages.get("/student/<handle>/written")(self.written)
        pages.get("/student/<handle>/page/<int:number>.png")(self.page)
        pages.get("/student/<handle>/picture/<int:number>.png")(self.picture)
        return pages

    def document(self, report: ReportFile) -> Document | NotReady | None:
        """Return the content of any student's report; None if it cannot be read here."""
        return self._patiently(lambda wait: self._pages.document(report, wait))

    def report(self, handle: str) -> str:
        """Show the report: its pages with marks, else its text, else the stored findings."""
        work = self._students.work(handle)
        if work is None:
            return self._students.nothing(handle)
        report, masked = report_of(work.raw), report_of(work.evidence)
        if report is None or not report.file:
            several = report is not None and report.candidates
            return because("several_reports" if several else "no_report")
        outline = _outline(work)
        drawn = masked.outline if masked else None
        document: Document | NotReady | None = None
        if (file := work.handed.report) is not None:
            document = self._patiently(lambda wait: self._pages.document(file, wait))
        if isinstance(document, NotReady):
            return render_template("pane_waiting.html", handle=handle, blind=work.blind is not None)
        leaves = self._leaves(work, document, outline) if document else ""
        word = leaves if isinstance(leaves, str) else ""
        if isinstance(leaves, Leaves):
            document, outline = leaves.document, leaves.outline
        why = work.handed.report_why or ("" if document else "unreadable")
        marks = find_marks(document, outline, self._students.words, work.shown) if document else []
        shown, lines = [], []
        if isinstance(leaves, Leaves):
            masks = self._masks(work, leaves.document, outline)
            shown = _page_views(leaves.document, masks)
            lines = _lines(leaves.document, masks, work.shown)
        view = (
            self._students.sheet_view(work)
            if not shown and not (document and document.lines)
            else None
        )
        return render_template(
            "pane_report.html",
            handle=handle,
            blind=work.blind is not None,
            why=why,
            word=word,
            written=isinstance(leaves, Leaves) and leaves.file is not work.handed.report,
            name=work.named(report.file),
            version=(leaves.file if isinstance(leaves, Leaves) else file or NO_FILE).digest,
            lines=lines,
            pages=shown,
            drawn=[at for at, figure in enumerate(drawn.figures) if figure.crop] if drawn else [],
            more=max(0, (document.page_count if document else 0) - MOST_PAGES) if shown else 0,
            marks=marks,
            chapters=self._chapters(outline, marks),
            kinds=list(dict.fromkeys(mark.kind for mark in marks)),
            text=view_text(document, marks, work.blind, outline) if document and not shown else [],
            short=view.pieces.get("short") if view else None,
            partial=bool(document and document.trouble),
        )

    def leaves_of(self, work: OpenedWork, version: str) -> Leaves | NotReady | None:
        """Return the pages of a report's version: as submitted, or made from a Word file.

        None if it is not this student's.
        """
        file, outline = work.handed.report, _outline(work)
        if file is None or not file.digest:
            return None
        written = version == file.digest + WRITTEN
        shown = self._written(work) if written else file
        if not isinstance(shown, ReportFile) or shown.digest != version:
            return shown if isinstance(shown, NotReady) else None
        document = self._patiently(lambda wait: self._pages.document(shown, wait))
        if not isinstance(document, Document):
            return document
        places = on_pages(outline, document) if written else outline
        return Leaves(file=shown, document=document, outline=places)

    def _chapters(self, outline: ReportOutline, marks: Sequence[ReportMark]) -> dict[int, str]:
        """Return, by the number of a mark, the required chapter that it is."""
        spec = self._students.live.desk.assignment.report
        headings = self._reports.headings(spec.chapters, outline.chapters) if spec else {}
        at = {mark.line: mark.number for mark in marks if mark.kind == "heading" and mark.line >= 0}
        return {
            at[heading.line]: name
            for name, heading in headings.items()
            if heading and heading.line in at
        }

    def written(self, handle: str) -> Response:
        """Answer whether a Word file's pages are ready; 202 means not yet."""
        work = self._students.work(handle)
        pdf = self._written(work) if work else None
        return Response(status=202 if isinstance(pdf, NotReady) else 204)

    def _written(self, work: OpenedWork) -> ReportFile | NotReady | str:
        """Return the PDF made from a Word file; "" if the report is no Word file."""
        report, file = report_of(work.raw), work.handed.report
        return self._pages.written(file) if file and report and report.kind in WORD else ""

    def _leaves(self, work: OpenedWork, document: Document, outline: ReportOutline) -> Leaves | str:
        """Return the pages to draw; else why a Word file is shown as text ("": no Word file)."""
        file = work.handed.report
        if file is None or can_be_drawn(document):
            return Leaves(file=file, document=document, outline=outline) if file else ""
        wanted = request.args.get("as", "")
        if document.kind in WORD and wanted == "text":
            return "as_text"
        as_boxes = not japanese_font() and has_japanese(document)
        if not wanted and as_boxes and self._reports.has_office():
            return "no_font" if document.kind in WORD else ""
        pdf = self._written(work) if document.lines else ""
        if not isinstance(pdf, ReportFile):
            return "making" if isinstance(pdf, NotReady) else pdf
        pages = self._patiently(lambda wait: self._pages.document(pdf, wait))
        if isinstance(pages, Document) and can_be_drawn(pages):
            return Leaves(file=pdf, document=pages, outline=on_pages(outline, pages))
        return "making" if isinstance(pages, NotReady) else "failed"

    def page(self, handle: str, number: int) -> Response:
        """Return the image of a page; 202 if it is not drawn yet."""
        work = self._students.work(handle)
        if work is None or work.handed.report is None:
            abort(404)
        report, outline, masks = work.handed.report, _outline(work), None
        pdf = self._written(work)
        if isinstance(pdf, NotReady):
            return _later()
        if isinstance(pdf, ReportFile):
            report = pdf
        if work.blind is not None:
            document = self._patiently(lambda wait: self._pages.document(report, wait))
            if isinstance(document, NotReady):
                return _later()
            if document is not None and report is pdf:
                outline = on_pages(outline, document)
            masks = self._masks(work, document, outline)
            if masks is None or number not in masks.boxes or number in masks.unseen:
                abort(404)
        drawn = self._patiently(lambda wait: self._pages.page(report, number, wait))
        if isinstance(drawn, NotReady):
            return _later()
        if drawn is None:
            abort(404)
        shown = drawn if masks is None else self._reports.painted_over(drawn, masks.boxes[number])
        return Response(shown, mimetype="image/png")

    def picture(self, handle: str, number: int) -> Response:
        """Return a picture of a Word file, or the small copy in the evidence."""
        work = self._students.work(handle)
        report = report_of(work.evidence) if work else None
        figures = report.outline.figures if report and report.outline else ()
        if work is None or number >= len(figures) or not figures[number].crop:
            abort(404)
        own = self._pages.picture(work.handed.report, number) if work.handed.report else None
        return Response(own or figures[number].crop, mimetype="image/png")

    def _masks(
        self, work: OpenedWork, document: Document | None, outline: ReportOutline
    ) -> Masks | None:
        """Return the masks of a PDF on a blind page; None on other pages."""
        if work.blind is None or document is None:
            return None
        return find_masks(document, outline, work.blind)

    def _patiently(self, ask: Callable[[float], Made | NotReady]) -> Made | NotReady:
        """Wait for something that is being made, unless too many requests are waiting already."""
        quick = ask(0.0)
        if not isinstance(quick, NotReady) or not self._waiting.acquire(blocking=False):
            return quick
        try:
            return ask(PATIENCE)
        finally:
            self._waiting.release()


def _outline(work: OpenedWork) -> ReportOutline:
    report = report_of(work.raw)
    if report is None or report.outline is None:
        return ReportOutline(kind=report.kind if report else FileKind.UNKNOWN)
    return report.outline


def _later() -> Response:
    return Response(status=202, headers={"Retry-After": "1"})


def _lines(
    document: Document, masks: Masks | None, shown: Callable[[str], str]
) -> list[ReportLine]:
    """List the visible, unmasked lines of the pages."""
    sizes = {page.number: (page.width_pt, page.height_pt) for page in document.pages}
    return [
        ReportLine(at=at, page=line.page, box=line.box, text=shown(line.text))
        for at, line in enumerate(document.lines)
        if line.box is not None
        and line.text.strip()
        and line.hidden is Hidden.NO
        and line.page in sizes
        and not _is_masked(line.page, line.box, sizes[line.page], masks)
    ]


def _is_masked(page: int, box: Box, size: tuple[float, float], masks: Masks | None) -> bool:
    left, top, right, bottom = box
    shares = left / size[0], top / size[1], right / size[0], bottom / size[1]
    return masks is not None and any(
        shares[0] < mask[2] and mask[0] < shares[2] and shares[1] < mask[3] and mask[1] < shares[3]
        for mask in masks.boxes.get(page, ())
    )


def _page_views(document: Document, masks: Masks | None) -> list[PdfPageView]:
    """List the pages to show; the size of a page that was not read is guessed."""
    sizes = {page.number: (page.width_pt, page.height_pt) for page in document.pages}
    views = []
    for number in range(1, min(document.page_count, MOST_PAGES) + 1):
        width, height = sizes.get(number, A4)
        hidden = masks is not None and (number not in masks.boxes or number in masks.unseen)
        views.append(
            PdfPageView(number=number, width=round(width), height=round(height), hidden=hidden)
        )
    return views
