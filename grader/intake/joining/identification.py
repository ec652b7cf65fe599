"""Decides who one caller is: what is certain, what is only likely, and what contradicts itself.

A caller is somebody as the LMS names them: whoever handed in, or a row of its sheet.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.joining.known import KnownPeople
from grader.model.collection import Identity
from grader.people import bare_name, find_id, find_ids, id_key, name_forms, same_id

Callers = Mapping[str, int]  # folded name, or claimed id -> how many different callers have it
CLAIM = "\0id "  # before an id among the names that callers share


class Identification(Struct, frozen=True, kw_only=True):
    """Who a caller is; without a student the reason says why nobody."""

    student: str = ""
    reason: str = ""  # "same-name", "variant", "unknown", "conflict", "claimed"; as in Unassigned
    proposals: tuple[str, ...] = ()


def callers(everybody: Iterable[Identity], pattern: str) -> Callers:
    """Counts how many callers share a name or id: with two of them it says nothing."""
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
    """Says who a caller is. `rows` is what the sheet's rows with the caller's number came to."""
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
    """Asks a person when one label holds the id of one and the name of another."""
    named = known.named(who.name)
    label_alone = who.student and not (who.user or who.participant or who.mail)
    if not (identified.student and label_alone and named) or identified.student in named:
        return identified
    return Identification(reason="conflict", proposals=(identified.student, *sorted(named)))


def unless_unlisted(identified: Identification, known: KnownPeople) -> Identification:
    """Asks a person about an id that neither the roster nor a table of the LMS knows.

    Somebody on the roster may have mistyped it: whose id is nearly the same is proposed.
    """
    if not (identified.student and known.listed) or identified.student in known.people:
        return identified
    near = (
        student for student in known.people if _is_slip(id_key(student), id_key(identified.student))
    )
    return Identification(reason="unknown", proposals=tuple(sorted(near)))


def _is_slip(student_id: str, other: str) -> bool:
    """Says whether two ids differ in one character, or in two that stand side by side."""
    if abs(len(student_id) - len(other)) > 1:
        return False
    if len(student_id) != len(other):
        long, short = sorted((student_id, other), key=len, reverse=True)
        return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
    differ = [at for at, (a, b) in enumerate(zip(student_id, other, strict=True)) if a != b]
    swapped = len(differ) == 2 and differ[1] - differ[0] == 1  # noqa: PLR2004 - a pair
    return len(differ) == 1 or (swapped and sorted(student_id) == sorted(other))


def ids_said(who: Identity, pattern: str) -> list[str]:
    """Finds the ids of the right form where the institution writes them; see `claims`.

    A login of digits alone is the LMS's own number (Canvas), whatever the form of an id is.
    """
    chosen = who.user.isdigit() or not (who.name or who.mail or who.student)
    texts = (who.student, "" if chosen else who.user, who.mail.partition("@")[0])
    ids = (find_id(text, pattern) for text in texts)
    return [student_id for student_id in dict.fromkeys(ids) if student_id]


def _certain(who: Identity, known: KnownPeople) -> list[str]:
    """Finds known people by the numbers that the LMS gives the caller."""
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
    """Gives the LMS's word on an id that nobody known has."""
    student_id = find_id(who.student, known.pattern)
    return [student_id] if student_id and id_key(student_id) not in known.ids else []


def _by_new_id(who: Identity, known: KnownPeople) -> Identification | None:
    """Takes an id that only a login or a mail holds, unless the name is a known person's.

    Logins outlive ids: whoever goes on to graduate school keeps the old one.
    """
    ids = ids_said(who, known.pattern)
    named = sorted(known.named(who.name, variants=True))
    if not ids:
        return None
    if named or len(ids) > 1:
        return Identification(reason="conflict", proposals=(*named, *ids))
    return Identification(student=ids[0])


def _by_claim(who: Identity, known: KnownPeople, same: Callers) -> Identification | None:
    """Takes an id in a chosen name as a hint: the rest of the name has to be that student's.

    Where nobody is known the id is all there is, as long as nobody else claims it.
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
    """Takes an id that got its zeros back, or none back, when the name agrees: Excel eats them."""
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
    """Takes a name that one person on either side has. Else everybody it may be is proposed."""
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
        return Identification(student=who.student)  # an id of the LMS's own, in no form we know
    return Identification(reason="unknown")


def _is_alone(who: Identity, known: KnownPeople, same: Callers, others: frozenset[str]) -> bool:
    """Says whether nobody else has the name; 高橋 and 髙橋 are two when both sides have both."""
    if any(same.get(form, 0) > 1 for form in name_forms(who.name)):
        return False
    return all(
        any(same.get(form, 0) == 1 for form in name_forms(known.people[student].name))
        for student in others
    )


def _contradicts(who: Identity, student: str, known: KnownPeople) -> bool:
    """Says whether the one with this name has another number in the LMS."""
    person = known.people[student]
    numbers = [(who.participant, person.participant)]
    if who.user.isdigit() and person.user.isdigit():
        numbers.append((who.user, person.user))
    return any(number and other and number != other for number, other in numbers)


def _mark(who: Identity) -> tuple[str, str]:
    """Tells callers apart by the best number that the LMS gives them."""
    for kind in ("participant", "user", "student", "mail"):
        if value := getattr(who, kind):
            return kind, value
    return "name", who.name


def claims(who: Identity, pattern: str) -> tuple[str, ...]:
    """Finds the ids in a caller's own words.

    A login that stands alone is chosen (GitHub); layouts put an institution's login into `student`.
    """
    alone = not (who.name or who.mail or who.student)
    ids = (*find_ids(who.name, pattern), *(find_ids(who.user, pattern) if alone else ()))
    return tuple(dict.fromkeys(ids))
