"""INT001: whether it was submitted in time, and if not, what that costs. Pure.

The finding's subject is the deadline, not the submission: lateness is counted once, for the whole
sheet, and no criterion that names INT ever loses points for it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from grader.model.collection import NoteKind, Received
from grader.model.course import DAY, HOUR, Assignment, LateKind, LatePolicy
from grader.model.evidence import Evidence
from grader.model.finding import Finding, LazyList, LazyText, Param, Verdict

DEADLINE = "deadline"  # subject of the finding

_MINUTE = 60
_JAPAN = timedelta(hours=9)
_UNITS = ((DAY, "days"), (HOUR, "hours"), (_MINUTE, "minutes"), (1, "seconds"))


def handed_in_in_time(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """INT001: it was received before the deadline. No finding if the time is unknown."""
    received = evidence.received
    if received is None:
        return _marked(evidence, assignment)
    late = assignment.deadline.late_seconds(evidence.student, received.at)
    zone = assignment.due.tzinfo or UTC
    params: dict[str, Param] = {
        "received": _received(received, zone),
        "due": _due(assignment, evidence.student, zone),
    }
    if not late:
        case = _in_time(assignment, evidence.student, received)
        return (_finding(Verdict.PASSED, case, params),)
    params["late"] = _duration(late)
    case, costs = _costs(assignment.late, assignment.deadline.beyond_grace(late))
    return (_finding(Verdict.FAILED, case, {**params, **costs}),)


def _marked(evidence: Evidence, assignment: Assignment) -> tuple[Finding, ...]:
    """Report that the LMS marked it late without giving a time: a person decides."""
    if not any(note.kind is NoteKind.LATE for note in evidence.collected):
        return ()
    due = _due(assignment, evidence.student, assignment.due.tzinfo or UTC)
    return (_finding(Verdict.UNDECIDED, "marked", {"due": due}),)


def _finding(verdict: Verdict, case: str, params: Mapping[str, Param]) -> Finding:
    return Finding(check="INT001", subject=DEADLINE, verdict=verdict, case=case, params=params)


def _in_time(assignment: Assignment, student: str, received: Received) -> str:
    """Return the case: certainly in time, in the grace period, or within the time's resolution."""
    due = assignment.deadline.of(student)
    first = math.floor((received.at - due).total_seconds())  # negative if before the deadline
    if first + max(received.resolution_seconds - 1, 0) > assignment.grace_seconds:
        return "coarse"
    return "grace" if received.at > due else "in-time"


def _costs(policy: LatePolicy, late: int) -> tuple[str, Mapping[str, Param]]:
    """Return the case of the applicable rule, with its numbers."""
    kept: Param = _number(policy.kept_percent(late))
    if math.isfinite(policy.cut_off_hours) and late > policy.cut_off_hours * HOUR:
        return "cut-off-after", {"hours": _number(policy.cut_off_hours)}
    match policy.kind:
        case LateKind.NONE:
            return "free", {}
        case LateKind.CUT_OFF:
            return ("cut-off", {}) if kept == "0" else ("free", {})
        case LateKind.STEPS:
            return _step(policy, late, kept)
        case LateKind.PER_DAY:
            return _days(policy, late, kept)


def _step(policy: LatePolicy, late: int, kept: Param) -> tuple[str, Mapping[str, Param]]:
    hours = [step.hours for step in policy.steps if late <= step.hours * HOUR]
    if hours:
        return "step", {"hours": _number(hours[0]), "kept": kept}
    last = _number(policy.steps[-1].hours) if policy.steps else "0"
    return "last-step", {"hours": last, "kept": kept}


def _days(policy: LatePolicy, late: int, kept: Param) -> tuple[str, Mapping[str, Param]]:
    days = math.ceil(late / DAY)
    cost = policy.percent_per_day * days
    params: dict[str, Param] = {
        "days": days,
        "percent": _number(policy.percent_per_day),
        "cost": _number(cost),
        "kept": kept,
    }
    return ("least" if 100 - cost < policy.kept_percent(late) else "per-day"), params


def _received(received: Received, zone: tzinfo) -> Param:
    """Format the time to its resolution, with the assumptions behind it."""
    at = _time(received.at, zone, received.resolution_seconds)
    notes = []
    if received.resolution_seconds >= _MINUTE:
        notes.append(
            LazyText("lateness.known_to", {"unit": _duration(received.resolution_seconds)})
        )
    if received.zone:
        notes.append(LazyText("lateness.taken_as", {"zone": received.zone}))
    return _with(at, notes)


def _due(assignment: Assignment, student: str, zone: tzinfo) -> Param:
    due = assignment.deadline.of(student)
    notes = []
    if due != assignment.due:
        notes.append(LazyText("lateness.extended"))
    if assignment.grace_seconds:
        notes.append(LazyText("lateness.grace", {"grace": _duration(assignment.grace_seconds)}))
    return _with(_time(due, zone), notes)


def _with(time: str, notes: Sequence[LazyText]) -> Param:
    if not notes:
        return time
    return LazyText("lateness.noted", {"time": time, "notes": LazyList("list", tuple(notes))})


def _time(at: datetime, zone: tzinfo, resolution_seconds: int = 1) -> str:
    """Format a time in the deadline's zone, without seconds if they are unknown."""
    try:
        local = at.astimezone(zone)
    except OverflowError:  # e.g. datetime.max in an eastern zone
        local = at
    shown = "%Y-%m-%d %H:%M" if resolution_seconds >= _MINUTE else "%Y-%m-%d %H:%M:%S"
    return f"{local.strftime(shown)} {_zone(local)}"


def _zone(at: datetime) -> str:
    offset = at.utcoffset()
    if offset == _JAPAN:
        return "JST"
    return "UTC" if not offset else str(timezone(offset))


def _duration(seconds: int) -> LazyList:
    """Format a duration in all units that are not 0."""
    parts: list[LazyText] = []
    left = seconds
    for unit, name in _UNITS:
        count, left = divmod(left, unit)
        if count or (not parts and unit == 1):
            parts.append(LazyText(f"lateness.{name}", {"count": count}))
    return LazyList("lateness.and", tuple(parts))


def _number(value: float) -> str:
    return f"{value:.10g}"
