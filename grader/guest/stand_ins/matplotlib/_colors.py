"""Colours by name, colour maps and norms. The ramps are plausible, not those of the library."""

from __future__ import annotations

from math import isfinite

from ._artist import attribute, remember
from ._color_table import CSS, CYCLE, MAPS
from ._data import is_sequence, points

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

CSS4_COLORS = {word[:-7]: word[-7:] for word in CSS.split()}
TABLEAU_COLORS = {f"tab:{word[:-7]}": word[-7:] for word in CYCLE.split()}
BASE_COLORS = {
    "b": (0.0, 0.0, 1.0),
    "g": (0.0, 0.5, 0.0),
    "r": (1.0, 0.0, 0.0),
    "c": (0.0, 0.75, 0.75),
    "m": (0.75, 0.0, 0.75),
    "y": (0.75, 0.75, 0.0),
    "k": (0.0, 0.0, 0.0),
    "w": (1.0, 1.0, 1.0),
}
LISTED = {"tab10": 10, "tab20": 20, "tab20b": 20, "tab20c": 20, "Set1": 9, "Set2": 8, "Set3": 12}
LISTED |= {"Accent": 8, "Dark2": 8, "Paired": 12, "Pastel1": 9, "Pastel2": 8, "okabe_ito": 8}
SMOOTH = frozenset("magma inferno plasma viridis cividis twilight turbo".split(" "))  # noqa: SIM905
Rgba = tuple[float, float, float, float]


def hexadecimal(text: str) -> Rgba | None:
    """Reads #rgb, #rgba, #rrggbb and #rrggbbaa."""
    digits = text[1:]
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        return None
    try:
        parts = [int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)]
    except ValueError:
        return None
    return parts[0], parts[1], parts[2], parts[3] if len(parts) > 3 else 1.0


def named(text: str) -> Rgba | None:
    """Reads a colour written as a string."""
    if text.lower() == "none":
        return 0.0, 0.0, 0.0, 0.0
    if text in BASE_COLORS:
        return *BASE_COLORS[text], 1.0
    if text[:1] == "C" and text[1:].isdigit():
        text = list(TABLEAU_COLORS.values())[int(text[1:]) % 10]
    text = CSS4_COLORS.get(text.lower()) or TABLEAU_COLORS.get(text.lower()) or text
    if text.startswith("xkcd:"):
        return 0.5, 0.5, 0.5, 1.0
    if text.startswith("#"):
        return hexadecimal(text)
    try:
        grey = float(text)
    except ValueError:
        return None
    return (grey, grey, grey, 1.0) if 0 <= grey <= 1 else None


def to_rgba(c: Any, alpha: Any = None) -> Rgba:
    """Returns four floats from 0 to 1. Raises ValueError for what is no colour."""
    if isinstance(c, tuple) and len(c) == 2 and isinstance(c[0], str | tuple | list):
        c, alpha = c
    if isinstance(c, str):
        found = named(c)
    else:
        parts = [float(v) for v in points(c) if isinstance(v, int | float)]
        parts = [*parts, 1.0] if len(parts) == 3 else parts
        good = len(parts) == 4 and all(0 <= v <= 1 for v in parts)
        found = (parts[0], parts[1], parts[2], parts[3]) if good else None
    if found is None:
        raise ValueError(f"Invalid RGBA argument: {c!r}")
    return found if alpha is None else (*found[:3], float(alpha))


def to_rgb(c: Any) -> tuple[float, float, float]:
    """Returns the colour without its transparency."""
    return to_rgba(c)[:3]


def to_hex(c: Any, keep_alpha: Any = None) -> str:
    """Returns #rrggbb, with the transparency if asked."""
    parts = to_rgba(c) if keep_alpha else to_rgb(c)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def is_color_like(c: Any) -> bool:
    """Says whether to_rgba understands the value."""
    try:
        to_rgba(c)
    except (ValueError, TypeError):
        return False
    return True


def to_rgba_array(c: Any, alpha: Any = None) -> list[Rgba]:
    """Returns one colour per element."""
    many = is_sequence(c) and not is_color_like(c)
    return [to_rgba(each, alpha) for each in (points(c) if many else [c])]


