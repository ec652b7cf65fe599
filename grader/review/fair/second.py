"""Mark a sample twice: draw the works for second marks, and compare both marks.

A second mark is a note, not a decision. While a person has unfinished works of a criterion to mark
a second time, all of them are hidden from that person: what the first person decided, why, and the
comments to the student. When the person is finished, both marks are compared. Only a decision of a
person changes points.
"""

import math
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from grader.model.errors import GraderError
from grader.model.gradebook import Note, latest_notes
from grader.model.scoresheet import Decision, same
from grader.records import record_in, to_text
from grader.review.fair.parts import About, Part, Sharer, key_of

SECOND = "review.second"


class SecondMark(Struct, frozen=True, kw_only=True):
    """Who marks a work a second time, and the points (None: not yet), as stored."""

    person: str
    points: float | None = None
    reason: str = ""


class Second(Struct, frozen=True, kw_only=True):
    """A second mark, and when it was written."""

    mark: SecondMark
    at: datetime


class FirstMark(Struct, frozen=True, kw_only=True):
    """The mark of the person who decided first, from before both marks could be compared."""

    student: str
    criterion: str
    person: str
    points: float
    began: datetime  # when the person first decided
    place: int  # index of that decision in the log
    last: Decision
    replaced: bool  # whether it was decided again after both marks were visible


class Pair(Struct, frozen=True, kw_only=True):
    """Two marks of the same work."""

    first: FirstMark
    second: SecondMark

    @property
    def differ(self) -> bool:
        """Whether the points differ."""
        return not same(self.first.points, self.second.points)


def second_marks_of(notes: Iterable[Note]) -> Mapping[About, Second]:
    """Read the valid second marks, by student and criterion."""
    marks: dict[About, Second] = {}
    for note in latest_notes(notes):
        if note.kind == SECOND and (mark := record_in(note, SecondMark)) is not None:
            marks[note.student, note.key] = Second(mark=mark, at=note.at)
    return marks


def mark_text(mark: SecondMark | None) -> str:
    """Return the text of a second mark's note; None removes the work from the sample."""
    return "" if mark is None else to_text(mark)


def size_of(text: str, works: int) -> int:
    """Parse "10%" or "8", a share or a number of works. Raises GraderError."""
    said = text.strip().replace("％", "%")
    number = said.removesuffix("%").strip()
    most = 100 if said.endswith("%") else 100_000
    if not number.isdecimal() or not 0 < int(number) <= most:
        raise GraderError("{text}: write a number of works, or a share such as 10%", text=text)
    wanted = math.ceil(works * int(number) / 100) if said.endswith("%") else int(number)
    return min(wanted, works)


def draw_sample(  # noqa: PLR0913, PLR0917  what is drawn from, and who may not get what
    students: Sequence[str],
    size: int,
    people: Sequence[Sharer],
    parts: Mapping[str, Part],
    deciders: Mapping[str, Collection[str]],
    salt: str | None = None,
) -> Mapping[str, SecondMark]:
    """Draw random works, each for a person who neither owns nor decided it.

    `parts` and `deciders` are of this criterion, by student. Fewer works are drawn if no such
    person is left.
    """
    rng = Random(secrets.token_hex(8) if salt is None else salt)  # noqa: S311  not a secret
    order = sorted(students)
    rng.shuffle(order)
    load = dict.fromkeys((each.person for each in people), 0)
    drawn: dict[str, SecondMark] = {}
    for student in order:
        if len(drawn) == size:
            break
        own = parts.get(student)
        taken = {key_of(name) for name in deciders.get(student, ())}
        taken |= {key_of(own.person)} if own else set()
        free = [each for each in people if key_of(each.person) not in taken]
        if free:
            person = min(free, key=lambda one: (load[one.person] + 1) / one.weight).person
            load[person] += 1
            drawn[student] = SecondMark(person=person)
    return drawn


def hidden_from(person: str, marks: Mapping[About, Second]) -> frozenset[About]:
    """Return the works hidden from a person: samples of criteria that they have not finished."""
    own = {about for about, each in marks.items() if key_of(each.mark.person) == key_of(person)}
    unfinished = {about[1] for about in own if marks[about].mark.points is None}
    return frozenset(about for about in own if about[1] in unfinished)


def finished(marks: Mapping[About, Second]) -> Mapping[About, datetime]:
    """Return since when second marks may be compared, for persons who have finished a criterion."""
    by_set: dict[About, list[Second]] = {}
    for (_, criterion), each in marks.items():
        by_set.setdefault((key_of(each.mark.person), criterion), []).append(each)
    return {
        about: max(other.at for other in by_set[key_of(each.mark.person), about[1]])
        for about, each in marks.items()
        if all(
            other.mark.points is not None for other in by_set[key_of(each.mark.person), about[1]]
        )
    }


def first_marks(
    log: Sequence[Decision],
    marks: Mapping[About, Second],
    most: Mapping[str, float],
) -> list[FirstMark]:
    """Return the first marks: who decided first on each work, and the last points of that person.

    The person with the second mark is never the first one. A decision after both marks could be
    compared settles a difference, and is not a mark. `most` are the criteria's maximum points;
    invalid decisions are ignored.
    """
    compared = finished(marks)
    found: dict[About, FirstMark] = {}
    for place, decision in enumerate(log):
        about = (decision.student, decision.criterion)
        there, second = found.get(about), marks.get(about)
        if second is not None and key_of(second.mark.person) == key_of(decision.by):
            if there is not None and about in compared and decision.at > compared[about]:
                found[about] = replace(there, replaced=True)
            continue
        if decision.points is not None and not 0 <= decision.points <= most.get(about[1], -1):
            continue
        if there is None:
            if decision.points is not None:
                found[about] = FirstMark(
                    student=decision.student,
                    criterion=decision.criterion,
                    person=decision.by,
                    points=decision.points,
                    began=decision.at,
                    place=place,
                    last=decision,
                    replaced=False,
                )
        elif about in compared and decision.at > max(compared[about], there.began):
            found[about] = replace(there, replaced=True)
        elif key_of(decision.by) == key_of(there.person):
            if decision.points is None:
                del found[about]
            else:
                found[about] = replace(there, points=decision.points, last=decision)
    return list(found.values())


def pairs_of(firsts: Iterable[FirstMark], marks: Mapping[About, Second]) -> list[Pair]:
    """Return the works with both marks whose second person has finished."""
    compared = finished(marks)
    return [
        Pair(first=first, second=marks[about].mark)
        for first in firsts
        if (about := (first.student, first.criterion)) in compared
    ]
