"""A recorder in place of matplotlib: it has every name, accepts every call, and stores curves.

Nothing is drawn, and nothing raises. Correct use of matplotlib is not checked here: a program that
runs as its author's gets the real library (drawing.py). Properties that a figure has only after
drawing are made up: numbers are 1, and unpacking yields as many values as requested. A result
computed with such values proves nothing; `invented` and `is_made_up` detect this.
"""

import dis
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from itertools import islice
from math import isfinite
from types import ModuleType
from typing import Any

from .protocol import MAX_POINTS, MAX_SERIES, SeriesRecord

# These only enable Japanese characters in plots, which works here anyway.
LETTERS = ("japanize_matplotlib", "matplotlib_fontja")
FONT = "IPAexGothic"  # the font of these modules
FONT_FILE = "/fonts/ipaexg.ttf"  # its path, which is never opened
TOPS = ("matplotlib", "mpl_toolkits", "pylab", "cycler", *LETTERS)
VERSION = "3.10.0"
MOST_LOOKED_AT = 1_000_000
MOST_LETTERS = 200
LINES = frozenset({"plot", "loglog", "semilogx", "semilogy"})  # several in one call
BARS = frozenset({"bar", "barh"})
CURVES = LINES | BARS | {"step", "scatter", "stem", "errorbar"}
LOGARITHMIC = {"loglog": ("xscale", "yscale"), "semilogx": ("xscale",), "semilogy": ("yscale",)}
WORDS = ("title", "xlabel", "ylabel", "xscale", "yscale")
LIMITS = frozenset({"xlim", "ylim"})
NEW_AXES = frozenset(
    {"twinx", "twiny", "secondary_xaxis", "secondary_yaxis", "inset_axes", "axes", "add_axes"}
    | {"Axes3D", "subplot2grid"}
)
COLOURS = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f"]
PICTURE = bytes.fromhex(  # a PNG of one pixel
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c63f8ffff3f0005fe02fea7c2e8b90000000049454e44ae426082"
)
# Names of a star import; other names are created on demand.
PYPLOT = """
annotate arrow axes axhline axhspan axis axline axvline axvspan bar bar_label barh boxplot cla clf
clim close cm colorbar colormaps contour contourf cycler draw errorbar figlegend figtext figure fill
fill_between gca gcf get_cmap get_fignums grid hist hist2d hlines imread imsave imshow ioff ion
legend loglog margins matshow minorticks_on pause pcolormesh pie plot polar quiver rc rcParams
rc_context rcdefaults savefig sca scatter semilogx semilogy setp show stackplot stairs stem step
style subplot subplot2grid subplot_mosaic subplots subplots_adjust suptitle table text tick_params
ticklabel_format tight_layout title twinx twiny violinplot vlines xkcd xlabel xlim xscale xticks
ylabel ylim yscale yticks
"""
PLOTS = CURVES | frozenset(PYPLOT.split())
UNPACKING = {dis.opmap["UNPACK_SEQUENCE"]: 0, dis.opmap["UNPACK_EX"]: 1}
PAIR = 2
MAX_LOOKED_INTO = 1000  # elements of a result that may be made up
_frame = sys._getframe  # noqa: SLF001 - it has no other name
_invented = [0]


