"""Where a student stands in the course: every number with the path to it, and what is open.

All numbers are exact fractions, so that nothing is rounded but where the course says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from grader.model.gradebook import State
from grader.model.grading import ConditionKind


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRequest:
    """When, and how strictly, it is asked where students stand."""

    now: datetime  # with a zone; says which deadlines have passed
    confirmed_only: bool = False  # points that nobody confirmed are open


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentStep:
    """One assignment on the way to the total."""

    assignment: str
    title: Mapping[str, str]  # {} when the assignment does not exist yet
    why: StandingReason
    awarded: Range  # points of the sheet, being late taken off
    of: Fraction  # the points of the assignment's rubric; of an unknown one, the item's
    points: Range  # the same, in the course's points: awarded / of * most
    most: Fraction  # the item's points
    state: State | None = None  # None: no line
    late_seconds: int = 0
    kept_percent: float = 100.0  # what being late left
    open: tuple[str, ...] = ()  # criteria without points
    by: tuple[str, ...] = ()  # who decided: "grader", people; then who confirmed
    confirmed: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing is open."""
        return self.why in (StandingReason.COUNTED, StandingReason.ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartStanding:
    """One part on the way to the total."""

    part: str
    title: Mapping[str, str]
    steps: tuple[AssignmentStep, ...]
    points: Range  # the sum of its own steps
    filled: Range  # with optional parts that fill it up, not over `most`
    most: Fraction
    adds: Range  # to the total: filled / most * percent, rounded if parts are
    percent: float | None = None
    optional: bool = False
    inside: str = ""  # then it adds nothing itself

    @property
    def complete(self) -> bool:
        """Whether nothing is open."""
        return all(step.complete for step in self.steps)


class ConditionState(StrEnum):
    """Whether a condition is met."""

    MET = "met"  # whatever still comes
    NOT_MET = "not-met"  # everything is known
    IMPOSSIBLE = "impossible"  # something is open, but it can no longer be met
    OPEN = "open"


class RecognitionWhy(StrEnum):
    """What an assignment's recognition hangs on."""

    MET = "met"
    WORD = "word"  # a person said so, or said not
    NOT_SUBMITTED = "not-submitted"
    LATE = "late"
    POINTS = "points"  # too few, or still open
    CRITERIA = "criteria"
    UNCONFIRMED = "unconfirmed"
    OPEN = "open"  # not due, not graded, not there yet


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognitionStanding:
    """Whether one assignment is recognised; None: open."""

    assignment: str
    recognised: bool | None
    why: RecognitionWhy


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionStanding:
    """One condition, with the count behind it."""

    condition: str
    title: Mapping[str, str]
    kind: ConditionKind
    state: ConditionState
    least_percent: float
    counted: Fraction  # sessions attended, assignments recognised: so far, for sure
    open: Fraction  # that may still be added
    of: Fraction  # both are counted of; 0 = nothing is known
    recognised: tuple[RecognitionStanding, ...] = ()  # of RECOGNITION

    @property
    def share(self) -> Range | None:
        """In percent; None when there is nothing to count."""
        if not self.of:
            return None
        most = self.counted + self.open
        return Range(lowest=self.counted * 100 / self.of, highest=most * 100 / self.of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attended:
    """One student's attendance, as the table says."""

    attended: Fraction  # by weight: two of half are one
    counted: int  # sessions that are known and count; excused ones do not
    excused: int = 0
    open: int = 0  # held, but not written down
    unknown: tuple[str, ...] = ()  # marks without a meaning, "第3回: 遅刻": they are open, too
    sure: bool = True  # False: two lines of this student differ; everything is open


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One student in the course."""

    student: str
    name: str
    parts: tuple[PartStanding, ...]
    conditions: tuple[ConditionStanding, ...]
    exact: Range  # the sum, not over the maximum, before the total is rounded
    total: Range  # rounded as the course says
    letter: str | None  # None while anything is open, or when the course has no letters
    attended: Attended | None = None

    @property
    def complete(self) -> bool:
        """Whether nothing is open: only then the total is final."""
        decided = all(one.state is not ConditionState.OPEN for one in self.conditions)
        return decided and all(part.complete for part in self.parts)

    @property
    def confirmed(self) -> bool:
        """Whether it is complete and a person confirmed every sheet that counts."""
        steps = [step for part in self.parts for step in part.steps]
        return self.complete and all(
            one.confirmed or one.why is StandingReason.ZERO for one in steps
        )

    @property
    def open(self) -> tuple[str, ...]:
        """The assignments that are open."""
        steps = [step for part in self.parts for step in part.steps]
        return tuple(step.assignment for step in steps if not step.complete)
