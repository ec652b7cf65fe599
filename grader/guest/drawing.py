"""The real matplotlib, for a program that is run as its author does, and what it drew.

Figures are captured when the program shows, saves or closes them; open ones at the end. Things that
exist only on the author's computer (windows, fonts, LaTeX, folders, a user who clicks) cause no
exception, no warning and no wait.
"""

import builtins
import contextlib
import functools
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from .naming import clip
from .protocol import MAX_PICTURE_BYTES, MAX_PICTURES, MAX_POINTS, MAX_SERIES, SeriesRecord

MOST_FIGURES, MOST_CALLS = 64, 1_000
MOST_SIDE = 800  # pixels of a picture
DOTS = 100  # per inch, unless a figure would exceed MOST_SIDE
COLOURS = 256  # of a picture's palette
TRIES = 3  # each with half the resolution, until MAX_PICTURE_BYTES suffice
MOST_MARKS = 2_000_000  # points and pixels drawn for a picture
MOST_LETTERS = 200
LINES = ("plot", "loglog", "semilogx", "semilogy", "step")
CURVES = (*LINES, "scatter", "errorbar", "stem", "bar", "barh", "hist")
NOT_CURVES = ("bxp", "violin", "xcorr", "acorr", "stackplot", "table", "pie")  # composed of CURVES
WORDS = ("title", "xlabel", "ylabel", "xscale", "yscale")


class PlottedFigure:
    """A figure as it was when the program finished with it."""

    def __init__(self, figure: Any, ordinal: int) -> None:
        """Keep the figure itself for now: a saved figure may still be drawn on."""
        self.figure = figure
        self.ordinal = ordinal
        self.series: list[SeriesRecord] = []
        self.picture = b""

    def freeze(self, *, picture: bool) -> None:
        """Capture its current content, and release the figure."""
        figure, self.figure = self.figure, None
        if figure is not None:
            self.series = list(_series(figure, self.ordinal))
            if picture and _DrawingState.pictured and self.ordinal <= MAX_PICTURES:
                self.picture = _picture(figure)


class _DrawingState:
    """What this process has drawn; `loaded` if it draws at all."""

    loaded = False
    boxes = False  # some character is missing from all fonts here
    pictured = True  # whether pictures of the figures are wanted
    busy = 0  # depth of library calls within a call by the program
    drawings: list[PlottedFigure] = []  # noqa: RUF012 - there is one instance
    calls: dict[int, list[tuple[str, Any, Any]]] = {}  # noqa: RUF012 - by the id of a figure


def load(font: str) -> bool:
    """Import and prepare matplotlib; return False if it is incomplete.

    `font` is the path of a font with Japanese glyphs, "" without one. No other font of the machine
    is used: children may be unable to read it, and pictures should not depend on the machine.
    """
    data = next((p for place in sys.path if os.path.isfile(  # noqa: PTH113 - pathlib would be imported
        p := os.path.join(place, "matplotlib", "mpl-data", "matplotlibrc"))), "")  # noqa: PTH118  # fmt: skip
    os.environ.update(MATPLOTLIBRC=data, MPLBACKEND="agg")
    try:
        import logging

        import matplotlib as mpl
        from matplotlib import artist as mpl_artist

        logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
        # No user's settings, and no cache folder for a font list.
        mpl.get_configdir = mpl.get_cachedir = lambda: "/nonexistent"
        # Lists of properties in some 300 functions' help: a third of the import time.
        mpl_artist.kwdoc = lambda _: ""
        with _no_list_of_fonts():
            import matplotlib.pyplot as plt

        plt.switch_backend("agg")
        _choose_fonts(font)
        _be_quiet()
        _listen()
    except Exception:  # noqa: BLE001 - a broken library must not stop the program
        return False
    _DrawingState.loaded = True
    return True


@contextlib.contextmanager
def _no_list_of_fonts() -> Iterator[None]:
    """Give the library an empty list of fonts: scanning all of them takes half a second.

    It reads a cached list, which is replaced by an empty one.
    """
    stored = re.compile(r"fontlist-v(.+)\.json")
    really = builtins.open

    def opened(file: Any, *args: Any, **named: Any) -> Any:
        name = os.path.basename(file) if isinstance(file, os.PathLike) else ""  # noqa: PTH119
        list_file = stored.fullmatch(name)
        if list_file is None:
            return really(file, *args, **named)
        empty: dict[str, Any] = {
            "__class__": "FontManager",
            "_version": list_file[1],
            "_FontManager__default_weight": "normal",
            "default_size": None,
            "defaultFamily": {"ttf": "DejaVu Sans", "afm": "Helvetica"},
            "afmlist": [],
            "ttflist": [],
        }
        return io.StringIO(json.dumps(empty))

    builtins.open = opened
    try:
        yield
    finally:
        builtins.open = really


