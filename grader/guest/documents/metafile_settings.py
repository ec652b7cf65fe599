"""Pens, fonts and coordinates of an EMF file."""

import struct

from .metafile_canvas import Colour
from .metafile_playing import Play
from .metafile_shapes import Record, read_points
from .metafile_state import HOLLOW, NO_PEN, Object, Player


def colour_of(number: int) -> Colour:
    """Reads a COLORREF, which has its red at the end."""
    return number & 0xFF, number >> 8 & 0xFF, number >> 16 & 0xFF


def _pen(player: Player, record: Record) -> None:
    key, style, width, _, colour = struct.unpack_from("<2I2iI", record, 8)
    player.create(key, Object("pen", None if style & 15 == NO_PEN else colour_of(colour), width))


def _long_pen(player: Player, record: Record) -> None:
    (key,) = struct.unpack_from("<I", record, 8)
    style, width, _, colour = struct.unpack_from("<4I", record, 28)
    player.create(key, Object("pen", None if style & 15 == NO_PEN else colour_of(colour), width))


def _brush(player: Player, record: Record) -> None:
    key, style, colour = struct.unpack_from("<3I", record, 8)
    player.create(key, Object("brush", None if style == HOLLOW else colour_of(colour)))


def _font(player: Player, record: Record) -> None:
    key, height, _, turned = struct.unpack_from("<I3i", record, 8)
    player.create(key, Object("font", None, float(height), turned / 10))


def _setting(name: str) -> Play:
    def play(player: Player, record: Record) -> None:
        (number,) = struct.unpack_from("<I", record, 8)
        setattr(player.state, name, colour_of(number) if name == "colour" else number)

    return play


def _coordinates(name: str, which: int) -> Play:
    """An origin (0) or an extent (1) of the window or of the view."""

    def play(player: Player, record: Record) -> None:
        point = read_points(record, 8, 1, short=False)[0]
        before = getattr(player.state, name)
        setattr(player.state, name, (point, before[1]) if which == 0 else (before[0], point))

    return play


def _world(player: Player, record: Record) -> None:
    player.state.world = struct.unpack_from("<6f", record, 8)


def _change_world(player: Player, record: Record) -> None:
    *new, how = struct.unpack_from("<6fI", record, 8)
    old = player.state.world
    if how == 1:
        player.state.world = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    elif how in (2, 3):
        first, second = (new, old) if how == 2 else (old, new)  # noqa: PLR2004 - left or right
        a, b, c, d, x, y = first
        e, f, g, h, u, v = second
        player.state.world = (
            a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h,
            x * e + y * g + u, x * f + y * h + v,
        )  # fmt: skip
    else:
        player.state.world = (new[0], new[1], new[2], new[3], new[4], new[5])


def _number(record: Record) -> int:
    (number,) = struct.unpack_from("<i", record, 8)
    return int(number)


SETTINGS: dict[int, Play] = {
    9: _coordinates("window", 1),
    10: _coordinates("window", 0),
    11: _coordinates("view", 1),
    12: _coordinates("view", 0),
    17: _setting("mode"),
    22: _setting("align"),
    24: _setting("colour"),
    33: lambda player, _: player.save(),
    34: lambda player, record: player.restore(_number(record)),
    35: _world,
    36: _change_world,
    37: lambda player, record: player.select(_number(record) & 0xFFFF_FFFF),
    38: _pen,
    39: _brush,
    40: lambda player, record: player.objects.pop(_number(record), None) and None,
    82: _font,
    95: _long_pen,
}
