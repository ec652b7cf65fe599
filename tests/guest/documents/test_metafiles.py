"""Metafiles: their words, their strokes, and what is seen of them."""

import gzip
import struct
from random import Random

import pytest

from grader.guest.documents import metafile_emf, metafile_playing, metafile_wmf
from grader.guest.documents.metafiles import Metafile, inflated, is_metafile, read_metafile
from grader.guest.documents.zipped import Refused
from tests.guest.documents.metafile_records import (
    brush,
    emf,
    pen,
    polyline,
    record,
    short,
    wmf,
    words,
)
from tests.guest.documents.word_files import p
from tests.guest.documents.word_media import drawn, pictured

RED, WHITE, BLACK = (255, 0, 0), (255, 255, 255), (0, 0, 0)
SQUARE = [(200, 200), (800, 200), (800, 800), (200, 800)]
CROSS = polyline([(0, 500), (1_000, 500)])
BEGIN, RESTORE = record(59, b""), record(34, struct.pack("<i", -1))
EXTENTS = record(17, struct.pack("<I", 8)) + record(9, struct.pack("<2i", 100, 100))


def colour(read: Metafile, x: float, y: float) -> tuple[int, int, int]:
    """The colour at a place, as shares of the drawing without its margin."""
    assert read.pixels is not None
    width, height, data = read.pixels
    edge = 0.04 / 1.08
    column = round((edge + x * (1 - 2 * edge)) * width)
    row = round((edge + y * (1 - 2 * edge)) * height)
    at = (row * width + column) * 3
    return data[at], data[at + 1], data[at + 2]


def test_lines_and_words() -> None:
    """Each line is a stroke, and words are told as they stand there."""
    read = read_metafile(emf(CROSS, words("サイズ n", 400, 900), words("1", 100, 950)))
    assert (read.texts, read.strokes) == (["サイズ n", "1"], 1)
    assert colour(read, 0.5, 0.5) == BLACK
    assert colour(read, 0.5, 0.3) == WHITE
    assert read.pixels is not None
    assert len(read.pixels.data) == read.pixels.width * read.pixels.height * 3


