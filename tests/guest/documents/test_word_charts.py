"""Pictures that say themselves what is in them: charts, SVG, SmartArt."""

from typing import Any

import pytest

from tests.guest.documents.word_files import SPACES, p
from tests.guest.documents.word_media import BLIP, INLINE, PIC, RUN, drawn, pictured, png

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>時間 [s]</text><path d="M0 0"/><rect/></svg>'


def test_svg_pictures() -> None:
    """Drawn by the bitmap that stands in for them; without one there are words alone."""
    both = BLIP("a", '<a:extLst><a:ext><asvg:svgBlip r:embed="b"/></a:ext></a:extLst>')
    found = pictured(p(RUN(INLINE(PIC(both, "", "")))) + p(drawn("b")), a=png(), b=SVG).pictures
    assert [(one["kind"], one["texts"], one["strokes"]) for one in found] == [
        ("svg", ["時間 [s]"], 2),
        ("svg", ["時間 [s]"], 2),
    ]
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
