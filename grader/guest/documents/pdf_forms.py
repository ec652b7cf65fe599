"""Forms that draw themselves or each other too often; pdfium would not survive them."""

import re
import zlib
from typing import Any

DEEPEST = 14  # forms in forms
MOST_DRAWN = 400_000  # forms drawn on one page, each as often as it is named
MOST_CONTENT = 32_000_000  # bytes of one page's drawing instructions
MOST_STREAM = 75_000_000
MOST_NESTED = 1_000_000  # bytes of one that is packed more than once
MOST_PIXELS = 120_000_000  # of one picture
MOST_THINGS = 20_000  # streams of one document that are looked at
LEAST_RATIO = 1_100  # deflate makes at most so many bytes of one
PICTURE_COST = 450  # forms that take as long to draw as a megapixel
MOST_TILES = 4_000_000  # of a pattern, on a page of PAGE_AREA
PAGE_AREA = 500_000.0  # points²
DEEPEST_VALUE, MOST_VALUES = 5, 20_000
DRAWN = ("/Form", "/Image")
LED_AWAY = frozenset(
    {"/Parent", "/Resources", "/CharProcs", "/SMask", "/P", "/Pg", "/StructParent"}
)
NAMED = re.compile(
    rb"/([^\s/<>\[\]()%{}]+)\s+(?:Do|sh|scn|SCN|gs)\b|/([^\s/<>\[\]()%{}]+)\s+\S+\s+Tf"
)
ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
KINDS = ("/XObject", "/Pattern", "/Font", "/ExtGState")


class TooMuch(Exception):
    """A document asks for more than is drawn here; `trouble` says how it is told."""

    def __init__(self, trouble: str, detail: str) -> None:
        """Takes the trouble in the words of model.document.ReadTrouble."""
        super().__init__(detail)
        self.trouble = trouble