AREAS = {
    "filled": (brush(1, 0x0000FF) + polyline(SQUARE, 86), RED),
    "hollow": (brush(1, 0x0000FF, 1) + polyline(SQUARE, 86), WHITE),
    "stock": (record(37, struct.pack("<I", 0x8000_0004)) + polyline(SQUARE, 86), BLACK),
    "rectangle": (brush(1, 255) + record(43, struct.pack("<4i", 200, 200, 800, 800)), RED),
    "ellipse": (brush(1, 255) + record(42, struct.pack("<4i", 200, 200, 800, 800)), RED),
    "path": (
        brush(1, 255) + BEGIN + polyline(SQUARE, 86) + record(60, b"") + record(62, bytes(16)),
        RED,
    ),
    "path that is not drawn": (brush(1, 255) + record(59, b"") + polyline(SQUARE, 86), None),
    "no pen, line": (pen(1, 0, 5) + CROSS, WHITE),
    "red pen": (pen(1, 255) + CROSS, RED),
    "restored pen": (record(33, b"") + pen(1, 255) + RESTORE + CROSS, BLACK),
    "half the size": (
        EXTENTS + record(11, struct.pack("<2i", 1_000, 1_000)) + polyline([(0, 50), (100, 50)]),
        BLACK,
    ),
    "moved": (
        record(35, struct.pack("<6f", 1, 0, 0, 1, 0, 300)) + polyline([(0, 200), (999, 200)]),
        BLACK,
    ),
    "curve": (polyline([(0, 500), (300, 500), (600, 500), (999, 500)], 85), BLACK),
    "one after the other": (
        record(27, struct.pack("<2i", 0, 500)) + record(54, struct.pack("<2i", 999, 500)),
        BLACK,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", AREAS)
def test_what_is_seen_in_the_middle(case: str) -> None:
    """With the pen, the brush and the coordinates that are in force."""
    records, expected = AREAS[case]
    read = read_metafile(emf(records))
    if expected is None:
        assert read.pixels is None
    else:
        assert colour(read, 0.5, 0.5) == expected


def test_numbers_of_glyphs_are_no_words() -> None:
    """They are drawn as something, and not told."""
    read = read_metafile(emf(words("\x13\x14", 400, 500, options=0x10)))
    assert (read.texts, read.pixels is not None) == ([], True)


def test_letters_written_one_by_one_are_words() -> None:
    """If they stand beside each other."""
    read = read_metafile(emf(words("1", 400, 500), words("0", 407, 500), words("7", 700, 500)))
    assert read.texts == ["10", "7"]


def test_a_bitmap_inside() -> None:
    """Screen shots come as that, too."""
    header = struct.pack("<I2i2H6I", 40, 1, 1, 1, 24, 0, 4, 0, 0, 0, 0)
    place = struct.pack("<2i4i", 200, 200, 0, 0, 1, 1)
    parts = struct.pack("<6I", 80, 40, 120, 4, 0, 0xCC0020)
    data = bytes(16) + place + parts + struct.pack("<2i", 600, 600) + header + b"\0\0\xff\0"
    read = read_metafile(emf(record(81, data)))
    assert colour(read, 0.5, 0.5) == RED


def test_wmf() -> None:
    """The older sibling."""
    line = short(0x0325, struct.pack("<H4h", 2, 0, 500, 1_000, 500))
    text = short(0x0A32, struct.pack("<2h2H", 900, 400, 4, 0) + "時間".encode("cp932"))
    red = short(0x02FA, struct.pack("<HhhI", 0, 3, 0, 255)) + short(0x012D, b"\0\0")
    read = read_metafile(wmf(red, line, text))
    assert (read.texts, read.strokes) == (["時間"], 1)
    assert colour(read, 0.5, 0.5) == RED


def test_packed_ones_and_others() -> None:
    """What is packed is unpacked; what is no metafile is left alone."""
    data = emf(CROSS)
    assert inflated(gzip.compress(data)) == data
    assert inflated(b"\x1f\x8bno") == b"\x1f\x8bno"
    assert len(inflated(gzip.compress(bytes(40_000_000)))) == 32_000_000
    assert is_metafile(data)
    assert is_metafile(wmf())
    assert not is_metafile(b"\x89PNG".ljust(100))


def test_they_stand_in_word_files() -> None:
    """With pixels; one that draws nothing has none."""
    found = pictured(p(drawn("a")) + p(drawn("b")), a=emf(CROSS), b=emf()).pictures
    assert [(one["kind"], one["trouble"]) for one in found] == [("emf", ""), ("emf", "no-renderer")]
    assert found[0]["pixels"] == {"width": 760, "height": 760}


def test_caps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records, points and strokes are bounded."""
    line = struct.pack("<H4h", 2, 0, 5, 9, 5)
    crosses, lines = emf(*[CROSS] * 30), wmf(short(0x0325, line) * 30)
    for file, module, name in (
        (crosses, metafile_emf, "MOST_RECORDS"),
        (crosses, metafile_playing, "MOST_POINTS"),
        (lines, metafile_wmf, "MOST_RECORDS"),
        (lines, metafile_playing, "MOST_POINTS"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, 20)
            with pytest.raises(Refused) as caught:
                read_metafile(file)
            assert caught.value.trouble == "too-large"
    with pytest.raises(Refused, match="32000001 bytes"):
        read_metafile(emf().ljust(32_000_001, b"\0"))


def test_drawing_is_bounded() -> None:
    """Many large areas cost as much as a reader's patience."""
    areas = emf(brush(1, 255), *[polyline(SQUARE, 86)] * 30)
    assert read_metafile(areas, most=100_000_000).left < 100_000_000
    with pytest.raises(Refused, match="more is drawn"):
        read_metafile(areas, most=3_000_000)


def test_counts_that_lie_are_not_believed() -> None:
    """No more points are read than there are."""
    lying = bytearray(CROSS)
    lying[24:28] = b"\xff\xff\xff\xff"
    assert read_metafile(emf(bytes(lying))).strokes == 1


@pytest.mark.parametrize("seed", range(40))
def test_damage_never_raises_anything_else(seed: int) -> None:
    """Whatever stands in the bytes."""
    chance = Random(seed)
    whole = emf(*(area for area, _ in AREAS.values()), words("a", 1, 2), CROSS)
    whole = whole if seed % 4 else wmf(short(0x0325, struct.pack("<H4h", 2, 0, 5, 9, 5)) * 9)
    data = bytearray(whole)
    for _ in range(chance.randrange(1, 60)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    try:
        read = read_metafile(bytes(data[: chance.randrange(len(data) // 2, len(data))]))
    except Refused:
        return
    assert read.strokes >= 0