def keep_pictures(wanted: bool) -> None:  # noqa: FBT001
    """Set whether figures are also rendered as pictures, beside recording their curves."""
    _DrawingState.pictured = wanted


def font_file(font: str) -> str:
    """Return a readable font: the Japanese one, or else the library's own."""
    import matplotlib as mpl

    return font or os.path.join(mpl.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")  # noqa: PTH118  # fmt: skip


def _choose_fonts(font: str) -> None:
    """Use the library's own fonts, with the Japanese one as fallback of each."""
    import matplotlib as mpl
    from matplotlib import font_manager

    def ours(path: str) -> bool:
        return path.startswith(own)

    def measures(_manager: Any) -> list[Any]:
        """Read PostScript's own fonts only when a program asks for them."""
        return [entry for entry in font_manager.FontManager().afmlist if ours(entry.fname)]

    own = mpl.get_data_path()
    manager = font_manager.fontManager
    if not manager.__dict__.pop("afmlist", None):
        font_manager.FontManager.afmlist = functools.cached_property(measures)
        font_manager.FontManager.afmlist.__set_name__(font_manager.FontManager, "afmlist")
    manager.ttflist = [entry for entry in manager.ttflist if ours(entry.fname)]
    if not manager.ttflist:
        for path in font_manager.findSystemFonts([os.path.join(own, "fonts", "ttf")]):  # noqa: PTH118  # fmt: skip
            manager.addfont(path)
    if not font:
        return
    manager.addfont(font)
    find = manager._find_fonts_by_props  # noqa: SLF001 - there is no other place for a fallback

    def with_fallback(*args: Any, **named: Any) -> list[str]:
        return list(dict.fromkeys([*find(*args, **named), font]))

    manager._find_fonts_by_props = with_fallback  # noqa: SLF001


def _be_quiet() -> None:
    """Disable what depends on the author's computer, and warnings about it."""
    import warnings

    import matplotlib as mpl
    from matplotlib import _api, _text_helpers, backend_bases, cbook, image, text
    from matplotlib import pyplot as plt

    def missing_glyph(*args: Any) -> None:
        del args
        _DrawingState.boxes = True

    def nothing(*args: Any, **named: Any) -> None:
        del args, named

    open_file = cbook.to_filehandle
    write_file = _anywhere(open_file, place=0)

    def to_file(name: Any, flag: str = "r", *args: Any, **named: Any) -> Any:
        """Open the file of PdfPages, whose module is slow to import and rarely used."""
        opened = (write_file if flag == "wb" else open_file)(name, flag, *args, **named)
        if not isinstance(opened, tuple) or hasattr(name, "seek"):
            return opened
        return opened[0], True  # otherwise the name is taken for the file

    _text_helpers.warn_on_missing_glyph = missing_glyph
    _api.warn_external = nothing
    warnings.filterwarnings("ignore", message="Animation was deleted")
    mpl.use = plt.switch_backend = nothing
    backend_bases.FigureCanvasBase.start_event_loop = nothing
    text.Text.get_usetex = lambda _: False
    image.imsave = _anywhere(image.imsave, place=0)
    cbook.to_filehandle = to_file


def _anywhere(save: Callable[..., Any], *, place: int) -> Callable[..., Any]:
    """Wrap a save function: write to memory if the path is not writable here."""

    @functools.wraps(save)
    def saving(*args: Any, **named: Any) -> Any:
        try:
            return save(*args, **named)
        except OSError:
            if len(args) <= place or not isinstance(args[place], (str, os.PathLike)):
                raise
            form = os.path.splitext(args[place])[1].removeprefix(".")  # noqa: PTH122
            if form and "form" in save.__code__.co_varnames[: save.__code__.co_argcount]:
                named.setdefault("format", form)
            return save(*args[:place], io.BytesIO(), *args[place + 1 :], **named)

    return saving


def _listen() -> None:
    """Record plotting, and the showing, saving, closing and clearing of figures."""
    from matplotlib import _pylab_helpers, animation, backend_bases
    from matplotlib import pyplot as plt
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    for name in (*CURVES, *NOT_CURVES):
        if hasattr(Axes, name):
            setattr(Axes, name, _heard(getattr(Axes, name), name))
    canvas, manager = backend_bases.FigureCanvasBase, backend_bases.FigureManagerBase
    canvas.print_figure = _before(
        _anywhere(canvas.print_figure, place=1), lambda self: _keep(self.figure)
    )
    manager.destroy = _before(manager.destroy, lambda self: _keep(self.canvas.figure, done=True))
    Figure.show = _before(lambda *_, **__: None, _keep)
    Figure.clear = _before(Figure.clear, _cleared)
    Axes.clear = _before(
        Axes.clear, lambda self: _cleared(self) if getattr(self, "_children", ()) else None
    )
    animation.Animation.save = _before(animation.Animation.save, lambda _: None)

    def show(*args: Any, block: bool | None = None) -> None:
        """Show all figures; they are gone once their windows are closed."""
        block = args[0] if args else block
        for each in _pylab_helpers.Gcf.get_all_fig_managers():
            _keep(each.canvas.figure)
        if block or (block is None and not plt.isinteractive()):
            _pylab_helpers.Gcf.destroy_all()

    plt.show = show


def _before(method: Callable[..., Any], hear: Callable[[Any], object]) -> Callable[..., Any]:
    """Call `hear` before a method is called by the program; not for calls by the library."""

    @functools.wraps(method)
    def called(self: Any, *args: Any, **named: Any) -> Any:
        if not _DrawingState.busy:
            hear(self)
        _DrawingState.busy += 1
        try:
            return method(self, *args, **named)
        finally:
            _DrawingState.busy -= 1

    return called


def _heard(method: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Record what a call by the program plotted."""

    @functools.wraps(method)
    def called(self: Any, *args: Any, **named: Any) -> Any:
        _DrawingState.busy += 1
        try:
            made = method(self, *args, **named)
        finally:
            _DrawingState.busy -= 1
        if not _DrawingState.busy and name in CURVES:
            calls = _DrawingState.calls.setdefault(id(_root(self)), [])
            if len(calls) < MOST_CALLS:
                calls.append((name, self, made))
        return made

    return called


def _root(axes: Any) -> Any:
    """Return the root figure, above subfigures."""
    figure = axes.figure
    while figure is not None and getattr(figure, "figure", figure) is not figure:
        figure = figure.figure
    return figure


def _keep(figure: Any, *, done: bool = False) -> None:
    """Record a figure that the program has shown, saved or closed."""
    drawing = next((known for known in _DrawingState.drawings if known.figure is figure), None)
    if drawing is None:
        if len(_DrawingState.drawings) >= MOST_FIGURES or not figure.axes:
            _DrawingState.calls.pop(id(figure), None)
            return
        drawing = PlottedFigure(figure, len(_DrawingState.drawings) + 1)
        _DrawingState.drawings.append(drawing)
    if done and drawing.ordinal > MAX_PICTURES:
        drawing.freeze(picture=False)


def _cleared(self: Any) -> None:
    """Capture a figure already recorded before the program clears it."""
    figure = _root(self)
    drawing = next((known for known in _DrawingState.drawings if known.figure is figure), None)
    if drawing is not None:
        drawing.freeze(picture=True)
    _DrawingState.calls.pop(id(figure), None)


def finish() -> None:
    """Record figures that are still open; call this before the two functions below."""
    from matplotlib import _pylab_helpers

    for manager in sorted(_pylab_helpers.Gcf.figs.values(), key=lambda each: each.num):
        _keep(manager.canvas.figure)


def recorded() -> list[SeriesRecord]:
    """Return every series that the program plotted, figure by figure."""
    series: list[SeriesRecord] = []
    for drawing in _DrawingState.drawings:
        series += drawing.series or (
            _series(drawing.figure, drawing.ordinal) if drawing.figure is not None else ()
        )
    return series[:MAX_SERIES]


def draw(pictures: list[bytes]) -> None:
    """Append a PNG of each of the first figures, as soon as it is drawn."""
    for drawing in _DrawingState.drawings[:MAX_PICTURES]:
        picture = drawing.picture or (
            _picture(drawing.figure) if drawing.figure is not None else b""
        )
        if picture:
            pictures.append(picture)


def facts() -> tuple[bool, bool]:
    """Return whether the library was loaded, and whether characters were missing from the fonts."""
    return _DrawingState.loaded, _DrawingState.boxes


def leave() -> None:
    """Disable drawing in this process, if the library was loaded for others."""
    _DrawingState.loaded = False
    for name in ("MATPLOTLIBRC", "MPLBACKEND"):
        os.environ.pop(name, None)


def is_loaded() -> bool:
    """Return whether programs in this process get the real library."""
    return _DrawingState.loaded


def _picture(figure: Any) -> bytes:
    """Render a figure as PNG; b"" if that fails, or if there is too much in it."""
    import matplotlib as mpl

    try:
        if sum(_marks(figure)) > MOST_MARKS:
            return b""
        dots = min(DOTS, MOST_SIDE / max(*figure.get_size_inches(), 0.1))
        plain = {"savefig.bbox": None, "savefig.transparent": False, "savefig.pad_inches": 0.1}
        _DrawingState.busy += 1
        try:
            for _ in range(TRIES):
                buffer = io.BytesIO()
                with mpl.rc_context(plain):
                    figure.savefig(buffer, format="png", dpi=dots)
                if buffer.tell() <= MAX_PICTURE_BYTES:
                    return _in_few_colours(buffer)
                dots /= 2
        finally:
            _DrawingState.busy -= 1
    except Exception:  # noqa: BLE001 - the program's own callbacks may raise anything
        return b""
    return b""


def _in_few_colours(drawn: io.BytesIO) -> bytes:
    """Convert a picture to a palette, a third of the bytes; matplotlib cannot."""
    from PIL import Image

    with Image.open(drawn) as image:
        flat = Image.new("RGBA", image.size, "white")
        flat.alpha_composite(image.convert("RGBA"))
    few = flat.convert("RGB").quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    palette = few.getpalette() or []  # padded: the few colours of a plain figure would share a byte
    few.putpalette([*palette, *[0] * (3 * COLOURS - len(palette))])
    written = io.BytesIO()
    few.save(written, format="PNG", optimize=True)
    return written.getvalue()


def _marks(figure: Any) -> Iterator[int]:
    for axes in figure.axes:
        yield from (len(line.get_xdata()) for line in axes.lines)
        yield from (getattr(image.get_array(), "size", 0) for image in axes.images)
        for collection in axes.collections:
            yield len(collection.get_offsets())
            yield sum(len(path.vertices) for path in collection.get_paths())
        yield 100 * len(axes.patches) + 1_000 * len(axes.texts)


def _series(figure: Any, ordinal: int) -> Iterator[SeriesRecord]:
    """Yield the current curves of a figure, without helper lines."""
    curves: dict[int, list[tuple[str, Any, Any, Any, Any]]] = {}
    for kind, axes, made in _DrawingState.calls.get(id(figure), ()):
        try:
            drawn = [(kind, axes, artist, x, y) for artist, x, y in _curves(kind, axes, made)]
        except Exception:  # noqa: BLE001, S112 - the program may have done anything to it
            continue
        curves.setdefault(id(axes), []).extend(drawn)
    for of_axes in curves.values():
        for at, (kind, axes, artist, x, y) in enumerate(of_axes):
            try:
                label = _label(artist, axes, (at, len(of_axes)))
                yield {**_described(kind, axes, (x, y), label), "figure": ordinal}
            except Exception:  # noqa: BLE001, S112 - as above
                continue


def _curves(kind: str, axes: Any, made: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the numbers of what one call returned; removed artists are skipped."""
    if kind == "hist":
        counts, edges, bars = made
        several = hasattr(counts[0], "__len__")
        for values, bar in zip(counts, bars, strict=False) if several else [(counts, bars)]:
            yield bar, list(edges)[:-1], values
    elif kind in {"bar", "barh"}:
        bars = [(bar, bar.get_bbox()) for bar in made if bar.axes is not None]
        middles = [((box.x0 + box.x1) / 2, bar.get_height()) for bar, box in bars]
        if kind == "barh":
            middles = [(bar.get_width(), (box.y0 + box.y1) / 2) for bar, box in bars]
        yield made, [x for x, _ in middles], [y for _, y in middles]
    elif kind == "scatter":
        if made.axes is not None and not hasattr(made, "do_3d_projection"):
            points = made.get_offsets()
            yield made, points[:, 0], points[:, 1]
    else:
        lines = made if kind in LINES else [made[0]]
        for line in lines:
            there = line is not None and line.axes is not None
            if (
                there
                and not hasattr(line, "get_data_3d")
                and line.get_transform() == axes.transData
            ):
                holder = line if kind in LINES else made
                yield holder, line.get_xdata(orig=False), line.get_ydata(orig=False)


def _described(kind: str, axes: Any, points: tuple[Any, Any], label: str) -> SeriesRecord:
    from math import isfinite

    half = MAX_POINTS // 2  # kept at either end of a longer series
    xs, ys = ([float(value) for value in values] if len(values) <= MAX_POINTS else
              [float(value) for value in (*values[:half], *values[-half:])]
              for values in points)  # fmt: skip
    pairs = [(x, y) for x, y in zip(xs, ys, strict=False) if isfinite(x) and isfinite(y)]
    words = {word: clip(str(getattr(axes, f"get_{word}")()), MOST_LETTERS) for word in WORDS}
    return {
        "kind": kind,
        "x": [x for x, _ in pairs],
        "y": [y for _, y in pairs],
        "label": label,
        "title": words["title"],
        "xlabel": words["xlabel"],
        "ylabel": words["ylabel"],
        "xscale": words["xscale"],
        "yscale": words["yscale"],
    }


def _label(artist: Any, axes: Any, place: tuple[int, int]) -> str:
    """Return a curve's label, else its name in a legend that has one for each curve."""
    label = artist.get_label() if hasattr(artist, "get_label") else ""
    if not isinstance(label, str) or label.startswith("_"):
        legend = axes.get_legend()
        names = [text.get_text() for text in legend.get_texts()] if legend else []
        label = names[place[0]] if len(names) == place[1] else ""
    return clip(label, MOST_LETTERS)
