"""The gradebook: every student's score sheet with who is behind it."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

from grader.model.collection import Identity, Received
from grader.model.course import Assignment, Criterion
from grader.model.language import LANGUAGES, Language
from grader.model.places import PlaceComment
from grader.model.scoresheet import ScoreSheet, points_of, same


class State(StrEnum):
    """How far the grading of a student has come."""

    CONFIRMED = "confirmed"  # a person has confirmed exactly these points
    PROPOSED = "proposed"  # every criterion has points, but they are unconfirmed
    OPEN = "open"  # some criterion has no points yet
    NOT_GRADED = "not-graded"  # submitted, no sheet yet
    NOT_SUBMITTED = "not-submitted"  # for sure: no file can be theirs
    UNKNOWN = "unknown"  # no files, but some have no certain owner, or a download is truncated


class Confirmation(Struct, frozen=True, kw_only=True):
    """A person says that these points are final. It holds for exactly these points."""

    student: str
    points: Mapping[str, float]  # by criterion
    total: float
    by: str
    at: datetime  # with a zone

    def holds(self, sheet: ScoreSheet | None) -> bool:
        """Return whether the sheet still has exactly these points."""
        points = points_of(sheet)
        return (
            sheet is not None
            and sheet.complete
            and points.keys() == self.points.keys()
            and all(same(points[criterion], self.points[criterion]) for criterion in points)
            and same(sheet.total, self.total)
        )


class Comment(Struct, frozen=True, kw_only=True):
    """A person's comment to one student about one assignment. The latest one counts."""

    student: str
    text: str  # "" = deleted
    by: str
    at: datetime  # with a zone


class Note(Struct, frozen=True, kw_only=True):
    """A record that a person adds for one plugin. The store does not interpret it.

    The latest of a kind, student and key counts.
    """

    kind: str  # the plugin's name first: "review.places"
    student: str  # "" = about the class
    key: str  # distinguishes a student's notes of this kind; "" if there is only one
    text: str  # the plugin's own JSON; "" = deleted
    by: str
    at: datetime  # with a zone


def latest_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the notes that count, in the order in which they were first written."""
    latest = {(note.kind, note.student, note.key): note for note in notes}
    return tuple(note for note in latest.values() if note.text)


class Phrase(Struct, frozen=True, kw_only=True):
    """A reusable reason for points. The latest phrase of a name counts."""

    name: str  # opaque
    criterion: str
    text: Mapping[str, str]  # by language; "" in both = no longer offered
    by: str
    at: datetime  # with a zone
    points: float | None = None  # points to add or subtract; None if it is no rubric item

    @property
    def reason(self) -> str:
        """The reason on the sheet, in both languages, since students read either."""
        return " / ".join(text for text in self.text.values() if text)


class Grade(Struct, frozen=True, kw_only=True):
    """One student's line of the gradebook."""

    student: str
    name: str = ""
    who: Identity = field(default_factory=Identity)  # what the LMS calls this student
    state: State = State.NOT_SUBMITTED
    sheet: ScoreSheet | None = None
    received: Received | None = None
    late_seconds: int = 0
    confirmed: Confirmation | None = None  # the latest that still holds
    comment: str = ""  # a person's comment to this student; it is also part of `feedback`
    places: tuple[PlaceComment, ...] = ()  # comments at places of the work, in order
    feedback: str = ""  # plain text for the student, "\n" between lines, already redacted

    @property
    def total(self) -> float | None:
        """The points to export: None unless every criterion is decided."""
        return self.sheet.total if self.sheet is not None and self.sheet.complete else None


class Gradebook(Struct, frozen=True, kw_only=True):
    """The grades of one assignment, in roster order if there is a roster, else by student id."""

    assignment: Assignment
    grades: tuple[Grade, ...]

    @property
    def by_student(self) -> Mapping[str, Grade]:
        """The grades by student id."""
        return {grade.student: grade for grade in self.grades}