class Forms:
    """Walks what the pages of a document draw, before pdfium does."""

    def __init__(self) -> None:
        """Starts with nothing seen."""
        self.cost: dict[tuple[Any, ...], int] = {}
        self.looked_at: dict[int, Any] = {}  # by id; kept, so that no id comes again
        self.contents: dict[Any, bytes] = {}

    def check_page(self, page: Any, resources: Any) -> None:
        """Checks one page, given with the resources that it has or inherits.

        Raises:
            TooMuch: it draws forms that draw themselves, or far too many.
        """
        content = b"\n".join(self._bytes(one) for one in _streams(page.get("/Contents")))
        if len(content) > MOST_CONTENT:
            raise TooMuch("too-large", f"{len(content)} bytes of drawing instructions on a page")
        drawn = self._named(content, resources, resources, ())
        for note in _some(_plain(page.get("/Annots"))):
            drawn += self._appearance(_plain(note), resources)
        if drawn > MOST_DRAWN:
            raise TooMuch("too-large", f"{drawn} forms drawn on a page")

    def _appearance(self, note: Any, resources: Any) -> int:
        looks = _plain(_get(_get(note, "/AP"), "/N"))
        if _is_stream(looks):
            return self._form(looks, resources, resources, ())
        return sum(
            self._form(_plain(one), resources, resources, ())
            for one in _some(list(looks.values()) if isinstance(looks, dict) else None)
        )

    def _named(self, content: bytes, own: Any, outer: Any, path: tuple[Any, ...]) -> int:
        """Counts what instructions draw by the names in their resources, or else the page's."""
        counts: dict[str, int] = {}
        for first, second in NAMED.findall(content):
            name = "/" + ESCAPED.sub(_unescaped, first or second).decode("latin-1")
            counts[name] = counts.get(name, 0) + 1
        drawn = 0
        for name, count in counts.items():
            for thing in _things(name, own, outer):
                drawn = min(drawn + count * self._thing(thing, own, outer, path), 1 << 60)
        return drawn

    def _thing(self, thing: Any, own: Any, outer: Any, path: tuple[Any, ...]) -> int:
        if not isinstance(thing, dict):
            return 0
        if _get(thing, "/Subtype") == "/Image":
            return self._picture(thing)
        self._inner_sizes(thing, 0)
        if _get(thing, "/Subtype") == "/Type3":
            return self._letters(thing, own, outer, path)
        if _get(thing, "/PatternType") == 1:
            _check_tiles(thing)
        if (mask := _get(thing, "/SMask")) is not None and not _is_stream(thing):
            group = _plain(_get(mask, "/G"))
            return self._form(group, own, outer, path) if _is_stream(group) else 0
        return self._form(thing, own, outer, path) if _is_stream(thing) else 0

    def _letters(self, font: Any, own: Any, outer: Any, path: tuple[Any, ...]) -> int:
        """Looks into a font whose letters are drawings; letters that draw letters are refused."""
        mark = ("font", id(font))
        if mark in path:
            raise TooMuch("damaged", "a font draws itself")
        inner = _get(font, "/Resources") or own
        if mark not in self.cost:
            glyphs = _get(font, "/CharProcs")
            values = list(glyphs.values()) if isinstance(glyphs, dict) else []
            self.cost[mark] = max(
                (
                    self._named(self._bytes(glyph), inner, outer, (*path, mark))
                    for glyph in map(_plain, values[:256])
                    if _is_stream(glyph)
                ),
                default=0,
            )
        return self.cost[mark]

    def _form(self, form: Any, own: Any, outer: Any, path: tuple[Any, ...]) -> int:
        if not _is_stream(form):
            return 0
        mark = _mark(form)
        if mark in path:
            raise TooMuch("damaged", "a form draws itself")
        if len(path) >= DEEPEST:
            raise TooMuch("too-large", f"forms in forms, more than {DEEPEST} deep")
        inner = _get(form, "/Resources")
        key = (mark, None if inner is not None else id(own), id(outer))
        if key not in self.cost:
            resources = inner if isinstance(inner, dict) else own
            self.cost[key] = 1 + self._named(self._bytes(form), resources, outer, (*path, mark))
        return self.cost[key]

    def _picture(self, picture: Any) -> int:
        """Checks a picture; a megapixel of it counts as PICTURE_COST forms."""
        width, height = _get(picture, "/Width"), _get(picture, "/Height")
        known = isinstance(width, int) and isinstance(height, int)
        pixels = abs(width * height) if known else 0
        if pixels > MOST_PIXELS:
            raise TooMuch("too-large", f"a picture of {width} x {height} pixels")
        if len(_filters(picture)) > 1:
            check_size(picture)
        self._inner_sizes(_get(picture, "/ColorSpace"), 0)
        mask = _get(picture, "/SMask")
        if isinstance(mask, dict) and "/SMask" not in mask:
            self._picture(mask)
        return int(pixels / 1e6 * PICTURE_COST)

    def _inner_sizes(self, thing: Any, depth: int) -> None:
        """Checks the streams of a font, a colour space or a shading: none is far too large."""
        if (
            depth > DEEPEST_VALUE
            or id(thing) in self.looked_at
            or len(self.looked_at) > MOST_VALUES
        ):
            return
        self.looked_at[id(thing)] = thing
        if _is_stream(thing) and _get(thing, "/Subtype") not in DRAWN:
            check_size(thing)
        values = thing.items() if isinstance(thing, dict) else enumerate(_some(thing))
        for key, value in list(values)[:MOST_VALUES]:
            if key not in LED_AWAY and isinstance(inner := _plain(value), (dict, list)):
                self._inner_sizes(inner, depth + 1)

    def _bytes(self, stream: Any) -> bytes:
        """Unpacks the instructions of a form; those that cannot be unpacked draw nothing."""
        mark = _mark(stream)
        if mark not in self.contents:
            if len(self.contents) > MOST_THINGS:
                raise TooMuch("too-large", f"more than {MOST_THINGS} forms")
            check_size(stream)
            try:
                data = bytes(stream.get_data())
            except Exception:  # noqa: BLE001 - pdfium may still read it
                data = b""
            self.contents[mark] = data
        return self.contents[mark]