class Anything:
    """Any object of the library: accepts any call, contains anything, counts as a number."""

    kept: dict[str, Any]  # values of set_…, for get_…

    def __init__(self, name: str = "", owner: Any = None, items: Any = None, **values: Any) -> None:
        """Take its name, its owner, and its items."""
        self.__dict__.update(_name=name, _owner=owner, _items=items, _parts={}, kept=values)

    def __getattr__(self, name: str) -> Any:
        """Return a further object for each name, except special methods."""
        if name.startswith("__"):
            raise AttributeError(name)
        if "kept" not in self.__dict__:  # a student's subclass that does not call our __init__
            Anything.__init__(self)
        return self.__dict__.setdefault(name, Anything(name, self))

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Return the answer of its owner."""
        return _answer(self._owner, self._name, args, named)

    def __iter__(self) -> Iterator[Any]:
        """Yield its items, or as many as the caller unpacks if that is unknown."""
        if self._items is not None:
            return iter(self._items)
        wanted = _wanted()
        if wanted is None:
            _invented[0] += 1
        return iter([Anything(self._name) for _ in range(PAIR if wanted is None else wanted)])

    def __next__(self) -> Any:
        _invented[0] += 1
        return Anything(self._name)

    def __len__(self) -> int:
        if self._items is not None:
            return len(self._items)
        _invented[0] += 1
        return PAIR

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, key: Any) -> Any:
        if self._items is not None and isinstance(key, (int, slice)):
            return self._items[key]
        if isinstance(key, (slice, list)):
            return self
        return self._parts.setdefault(repr(key), Anything(self._name))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._parts[repr(key)] = value

    def __contains__(self, key: Any) -> bool:
        return True

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        return (Base,)

    def __instancecheck__(self, value: Any) -> bool:
        return isinstance(value, Anything)

    def __float__(self) -> float:
        _invented[0] += 1
        return 1.0

    def __index__(self) -> int:
        _invented[0] += 1
        return 1

    def __str__(self) -> str:
        return str(self._name)

    def __repr__(self) -> str:
        return f"<matplotlib {self.__dict__.get('_name') or 'object'}>"

    def __format__(self, form: str) -> str:
        number = 1.0 if form[-1:] in set("eEfFgG%") else 1
        return format(number if form[-1:].isalpha() or form[-1:] == "%" else str(self), form)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, (int, float)) and other == 1)


def _operation(name: str) -> Callable[[Any, Any], Any]:
    def operate(self: Anything, other: Any) -> Any:
        _invented[0] += 1
        if isinstance(other, (int, float, Anything)):
            return getattr(float, name)(1.0, float(other))
        return self

    return operate


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    for _side in ("", "r"):
        setattr(Anything, f"__{_side}{_name}__", _operation(f"__{_side}{_name}__"))
for _name in ("lt", "le", "gt", "ge"):
    setattr(Anything, f"__{_name}__", _operation(f"__{_name}__"))


Anything.__name__ = "matplotlib object"  # shown if a function returns one


class Base(Anything):
    """Base of a student's class that is derived from one of the library's."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__()


class RecordedFigure(Anything):
    """A figure, and its current axes."""

    current: "RecordedAxes | None"

    def __init__(self, number: int) -> None:
        """Start without axes; `number` is pyplot's, `ordinal` the order of creation."""
        super().__init__("figure", size_inches=(6.4, 4.8))
        _made[0] += 1
        self.__dict__.update(number=number, ordinal=_made[0], axes=[], current=None, places={})
        self.__dict__.update(dpi=100.0)


class RecordedAxes(Anything):
    """One pair of axes: its texts, and what was plotted into it."""

    def __init__(self, figure: RecordedFigure, named: dict[str, Any]) -> None:
        """Belong to a figure; `named` may contain a projection."""
        super().__init__("axes")
        self.__dict__.update(figure=figure, in_space=named.get("projection") == "3d")
        figure.axes.append(self)
        figure.current = self
        self.wipe()

    def wipe(self) -> None:
        """Clear the axes; earlier series keep their texts."""
        self.kept = {"xscale": "linear", "yscale": "linear", "names": (), "lines": []}
        self.lines = self.kept["lines"]


for _class, _name in ((RecordedFigure, "Figure"), (RecordedAxes, "Axes")):
    _class.__name__ = _class.__qualname__ = _name  # as in the library


