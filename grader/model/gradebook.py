"""The gradebook: every student's score sheet with who stands behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from grader.model.collection import Identity, Received
from grader.model.course import Assignment
from grader.model.points import points_of, same
from grader.model.scoresheet import ScoreSheet


class State(StrEnum):
    """How far a student's points have come."""

    CONFIRMED = "confirmed"  # a person has confirmed exactly these points
    PROPOSED = "proposed"  # every criterion has points; nobody has confirmed them
    OPEN = "open"  # some criterion has no points yet
    NOT_GRADED = "not-graded"  # handed in, no sheet yet
    NOT_SUBMITTED = "not-submitted"  # for sure: no file can be theirs
    UNKNOWN = "unknown"  # no files, but some files are nobody's for sure, or a download was cut off


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """A person says that these points are final. It holds for exactly these points."""

    student: str
    points: Mapping[str, float]  # by criterion
    total: float
    by: str
    at: datetime  # with a zone

    def holds(self, sheet: ScoreSheet | None) -> bool:
        """Says whether the sheet has exactly these points still."""
        points = points_of(sheet)
        return (
            sheet is not None
            and sheet.complete
            and points.keys() == self.points.keys()
            and all(same(points[one], self.points[one]) for one in points)
            and same(sheet.total, self.total)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """What a person wrote to one student about one assignment. The latest one counts."""

    student: str
    text: str  # "" = nothing any more
    by: str
    at: datetime  # with a zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """One student's line of the gradebook."""

    student: str
    name: str = ""
    who: Identity = field(default_factory=Identity)  # what the LMS calls this student
    state: State = State.NOT_SUBMITTED
    sheet: ScoreSheet | None = None
    received: Received | None = None
    late_seconds: int = 0
    confirmed: Confirmation | None = None  # the latest that still holds
    comment: str = ""  # what a person wrote to this student; it also stands in the feedback
    feedback: str = ""  # plain text for the student, "\n" between lines, already redacted

    @property
    def total(self) -> float | None:
        """The points to export: None unless every criterion is decided."""
        return self.sheet.total if self.sheet is not None and self.sheet.complete else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradebook:
    """One assignment's grades, in roster order when there is a roster, else by student."""

    assignment: Assignment
    grades: tuple[Grade, ...]

    @property
    def by_student(self) -> Mapping[str, Grade]:
        """The same, by student."""
        return {one.student: one for one in self.grades}


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was last written for one student by one kind of export."""

    student: str
    total: float | None
    points: Mapping[str, float] = field(default_factory=dict)  # by criterion; open ones are missing
    state: State = State.OPEN
    comment: str = ""  # Grade.comment as it was written there
    feedback: str = ""  # Grade.feedback as it was written into the LMS's table; "" = it was not


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """One export: which file was written in which format, when, and what it says of whom."""

    kind: str  # the format, "csv", "moodle", …
    target: str  # the file's name
    at: datetime  # with a zone
    grades: Mapping[str, Exported]  # by student
