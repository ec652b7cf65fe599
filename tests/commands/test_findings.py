"""Findings on a terminal: pressing ones first, nothing that could disturb it."""

import pytest
from msgspec.structs import replace

from grader.commands.findings import excerpt, listed_findings, report_findings
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.language import Language
from grader.model.timing import Curve, Fit, Point, Timing
from grader.wording import load_wording
from tests.reports.reports import ASSIGNMENT, CUBIC, evidence, judge, report
from tests.source.sources import submission

ENGLISH = load_wording("en")


def finding(verdict: Verdict, case: str = "") -> Finding:
    """A finding with this verdict."""
    return Finding(check="RUN001", subject="", verdict=verdict, case=case)


def test_what_is_told_one_by_one() -> None:
    """Failed first; passed only with a note; skipped are only counted."""
    note = finding(Verdict.PASSED, "redecoded")
    undecided, failed = finding(Verdict.UNDECIDED), finding(Verdict.FAILED)
    others = [finding(Verdict.PASSED), finding(Verdict.SKIPPED)]
    assert listed_findings([note, *others, undecided, failed]) == [failed, undecided, note]


@pytest.mark.parametrize(
    ("place", "lines"),
    [
        (
            Location(file="kadai1.py", line=12, text="return c"),
            ["kadai1.py, line 12", "   12 | return c"],
        ),
        (Location(file="kadai1.py", line=0), ["kadai1.py"]),
        (Location(file="kadai1.py", line=7), ["kadai1.py, line 7"]),
        (
            Location(file="a.py", line=1, text="\x1b]0;x\x07"),
            ["a.py, line 1", "    1 | ␛]0;x␇"],
        ),
    ],
)
def test_excerpt(place: Location, lines: list[str]) -> None:
    """The place in words, and the line behind its number, with control characters as pictures."""
    assert list(excerpt(place, ENGLISH)) == lines


def test_excerpt_of_a_notebook_names_the_cell() -> None:
    """In a notebook the cell counts."""
    (first, _) = excerpt(Location(file="k.ipynb", line=2, text="x", cell=5), ENGLISH)
    assert "cell 5" in first


@pytest.mark.parametrize(("lang", "said"), [("ja", "決まらなかった"), ("en", "do not show")])
def test_a_sweep_that_settled_nothing_is_said_beside_the_sentence(
    capsys: pytest.CaptureFixture[str], lang: Language, said: str
) -> None:
    """On a busy machine a statement about growth is shown as well, and why nothing is compared."""
    points = tuple(Point(size=size, seconds=(size**3.0,) * 3) for size in (8, 16, 32))
    unsettled = Timing(curve=Curve(points=points, fit=Fit(unknown="knee")))
    observed = ExerciseEvidence(exercise="matmul", source=None, timing=unsettled)
    seen = evidence(report(), observed)
    handed_in = replace(submission(None), reports=("report.pdf",))
    report_findings(judge(seen), seen, ASSIGNMENT, handed_in, load_wording(lang))
    out = capsys.readouterr().out
    assert said in out
    assert f"| {CUBIC.quote.text}" in out
