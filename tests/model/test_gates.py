"""What keeps a check from judging at all."""

import pytest

from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Location, Verdict
from grader.model.gates import before_running, of_runs
from grader.model.run import RunRecord, RunStatus
from grader.model.static import Certainty, ParseStatus, SourceFacts, Use
from tests.exercises.arrays.course import judge

OK = RunRecord(status=RunStatus.OK)


def facts(
    status: ParseStatus = ParseStatus.OK, certainties: tuple[Certainty, ...] = ()
) -> SourceFacts:
    """A source with uses of the import rule."""
    place = Location(file="kadai1.py", line=1)
    uses = tuple(
        Use(check=f"POL00{number}", what="x", certainty=one, reason="import", location=place)
        for number, one in enumerate(certainties, start=1)
    )
    return SourceFacts(status=status, uses=uses)


def evidence(
    source: SourceFacts | None = None, load: RunRecord | None = None, trouble: str = ""
) -> ExerciseEvidence:
    """Evidence that ends before any call."""
    return ExerciseEvidence(exercise="matmul", source=source, load=load, trouble=trouble)


UNSURE, SURE = Certainty.UNSURE, Certainty.SURE
GATES = [
    (evidence(trouble="Traceback …"), Verdict.BROKEN, None),
    (evidence(), Verdict.SKIPPED, None),
    (evidence(facts(ParseStatus.SYNTAX_ERROR)), Verdict.SKIPPED, "RUN001"),
    (evidence(facts(ParseStatus.TOO_COMPLEX)), Verdict.UNDECIDED, None),
    (evidence(facts(ParseStatus.CRASHED)), Verdict.BROKEN, None),
    (evidence(facts(certainties=(UNSURE, SURE, SURE))), Verdict.SKIPPED, "POL002"),
    (evidence(facts()), Verdict.SKIPPED, None),
    (evidence(facts(), RunRecord(status=RunStatus.TIMEOUT)), Verdict.SKIPPED, "RUN004"),
    (evidence(facts(), RunRecord(status=RunStatus.SANDBOX_ERROR)), Verdict.BROKEN, None),
    (evidence(facts(), RunRecord(status=RunStatus.PROTOCOL)), Verdict.UNDECIDED, "RUN009"),
]


@pytest.mark.parametrize(("seen", "verdict", "because"), GATES)
def test_gates_close(seen: ExerciseEvidence, verdict: Verdict, because: str | None) -> None:
    """Every check of the room gives the same answer, and names what comes first."""
    for code, finding in judge(seen).items():
        assert finding.verdict is verdict, code
        assert finding.params.get("because") == because


@pytest.mark.parametrize("source", [facts(), facts(certainties=(UNSURE,))])
def test_gates_stay_open(source: SourceFacts) -> None:
    """A program that loaded is judged, also when a person still has to look at its imports."""
    assert before_running(evidence(source, OK)) is None


@pytest.mark.parametrize(
    ("statuses", "verdict", "because"),
    [
        (["runtime-error", "timeout"], Verdict.SKIPPED, "RUN003"),
        (["ok", "memory"], Verdict.SKIPPED, "RUN005"),
        (["signal"], Verdict.SKIPPED, "RUN006"),
        (["output"], Verdict.SKIPPED, "RUN007"),
        (["timeout", "protocol"], Verdict.UNDECIDED, "RUN009"),
        (["protocol", "sandbox-error"], Verdict.BROKEN, None),
    ],
)
def test_runs_are_weighed(statuses: list[str], verdict: Verdict, because: str | None) -> None:
    """Our fault weighs most, then tampering, then the first that did not end well."""
    gate = of_runs(RunRecord(status=RunStatus(one)) for one in statuses)
    assert gate is not None
    assert (gate.verdict, gate.params.get("because")) == (verdict, because)


def test_good_runs_close_nothing() -> None:
    """There is nothing to say."""
    assert of_runs([OK, OK]) is None
