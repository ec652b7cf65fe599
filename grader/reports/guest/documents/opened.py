"""A document as the sandbox returns it: a head, then parts of plain values and pictures' bytes.

Names and values are those of grader.model.document, which cannot be imported here.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

Part = tuple[dict[str, Any], bytes]

MOST_LETTERS = 20_000  # characters of one line
MOST_NAME = 200  # characters of the name of a font or style, a label, an address
MOST_LABELS = 400  # texts of one picture


class Bitmap(NamedTuple):
    """A picture as drawn: rows from the top, red, green and blue, a byte each."""

    width: int
    height: int
    data: bytes


class Opened:
    """A document read in parts, so that a failure does not lose earlier parts."""

    def __init__(self, head: dict[str, Any], part: Callable[[int], Part] | None = None) -> None:
        """Take the head, and a function that reads the part with a given index."""
        self.head = head
        self._part = part

    def part(self, index: int) -> Part:
        """Read one part.

        Raises:
            IndexError: there is no such part.
        """
        if self._part is None or not 0 <= index < self.head["parts"]:
            raise IndexError(index)
        return self._part(index)


def head(kind: str, **known: Any) -> dict[str, Any]:
    """Build a document's head from the given values; everything else is unknown."""
    empty: dict[str, Any] = {
        "trouble": None,
        "detail": "",
        "producer": "",
        "page_count": 0,
        "parts": 0,
    }
    return {"kind": kind, **_no_others(empty, known)}


def unreadable(kind: str, trouble: str | None = None, detail: str = "") -> Opened:
    """Make a document without parts."""
    return Opened(head(kind, trouble=trouble, detail=detail[:MOST_NAME]))


def line(text: str, **known: Any) -> dict[str, Any]:
    """Build a line (in a Word file: a paragraph) from its text and known properties."""
    usual: dict[str, Any] = {
        "page": 0,
        "box": None,
        "size_pt": 0.0,
        "bold": False,
        "font": "",
        "centred": False,
        "place": "body",
        "hidden": "",
        "level": 0,
        "level_from": "",
        "number": "",
        "listed": False,
        "style": "",
    }
    made = {"text": text[:MOST_LETTERS], **_no_others(usual, known)}
    for name in ("font", "number", "style"):
        made[name] = made[name][:MOST_NAME]
    return made


def picture(kind: str, at: int, **known: Any) -> dict[str, Any]:
    """Make a picture after `at` lines of its part; `pixels` is a Bitmap or None until packed."""
    usual: dict[str, Any] = {
        "page": 0,
        "box": None,
        "pixels": None,
        "texts": [],
        "chart": None,
        "place": "body",
        "pages": 1,
        "trouble": "",
    }
    made = {"kind": kind, "line": at, **_no_others(usual, known)}
    made["texts"] = [text[:MOST_NAME] for text in made["texts"][:MOST_LABELS]]
    return made


def chart(kind: str, **known: Any) -> dict[str, Any]:
    """Build a chart's description of itself from known properties."""
    made: dict[str, Any] = {"title": "", "axes": [], "series": [], "points": 0}
    return {"kind": kind, **_no_others(made, known)}


def page(number: int, width_pt: float, height_pt: float, **known: Any) -> dict[str, Any]:
    """Make a page; `thumbnail` is a Bitmap or None until packed."""
    usual: dict[str, Any] = {
        "visible": 0,
        "invisible": 0,
        "typed": 0,
        "shapes": 0,
        "strokes": 0,
        "covered": 0.0,
        "thumbnail": None,
    }
    size = {"number": number, "width_pt": width_pt, "height_pt": height_pt}
    return {**size, **_no_others(usual, known)}


def pack(
    lines: list[dict[str, Any]],
    pictures: list[dict[str, Any]],
    pages: list[dict[str, Any]] | None = None,
) -> Part:
    """Build a part: sizes replace the pixels, whose bytes follow in order of appearance."""
    data: list[bytes] = []
    packed = {
        "lines": lines,
        "pictures": [_without_pixels(described, "pixels", data) for described in pictures],
        "pages": [_without_pixels(described, "thumbnail", data) for described in pages or []],
    }
    return packed, b"".join(data)


def _no_others(usual: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    if unknown := known.keys() - usual.keys():
        raise TypeError(f"unknown fields: {sorted(unknown)}")
    return {**usual, **known}


def _without_pixels(described: dict[str, Any], name: str, data: list[bytes]) -> dict[str, Any]:
    drawn: Bitmap | None = described[name]
    if drawn is None:
        return described
    data.append(drawn.data)
    return {**described, name: {"width": drawn.width, "height": drawn.height}}
