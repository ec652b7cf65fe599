"""Compare the exponents that a report states with those measured here."""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.report import Relation, RelationStanding
from grader.model.timing import COST, Fit
from grader.reports.relations import repeats_in_factors

MARGIN = 0.5  # tolerance for different computers and ranges of sizes
EXACT = 0.05


class ClaimOutcome(StrEnum):
    """The relation of a report's exponents to ours: the cases of REP012."""

    AGREES = "beside"  # the only one is in every measured interval
    DIFFERS = "differs"  # the only one is far from all of them
    QUOTED = "quoted"  # not compared


class WhyQuoted(StrEnum):
    """Why a stated exponent is not compared: texts of `report.why_quoted`."""

    SEVERAL = "several"  # different exponents are stated
    ASIDE = "aside"  # no sentence states it plainly
    WORDS = "words"  # another sentence describes the growth in words or factors
    EXERCISES = "exercises"  # several were measured, and it does not fit all of them equally
    NEAR = "near"  # outside the interval, but not far from it


class Comparison(Struct, frozen=True):
    """The result of a comparison, with the reason if exponents are only quoted."""

    outcome: ClaimOutcome
    why: WhyQuoted | None = None


class MeasuredGrowth(Struct, frozen=True, kw_only=True):
    """An exercise whose exponent is known."""

    name: str
    work: float | None  # exponent of the operation's cost; None = unknown
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
    """List the exercises whose growth was determined by a sweep."""
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
    """Format the exponents in sentences as powers, without duplicates."""
    return tuple(
        dict.fromkeys(f"n^{exponent:g}" for each in relations for exponent in each.exponents)
    )


def compare(measured: Sequence[MeasuredGrowth], relations: Sequence[Relation]) -> Comparison:
    """Compare a report's exponent with all measured ones, if it states only one."""
    numbers = {exponent for each in relations for exponent in each.exponents}
    if why := _why_not_compared(numbers, relations):
        return Comparison(ClaimOutcome.QUOTED, why)
    (only,) = numbers
    if all(each.holds(only) for each in measured):
        return Comparison(ClaimOutcome.AGREES)
    if all(each.is_far_from(only) for each in measured):
        return Comparison(ClaimOutcome.DIFFERS)
    why = WhyQuoted.EXERCISES if len(measured) > 1 else WhyQuoted.NEAR
    return Comparison(ClaimOutcome.QUOTED, why)


def _why_not_compared(
    numbers: Collection[float], relations: Sequence[Relation]
) -> WhyQuoted | None:
    """Return why a report does not plainly state one exponent.

    A sentence about growth without a number may mean another exponent, unless it restates it in
    factors.
    """
    if len(numbers) > 1:
        return WhyQuoted.SEVERAL
    if not any(each.standing is RelationStanding.OWN for each in relations):
        return WhyQuoted.ASIDE
    others = [each.quote.text for each in relations if not each.exponents]
    repeat = all(repeats_in_factors(text, only) for only in numbers for text in others)
    return None if repeat else WhyQuoted.WORDS
