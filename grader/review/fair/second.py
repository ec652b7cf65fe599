"""Marking a sample twice: who marks which work a second time, and what both marks say.

A second mark is a note and no decision. As long as a person has works of a criterion to mark a
second time, all of theirs in this criterion are kept from them: what the first person decided, why,
and what was written to the student. When they are through, both marks are compared. Only a decision
of a person changes points.
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
    """The mark of the first decider, before both marks could be compared."""

    student: str
    criterion: str
    person: str
    points: float
    began: datetime  # when the person decided for the first time
    place: int  # of that decision in the log
    last: Decision
    replaced: bool  # decided again after both marks were visible


class Pair(Struct, frozen=True, kw_only=True):
    """Two marks of the same work."""

    first: FirstMark
    second: SecondMark

    @property
    def differ(self) -> bool:
        """Whether the points differ."""
        return not same(self.first.points, self.second.points)


def second_marks_of(notes: Iterable[Note]) -> Mapping[About, Second]:
    """Read the sample of second marks, by student and criterion, without invalid ones."""
    marks: dict[About, Second] = {}
    for note in latest_notes(notes):
        if note.kind == SECOND and (mark := record_in(note, SecondMark)) is not None:
            marks[note.student, note.key] = Second(mark=mark, at=note.at)
    return marks


def mark_text(mark: SecondMark | None) -> str:
    """Return the text of a second mark's note; None takes the work out of the sample."""
    return "" if mark is None else to_text(mark)


def size_of(text: str, works: int) -> int:
    """Parse "10%" or "8": how many of all works. Raises GraderError."""
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
    """Draw works at random, each for a person who neither owns nor decided it.

    `parts` and `deciders` are of this criterion, by student. Fewer are drawn where for some works
    nobody is left.
    """
    rng = Random(secrets.token_hex(8) if salt is None else salt)  # noqa: S311  no secret
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
    """List what is withheld from a person: their sample of each unfinished criterion."""
    own = {about for about, each in marks.items() if key_of(each.mark.person) == key_of(person)}
    unfinished = {about[1] for about in own if marks[about].mark.points is None}
    return frozenset(about for about in own if about[1] in unfinished)


def finished(marks: Mapping[About, Second]) -> Mapping[About, datetime]:
    """Say of each second mark that may be compared since when: its person is through."""
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
    """List who decided first upon each work and the points as that person left them.

    Whoever marks a work a second time is not its first person. When both marks are there to be
    compared, a later decision is how a difference was settled, and no mark. `most` are the
    criteria's points; a decision that does not fit them says nothing.
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
    """List the works with both marks whose second person is through."""
    compared = finished(marks)
    return [
        Pair(first=first, second=marks[about].mark)
        for first in firsts
        if (about := (first.student, first.criterion)) in compared
    ]