class Colormap:
    """Maps 0 to 1, or an index below N, to a colour between the given ones."""

    def __init__(self, name: Any, N: Any = 256, colors: Any = None) -> None:
        self.name = name
        self.N = N
        self.ramp = colors or [(0.27, 0.0, 0.33), (0.13, 0.57, 0.55), (0.99, 0.91, 0.14)]

    def __getattr__(self, name: str) -> Any:
        if name == "colors" and (self.name in LISTED or self.name in SMOOTH):
            return [self(i)[:3] for i in range(self.N)]
        if name == "colors":
            raise AttributeError(f"'Colormap' object has no attribute {name!r}")
        return attribute(self, name)

    def __call__(self, X: Any, alpha: Any = None, **_kwargs: object) -> Any:
        if is_sequence(X):
            return [self(each, alpha) for each in points(X)]
        part = X / max(self.N - 1, 1) if isinstance(X, int) else float(X)
        place = min(max(part, 0.0), 1.0) * (len(self.ramp) - 1) if isfinite(part) else 0.0
        low = min(int(place), len(self.ramp) - 1)
        high = min(low + 1, len(self.ramp) - 1)
        pairs = zip(self.ramp[low], self.ramp[high], strict=False)
        mixed = [a + (b - a) * (place - low) for a, b in pairs][:3]
        return *mixed, 1.0 if alpha is None else float(alpha)

    def reversed(self, name: Any = None) -> Colormap:
        return Colormap(name or f"{self.name}_r", self.N, self.ramp[::-1])

    def resampled(self, lutsize: int) -> Colormap:
        return Colormap(self.name, lutsize, self.ramp)

    def copy(self) -> Colormap:
        return Colormap(self.name, self.N, self.ramp)

    @classmethod
    def from_list(cls, name: Any, colors: Any, N: Any = 256, **_kw: Any) -> Colormap:
        """Blends from one colour to the next; elements may be (place, colour) pairs."""
        parts = [c[1] if isinstance(c, tuple) and len(c) == 2 else c for c in points(colors)]
        return cls(name, N, [to_rgb(c) for c in parts])


def listed_colormap(colors: Any, name: Any = "from_list", **_kwargs: Any) -> Colormap:
    """Stands for ListedColormap: exactly the given colours."""
    ramp = [to_rgb(c) for c in points(colors)]
    return Colormap(name, len(ramp), ramp)


class Normalize:
    """Maps vmin…vmax to 0…1; every norm of the library answers like this one."""

    def __init__(self, vmin: Any = None, vmax: Any = None, *_args: Any, **properties: Any) -> None:
        self.vmin, self.vmax = vmin, vmax
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def __call__(self, value: Any, clip: Any = None) -> Any:
        if is_sequence(value):
            return [self(each) for each in points(value)]
        low, high = float(self.vmin or 0.0), float(1.0 if self.vmax is None else self.vmax)
        return (float(value) - low) / (high - low) if high != low else 0.0


class ScalarMappable:
    """Joins a norm and a colour map."""

    def __init__(self, norm: Any = None, cmap: Any = None) -> None:
        self.norm = norm if callable(norm) else Normalize()
        self.cmap = colormap(cmap)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def to_rgba(self, x: Any, alpha: Any = None, **_kwargs: Any) -> Any:
        return self.cmap(self.norm(x), alpha)


class ColormapRegistry:
    """The colour maps by name; names in _r are the reversed ones."""

    def __init__(self) -> None:
        self._own: dict[str, Colormap] = {}
        self._names = [*MAPS.split(), *(f"{name}_r" for name in MAPS.split())]

    def __getitem__(self, name: Any) -> Colormap:
        if name in self._own:
            return self._own[name].copy()
        if name not in self._names:
            raise KeyError(f"{name!r} is not a valid value for colormap")
        return Colormap(name, LISTED.get(name.removesuffix("_r"), 256))

    def __iter__(self) -> Any:
        return iter([*self._names, *self._own])

    def __len__(self) -> int:
        return len(self._names) + len(self._own)

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._names

    def __call__(self) -> list[str]:
        return list(self)

    def keys(self) -> list[str]:
        return list(self)

    def register(self, cmap: Colormap, *, name: Any = None, **_kwargs: Any) -> None:
        self._own[name or cmap.name] = cmap

    def get_cmap(self, cmap: Any) -> Colormap:
        return colormap(cmap)


COLORMAPS = ColormapRegistry()


def colormap(name: Any = None, lut: int | None = None) -> Colormap:
    """Returns the colour map called so, or the map itself. Raises ValueError for others."""
    if isinstance(name, Colormap):
        return name
    if name is not None and name not in COLORMAPS:
        raise ValueError(f"{name!r} is not a valid value for name")
    found = COLORMAPS["viridis" if name is None else name]
    return found if lut is None else found.resampled(lut)
