"""The plots that are lines or points. The first parameter of each is the axes."""

from __future__ import annotations

from ._artist import Artist
from ._data import columns, demand_numbers, is_sequence, points, same_length
from ._formats import read_format
from ._marks import Collection, Container, Line2D
from ._record import keep

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

WHERE = frozenset({"pre", "post", "mid"})


def named(data: Any, *values: Any) -> list[Any]:
    """Replaces column names by the columns of `data`, when a call gives it."""
    if data is None:
        return list(values)
    return [data[v] if isinstance(v, str) and v in data else v for v in values]


def add_line(ax: Any, kind: str, xy: tuple[list[Any], list[Any]], properties: Any) -> Line2D:
    """Puts one line on the axes and records it."""
    for values in xy:
        demand_numbers(values)
    line = Line2D(*xy, **{"label": f"_child{len(ax.lines)}", **properties})
    line.axes = ax
    line.series = keep(kind, ax, line, xy)
    ax.lines.append(line)
    return line


def groups(args: tuple[Any, ...]) -> list[tuple[list[Any], dict[str, Any]]]:
    """Splits the arguments of plot() into groups of x, y and a format."""
    found = []
    rest = list(args)
    while rest:
        group, rest = rest[:2], rest[2:]
        if rest and isinstance(rest[0], str):
            group.append(rest.pop(0))
        style: dict[str, Any] = {}
        if len(group) > 1 and isinstance(group[-1], str):
            style = read_format(group.pop())
        found.append((group, style))
    return found


def pairs(group: list[Any]) -> list[tuple[list[Any], list[Any]]]:
    """Returns the lines of one group: a matrix gives one line per column."""
    ys = columns(group[-1])
    xs = columns(group[0]) if len(group) > 1 else [list(range(len(ys[0])))] if ys else []
    if xs and ys and len(xs[0]) != len(ys[0]):
        shapes = [
            f"({len(c[0])},)" if len(c) == 1 else f"({len(c[0])}, {len(c)})" for c in (xs, ys)
        ]
        raise ValueError(
            f"x and y must have same first dimension, but have shapes {shapes[0]} and {shapes[1]}"
        )
    if len(xs) > 1 and len(ys) > 1 and len(xs) != len(ys):
        raise ValueError(f"x has {len(xs)} columns but y has {len(ys)} columns")
    count = max(len(xs), len(ys))
    return [(xs[i % len(xs)], ys[i % len(ys)]) for i in range(count)]


def labels_of(label: Any, count: int) -> list[Any]:
    """Returns the labels of `count` lines: one for all, or one each."""
    if isinstance(label, list | tuple) and count > 1:
        if len(label) != count:
            raise ValueError(
                f"label must be scalar or have the same length as the input data, "
                f"but found {len(label)} for {count} datasets."
            )
        return list(label)
    return [label] * count


def draw_lines(ax: Any, kind: str, args: tuple[Any, ...], properties: Any) -> list[Line2D]:
    """Does what plot() does, recorded under the given kind."""
    args = tuple(named(properties.pop("data", None), *args))
    made = []
    for group, style in groups(args):
        found = pairs(group)
        for i, xy in enumerate(found):
            own = {**style, **properties}
            if "label" in own:
                own["label"] = labels_of(own["label"], len(found))[i]
            made.append(add_line(ax, kind, xy, own))
    return made


def plot(ax: Any, *args: Any, scalex: Any = None, scaley: Any = None, **kw: Any) -> list[Line2D]:
    """Draws one line for each group of x, y and format, or for each column."""
    return draw_lines(ax, "plot", args, kw)


def scaled(ax: Any, kind: str, args: tuple[Any, ...], properties: Any) -> list[Line2D]:
    """Draws lines after making the directions logarithmic that the kind names."""
    for direction in "xy":
        if kind in ("loglog", f"semilog{direction}"):
            getattr(ax, f"{direction}axis").set_scale("log")
    for name in ("base", "subs", "nonpositive"):
        properties = {
            k: v for k, v in properties.items() if k not in (name, name + "x", name + "y")
        }
    return draw_lines(ax, kind, args, properties)


