"""Fingerprints of a class for later years, and the search for them in the current class.

A file of fingerprints contains keyed hashes (BLAKE2b), but no student's names, text or times. With
the file, one can only check whether a text that one already has is in it. As within a class, text
that everyone was given, and text that many have, counts for nothing.
"""

import secrets
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from hashlib import blake2b
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from grader.model.course import Assignment, Course
from grader.model.errors import Message
from grader.model.program import Plot
from grader.review.alike.given import Given
from grader.review.alike.neighbours import (
    LEAST_SHARE,
    LEAST_TOKENS,
    BaseRate,
    series_key,
    usual_from,
)
from grader.review.alike.programs import ROW, ComparableProgram
from grader.review.alike.sentences import Said
from grader.review.alike.works import ClassWorks, StudentWork

FOLDER = "earlier"  # in a results folder, for files of earlier classes
FORMAT = 1
WIDTH = 6  # bytes of a hash: of 300,000, one matches by chance in about a billion queries
SALT = 16  # bytes
MOST_BYTES = 64 << 20  # of a file; a class of 1000 takes 4 MB


class EarlierWork(Struct, frozen=True, kw_only=True):
    """The hashes of one work of an earlier class, WIDTH bytes each, in order."""

    program: bytes = b""
    sentences: bytes = b""  # whole long sentences
    series: bytes = b""  # plotted numbers that no formula gives


class EarlierClass(Struct, frozen=True, kw_only=True):
    """A file of fingerprints: one class, one assignment."""

    format: int
    assignment: str
    due: date  # identifies the class
    salt: bytes  # differs by file, so that two files cannot be compared
    works: tuple[EarlierWork, ...]


class FoundAgain(Struct, frozen=True, kw_only=True):
    """A part of a work that an earlier class contains as well, and how common it is there."""

    work: StudentWork
    due: date
    number: int  # of the earlier work in its file, from 1
    rate: BaseRate  # `holders` and `works` are counts of the earlier class
    tokens: int = 0  # of the program, in common passages
    shared: frozenset[int] = frozenset()  # fingerprints of the common passages
    said: Said | None = None
    plot: Plot | None = None


def remember(
    works: Iterable[StudentWork], given: Given, assignment: Assignment, course: Course
) -> EarlierClass:
    """Return the fingerprints of a class; sorted, so that the order reveals no author."""
    salt = secrets.token_bytes(SALT)
    kept = [
        EarlierWork(
            program=_joined(_hash(salt, each) for each in _own(work.program, given)),
            sentences=_joined(_hash(salt, said.folded) for said in work.said if said.long),
            series=_joined(_hash(salt, *series_key(plot)) for plot in work.series),
        )
        for work in works
    ]
    return EarlierClass(
        format=FORMAT,
        assignment=assignment.id,
        due=_due(assignment, course),
        salt=salt,
        works=tuple(sorted(kept, key=lambda work: (work.program, work.sentences, work.series))),
    )


def packed(earlier: EarlierClass) -> bytes:
    """Return the content of a file of fingerprints."""
    return msgspec.json.encode(earlier)


def read_earlier(
    folder: Path, assignment: Assignment, course: Course
) -> tuple[tuple[EarlierClass, ...], tuple[Message, ...]]:
    """Read the files of earlier classes in a results folder, and report unusable files.

    The file of the class itself is left out, since it contains every work.
    """
    classes: list[EarlierClass] = []
    trouble: list[Message] = []
    for path in sorted((folder / FOLDER).glob("*.json")):
        earlier = _read(path)
        if earlier is None:
            trouble.append(
                Message("{path}: this is not a file of `grader review --remember`", {"path": path})
            )
        elif earlier.format != FORMAT:
            trouble.append(
                Message("{path}: this file is from another version of grader", {"path": path})
            )
        elif earlier.assignment != assignment.id:
            trouble.append(
                Message(
                    "{path}: these are fingerprints of {other}, not of {assignment}",
                    {"path": path, "other": earlier.assignment, "assignment": assignment.id},
                )
            )
        elif earlier.due != _due(assignment, course):
            classes.append(earlier)
    return tuple(classes), tuple(trouble)


def _read(path: Path) -> EarlierClass | None:
    try:
        data = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
        earlier = msgspec.json.decode(data, type=EarlierClass)
    except (OSError, msgspec.MsgspecError):
        return None
    return earlier if len(earlier.salt) == SALT else None


