"""Takes out of a text what tells of people: their names, ids, mail addresses and home folders."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grader.model.collection import Person
from grader.privacy.folding import fold, with_places
from grader.privacy.homes import MASK, mask_homes
from grader.privacy.people import (
    HONORIFICS,
    ID_LABELS,
    LABELS,
    full_name,
    goes_on,
    ids_of,
    mails_of,
    names_of,
    one_of,
    single_name,
    single_names_of,
    squeezed,
    tells,
)

_APART = "(?<![0-9a-z])"
_NO_DECIMAL = r"(?<![0-9][.,])"  # 0.20241201 is a number
_ENDS = r"(?![0-9a-z])(?![.,][0-9])"
_MAIL = re.compile(
    r"(?<![\w.+\-])[a-z0-9][\w.+\-]*@(?:[a-z0-9\-]+\.)+(?:jp|com|net|org|edu)(?![\w\-]|\.\w)",
    re.ASCII,
)
_NEAR = 4  # characters between an id and its owner's name
_Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Sought:
    """One pattern, and whom each thing that it finds tells of."""

    pattern: re.Pattern[str]
    owners: Mapping[str, frozenset[str]]

    def found(self, text: str) -> Iterator[tuple[_Span, frozenset[str]]]:
        """Yields where in a folded text it stands, with its owners."""
        for one in self.pattern.finditer(text):
            yield one.span("it"), self.owners.get(squeezed(one["it"]), frozenset())


@dataclass(frozen=True, slots=True)
class Redactor:
    """Knows everybody of a class; made once for many texts."""

    ids: _Sought
    others: tuple[_Sought, ...]
    names: Mapping[str, tuple[str, ...]]  # family and given name alone, by student
    mails: Mapping[str, frozenset[str]]  # owners, by folded address

    def redact(self, text: str, own: str = "") -> str:
        """Masks everybody's data but those of the student `own`; of homes everybody's.

        A text that holds none comes back as it is. "" as `own` keeps nobody's.
        """
        text = mask_homes(text)
        folded = with_places(text)
        found = [*self._found(folded.text)]
        kept = [span for span, owners in found if own and own in owners]
        taken = [span for span, owners in found if not own or own not in owners]
        spans = [one for one in taken if not any(_inside(one, other) for other in kept)]
        return _masked(text, [folded.original(*span) for span in spans])

    def _found(self, text: str) -> Iterator[tuple[_Span, frozenset[str]]]:
        for one in _MAIL.finditer(text):
            yield one.span(), self.mails.get(squeezed(one.group()), frozenset())
        for span, owners in self.ids.found(text):
            yield span, owners
            yield from self._beside(text, span, owners)
        for sought in self.others:
            yield from sought.found(text)

    def _beside(
        self, text: str, span: _Span, owners: frozenset[str]
    ) -> Iterator[tuple[_Span, frozenset[str]]]:
        """Finds a name on its own next to its owner's id, as in kadai1_24A1201_山田.docx."""
        start, end = span
        for name in (each for owner in owners for each in self.names.get(owner, ())):
            before = text.rfind(name, max(0, start - _NEAR - len(name)), start)
            after = text.find(name, end, end + _NEAR + len(name))
            if before >= 0 and _near(
                text[before + len(name) : start], name, text[before - 1 : before]
            ):
                yield (before, before + len(name)), owners
            stop = after + len(name)
            if after >= 0 and _near(text[end:after], name, text[stop : stop + 1]):
                yield (after, stop), owners


def redact(text: str, people: Iterable[Person], own: str = "") -> str:
    """Masks the data of all these people in one text; see `Redactor.redact`."""
    return make_redactor(people).redact(text, own)


def make_redactor(people: Iterable[Person]) -> Redactor:
    """Learns what tells of these people."""
    everybody = tuple(people)
    singles = {one.student: tuple(single_names_of(one)) for one in everybody}
    return Redactor(
        ids=_sought_ids(everybody),
        others=(*_sought_labelled(everybody), *_sought_mails(everybody), *_sought_names(everybody)),
        names={student: names for student, names in singles.items() if student},
        mails=_owners((mail, one) for one in everybody for mail in mails_of(one)),
    )


def _sought_ids(people: Iterable[Person]) -> _Sought:
    """Ids that are some wherever they stand; a login is often an id with a letter before it."""
    telling = [(each, one) for one in people for each in ids_of(one) if tells(each)]
    patterns = {re.escape(each): each[0] for each, _ in telling}
    before = f"{_APART}{_NO_DECIMAL}(?:[a-z](?=[0-9]))?"
    return _Sought(one_of(patterns, before, _ENDS), _owners(telling))


def _sought_labelled(people: Iterable[Person]) -> Iterator[_Sought]:
    """Short numbers and words that are ids only where the text says so, and Moodle's numbers."""
    weak = [(each, one) for one in people for each in ids_of(one) if not tells(each)]
    before = f"(?:{ID_LABELS})[ :=は]{{0,3}}"
    patterns = {re.escape(each): each[0] for each, _ in weak}
    yield _Sought(one_of(patterns, before, "(?![0-9a-z])"), _owners(weak))
    numbers = [(fold(one.participant), one) for one in people if one.participant]
    patterns = {re.escape(each): each[0] for each, _ in numbers}
    owners = _owners(numbers)
    yield _Sought(one_of(patterns, "(?:参加者|participant) ?", "(?![0-9])"), owners)
    yield _Sought(one_of(patterns, "(?<=_)", "(?=_assign)"), owners)


def _sought_mails(people: Iterable[Person]) -> Iterator[_Sought]:
    mails = [(mail, one) for one in people for mail in mails_of(one)]
    patterns = {re.escape(mail): mail[0] for mail, _ in mails}
    yield _Sought(one_of(patterns, r"(?<![a-z0-9.+\-])", "(?![a-z0-9])"), _owners(mails))


def _sought_names(people: Iterable[Person]) -> Iterator[_Sought]:
    """Full names, and single ones that an honorific or a label shows to be names."""
    full = [(split, one) for one in people for split in names_of(one)]
    patterns = {full_name(split): split[0][:2] for split, _ in full}
    yield _Sought(one_of(patterns), _owners(("".join(split), one) for split, one in full))
    single = [(name, one) for one in people for name in single_names_of(one)]
    owners = _owners(single)
    patterns = {single_name(name): name[:2] for name, _ in single}
    yield _Sought(one_of(patterns, "", f"(?= ?(?:{HONORIFICS}))"), owners)
    patterns = {re.escape(name): name[:2] for name, _ in single}
    yield _Sought(one_of(patterns, f"(?:{LABELS})[ :=は]{{1,3}}", r"(?!\w)"), owners)


def _owners(found: Iterable[tuple[str, Person]]) -> Mapping[str, frozenset[str]]:
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for token, person in found:
        owners[squeezed(token)].add(person.student)
    return {token: frozenset(students) for token, students in owners.items()}


def _near(between: str, name: str, beyond: str) -> bool:
    """Says whether only marks stand between an id and a whole name."""
    apart = bool(between) or not name.isascii()
    return apart and not re.search(r"[^\W_]", between) and not goes_on(name, beyond)


def _inside(span: _Span, other: _Span) -> bool:
    return other[0] <= span[0] and span[1] <= other[1]


def _masked(text: str, spans: Iterable[_Span]) -> str:
    """Masks parts of a text; parts that touch become one."""
    done, place, pieces = 0, -1, []
    for start, end in sorted(spans):
        if start > place:
            pieces += [text[done:start], MASK]
        place = done = max(place, end)
    return "".join([*pieces, text[done:]])