class Exported(Struct, frozen=True, kw_only=True):
    """The values that the last export of one kind wrote for one student."""

    student: str
    total: float | None
    points: Mapping[str, float] = field(default_factory=dict)  # by criterion; open ones are missing
    feedback: str = ""  # Grade.feedback as written into the LMS's table; "" = not written


class Export(Struct, frozen=True, kw_only=True):
    """One export: the file, its format, the time, and the grades written into it."""

    kind: str  # the format, "csv", "moodle", …
    target: str  # the file's name
    at: datetime  # with a zone
    grades: Mapping[str, Exported]  # by student


_WORDS: Mapping[Language, Mapping[str, Mapping[str, str]]] = {
    lang: tomllib.loads(text)["ui"]["gradebook"]
    for lang in LANGUAGES
    for text in [Path(__file__).with_name(f"{lang}.toml").read_text(encoding="utf-8")]
}
"""`[ui.gradebook]` in every language: the words are read back from tables."""


GUARD = "'"
"""Precedes a text in a CSV cell that a spreadsheet would execute or change."""


class Column(StrEnum):
    """The columns besides those of the criteria, by content."""

    ID = "id"  # Grade.student
    NAME = "name"
    TOTAL = "total"  # blank unless every criterion is decided; open points never count as 0
    MAX = "max"
    STATE = "state"
    LATE = "late"  # minutes, rounded up; 0 = in time, blank = unknown
    KEPT = "kept"  # percent of the points that lateness leaves
    CONFIRMED_BY = "confirmed-by"
    CONFIRMED_AT = "confirmed-at"  # ISO 8601 with the zone
    COMMENT = "comment"  # Grade.comment: a person's text, with its line breaks
    REPORT = "report"  # says if a report was required and none was submitted


HEADERS: Mapping[str, Mapping[Column, str]] = {
    lang: {Column(name): word for name, word in words["columns"].items()}
    for lang, words in _WORDS.items()
}
STATES: Mapping[str, Mapping[State, str]] = {
    lang: {State(name): word for name, word in words["states"].items()}
    for lang, words in _WORDS.items()
}
NO_REPORT: Mapping[str, str] = {lang: words["report"]["none"] for lang, words in _WORDS.items()}
TIME_IN_WORDS: Mapping[str, str] = {
    lang: words["time"]["in-words"] for lang, words in _WORDS.items()
}
CRITERION = re.compile(r"(?P<name>.+) \(/(?P<max>[0-9]+(\.[0-9]+)?)\)")
"""`内容 (/6)`: the title, or the id, identifies the criterion; the maximum is for the reader."""


def criterion_header(criterion: Criterion, rubric: Sequence[Criterion], lang: str) -> str:
    """Return the heading of a criterion's column: its title if that is unique, else its id."""
    title = criterion.title.get(lang, "")
    own = criteria_by_name(rubric).get(title_key(title)) == criterion.id
    return f"{title if own else criterion.id} (/{round(criterion.points, 4):.10g})"


def criteria_by_name(rubric: Sequence[Criterion]) -> Mapping[str, str]:
    """Return the ids by the folded names that a table may use: ids, and titles in any language."""
    names: dict[str, str] = {}
    shared: set[str] = set()
    for criterion in rubric:
        for name in {title_key(title) for title in criterion.title.values()} - {""}:
            if names.setdefault(name, criterion.id) != criterion.id:
                shared.add(name)
    ids = {title_key(criterion.id): criterion.id for criterion in rubric}
    return {name: key for name, key in names.items() if name not in shared} | ids


def criterion_of(header: str) -> str | None:
    """Read the criterion's title or id from a header; None if it is not a criterion's."""
    match = CRITERION.fullmatch(_plain(header))
    return match["name"] if match else None


def column_of(header: str) -> Column | None:
    """Read what a column holds from its header, in either language."""
    plain = _plain(header).lower()
    for words in HEADERS.values():
        for column, word in words.items():
            if word == plain:
                return column
    return None


def title_key(text: str) -> str:
    """Fold a title, so that wide and narrow characters and blanks make no difference."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def _plain(text: str) -> str:
    return text.strip().removeprefix(GUARD).strip()
