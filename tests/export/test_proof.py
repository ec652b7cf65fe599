"""Which evidence stands below a finding."""

import pytest
from msgspec.structs import replace

from grader.export.cards import Proof, find_proof
from grader.model.evidence import Element, Evidence, Outcome
from grader.model.finding import Finding, Location, Verdict
from grader.model.run import RunRecord, RunStatus
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import CRASH, compared, evidence_of, finding, observed

WORDS = Bilingual(load_wording("ja"), load_wording("en"))
WRONG = evidence_of(
    observed(
        comparisons=(
            compared(Outcome.WRONG_VALUE, size=5),
            compared(Outcome.WRONG_VALUE, size=3),
            compared(Outcome.LOW_PRECISION, size=2),
        )
    )
)


def proof(one: Finding, evidence: Evidence) -> Proof:
    return find_proof(one, evidence, WORDS)


@pytest.mark.parametrize(("check", "size"), [("COR001", 3), ("COR002", 3), ("COR007", 2)])
def test_a_wrong_value_is_shown_in_the_smallest_case(check: str, size: int) -> None:
    """Counted from 1, with the place drawn when the matrix is small."""
    wrong = proof(finding(check, Verdict.FAILED), WRONG).wrong
    assert wrong is not None
    assert (wrong.size, wrong.drawn, wrong.element.expected) == (size, True, "24")
    assert wrong.caption.ja == f"{size}×{size} の行列の 2 行 1 列"


@pytest.mark.parametrize(("size", "row"), [(8, 1), (3, 9)])
def test_large_matrices_and_odd_places_are_not_drawn(size: int, row: int) -> None:
    """A result of another shape may be wrong outside the matrix."""
    element = Element(row=row, column=0, expected="1", got="2")
    case = replace(compared(Outcome.WRONG_VALUE, size=size), first_wrong=element)
    wrong = proof(
        finding("COR001", Verdict.FAILED), evidence_of(observed(comparisons=(case,)))
    ).wrong
    assert wrong is not None
    assert not wrong.drawn


@pytest.mark.parametrize(
    ("check", "status"),
    [
        ("RUN003", RunStatus.RUNTIME_ERROR),
        ("RUN004", RunStatus.TIMEOUT),
        ("RUN005", RunStatus.MEMORY),
        ("RUN006", RunStatus.SIGNAL),
        ("RUN007", RunStatus.OUTPUT),
    ],
)
def test_a_run_that_ended_badly_shows_its_last_output(check: str, status: RunStatus) -> None:
    """The first run that ended in this way, in loading or in a call."""
    run = RunRecord(status=status, stderr_tail="first\nlast\n")
    evidence = evidence_of(observed(load=run, comparisons=()))
    assert proof(finding(check, Verdict.FAILED), evidence).output.lines == "first\nlast"


def test_an_exception_shows_the_students_own_lines() -> None:
    """Instead of the error output, which says the same at greater length."""
    crash = replace(CRASH, stderr_tail="Traceback (most recent call last): …")
    shown = proof(finding("RUN003", Verdict.FAILED), evidence_of(observed(load=crash)))
    assert shown.traceback is CRASH.traceback
    assert [frame.en for frame in shown.frames] == [
        "kadai1.py, line 20, in main",
        "kadai1.py, line 9, in matmul",
    ]
    assert not shown.output


def test_lines_are_not_shown_twice() -> None:
    """A finding that has its places shows the exception there."""
    place = Location(file="kadai1.py", line=9, text="c[i][n] = 0")
    one = finding("RUN003", Verdict.FAILED, locations=(place,))
    assert proof(one, evidence_of(observed(load=CRASH))) == Proof()


def test_a_note_about_the_whole_program_shows_how_it_ended() -> None:
    """The function was graded; what stopped the program stands below the note."""
    evidence = evidence_of(observed(whole_load=CRASH))
    assert proof(finding("RUN003", case="whole"), evidence).traceback is CRASH.traceback


@pytest.mark.parametrize(
    "one",
    [
        finding("COR001"),  # passed
        finding("COR001", Verdict.SKIPPED),
        finding("COR006", Verdict.FAILED),  # no case ended so
        finding("RUN003", Verdict.FAILED),  # no run ended so
        finding("POL001", Verdict.FAILED),  # its evidence is its locations
        finding("COR001", Verdict.FAILED, subject="other"),
        finding("INT002", Verdict.FAILED, subject=""),
    ],
)
def test_no_evidence_is_shown_where_there_is_none(one: Finding) -> None:
    """Never the evidence of something else."""
    assert proof(one, WRONG) == Proof()
