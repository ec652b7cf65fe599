"""Identify one caller: certain, likely, or contradictory.

A caller is a person as the LMS names them: a submitter, or a row of its sheet.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.joining.known import KnownPeople
from grader.model.collection import Identity
from grader.people import bare_name, find_id, find_ids, id_key, name_forms, same_id

Callers = Mapping[str, int]  # folded name, or CLAIM + id -> number of different callers
CLAIM = "\0id "  # prefix of claimed ids among the keys of Callers


class Identification(Struct, frozen=True, kw_only=True):
    """The student behind an LMS identity, or the reason why none was found."""

    student: str = ""
    # "same-name", "variant", "unknown", "conflict", "claimed", "zeros"; as in Unassigned
    reason: str = ""
    proposals: tuple[str, ...] = ()


def callers(everybody: Iterable[Identity], pattern: str) -> Callers:
    """Count the callers per name or id; one shared by two identifies neither."""
    different: dict[tuple[str, str], set[str]] = {}
    for who in everybody:
        marks = different.setdefault(_mark(who), set())
        marks.update(name_forms(who.name), name_forms(bare_name(who.name, pattern)))
        marks.update(
            CLAIM + id_key(student_id)
            for student_id in (who.student, *claims(who, pattern))
            if student_id
        )
    return Counter(form for forms in different.values() for form in forms)


def decide(
    who: Identity, known: KnownPeople, same: Callers, rows: Sequence[Identification] = ()
) -> Identification:
    """Identify a caller. `rows` are the identifications of the sheet's rows with its numbers."""
    students = dict.fromkeys(row.student for row in rows if row.student)
    students |= dict.fromkeys([*_certain(who, known), *_given(who, known)])
    if len(students) == 1:
        return _zeros_apart(next(iter(students)), who, known)
    if students:
        return Identification(reason="conflict", proposals=tuple(students))
    for row in rows:
        if row.reason in ("conflict", "same-name", "variant"):
            return row
    return _by_new_id(who, known) or _by_claim(who, known, same) or _by_name(who, known, same)


def unless_contradicted(
    identified: Identification, who: Identity, known: KnownPeople
) -> Identification:
    """Report a conflict if a label contains one person's id and another's name."""
    named = known.named(who.name)
    label_alone = who.student and not (who.user or who.participant or who.mail)
    if not (identified.student and label_alone and named) or identified.student in named:
        return identified
    return Identification(reason="conflict", proposals=(identified.student, *sorted(named)))


def unless_unlisted(identified: Identification, known: KnownPeople) -> Identification:
    """Report an id that neither the roster nor a table contains; it may be mistyped.

    Students with nearly the same id are proposed.
    """
    if not (identified.student and known.listed) or identified.student in known.people:
        return identified
    near = (
        student for student in known.people if _is_slip(id_key(student), id_key(identified.student))
    )
    return Identification(reason="unknown", proposals=tuple(sorted(near)))


def _is_slip(student_id: str, other: str) -> bool:
    """Return whether two ids differ by one edit or by swapping two neighbouring characters."""
    if abs(len(student_id) - len(other)) > 1:
        return False
    if len(student_id) != len(other):
        long, short = sorted((student_id, other), key=len, reverse=True)
        return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
    differ = [at for at, (a, b) in enumerate(zip(student_id, other, strict=True)) if a != b]
    swapped = len(differ) == 2 and differ[1] - differ[0] == 1  # noqa: PLR2004 - a pair
    return len(differ) == 1 or (swapped and sorted(student_id) == sorted(other))


def ids_said(who: Identity, pattern: str) -> list[str]:
    """Return the ids in fields that the institution fills; for others see `claims`.

    A login of digits only is the LMS's own number (Canvas), even if it has the form of an id.
    """
    chosen = who.user.isdigit() or not (who.name or who.mail or who.student)
    texts = (who.student, "" if chosen else who.user, who.mail.partition("@")[0])
    ids = (find_id(text, pattern) for text in texts)
    return [student_id for student_id in dict.fromkeys(ids) if student_id]


def _certain(who: Identity, known: KnownPeople) -> list[str]:
    """Return known people with the numbers that the LMS gives the caller."""
    students = [known.student_of(who.student)] if who.student else []
    if who.student and not students[0] and not who.student.isdigit():  # Canvas: SIS Login ID
        students += sorted(known.users.get(same_id(who.student), ()))
    for index, text in (
        (known.participants, who.participant),
        (known.mails, who.mail),
        (known.mails, who.user if "@" in who.user else ""),
        (known.users, who.user),
    ):
        students += sorted(index.get(same_id(text), ())) if text else []
    students += [known.student_of(student_id) for student_id in ids_said(who, known.pattern)]
    if who.user.isdigit() and (student := known.student_of(who.user)):
        students += [student] if student in known.named(who.name) else []
    return [candidate for candidate in students if candidate]


