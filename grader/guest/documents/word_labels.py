"""What pictures say of themselves: charts all but how they look, metafiles and SVG their words."""

import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from .opened import MOST_LABELS, chart
from .word_package import Member
from .word_xml import CX, DGM, A, C, Node, local, whole
from .zipped import Refused

KINDS = {  # of charts, where the file calls them otherwise than we do
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
GZIP, PLACEABLE = b"\x1f\x8b", b"\xd7\xcd\xc6\x9a"
WMF_STARTS = (PLACEABLE, b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")
MOST_LETTERS = 1_000  # of one record
WMF_HEADER, PLACEABLE_HEADER, EMF_TEXT_HEAD = 18, 22, 76  # bytes
EMF_END, EMF_TEXT = 14, 84
GLYPHS = 0x10  # of words in an EMF: numbers of glyphs, which nobody can read
WMF_END, WMF_TEXT, WMF_TEXT_IN_BOX, CLIPPED = 0, 0x0521, 0x0A32, 6
# A document type without declarations of its own, which half of all programs write.
DOCTYPE = re.compile(rb"<!DOCTYPE\s+svg[^\[<>]*>")


def read_chart(part: Member) -> dict[str, Any]:
    """Makes a picture of a chart; a part without a chart in it says so. Raises Refused."""
    root = part.tree()
    newer = root.find(f"{CX}chart/{CX}plotArea")
    area = root.find(f"{C}chart/{C}plotArea")
    if newer is not None:
        return _newer(root, newer)
    if area is None:
        raise Refused("damaged", "no chart")
    plots = {plot: kind for plot in area if (kind := _kind(plot))}
    series = [node for plot in plots for node in plot.iterchildren(C + "ser")]
    names = [name for node in series[:MOST_NAMES] if (name := _words(node.find(C + "tx")))]
    heading = root.find(f"{C}chart/{C}title")
    title = _words(heading)
    if heading is not None and not title and len(names) == 1:
        title = names[0]  # a chart of one series is named after it, unless it says otherwise
    return _charted(
        _categories(series),
        kind=next(iter(plots.values()), "other"),
        title=title,
        axes=_titles((axis for axis in area if local(axis) in AXES), C),
        series=names,
        points=sum(map(_points, series)),
    )


def _newer(root: Node, area: Node) -> dict[str, Any]:
    """Reads the charts that came in 2016: histograms, box plots and the like."""
    kind = next((node.get("layoutId", "other") for node in area.iter(CX + "series")), "other")
    points = sum(whole(level.get("ptCount"), 0, MOST_POINTS) for level in root.iter(CX + "lvl"))
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
    """Gives the text of a title or a name, typed or taken from a cell."""
    if node is None:
        return ""
    typed = "".join(text.text or "" for text in node.iter(A + "t"))
    cells = (cell.text or "" for cell in node.iter(C + "v"))
    return (typed or " ".join(cells)).strip()[:200]


def _points(series: Node) -> int:
    values = [node for name in ("val", "yVal") if (node := series.find(C + name)) is not None]
    return min(MOST_POINTS, sum(1 for _ in values[0].iter(C + "pt"))) if values else 0


def _categories(series: list[Node]) -> list[str]:
    """Gives the names under the columns, which stand in each series anew."""
    named = (node for each in series if (node := each.find(C + "cat")) is not None)
    cells = (cell.text or "" for node in [*named][:1] for cell in node.iter(C + "v"))
    return [text[:200] for text in cells][:MOST_TEXTS]


def diagram_texts(part: Member) -> list[str]:
    """Gives the words of SmartArt, which stand in a part of their own; raises Refused."""
    nodes = (node for node in part.tree().iter(DGM + "pt") if node.get("type", "node") == "node")
    return _short(_words(node) for node in nodes)


def svg_texts(part: Member) -> list[str]:
    """Gives the words of an SVG picture, of which often the letters are strokes; raises Refused."""
    root = part.tree(DOCTYPE.sub(b"", part.read(MOST_SVG), count=1))
    return _short("".join(node.itertext()) for node in root.iter("{*}text"))


def _short(texts: Iterable[str]) -> list[str]:
    return [short for text in texts if (short := text.strip("\0 \t\r\n")[:200])][:MOST_LABELS]


def inflated(data: bytes) -> bytes:
    """Unpacks .emz and .wmz, to a bound; gives everything else as it is."""
    if not data.startswith(GZIP):
        return data
    try:
        return zlib.decompressobj(31).decompress(data, MOST_METAFILE)
    except zlib.error:
        return data


def is_metafile(data: bytes) -> bool:
    """Says whether this is an EMF or WMF file."""
    return data[40:44] == b" EMF" or data.startswith(WMF_STARTS)


def metafile_texts(data: bytes) -> list[str]:
    """Gives the words of a metafile in the order in which they are drawn.

    Raises:
        Refused: it is cut off at its start, or larger than the caps.
    """
    if len(data) > MOST_METAFILE:
        raise Refused("too-large", f"a metafile of {len(data)} bytes")
    return _short(_emf(data) if data[40:44] == b" EMF" else _wmf(data))


def _emf(data: bytes) -> Iterator[str]:
    """Reads Microsoft's [MS-EMF]; letters that are drawn one by one are put together."""
    text, line, end = "", 0, 0  # words, and where the next letter would stand
    for kind, record in _records(data, 0, wide=True):
        if kind == EMF_END:
            break
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


def _wmf(data: bytes) -> Iterator[str]:
    """Reads Microsoft's [MS-WMF], the metafile of sixteen bits."""
    placeable = PLACEABLE_HEADER if data.startswith(PLACEABLE) else 0
    for kind, record in _records(data, placeable + WMF_HEADER, wide=False):
        if kind == WMF_END:
            return
        if kind == WMF_TEXT:
            count, at = int.from_bytes(record[6:8], "little"), 8
        elif kind == WMF_TEXT_IN_BOX:
            count = int.from_bytes(record[10:12], "little")
            at = 22 if any(record[12:13]) and record[12] & CLIPPED else 14
        else:
            continue
        yield record[at : at + min(count, MOST_LETTERS)].decode("cp932", "ignore")


def _records(data: bytes, at: int, *, wide: bool) -> Iterator[tuple[int, bytes]]:
    """Gives kind and bytes of each record of an EMF (wide) or a WMF, its own head among them."""
    least = 8 if wide else 6
    for _ in range(MOST_RECORDS):
        if at + least > len(data):
            return
        first, second = struct.unpack_from("<II" if wide else "<IH", data, at)
        kind, size = (first, second) if wide else (second, first * 2)
        if size < least:
            return
        yield kind, data[at : at + size]
        at += size
    raise Refused("too-large", f"over {MOST_RECORDS} records")
