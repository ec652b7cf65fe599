"""Observations of a program that was asked for values."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from grader.exercises.values.plugin import PLUGIN
from grader.model.evidence import Records
from grader.model.finding import Location
from grader.model.run import RunRecord
from grader.records import opened_record

MESSAGE = "message"  # the `place` of an exception of the right type with another message


class Outcome(StrEnum):
    """The outcome of a test."""

    RIGHT = "right"
    WRONG = "wrong"  # another value
    TYPE = "type"  # the right value in another container or dtype
    FOREIGN = "foreign"  # nothing that could be compared: an object, a function
    LARGE = "large"  # too large, or too deep
    RAISED = "raised"  # an unexpected exception
    NOT_RAISED = "not-raised"
    OTHER_RAISED = "other-raised"  # an exception other than the expected one
    ENDED = "ended"  # it did not finish: time, memory, a crash
    FORGERY = "forgery"  # it sent an answer that the sandbox never sends
    NO_TEST = "no-test"  # the reference did not answer: our fault


class TestResult(Struct, frozen=True, kw_only=True):
    """One test: what was asked, and the outcome."""

    shown: str  # what was asked, to be pasted
    outcome: Outcome
    hidden: bool = False  # whether students are not shown it; then `shown` is empty
    step: str = ""  # the step that went wrong
    expected: str = ""
    got: str = ""
    place: str = ""  # where they differ first: "[2][0]", "['b']", "3", "best.txt: 3", MESSAGE
    name: Mapping[str, str] = field(default_factory=dict)
    hint: Mapping[str, str] = field(default_factory=dict)
    run: RunRecord | None = None  # of a test that did not come to its end, or raised
    misfit: Location | None = None  # where the parameters stand that the call does not fit
    alone: bool = True  # False: by itself, in a fresh process, it comes out right
    random: bool = False
    group: str = ""
    size: int = 0  # characters of the steps up to the mistake: the shortest test is shown first


class RuleBreach(Struct, frozen=True, kw_only=True):
    """A rule that the text breaks."""

    what: str  # a name, or a Construct
    kind: str  # "name", "without", "required"
    location: Location | None = None


class Mistake(Struct, frozen=True, kw_only=True):
    """A known mistake that explains every wrong answer."""

    id: str
    name: Mapping[str, str]
    lesson: Mapping[str, str]


class ValuesRecord(Struct, frozen=True, kw_only=True):
    """Everything observed about the program."""

    entry: str = ""  # what was graded; "" = nothing, or a whole program
    instead: str = ""  # the name under which the exercise requests it, if different
    found: tuple[str, ...] = ()  # the names that are defined, if the requested one is missing
    tests: tuple[TestResult, ...] = ()
    breaches: tuple[RuleBreach, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    trouble: str = ""  # our own trouble: the reference does not answer
    program: bool = False


def record_of(records: Records) -> ValuesRecord | None:
    """Open the record of an exercise's evidence."""
    return opened_record(records, PLUGIN.name, ValuesRecord)
