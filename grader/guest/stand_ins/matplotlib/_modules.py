"""The submodules of matplotlib, made from the table of their names.

A class or function appears when it is first asked for. What needs a behaviour of its own is
taken from OWN; everything else is an artist that accepts any call.
"""

from __future__ import annotations

from ._artist import Artist, Recorder, artist_class
from ._axes import Axes
from ._axis import SCALES, Axis
from ._colors import (
    BASE_COLORS,
    COLORMAPS,
    CSS4_COLORS,
    TABLEAU_COLORS,
    Colormap,
    ColormapRegistry,
    Normalize,
    ScalarMappable,
    colormap,
    is_color_like,
    listed_colormap,
    to_hex,
    to_rgb,
    to_rgba,
    to_rgba_array,
)
from ._figure import Figure
from ._gridspec import GridSpec, SubplotSpec, nested_gridspec
from ._marks import Container, Line2D, Rectangle, Spines, Text
from ._modules_table import MODULES
from ._plot_notes import Legend, Table
from ._rc import cycler
from ._toolbox import (
    FONT_MANAGER,
    STYLE_NAMES,
    Animation,
    FontManager,
    FontProperties,
    FormatStrFormatter,
    FuncFormatter,
    Slider,
    date2num,
    figaspect,
    getp,
    no_fonts,
    num2date,
    read_image,
    setp,
    style_context,
    use_style,
)

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

OWN: dict[str, dict[str, Any]] = {
    "animation": {"Animation": Animation, "FuncAnimation": Animation, "ArtistAnimation": Animation},
    "artist": {"Artist": Artist, "setp": setp, "getp": getp, "get": getp},
    "axes": {"Axes": Axes, "Subplot": Axes, "SubplotBase": Axes},
    "axis": {"Axis": Axis, "XAxis": Axis, "YAxis": Axis},
    "cm": {"ColormapRegistry": ColormapRegistry, "ScalarMappable": ScalarMappable},
    "colors": {
        "BASE_COLORS": BASE_COLORS,
        "CSS4_COLORS": CSS4_COLORS,
        "TABLEAU_COLORS": TABLEAU_COLORS,
        "XKCD_COLORS": {},
        "cnames": CSS4_COLORS,
        "Colormap": Colormap,
        "LinearSegmentedColormap": Colormap,
        "ListedColormap": listed_colormap,
        "hex2color": to_rgb,
        "is_color_like": is_color_like,
        "rgb2hex": to_hex,
        "to_hex": to_hex,
        "to_rgb": to_rgb,
        "to_rgba": to_rgba,
        "to_rgba_array": to_rgba_array,
    },
    "container": dict.fromkeys(
        ("BarContainer", "Container", "ErrorbarContainer", "StemContainer"), Container
    ),
    "dates": {
        "date2num": date2num,
        "num2date": num2date,
        **{name: i for i, name in enumerate(("MO", "TU", "WE", "TH", "FR", "SA", "SU"))},
    },
    "figure": {"Figure": Figure, "FigureBase": Figure, "SubFigure": Figure, "figaspect": figaspect},
    "font_manager": {
        "FontManager": FontManager,
        "FontProperties": FontProperties,
        "findSystemFonts": no_fonts,
        "findfont": FONT_MANAGER.findfont,
        "fontManager": FONT_MANAGER,
        "get_font_names": no_fonts,
    },
    "gridspec": {
        "GridSpec": GridSpec,
        "GridSpecFromSubplotSpec": nested_gridspec,
        "SubplotSpec": SubplotSpec,
    },
    "image": {"imread": read_image},
    "legend": {"Legend": Legend},
    "lines": {"Line2D": Line2D},
    "patches": {"Rectangle": Rectangle},
    "rcsetup": {"cycler": cycler},
    "scale": {"get_scale_names": lambda: sorted(SCALES)},
    "spines": {"Spines": Spines},
    "style": {
        "available": STYLE_NAMES,
        "context": style_context,
        "library": {name: {} for name in STYLE_NAMES},
        "use": use_style,
    },
    "table": {"Table": Table},
    "text": {"Text": Text, "Annotation": Text},
    "ticker": {"FormatStrFormatter": FormatStrFormatter, "FuncFormatter": FuncFormatter},
    "widgets": {"Slider": Slider},
}
EXTRA = """
backends.backend_agg: FigureCanvas FigureCanvasAgg RendererAgg
backends.backend_pdf: FigureCanvas FigureCanvasPdf PdfPages
backends.backend_svg: FigureCanvas FigureCanvasSVG
backends.backend_tkagg: FigureCanvas FigureCanvasTkAgg NavigationToolbar2Tk
backends.backend_qtagg: FigureCanvas FigureCanvasQTAgg NavigationToolbar2QT
backends.backend_qt5agg: FigureCanvas FigureCanvasQTAgg NavigationToolbar2QT
projections.polar: PolarAxes
projections.geo: GeoAxes
axes._axes: Axes
"""
PACKAGES = frozenset({"axes", "backends", "projections", "style", "tri"})


def tables() -> dict[str, list[str]]:
    """Returns the names of each module."""
    found: dict[str, list[str]] = {}
    module = ""
    for word in (MODULES + EXTRA).split():
        if word.endswith(":"):
            module = word[:-1]
            found[module] = []
        else:
            found[module].append(word)
    return found


def make(module: str, name: str) -> Any:
    """Makes one member of a module."""
    if name.endswith("Norm"):
        return Normalize
    if name == "Normalize":
        return Normalize
    if name[0].isupper():
        return artist_class(name, f"matplotlib.{module}")
    return lambda *_args, **_kwargs: Recorder()


def lookup(module: str, names: list[str]) -> Any:
    """Returns the function that answers for the names of a module not used so far."""
    own = OWN.get(module) or OWN.get(module.partition(".")[0], {})

    def find(name: str) -> Any:
        if name == "__all__":
            return sorted({*names, *own})
        if module == "cm" and name in COLORMAPS:
            return COLORMAPS[name]
        if module == "cm" and name == "get_cmap":  # before 3.9
            return colormap
        if name in own:
            return own[name]
        if name not in names:
            raise AttributeError(f"module 'matplotlib.{module}' has no attribute {name!r}")
        return make(module, name)

    return find


def install(package: Any) -> None:
    """Makes every submodule, and hangs it under the package."""
    import sys

    plain = type(sys)
    for path, names in tables().items():
        module = plain(f"matplotlib.{path}", f"Stands for matplotlib.{path}.")
        find = lookup(path, names)
        members = vars(module)
        members["__getattr__"] = remembering(members, find)
        if path in PACKAGES:
            members["__path__"] = []
        sys.modules[module.__name__] = module
        parent, _, name = path.rpartition(".")
        setattr(sys.modules[f"matplotlib.{parent}"] if parent else package, name, module)


def remembering(members: dict[str, Any], find: Any) -> Any:
    """Makes a name stay what it was when first asked for, so that isinstance works."""

    def answer(name: str) -> Any:
        members[name] = find(name)
        return members[name]

    return answer
