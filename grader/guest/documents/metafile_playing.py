"""Plays the records of a metafile one after the other, whatever its format."""

import struct
from collections.abc import Callable, Collection, Iterable, Mapping

from .metafile_state import Player
from .zipped import Refused

MOST_POINTS = 1_000_000  # of all records

Play = Callable[[Player, bytes], None]


def play_all(
    player: Player,
    records: Iterable[tuple[int, bytes]],
    table: Mapping[int, Play],
    with_points: Collection[int],
) -> None:
    """Plays what the table knows; a record that does not hold what it should is left out."""
    points = 0
    for kind, record in records:
        points += len(record) // 4 if kind in with_points else 0
        if points > MOST_POINTS:
            raise Refused("too-large", f"over {MOST_POINTS} points")
        if (play := table.get(kind)) is not None:
            try:
                play(player, record)
            except (struct.error, OverflowError, ValueError, IndexError, ZeroDivisionError):
                continue