class Grid(list[Any]):
    """Rows of axes, like the library's array: `axes[0, 1]`, `axes[:, 0]`, `axes.flat`."""

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            part = list.__getitem__(self, key)
            return Grid(part) if isinstance(key, slice) else part
        rows = list.__getitem__(self, key[0])
        return Grid(row[key[1]] for row in rows) if isinstance(key[0], slice) else rows[key[1]]

    def ravel(self, *_: Any) -> "Grid":
        """Return all axes in one row."""
        return Grid(axes for row in self for axes in (row if isinstance(row, Grid) else [row]))

    flatten = reshape = ravel
    flat = property(ravel)
    size = property(lambda self: len(self.flat))
    shape = property(
        lambda self: (len(self), len(self[0])) if isinstance(self[0], Grid) else (len(self),)
    )


class Settings(dict[str, Any]):
    """rcParams: values that were set, and anything else on demand."""

    def __missing__(self, key: str) -> Anything:
        return Anything(key)


SETTINGS = Settings()
SERIES: list[tuple[str, int, dict[str, Any], Anything]] = []  # kind, figure, texts, curve
FIGURES: dict[Any, RecordedFigure] = {}  # the last one is current
_made = [0]


def _wanted() -> int | None:
    """Return how many names the iterating statement has on its left: `a, b = …`; None for loops."""
    frame = _frame(2)
    code, at = frame.f_code.co_code, frame.f_lasti
    return code[at + 1] + UNPACKING[code[at]] if code[at] in UNPACKING else None


def invented() -> int:
    """Return how often a program has used a value that was made up."""
    return _invented[0]


def is_made_up(result: Any) -> bool:
    """Return whether a result is, or holds, an object of the library that may be anything.

    The result of a pyplot function is not a matrix in the real library, either.
    """
    left = deque([result])
    for _ in range(MAX_LOOKED_INTO):
        if not left:
            break
        part = left.popleft()
        if type(part) is Anything and str(part) not in PLOTS:
            return True
        if type(part) in (list, tuple):
            left.extend(islice(part, MAX_LOOKED_INTO))
    return False


class MadeUpValueError(Exception):
    """A function computed with a value that only the real library has."""


def _figure(owner: Any = None) -> RecordedFigure:
    """Return the figure of a call: its owner's, or the current one."""
    own = owner.figure if isinstance(owner, RecordedAxes) else owner
    if isinstance(own, RecordedFigure):
        return own
    return next(reversed(FIGURES.values())) if FIGURES else _choose(None, (), {})


def _axes(owner: Any) -> RecordedAxes:
    if isinstance(owner, RecordedAxes):
        return owner
    return _figure(owner).current or RecordedAxes(_figure(owner), {})


def _answer(owner: Any, name: str, args: Sequence[Any], named: dict[str, Any]) -> Any:
    """Answer `owner.name(*args, **named)`; the owner of a module's function is None."""
    if name in CURVES:
        return _curve(name, _axes(owner), args, named)
    if name in ANSWERS:
        return ANSWERS[name](owner, args, named)
    if name in NEW_AXES:
        return RecordedAxes(_figure(owner), {"projection": "3d"} if name == "Axes3D" else named)
    word = name.removeprefix("set_").removeprefix("get_")
    about = _axes(owner) if word in LIMITS or word in WORDS else owner
    if isinstance(about, Anything):
        setting = name.startswith("set_") or about is not owner or name in LIMITS | {*WORDS}
        if setting and args:
            about.kept[word] = args[0] if len(args) == 1 else args
        if word in about.kept or word in WORDS:
            return about.kept.get(word, "")
    return (0.0, 1.0) if word in LIMITS else Anything(name)


def _choose(_: Any, args: Sequence[Any], named: dict[str, Any]) -> RecordedFigure:
    """Create a figure, or make the one with that number or name current."""
    numbers = [figure.number for figure in FIGURES.values()]
    key = args[0] if args else named.get("num", max(numbers, default=0) + 1)
    number = key if isinstance(key, int) else max(numbers, default=0) + 1
    FIGURES[key] = FIGURES.pop(key) if key in FIGURES else RecordedFigure(number)
    if "figsize" in named:
        FIGURES[key].kept["size_inches"] = named["figsize"]
    return FIGURES[key]


