"""Small Word files with a graph, read and judged as any other: where corpora are measured."""

from msgspec.structs import replace

from grader.model.document import Chart, Document, FileKind, Line, Picture, PictureKind
from grader.model.finding import Finding
from grader.model.report import ReportOutline
from grader.reports.outline import outline
from tests.asking import submission_checks
from tests.reports.reports import ASSIGNMENT, evidence, of, report
from tests.wording.worded import assert_worded

GRAPH = Picture(
    kind=PictureKind.CHART,
    line=0,
    chart=Chart(kind="scatter", axes=("サイズ n", "時間 [s]"), points=8),
)


def read_off(*texts: str, at: int = 0) -> ReportOutline:
    """Read a Word file without styles, with a graph at one of its paragraphs."""
    lines = tuple(Line(text=text) for text in texts)
    graph = replace(GRAPH, line=at)
    return outline(Document(kind=FileKind.DOCX, lines=lines, pictures=(graph,)))


def found(code: str, *texts: str) -> Finding:
    """Judge such a file by one check."""
    seen = evidence(report(read_off(*texts)))
    (check,) = submission_checks(code)
    finding = of(code, list(check(seen, ASSIGNMENT)))
    assert_worded(finding)
    return finding
