"""REP004 to REP007: graphs, what is said of them, their captions, and where the text names them."""

import pytest
from msgspec.structs import replace

from grader.model.document import PictureKind
from grader.model.finding import Verdict
from grader.model.report import Answer, ReportOutline
from grader.reports.for_others import KNOWN
from grader.wording import load_wording
from tests.reports import small
from tests.reports.reports import (
    CAPTION,
    GRAPH,
    REFERENCE,
    SPEC,
    evidence,
    judge,
    of,
    outline,
    report,
    told,
)

NONE: dict[str, object] = {"figures": (), "captions": (), "references": ()}
PERHAPS = replace(GRAPH, is_graph=Answer.UNSURE, score=1.3)
PHOTO = replace(GRAPH, is_graph=Answer.NO, score=0.1, why=("photo",), kind=PictureKind.RASTER)
LOGO = replace(PHOTO, decoration=True, caption=None)
TABLE = replace(CAPTION, label="表1", table=True)
BARE = replace(GRAPH, caption=None, referenced=False)


def brief(code: str, seen: ReportOutline, graphs: int = 1) -> str:
    """Verdict and case of one check."""
    found = of(code, judge(seen, replace(SPEC, graphs=graphs)))
    return f"{found.verdict} {found.case}".strip()


@pytest.mark.parametrize(
    "seen",
    [
        outline(),
        outline(figures=(PHOTO, GRAPH)),
        outline(figures=(replace(GRAPH, kind=PictureKind.CHART, caption=None),)),
        outline(figures=(GRAPH, LOGO)),
    ],
)
def test_a_graph_is_found(seen: ReportOutline) -> None:
    """With the caption as evidence, where there is one."""
    found = of("REP004", judge(seen))
    assert (found.verdict, found.params["graphs"]) == (Verdict.PASSED, 1)


def test_only_a_report_without_any_drawing_fails() -> None:
    """And only when it was read to its end, and its text speaks of no figure."""
    assert brief("REP004", outline(**NONE)) == "failed nothing"
    assert brief("REP004", outline(**{**NONE, "captions": (TABLE,)})) == "failed nothing"


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (outline(figures=(PERHAPS,)), "undecided unsure"),
        (outline(figures=(PHOTO,)), "undecided none"),
        (outline(figures=(LOGO,), captions=(), references=()), "undecided not-found"),
        (outline(**{**NONE, "captions": (CAPTION,)}), "undecided not-found"),
        (outline(**{**NONE, "references": (REFERENCE,)}), "undecided not-found"),
        (outline(**NONE, ink_pages=(3,)), "undecided not-found"),
        (outline(**NONE, scanned_pages=(3,)), "undecided not-found"),
        (outline(**NONE, complete=False), "undecided"),
        (outline(**NONE, garbled=0.2), "undecided not-found"),
    ],
)
def test_what_may_be_a_graph_fails_nobody(seen: ReportOutline, said: str) -> None:
    """A logo, a scan, a figure that the text names: something is drawn, or was not seen by us."""
    assert brief("REP004", seen) == said


def test_two_graphs_are_asked_for() -> None:
    """One figure may show several, so that one alone is left to a person."""
    assert brief("REP004", outline(), graphs=2) == "undecided few"
    assert brief("REP004", outline(figures=(GRAPH, PERHAPS)), graphs=2) == "undecided unsure"
    assert brief("REP004", outline(figures=(GRAPH, GRAPH)), graphs=2) == "passed"


def test_an_explanation_is_quoted() -> None:
    """The sentence and its page are the evidence; that none was found proves nothing."""
    found = of("REP005", judge(outline()))
    assert (found.locations[0].text[:2], found.locations[0].page) == ("図1", 3)
    assert brief("REP005", outline(explanations=())) == "undecided plain"
    without = judge(outline(**NONE, explanations=()))
    assert of("REP005", without).params == {"because": "REP004"}


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (outline(), "passed"),
        (outline(figures=(GRAPH, replace(PHOTO, caption=None))), "passed"),  # only graphs count
        (outline(figures=(GRAPH, LOGO)), "passed"),
        (outline(figures=(BARE,)), "undecided missing"),
        (outline(figures=(replace(PHOTO, caption=None),)), "undecided missing"),
        (
            outline(figures=(replace(GRAPH, caption=replace(CAPTION, number="", label="図")),)),
            "undecided unnumbered",
        ),
        (outline(figures=()), "skipped"),
    ],
)
def test_captions(seen: ReportOutline, said: str) -> None:
    """A number and a title for every graph; nobody fails for our not seeing one."""
    assert brief("REP006", seen) == said


def test_a_title_of_the_template_is_not_called_missing() -> None:
    """It is shown: the same report has it among the text that a template left."""
    found = small.found("REP006", "図1 ここに図の題名を入れる")
    assert (found.verdict, found.case) == (Verdict.UNDECIDED, "template")
    assert [place.text for place in found.locations] == ["図1 ここに図の題名を入れる"]


def test_a_graph_without_a_number_is_named_in_words() -> None:
    """A sentence about it holds no question mark for a name."""
    seen = evidence(report(outline(figures=(replace(BARE, page=0),))))
    assert KNOWN.graphs(seen, load_wording("ja")) == ("番号のない図",)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (outline(), "passed"),
        (outline(figures=(replace(GRAPH, referenced=False),)), "passed"),  # named by its number
        (outline(references=()), "passed"),  # "上の図": found without its number
        (
            outline(figures=(replace(GRAPH, referenced=False),), references=()),
            "undecided plain",
        ),
        (outline(figures=(BARE,)), "skipped"),
        (outline(figures=()), "skipped"),
    ],
)
def test_references(seen: ReportOutline, said: str) -> None:
    """Every numbered figure is named in the text."""
    assert brief("REP007", seen) == said


def test_a_figure_that_nobody_names_is_named() -> None:
    """The student learns which."""
    second = replace(CAPTION, label="図2", number="2", line=30)
    other = replace(GRAPH, caption=second, referenced=False)
    found = of("REP007", judge(outline(figures=(GRAPH, other))))
    assert found.params == {"labels": ("図2",)}


def test_no_check_of_figures_fails_but_one() -> None:
    """Whatever is missing, nothing else than REP004 fails."""
    worst = outline(**NONE, explanations=(), relations=())
    assert [one for one in told(judge(report(worst))) if "failed" in one] == [
        "REP004 failed nothing"
    ]
