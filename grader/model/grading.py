"""What counts for the course: parts and their weights, conditions, rounding, letters. Data."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from grader.model.bounds import DIFFERENT, Id, Ids, Text, Titles, key


class Missing(StrEnum):
    """What an assignment counts that was not handed in, once its deadline has passed."""

    ZERO = "zero"
    OPEN = "open"  # a person decides


class RoundingWay(StrEnum):
    """How a number loses its digits. All numbers here are 0 or more."""

    HALF_UP = "half-up"  # 59.5 -> 60, 60.5 -> 61, as people expect; not Python's round()
    DOWN = "down"
    NONE = "none"


class Rounded(StrEnum):
    """What is rounded, once."""

    TOTAL = "total"
    PARTS = "parts"  # what each part adds; their sum then is what it is


class Rounding(Struct, frozen=True, kw_only=True):
    """How and where numbers are rounded. Nothing else is ever rounded on the way."""

    what: Rounded = Rounded.TOTAL
    """The total, or what each part adds to it."""
    way: RoundingWay = RoundingWay.HALF_UP
    """Half up (59.5 becomes 60), down, or not at all."""
    digits: Annotated[int, Meta(ge=0, le=6)] = 0
    """Digits after the point that stay."""


class Item(Struct, frozen=True, kw_only=True):
    """One assignment that counts. It may not exist yet: then it is open."""

    assignment: str
    points: float  # that its full points are worth here, whatever its rubric adds up to


class Part(Struct, frozen=True, kw_only=True):
    """Assignments that count together."""

    id: Id
    """The part's name, for inside."""
    title: Titles
    """The part's title in both languages."""
    assignments: Annotated[Ids, Meta(min_length=1)]
    """The assignments that count; they need not exist yet."""
    points_each: Annotated[float, Meta(gt=0)] | None = None
    """What each assignment's full points are worth here."""
    points: Mapping[str, Annotated[float, Meta(gt=0)]] = field(default_factory=dict)
    """The same for single assignments: { kadai8 = 16 }."""
    percent: Annotated[float, Meta(gt=0, le=100)] | None = None
    """What the whole part is worth, in percent of the maximum. An optional part without it adds its
    points."""
    optional: bool = False
    """Whether nothing is lost without it."""
    inside: Id = ""
    """For an optional part: its points fill up that part; without it they come on top of the
    total."""

    @property
    def items(self) -> tuple[Item, ...]:
        """Each assignment with what it is worth."""
        each = self.points_each or 0.0
        return tuple(
            Item(assignment=assignment, points=self.points.get(assignment, each))
            for assignment in self.assignments
        )


class ConditionKind(StrEnum):
    """What a condition looks at."""

    ATTENDANCE = "attendance"
    RECOGNITION = "recognition"  # how many of the assignments are recognised


class Condition(Struct, frozen=True, kw_only=True):
    """What has to be met besides points."""

    id: Id
    """The condition's name."""
    title: Titles
    """The condition's title in both languages."""
    kind: ConditionKind
    """What it looks at: the attendance, or how many of the assignments are recognised."""
    least_percent: Annotated[float, Meta(gt=0, le=100)]
    """So much is enough."""
    assignments: Annotated[Ids, Meta(min_length=1)] = ()
    """For recognition: the assignments that are counted; without it, all that are not optional."""


Criteria = Annotated[tuple[Text, ...], Meta(min_length=1), DIFFERENT]


class Recognition(Struct, frozen=True, kw_only=True):
    """When an assignment is recognised: all that is asked for here holds.

    What a person has to decide is a criterion of the assignment.
    """

    submitted: bool = True
    """It was handed in."""
    in_time: bool = False
    """It was handed in in time, grace and extensions counted."""  # unknown times leave it open
    least_percent: Annotated[float, Meta(gt=0, le=100)] | None = None
    """It has at least so much of its points."""  # late ones as they count
    criteria: Criteria = ()
    """Each of these criteria has more than 0 points."""
    criteria_of: Mapping[str, Criteria] = field(default_factory=dict)
    """The same for single assignments, whose rubrics have other criteria."""
    confirmed: bool = False
    """A person has confirmed its points."""

    def criteria_for(self, assignment: str) -> tuple[str, ...]:
        """Return the criteria to look at: the assignment's own list, or the common one."""
        return self.criteria_of.get(assignment, self.criteria)


class AttendanceRules(Struct, frozen=True, kw_only=True):
    """How the attendance is read: a table of student ids and sessions attended."""

    sessions: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """How many sessions there will have been in the whole course."""
    held: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """How many of them the table counts, while the course is going on; without it, all."""


class Letter(Struct, frozen=True, kw_only=True):
    """A step of the course's grades."""

    letter: Text
    """The grade, such as 秀 or A+."""
    least: Annotated[float, Meta(ge=0)]
    """From so many points of the rounded total on."""


class Grading(Struct, frozen=True, kw_only=True):
    """What counts for the course."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1), key("part")]
    """Assignments that count together."""
    conditions: Annotated[tuple[Condition, ...], key("condition")] = ()
    """What has to be met besides points."""
    recognition: Recognition = field(default_factory=Recognition)
    """When an assignment is recognised: all that is given here holds."""
    attendance: AttendanceRules = field(default_factory=AttendanceRules)
    """How the attendance is read."""
    maximum: Annotated[float, Meta(gt=0)] = 100.0
    """No total is over it, with whatever comes on top."""
    not_submitted: Missing = Missing.ZERO
    """What an assignment counts that was not handed in, once its deadline has passed: 0, or nothing
    yet."""
    rounding: Rounding = field(default_factory=Rounding)
    """How and where numbers are rounded; only there."""
    letters: Annotated[tuple[Letter, ...], Meta(min_length=1)] = ()
    """The grades, the best first; the last from 0 on. Without them, the total is the grade."""
    letter_without_condition: Text = ""
    """The grade of who does not meet a condition; without it, the total alone decides."""
