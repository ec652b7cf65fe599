"""Divide the marking: each student's part of a criterion belongs to at most one person.

A part is a note of who is to decide. It contains no decision, so that taking it back changes none.
"""

import math
import secrets
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from hashlib import blake2b

from msgspec import Struct

from grader.model.errors import GraderError
from grader.model.gradebook import Note, latest_notes, title_key
from grader.model.scoresheet import one_line
from grader.records import record_in, to_text

PARTS = "review.parts"
LONGEST = 100  # maximum length of a name, in letters
MOST_PEOPLE, MOST_WEIGHT = 100, 1000
About = tuple[str, str]  # student and criterion


class Way(StrEnum):
    """How the owner of a part was determined."""

    RANDOM = "random"  # by a salted shuffle of the ids: the works of each are a fair sample
    GROUPS = "groups"  # works that belong together went to the same person
    CRITERION = "criterion"  # one person marks the whole criterion
    HAND = "hand"  # reassigned by a person


class Part(Struct, frozen=True, kw_only=True):
    """Who marks one student's criterion, as stored."""

    person: str
    way: Way
    salt: str = ""  # of the shuffle, so that anyone can repeat it


class Sharer(Struct, frozen=True, kw_only=True):
    """A person who takes part in the marking, and the weight of their share."""

    person: str
    weight: float = 1.0


def key_of(name: str) -> str:
    """Fold a name, so that width, case and blanks make no difference."""
    return title_key(name).casefold()


def people_in(text: str) -> list[Sharer]:
    """Parse "TA 1, TA 2=2": names, with weights if shares differ. Raises GraderError."""
    found: dict[str, Sharer] = {}
    for each in text.replace("、", ",").replace("，", ",").split(","):
        name, equals, said = one_line(each).strip().partition("=")
        name = name.strip()
        if not name and not equals:
            continue
        try:
            weight = float(said) if equals else 1.0
        except ValueError:
            weight = math.nan
        if not 0 < weight <= MOST_WEIGHT:
            raise GraderError(
                "{text}: a share is a number above 0, up to {most}",
                text=each.strip(),
                most=MOST_WEIGHT,
            )
        if not name or len(name) > LONGEST or key_of(name) in found:
            raise GraderError(
                "{text}: write each name once, in at most {most} characters",
                text=each.strip(),
                most=LONGEST,
            )
        found[key_of(name)] = Sharer(person=name, weight=weight)
    if not 0 < len(found) <= MOST_PEOPLE:
        raise GraderError("write the names of those who mark, with commas between them")
    return list(found.values())


def parts_of(notes: Iterable[Note]) -> Mapping[About, Part]:
    """Read the valid parts, by student and criterion."""
    parts: dict[About, Part] = {}
    for note in latest_notes(notes):
        if note.kind == PARTS and (part := record_in(note, Part)) is not None:
            parts[note.student, note.key] = part
    return parts


def part_text(part: Part | None) -> str:
    """Return the text of a part's note; None takes the part back."""
    return "" if part is None else to_text(part)


def share_out(
    students: Sequence[str],
    people: Sequence[Sharer],
    groups: Sequence[Sequence[str]] | None = None,
    salt: str | None = None,
) -> Mapping[str, Part]:
    """Divide students among people; the members of one of the `groups` stay together.

    The order is that of a hash of a salt and the id, so that a marker cannot choose students. The
    salt is stored, so that anyone can repeat the division.
    """
    salt = secrets.token_hex(4) if salt is None else salt
    order = sorted(sorted(students), key=lambda student: _place(salt, student))
    among = Way.RANDOM if groups is None else Way.GROUPS
    way = Way.CRITERION if len(people) == 1 else among
    bundles = _bundles(order, groups or (), math.ceil(len(order) / len(people)))
    load = dict.fromkeys((each.person for each in people), 0)
    given: dict[str, Part] = {}
    for bundle in bundles:
        # The person furthest behind their share; on a tie, the one named first.
        person = min(people, key=lambda one: (load[one.person] + len(bundle)) / one.weight).person
        load[person] += len(bundle)
        given |= dict.fromkeys(bundle, Part(person=person, way=way, salt=salt))
    return given


def _place(salt: str, student: str) -> bytes:
    return blake2b(student.encode("utf-8", "surrogatepass"), key=salt.encode()).digest()


def _bundles(
    order: Sequence[str], groups: Sequence[Sequence[str]], most: int
) -> list[Sequence[str]]:
    """Return bundles of students, the largest group first. Groups larger than a share are split."""
    left = set(order)
    bundles: list[Sequence[str]] = []
    for group in sorted(groups, key=len, reverse=True):
        members = [student for student in order if student in left and student in group]
        if len(members) > 1 and len(group) <= most:
            bundles.append(members)
            left.difference_update(members)
    return [*bundles, *([student] for student in order if student in left)]
