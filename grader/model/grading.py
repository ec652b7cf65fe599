"""What counts for the course: parts and their weights, conditions, rounding, letters. Data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding:
    """How and where numbers are rounded. Nothing else is ever rounded on the way."""

    what: Rounded = Rounded.TOTAL
    way: RoundingWay = RoundingWay.HALF_UP
    digits: int = 0  # after the point


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One assignment that counts. It may not exist yet: then it is open."""

    assignment: str
    points: float  # that its full points are worth here, whatever its rubric adds up to


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some assignments that count together: "reports, 60 %"."""

    id: str
    title: Mapping[str, str]  # {"ja": …, "en": …}
    items: tuple[Item, ...]
    percent: float | None = None  # of the course's maximum; None (optional parts): its points
    optional: bool = False  # nothing is lost without it
    inside: str = ""  # an optional part's points fill up that part; "" = on top of the total


class ConditionKind(StrEnum):
    """What a condition looks at."""

    ATTENDANCE = "attendance"
    RECOGNITION = "recognition"  # how many of the assignments are recognised


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What has to be met besides points."""

    id: str
    title: Mapping[str, str]
    kind: ConditionKind
    least_percent: float  # so much is enough
    assignments: tuple[str, ...] = ()  # of RECOGNITION: which ones are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """When an assignment is recognised: all that is asked for here holds.

    A person's word on one student's assignment wins over all of it.
    """

    submitted: bool = True
    in_time: bool = False  # with grace and extensions; unknown times leave it open
    least_percent: float | None = None  # of the assignment's points, late ones as they count
    criteria: tuple[str, ...] = ()  # each of these has more than 0 points
    criteria_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by assignment
    confirmed: bool = False  # a person has confirmed the points
    person: bool = False  # only a person's word: open until there is one
    words: str = ""  # a file of persons' words, its path in the course; "" = none is named

    def criteria_for(self, assignment: str) -> tuple[str, ...]:
        """Says which criteria are looked at: the assignment's own list, or everybody's."""
        return self.criteria_of.get(assignment, self.criteria)


class Blank(StrEnum):
    """What an empty cell of the attendance means."""

    OPEN = "open"  # nobody wrote it down yet
    ABSENT = "absent"  # in a column in which something is written for somebody


EXCUSED = None
"""The weight of a mark that takes the session out of the count (公欠)."""

MARKS: Mapping[str, float | None] = MappingProxyType(
    {
        **dict.fromkeys(("○", "〇", "◯", "◎", "O", "1", "出", "出席", "✓", "✔", "P"), 1.0),
        **dict.fromkeys(("×", "✕", "✗", "✖", "X", "0", "欠", "欠席", "無断欠席", "A"), 0.0),
        **dict.fromkeys(("公欠", "公", "公認欠席", "忌引", "E", "EXCUSED"), EXCUSED),
        **dict.fromkeys(("PRESENT", "TRUE"), 1.0),
        **dict.fromkeys(("ABSENT", "FALSE"), 0.0),
    }
)
"""What marks mean when the course does not say: NFKC, upper case.

Coming late (遅刻, △) counts differently everywhere: it has no meaning until the course gives one.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceRules:
    """How the attendance is to be read. A mark may weigh anything from 0 to 1, or be EXCUSED."""

    sessions: int | None = None  # there will have been; None: those of the table are all
    marks: Mapping[str, float | None] = field(default_factory=lambda: MARKS)  # 1 there, 0 not
    blank: Blank = Blank.OPEN
    attended: str = ""  # the column with the number attended, when there are no columns of marks
    held: str = ""  # the column with the number held so far; "" = `sessions`


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A step of the course's grades."""

    letter: str  # "秀", "A+"
    least: float  # of the rounded total


@dataclass(frozen=True, slots=True, kw_only=True)
class Grading:
    """How a course's total is made."""

    parts: tuple[Part, ...]
    conditions: tuple[Condition, ...] = ()
    recognition: Recognition = field(default_factory=Recognition)
    attendance: AttendanceRules = field(default_factory=AttendanceRules)
    maximum: float = 100.0  # no total is over it, with whatever comes on top
    not_submitted: Missing = Missing.ZERO
    rounding: Rounding = field(default_factory=Rounding)
    letters: tuple[Letter, ...] = ()  # the best first; () = none are given
    letter_without_condition: str = ""  # of who does not meet a condition; "" = by the total alone