def check_size(stream: Any) -> None:
    """Refuses a stream that unpacks to more than MOST_STREAM bytes, without keeping them.

    Raises:
        TooMuch: it does, or it is packed again and again.
    """
    data: bytes = getattr(stream, "_data", b"")  # as in the file; pypdf names it nowhere else
    filters = _filters(stream)
    if sum(one in {"/FlateDecode", "/Fl", "/LZWDecode", "/LZW"} for one in filters) > 1:
        if len(data) < MOST_NESTED and _nested_size(data, filters) <= MOST_STREAM:
            return
        raise TooMuch("too-large", "a stream packed more than once")
    if filters[:1] in (["/FlateDecode"], ["/Fl"]) and len(data) * LEAST_RATIO > MOST_STREAM:
        _unpack(data)


def _check_tiles(pattern: Any) -> None:
    """Refuses a pattern of tiles so small that a page has hundreds of thousands of them."""
    steps = [_get(pattern, name) for name in ("/XStep", "/YStep")]
    matrix = [_plain(one) for one in _some(_get(pattern, "/Matrix"))] or [1, 0, 0, 1, 0, 0]
    try:
        a, b, c, d = (float(one) for one in matrix[:4])
        tile = abs(float(steps[0]) * float(steps[1]) * (a * d - b * c))
    except (TypeError, ValueError):
        return
    if tile * MOST_TILES < PAGE_AREA:
        raise TooMuch("too-large", "a pattern of far too many tiles")


def _nested_size(data: bytes, filters: list[str]) -> int:
    for name in filters:
        if name not in {"/FlateDecode", "/Fl"}:
            return MOST_STREAM + 1
        data = _unpack(data)
    return len(data)


def _unpack(data: bytes) -> bytes:
    unpacker, kept, size = zlib.decompressobj(), [], 0
    while data and not unpacker.eof:
        try:
            piece = unpacker.decompress(data, 1 << 20)
        except zlib.error:
            break
        size += len(piece)
        kept.append(piece)
        if size > MOST_STREAM:
            raise TooMuch("too-large", f"a stream of more than {MOST_STREAM} bytes")
        data = unpacker.unconsumed_tail
    return b"".join(kept)


def _filters(stream: Any) -> list[str]:
    named = _get(stream, "/Filter")
    return [str(_plain(one)) for one in named] if isinstance(named, list) else [str(named)]


def _things(name: str, own: Any, outer: Any) -> list[Any]:
    found = []
    for kind in KINDS:
        for resources in (own, outer):
            thing = _get(_get(resources, kind), name)
            if thing is not None:
                found.append(thing)
                break
    return found


def _streams(contents: Any) -> list[Any]:
    contents = _plain(contents)
    many = contents if isinstance(contents, list) else [contents]
    return [one for one in map(_plain, many[:MOST_THINGS]) if _is_stream(one)]


def _is_stream(thing: Any) -> bool:
    return isinstance(thing, dict) and hasattr(thing, "get_data")


def _mark(stream: Any) -> Any:
    reference = getattr(stream, "indirect_reference", None)
    return getattr(reference, "idnum", None) or ("at", id(stream))


def _get(holder: Any, name: str) -> Any:
    return _plain(dict.get(holder, name)) if isinstance(holder, dict) else None


def _some(many: Any) -> list[Any]:
    return many[:2_000] if isinstance(many, list) else []


def _plain(thing: Any) -> Any:
    """Follows a reference; one that leads nowhere is None."""
    for _ in range(8):
        if not hasattr(thing, "get_object") or isinstance(thing, (dict, list, str, int, float)):
            return thing
        thing = thing.get_object()
    return None


def _unescaped(found: re.Match[bytes]) -> bytes:
    return bytes([int(found.group(1), 16)])
