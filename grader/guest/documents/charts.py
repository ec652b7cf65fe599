"""What Word's own charts say about themselves."""

from typing import Any, NamedTuple

from .opened import chart
from .word_names import CX, A, C, Node, local, whole

KINDS = {  # as they are called in the file; "3D" is taken off before
    "lineChart": "line",
    "scatterChart": "scatter",
    "barChart": "bar",
    "pieChart": "pie",
    "ofPieChart": "pie",
    "doughnutChart": "pie",
    "areaChart": "area",
    "bubbleChart": "scatter",
    "radarChart": "radar",
    "surfaceChart": "surface",
    "stockChart": "stock",
}
AXES = ("catAx", "valAx", "dateAx", "serAx")
NUMBERS = ("val", "yVal")
MOST_POINTS, MOST_NAMES, MOST_TEXTS = 100_000, 60, 200


class Charted(NamedTuple):
    """A chart, and all that can be read in it."""

    chart: dict[str, Any]
    texts: list[str]


def read_chart(root: Node) -> Charted | None:
    """Reads a chart part; None if there is no chart in it."""
    if str(root.tag).startswith(CX):
        return _newer(root)
    area = root.find(f"{C}chart/{C}plotArea")
    if area is None:
        return None
    plots = [plot for plot in area if local(plot).replace("3D", "") in KINDS]
    series = [one for plot in plots for one in plot.iterchildren(C + "ser")]
    names = [name for one in series[:MOST_NAMES] if (name := _words(one.find(C + "tx")))]
    axes = [axis for axis in area if local(axis) in AXES]
    titles = [title for axis in axes if (title := _words(axis.find(C + "title")))]
    title = _title(root.find(C + "chart"), names)
    kind = KINDS[local(plots[0]).replace("3D", "")] if plots else "other"
    made = chart(
        kind, title=title[:200], axes=titles, series=names, points=sum(map(_points, series))
    )
    return Charted(made, [one for one in (title, *titles, *names, *_categories(series)) if one])


def _title(node: Node, names: list[str]) -> str:
    """A chart of one series is named after it, unless it says otherwise."""
    title = node.find(C + "title")
    if title is None:
        return ""
    return _words(title) or (names[0] if len(names) == 1 else "")


def _words(node: Node | None) -> str:
    """Gives the text of a title or a name, typed or taken from a cell."""
    if node is None:
        return ""
    typed = "".join(one.text or "" for one in node.iter(A + "t"))
    cells = (one.text or "" for one in node.iter(C + "v"))
    return (typed or " ".join(cells)).strip()[:200]


def _points(series: Node) -> int:
    for name in NUMBERS:
        values = series.find(C + name)
        if values is not None:
            return min(MOST_POINTS, sum(1 for _ in values.iter(C + "pt")))
    return 0


def _categories(series: list[Node]) -> list[str]:
    """Gives the names under the columns, which stand in each series anew."""
    found = (one.find(C + "cat") for one in series)
    first = next((one for one in found if one is not None), None)
    if first is None:
        return []
    return [(one.text or "")[:200] for one in first.iter(C + "v")][:MOST_TEXTS]


def _newer(root: Node) -> Charted | None:
    """Reads the charts that came in 2016: histograms, box plots and the like."""
    area = root.find(f"{CX}chart/{CX}plotArea")
    if area is None:
        return None
    series = list(area.iter(CX + "series"))
    kind = series[0].get("layoutId", "other") if series else "other"
    title = _words(root.find(f"{CX}chart/{CX}title"))
    axes = [text for axis in area.iter(CX + "axis") if (text := _words(axis.find(CX + "title")))]
    points = sum(whole(one.get("ptCount"), 0, MOST_POINTS) for one in root.iter(CX + "lvl"))
    made = chart(kind[:40], title=title, axes=axes, points=max(0, points))
    return Charted(made, [one for one in (title, *axes) if one])
