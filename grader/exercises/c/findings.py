"""Findings about a C program: RUN002, and C-specific cases of other checks. Pure."""

from collections.abc import Iterator, Mapping
from signal import Signals
from types import MappingProxyType

from grader.cases.reasons import listed_probes
from grader.exercises.c.kind import WAY
from grader.exercises.c.plugin import PLUGIN
from grader.exercises.c.record import CSource
from grader.model.calling import Edge
from grader.model.course import Exercise
from grader.model.evidence import Entry, EntryHow, ExerciseEvidence
from grader.model.finding import Finding, LazyText, Param, Verdict
from grader.model.run import RunRecord
from grader.model.static import ParseStatus
from grader.records import opened_record

MAIN_ONLY = LazyText("c.main_only")
CASES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("INT002", "no-source"): "c-no-source",
        ("RUN001", "redecoded"): "c-redecoded",
        ("RUN001", "coding-line"): "c-redecoded",
        ("RUN001", "absent"): "c-absent",
        ("check", "empty"): "empty_c",  # message of `grader check` for a function without a body
        ("RUN003", "load"): "c-load",
        ("RUN006", "load"): "c-load",
        ("COR004", ""): "c",
        ("COR004", "line"): "c",
        ("COR006", ""): "c",
        ("COR006", "adds"): "c-adds",
    }
)
DEATHS: Mapping[int, str] = {Signals.SIGABRT: "c-abort", Signals.SIGFPE: "c-arithmetic"}
MAX_WARNINGS = 5  # per message


def entry_found(evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    """Report which function was graded, if not the requested one called as requested."""
    if evidence.entry is None:
        return _not_found(evidence, exercise)
    return _found(evidence, evidence.entry, exercise)


def _found(evidence: ExerciseEvidence, entry: Entry, exercise: Exercise) -> Finding:
    target = entry.target
    as_asked = target.convention is WAY.convention and target.form is exercise.gives[0]
    named = entry.how is EntryHow.NAME
    case = "c-asked" if named else "c-found"
    params: dict[str, Param] = {
        "entry": exercise.entry,
        "name": target.name,
        "convention": target.convention.value,
        "form": LazyText(f"forms.{target.form}.said"),
    }
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.PASSED,
        case="" if named and as_asked else case,
        params={} if named and as_asked else params,
    )


def _not_found(evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    """Fail only if certainly nothing multiplies; otherwise a person decides."""
    listed = listed_probes(evidence.probes)
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.UNDECIDED if evidence.unproved else Verdict.FAILED,
        case="c-program" if evidence.unproved else "c-nothing",
        params={"entry": exercise.entry, "found": listed if evidence.probes else MAIN_ONLY},
    )


def case_of(check: str, case: str, run: RunRecord | None) -> str:
    """Return the C-specific case; for a crashed process, by the memory that it touched."""
    if check == "RUN006" and not case and run is not None:
        edge = run.detail.partition(":")[0]
        return f"c-{edge}" if edge in list(Edge) else DEATHS.get(run.exit_signal, "c")
    return CASES.get((check, case), case)


def notes(evidence: ExerciseEvidence) -> Iterator[Finding]:
    """Yield notes on the compiler's warnings, and on what was left out."""
    source = opened_record(evidence.records, PLUGIN.name, CSource)
    read = evidence.source is not None and evidence.source.status is ParseStatus.OK
    if source is None or not read:
        return
    if source.left_out:
        yield _note("c-left-out", {"names": source.left_out})
    warnings = source.warnings[:MAX_WARNINGS]
    yield _note("c-warnings", {"warnings": warnings}) if warnings else _note("c", {})


def _note(case: str, params: Mapping[str, Param]) -> Finding:
    return Finding(
        check="RUN001", subject="", verdict=Verdict.PASSED, case=case, params=dict(params)
    )
