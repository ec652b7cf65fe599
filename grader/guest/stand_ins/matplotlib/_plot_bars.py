"""The plots that are bars, boxes or slices. The first parameter of each is the axes."""

from __future__ import annotations

from itertools import pairwise

from ._artist import Artist
from ._binning import count, edges_of, quantile, scaled
from ._data import broadcast, demand_numbers, is_sequence, points
from ._marks import Collection, Container, Line2D, Rectangle, Text
from ._plot_lines import named
from ._record import keep

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

BOX_PARTS = {"whiskers": 2, "caps": 2, "boxes": 1, "medians": 1, "fliers": 1, "means": 0}


def bar(ax: Any, x: Any, height: Any, width: Any = 0.8, *args: Any, **kw: Any) -> Container:
    """Draws upright bars. Raises ValueError when the numbers of bars differ."""
    x, height = named(kw.pop("data", None), x, height)
    places, heights = broadcast(points(x), points(height), ("x", "height"))
    bottom = args[0] if args else kw.pop("bottom", 0)
    shift = 0.0 if kw.pop("align", "center") == "edge" else 0.5
    sizes = spread(width, len(places))
    starts = spread(0 if bottom is None else bottom, len(places))
    demand_numbers(places + heights + sizes)
    axis = ax.xaxis
    patches = [
        Rectangle(((axis.place(p) or 0.0) - (axis.place(w) or 0.0) * shift, b), w, h)
        for p, h, w, b in zip(places, heights, sizes, starts, strict=True)
    ]
    return finish(ax, "bar", patches, (places, heights), kw)


def barh(ax: Any, y: Any, width: Any, height: Any = 0.8, *args: Any, **kw: Any) -> Container:
    """Draws lying bars. Raises ValueError when the numbers of bars differ."""
    y, width = named(kw.pop("data", None), y, width)
    widths, places = broadcast(points(width), points(y), ("width", "y"))
    left = args[0] if args else kw.pop("left", 0)
    shift = 0.0 if kw.pop("align", "center") == "edge" else 0.5
    starts = spread(0 if left is None else left, len(places))
    demand_numbers(places + widths)
    axis = ax.yaxis
    patches = [
        Rectangle((b, (axis.place(p) or 0.0) - (axis.place(h) or 0.0) * shift), w, h)
        for p, h, w, b in zip(places, spread(height, len(places)), widths, starts, strict=True)
    ]
    return finish(ax, "barh", patches, (widths, places), kw)


def spread(value: Any, count_of: int) -> list[Any]:
    """Returns one value per bar. Raises ValueError for another number of them."""
    values = points(value)
    if len(values) not in (1, count_of):
        raise ValueError(
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            f"({count_of},) and ({len(values)},)."
        )
    return values * count_of if len(values) == 1 else values


def finish(ax: Any, kind: str, patches: list[Any], data: Any, kw: dict[str, Any]) -> Container:
    """Puts bars on the axes, labels their ticks if asked, and records them."""
    label = kw.pop("label", "")
    ticks = kw.pop("tick_label", None)
    for i, patch in enumerate(patches):
        patch.set(**{k: v[i] if isinstance(v, list) and i < len(v) else v for k, v in kw.items()})
    vertical = kind != "barh"
    made = Container(patches, patches=patches, errorbar=None, datavalues=data[vertical])
    vars(made)["orientation"] = "vertical" if vertical else "horizontal"
    made.set_label(label if isinstance(label, str) else "")
    keep(kind, ax, made, data)
    if ticks is not None:
        (ax.xaxis if vertical else ax.yaxis).set_ticks(data[not vertical][: len(points(ticks))])
        (ax.xaxis if vertical else ax.yaxis).set_tick_labels(points(ticks))
    (ax.yaxis if vertical else ax.xaxis).cover([0.0])
    ax.patches.extend(patches)
    ax.containers.append(made)
    return made


def grouped_bar(ax: Any, heights: Any, **kw: Any) -> Container:
    """Draws a set of bars for each row or each key."""
    rows = heights if isinstance(heights, dict) else dict(enumerate(points(heights)))
    made = [bar(ax, list(range(len(points(r)))), r, label=str(k)) for k, r in rows.items()]
    return Container(made, bar_containers=made)


def hist(ax: Any, x: Any, bins: Any = None, *args: Any, **kw: Any) -> tuple[Any, Any, Any]:
    """Returns the counts, the edges and the bars; lists of lists for several data sets."""
    (x,) = named(kw.pop("data", None), x)
    options = {**dict(zip(("range", "density", "weights", "cumulative"), args, strict=False)), **kw}
    rows = [points(row) for row in points(x)] if is_sequence(x) else [[x]]
    many = is_sequence(x) and bool(points(x)) and any(is_sequence(row) for row in points(x))
    rows = rows if many else [[item for row in rows for item in row]]
    demand_numbers([item for row in rows for item in row])
    sets = [[p for p in map(ax.xaxis.place, row) if p is not None] for row in rows]
    edges = edges_of(
        10 if bins is None else bins, [value for row in sets for value in row], options.get("range")
    )
    weights = options.get("weights")
    counts = [
        scaled(
            count(s, edges, None if weights is None else flat_weights(weights, i, many)),
            edges,
            options,
        )
        for i, s in enumerate(sets)
    ]
    labels: Any = (
        kw.get("label") if isinstance(kw.get("label"), list | tuple) else [kw.get("label")]
    )
    made = [steps(ax, c, edges, (labels[i : i + 1] or [""])[0]) for i, c in enumerate(counts)]
    if options.get("log"):
        ax.yaxis.set_scale("log")
    return (counts, edges, made) if many else (counts[0], edges, made[0])


