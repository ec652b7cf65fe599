"""The cases of sentences that speak of C."""

import pytest
from msgspec.structs import replace

from grader.exercises.c.findings import case_of
from grader.model.calling import Edge
from grader.model.course import Backend, Case, CaseKind
from grader.model.evidence import Comparison, ExerciseEvidence, Outcome
from grader.model.finding import Verdict
from grader.model.run import RunRecord, RunStatus
from grader.sandbox.checks import runs_to_its_end
from tests.sandbox.places import exercise
from tests.wording.worded import assert_worded

DEATHS = {6: "c-abort", 8: "c-arithmetic", 11: "c", 4: "c", 7: "c"}


@pytest.mark.parametrize("signal", DEATHS)
def test_a_c_programs_signal_has_its_own_hint(signal: int) -> None:
    """Damaged memory and a division by 0 are not told as a wrong address."""
    c = replace(exercise(), backend=Backend.C)
    died = RunRecord(status=RunStatus.SIGNAL, exit_signal=signal)
    case = Comparison(case=Case(size=3, kind=CaseKind.FLOATS), run=died, outcome=Outcome.NOT_RUN)
    loaded = RunRecord(status=RunStatus.OK)
    evidence = ExerciseEvidence(exercise=c.id, source=None, load=loaded, comparisons=(case,))
    finding = next(f for f in runs_to_its_end(evidence, c) if f.check == "RUN006")
    assert (finding.verdict, finding.case) == (Verdict.FAILED, DEATHS[signal])
    assert_worded(finding)


@pytest.mark.parametrize("edge", Edge)
def test_what_it_touched_is_named(edge: Edge) -> None:
    """Only of a call: a library that cannot be loaded has touched no matrix."""
    died = RunRecord(status=RunStatus.SIGNAL, exit_signal=11, detail=f"{edge}: with …")
    assert case_of("RUN006", "", died) == f"c-{edge}"
    assert case_of("RUN006", "load", died) == "c-load"
    assert case_of("RUN006", "exit", died) == "exit"


def test_other_cases_are_those_of_every_language() -> None:
    """A sentence that speaks of no language stays."""
    assert case_of("RUN004", "", None) == ""
    assert case_of("RUN003", "out-of-range", None) == "out-of-range"