def _subplot(owner: Any, args: Sequence[Any], named: dict[str, Any]) -> Any:
    """Return the axes at a place; the same ones for the same place."""
    figure = _figure(owner)
    place = "".join(map(str, args)) if all(type(part) is int for part in args) else object()
    if place not in figure.places:
        figure.places[place] = RecordedAxes(figure, named)
    figure.current = figure.places[place]
    return figure.current


def _subplots(owner: Any, args: Sequence[Any], named: dict[str, Any]) -> Any:
    args = [*args, 1, 1][:PAIR] if args else [1, 1]
    rows, columns = int(named.get("nrows", args[0])), int(named.get("ncols", args[1]))
    figure = _choose(None, (), named) if owner is None else _figure(owner)
    space = named.get("subplot_kw") or {}
    made: Any = Grid(Grid(RecordedAxes(figure, space) for _ in range(columns)) for _ in range(rows))
    if named.get("squeeze", True) and 1 in (rows, columns):
        made = made.flat[0] if rows == columns else made.flat
    return (figure, made) if owner is None else made


def _mosaic(owner: Any, args: Sequence[Any], named: dict[str, Any]) -> Any:
    rows = args[0].replace(";", "\n").split() if isinstance(args[0], str) else args[0]
    figure = _choose(None, (), named) if owner is None else _figure(owner)
    names = dict.fromkeys(name for row in rows for name in row if name != ".")
    made = {name: RecordedAxes(figure, {}) for name in names}
    return (figure, made) if owner is None else made


def _close(_: Any, args: Sequence[Any], named: dict[str, Any]) -> None:
    which = args[0] if args else _figure()
    for key, figure in list(FIGURES.items()):
        if which in ("all", key) or which is figure:
            del FIGURES[key]


def _clear(owner: Any, args: Sequence[Any], named: dict[str, Any]) -> None:
    figure = _figure(owner)
    figure.__init__(figure.number)  # type: ignore[misc]  # it stays the same one for the program


def _show(_: Any, args: Sequence[Any], named: dict[str, Any]) -> None:
    if named.get("block") is not False:
        FIGURES.clear()


def _save(_: Any, args: Sequence[Any], named: dict[str, Any]) -> None:
    if args and hasattr(args[0], "write") and not isinstance(args[0], Anything):
        args[0].write(PICTURE)


def _legend(owner: Any, args: Sequence[Any], named: dict[str, Any]) -> Anything:
    names = _list(args[-1] if args else named.get("labels", ()))
    if all(isinstance(name, str) for name in names):
        _axes(owner).kept["names"] = tuple(names)
    return Anything("legend", lines=_axes(owner).lines)


def _handles(owner: Any, args: Sequence[Any], named: dict[str, Any]) -> Any:
    lines = [line for line in _axes(owner).lines if _label(line)]
    return lines, [_label(line) for line in lines]


def _set(owner: Any, args: Sequence[Any], named: dict[str, Any]) -> None:
    for word, value in named.items():
        _answer(owner, f"set_{word}", (value,), {})


def _set_data(owner: Any, args: Sequence[Any], named: dict[str, Any]) -> None:
    owner.kept.update(zip(("xdata", "ydata"), args, strict=False))


ANSWERS: dict[str, Callable[[Any, Sequence[Any], dict[str, Any]], Any]] = {
    "figure": _choose,
    "Figure": lambda *_: RecordedFigure(0),
    "gcf": lambda *_: _figure(),
    "gca": lambda owner, args, named: RecordedAxes(_figure(), named) if named else _axes(owner),
    "sca": lambda owner, args, named: setattr(args[0].figure, "current", args[0]),
    "subplot": _subplot,
    "add_subplot": _subplot,
    "subplots": _subplots,
    "subplot_mosaic": _mosaic,
    "close": _close,
    "clf": _clear,
    "cla": lambda owner, *_: _axes(owner).wipe(),
    "clear": lambda owner, *_: (
        owner.wipe() if isinstance(owner, RecordedAxes) else _clear(owner, (), {})
    ),
    "show": _show,
    "savefig": _save,
    "print_png": _save,
    "print_figure": _save,
    "legend": _legend,
    "get_legend_handles_labels": _handles,
    "get_lines": lambda owner, *_: list(owner.kept.get("lines", ())),
    "get_data": lambda owner, *_: (owner.kept.get("xdata"), owner.kept.get("ydata")),
    "set_data": _set_data,
    "set": _set,
    "axis": lambda owner, args, named: args[0] if args else (0.0, 1.0, 0.0, 1.0),
    "by_key": lambda *_: {"color": COLOURS},
    "get_fignums": lambda *_: sorted(figure.number for figure in FIGURES.values()),
    "fignum_exists": lambda owner, args, named: args[0] in FIGURES,
    "get_backend": lambda *_: "agg",
}