def semilogx(ax: Any, *args: Any, **kw: Any) -> list[Line2D]:
    """Draws lines over a logarithmic x."""
    return scaled(ax, "semilogx", args, kw)


def semilogy(ax: Any, *args: Any, **kw: Any) -> list[Line2D]:
    """Draws lines over a logarithmic y."""
    return scaled(ax, "semilogy", args, kw)


def loglog(ax: Any, *args: Any, **kw: Any) -> list[Line2D]:
    """Draws lines in two logarithmic directions."""
    return scaled(ax, "loglog", args, kw)


def plot_date(ax: Any, x: Any, y: Any, fmt: Any = "o", **kw: Any) -> list[Line2D]:
    """Draws points over dates, as releases before 3.11 did."""
    kw.pop("tz", None), kw.pop("xdate", None), kw.pop("ydate", None)
    return draw_lines(ax, "plot", (x, y, fmt), kw)


def step(ax: Any, x: Any, y: Any, *args: Any, where: Any = "pre", **kw: Any) -> list[Line2D]:
    """Draws steps. Raises ValueError for an unknown place of the step."""
    if where not in WHERE:
        raise ValueError(
            f"{where!r} is not a valid value for where. Supported values are 'pre', 'post', 'mid'"
        )
    return draw_lines(ax, "step", (x, y, *args), kw)


def scatter(ax: Any, x: Any, y: Any, s: Any = None, c: Any = None, **kw: Any) -> Collection:
    """Raises ValueError when x, y, the sizes or the colours differ in number."""
    x, y, s, c = named(kw.pop("data", None), x, y, s, c)
    across, up = flat(x), flat(y)
    same_length(across, up, "x and y must be the same size")
    for values in (across, up):
        demand_numbers(values)
    if s is not None and len(flat(s)) not in (1, len(across)):
        raise ValueError(
            f"s (size {len(flat(s))}) cannot be broadcast to match x and y (size {len(across)})"
        )
    check_colors(c, len(across))
    shades = c if is_sequence(c) else None
    made = Collection(shades, **{"label": "", "color": c, **kw})
    made.set_offsets(list(zip(across, up, strict=True)))
    made.series = keep("scatter", ax, made, (across, up))
    ax.collections.append(made)
    ax.mappable(made, kw)
    return made


def check_colors(c: Any, count: int) -> None:
    """Raises ValueError when a list of numbers is neither a colour nor one value per point."""
    if not is_sequence(c):
        return
    values = points(c)
    numbers = bool(values) and all(isinstance(v, int | float) for v in values)
    if numbers and len(values) not in (count, 3, 4):
        raise ValueError(
            f"'c' argument has {len(values)} elements, which is inconsistent with "
            f"'x' and 'y' with size {count}."
        )


def flat(value: Any) -> list[Any]:
    """Returns the elements of a list, or of a list of rows one after another."""
    return [item for each in points(value) for item in points(each)]


def errorbar(ax: Any, x: Any, y: Any, yerr: Any = None, xerr: Any = None, **kw: Any) -> Container:
    """Raises ValueError when the errors do not match the points."""
    x, y, yerr, xerr = named(kw.pop("data", None), x, y, yerr, xerr)
    across, up = points(x), points(y)
    same_length(across, up, "'x' and 'y' must have the same size")
    for name, error, values in (("yerr", yerr, up), ("xerr", xerr, across)):
        rows = [] if error is None else points(error)
        both = len(rows) == 2 and all(map(is_sequence, rows))
        count = len(points(rows[0])) if both else len(rows)
        if count not in (0, 1, len(values)):
            raise ValueError(
                f"{name!r} (shape: ({count},)) must be a scalar or a 1D or (2, n) array-like "
                f"whose shape matches {name[0]!r} (shape: ({len(values)},))"
            )
    style = read_format(kw.pop("fmt", "") or "")
    for name in ("ecolor", "elinewidth", "capsize", "capthick", "barsabove", "errorevery"):
        kw.pop(name, None)
    line = add_line(ax, "errorbar", (across, up), {**style, **kw})
    caps = (Artist(), Artist())
    made = Container((line, caps, (Artist(),)), has_yerr=yerr is not None, lines=(line,))
    ax.containers.append(made)
    return made


