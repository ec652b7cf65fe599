"""RUN002: there is a function to grade. Pure, as everything that checks.py imports."""

from collections.abc import Iterable, Mapping, Sequence

from grader.correctness.gates import Gate, before_running, skipped
from grader.correctness.reasons import Reason, told
from grader.correctness.suggestion import lines_to_add
from grader.model.course import Exercise
from grader.model.evidence import Entry, EntryHow, ExerciseEvidence
from grader.model.finding import Finding, Location, Param, Verdict
from grader.model.run import Convention
from grader.model.static import Definition

SHOWN = 5  # definitions that a message lists


def entry_found(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """RUN002: says what was graded if it is not what was asked for, or what there is instead."""
    gate = before_running(evidence) or _unfinished_search(evidence)
    if gate:
        yield gate.finding("RUN002", evidence)
    elif evidence.entry:
        yield _found(evidence, evidence.entry, exercise)
    else:
        yield _not_found(evidence, exercise)


def after_search(evidence: ExerciseEvidence) -> Gate | None:
    """Says what the checks of values come to when no function was found."""
    if evidence.entry:
        return None
    unfinished = _unfinished_search(evidence)
    if unfinished is None and Reason.NOT_TRIED in _reasons(evidence):
        return Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN002"})
    return unfinished or skipped("RUN002")


def _unfinished_search(evidence: ExerciseEvidence) -> Gate | None:
    """Nothing was found, but perhaps not for want of a function."""
    reasons = _reasons(evidence)
    if evidence.entry:
        return None
    if Reason.OUR_FAULT in reasons:
        return Gate(verdict=Verdict.BROKEN)
    if Reason.TAMPERING in reasons:
        return Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN009"})
    return None


def _reasons(evidence: ExerciseEvidence) -> set[Reason | None]:
    return {told(probe)[1] for probe in evidence.probes}


def _found(evidence: ExerciseEvidence, entry: Entry, exercise: Exercise) -> Finding:
    plain = entry.how is EntryHow.NAME and entry.target.convention is Convention.AB
    if plain:
        return Finding(check="RUN002", subject=evidence.exercise, verdict=Verdict.PASSED)
    named = "convention" if entry.how is EntryHow.NAME else "found"
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.PASSED,
        case="several" if entry.others and named == "found" else named,
        params={
            "entry": exercise.entry,
            "name": entry.target.name,
            "convention": entry.target.convention.value,
            "others": entry.others,
        },
        locations=(Location(file=entry.file, line=entry.line, text=entry.target.name),),
    )


def _not_found(evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    definitions = evidence.source.definitions if evidence.source else ()
    first, second = lines_to_add(definitions, exercise)
    params: dict[str, Param] = {
        "entry": exercise.entry,
        "found": _listed(evidence.probes),
        "first": first,
        "second": second,
    }
    tried = [told(probe) for probe in evidence.probes]
    many = any(reason is Reason.NOT_TRIED for _, reason, _ in tried)
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.UNDECIDED if many else Verdict.FAILED,
        case="many" if many else _case(tried, exercise),
        params=params,
        locations=_places(definitions),
    )


def _case(tried: Sequence[tuple[str, Reason | None, object]], exercise: Exercise) -> str:
    if not tried:
        return "nothing"
    named = any(shown.startswith(f"{exercise.entry}(") for shown, _, _ in tried)
    return "arguments" if named else ""


def _listed(probes: Iterable[str]) -> Mapping[str, str]:
    """Lists what there is, each with why it was not taken, in both languages."""
    tried = [told(probe) for probe in probes][:SHOWN]
    return {
        "ja": "、".join(f"{shown}: {texts['ja']}" for shown, _, texts in tried),
        "en": "; ".join(f"{shown}: {texts['en']}" for shown, _, texts in tried),
    }


def _places(definitions: Sequence[Definition]) -> tuple[Location, ...]:
    return tuple(
        Location(file=one.file, line=one.line, text=one.name) for one in definitions[:SHOWN]
    )
