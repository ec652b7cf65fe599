"""Finds each entry's bytes in the file, and entries that share them."""

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from grader.intake.archives.entries import DESCRIPTOR, STREAMED, Entry, LocalHeader, read_local
from grader.model.collection import Refusal

_SHORTEST_DESCRIPTOR = 16  # bytes, with its signature


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an entry's packed bytes begin, or why they are not read."""

    start: int = 0
    refusal: Refusal | None = None
    local_raw: bytes = b""  # the name that stands there


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    index: int
    first: int
    end: int
    sound: bool  # what stands around the bytes agrees with their number


def locate(
    file: BinaryIO, length: int, entries: Sequence[Entry], directory: int
) -> tuple[Place, ...]:
    """Places every entry; of those that share bytes, the one that begins first is read.

    An entry whose packed size is contradicted by its own header or descriptor claims its bytes
    after all others, so that one wrong number does not cost its neighbours.
    """
    places: list[Place] = []
    claims: list[_Claim] = []
    for index, entry in enumerate(entries):
        header = read_local(file, entry.offset) if 0 <= entry.offset < length else None
        if header is None or header.start + entry.packed > length:
            places.append(Place(refusal=Refusal.DAMAGED))
            continue
        places.append(Place(start=header.start, local_raw=header.raw))
        claims.append(_claim(file, index, entry, header))
    for index in _losers(claims, directory):
        places[index] = Place(refusal=Refusal.OVERLAP)
    return tuple(places)


def _losers(claims: list[_Claim], directory: int) -> list[int]:
    taken: list[tuple[int, int]] = []
    losers = []
    for one in sorted(claims, key=lambda one: (not one.sound, one.first, one.index)):
        at = bisect_left(taken, (one.first, 0))
        over_next = at < len(taken) and taken[at][0] < one.end
        over_last = at > 0 and taken[at - 1][1] > one.first
        if over_next or over_last or one.first < directory < one.end:
            losers.append(one.index)
        else:
            insort(taken, (one.first, one.end))
    return losers


def _claim(file: BinaryIO, index: int, entry: Entry, header: LocalHeader) -> _Claim:
    end = header.start + entry.packed
    if entry.flags & STREAMED:
        file.seek(end)
        # Some writers promise a descriptor and leave it out.
        sound = file.read(len(DESCRIPTOR)) == DESCRIPTOR
        end += _SHORTEST_DESCRIPTOR if sound else 0
    else:
        sound = header.packed == entry.packed
    return _Claim(index=index, first=entry.offset, end=end, sound=sound)
