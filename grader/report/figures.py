"""The pictures of a report, each with its looks, its caption and where the text speaks of it."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.model.document import Document, Picture, PictureKind, Pixels
from grader.model.report import Answer, Caption, Figure
from grader.report.assigning import assign
from grader.report.pictures import MAYBE, Looks, is_decoration, judge_picture
from grader.report.references import Mention

MOST_FIGURES = 200
MOST_JUDGED = 80  # pictures that are looked at; the rest are for a person
NEAR_LINES = 25  # how far above or below "上図" may be
MOST_LABELS = 12
MOST_OF_A_LABEL = 60

_TICK = re.compile(r"[\s\d.,+\-−–×x*^eE%()（）/]+")
_LETTER = re.compile(r"[^\W\d_]")
_GRAPHS_TITLE = re.compile(
    r"時間|グラフ|関係|推移|対数|サイズと|\btime\b|runtime|graph|plot\b|log-?log|\bvs\b",
    re.IGNORECASE,
)
_OTHERS_TITLE = re.compile(
    r"プログラム|コード|画面|スクリーン|出力|ソース|表示|表$|一覧|写真|流れ|フロー|構成|環境|端末|ターミナル"
    r"|program|code|screen|output|terminal|table|photo|flow|diagram|listing",
    re.IGNORECASE,
)
_DECORATION = Looks(is_graph=Answer.NO, score=0.0, why=("decoration",))
_NOT_LOOKED_AT = Looks(is_graph=Answer.UNSURE, score=1.0, why=("not-looked-at",))
COLOURS = 64  # of a palette: enough for a plot, a quarter of the bytes


def find_figures(
    document: Document, captions: Sequence[Caption], mentions: Sequence[Mention]
) -> tuple[Figure, ...]:
    """Describes the pictures of a report, in order; at most 200. Decorations get no caption."""
    pictures = document.pictures[:MOST_FIGURES]
    real = [picture for picture in pictures if not is_decoration(picture)]
    looks_of: dict[Pixels, Looks] = {}
    looks = [_looks(picture, looks_of) for picture in real]
    given = assign(real, captions, document.lines, [each.is_graph for each in looks])
    spoken = _spoken_of(real, given, mentions)
    own = {
        id(picture): (looks[place], given.get(place), place in spoken)
        for place, picture in enumerate(real)
    }
    return tuple(_figures(pictures, own))


def shown(pixels: Pixels | None) -> bytes:
    """Makes a small PNG of what was drawn; b"" where nothing was."""
    return crop_png(pixels) if pixels and min(pixels.width, pixels.height) > 0 else b""


def _figures(
    pictures: Sequence[Picture], own: Mapping[int, tuple[Looks, Caption | None, bool]]
) -> Iterator[Figure]:
    for picture in pictures:
        looks, caption, referenced = own.get(id(picture), (_DECORATION, None, False))
        table = _is_table(picture, caption, looks)
        looks = _titled(looks, caption)
        yield Figure(
            kind=picture.kind,
            page=picture.page,
            box=picture.box,
            is_graph=looks.is_graph,
            score=looks.score,
            why=(*looks.why, "table") if table else looks.why,
            caption=caption,
            referenced=referenced,
            axis_labels=_labels(picture),
            chart=picture.chart,
            decoration=table or id(picture) not in own,
            crop=shown(picture.pixels),
        )


def _titled(looks: Looks, caption: Caption | None) -> Looks:
    """Leaves open what has no axes that we see, and the title of a graph."""
    if looks.is_graph is not Answer.NO or caption is None or caption.table:
        return looks
    if not _GRAPHS_TITLE.search(caption.title) or _OTHERS_TITLE.search(caption.title):
        return looks
    return replace(looks, is_graph=Answer.UNSURE, score=MAYBE, why=(*looks.why, "caption"))


def _looks(picture: Picture, looks_of: dict[Pixels, Looks]) -> Looks:
    """What a picture looks like; the same points are looked at once, and not without end."""
    if picture.pixels is None:
        return judge_picture(picture)
    if picture.pixels not in looks_of:
        if len(looks_of) >= MOST_JUDGED:
            return _NOT_LOOKED_AT
        looks_of[picture.pixels] = judge_picture(picture)
    return looks_of[picture.pixels]


def _is_table(picture: Picture, caption: Caption | None, looks: Looks) -> bool:
    """Says whether strokes are the rules of a table, which is no picture."""
    titled = caption is not None and caption.table
    return titled and picture.kind is PictureKind.VECTOR and looks.is_graph is not Answer.YES


def _labels(picture: Picture) -> tuple[str, ...]:
    """The words in a picture that are no ticks."""
    texts = picture.chart.axes if picture.chart else picture.texts
    words = (" ".join(text[:MOST_OF_A_LABEL].split()) for text in texts[:500])
    labels = (word for word in words if _LETTER.search(word) and not _TICK.fullmatch(word))
    return tuple(dict.fromkeys(labels))[:MOST_LABELS]


def _spoken_of(
    pictures: Sequence[Picture], given: Mapping[int, Caption], mentions: Sequence[Mention]
) -> frozenset[int]:
    """The pictures that the text speaks of: by number, or as the nearest to "上図"."""
    numbers = {mention.reference.number for mention in mentions if mention.reference.number}
    spoken = {place for place, caption in given.items() if _named(caption, numbers)}
    for line in dict.fromkeys(each.line for each in mentions if not each.reference.number):
        distances = [(abs(picture.line - line), place) for place, picture in enumerate(pictures)]
        nearest, place = min(distances, default=(NEAR_LINES + 1, 0))
        if nearest <= NEAR_LINES:
            spoken.add(place)
    return frozenset(spoken)


def _named(caption: Caption, numbers: set[str]) -> bool:
    return not caption.table and caption.number in numbers


def crop_png(pixels: Pixels, width: int = 360) -> bytes:
    """Shrinks a picture to so many pixels across at most, as a PNG with a palette."""
    from PIL import Image

    image = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data)
    if image.width > width or image.height > 2 * width:
        image.thumbnail((width, 2 * width), Image.Resampling.LANCZOS)
    flat = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    flat.save(out, format="PNG", optimize=True)
    return out.getvalue()
