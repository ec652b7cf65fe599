"""This plugin's answers to others' questions about reports; see protocols.Reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from grader.model.course import Assignment, RequiredChapter
from grader.model.document import Box, Document, MarkedPdf, PdfMark, Pixels, WordPages
from grader.model.evidence import Evidence
from grader.model.report import Chapter, Figure, ReportEvidence
from grader.model.submission import Submission
from grader.reports.checks import heading_of
from grader.reports.inspector import report_key
from grader.reports.likeness import Look, is_same_picture, look_at
from grader.reports.marking import mark_pdf
from grader.reports.office import find_office, holds_office, write_pages
from grader.reports.page_png import page_png, painted_over
from grader.reports.reading import LIMITS, DocumentReader
from grader.reports.record import report_of, with_report
from grader.sandbox import IsolationLevel, Sandbox
from grader.wording import Wording, visible

READING = replace(LIMITS, call_seconds=100.0, cpu_seconds=20.0)


class KnownReports:
    """Answers with the functions that the checks use."""

    def observed(self, evidence: Evidence) -> ReportEvidence | None:
        """Open the record."""
        return report_of(evidence)

    def replaced(self, evidence: Evidence, report: ReportEvidence) -> Evidence:
        """Pack another record."""
        return with_report(evidence, report)

    def lines(self, evidence: Evidence, assignment: Assignment, words: Wording) -> Iterator[str]:
        """Summarize the outline, as `grader inspect` does."""
        from grader.reports.terminal import outline_lines  # only needed to display it

        report = report_of(evidence)
        if report is not None and report.outline is not None:
            yield from outline_lines(report, assignment, words)

    def graphs(self, evidence: Evidence, words: Wording) -> Sequence[str]:
        """Return each label and page once."""
        report = report_of(evidence)
        graphs = report.outline.graphs if report is not None and report.outline else ()
        return tuple(dict.fromkeys(_named(graph, words) for graph in graphs))

    def key(self, submission: Submission, assignment: Assignment) -> str:
        """Hash the file, and the phrases that are looked for."""
        return report_key(submission, assignment)

    def read(self, sandbox: Sandbox, data: bytes) -> Document:
        """Read with longer limits than when grading a class: the machine may be busy."""
        return DocumentReader(sandbox).read_document("report", data, READING)

    def draw(
        self, sandbox: Sandbox, data: bytes, numbers: Sequence[int]
    ) -> Iterator[tuple[int, Pixels | None]]:
        """Draw pages in a confined child."""
        return DocumentReader(sandbox).draw_pages(data, numbers)

    def has_office(self) -> bool:
        """Whether LibreOffice is installed; looked up once."""
        return bool(find_office())

    def holds_office(self, level: IsolationLevel) -> bool:
        """Return whether the level can confine LibreOffice."""
        return holds_office(level)

    def written(self, sandbox: Sandbox, data: bytes) -> WordPages:
        """Run LibreOffice in a child."""
        return write_pages(sandbox, data)

    def marked(
        self, sandbox: Sandbox, data: bytes, marks: Sequence[PdfMark], words: Wording
    ) -> MarkedPdf:
        """Write the marked PDF in a confined child."""
        return mark_pdf(sandbox, data, marks, words)

    def png(self, pixels: Pixels) -> bytes:
        """Encode as PNG quickly, since a person is waiting."""
        return page_png(pixels)

    def painted_over(self, png: bytes, boxes: Sequence[Box]) -> bytes:
        """Paint parts grey."""
        return painted_over(png, boxes)

    def look(self, png: bytes) -> Look | None:
        """Return the look of a figure; None when it is too small, empty or no picture."""
        return look_at(png)

    def is_same(self, look: Look, other: Look) -> bool:
        """Compare two figures."""
        return is_same_picture(look, other)

    def headings(
        self, wanted: Iterable[RequiredChapter], chapters: Sequence[Chapter]
    ) -> Mapping[str, Chapter | None]:
        """Match required chapters to headings; of several headings, take the plainest."""
        return heading_of(wanted, chapters)


def _named(graph: Figure, words: Wording) -> str:
    if graph.caption is not None:
        return visible(graph.caption.label)
    if graph.page:
        return words.text("report.page", page=graph.page)
    return words.text("report.unnumbered")


KNOWN = KnownReports()
