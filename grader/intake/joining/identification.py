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
        found = different.setdefault(_mark(who), set())
        found.update(name_forms(who.name), name_forms(bare_name(who.name, pattern)))
        found.update(CLAIM + id_key(one) for one in (who.student, *claims(who, pattern)) if one)
    return Counter(form for forms in different.values() for form in forms)


def decide(
    who: Identity, known: KnownPeople, same: Callers, told: Sequence[Identification] = ()
) -> Identification:
    """Says who a caller is. `told` is what the sheet's rows with the caller's number came to."""
    found = dict.fromkeys(one.student for one in told if one.student)
    found |= dict.fromkeys([*_certain(who, known), *_given(who, known)])
    if len(found) == 1:
        return _zeros_apart(next(iter(found)), who, known)
    if found:
        return Identification(reason="conflict", proposals=tuple(found))
    for one in told:
        if one.reason in ("conflict", "same-name", "variant"):
            return one
    return _by_new_id(who, known) or _by_claim(who, known, same) or _by_name(who, known, same)


def unless_contradicted(
    verdict: Identification, who: Identity, known: KnownPeople
) -> Identification:
    """Asks a person when one label holds the id of one and the name of another."""
    named = known.named(who.name)
    label_alone = who.student and not (who.user or who.participant or who.mail)
    if not (verdict.student and label_alone and named) or verdict.student in named:
        return verdict
    return Identification(reason="conflict", proposals=(verdict.student, *sorted(named)))


def unless_unlisted(verdict: Identification, known: KnownPeople) -> Identification:
    """Asks a person about an id that neither the roster nor a table of the LMS knows.

    Somebody on the roster may have mistyped it: whose id is nearly the same is proposed.
    """
    if not (verdict.student and known.listed) or verdict.student in known.people:
        return verdict
    near = (one for one in known.people if _is_slip(id_key(one), id_key(verdict.student)))
    return Identification(reason="unknown", proposals=tuple(sorted(near)))


def _is_slip(one: str, other: str) -> bool:
    """Says whether two ids differ in one character, or in two that stand side by side."""
    if abs(len(one) - len(other)) > 1:
        return False
    if len(one) != len(other):
        long, short = sorted((one, other), key=len, reverse=True)
        return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
    differ = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    swapped = len(differ) == 2 and differ[1] - differ[0] == 1  # noqa: PLR2004 - a pair
    return len(differ) == 1 or (swapped and sorted(one) == sorted(other))


def ids_said(who: Identity, pattern: str) -> list[str]:
    """Finds the ids of the right form where the institution writes them; see `claims`.

    A login of digits alone is the LMS's own number (Canvas), whatever the form of an id is.
    """
    chosen = who.user.isdigit() or not (who.name or who.mail or who.student)
    texts = (who.student, "" if chosen else who.user, _local(who.mail))
    found = (find_id(text, pattern) for text in texts)
    return [one for one in dict.fromkeys(found) if one]


def _certain(who: Identity, known: KnownPeople) -> list[str]:
    """Finds known people by the numbers that the LMS gives the caller."""
    found = [known.student_of(who.student)] if who.student else []
    if who.student and not found[0] and not who.student.isdigit():  # Canvas: SIS Login ID
        found += sorted(known.users.get(same_id(who.student), ()))
    for index, text in (
        (known.participants, who.participant),
        (known.mails, who.mail),
        (known.mails, who.user if "@" in who.user else ""),
        (known.users, who.user),
    ):
        found += sorted(index.get(same_id(text), ())) if text else []
    found += [known.student_of(one) for one in ids_said(who, known.pattern)]
    if who.user.isdigit() and (student := known.student_of(who.user)):
        found += [student] if student in known.named(who.name) else []
    return [one for one in found if one]


def _given(who: Identity, known: KnownPeople) -> list[str]:
    """Gives the LMS's word on an id that nobody known has."""
    found = find_id(who.student, known.pattern)
    return [found] if found and id_key(found) not in known.ids else []


def _by_new_id(who: Identity, known: KnownPeople) -> Identification | None:
    """Takes an id that only a login or a mail holds, unless the name is a known person's.

    Logins outlive ids: whoever goes on to graduate school keeps the old one.
    """
    said = ids_said(who, known.pattern)
    named = sorted(known.named(who.name, variants=True))
    if not said:
        return None
    if named or len(said) > 1:
        return Identification(reason="conflict", proposals=(*named, *said))
    return Identification(student=said[0])


def _by_claim(who: Identity, known: KnownPeople, same: Callers) -> Identification | None:
    """Takes an id in a chosen name as a hint: the rest of the name has to be that student's.

    Where nobody is known the id is all there is, as long as nobody else claims it.
    """
    said = claims(who, known.pattern)
    if not said:
        return None
    if not known.people:
        alone = len(said) == 1 and same.get(CLAIM + id_key(said[0]), 0) <= 1
        return Identification(student=said[0]) if alone else None
    claimed = [known.student_of(one) or one for one in said]
    named = sorted(known.named(who.name) | known.named(bare_name(who.name, known.pattern)))
    if not named:
        return Identification(reason="claimed", proposals=tuple(claimed))
    if named == claimed:
        return _by_name(replace(who, name=bare_name(who.name, known.pattern)), known, same)
    return Identification(reason="conflict", proposals=tuple(dict.fromkeys([*named, *claimed])))


def _local(mail: str) -> str:
    return mail.partition("@")[0]


def _zeros_apart(student: str, who: Identity, known: KnownPeople) -> Identification:
    """Takes an id that got its zeros back, or none back, when the name agrees: Excel eats them."""
    person = known.people.get(student)
    if person is not None and not person.padded:
        return Identification(student=student)
    bare = id_key(student).lstrip("0")
    like = sorted(one for one in known.people if id_key(one).lstrip("0") == bare)
    if len(like) == 1 and like[0] in known.named(who.name):
        return Identification(student=like[0])
    if not like:
        return Identification(student=student)
    return Identification(
        reason="zeros", proposals=tuple(one for one in like if find_id(one, known.pattern))
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
    return any(one and other and one != other for one, other in numbers)


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
    found = (*find_ids(who.name, pattern), *(find_ids(who.user, pattern) if alone else ()))
    return tuple(dict.fromkeys(found))
