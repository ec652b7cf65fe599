"""Tells whole attempts apart, and finds the one that counts. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from grader.intake.collecting.filed import Filed, dates_attempts, is_later, trust
from grader.model.collection import Received


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Files that were handed in together."""

    number: int  # as the LMS counts; 0 = it does not
    received: Received | None
    files: tuple[Filed, ...]

    @property
    def stored(self) -> Received | None:
        """When the last of its files came, by the files' own times."""
        times = (one.piece.received for one in self.files)
        return best_time(one for one in times if not dates_attempts(one))

    @property
    def contents(self) -> frozenset[tuple[str, str]]:
        """Names its files with their bytes."""
        return frozenset(one.content for one in self.files)


def newest_attempts(files: Sequence[Filed]) -> tuple[Attempt, tuple[Filed, ...]]:
    """Returns what counts as one attempt, and the files that an attempt after them replaced.

    Attempts of which nothing tells the newer one count together.
    """
    attempts = _merged(_attempts(sorted(files, key=_order)))
    newest = [one for one in attempts if not any(_newer(other, one) for other in attempts)]
    counted = newest or attempts
    kept = _together(counted)
    replaced = (one for attempt in attempts if attempt not in counted for one in attempt.files)
    return kept, tuple(_once(replaced, kept.contents))


def best_time(times: Iterable[Received | None]) -> Received | None:
    """Picks the time that is worth most: the LMS's table first, then the latest."""
    known = [one for one in times if one is not None]
    return max(known, key=lambda one: (trust(one), one.at), default=None)


def _order(one: Filed) -> tuple[tuple[str, str], int, int, str]:
    """Makes what is found independent of the order in which downloads are given."""
    received = one.piece.received
    return one.content, one.snapshot, one.piece.attempt, str(received and received.at)


def _attempts(files: Sequence[Filed]) -> list[Attempt]:
    groups: dict[tuple[int, int, datetime | None], list[Filed]] = defaultdict(list)
    for one in files:
        received = one.piece.received
        at = received.at if received and dates_attempts(received) else None
        groups[one.snapshot, one.piece.attempt, at].append(one)
    return [
        Attempt(
            number=number,
            received=best_time(time for one in group for time in (one.piece.received, one.dated)),
            files=tuple(group),
        )
        for (_, number, _), group in groups.items()
    ]


def _merged(attempts: list[Attempt]) -> list[Attempt]:
    """Takes an attempt that was seen twice, once with a better time, for one."""
    merged: list[Attempt] = []
    for one in sorted(attempts, key=lambda one: -trust(one.received)):
        at = next((i for i, known in enumerate(merged) if _is_same(known, one)), None)
        if at is None:
            merged.append(one)
        else:
            merged[at] = _together([merged[at], one])
    return merged


def _is_same(one: Attempt, other: Attempt) -> bool:
    if one.number and other.number and one.number != other.number:
        return False
    if trust(one.received) == trust(other.received) and one.received != other.received:
        return False
    return one.contents <= other.contents or other.contents <= one.contents


def _newer(one: Attempt, other: Attempt) -> bool:
    if one.number and other.number and one.number != other.number:
        return one.number > other.number
    alike = trust(one.received) == trust(other.received)
    times = (one.received, other.received) if alike else (one.stored, other.stored)
    mine, others = times if None not in times else (one.received, other.received)
    return mine is not None and others is not None and is_later(mine, others)


def _together(attempts: Sequence[Attempt]) -> Attempt:
    files = (one for attempt in attempts for one in attempt.files)
    return Attempt(
        number=max((one.number for one in attempts), default=0),
        received=best_time(one.received for one in attempts),
        files=tuple(_once(files, frozenset())),
    )


def _once(files: Iterable[Filed], there: frozenset[tuple[str, str]]) -> Iterable[Filed]:
    """Leaves out the same file with the same bytes; of several the best dated stays."""
    best: dict[tuple[str, str], Filed] = {}
    for one in files:
        known = best.get(one.content)
        if known is None or trust(one.piece.received) > trust(known.piece.received):
            best[one.content] = one
    return (best[content] for content in sorted(best) if content not in there)
