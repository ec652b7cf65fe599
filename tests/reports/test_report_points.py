"""What a report is worth by the course's own rubrics: form by itself, content by a person."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.judging import judge
from grader.model.document import FileKind, ReadTrouble
from grader.model.finding import Verdict
from grader.model.report import ReportEvidence, ReportOutline
from grader.scoring import score
from tests.course.courses import ASSIGNMENT, problems_of, write_course
from tests.reports.reports import GRAPH, evidence, headings, outline, report, timed, unread
from tests.tree import ROOT

KADAI1, KADAI2 = (load_assignment(load_course(ROOT), name) for name in ("kadai1", "kadai2"))
BARE = outline(figures=(), captions=(), references=(), explanations=(), relations=())
BLANK = ReportOutline(kind=FileKind.PDF, page_count=3, scanned_pages=(1, 2, 3))


def form(seen: ReportEvidence | None) -> float | None:
    """The points for form; both assignments give the same."""
    given = set()
    for assignment in (KADAI1, KADAI2):
        sheet = score(judge(evidence(seen, timed()), assignment), assignment, "24A1201")
        points = {one.criterion: one.points for one in sheet.awards}
        assert points["discussion"] is None  # a person's, whatever was found
        given.add(points["form"])
    (points_of_both,) = given
    return points_of_both


@pytest.mark.parametrize(
    "seen",
    [
        report(),
        report(outline(kind=FileKind.DOCX), file="レポート.docx"),
        report(outline(chapters=headings("やったこと", "グラフ", "感想"))),  # none that is required
        report(BARE),  # no graph, nothing explained: content, not form
        report(file="report.docx"),  # a PDF by its content
        report(outline(figures=(replace(GRAPH, caption=None),), students=("24A1299",))),
        report(outline(body_size_pt=6.0, page_size_pt=(960.0, 540.0))),
    ],
)
def test_three_chapters_that_can_be_read_have_their_points(seen: ReportEvidence) -> None:
    """Nothing else is asked for."""
    assert form(seen) == 2


@pytest.mark.parametrize(
    "seen",
    [
        None,
        unread(FileKind.UNKNOWN, file=""),
        unread(FileKind.UNKNOWN, file="", candidates=("a.docx", "b.pdf")),
        unread(FileKind.ARCHIVE),
        unread(FileKind.PDF, ReadTrouble.TIME),
        unread(FileKind.PDF, ReadTrouble.CRASHED),
        unread(FileKind.PDF, waiting=("pypdfium2",)),
        unread(FileKind.LOCK_FILE),
        report(trouble="Traceback\nOSError: ours"),
        report(outline(chapters=())),
        report(outline(chapters=headings("目的", "結果"))),
        report(outline(garbled=0.5)),
        report(outline(complete=False)),
        report(outline(ink_pages=(1, 2, 3))),
    ],
)
def test_whatever_is_doubtful_is_left_to_a_person(seen: ReportEvidence | None) -> None:
    """No points are given, and none are taken."""
    assert form(seen) is None


@pytest.mark.parametrize(
    "seen",
    [
        unread(FileKind.DOC),
        unread(FileKind.EMPTY),
        unread(FileKind.DOCX, ReadTrouble.ENCRYPTED),
        unread(FileKind.PDF, ReadTrouble.DAMAGED),
        report(BLANK),
    ],
)
def test_what_nobody_can_read_has_none(seen: ReportEvidence) -> None:
    """These alone cost points without a person."""
    assert form(seen) == 0


def test_no_graph_is_about_content() -> None:
    """It fails, and is shown beside the points that a person gives; form keeps its own."""
    found = judge(evidence(report(BARE), timed()), KADAI1)
    failed = [one.check for one in found if one.verdict is Verdict.FAILED]
    assert failed == ["REP004"]
    (content,) = [one for one in KADAI1.rubric if one.id == "discussion"]
    assert "REP004" in content.evidence


@pytest.mark.parametrize("key", ["checks", "evidence"])
def test_checks_of_reports_need_a_report(tmp_path: Path, key: str) -> None:
    """A criterion about reports would stay open for ever where none is asked for."""
    said = f'rubric[1].{key}[0]: "REP003" checks reports; add a table [report]'
    assert problems_of(tmp_path, "points = 2", f'points = 2\n{key} = ["REP003"]') == (said,)
    rubric = '[[rubric]]\nid = "program"'
    spoilt = ASSIGNMENT.replace("points = 2", f'points = 2\n{key} = ["REP003", "REP"]')
    write_course(tmp_path, assignment=spoilt.replace(rubric, f"[report]\n{rubric}", 1))
    loaded = load_assignment(load_course(tmp_path), "demo").rubric[1]
    assert ("REP003", "REP") in (loaded.checks, loaded.evidence)
