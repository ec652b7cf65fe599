"""Confirm points as final: whose, by whom, and whose cannot be confirmed yet."""

from collections.abc import Collection, Iterable
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from grader.model.errors import GraderError
from grader.model.gradebook import Confirmation, Grade, Gradebook, State
from grader.model.scoresheet import GRADER, points_of
from grader.people import meant
from grader.wording import Wording


class WhyUnconfirmed(StrEnum):
    """Why a student's points were not confirmed."""

    ALREADY = "already"  # exactly these points are confirmed
    OPEN = "open"  # `criteria` have no points
    NOT_GRADED = "not-graded"
    NOT_SUBMITTED = "not-submitted"
    UNSURE = "unsure"  # no files, but some files have no certain owner
    UNKNOWN = "unknown"  # not in the gradebook


_OTHERS = {
    State.CONFIRMED: WhyUnconfirmed.ALREADY,
    State.NOT_GRADED: WhyUnconfirmed.NOT_GRADED,
    State.NOT_SUBMITTED: WhyUnconfirmed.NOT_SUBMITTED,
    State.UNKNOWN: WhyUnconfirmed.UNSURE,
}


class Unconfirmed(Struct, frozen=True, kw_only=True):
    """One student whose points were not confirmed."""

    student: str
    why: WhyUnconfirmed
    criteria: tuple[str, ...] = ()

    def say(self, words: Wording) -> str:
        """Word who is not confirmed, and why."""
        key = "gradebook.unconfirmed." + self.why
        return words.text(key, student=self.student, criteria=self.criteria)


class Confirmed(Struct, frozen=True, kw_only=True):
    """What to store, and everyone who was left out."""

    confirmations: tuple[Confirmation, ...]
    left: tuple[Unconfirmed, ...]


def confirm(
    gradebook: Gradebook, students: Iterable[str] | None, by: str, at: datetime
) -> Confirmed:
    """Confirm the current points of these students, by ids in any spelling; None means everyone.

    Confirms only sheets whose criteria are all decided. Raises GraderError if `by` is empty.
    """
    if by.strip() in ("", GRADER):
        raise GraderError("the confirmation has no name")
    if at.utcoffset() is None:
        raise GraderError("the confirmation has no time zone")
    known = gradebook.by_student
    written = known if students is None else students
    named = (text if text in known else meant(text, known) or text for text in written)
    wanted = list(dict.fromkeys(named))
    left = tuple(
        why for student in wanted if (why := _obstacle(student, known.get(student))) is not None
    )
    stopped: Collection[str] = {unconfirmed.student for unconfirmed in left}
    return Confirmed(
        confirmations=tuple(
            confirmation
            for student in wanted
            if student not in stopped
            and (confirmation := _confirmation(known[student], by.strip(), at)) is not None
        ),
        left=left,
    )


def _obstacle(student: str, grade: Grade | None) -> Unconfirmed | None:
    if grade is None:
        return Unconfirmed(student=student, why=WhyUnconfirmed.UNKNOWN)
    match grade.state:
        case State.PROPOSED:
            return None
        case State.OPEN:
            awards = grade.sheet.awards if grade.sheet else ()
            criteria = tuple(award.criterion for award in awards if award.points is None)
            return Unconfirmed(student=student, why=WhyUnconfirmed.OPEN, criteria=criteria)
        case other:
            return Unconfirmed(student=student, why=_OTHERS[other])


def _confirmation(grade: Grade, by: str, at: datetime) -> Confirmation | None:
    if grade.total is None:
        return None
    points = points_of(grade.sheet)
    return Confirmation(student=grade.student, points=points, total=grade.total, by=by, at=at)
