"""Plays an EMF file (Microsoft's [MS-EMF]): the records that plots and Office charts consist of."""

import struct
from collections.abc import Iterator

from .metafile_canvas import Canvas
from .metafile_playing import Play, play_all
from .metafile_settings import SETTINGS
from .metafile_shapes import DRAWN, SHAPES, Record
from .metafile_state import Player
from .zipped import Refused

MOST_RECORDS = 200_000
END = 14
GLYPHS, NO_BOX, NARROW = 0x10, 0x100, 0x200  # of words: numbers of glyphs, no box, single bytes
PATTERN_COPY, WHITENESS = 0x00F0_0021, 0x00FF_0062


def play_emf(data: bytes, most: int) -> Player:
    """Plays a whole file, for which no more than `most` is drawn.

    Raises:
        Refused: the header is damaged, or there is more than the caps allow.
    """
    try:
        bounds, frame = struct.unpack_from("<4i", data, 8), struct.unpack_from("<4i", data, 24)
        device, size = struct.unpack_from("<2i", data, 72), struct.unpack_from("<2i", data, 80)
    except struct.error as error:
        raise Refused("damaged", "EMF: the header is cut off") from error
    per = device[0] / size[0] if device[0] > 0 and size[0] > 0 else 4.0
    left, top, right, bottom = (side * per / 100 for side in frame)
    if right <= left or bottom <= top:
        left, top, right, bottom = bounds
    player = Player(Canvas((left, top, right, bottom), most))
    player.state.per_millimetre = per
    play_all(player, _records(data), PLAYED, DRAWN)
    return player


def _records(data: bytes) -> Iterator[tuple[int, Record]]:
    at = 0
    for _ in range(MOST_RECORDS):
        if at + 8 > len(data):
            return
        kind, size = struct.unpack_from("<2I", data, at)
        if size < 8 or kind == END:  # noqa: PLR2004 - its own two numbers
            return
        yield kind, data[at : at + size]
        at += size
    raise Refused("too-large", f"over {MOST_RECORDS} records")


def _words(player: Player, record: Record) -> None:
    """Words in two bytes a letter, or numbers of glyphs, which nobody can read."""
    x, y, count, start, options = struct.unpack_from("<2i3I", record, 36)
    text = record[start : start + min(count, 1_000) * 2].decode("utf-16-le", "ignore")
    glyphs = bool(options & GLYPHS)
    player.write("8" * min(count, 200) if glyphs else text, (x, y), known=not glyphs)


def _narrow_words(player: Player, record: Record) -> None:
    x, y, count, start = struct.unpack_from("<2i2I", record, 36)
    player.write(record[start : start + min(count, 1_000)].decode("cp932", "ignore"), (x, y))


def _small_words(player: Player, record: Record) -> None:
    x, y, count, options = struct.unpack_from("<2i2I", record, 8)
    start = 36 if options & NO_BOX else 52
    narrow = bool(options & NARROW)
    raw = record[start : start + min(count, 1_000) * (1 if narrow else 2)]
    player.write(raw.decode("cp932" if narrow else "utf-16-le", "ignore"), (x, y))


def _bitmap(at: int, corner: int) -> Play:
    """A bitmap whose four places stand at `at`, to be drawn in a box that stands at `corner`."""

    def play(player: Player, record: Record) -> None:
        x, y = struct.unpack_from("<2i", record, 24)
        width, height = struct.unpack_from("<2i", record, corner)
        box = (player.state.place((x, y)), player.state.place((x + width, y + height)))
        header, header_size, bits, size = struct.unpack_from("<4I", record, at)
        if header_size and size:
            top = record[header : header + header_size]
            player.canvas.bitmap(top, record[bits : bits + size], box)

    return play


def _block(player: Player, record: Record) -> None:
    """A bitmap, or an area in the colour of the brush or in white."""
    x, y, width, height, how = struct.unpack_from("<4iI", record, 24)
    if how in (PATTERN_COPY, WHITENESS):
        brush = player.state.ink.brush if how == PATTERN_COPY else (255, 255, 255)
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        placed = [player.state.place(corner) for corner in corners]
        player.canvas.area([placed], player.state.ink._replace(pen=None, brush=brush))
        player.canvas.strokes -= 1  # ground is no stroke
    else:
        _bitmap(84, 32)(player, record)


PLAYED: dict[int, Play] = {
    **SHAPES,
    **SETTINGS,
    76: _block,
    77: _bitmap(84, 32),
    81: _bitmap(48, 72),
    83: _narrow_words,
    84: _words,
    108: _small_words,
}