def found_again(alike: ClassWorks, earlier: Iterable[EarlierClass]) -> list[FoundAgain]:
    """List parts of this class that are in earlier ones: programs first, most in common first.

    For each work, only the nearest program of each earlier class is listed.
    """
    found = [
        each
        for then in earlier
        for each in (*_programs(alike, then), *_sentences(alike, then), *_series(alike, then))
    ]
    return sorted(found, key=lambda each: (-each.tokens, each.work.student, each.due))


def _programs(alike: ClassWorks, then: EarlierClass) -> Iterator[FoundAgain]:
    hashed = [
        (
            work,
            work.program,
            {_hash(then.salt, each): each for each in _own(work.program, alike.given)},
        )
        for work in alike.works
        if work.program is not None
    ]
    now = Counter(each for _, _, hashes in hashed for each in hashes)
    most = usual_from(len(alike.works))
    kept = _Kept([work.program for work in then.works], (each for each in now if now[each] > most))
    for work, program, hashes in hashed:
        common: dict[int, set[bytes]] = defaultdict(set)
        for each in hashes:
            for number in kept.holders.get(each, ()):
                common[number].add(each)
        if not common:
            continue
        number, both = max(common.items(), key=lambda each: (len(each[1]), -each[0]))
        smaller = min(len(hashes.keys() - kept.usual), kept.rare[number])
        shared = frozenset(hashes[each] for each in both)
        tokens = len(program.covered(shared))
        few = len(shared) * ROW < LEAST_TOKENS or tokens < LEAST_TOKENS
        if not few and len(shared) >= LEAST_SHARE * smaller:
            rate = kept.rate(both)
            yield FoundAgain(
                work=work, due=then.due, number=number, rate=rate, tokens=tokens, shared=shared
            )


def _sentences(alike: ClassWorks, then: EarlierClass) -> Iterator[FoundAgain]:
    kept = _Kept([work.sentences for work in then.works])
    for work in alike.works:
        for said in filter(lambda each: each.long, work.said):
            hashed = _hash(then.salt, said.folded)
            for number in kept.holders.get(hashed, ())[:1]:
                rate = kept.rate([hashed])
                yield FoundAgain(work=work, due=then.due, number=number, rate=rate, said=said)


def _series(alike: ClassWorks, then: EarlierClass) -> Iterator[FoundAgain]:
    kept = _Kept([work.series for work in then.works])
    for work in alike.works:
        for key, plot in {series_key(plot): plot for plot in work.series}.items():
            hashed = _hash(then.salt, *key)
            for number in kept.holders.get(hashed, ())[:1]:
                rate = kept.rate([hashed])
                yield FoundAgain(work=work, due=then.due, number=number, rate=rate, plot=plot)


class _Kept:
    """The rare hashes of one kind in an earlier class, and the works that contain them."""

    def __init__(self, kept: Sequence[bytes], usual: Iterable[bytes] = ()) -> None:
        """Index the hashes of each work, except those in `usual` and those that many works have."""
        found: dict[bytes, list[int]] = defaultdict(list)
        for number, joined in enumerate(kept, start=1):
            for each in _cut(joined):
                found[each].append(number)
        most = usual_from(len(kept))
        self.usual = {*usual, *(each for each, numbers in found.items() if len(numbers) > most)}
        self.holders = {each: found[each] for each in found.keys() - self.usual}  # works, from 1
        self.rare = Counter(number for numbers in self.holders.values() for number in numbers)
        self._works = sum(map(bool, kept))

    def rate(self, hashes: Iterable[bytes]) -> BaseRate:
        """Return how many works contain one of these hashes."""
        having = {number for each in hashes for number in self.holders[each]}
        return BaseRate(holders=len(having), works=self._works)


def _own(program: ComparableProgram | None, given: Given) -> frozenset[int]:
    return program.all_prints - given.prints if program else frozenset()


def _due(assignment: Assignment, course: Course) -> date:
    return assignment.due.astimezone(ZoneInfo(course.zone)).date()


def _hash(salt: bytes, *parts: object) -> bytes:
    text = "\0".join(map(str, parts)).encode("utf-8", "replace")
    return blake2b(text, key=salt, digest_size=WIDTH).digest()


def _joined(hashes: Iterable[bytes]) -> bytes:
    return b"".join(sorted({*hashes}))


def _cut(joined: bytes) -> frozenset[bytes]:
    return frozenset(joined[at : at + WIDTH] for at in range(0, len(joined), WIDTH))
