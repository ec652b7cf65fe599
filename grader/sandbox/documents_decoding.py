"""What a child says of a document, checked value by value before anybody looks at it."""

from dataclasses import dataclass

from grader.model.document import (
    Chart,
    FileKind,
    Hidden,
    Line,
    Page,
    Picture,
    PictureKind,
    Pixels,
    Place,
    ReadTrouble,
)
from grader.sandbox.documents_values import (
    Fields,
    between,
    box,
    fields,
    flag,
    number,
    one,
    or_none,
    several,
    share,
    short,
    text,
    whole,
    word,
)
from grader.sandbox.wire import ViolationError

MOST_LINES, MOST_PICTURES, MOST_PAGES = 50_000, 1_000, 50  # of one part
MOST_EXTERNAL, MOST_TEXTS, MOST_NAMES = 2_000, 2_000, 1_000
LONG = 20_000  # letters
MOST_SIDE, MOST_AREA = 2_000, 1_200_000  # pixels of a picture: more would tire whoever looks at it


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a document says of itself when it is opened."""

    kind: FileKind
    trouble: ReadTrouble | None = None
    detail: str = ""
    producer: str = ""
    page_count: int = 0
    parts: int = 0
    external: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A page of a PDF, or some lines of a Word file."""

    lines: tuple[Line, ...] = ()
    pictures: tuple[Picture, ...] = ()  # `line` counts the lines of this part
    pages: tuple[Page, ...] = ()
    trouble: ReadTrouble | None = None  # why it is not all of the part
    detail: str = ""


TROUBLE = or_none(word(ReadTrouble))
HEAD: Fields = {
    "kind": word(FileKind),
    "trouble": TROUBLE,
    "detail": short,
    "producer": short,
    "page_count": whole,
    "parts": whole,
    "external": several(short, MOST_EXTERNAL),
}
LINE: Fields = {
    "text": text(LONG),
    "page": whole,
    "box": or_none(box),
    "size_pt": number,
    "bold": flag,
    "font": short,
    "centred": flag,
    "place": word(Place),
    "hidden": word(Hidden),
    "level": whole,
    "level_from": short,
    "number": short,
    "listed": flag,
    "style": short,
}
CHART: Fields = {
    "kind": short,
    "title": short,
    "axes": several(short, MOST_NAMES),
    "series": several(short, MOST_NAMES),
    "points": whole,
}
PICTURE: Fields = {
    "kind": word(PictureKind),
    "line": whole,
    "page": whole,
    "box": or_none(box),
    "texts": several(short, MOST_TEXTS),
    "chart": or_none(one(CHART, Chart)),
    "place": word(Place),
    "pages": whole,
    "strokes": whole,
    "trouble": short,
}
PAGE: Fields = {
    "number": whole,
    "width_pt": number,
    "height_pt": number,
    "visible": whole,
    "invisible": whole,
    "strokes": whole,
    "covered": share,
}

read_head = one(HEAD, Head)
read_lines = several(one(LINE, Line), MOST_LINES)


def decode_part(value: object, data: bytes) -> Part:
    """Reads a part and gives its pictures their bytes; raises ViolationError."""
    pixels = _PixelBytes(data)
    made = fields(value, {"lines": read_lines, "trouble": TROUBLE, "detail": short})
    standing = {"line": between(0, len(made.get("lines", ()))), "pixels": pixels.take}
    read_picture = one({**PICTURE, **standing}, Picture)
    read_page = one({**PAGE, "thumbnail": pixels.take}, Page)
    made |= fields(value, {"pictures": several(read_picture, MOST_PICTURES)})
    made |= fields(value, {"pages": several(read_page, MOST_PAGES)})
    pixels.expect_end()
    return Part(**made)


class _PixelBytes:
    """The bytes of the pictures of a part, in their order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: object) -> Pixels | None:
        """Gives the next picture its bytes."""
        if size is None:
            return None
        sides = fields(
            size, {"width": between(0, MOST_SIDE + 1), "height": between(0, MOST_SIDE + 1)}
        )
        width, height = sides.get("width", 0), sides.get("height", 0)
        proper = 0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE
        if not proper or width * height > MOST_AREA:
            raise ViolationError("a picture of an impossible size")
        start, self._at = self._at, self._at + width * height * 3
        if self._at > len(self._data):
            raise ViolationError("a picture with too few bytes")
        return Pixels(width=width, height=height, data=self._data[start : self._at])

    def expect_end(self) -> None:
        """Says that all bytes have been taken."""
        if self._at != len(self._data):
            raise ViolationError("bytes that belong to no picture")
