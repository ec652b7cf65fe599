"""Whom a person may mean: names nearly the same, ids in the names of the files."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from grader.intake.joining.known import KnownPeople
from grader.model.collection import Identity, Piece
from grader.people import find_id, find_ids, name_key, variant_key

MOST = 5

_SHORTEST, _SHORTEST_LATIN = 2, 5  # characters of a name that is looked for in a file's name
_NEAR = 0.6  # of SequenceMatcher: one character of a four-letter name differs


def ids_in_files(pieces: Iterable[Piece], pattern: str) -> Iterator[tuple[str, str]]:
    """Finds (file, id) for every file with an id in its name or in a folder's."""
    for piece in pieces:
        for part in piece.file.split("/"):
            if student_id := find_id(part, pattern):
                yield piece.file, student_id


def propose(
    who: Identity, pieces: Sequence[Piece], known: KnownPeople, first: Sequence[str] = ()
) -> tuple[str, ...]:
    """Proposes students, the likeliest first: by the files' names, as given, then by the name.

    Where somebody is given, who has nearly the same name is nobody's candidate.
    """
    ids = (student_id for piece in pieces for student_id in find_ids(piece.file, known.pattern))
    likely = [student for student in dict.fromkeys(map(known.student_of, ids)) if student]
    sure = [student for student in likely if student in first]
    near = [] if first else _near(who.name, known)
    proposed = dict.fromkeys([*sure, *first, *likely, *_named_in_files(pieces, known), *near])
    return tuple(proposed) if len(first) > MOST else tuple(proposed)[:MOST]


def _named_in_files(pieces: Iterable[Piece], known: KnownPeople) -> list[str]:
    """Finds people whose whole name stands in a file's or folder's, as written before variants."""
    parts = {part for piece in pieces for part in piece.file.split("/")}
    students: list[str] = []
    for fold, index in ((name_key, known.forms), (variant_key, known.variants)):
        texts = {text for part in parts for text in _within(fold(part), set(map(len, index)))}
        students += sorted({student for text in texts for student in index.get(text, ())})
    return students


def _within(text: str, lengths: Iterable[int]) -> Iterator[str]:
    """Cuts out everything of these lengths that is long enough to be a name."""
    for length in lengths:
        for start in range(len(text) - length + 1):
            part = text[start : start + length]
            if length >= (_SHORTEST_LATIN if part.isascii() else _SHORTEST):
                yield part


def _near(name: str, known: KnownPeople) -> list[str]:
    """Finds people with nearly this name, the nearest first."""
    key = variant_key(name)
    if not key:
        return []
    matcher = SequenceMatcher(None, b=key)
    scores = {
        student: max(_likeness(matcher, form) for form in (person.name, person.other_name))
        for student, person in known.people.items()
    }
    near = [student for student, score in scores.items() if score >= _NEAR]
    return sorted(near, key=lambda student: -scores[student])


def _likeness(matcher: SequenceMatcher[str], name: str) -> float:
    """Compares names; what cannot be near is found out without looking closely."""
    matcher.set_seq1(variant_key(name))
    if not name or matcher.real_quick_ratio() < _NEAR or matcher.quick_ratio() < _NEAR:
        return 0.0
    return matcher.ratio()
