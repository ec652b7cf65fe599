"""A student's standing in the course: every number with its derivation, and what is open.

All numbers are exact fractions, so that they are rounded only where the course says so.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from grader.model.gradebook import State

_FINEST = 1_000_000  # largest denominator of the fraction that a float stands for: 8/3, 0.1


@lru_cache(maxsize=4096)
def exact(value: float) -> Fraction:
    """Convert a float to the fraction it stands for: 0.1 is 1/10, 2.6666666666666665 is 8/3."""
    return Fraction(value).limit_denominator(_FINEST)


class StandingRequest(Struct, frozen=True, kw_only=True):
    """The time and the strictness of a request for standings."""

    now: datetime  # with a zone; decides which deadlines have passed
    confirmed_only: bool = False  # whether unconfirmed points count as open


class Range(Struct, frozen=True, kw_only=True):
    """The least and the greatest final value of a number; equal once it is known."""

    lowest: Fraction
    highest: Fraction

    @property
    def known(self) -> Fraction | None:
        """The number itself; None while it can still change."""
        return self.lowest if self.lowest == self.highest else None


class StandingReason(StrEnum):
    """Why an assignment counts as it does."""

    COUNTED = "counted"  # by the sheet's points
    ZERO = "not-submitted"  # not submitted, and the deadline has passed: 0
    # The following are open:
    CRITERIA = "criteria"  # some criteria have no points yet
    UNCONFIRMED = "unconfirmed"  # complete, but no person has confirmed the points
    NOT_GRADED = "not-graded"  # submitted, no sheet yet
    UNKNOWN = "unknown"  # no files, but some have no certain owner: perhaps submitted
    NOT_DUE = "not-due"  # not submitted, and the deadline has not passed
    MISSING = "missing"  # not submitted; the course leaves the decision to a person
    NO_LINE = "no-line"  # the assignment's gradebook has no line for this student
    NO_GRADEBOOK = "no-gradebook"  # the assignment does not exist yet, or nothing is graded


class AssignmentStep(Struct, frozen=True, kw_only=True):
    """One assignment's share of the total."""

    assignment: str
    why: StandingReason
    awarded: Range  # points of the sheet after the deduction for lateness
    of: Fraction  # maximum points of the assignment's rubric; without a rubric, the item's
    most: Fraction  # the points that these are worth in the course
    state: State | None = None  # None: no line
    late_seconds: int = 0
    kept_percent: float = 100.0  # percent left after the deduction for lateness
    by: tuple[str, ...] = ()  # who decided: "grader" or people; then who confirmed

    @property
    def points(self) -> Range:
        """The awarded points, in the course's points."""
        worth = self.most / self.of if self.of else Fraction(0)
        return Range(lowest=self.awarded.lowest * worth, highest=self.awarded.highest * worth)

    @property
    def complete(self) -> bool:
        """Whether nothing is open."""
        return self.why in (StandingReason.COUNTED, StandingReason.ZERO)


class PartStanding(Struct, frozen=True, kw_only=True):
    """One part's share of the total."""

    title: Mapping[str, str]
    steps: tuple[AssignmentStep, ...]
    points: Range  # the sum of its own steps
    most: Fraction
    # to the total: filled up by optional parts, weighted by percent, rounded if parts are
    adds: Range
    inside: str = ""  # the part that its points are added to; then `adds` is 0


class ConditionState(StrEnum):
    """Whether a condition is met."""

    MET = "met"  # whatever is still open
    NOT_MET = "not-met"  # nothing is open
    IMPOSSIBLE = "impossible"  # something is open, but it can no longer be met
    OPEN = "open"


class ConditionStanding(Struct, frozen=True, kw_only=True):
    """A condition, with the counts that decide it."""

    title: Mapping[str, str]
    least_percent: float
    counted: Fraction  # sessions attended, or assignments recognised, so far
    open: Fraction  # how many may still be added
    of: Fraction  # the total number; 0 = unknown

    @property
    def state(self) -> ConditionState:
        """The state that is certain already."""
        needed = exact(self.least_percent) / 100 * self.of
        if self.of and self.counted >= needed:
            return ConditionState.MET
        if not self.of or self.counted + self.open >= needed:
            return ConditionState.OPEN
        return ConditionState.IMPOSSIBLE if self.open else ConditionState.NOT_MET


class Standing(Struct, frozen=True, kw_only=True):
    """The standing of one student."""

    student: str
    name: str
    parts: tuple[PartStanding, ...]
    conditions: tuple[ConditionStanding, ...]
    exact: Range  # the sum, capped at the maximum, before the total is rounded
    total: Range  # rounded as the course says
    letter: str | None  # None while anything is open, or if the course has no letters
    in_attendance: bool = False  # whether the attendance lists this student

    @property
    def steps(self) -> tuple[AssignmentStep, ...]:
        """The assignments, in the order of the parts."""
        return tuple(step for part in self.parts for step in part.steps)

    @property
    def complete(self) -> bool:
        """Whether nothing is open: only then the total is final."""
        decided = all(each.state is not ConditionState.OPEN for each in self.conditions)
        return decided and not self.open

    @property
    def confirmed(self) -> bool:
        """Whether it is complete and a person confirmed every sheet that counts."""
        return self.complete and all(
            step.state is State.CONFIRMED or step.why is StandingReason.ZERO for step in self.steps
        )

    @property
    def open(self) -> tuple[str, ...]:
        """The assignments that are open."""
        return tuple(step.assignment for step in self.steps if not step.complete)
