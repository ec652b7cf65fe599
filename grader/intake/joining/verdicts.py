"""Decides who one caller is: what is certain, what is only likely, and what contradicts itself.

A caller is somebody as the LMS names them: whoever handed in, or a row of its sheet.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.intake.folding import id_key, name_forms
from grader.intake.joining.known import Known
from grader.intake.names import find_id, matching
from grader.model.collection import Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Who a caller is; without a student the reason says why nobody."""

    student: str = ""
    reason: str = ""  # "same-name", "variant", "unknown", "conflict"; as in Unassigned
    proposals: tuple[str, ...] = ()


Callers = Mapping[str, int]  # folded name -> how many different callers have it


def callers(everybody: Iterable[Identity]) -> Callers:
    """Counts how many callers share a name: with two of them a name says nothing."""
    different: dict[tuple[str, str], set[str]] = {}
    for who in everybody:
        different.setdefault(_mark(who), set()).update(name_forms(who.name))
    return Counter(form for forms in different.values() for form in forms)


def decide(who: Identity, known: Known, same: Callers, told: Sequence[Verdict] = ()) -> Verdict:
    """Says who a caller is. `told` is what the sheet's rows with the caller's number came to."""
    found = dict.fromkeys(one.student for one in told if one.student)
    found |= dict.fromkeys([*_certain(who, known), *_given(who, known)])
    if len(found) == 1:
        return _zeros_apart(next(iter(found)), who, known)
    if found:
        return Verdict(reason="conflict", proposals=tuple(found))
    for one in told:
        if one.reason in ("conflict", "same-name", "variant"):
            return one
    return _by_new_id(who, known) or _by_name(who, known, same)


def ids_said(who: Identity, pattern: str) -> list[str]:
    """Finds the ids of the right form that the LMS's own names hold.

    A login of digits alone is the LMS's own number (Canvas), whatever the form of an id is.
    """
    texts = (who.student, "" if who.user.isdigit() else who.user, _local(who.mail), who.name)
    found = (find_id(text, pattern) for text in texts)
    return [one for one in dict.fromkeys(found) if one]


def _certain(who: Identity, known: Known) -> list[str]:
    """Finds known people by the numbers that the LMS gives the caller."""
    found = [known.student_of(who.student)] if who.student else []
    for index, text in (
        (known.participants, who.participant),
        (known.mails, who.mail),
        (known.mails, who.user if "@" in who.user else ""),
        (known.users, who.user),
    ):
        found += sorted(index.get(matching(text), ())) if text else []
    found += [known.student_of(one) for one in ids_said(who, known.pattern)]
    if who.user.isdigit() and (student := known.student_of(who.user)):
        found += [student] if not who.name or student in known.named(who.name) else []
    return [one for one in found if one]


def _given(who: Identity, known: Known) -> list[str]:
    """Gives ids that nobody known has: the LMS's word, or letters and digits in its name."""
    found = [find_id(who.student, known.pattern), find_id(who.name, known.pattern)]
    if found[1] and found[1].isdigit():
        found.pop()
    return [one for one in found if one and id_key(one) not in known.ids]


def _by_new_id(who: Identity, known: Known) -> Verdict | None:
    """Takes an id that only a login or a mail holds, unless the name is a known person's.

    Logins outlive ids: whoever goes on to graduate school keeps the old one.
    """
    said = ids_said(who, known.pattern)
    named = sorted(known.named(who.name, variants=True))
    if not said:
        return None
    if named or len(said) > 1:
        return Verdict(reason="conflict", proposals=(*named, *said))
    return Verdict(student=said[0])


def _local(mail: str) -> str:
    return mail.partition("@")[0]


def _zeros_apart(student: str, who: Identity, known: Known) -> Verdict:
    """Takes 12345 of a roster for 0012345 when the name agrees: Excel eats leading zeros."""
    if id_key(student) in known.ids:
        return Verdict(student=student)
    bare = id_key(student).lstrip("0")
    like = sorted(one for one in known.people if id_key(one).lstrip("0") == bare)
    if len(like) == 1 and like[0] in known.named(who.name):
        return Verdict(student=like[0])
    return Verdict(reason="variant", proposals=tuple(like)) if like else Verdict(student=student)


def _by_name(who: Identity, known: Known, same: Callers) -> Verdict:
    """Takes a name that one person on either side has. Else everybody it may be is proposed."""
    exact = known.named(who.name)
    alike = known.named(who.name, variants=True)
    if len(exact) == 1:
        (student,) = exact
        if _is_alone(who, known, same, alike - exact) and not _contradicts(who, student, known):
            return Verdict(student=student)
    if exact:
        others = sorted(alike - exact)
        alone = len(exact) == 1 and not any(same.get(form, 0) > 1 for form in name_forms(who.name))
        reason = "variant" if alone and others else "same-name"
        return Verdict(reason=reason, proposals=(*sorted(exact), *others))
    if alike:
        return Verdict(reason="variant", proposals=tuple(sorted(alike)))
    if who.student:
        return Verdict(student=who.student)  # an id of the LMS's own, in no form we know
    return Verdict(reason="unknown")


def _is_alone(who: Identity, known: Known, same: Callers, others: frozenset[str]) -> bool:
    """Says whether nobody else has the name; 高橋 and 髙橋 are two when both sides have both."""
    if any(same.get(form, 0) > 1 for form in name_forms(who.name)):
        return False
    return all(
        any(same.get(form, 0) == 1 for form in name_forms(known.people[student].name))
        for student in others
    )


def _contradicts(who: Identity, student: str, known: Known) -> bool:
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
