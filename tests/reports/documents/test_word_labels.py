"""Pictures that say themselves what is in them: charts, SmartArt, SVG, metafiles."""

import gzip
import struct
from random import Random
from typing import Any

import pytest

from grader.reports.guest.documents import word_pictures
from tests.reports.documents.word_files import (
    BLIP,
    INLINE,
    PIC,
    RUN,
    SPACES,
    Told,
    drawn,
    p,
    pictured,
    png,
)

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>時間 [s]</text><path d="M0 0"/><rect/></svg>'


def test_svg_pictures() -> None:
    """Drawn by the bitmap that stands in for them; without one there are words alone."""
    both = BLIP("a", '<a:extLst><a:ext><asvg:svgBlip r:embed="b"/></a:ext></a:extLst>')
    found = pictured(p(RUN(INLINE(PIC(both, "", "")))) + p(drawn("b")), a=png(), b=SVG).pictures
    assert [(one["kind"], one["texts"]) for one in found] == [("svg", ["時間 [s]"])] * 2
    assert found[0]["pixels"] == {"width": 40, "height": 20}
    assert (found[1]["pixels"], found[1]["trouble"]) == (None, "no-renderer")


def chart(inner: str, title: str = "") -> str:
    """A chart part."""
    head = (
        f"<c:title><c:tx><c:rich><a:p><a:r><a:t>{title}</a:t></a:r></a:p></c:rich></c:tx></c:title>"
    )
    return (
        f"<c:chartSpace {SPACES}><c:chart>{head if title else ''}<c:plotArea>{inner}</c:plotArea>"
        "</c:chart></c:chartSpace>"
    )


def series(name: str, points: int, tag: str = "yVal") -> str:
    """A series of a chart."""
    values = "".join(f'<c:pt idx="{n}"><c:v>{n}</c:v></c:pt>' for n in range(points))
    return (
        f"<c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>{name}</c:v></c:pt></c:strCache></c:strRef>"
        f"</c:tx><c:{tag}><c:numRef><c:numCache>{values}</c:numCache></c:numRef></c:{tag}></c:ser>"
    )


def axis(title: str) -> str:
    """An axis with a title."""
    return f"<c:valAx><c:title><c:tx><a:t>{title}</a:t></c:tx></c:title></c:valAx>"


NEWER = '<cx:plotArea><cx:series layoutId="boxWhisker"/></cx:plotArea>'
CHARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "scatter": (
        chart(
            f"<c:scatterChart>{series('list', 8)}{series('numpy', 8)}</c:scatterChart>"
            + axis("サイズ n")
            + axis("時間 [s]"),
            "実行時間",
        ),
        {
            "kind": "scatter",
            "title": "実行時間",
            "axes": ["サイズ n", "時間 [s]"],
            "series": ["list", "numpy"],
            "points": 16,
        },
    ),
    "three dimensions": (
        chart(f"<c:bar3DChart>{series('a', 3, 'val')}</c:bar3DChart>"),
        {"kind": "bar", "title": "", "axes": [], "series": ["a"], "points": 3},
    ),
    "newer": (
        f"<cx:chartSpace {SPACES}><cx:chart>{NEWER}</cx:chart></cx:chartSpace>",
        {"kind": "boxWhisker", "title": "", "axes": [], "series": [], "points": 0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CHARTS)
def test_charts_say_what_they_are(case: str) -> None:
    """Type, titles, series, points; nobody draws them."""
    part, expected = CHARTS[case]
    found = pictured(p(RUN(INLINE('<c:chart r:id="chart"/>'))), chart=part).pictures
    assert [(one["kind"], one["chart"], one["pixels"]) for one in found] == [
        ("chart", expected, None)
    ]


def test_a_chart_without_its_part_is_still_there() -> None:
    """With trouble, not with an error."""
    found = pictured(p(RUN(INLINE('<c:chart r:id="chart"/>'))), chart="<a").pictures
    assert [(one["kind"], one["trouble"]) for one in found] == [("chart", "damaged")]


def test_smart_art_is_read() -> None:
    """Its words stand in a part of their own."""
    point = "<dgm:pt>{}<dgm:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:t></dgm:pt>".format
    data = f"<dgm:dataModel {SPACES}>{point('', '開始')}{point('', '終了')}</dgm:dataModel>"
    found = pictured(p(RUN(INLINE('<dgm:relIds r:dm="data"/>'))), data=data).pictures[0]
    assert (found["kind"], found["texts"]) == ("vector", ["開始", "終了"])


LINE = struct.pack("<2I", 27, 16) + struct.pack("<2i", 999, 500)


def emf(*records: bytes) -> bytes:
    """An EMF file."""
    header = struct.pack("<2I", 1, 108).ljust(40, b"\0") + b" EMF"
    return header.ljust(108, b"\0") + b"".join(records) + struct.pack("<2I", 14, 8)


def words(text: str, x: int, y: int, options: int = 0) -> bytes:
    """Words at a point, of letters that are seven units wide."""
    raw = text.encode("utf-16-le")
    raw += bytes(-len(raw) % 4)
    place = struct.pack("<2i3I", x, y, len(text), 76, options)
    spaces = struct.pack(f"<{len(text)}i", *[7] * len(text))
    data = bytes(28) + place + bytes(16) + struct.pack("<I", 76 + len(raw)) + raw + spaces
    return struct.pack("<2I", 84, len(data) + 8) + data


WMF = b"\xd7\xcd\xc6\x9a".ljust(400, b"\0")


def read(data: bytes) -> Told:
    """A Word file with this picture, and another one."""
    return pictured(p("目的") + p(drawn("a")), a=data)


LABELS: dict[str, tuple[bytes, list[str]]] = {
    "words": (emf(LINE, words("サイズ n", 400, 900), words("1", 100, 950)), ["サイズ n", "1"]),
    "letters written one by one": (
        emf(words("1", 400, 500), words("0", 407, 500), words("7", 700, 500)),
        ["10", "7"],
    ),
    "ticks below each other": (emf(words("1", 40, 500), words("2", 47, 540)), ["1", "2"]),
    "numbers of glyphs": (emf(words("\x13\x14", 400, 500, options=0x10)), []),
    "WMF": (WMF, []),
    "packed": (gzip.compress(emf(words("n", 0, 0))), ["n"]),
    "nothing": (emf(), []),
}


@pytest.mark.parametrize("case", LABELS)
def test_their_words_are_labels(case: str) -> None:
    """In the order in which they are drawn; how it looks, nobody says."""
    data, texts = LABELS[case]
    (picture,) = read(data).pictures
    assert (picture["kind"], picture["texts"], picture["pixels"], picture["trouble"]) == (
        "emf", texts, None, "no-renderer",
    )  # fmt: skip


def test_a_bomb_is_unpacked_to_a_bound() -> None:
    """Which is no picture then, and costs nothing else."""
    assert len(word_pictures.inflated(gzip.compress(bytes(40_000_000)))) == 32_000_000
    assert read(b"\x1f\x8bno").pictures[0]["trouble"] == "no-renderer"


@pytest.mark.parametrize("seed", range(20))
def test_damage_costs_no_text(seed: int) -> None:
    """Whatever stands in the bytes."""
    chance = Random(seed)
    whole = emf(words("a", 1, 2), LINE, words("b", 9, 9))
    data = bytearray(whole)
    for _ in range(chance.randrange(1, 60)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    found = read(bytes(data[: chance.randrange(len(data) // 2, len(data))]))
    assert (found.texts, len(found.pictures)) == (["目的"], 1)
