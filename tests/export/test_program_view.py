"""What a sheet shows of the program as its author runs it."""

import pytest
from msgspec.structs import replace

from grader.export.pages import render_sheet_html
from grader.export.sheet import sheet_bytes, sheet_document
from grader.export.sheet_view import view_program
from grader.model.evidence import Evidence
from grader.model.program import Plot, Product, ProgramRun
from grader.model.run import RunRecord, RunStatus, Traceback
from grader.records import from_text, to_text
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
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
        (ProgramRun(run=OK, plots=(Plot(kind="plot", x=(1.0,), y=(1.0,)),)), "1 系列"),
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


DOT = (  # a PNG file of one point
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0:~\x9bU"
    b"\0\0\0\nIDATx\x9cc`\0\0\0\2\0\1H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82"
)
LINE = Plot(kind="plot", x=(1.0,), y=(1.0,))
DRAWN = ProgramRun(run=OK, plots=(LINE,), pictures=(DOT, DOT), drawn=True)


def page_of(run: ProgramRun) -> str:
    """Makes the page of a submission without a report."""
    evidence = replace(evidence_of(observed()), program=run)
    return render_sheet_html(sheet_of(), evidence, ASSIGNMENT, "en")


def test_what_the_program_drew_is_shown_and_called_that() -> None:
    """Each figure with a caption in both languages; nothing in it is called the report's."""
    page = page_of(DRAWN)
    assert page.count("data:image/png;base64,") == 2
    for words in (
        "Graphs drawn by the program",
        "Figure 2, drawn when the program was run here",
        "描いた図 2",
    ):
        assert words in page
    assert "matplotlib is not installed" not in page
    assert "appear as boxes" not in page


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (replace(DRAWN, boxes=True), ("appear as boxes", "四角で表示")),
        (replace(DRAWN, pictures=(), drawn=False), ("not installed", "matplotlib がない")),
    ],
)
def test_what_is_missing_is_said(run: ProgramRun, told: tuple[str, str]) -> None:
    """A font, or the library: of this machine, not of the student."""
    page = page_of(run)
    assert all(words in page for words in told)


@pytest.mark.parametrize(
    "run",
    [
        ProgramRun(run=OK, output="no graph"),
        ProgramRun(run=OK, output="x", drawn=True),
        replace(DRAWN, pictures=(b"<svg onload=alert(1)>",)),
    ],
)
def test_no_picture_is_made_up(run: ProgramRun) -> None:
    """Of a program that draws none, and of bytes that are none."""
    page = page_of(run)
    assert "data:image/png" not in page
    assert "onload" not in page
    assert "matplotlib is not installed" not in page


def test_the_json_is_free_of_pictures_and_the_store_keeps_them() -> None:
    """They are in the evidence, which comes back from its text as it was: nothing is run again."""
    evidence = replace(evidence_of(observed()), program=DRAWN)
    document = sheet_bytes(
        sheet_document(sheet_of(), evidence, ASSIGNMENT, load_wording("en"))
    ).decode()
    assert "iVBOR" not in document
    kept = from_text(to_text(evidence), Evidence)
    assert kept.program == DRAWN
