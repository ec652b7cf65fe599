"""What a check says: one Finding, with its evidence."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

Param = str | int | float | tuple[str, ...] | Mapping[str, str]
"""A value for the sentence. A mapping is one text per language: {"ja": …, "en": …}."""

PLUGIN = "plugin "
"""Before the name of a plugin, where a parameter lists what is not here."""


class Verdict(StrEnum):
    """The answer of one check. Only PASSED and FAILED are about the student's work."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"  # an earlier check failed
    WAITING = "waiting"  # needs a device that is not here
    UNDECIDED = "undecided"  # a person must look
    BROKEN = "broken"  # the grader went wrong


class Location(Struct, frozen=True, kw_only=True):
    """A place in the student's files."""

    file: str  # logical name inside the submission
    line: int  # 1-based; 0 = the whole file
    text: str = ""  # the line itself, shortened
    cell: int = 0  # 1-based code cell of a notebook; 0 = not a notebook
    page: int = 0  # 1-based, of a report; 0 = no report, or a file without pages


def in_its_cell(place: Location, cells: Sequence[tuple[int, int]]) -> Location:
    """Names a line of a notebook's joined code by its cell; `cells` are (first line, number)."""
    first, cell = max(
        (cell_start for cell_start in cells if cell_start[0] <= place.line), default=(1, 0)
    )
    return replace(place, line=place.line - first + 1, cell=cell)


class Finding(Struct, frozen=True, kw_only=True):
    """One check's answer about one subject.

    That is an exercise's id, "" for the whole submission, or a part of the report
    ("report.chapters"), about which no criterion of the rubric asks.
    """

    check: str  # the code, "COR002"
    subject: str
    verdict: Verdict
    case: str = ""  # which of the check's sentences applies; "" = the plain one
    params: Mapping[str, Param] = field(default_factory=dict)
    locations: tuple[Location, ...] = ()
    otherwise: Verdict | None = None
    """Of a skipped check: what it says of the program without what it should not have used.

    Case, params and locations are then that answer's. It informs, and counts for nothing."""
