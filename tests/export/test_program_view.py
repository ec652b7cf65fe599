"""What a sheet shows of the program as its author runs it."""

from dataclasses import replace

import pytest

from grader.export.bilingual import Bilingual
from grader.export.pages import render_sheet_html
from grader.export.program_view import view_program
from grader.model.run import Plot, Product, ProgramRun, RunRecord, RunStatus, Traceback
from grader.wording import load_wording
from tests.export.samples import ASSIGNMENT, evidence_of, observed, sheet_of

WORDS = Bilingual(load_wording("ja"), load_wording("en"))
OK = RunRecord(status=RunStatus.OK, wall_seconds=1.25)
ERROR = Traceback(type="ValueError", message="<b>bad</b>", frames=())


@pytest.mark.parametrize(
    "run",
    [
        None,
        ProgramRun(run=OK),  # a file of definitions shows nothing
        ProgramRun(run=OK, trouble="Traceback: ours"),
        ProgramRun(run=RunRecord(status=RunStatus.SANDBOX_ERROR), output="1"),
    ],
)
def test_nothing_to_show(run: ProgramRun | None) -> None:
    """Then there is no section; and a fault of ours is not shown as the student's."""
    assert view_program(replace(evidence_of(), program=run), WORDS) is None


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (ProgramRun(run=OK, output="done\n"), "1.2"),
        (ProgramRun(run=OK, cut=True, output="n=64\n"), "打ち切りました"),
        (ProgramRun(run=replace(OK, status=RunStatus.TIMEOUT), cut=True), "打ち切りました"),
        (ProgramRun(run=RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=ERROR)), "ValueError"),
        (ProgramRun(run=RunRecord(status=RunStatus.SIGNAL), output="x"), "signal"),
        (ProgramRun(run=OK, output="x", answers=("3", "3")), "3、3"),
        (ProgramRun(run=OK, plots=(Plot(kind="plot", x=(1.0,), y=(1.0,)),)), "1 組"),
        (ProgramRun(run=OK, output="x", files=(("graph.txt", 3),)), "graph.txt"),
        (
            ProgramRun(
                run=OK, output="x", products=(Product(left="x", right="y", result="z", size=4),)
            ),
            "`z`",
        ),
    ],
)
def test_how_it_ended_and_what_it_left(run: ProgramRun, told: str) -> None:
    """Each in a sentence of both languages."""
    view = view_program(replace(evidence_of(), program=run), WORDS)
    assert view is not None
    assert any(told in fact.ja for fact in view.facts)
    assert all(fact.en and "{" not in fact.en for fact in view.facts)


def test_a_page_is_not_broken_by_what_a_program_prints() -> None:
    """Its words are text, however long; both ends stay."""
    output = "<script>first</script>\n" + "x" * 500_000 + "\nlast & least"
    run = ProgramRun(run=OK, output=output)
    evidence = replace(evidence_of(observed()), program=run)
    page = render_sheet_html(sheet_of(), evidence, ASSIGNMENT, "ja")
    assert "<script>first" not in page
    assert "&lt;script&gt;first" in page
    assert "last &amp; least" in page
    assert len(page) < 200_000
