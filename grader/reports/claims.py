"""The exponents that a report states, beside those measured here."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.report import Relation, RelationStanding
from grader.model.timing import COST, Fit

MARGIN = 0.5  # between two computers, and between the range of sizes here and there
EXACT = 0.05


class ClaimOutcome(StrEnum):
    """What can be said of the exponents in a report: the cases of REP012."""

    NOTHING = ""
    AGREES = "beside"  # the only one lies in every measured interval
    DIFFERS = "differs"  # the only one lies far from all of them
    QUOTED = "quoted"  # not compared


class MeasuredGrowth(Struct, frozen=True, kw_only=True):
    """One exercise whose exponent could be told."""

    name: str
    work: float | None  # the power of n that the operation costs; None = not known
    fit: Fit

    @property
    def printed(self) -> str:
        """The exponent and its interval, for both languages."""
        fit = self.fit
        return f"{self.name}: n^{fit.exponent:.2f} ({fit.low:.2f}–{fit.high:.2f})"

    def holds(self, exponent: float) -> bool:
        """Return whether an exponent lies in the interval, as printed."""
        return round(self.fit.low, 2) <= exponent <= round(self.fit.high, 2)

    def is_far_from(self, exponent: float) -> bool:
        """Return whether an exponent is neither near the interval nor that of the work."""
        near = self.fit.low - MARGIN <= exponent <= self.fit.high + MARGIN
        return not near and not (self.work is not None and abs(exponent - self.work) <= EXACT)


def exercises_measured(evidence: Evidence, assignment: Assignment) -> tuple[MeasuredGrowth, ...]:
    """List the exercises whose growth the sweep settled."""
    exercises = {exercise.id: exercise for exercise in assignment.exercises}
    return tuple(
        MeasuredGrowth(
            name=exercise.entry, work=COST.get(exercise.operation), fit=each.timing.settled
        )
        for each in evidence.exercises
        if each.timing is not None and each.timing.settled.known
        if (exercise := exercises.get(each.exercise)) is not None
    )


def stated_exponents(relations: Iterable[Relation]) -> tuple[str, ...]:
    """Write every exponent of some sentences as a power, each once."""
    return tuple(
        dict.fromkeys(f"n^{exponent:g}" for each in relations for exponent in each.exponents)
    )


def compare(measured: Sequence[MeasuredGrowth], relations: Sequence[Relation]) -> ClaimOutcome:
    """Compare the exponent of a report with all that was measured, where it states only one.

    A sentence about growth without a number may state another: nothing is compared then.
    """
    numbers = {exponent for each in relations for exponent in each.exponents}
    if not numbers:
        return ClaimOutcome.NOTHING
    own = any(each.standing is RelationStanding.OWN for each in relations)
    if len(numbers) > 1 or not own or not all(each.exponents for each in relations):
        return ClaimOutcome.QUOTED
    (only,) = numbers
    if all(each.holds(only) for each in measured):
        return ClaimOutcome.AGREES
    if all(each.is_far_from(only) for each in measured):
        return ClaimOutcome.DIFFERS
    return ClaimOutcome.QUOTED