def _curve(kind: str, axes: RecordedAxes, args: Sequence[Any], named: dict[str, Any]) -> Any:
    """Record what one call plots, and return what the library would."""
    source = named.get("data")
    if source is not None:
        args = [source[part] if isinstance(part, str) else part for part in args]
    words = ("x", "y") if kind not in BARS else ("x", "height") if kind == "bar" else ("y", "width")
    args = [*args, *(named[word] for word in words[len(args) :] if word in named)]
    style = {"label": named.get("label", ""), "color": named.get("color", COLOURS[0])}
    lines = [Anything(kind, xdata=x, ydata=y, **style) for x, y in _pairs(kind, args)]
    for line in lines:
        line.__dict__["axes"] = axes
        if not axes.in_space and len(SERIES) < MAX_SERIES:
            SERIES.append((kind, axes.figure.ordinal, axes.kept, line))
    for scale in LOGARITHMIC.get(kind, ()):
        axes.kept[scale] = "log"
    if kind in BARS and lines:
        return _bars(kind, lines[0])
    axes.lines.extend(lines)
    if kind in {"stem", "errorbar"} and lines:
        return Anything(kind, items=(lines[0], Anything(kind), Anything(kind)))
    return lines[0] if kind == "scatter" and lines else lines


def _pairs(kind: str, args: Sequence[Any]) -> Iterator[tuple[list[Any], list[Any]]]:
    """Split the arguments of one call into x and y: `x, y, "r-", x, y`; y may have columns."""
    waiting = deque(_list(part) if not isinstance(part, str) else part for part in args)
    while waiting:
        first = waiting.popleft()
        x, y = None, first
        if waiting and not isinstance(waiting[0], str):
            x, y = first, waiting.popleft()
        if kind not in LINES:
            waiting.clear()  # colours, formats, widths
        elif waiting and isinstance(waiting[0], str):
            waiting.popleft()
        columns = zip(*y, strict=False) if y and isinstance(y[0], (list, tuple)) else [y]
        for column in columns:
            yield (list(range(len(column))) if x is None else list(x)), list(column)


def _bars(kind: str, line: Anything) -> Anything:
    lying = kind == "barh"
    places, ends = (_numbers(line.kept[data]) for data in ("xdata", "ydata"))
    if lying:
        line.kept.update(xdata=line.kept["ydata"], ydata=line.kept["xdata"])
    sides = ("y", "x", "height", "width") if lying else ("x", "y", "width", "height")
    bars = [
        Anything("bar", **dict(zip(sides, ((at or 0.0) - 0.4, 0.0, 0.8, end), strict=True)))
        for at, end in zip(places, ends, strict=False)
    ]
    return Anything(kind, items=bars, label=line.kept["label"])


def _list(values: Any) -> list[Any]:
    """Return the elements of anything iterable; a number is one element."""
    try:
        values = values.tolist() if hasattr(values, "tolist") else values
        return list(islice(iter(values), MOST_LOOKED_AT))
    except Exception:  # noqa: BLE001 - a student's class may raise anything
        return [values]


