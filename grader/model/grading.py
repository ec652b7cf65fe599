"""Data on grading a course: parts and their weights, conditions, rounding, letters."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from grader.model.bounds import DIFFERENT, Id, Ids, Text, Titles, key


class Missing(StrEnum):
    """How an assignment counts that is not submitted by its deadline."""

    ZERO = "zero"
    OPEN = "open"  # a person decides


class RoundingWay(StrEnum):
    """How a number is rounded. All numbers here are 0 or more."""

    HALF_UP = "half-up"  # 59.5 -> 60, 60.5 -> 61, as people expect; not Python's round()
    DOWN = "down"
    NONE = "none"


class Rounded(StrEnum):
    """Which numbers are rounded. None is rounded twice."""

    TOTAL = "total"
    PARTS = "parts"  # the points that each part adds; their sum is not rounded again


class Rounding(Struct, frozen=True, kw_only=True):
    """How and where numbers are rounded. Nothing else is rounded."""

    what: Rounded = Rounded.TOTAL
    """What is rounded: the total, or the points that each part adds to it."""
    way: RoundingWay = RoundingWay.HALF_UP
    """Half up (59.5 becomes 60), down, or not at all."""
    digits: Annotated[int, Meta(ge=0, le=6)] = 0
    """The number of decimals that are kept."""


class Item(Struct, frozen=True, kw_only=True):
    """One assignment that counts. It need not exist yet: then it is undecided."""

    assignment: str
    points: float  # that count here for full marks, whatever its rubric adds up to


class Part(Struct, frozen=True, kw_only=True):
    """Assignments that count together."""

    id: Id
    """The part's name, for use in `inside`."""
    title: Titles
    """The part's title in both languages."""
    assignments: Annotated[Ids, Meta(min_length=1)]
    """The assignments that count; they need not exist yet."""
    points_each: Annotated[float, Meta(gt=0)] | None = None
    """How many points an assignment with full marks counts for here."""
    points: Mapping[str, Annotated[float, Meta(gt=0)]] = field(default_factory=dict)
    """The same for individual assignments: { kadai8 = 16 }."""
    percent: Annotated[float, Meta(gt=0, le=100)] | None = None
    """The weight of the whole part, in percent of the maximum. Without it, an optional part adds
    its points."""
    optional: bool = False
    """Whether the part is optional: leaving it out costs nothing."""
    inside: Id = ""
    """For an optional part: the part to which its points are added, up to that part's full points.
    Without it, they are added to the total."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The assignments with their points."""
        each = self.points_each or 0.0
        return tuple(
            Item(assignment=assignment, points=self.points.get(assignment, each))
            for assignment in self.assignments
        )


class ConditionKind(StrEnum):
    """What a condition is about."""

    ATTENDANCE = "attendance"
    RECOGNITION = "recognition"  # the share of recognised assignments


class Condition(Struct, frozen=True, kw_only=True):
    """Requirements besides points."""

    id: Id
    """The condition's name."""
    title: Titles
    """The condition's title in both languages."""
    kind: ConditionKind
    """What it is about: attendance, or how many assignments are recognised."""
    least_percent: Annotated[float, Meta(gt=0, le=100)]
    """The least percentage that meets the condition."""
    assignments: Annotated[Ids, Meta(min_length=1)] = ()
    """For recognition: the assignments to count. Without it, all that are not optional."""


Criteria = Annotated[tuple[Text, ...], Meta(min_length=1), DIFFERENT]


class Recognition(Struct, frozen=True, kw_only=True):
    """When an assignment is recognised: if it meets every requirement here.

    Requirements that a person decides are criteria of the assignment.
    """

    submitted: bool = True
    """It has to be submitted."""
    in_time: bool = False
    """It has to be submitted in time, with grace and extensions."""  # unknown times: undecided
    least_percent: Annotated[float, Meta(gt=0, le=100)] | None = None
    """It has to have at least this percentage of its points."""  # after deductions for lateness
    criteria: Criteria = ()
    """Each of these criteria has to have more than 0 points."""
    criteria_of: Mapping[str, Criteria] = field(default_factory=dict)
    """The same for individual assignments whose rubrics have other criteria."""
    confirmed: bool = False
    """A person has to confirm its points."""

    def criteria_for(self, assignment: str) -> tuple[str, ...]:
        """Return the required criteria: the assignment's own list, or the common one."""
        return self.criteria_of.get(assignment, self.criteria)


class AttendanceRules(Struct, frozen=True, kw_only=True):
    """How to read the attendance, a table of student ids and sessions attended."""

    sessions: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The number of sessions in the whole course."""
    held: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """During the course: the number of sessions that the table covers so far. Without it, all."""


class Letter(Struct, frozen=True, kw_only=True):
    """A grade, and the total that it needs."""

    letter: Text
    """The grade, such as 秀 or A+."""
    least: Annotated[float, Meta(ge=0)]
    """The least rounded total for this grade."""


class Grading(Struct, frozen=True, kw_only=True):
    """What counts for the course."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1), key("part")]
    """Assignments that count together."""
    conditions: Annotated[tuple[Condition, ...], key("condition")] = ()
    """Requirements besides points."""
    recognition: Recognition = field(default_factory=Recognition)
    """When an assignment is recognised: if it meets every requirement given here."""
    attendance: AttendanceRules = field(default_factory=AttendanceRules)
    """How the attendance is read."""
    maximum: Annotated[float, Meta(gt=0)] = 100.0
    """The maximum of the total, even with points on top."""
    not_submitted: Missing = Missing.ZERO
    """How an assignment counts that is not submitted by its deadline: as 0 points, or as
    undecided."""
    rounding: Rounding = field(default_factory=Rounding)
    """How and where numbers are rounded. Nothing else is rounded."""
    letters: Annotated[tuple[Letter, ...], Meta(min_length=1)] = ()
    """The grades, best first; the last one starts at 0. Without them, the total is the grade."""
    letter_without_condition: Text = ""
    """The grade of students who do not meet a condition. Without it, only the total decides."""
