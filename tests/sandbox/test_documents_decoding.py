"""What a child says of a document is hostile: every value is checked, and none is believed."""

import math
from typing import Any

import pytest

from grader.model.document import FileKind, Hidden, PictureKind, Place, ReadTrouble
from grader.sandbox.documents_decoding import decode_part, read_head
from grader.sandbox.wire import ViolationError

LINE = {"text": "1. 目的", "page": 1, "box": [1, 2.5, 3, 4], "place": "table", "hidden": "pale"}
PICTURE = {"kind": "raster", "line": 1, "pixels": {"width": 2, "height": 1}}
PAGE = {"number": 1, "width_pt": 595, "height_pt": 842, "thumbnail": {"width": 1, "height": 1}}
PIXELS = bytes(range(9))


def test_a_part_is_read_with_its_pixels_in_order() -> None:
    """The bytes of pictures come first, then those of thumbnails."""
    value = {"lines": [LINE], "pictures": [PICTURE], "pages": [PAGE]}
    part = decode_part(value, PIXELS)
    assert part.lines[0].box == (1, 2.5, 3, 4)
    assert (part.lines[0].place, part.lines[0].hidden) == (Place.TABLE, Hidden.PALE)
    assert part.pictures[0].kind is PictureKind.RASTER
    assert part.pictures[0].pixels is not None
    assert part.pictures[0].pixels.data == PIXELS[:6]
    assert part.pages[0].thumbnail is not None
    assert part.pages[0].thumbnail.data == PIXELS[6:]


def test_a_head_is_read() -> None:
    """Fields that are not there keep what they usually are."""
    head = read_head({"kind": "pdf", "trouble": "damaged", "detail": "cut\noff", "parts": 3})
    assert (head.kind, head.trouble) == (FileKind.PDF, ReadTrouble.DAMAGED)
    assert (head.detail, head.parts, head.external) == ("cut off", 3, ())


HEADS: list[Any] = [
    None,
    [],
    "pdf",
    {},
    {"kind": None},
    {"kind": "exe"},
    {"kind": ["pdf"]},
    {"kind": "pdf", "trouble": "no such"},
    {"kind": "pdf", "parts": "3"},
    {"kind": "pdf", "parts": 3.0},
    {"kind": "pdf", "parts": True},
    {"kind": "pdf", "detail": 1},
    {"kind": "pdf", "external": "http://x"},
    {"kind": "pdf", "external": [1]},
    {"kind": "pdf", "external": ["x"] * 100_000},
]


@pytest.mark.parametrize("value", HEADS, ids=lambda value: str(value)[:40])
def test_a_wrong_head_is_a_violation(value: Any) -> None:
    """Wrong types, unknown words and long lists are none of ours."""
    with pytest.raises(ViolationError):
        read_head(value)


PARTS: list[Any] = [
    None,
    [],
    {"lines": {}},
    {"lines": None},
    {"lines": ["text"]},
    {"lines": [{}]},
    {"lines": [{"text": None}]},
    {"lines": [{**LINE, "bold": 1}]},
    {"lines": [{**LINE, "box": [1, 2, 3]}]},
    {"lines": [{**LINE, "box": "1234"}]},
    {"lines": [{**LINE, "box": [1, 2, 3, "4"]}]},
    {"lines": [{**LINE, "box": [1, 2, 3, True]}]},
    {"lines": [{**LINE, "place": "elsewhere"}]},
    {"lines": [{**LINE, "hidden": None}]},
    {"lines": [{**LINE, "level": "1"}]},
    {"lines": [{"text": ""}] * 60_000},
    {"pictures": [{"kind": "raster"}]},
    {"pictures": [{**PICTURE, "pixels": None, "chart": {"title": "without a kind"}}]},
    {"pictures": [{**PICTURE, "pixels": None, "chart": []}]},
    {"pictures": [{**PICTURE, "pixels": None, "texts": "abc"}]},
    {"pages": [{"number": 1}]},
    {"trouble": "sabotage"},
]


@pytest.mark.parametrize("value", PARTS, ids=lambda value: str(value)[:40])
def test_a_wrong_part_is_a_violation(value: Any) -> None:
    """So are fields without which something is nothing."""
    with pytest.raises(ViolationError):
        decode_part(value, b"")


@pytest.mark.parametrize(
    ("size", "data"),
    [
        ({"width": 2, "height": 1}, bytes(5)),
        ({"width": 2, "height": 1}, bytes(7)),
        ({"width": 0, "height": 0}, b""),
        ({"width": -1, "height": -1}, bytes(3)),
        ({"width": 10**9, "height": 10**9}, b""),
        ({"width": 5_000, "height": 1}, bytes(15_000)),
        ({"width": 1_900, "height": 1_900}, bytes(1_900 * 1_900 * 3)),
        ({"width": 1.0, "height": 1}, bytes(3)),
        ({"width": 1}, bytes(3)),
        ([1, 1], bytes(3)),
        (None, bytes(3)),
    ],
)
def test_pixels_must_be_there_and_be_all(size: Any, data: bytes) -> None:
    """Too few or too many bytes, or an impossible size, are a violation."""
    with pytest.raises(ViolationError):
        decode_part({"pictures": [{**PICTURE, "pixels": size}]}, data)


def test_numbers_beyond_their_range_are_cut() -> None:
    """A document may hold any number; none of them reaches anybody."""
    strange = [math.nan, -math.inf, math.inf, 1e300]
    line = {"text": "", "box": strange, "size_pt": math.nan, "page": -5, "level": 10**30}
    page = {"number": 1, "width_pt": 1e30, "height_pt": 10**400, "covered": 7, "visible": -1}
    part = decode_part({"lines": [line], "pages": [page]}, b"")
    read = part.lines[0]
    assert read.box == (0.0, -1e6, 1e6, 1e6)
    assert (read.size_pt, read.page) == (0.0, 0)
    assert read.level <= 10**9
    seen = part.pages[0]
    assert (seen.width_pt, seen.height_pt, seen.covered, seen.visible) == (1e6, 1e6, 1.0, 0)


def test_a_box_is_turned_the_right_way_round() -> None:
    """Left of right, top above bottom."""
    part = decode_part({"lines": [{"text": "", "box": [9, 8, 1, 2]}]}, b"")
    assert part.lines[0].box == (1, 2, 9, 8)


def test_a_picture_stands_within_its_part() -> None:
    """It cannot claim to come after lines that are not there."""
    part = decode_part({"lines": [LINE], "pictures": [{"kind": "svg", "line": 10**6}]}, b"")
    assert part.pictures[0].line == 1


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("a\x00b\x1bc\x7f\x9b", "a\ufffdb\ufffdc\ufffd\ufffd"),
        ("\ud800x\udfff\ufffe\uffff", "\ufffdx\ufffd\ufffd\ufffd"),
        ("one\r\x0b\x0ctwo\u2028three", "one\n\n\ntwo\nthree"),
        ("図１\t実行時間\n😀", "図１\t実行時間\n😀"),
        ("x" * 30_000, "x" * 20_000),
    ],
)
def test_texts_are_letters(said: str, read: str) -> None:
    """Controls, halves of pairs and no characters are replaced; long texts are cut."""
    part = decode_part({"lines": [{"text": said, "style": said}]}, b"")
    assert part.lines[0].text == read
    assert "\n" not in part.lines[0].style
    assert len(part.lines[0].style) <= 300
