"""The figure: its axes, its size, and a file that is never written."""

from __future__ import annotations

from ._artist import Artist, attribute, kept, missing, remember
from ._axes import PROJECTIONS, Axes
from ._axes3d import Axes3D
from ._grid import squeezed
from ._gridspec import GridSpec, SubplotSpec
from ._marks import Rectangle, Text
from ._names import FIGURE
from ._plot_notes import Legend, legend
from ._rc import RC_PARAMS

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

NAMES = frozenset(FIGURE.split())
FORMATS = "avif eps gif jpeg jpg pdf pgf png ps raw rgba svg svgz tif tiff webp"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a494441"
    "5478da63f80f00010101001cb08c990000000049454e44ae426082"
)


class Figure:
    """Stands for Figure and SubFigure."""

    def __init__(
        self, figsize: Any = None, dpi: Any = None, *_args: Any, **properties: Any
    ) -> None:
        size = RC_PARAMS["figure.figsize"] if figsize is None else figsize
        self._size = [float(side) for side in (size[0], size[1])]
        self.dpi = RC_PARAMS["figure.dpi"] if dpi is None else dpi
        self.canvas: Any = Artist()
        vars(self.canvas)["figure"] = self
        self.patch = Rectangle((0, 0), 1, 1)
        self.number: Any = 0
        self.clear()
        remember(self, **properties)

    def clear(self, *_args: Any, **_kw: Any) -> None:
        """Forgets the axes; what was plotted stays recorded."""
        self.axes: list[Any] = []
        self.places: dict[Any, Any] = {}
        self.current: Any = None
        self.current_image: Any = None
        self.texts: list[Any] = []
        self.legends: list[Any] = []
        self.title = Text()

    clf = clear

    def __getattr__(self, name: str) -> Any:
        if name not in NAMES:
            raise missing(self, name)
        return attribute(self, name)

    def __repr__(self) -> str:
        width, height = (round(side * self.dpi) for side in self._size)
        return f"<Figure size {width}x{height} with {len(self.axes)} Axes>"

    def set(self, **properties: Any) -> None:
        for name, value in properties.items():
            if f"set_{name}" not in NAMES:
                raise AttributeError(f"Figure.set() got an unexpected keyword argument {name!r}")
            getattr(self, f"set_{name}")(value)

    def add_subplot(self, *args: Any, **kw: Any) -> Any:
        """Takes (rows, columns, index), a three-digit number or a place in a GridSpec."""
        if len(args) == 1 and isinstance(args[0], Axes | Axes3D):
            return self.add_axes(args[0])
        return self._add(position(args), kw)

    def add_axes(self, rect: Any = None, **kw: Any) -> Any:
        if isinstance(rect, Axes | Axes3D):
            self.axes.append(rect)
            self.current = rect
            return rect
        if rect is not None and len(rect) != 4:
            raise ValueError("the rectangle of the axes must have four numbers")
        return self._add(None, kw)

    def _add(self, place: Any, kw: dict[str, Any]) -> Any:
        kind = "polar" if kw.pop("polar", None) else kw.pop("projection", None)
        if isinstance(kind, str) and kind not in PROJECTIONS:
            raise ValueError(f"{kind!r} is not a valid value for projection.")
        made = Axes3D(self, **kw) if kind == "3d" else Axes(self, projection=kind, **kw)
        if made not in self.axes:
            self.axes.append(made)
        self.places[place] = self.current = made
        return made

    def find_subplot(self, args: tuple[Any, ...], kw: dict[str, Any]) -> Any:
        """Returns the axes that already stand in the place, or adds them."""
        place = position(args)
        found = self.places.get(place)
        if found is None or found not in self.axes or kw.get("projection") or kw.get("polar"):
            return self._add(place, kw)
        self.current = found
        return found

    def subplots(self, nrows: Any = 1, ncols: Any = 1, *, squeeze: Any = True, **kw: Any) -> Any:
        GridSpec(nrows, ncols)
        own = kw.get("subplot_kw") or {}
        made = [self._add((nrows, ncols, i + 1), dict(own)) for i in range(nrows * ncols)]
        self.current = made[-1]
        return squeezed(nrows, ncols, made, squeeze)

    def subplot_mosaic(self, mosaic: Any, **kw: Any) -> dict[Any, Any]:
        """Takes "AB;CC" or a list of lists; returns the axes by name."""
        text = isinstance(mosaic, str)
        rows = [r.strip() for r in mosaic.replace(";", "\n").split("\n")] if text else mosaic
        names = dict.fromkeys(each for row in rows for each in row if each != ".")
        own = kw.get("subplot_kw") or {}
        return {name: self._add(("mosaic", name), dict(own)) for name in names}

    def subfigures(self, nrows: Any = 1, ncols: Any = 1, squeeze: Any = True, **_kw: Any) -> Any:
        return squeezed(nrows, ncols, [Figure() for _ in range(nrows * ncols)], squeeze)

    def add_gridspec(self, nrows: Any = 1, ncols: Any = 1, **kw: Any) -> GridSpec:
        return GridSpec(nrows, ncols, self, **kw)

    def gca(self, **_kw: Any) -> Any:
        if self.current is None or self.current not in self.axes:
            self.current = self.axes[-1] if self.axes else self.add_subplot()
        return self.current

    def sca(self, ax: Any) -> Any:
        self.current = ax
        return ax

    def delaxes(self, ax: Any) -> None:
        if ax in self.axes:
            self.axes.remove(ax)

    def get_axes(self) -> list[Any]:
        return list(self.axes)

    def suptitle(self, t: Any, **properties: Any) -> Text:
        self.title.set_text(t)
        self.title.set(**properties)
        return self.title

    def get_suptitle(self) -> Any:
        return self.title.get_text()

    def supxlabel(self, t: Any, **properties: Any) -> Text:
        return Text(0, 0, t, **properties)

    supylabel = supxlabel

    def text(self, x: Any, y: Any, s: Any, *_args: Any, **properties: Any) -> Text:
        made = Text(x, y, s, **properties)
        self.texts.append(made)
        return made

    def legend(self, *args: Any, **kw: Any) -> Legend:
        made = legend(self.gca(), *args, **kw)
        self.legends.append(made)
        return made

    def colorbar(self, mappable: Any, cax: Any = None, ax: Any = None, **_kw: Any) -> Any:
        """Adds the bar of an image. Its axes are drawn beside and not recorded."""
        made: Any = Artist()
        made.mappable, made.ax = mappable, cax or Axes(self)
        return made

    def get_size_inches(self) -> list[float]:
        return list(self._size)

    def set_size_inches(self, w: Any, h: Any = None, *_args: Any, **_kw: Any) -> None:
        self._size = [float(side) for side in (w if h is None else (w, h))]

    def get_figwidth(self) -> float:
        return self._size[0]

    def get_figheight(self) -> float:
        return self._size[1]

    def get_dpi(self) -> Any:
        return self.dpi

    def set_dpi(self, value: Any) -> None:
        self.dpi = value

    def show(self, *_args: Any, **_kw: Any) -> None:
        """Returns at once: nobody sits in front of the sandbox."""

    def savefig(self, fname: Any, **kw: Any) -> None:
        """Writes nothing to a path, and one white pixel to a file object."""
        if hasattr(fname, "write"):
            fname.write(PIXEL)
            return
        ending = str(fname).rpartition("/")[2].rpartition(".")
        form = kw.get("format") or (ending[2] if ending[0] else "png")
        if str(form).lower() not in FORMATS.split():
            raise ValueError(
                f"Format {form!r} is not supported "
                f"(supported formats: {', '.join(FORMATS.split())})"
            )

    def get_label(self) -> Any:
        return kept(self).get("label", "")


def position(args: tuple[Any, ...]) -> Any:
    """Returns (rows, columns, index), with index a number or a pair.

    Raises ValueError for an index outside of the grid, TypeError for two arguments or four.
    """
    if not args:
        return 1, 1, 1
    if len(args) == 1:
        if isinstance(args[0], SubplotSpec):
            spec = args[0]
            return spec.gridspec.get_geometry(), repr(spec.rows), repr(spec.columns)
        if not isinstance(args[0], int) or not 100 <= args[0] <= 999:
            raise ValueError(
                f"Integer subplot specification must be a three-digit number, not {args[0]!r}"
            )
        args = (args[0] // 100, args[0] // 10 % 10, args[0] % 10)
    if len(args) != 3:
        raise TypeError(f"subplot() takes 1 or 3 positional arguments but {len(args)} were given")
    rows, columns, index = args
    GridSpec(rows, columns)
    for each in index if isinstance(index, tuple) else (index,):
        if not isinstance(each, int) or not 1 <= each <= rows * columns:
            raise ValueError(
                f"num must be an integer with 1 <= num <= {rows * columns}, not {each!r}"
            )
    return rows, columns, index
