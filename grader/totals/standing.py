"""Where a student stands in the course: every number with the path to it, and what is open.

All numbers are exact fractions, so that nothing is rounded but where the course says so.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from grader.model.gradebook import State

_FINEST = 1_000_000  # a float stands for the fraction with at most this denominator: 8/3, 0.1


@lru_cache(maxsize=4096)
def exact(value: float) -> Fraction:
    """Reads a float as the number it stands for: 0.1 is 1/10, 2.6666666666666665 is 8/3."""
    return Fraction(value).limit_denominator(_FINEST)


class StandingRequest(Struct, frozen=True, kw_only=True):
    """When, and how strictly, it is asked where students stand."""

    now: datetime  # with a zone; says which deadlines have passed
    confirmed_only: bool = False  # points that nobody confirmed are open


class Range(Struct, frozen=True, kw_only=True):
    """From the least to the most a number can still become; the same when it is known."""

    lowest: Fraction
    highest: Fraction

    @property
    def known(self) -> Fraction | None:
        """The number itself; None while it can still change."""
        return self.lowest if self.lowest == self.highest else None


class StandingReason(StrEnum):
    """Why a step counts what it counts."""

    COUNTED = "counted"  # the sheet's points
    ZERO = "not-submitted"  # not handed in, the deadline has passed: 0
    # From here on it is open:
    CRITERIA = "criteria"  # some criteria have no points yet
    UNCONFIRMED = "unconfirmed"  # complete, but nobody has confirmed the points
    NOT_GRADED = "not-graded"  # handed in, no sheet yet
    UNKNOWN = "unknown"  # no files, but some are nobody's for sure: perhaps handed in
    NOT_DUE = "not-due"  # not handed in, and there is time yet
    MISSING = "missing"  # not handed in; the course leaves that to a person
    NO_LINE = "no-line"  # the assignment's gradebook has no line for this student
    NO_GRADEBOOK = "no-gradebook"  # the assignment does not exist yet, or nothing is graded


class AssignmentStep(Struct, frozen=True, kw_only=True):
    """One assignment on the way to the total."""

    assignment: str
    why: StandingReason
    awarded: Range  # points of the sheet, being late taken off
    of: Fraction  # the points of the assignment's rubric; of an unknown one, the item's
    most: Fraction  # what these are worth in the course
    state: State | None = None  # None: no line
    late_seconds: int = 0
    kept_percent: float = 100.0  # what being late left
    by: tuple[str, ...] = ()  # who decided: "grader", people; then who confirmed

    @property
    def points(self) -> Range:
        """The same in the course's points."""
        worth = self.most / self.of if self.of else Fraction(0)
        return Range(lowest=self.awarded.lowest * worth, highest=self.awarded.highest * worth)

    @property
    def complete(self) -> bool:
        """Whether nothing is open."""
        return self.why in (StandingReason.COUNTED, StandingReason.ZERO)


class PartStanding(Struct, frozen=True, kw_only=True):
    """One part on the way to the total."""

    title: Mapping[str, str]
    steps: tuple[AssignmentStep, ...]
    points: Range  # the sum of its own steps
    most: Fraction
    adds: Range  # to the total: with what fills it up, by its percent, rounded if parts are
    inside: str = ""  # then it adds nothing itself


class ConditionState(StrEnum):
    """Whether a condition is met."""

    MET = "met"  # whatever still comes
    NOT_MET = "not-met"  # everything is known
    IMPOSSIBLE = "impossible"  # something is open, but it can no longer be met
    OPEN = "open"


class ConditionStanding(Struct, frozen=True, kw_only=True):
    """One condition, with the count behind it."""

    title: Mapping[str, str]
    least_percent: float
    counted: Fraction  # sessions attended, assignments recognised: so far, for sure
    open: Fraction  # that may still be added
    of: Fraction  # both are counted of; 0 = nothing is known

    @property
    def state(self) -> ConditionState:
        """What is known for sure."""
        needed = exact(self.least_percent) / 100 * self.of
        if self.of and self.counted >= needed:
            return ConditionState.MET
        if not self.of or self.counted + self.open >= needed:
            return ConditionState.OPEN
        return ConditionState.IMPOSSIBLE if self.open else ConditionState.NOT_MET


class Standing(Struct, frozen=True, kw_only=True):
    """One student in the course."""

    student: str
    name: str
    parts: tuple[PartStanding, ...]
    conditions: tuple[ConditionStanding, ...]
    exact: Range  # the sum, not over the maximum, before the total is rounded
    total: Range  # rounded as the course says
    letter: str | None  # None while anything is open, or when the course has no letters
    in_attendance: bool = False  # the attendance lists this student

    @property
    def steps(self) -> tuple[AssignmentStep, ...]:
        """Every assignment, in the order of the parts."""
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
