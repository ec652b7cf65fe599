"""Plays a WMF file (Microsoft's [MS-WMF]), the metafile of sixteen bits."""

import struct
from collections.abc import Iterator

from .metafile_canvas import Canvas, Point
from .metafile_playing import Play, play_all
from .metafile_settings import colour_of
from .metafile_state import FREE, HOLLOW, NO_PEN, Object, Player, round_outline
from .zipped import Refused

PLACEABLE, STANDARD = 22, 18  # bytes of headers
MOST_RECORDS = 200_000
WITH_POINTS = (0x0324, 0x0325, 0x0538)
CLIPPED = 6  # options of words: with a box


def play_wmf(data: bytes, most: int) -> Player:
    """Plays a whole file, for which no more than `most` is drawn.

    Raises:
        Refused: the header is damaged, or there is more than the caps allow.
    """
    start = PLACEABLE if data.startswith(b"\xd7\xcd\xc6\x9a") else 0
    try:
        area = struct.unpack_from("<4h", data, 6) if start else _window(data)
    except struct.error as error:
        raise Refused("damaged", "WMF: the header is cut off") from error
    left, right = sorted((area[0], area[2]))
    top, bottom = sorted((area[1], area[3]))
    player = Player(Canvas((left, top, right, bottom), most))
    player.state.mode = FREE[1]
    player.state.view = ((float(left), float(top)), (float(right - left), float(bottom - top)))
    player.state.window = player.state.view
    play_all(player, _records(data, start + STANDARD), PLAYED, WITH_POINTS)
    return player


def _window(data: bytes) -> tuple[int, int, int, int]:
    """Without a header that says so, the first window is the size."""
    origin, extent = (0, 0), (1_000, 1_000)
    for kind, record in _records(data, STANDARD):
        if kind in (0x020B, 0x020C):
            y, x = struct.unpack_from("<2h", record)
            origin, extent = ((x, y), extent) if kind == 0x020B else (origin, (x, y))  # noqa: PLR2004
            if kind == 0x020C:  # noqa: PLR2004
                break
    return origin[0], origin[1], origin[0] + extent[0], origin[1] + extent[1]


def _records(data: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    for _ in range(MOST_RECORDS):
        if at + 6 > len(data):
            return
        words, kind = struct.unpack_from("<IH", data, at)
        if words < 3 or kind == 0:  # noqa: PLR2004 - its own header
            return
        yield kind, data[at + 6 : at + words * 2]
        at += words * 2
    raise Refused("too-large", f"over {MOST_RECORDS} records")


def _points(record: bytes, at: int, count: int) -> list[Point]:
    count = max(0, min(count, (len(record) - at) // 4))
    numbers = struct.unpack_from(f"<{count * 2}h", record, at)
    return [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _polyline(player: Player, record: bytes) -> None:
    player.line(_points(record, 2, struct.unpack_from("<H", record)[0]))


def _polygon(player: Player, record: bytes) -> None:
    player.area([_points(record, 2, struct.unpack_from("<H", record)[0])])


def _polygons(player: Player, record: bytes) -> None:
    (count,) = struct.unpack_from("<H", record)
    at, outlines = 2 + count * 2, []
    for size in struct.unpack_from(f"<{count}H", record, 2):
        outlines.append(_points(record, at, size))
        at += size * 4
    player.area(outlines)


def _box(record: bytes) -> tuple[float, float, float, float]:
    bottom, right, top, left = struct.unpack_from("<4h", record, len(record) - 8)
    return left, top, right, bottom


def _rectangle(player: Player, record: bytes) -> None:
    left, top, right, bottom = _box(record)
    player.area([[(left, top), (right, top), (right, bottom), (left, bottom)]])


def _ellipse(player: Player, record: bytes) -> None:
    player.area([round_outline(_box(record))])


def _point(record: bytes) -> Point:
    y, x = struct.unpack_from("<2h", record)
    return float(x), float(y)


def _line_to(player: Player, record: bytes) -> None:
    player.line([_point(record)], onward=True)


def _move(player: Player, record: bytes) -> None:
    player.move(_point(record))


def _words(player: Player, record: bytes) -> None:
    (count,) = struct.unpack_from("<H", record)
    y, x = struct.unpack_from("<2h", record, 2 + count + count % 2)
    player.write(record[2 : 2 + count].decode("cp932", "ignore"), (x, y))


def _words_in_box(player: Player, record: bytes) -> None:
    y, x, count, options = struct.unpack_from("<2h2H", record)
    start = 16 if options & CLIPPED else 8
    player.write(record[start : start + count].decode("cp932", "ignore"), (x, y))


def _keep(player: Player, made: Object) -> None:
    """Objects have no names here: each takes the first place that is free."""
    player.create(
        next(at for at in range(len(player.objects) + 1) if at not in player.objects), made
    )


def _pen(player: Player, record: bytes) -> None:
    style, width, _, colour = struct.unpack_from("<HhhI", record)
    _keep(player, Object("pen", None if style & 15 == NO_PEN else colour_of(colour), width))


def _brush(player: Player, record: bytes) -> None:
    style, colour = struct.unpack_from("<HI", record)
    _keep(player, Object("brush", None if style == HOLLOW else colour_of(colour)))


def _font(player: Player, record: bytes) -> None:
    height, _, turned = struct.unpack_from("<3h", record)
    _keep(player, Object("font", None, float(height), turned / 10))


def _other(player: Player, record: bytes) -> None:
    del record
    _keep(player, Object("other"))


def _select(player: Player, record: bytes) -> None:
    (key,) = struct.unpack_from("<H", record)
    if key in player.objects and player.objects[key].kind != "other":
        player.select(key)


def _delete(player: Player, record: bytes) -> None:
    player.objects.pop(struct.unpack_from("<H", record)[0], None)


def _origin(player: Player, record: bytes) -> None:
    player.state.window = (_point(record), player.state.window[1])


def _extent(player: Player, record: bytes) -> None:
    player.state.window = (player.state.window[0], _point(record))


def _align(player: Player, record: bytes) -> None:
    (player.state.align,) = struct.unpack_from("<H", record)


def _colour(player: Player, record: bytes) -> None:
    player.state.colour = colour_of(struct.unpack_from("<I", record)[0])


PLAYED: dict[int, Play] = {
    0x001E: lambda player, _: player.save(),
    0x0127: lambda player, record: player.restore(struct.unpack_from("<h", record)[0]),
    0x00F7: _other,  # palette
    0x0142: _other,  # brush of a pattern
    0x01F9: _other,
    0x06FF: _other,  # region
    0x012D: _select,
    0x012E: _align,
    0x01F0: _delete,
    0x0209: _colour,
    0x020B: _origin,
    0x020C: _extent,
    0x0213: _line_to,
    0x0214: _move,
    0x02FA: _pen,
    0x02FB: _font,
    0x02FC: _brush,
    0x0324: _polygon,
    0x0325: _polyline,
    0x0418: _ellipse,
    0x041B: _rectangle,
    0x061C: _rectangle,
    0x0521: _words,
    0x0538: _polygons,
    0x0A32: _words_in_box,
}