def stem(ax: Any, *args: Any, linefmt: Any = None, **kw: Any) -> Container:
    """Takes (heads) or (places, heads)."""
    heads = points(args[-1] if len(args) == 1 else args[1])
    places = points(args[0]) if len(args) > 1 else list(range(len(heads)))
    same_length(places, heads, "could not broadcast: the places and heads differ in number")
    label = kw.get("label") or ""
    line = add_line(ax, "stem", (places, heads), {"label": label})
    parts = {"markerline": line, "stemlines": Artist(), "baseline": Line2D([], [])}
    return Container(parts.values(), **parts)


def fill(ax: Any, *args: Any, **kw: Any) -> list[Collection]:
    """Draws filled polygons."""
    kw.pop("data", None)
    made = []
    for group, _style in groups(args):
        for xy in pairs(group):
            patch = Collection(None, **kw)
            keep("fill", ax, patch, xy)
            made.append(patch)
    return made


def fill_between(ax: Any, x: Any, y1: Any, y2: Any = 0, *_args: Any, **kw: Any) -> Collection:
    """Raises ValueError when a bound has another size than x. The first bound is recorded."""
    x, y1, y2 = named(kw.pop("data", None), x, y1, y2)
    across, first = points(x), points(y1)
    for name, bound in (("y1", first), ("y2", points(y2))):
        if len(bound) not in (1, len(across)):
            raise ValueError(
                f"'x' has size {len(across)}, but {name!r} has an unequal size of {len(bound)}"
            )
    first = first * len(across) if len(first) == 1 else first
    demand_numbers(across + first)
    made = Collection(None, **{"label": "", **kw})
    made.series = keep("fill_between", ax, made, (across, first))
    ax.collections.append(made)
    return made


def fill_betweenx(ax: Any, y: Any, x1: Any, x2: Any = 0, *_args: Any, **kw: Any) -> Collection:
    """Fills between two x. The first bound is recorded."""
    made = Collection(None, **{"label": "", **kw})
    up, first = points(y), points(x1)
    first = first * len(up) if len(first) == 1 else first
    same_length(up, first, "'y' and 'x1' differ in size")
    keep("fill_betweenx", ax, made, (first, up))
    return made


def stackplot(ax: Any, x: Any, *ys: Any, labels: Any = (), **kw: Any) -> list[Collection]:
    """Draws areas on top of each other; each is recorded as given."""
    rows = [points(y) for y in (ys if len(ys) > 1 else rows_of(ys[0]))]
    across = points(x)
    made = []
    for i, row in enumerate(rows):
        same_length(across, row, "operands could not be broadcast together: x and y differ")
        patch = Collection(None, label=labels[i] if i < len(labels) else "")
        keep("stackplot", ax, patch, (across, row))
        made.append(patch)
    return made


def rows_of(value: Any) -> list[Any]:
    """Returns the values of a mapping, the rows of a matrix, or a single list."""
    rows = list(value.values()) if isinstance(value, dict) else points(value)
    return rows if rows and is_sequence(rows[0]) else [rows]


def ecdf(ax: Any, x: Any, *_args: Any, **kw: Any) -> Line2D:
    """Draws the share of values up to each value."""
    values = sorted(points(x))
    for name in ("weights", "complementary", "orientation", "compress", "data"):
        kw.pop(name, None)
    return add_line(ax, "ecdf", (values, [(i + 1) / len(values) for i in range(len(values))]), kw)


LINES: tuple[Any, ...] = (
    plot,
    semilogx,
    semilogy,
    loglog,
    plot_date,
    step,
    scatter,
    errorbar,
    stem,
    fill,
    fill_between,
    fill_betweenx,
    stackplot,
    ecdf,
)