def _given(who: Identity, known: KnownPeople) -> list[str]:
    """Return the id given by the LMS if no known person has it."""
    student_id = find_id(who.student, known.pattern)
    return [student_id] if student_id and id_key(student_id) not in known.ids else []


def _by_new_id(who: Identity, known: KnownPeople) -> Identification | None:
    """Accept an id found only in a login or mail, unless the name is a known person's.

    Logins outlive ids: graduate students keep their old login.
    """
    ids = ids_said(who, known.pattern)
    named = sorted(known.named(who.name, variants=True))
    if not ids:
        return None
    if named or len(ids) > 1:
        return Identification(reason="conflict", proposals=(*named, *ids))
    return Identification(student=ids[0])


def _by_claim(who: Identity, known: KnownPeople, same: Callers) -> Identification | None:
    """Treat an id in a chosen name as a hint: the rest of the name has to be that student's.

    If no people are known, the id suffices unless another caller claims it too.
    """
    claimed_ids = claims(who, known.pattern)
    if not claimed_ids:
        return None
    if not known.people:
        alone = len(claimed_ids) == 1 and same.get(CLAIM + id_key(claimed_ids[0]), 0) <= 1
        return Identification(student=claimed_ids[0]) if alone else None
    claimed = [known.student_of(student_id) or student_id for student_id in claimed_ids]
    named = sorted(known.named(who.name) | known.named(bare_name(who.name, known.pattern)))
    if not named:
        return Identification(reason="claimed", proposals=tuple(claimed))
    if named == claimed:
        return _by_name(replace(who, name=bare_name(who.name, known.pattern)), known, same)
    return Identification(reason="conflict", proposals=tuple(dict.fromkeys([*named, *claimed])))


def _zeros_apart(student: str, who: Identity, known: KnownPeople) -> Identification:
    """Accept an id that may have lost leading zeros (in Excel) only if the name agrees."""
    person = known.people.get(student)
    if person is not None and not person.padded:
        return Identification(student=student)
    bare = id_key(student).lstrip("0")
    like = sorted(other for other in known.people if id_key(other).lstrip("0") == bare)
    if len(like) == 1 and like[0] in known.named(who.name):
        return Identification(student=like[0])
    if not like:
        return Identification(student=student)
    return Identification(
        reason="zeros", proposals=tuple(other for other in like if find_id(other, known.pattern))
    )


def _by_name(who: Identity, known: KnownPeople, same: Callers) -> Identification:
    """Accept a name that occurs once on each side; otherwise propose all candidates."""
    exact = known.named(who.name)
    alike = known.named(who.name, variants=True)
    if len(exact) == 1:
        (student,) = exact
        if _is_alone(who, known, same, alike - exact) and not _contradicts(who, student, known):
            return Identification(student=student)
    if exact:
        others = sorted(alike - exact)
        alone = len(exact) == 1 and not any(same.get(form, 0) > 1 for form in name_forms(who.name))
        reason = "variant" if alone and others else "same-name"
        return Identification(reason=reason, proposals=(*sorted(exact), *others))
    if alike:
        return Identification(reason="variant", proposals=tuple(sorted(alike)))
    if who.student:
        return Identification(student=who.student)  # an id of the LMS's own, of unknown form
    return Identification(reason="unknown")


def _is_alone(who: Identity, known: KnownPeople, same: Callers, others: frozenset[str]) -> bool:
    """Return whether the name is unique; 高橋 and 髙橋 differ if both sides have both."""
    if any(same.get(form, 0) > 1 for form in name_forms(who.name)):
        return False
    return all(
        any(same.get(form, 0) == 1 for form in name_forms(known.people[student].name))
        for student in others
    )


def _contradicts(who: Identity, student: str, known: KnownPeople) -> bool:
    """Return whether the student with this name has another number in the LMS."""
    person = known.people[student]
    numbers = [(who.participant, person.participant)]
    if who.user.isdigit() and person.user.isdigit():
        numbers.append((who.user, person.user))
    return any(number and other and number != other for number, other in numbers)


def _mark(who: Identity) -> tuple[str, str]:
    """Return the best number that the LMS gives a caller, to tell callers apart."""
    for kind in ("participant", "user", "student", "mail"):
        if value := getattr(who, kind):
            return kind, value
    return "name", who.name


def claims(who: Identity, pattern: str) -> tuple[str, ...]:
    """Return the ids in text that the caller chose.

    A login alone is chosen (GitHub); layouts put an institution's login into `student`.
    """
    alone = not (who.name or who.mail or who.student)
    ids = (*find_ids(who.name, pattern), *(find_ids(who.user, pattern) if alone else ()))
    return tuple(dict.fromkeys(ids))
