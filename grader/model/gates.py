"""Reasons why an exercise cannot be judged: an earlier failure, a fault of ours, or tampering."""

from collections.abc import Iterable

from msgspec import Struct, field

from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.run import RunRecord, RunStatus
from grader.model.static import Certainty, ParseStatus, SourceFacts

CODE_OF_STATUS = {
    RunStatus.RUNTIME_ERROR: "RUN003",
    RunStatus.TIMEOUT: "RUN004",
    RunStatus.MEMORY: "RUN005",
    RunStatus.SIGNAL: "RUN006",
    RunStatus.OUTPUT: "RUN007",
    RunStatus.PROTOCOL: "RUN009",
}


class Gate(Struct, frozen=True, kw_only=True):
    """The verdict of all checks that depend on what failed."""

    verdict: Verdict
    params: dict[str, Param] = field(default_factory=dict)

    def finding(self, check: str, evidence: ExerciseEvidence) -> Finding:
        """Return the finding of one check."""
        return Finding(
            check=check, subject=evidence.exercise, verdict=self.verdict, params=self.params
        )


def skipped(because: str) -> Gate:
    """Return a gate for checks that wait for an earlier failure to be fixed."""
    return Gate(verdict=Verdict.SKIPPED, params={"because": because})


UNREAD = {
    ParseStatus.SYNTAX_ERROR: skipped("RUN001"),
    ParseStatus.TOO_COMPLEX: Gate(verdict=Verdict.UNDECIDED),
    ParseStatus.FOREIGN: Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN001"}),
    ParseStatus.CRASHED: Gate(verdict=Verdict.BROKEN),
}


def before_running(evidence: ExerciseEvidence) -> Gate | None:
    """Return a gate if anything failed up to loading the program."""
    if evidence.trouble:
        return Gate(verdict=Verdict.BROKEN)
    if evidence.source is None:
        return Gate(verdict=Verdict.SKIPPED)
    gate = of_source(evidence.source)
    return gate or (None if evidence.unwritten else _of_load(evidence.load))


def of_source(source: SourceFacts) -> Gate | None:
    """Return a gate if the text could not be read, or breaks a rule."""
    if source.status is not ParseStatus.OK:
        return UNREAD[source.status]
    sure = (use.check for use in source.uses if use.certainty is Certainty.SURE)
    return next((skipped(check) for check in sure), None)


def _of_load(load: RunRecord | None) -> Gate | None:
    return Gate(verdict=Verdict.SKIPPED) if load is None else of_runs([load])


def of_runs(runs: Iterable[RunRecord]) -> Gate | None:
    """Return a gate for how runs ended: our fault first, then tampering, then the first failure."""
    statuses = [run.status for run in runs if run.status is not RunStatus.OK]
    if not statuses:
        return None
    if RunStatus.SANDBOX_ERROR in statuses:
        return Gate(verdict=Verdict.BROKEN)
    if RunStatus.PROTOCOL in statuses:
        return Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN009"})
    return skipped(CODE_OF_STATUS[statuses[0]])