def flat_weights(weights: Any, index: int, many: bool) -> list[float]:
    """Returns the weights of one data set."""
    return [float(w) for w in points(points(weights)[index] if many else weights)]


def steps(ax: Any, counts: list[float], edges: list[float], label: Any) -> Container:
    """Draws the bars of one histogram."""
    patches = [
        Rectangle((low, 0.0), high - low, c)
        for low, high, c in zip(edges, edges[1:], counts, strict=False)
    ]
    return finish(ax, "hist", patches, (edges[:-1], counts), {"label": label or ""})


def stairs(ax: Any, values: Any, edges: Any = None, **kw: Any) -> Collection:
    """Draws values between edges. Raises ValueError unless there is one edge more."""
    heights = points(values)
    places = list(range(len(heights) + 1)) if edges is None else points(edges)
    if len(places) != len(heights) + 1:
        raise ValueError(
            f"Size mismatch between 'values' and 'edges': {len(heights)}, {len(places)}"
        )
    made = Collection(None, **kw)
    keep("stairs", ax, made, (places[:-1], heights))
    return made


def hist2d(ax: Any, x: Any, y: Any, bins: Any = 10, *_args: Any, **kw: Any) -> tuple[Any, ...]:
    """Counts points in cells; returns the counts, both edges and the image."""
    across, up = points(x), points(y)
    if len(across) != len(up):
        raise ValueError("x and y must have the same length.")
    number = bins if isinstance(bins, int) else 10
    xedges, yedges = edges_of(number, across, None), edges_of(number, up, None)
    table = [
        count([b for a, b in zip(across, up, strict=True) if low <= a <= high], yedges, None)
        for low, high in pairwise(xedges)
    ]
    image = Collection(table, **kw)
    keep("hist2d", ax, image, (across, up))
    ax.mappable(image, kw)
    return table, xedges, yedges, image


def pie(ax: Any, x: Any, explode: Any = None, labels: Any = None, **kw: Any) -> tuple[Any, ...]:
    """Returns the slices, the labels and, with autopct, the percentages."""
    x, labels = named(kw.pop("data", None), x, labels)
    sizes = points(x)
    if any(size < 0 for size in sizes):
        raise ValueError("Wedge sizes 'x' must be non negative values")
    for name, values in (("labels", labels), ("explode", explode)):
        if values is not None and len(points(values)) != len(sizes):
            raise ValueError(f"{name!r} must be of length 'x', not {len(points(values))}")
    wedges = [Artist() for _ in sizes]
    keep("pie", ax, Collection(None), (list(range(len(sizes))), sizes))
    texts = [Text(0, 0, name) for name in (labels or [""] * len(sizes))]
    if kw.get("autopct") is None:
        return wedges, texts
    return wedges, texts, [Text(0, 0, percent(kw["autopct"], s, sum(sizes))) for s in sizes]


def percent(form: Any, size: float, total: float) -> str:
    """Writes a share of the total with a format or a function."""
    share = 100 * size / total if total else 0.0
    return str(form(share)) if callable(form) else str(form) % share


def boxplot(ax: Any, x: Any, *_args: Any, **kw: Any) -> dict[str, list[Any]]:
    """Returns the lines of the boxes by part; the medians are recorded."""
    rows = [points(row) for row in points(x)]
    sets = rows if any(map(is_sequence, points(x))) else [[item for row in rows for item in row]]
    names = kw.get("tick_labels", kw.get("labels"))
    if names is not None and len(points(names)) != len(sets):
        raise ValueError(
            f"The number of labels ({len(points(names))}) must match "
            f"the number of columns ({len(sets)})."
        )
    middles = [quantile([float(v) for v in row], 0.5) if row else 0.0 for row in sets]
    keep("boxplot", ax, Collection(None), (list(range(1, len(sets) + 1)), middles))
    parts = {**BOX_PARTS, "means": 1 if kw.get("showmeans") else 0}
    found = {part: [Line2D([], []) for _ in range(n * len(sets))] for part, n in parts.items()}
    for line, middle in zip(found["medians"], middles, strict=True):
        line.set_data([0, 1], [middle, middle])
    return found


def violinplot(ax: Any, dataset: Any, *_args: Any, **_kw: Any) -> dict[str, Any]:
    """Returns the parts of the violins by name."""
    rows = points(dataset)
    bodies = [Artist() for _ in (rows if any(map(is_sequence, rows)) else [rows])]
    return {"bodies": bodies, **{part: Artist() for part in ("cmaxes", "cmins", "cbars")}}


def bar_label(ax: Any, container: Any, labels: Any = None, *_args: Any, **kw: Any) -> list[Text]:
    """Returns a text for each bar."""
    values = container.datavalues
    form = kw.get("fmt", "%g")
    texts = [write(form, value) for value in values] if labels is None else points(labels)
    return [Text(0, 0, text) for text in texts]


def write(form: Any, value: Any) -> str:
    """Writes a number with a function, a %-format or a {}-format."""
    if callable(form):
        return str(form(value))
    return form % value if "%" in form else str(form).format(value)


BARS = (bar, barh, grouped_bar, hist, stairs, hist2d, pie, boxplot, violinplot, bar_label)
