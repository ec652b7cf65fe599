"""The result of a check: a Finding with its evidence."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace


class LazyText(Struct, frozen=True):
    """A text of the UI, resolved only when its sentence is worded, since a check has no language.

    >>> LazyText("line_range.several", {"first": 3, "last": 5}).key
    'line_range.several'
    """

    key: str  # a key for Wording.text: "shape.vector" is `vector` in the table `[ui.shape]`
    params: Mapping[str, "Param"] = field(default_factory=dict)


class LazyList(Struct, frozen=True):
    """Items joined by a text of the UI such as " and "."""

    key: str  # key of the joining text
    parts: tuple["Param", ...]


if TYPE_CHECKING:
    Param = str | int | float | tuple[str, ...] | Mapping[str, str] | LazyText | LazyList
    """A value for the sentence. A mapping is a text of the course, by language."""
else:
    Param = Any  # msgspec cannot tell a mapping from a Struct; see Finding.__post_init__

PLUGIN = "plugin "
"""Prefix of a plugin's name in a parameter that lists what is missing here."""


class Verdict(StrEnum):
    """The answer of one check. Only PASSED and FAILED are about the student's work."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"  # an earlier check failed
    WAITING = "waiting"  # needs a device, a library or a plugin that is missing here
    UNDECIDED = "undecided"  # a person must look
    BROKEN = "broken"  # the grader failed


WORST_FIRST = (
    Verdict.FAILED,
    Verdict.BROKEN,
    Verdict.WAITING,
    Verdict.UNDECIDED,
    Verdict.SKIPPED,
    Verdict.PASSED,
)


class Location(Struct, frozen=True, kw_only=True):
    """A place in the student's files."""

    file: str  # logical name inside the submission
    line: int  # 1-based; 0 = the whole file
    text: str = ""  # the line itself, shortened
    cell: int = 0  # 1-based code cell of a notebook; 0 = not a notebook
    page: int = 0  # 1-based page of a report; 0 = not a report, or without pages


def in_its_cell(place: Location, cells: Sequence[tuple[int, int]]) -> Location:
    """Convert a line of a notebook's joined code to its cell; `cells` are (first line, number)."""
    first, cell = max(
        (cell_start for cell_start in cells if cell_start[0] <= place.line), default=(1, 0)
    )
    return replace(place, line=place.line - first + 1, cell=cell)


class Finding(Struct, frozen=True, kw_only=True):
    """One check's answer about one subject.

    The subject is an exercise's id, "" for the whole submission, or a part of the report such as
    "report.chapters", which no criterion of the rubric refers to.
    """

    check: str  # the code, "COR002"
    subject: str
    verdict: Verdict
    case: str = ""  # selects one of the check's sentences; "" = the default sentence
    params: Mapping[str, Param] = field(default_factory=dict)
    locations: tuple[Location, ...] = ()
    otherwise: Verdict | None = None
    """Of a skipped check: its verdict on the program without what it should not have used.

    Case, params and locations then belong to this verdict. It informs, and affects no points."""
    parts: Mapping[str, Verdict] = field(default_factory=dict)
    """The check's verdicts on parts of the exercise (groups of tests), by their ids."""

    def verdict_of(self, parts: Sequence[str]) -> Verdict:
        """Return the joint verdict on these parts; on the whole exercise if all are unknown."""
        said = [self.parts[part] for part in parts if part in self.parts]
        return min(said, key=WORST_FIRST.index) if said else self.verdict

    def __post_init__(self) -> None:
        """Restore the types of a stored finding's parameters; raise TypeError for unknown ones."""
        params = {name: _restored(value) for name, value in self.params.items()}
        force_setattr(self, "params", params)


def _restored(value: Any) -> Param:
    match value:
        case {"key": str(key), "params": dict(params)}:
            return LazyText(key, {name: _restored(param) for name, param in params.items()})
        case {"key": str(key), "parts": [*parts]}:
            return LazyList(key, tuple(map(_restored, parts)))
        case str() | int() | float() | LazyText() | LazyList():
            return value
        case [*parts] if all(isinstance(part, str) for part in parts):
            return tuple(parts)
        case Mapping() if all(isinstance(text, str) for text in value.values()):
            return value
        case _:
            raise TypeError(f"no parameter of a sentence: {value!r:.80}")
