"""Extract the pictures of a Word file from its parts, on request.

Neither SVG pictures nor metafiles are rendered here. Word stores a bitmap beside every SVG picture,
which is used instead; without one, only words can be read from either.
"""

import io
import re
import struct
import warnings
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from .opened import MOST_LABELS, Bitmap, chart, picture
from .word_drawings import WordDrawing
from .word_xml import CX, DGM, A, C, Node, local, whole_number
from .zipped import DocumentRefused, PackagePart

MOST = 40  # pictures with pixels
OFTEN = 5  # places of an identical picture, since pages are unknown: a figure has fewer
MOST_PIXELS_IN_ALL = 300_000_000

Made = dict[str, Any]
MOST_PIXELS = 40_000_000
SIDE = 760  # pixels of the longer side of a result
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "DIB", "TIFF", "WEBP")
WITH_ALPHA = ("LA", "PA", "La", "RGBa", "RGBA")
WHITE = (255, 255, 255, 255)


class Pictures:
    """The pictures of one file, in order."""

    def __init__(self, drawings: list[WordDrawing]) -> None:
        self._drawings = drawings
        self._placed = Counter(each.part or each.svg for each in drawings)
        drawn = [at for at, each in enumerate(drawings) if each.part and each.kind != "chart"]
        self._allowed = set(drawn[:MOST])
        self._rasters = Rasters(MOST_PIXELS_IN_ALL)
        self._made: dict[WordDrawing, Made] = {}

    def make(self, index: int, at: int, place: str) -> Made:
        """Extract one picture after `at` lines; if that fails, it says why."""
        drawing = self._drawings[index]
        if drawing not in self._made:
            self._made[drawing] = self._read(drawing, drawn=index in self._allowed)
        known = dict(self._made[drawing])
        if index not in self._allowed and known.get("pixels"):
            known["pixels"] = None
        source = drawing.part or drawing.svg
        times = self._placed[source] if source else 1
        pages = times if times >= OFTEN else 1
        return picture(known.pop("kind"), at, place=place, pages=pages, **known)

    def _read(self, drawing: WordDrawing, *, drawn: bool) -> Made:
        known: Made = {"kind": drawing.kind, "trouble": drawing.trouble}
        known["texts"] = list(drawing.texts)
        try:
            if drawing.part is None:
                return _svg(drawing.svg) if drawing.svg else known
            if drawing.kind == "chart":
                return read_chart(drawing.part)
            if drawing.kind == "vector":
                return {"kind": "vector", "texts": diagram_texts(drawing.part)}
            return self._picture(drawing, drawing.part, drawn=drawn)
        except DocumentRefused as refused:
            return {**known, "trouble": refused.trouble}

    def _picture(self, drawing: WordDrawing, part: PackagePart, *, drawn: bool) -> Made:
        data = inflated(part.read())
        if is_metafile(data):
            return {"kind": "emf", "texts": metafile_texts(data), "trouble": "no-renderer"}
        if drawing.svg is None and _is_svg(data):
            return _svg(part)
        known = {**(_svg(drawing.svg) if drawing.svg else {"kind": "raster"}), "trouble": ""}
        if not drawn:
            return {**known, "trouble": "too-many"}
        try:
            return {**known, "pixels": self._rasters.decode(data, drawing.crop, drawing.turned)}
        except DocumentRefused as refused:
            return {**known, "trouble": refused.trouble}


def _svg(part: PackagePart) -> Made:
    try:
        return {"kind": "svg", "texts": svg_texts(part), "trouble": "no-renderer"}
    except DocumentRefused as refused:
        return {"kind": "svg", "trouble": refused.trouble}


