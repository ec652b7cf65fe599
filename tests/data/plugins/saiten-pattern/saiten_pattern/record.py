"""The table [exercise.pattern] of assignment.toml, and what is observed of a pattern."""

from enum import StrEnum

from msgspec import Struct

from grader.model.finding import Location


class PatternTable(Struct, frozen=True, kw_only=True):
    """Texts that a pattern is tried on."""

    matches: tuple[str, ...] = ()
    """Texts that the pattern has to match as a whole."""
    refuses: tuple[str, ...] = ()
    """Texts that it must not match as a whole."""


class Outcome(StrEnum):
    """What became of the pattern."""

    ABSENT = "absent"  # nothing assigns the name
    COMPUTED = "computed"  # it is assigned, and reading the text does not tell what
    INVALID = "invalid"  # `re` cannot compile it
    SLOW = "slow"  # the reader's CPU time was used up
    TRIED = "tried"


class PatternRecord(Struct, frozen=True, kw_only=True):
    """The record of this plugin about one exercise."""

    outcome: Outcome
    pattern: str = ""
    line: int = 0
    location: Location | None = None
    error: str = ""  # of `re`
    missed: tuple[str, ...] = ()  # texts that it should match
    taken: tuple[str, ...] = ()  # texts that it should refuse
