"""What Word's own charts say about themselves."""

from collections.abc import Iterable
from typing import Any

from .opened import chart
from .word_xml import CX, A, C, Node, local, whole

KINDS = {  # as they are called in the file, without "3D" and "Chart", where we call them otherwise
    "ofPie": "pie",
    "doughnut": "pie",
    "bubble": "scatter",
    **{
        kind: kind
        for kind in ("line", "scatter", "bar", "pie", "area", "radar", "surface", "stock")
    },
}
AXES = ("catAx", "valAx", "dateAx", "serAx")
MOST_POINTS, MOST_NAMES, MOST_TEXTS = 100_000, 60, 200


def read_chart(root: Node) -> dict[str, Any]:
    """Makes a picture of a chart part; one without a chart in it says so."""
    newer = root.find(f"{CX}chart/{CX}plotArea")
    area = root.find(f"{C}chart/{C}plotArea")
    if newer is not None:
        return _newer(root, newer)
    if area is None:
        return {"kind": "chart", "trouble": "damaged"}
    plots = {plot: kind for plot in area if (kind := _kind(plot))}
    series = [node for plot in plots for node in plot.iterchildren(C + "ser")]
    names = [name for node in series[:MOST_NAMES] if (name := _words(node.find(C + "tx")))]
    axes = _titles((axis for axis in area if local(axis) in AXES), C)
    heading = root.find(f"{C}chart/{C}title")
    title = _words(heading)
    if heading is not None and not title and len(names) == 1:
        title = names[0]  # a chart of one series is named after it, unless it says otherwise
    return _charted(
        _categories(series),
        kind=next(iter(plots.values()), "other"),
        title=title,
        axes=axes,
        series=names,
        points=sum(map(_points, series)),
    )


def _charted(labels: list[str], **known: Any) -> dict[str, Any]:
    texts = [known["title"], *known["axes"], *known["series"], *labels]
    return {"kind": "chart", "chart": chart(**known), "texts": [text for text in texts if text]}


def _titles(axes: Iterable[Node], name: str) -> list[str]:
    return [title for axis in axes if (title := _words(axis.find(name + "title")))]


def _kind(plot: Node) -> str:
    name = local(plot).replace("3D", "")
    return KINDS.get(name.removesuffix("Chart"), "") if name.endswith("Chart") else ""


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
    named = [node for each in series if (node := each.find(C + "cat")) is not None]
    return (
        [(cell.text or "")[:200] for cell in named[0].iter(C + "v")][:MOST_TEXTS] if named else []
    )


def _newer(root: Node, area: Node) -> dict[str, Any]:
    """Reads the charts that came in 2016: histograms, box plots and the like."""
    kind = next((node.get("layoutId", "other") for node in area.iter(CX + "series")), "other")
    title = _words(root.find(f"{CX}chart/{CX}title"))
    axes = _titles(area.iter(CX + "axis"), CX)
    points = sum(whole(level.get("ptCount"), 0, MOST_POINTS) for level in root.iter(CX + "lvl"))
    return _charted([], kind=kind[:40], title=title, axes=axes, series=[], points=max(0, points))
