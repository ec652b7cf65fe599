"""People of the roster and the sheets, indexed by id, mail, login and name."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.joining.labels import label_of
from grader.model.collection import Identity, Person
from grader.people import find_id, id_key, meant, name_forms, same_id, variant_forms

Index = Mapping[str, frozenset[str]]  # folded key -> students


class KnownPeople(Struct, frozen=True, kw_only=True):
    """Indices of people. One key may match several."""

    people: Mapping[str, Person]  # by student; the roster's values win
    listed: frozenset[str]  # students on the roster
    pattern: str  # form of a student id
    ids: Index
    participants: Index
    mails: Index
    users: Index
    forms: Index  # of names
    variants: Index  # of names, with kanji variants folded

    def student_of(self, text: str) -> str:
        """Return the student whose id this text is or contains; "" for none."""
        for key in (text, find_id(text, self.pattern) or ""):
            if student := meant(key, self.ids.get(id_key(key), ())):
                return student
        return ""

    def named(self, name: str, *, variants: bool = False) -> frozenset[str]:
        """Return everyone with this name, family name first or last."""
        index = self.variants if variants else self.forms
        forms = variant_forms(name) if variants else name_forms(name)
        return frozenset().union(*(index.get(form, frozenset()) for form in forms))


def know(people: Sequence[Person], listed: frozenset[str], pattern: str) -> KnownPeople:
    """Build the indices. Every person has an id; a student may occur several times."""
    return KnownPeople(
        people=_merged(people),
        listed=listed,
        pattern=pattern,
        ids=_index(people, lambda person: [id_key(person.student)]),
        participants=_index(people, lambda person: [person.participant]),
        mails=_index(people, lambda person: [same_id(person.mail)]),
        users=_index(people, lambda person: [same_id(person.user)]),
        forms=_index(people, lambda person: _forms(person, name_forms)),
        variants=_index(people, lambda person: _forms(person, variant_forms)),
    )


def with_keys(roster: Sequence[Person]) -> tuple[Person, ...]:
    """Give people without an id the LMS's label as id; duplicates get the row number as well."""
    keys = ["" if person.student else label_of(as_identity(person)) for person in roster]
    return tuple(
        replace(person, student=f"{key}_{person.row}" if keys.count(key) > 1 else key)
        if key
        else person
        for person, key in zip(roster, keys, strict=True)
    )


def as_identity(person: Person) -> Identity:
    """Return a row of a table as an identity."""
    return Identity(
        student=person.student,
        name=person.name,
        user=person.user,
        participant=person.participant,
        mail=person.mail,
    )


def filled(first: Person, other: Person) -> Person:
    """Fill blank fields of a line from another line on the same student."""
    return replace(
        first,
        name=first.name or other.name,
        other_name=first.other_name or other.other_name,
        mail=first.mail or other.mail,
        user=other.user or first.user,  # the LMS's login wins over the roster's
        participant=first.participant or other.participant,
        group=first.group or other.group,
        submitted=first.submitted
        or (first.submitted if other.submitted is None else other.submitted),
        received=first.received or other.received,
        attempt=first.attempt or other.attempt,
        late=first.late or other.late,
    )


def _forms(person: Person, fold: Callable[[str], frozenset[str]]) -> Iterator[str]:
    yield from fold(person.name)
    yield from fold(person.other_name)


def _merged(people: Iterable[Person]) -> Mapping[str, Person]:
    merged: dict[str, Person] = {}
    for person in people:
        known = merged.get(person.student)
        merged[person.student] = person if known is None else filled(known, person)
    return merged


def _index(people: Iterable[Person], keys: Callable[[Person], Iterable[str]]) -> Index:
    students_by_key: dict[str, set[str]] = defaultdict(set)
    for person in people:
        for key in keys(person):
            if key:
                students_by_key[key].add(person.student)
    return {key: frozenset(students) for key, students in students_by_key.items()}