def _numbers(values: Any) -> list[float | None]:
    """Convert to floats; texts become positions, and other values None.

    Of more than MAX_POINTS, the first and the last half are kept.
    """
    elements, half = _list(values), MAX_POINTS // 2
    places: dict[str, int] = {}
    numbers: list[float | None] = []
    for value in elements if len(elements) <= MAX_POINTS else elements[:half] + elements[-half:]:
        try:
            number = float(places.setdefault(value, len(places)) if type(value) is str else value)
        except Exception:  # noqa: BLE001 - a student's number may raise anything
            number = float("nan")
        numbers.append(number if isfinite(number) else None)
    return numbers


def _text(value: object) -> str:
    """Return the beginning of a text or number; "" for other types."""
    plain = value if isinstance(value, str) else repr(value) if type(value) in (int, float) else ""
    return str.__getitem__(plain, slice(0, MOST_LETTERS))


def _label(line: Anything) -> str:
    label = _text(line.kept.get("label", ""))
    return "" if label.startswith("_") else label


def recorded() -> list[SeriesRecord]:
    """Return every series plotted so far, oldest first. Never raises."""
    try:
        return [_described(*series) for series in SERIES[:MAX_SERIES]]
    except Exception:  # noqa: BLE001 - the student may have replaced anything of ours
        return []


def _described(kind: str, figure: int, words: dict[str, Any], line: Anything) -> SeriesRecord:
    pairs = zip(_numbers(line.kept["xdata"]), _numbers(line.kept["ydata"]), strict=False)
    points = [(x, y) for x, y in pairs if x is not None and y is not None]
    at = next((at for at, curve in enumerate(words["lines"]) if curve is line), MAX_SERIES)
    title, xlabel, ylabel, xscale, yscale = (_text(words.get(word, "")) for word in WORDS)
    return {
        "kind": kind,
        "x": [x for x, _ in points],
        "y": [y for _, y in points],
        "label": _label(line) or _text("".join(words["names"][at : at + 1])),
        "figure": figure,
        "title": title,
        "xlabel": xlabel,
        "ylabel": ylabel,
        "xscale": xscale,
        "yscale": yscale,
    }


class _AnyModule:
    """Finder for any module below the replaced names."""

    def __init__(self, tops: tuple[str, ...], font: str) -> None:
        self._tops = tops
        self._font = font

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        """Return a package for each of them."""
        if name.partition(".")[0] not in self._tops:
            return None
        return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]  # also a loader

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave creation to the interpreter."""

    def exec_module(self, module: ModuleType) -> None:
        """Define only `__getattr__`, which answers any name."""
        plain = module.__name__.rpartition(".")[2] in {"pyplot", "pylab"}
        parts: dict[str, Any] = {"__version__": VERSION, "rcParams": SETTINGS}
        parts["__all__"] = PYPLOT.split() if plain else []
        if module.__name__.partition(".")[0] in LETTERS:
            parts |= _about_font(self._font)

        def ask(name: str) -> Any:
            if name.startswith("__") and name not in parts:
                raise AttributeError(name)
            return parts.setdefault(name, Anything(name))

        module.__getattr__ = ask  # type: ignore[method-assign]  # PEP 562


def _about_font(path: str) -> dict[str, Any]:
    """Return these modules' names for their font; a program passes their values to matplotlib."""
    name = path.replace("\\", "/").rpartition("/")[2]
    folder = path[: -len(name) - 1]
    return {
        "FONT_NAME": FONT,
        "FONT_TTF": name,
        "get_font_path": lambda: folder,
        "get_font_ttf_path": lambda: path,
    }


def install(tops: tuple[str, ...] = TOPS, font: str = FONT_FILE) -> None:
    """Replace matplotlib, or modules that belong to it, in this process.

    `font` is a file with Japanese glyphs that the real library may read if present.
    """
    sys.meta_path.insert(0, _AnyModule(tops, font))


def replace() -> None:
    """Replace a loaded matplotlib, so that programs no longer see it."""
    for name in [name for name in sys.modules if name.partition(".")[0] in TOPS]:
        del sys.modules[name]
    install()
