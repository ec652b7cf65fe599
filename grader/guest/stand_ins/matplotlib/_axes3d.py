"""Axes in three dimensions: flat axes that also accept z."""

from __future__ import annotations

from ._artist import Artist, attribute, missing
from ._axes import RECTILINEAR, Axes
from ._axis import Axis, methods
from ._data import points, same_length
from ._marks import Container, Text
from ._names import AXES3D
from ._plot_lines import add_line, flat, scatter

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

NAMES = RECTILINEAR | frozenset(AXES3D.split())


class Axes3D:
    """Records x and y of what is plotted; z is only checked."""

    def __init__(self, fig: Any, *_rect: Any, **properties: Any) -> None:
        self.flat = Axes(fig)
        self.zaxis = Axis("z")
        self.name = "3d"
        for name in ("sharex", "sharey", "elev", "azim", "roll", "auto_add_to_figure", "proj_type"):
            properties.pop(name, None)
        self.set(**properties)
        if fig is not None and self not in fig.axes:
            fig.axes.append(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("w_") and name[2:] in ("xaxis", "yaxis", "zaxis"):  # before 3.8
            return getattr(self, name[2:])
        if name not in NAMES:
            raise missing(self, name)
        if name in ("elev", "azim", "roll"):
            return {"elev": 30.0, "azim": -60.0, "roll": 0.0}[name]
        if name in RECTILINEAR and "flat" in vars(self):
            return getattr(self.flat, name)
        return attribute(self, name)

    def set(self, **properties: Any) -> list[Any]:
        for name, value in properties.items():
            if not hasattr(self, f"set_{name}"):
                raise AttributeError(f"Axes3D.set() got an unexpected keyword argument {name!r}")
            getattr(self, f"set_{name}")(value)
        return []

    def plot(self, xs: Any, ys: Any, *args: Any, zdir: Any = "z", **kw: Any) -> list[Any]:
        """Takes (xs, ys[, zs][, format])."""
        x, y = points(xs), points(ys)
        rest = [each for each in (*args, kw.pop("zs", 0)) if not isinstance(each, str)]
        z = points(rest[0])
        same_length(
            x,
            y,
            f"x and y must have same first dimension, but have shapes ({len(x)},) and ({len(y)},)",
        )
        if len(z) not in (1, len(x)):
            raise ValueError(f"shape mismatch: {len(x)} points but {len(z)} values of z")
        return [add_line(self.flat, "plot3d", (x, y), kw)]

    def scatter(self, xs: Any, ys: Any, zs: Any = 0, zdir: Any = "z", *args: Any, **kw: Any) -> Any:
        z = flat(zs)
        if len(z) not in (1, len(flat(xs))):
            raise ValueError(f"shape mismatch: {len(flat(xs))} points but {len(z)} values of z")
        kw.pop("depthshade", None)
        return scatter(self.flat, xs, ys, *args, **kw)

    def bar3d(self, *corners: Any, **_kw: Any) -> Artist:
        for each in corners:
            points(each)
        return Artist()

    def surface(self, *tables: Any, **_kw: Any) -> Artist:
        """Stands for plot_surface and its relatives."""
        made = Artist()
        self.flat.figure.current_image = made
        for each in tables:
            points(each)
        return made

    plot_surface = plot_wireframe = plot_trisurf = contour = contourf = contour3D = surface
    contourf3D = quiver = quiver3D = surface
    plot3D, scatter3D = plot, scatter

    def bar(self, left: Any, height: Any, zs: Any = 0, zdir: Any = "z", **kw: Any) -> Container:
        made: Container = self.flat.bar(left, height, **kw)
        return made

    def text(self, x: Any, y: Any, z: Any, s: Any, *_args: Any, **kw: Any) -> Text:
        return Text(x, y, s, **kw)

    text3D = text

    def text2D(self, x: Any, y: Any, s: Any, **kw: Any) -> Text:
        return Text(x, y, s, **kw)

    def view_init(self, elev: Any = None, azim: Any = None, roll: Any = None, **_kw: Any) -> None:
        """Accepts and forgets the direction of view."""


for _name, _method in methods("z").items():
    setattr(Axes3D, _name, _method)
for _name in ("x", "y", "z"):
    setattr(Axes3D, f"set_{_name}lim3d", methods(_name)[f"set_{_name}lim"])
    setattr(Axes3D, f"get_{_name}lim3d", methods(_name)[f"get_{_name}lim"])