def _is_svg(data: bytes) -> bool:
    start = data[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<") and b"<svg" in start


class Rasters:
    """Decodes the pictures of one document."""

    def __init__(self, most: int) -> None:
        """Take the maximum number of pixels decoded in total."""
        self._left = most

    def decode(
        self,
        data: bytes,
        crop: tuple[float, float, float, float] = (0, 0, 0, 0),
        turned: int = 0,
    ) -> Bitmap:
        """Decode a picture, crop it by shares of its sides, and turn it clockwise by degrees.

        Raises:
            DocumentRefused: it is too large ("too-large"), damaged, or of a format that cannot be
                drawn here ("no-renderer"); these are troubles of a picture, not of a document.
        """
        from PIL import Image, UnidentifiedImageError

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return self._decoded(Image, data, crop, turned)
            except UnidentifiedImageError as error:
                raise DocumentRefused("no-renderer", str(error)) from error
            except Image.DecompressionBombError as error:
                raise DocumentRefused("too-large", str(error)) from error
            except (OSError, ValueError, SyntaxError, EOFError, KeyError, IndexError) as error:
                raise DocumentRefused("damaged", str(error)) from error
            except (TypeError, OverflowError, ZeroDivisionError, AttributeError) as error:
                raise DocumentRefused(
                    "damaged", str(error)
                ) from error  # the library fails on odd files

    def _decoded(
        self, library: Any, data: bytes, crop: tuple[float, float, float, float], turned: int
    ) -> Bitmap:
        with library.open(io.BytesIO(data), formats=FORMATS) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise DocumentRefused("too-large", f"{width} x {height} pixels")
            if not any(crop):
                image.draft(None, (SIDE * 2, SIDE * 2))  # lets JPEG be decoded at a smaller size
            self._left -= image.size[0] * image.size[1]
            if self._left < 0:
                raise DocumentRefused("too-large", "all pictures together")
            return shrunk(_turned(library, _cropped(_plain(image), crop), turned))


def shrunk(image: Any) -> Bitmap:
    """Shrink an image to at most SIDE, on a white background."""
    image.thumbnail((SIDE, SIDE), reducing_gap=2.0)
    if image.mode == "RGBA":
        from PIL import Image

        image = Image.alpha_composite(Image.new("RGBA", image.size, WHITE), image)
    image = image.convert("RGB")
    return Bitmap(image.width, image.height, image.tobytes())


def _plain(image: Any) -> Any:
    """Reduce the many colour modes to two."""
    if image.mode.startswith(("I", "F")):
        low, high = image.getextrema()
        span = (high - low) or 1
        return image.point(lambda level: (level - low) * (255 / span) + 0).convert("RGB")
    if image.mode in WITH_ALPHA or "transparency" in image.info:
        return image.convert("RGBA")
    return image.convert("RGB")


def _cropped(image: Any, crop: tuple[float, float, float, float]) -> Any:
    left, top, right, bottom = crop
    width, height = image.size
    box = (
        round(left * width),
        round(top * height),
        round((1 - right) * width),
        round((1 - bottom) * height),
    )
    uncropped = box == (0, 0, width, height)
    return image if uncropped or box[2] <= box[0] or box[3] <= box[1] else image.crop(box)


def _turned(library: Any, image: Any, turned: int) -> Any:
    turns = {
        90: library.Transpose.ROTATE_270,
        180: library.Transpose.ROTATE_180,
        270: library.Transpose.ROTATE_90,
    }
    return image.transpose(turns[turned]) if turned in turns else image


KINDS = {  # of charts whose name in the file differs from ours
    "ofPie": "pie",
    "doughnut": "pie",
    "bubble": "scatter",
    **{
        name: name
        for name in ("line", "scatter", "bar", "pie", "area", "radar", "surface", "stock")
    },
}
AXES = ("catAx", "valAx", "dateAx", "serAx")
MOST_POINTS, MOST_NAMES, MOST_TEXTS = 100_000, 60, 200

MOST_SVG, MOST_METAFILE = 8_000_000, 32_000_000  # bytes
MOST_RECORDS = 200_000
GZIP = b"\x1f\x8b"
WMF_STARTS = (b"\xd7\xcd\xc6\x9a", b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")
MOST_LETTERS = 1_000  # of one record
RECORD_HEAD, EMF_TEXT_HEAD = 8, 76  # bytes
EMF_END, EMF_TEXT = 14, 84
GLYPHS = 0x10  # of words in an EMF: numbers of glyphs, which are unreadable
# A document type without declarations, as half of all programs write it.
DOCTYPE = re.compile(rb"<!DOCTYPE\s+svg[^\[<>]*>")


def read_chart(part: PackagePart) -> dict[str, Any]:
    """Read a chart; a part without a chart says so. Raises DocumentRefused."""
    root = part.tree()
    newer = root.find(f"{CX}chart/{CX}plotArea")
    area = root.find(f"{C}chart/{C}plotArea")
    if newer is not None:
        return _newer(root, newer)
    if area is None:
        raise DocumentRefused("damaged", "no chart")
    plots = {plot: kind for plot in area if (kind := _kind(plot))}
    series = [node for plot in plots for node in plot.iterchildren(C + "ser")]
    names = [name for node in series[:MOST_NAMES] if (name := _words(node.find(C + "tx")))]
    heading = root.find(f"{C}chart/{C}title")
    title = _words(heading)
    if heading is not None and not title and len(names) == 1:
        title = names[0]  # a chart of one series has its name, unless stated otherwise
    return _charted(
        _categories(series),
        kind=next(iter(plots.values()), "other"),
        title=title,
        axes=_titles((axis for axis in area if local(axis) in AXES), C),
        series=names,
        points=sum(map(_points, series)),
    )


def _newer(root: Node, area: Node) -> dict[str, Any]:
    """Read the chart types introduced in 2016: histograms, box plots and others."""
    kind = next((node.get("layoutId", "other") for node in area.iter(CX + "series")), "other")
    points = sum(
        whole_number(level.get("ptCount"), 0, MOST_POINTS) for level in root.iter(CX + "lvl")
    )
    return _charted(
        [],
        kind=kind[:40],
        title=_words(root.find(f"{CX}chart/{CX}title")),
        axes=_titles(area.iter(CX + "axis"), CX),
        series=[],
        points=max(0, points),
    )


def _charted(labels: list[str], **known: Any) -> dict[str, Any]:
    texts = [known["title"], *known["axes"], *known["series"], *labels]
    return {"kind": "chart", "chart": chart(**known), "texts": [text for text in texts if text]}


def _kind(plot: Node) -> str:
    name = local(plot).replace("3D", "")
    return KINDS.get(name.removesuffix("Chart"), "") if name.endswith("Chart") else ""


def _titles(axes: Iterable[Node], name: str) -> list[str]:
    return [title for axis in axes if (title := _words(axis.find(name + "title")))]


def _words(node: Node | None) -> str:
    """Return the text of a title or name, typed or from a cell."""
    if node is None:
        return ""
    typed = "".join(text.text or "" for text in node.iter(A + "t"))
    cells = (cell.text or "" for cell in node.iter(C + "v"))
    return (typed or " ".join(cells)).strip()[:200]


def _points(series: Node) -> int:
    values = [node for name in ("val", "yVal") if (node := series.find(C + name)) is not None]
    return min(MOST_POINTS, sum(1 for _ in values[0].iter(C + "pt"))) if values else 0


def _categories(series: list[Node]) -> list[str]:
    """Return the names of the categories, which are repeated in each series."""
    named = (node for each in series if (node := each.find(C + "cat")) is not None)
    cells = (cell.text or "" for node in [*named][:1] for cell in node.iter(C + "v"))
    return [text[:200] for text in cells][:MOST_TEXTS]


def diagram_texts(part: PackagePart) -> list[str]:
    """Return the words of SmartArt, which are in a separate part. Raises DocumentRefused."""
    nodes = (node for node in part.tree().iter(DGM + "pt") if node.get("type", "node") == "node")
    return _short(_words(node) for node in nodes)


def svg_texts(part: PackagePart) -> list[str]:
    """Return the words of an SVG picture; often its letters are only strokes.

    Raises:
        DocumentRefused: it cannot be read.
    """
    root = part.tree(DOCTYPE.sub(b"", part.read(MOST_SVG), count=1))
    return _short("".join(node.itertext()) for node in root.iter("{*}text"))


def _short(texts: Iterable[str]) -> list[str]:
    return [short for text in texts if (short := text.strip("\0 \t\r\n")[:200])][:MOST_LABELS]


def inflated(data: bytes) -> bytes:
    """Unpack .emz and .wmz, up to a limit; return anything else unchanged."""
    if not data.startswith(GZIP):
        return data
    try:
        return zlib.decompressobj(31).decompress(data, MOST_METAFILE)
    except zlib.error:
        return data


def is_metafile(data: bytes) -> bool:
    """Return whether this is an EMF or WMF file."""
    return data[40:44] == b" EMF" or data.startswith(WMF_STARTS)


def metafile_texts(data: bytes) -> list[str]:
    """Return the words of an EMF file in drawing order; none of a WMF file.

    Raises:
        DocumentRefused: it is larger than the limits.
    """
    if len(data) > MOST_METAFILE:
        raise DocumentRefused("too-large", f"a metafile of {len(data)} bytes")
    return _short(_emf(data)) if data[40:44] == b" EMF" else []


def _emf(data: bytes) -> Iterator[str]:
    """Parse Microsoft's [MS-EMF], joining letters that are drawn one by one."""
    text, line, end = "", 0, 0  # words so far, and the position of the next letter
    at = 0
    for _ in range(MOST_RECORDS):
        if at + RECORD_HEAD > len(data):
            break
        kind, size = struct.unpack_from("<II", data, at)
        if kind == EMF_END or size < RECORD_HEAD:
            break
        record, at = data[at : at + size], at + size
        if kind != EMF_TEXT or len(record) < EMF_TEXT_HEAD:
            continue
        x, y, count, start, options = struct.unpack_from("<2i3I", record, 36)
        (widths,) = struct.unpack_from("<I", record, 72)
        width = int.from_bytes(record[widths : widths + 4], "little", signed=True)
        raw = b"" if options & GLYPHS else record[start : start + min(count, MOST_LETTERS) * 2]
        words = raw.decode("utf-16-le", "ignore")
        if len(words) == 1 and y == line and widths and abs(x - end) * 2 <= width:
            text += words
        else:
            yield text
            text = words
        line, end = y, x + width
    yield text
