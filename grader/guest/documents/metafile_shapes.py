"""Lines and areas of an EMF file."""

import struct
from collections.abc import Callable

from .metafile_canvas import Point
from .metafile_playing import Play
from .metafile_state import Player, curve, round_outline

Record = bytes


def read_points(record: Record, at: int, count: int, *, short: bool) -> list[Point]:
    """Reads points of two or four bytes a number, no more than there are."""
    size = 4 if short else 8
    count = max(0, min(count, (len(record) - at) // size))
    numbers = struct.unpack_from(f"<{count * 2}{'h' if short else 'i'}", record, at)
    return [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _poly(use: Callable[[Player, list[Point]], None], *, short: bool) -> Play:
    """One list of points behind a box and their number."""

    def play(player: Player, record: Record) -> None:
        (count,) = struct.unpack_from("<I", record, 24)
        use(player, read_points(record, 28, count, short=short))

    return play


def _polypoly(use: Callable[[Player, list[list[Point]]], None], *, short: bool) -> Play:
    """Several lists of points behind a box and their numbers."""

    def play(player: Player, record: Record) -> None:
        lists, total = struct.unpack_from("<2I", record, 24)
        lists = min(lists, (len(record) - 32) // 4)
        counts = struct.unpack_from(f"<{lists}I", record, 32)
        points = read_points(record, 32 + lists * 4, total, short=short)
        found, at = [], 0
        for count in counts:
            found.append(points[at : at + count])
            at = min(at + count, len(points))
        use(player, found)

    return play


def _line(player: Player, points: list[Point]) -> None:
    player.line(points)


def _line_on(player: Player, points: list[Point]) -> None:
    player.line(points, onward=True)


def _curve(player: Player, points: list[Point]) -> None:
    player.line(curve(points))


def _curve_on(player: Player, points: list[Point]) -> None:
    player.line(curve([player.state.at, *points])[1:], onward=True)


def _polygon(player: Player, points: list[Point]) -> None:
    player.area([points])


def _lines(player: Player, lists: list[list[Point]]) -> None:
    for points in lists:
        player.line(points)


def _polygons(player: Player, lists: list[list[Point]]) -> None:
    player.area(lists)


def _move(player: Player, record: Record) -> None:
    player.move(read_points(record, 8, 1, short=False)[0])


def _line_to(player: Player, record: Record) -> None:
    player.line(read_points(record, 8, 1, short=False), onward=True)


def _rectangle(player: Player, record: Record) -> None:
    left, top, right, bottom = struct.unpack_from("<4i", record, 8)
    player.area([[(left, top), (right, top), (right, bottom), (left, bottom)]])


def _ellipse(player: Player, record: Record) -> None:
    left, top, right, bottom = struct.unpack_from("<4i", record, 8)
    player.area([round_outline((left, top, right, bottom))])


DRAWN: dict[int, Play] = {
    2: _poly(_curve, short=False),
    3: _poly(_polygon, short=False),
    4: _poly(_line, short=False),
    5: _poly(_curve_on, short=False),
    6: _poly(_line_on, short=False),
    7: _polypoly(_lines, short=False),
    8: _polypoly(_polygons, short=False),
    85: _poly(_curve, short=True),
    86: _poly(_polygon, short=True),
    87: _poly(_line, short=True),
    88: _poly(_curve_on, short=True),
    89: _poly(_line_on, short=True),
    90: _polypoly(_lines, short=True),
    91: _polypoly(_polygons, short=True),
}
SHAPES: dict[int, Play] = {
    **DRAWN,
    27: _move,
    42: _ellipse,
    43: _rectangle,
    44: _rectangle,  # with round corners
    54: _line_to,
    59: lambda player, _: player.begin(),
    60: lambda player, _: player.end(),
    61: lambda player, _: player.close(),
    62: lambda player, _: player.draw_path(fill=True, stroke=False),
    63: lambda player, _: player.draw_path(fill=True, stroke=True),
    64: lambda player, _: player.draw_path(fill=False, stroke=True),
}
