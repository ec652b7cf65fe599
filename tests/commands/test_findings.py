"""Findings on a terminal: pressing ones first, nothing that could disturb it."""

import pytest

from grader.commands.findings import excerpt, listed_findings
from grader.model.finding import Finding, Location, Verdict
from grader.wording import load_wording

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
