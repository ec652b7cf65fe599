"""Single functions and classes of the smaller modules that need a behaviour of their own."""

from __future__ import annotations

from ._artist import Artist, Recorder, attribute, kept, remember
from ._color_table import STYLES
from ._data import EPOCH, days, is_sequence, points
from ._rc import Afterwards, rc_context

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Animation:
    """Stands for FuncAnimation and ArtistAnimation; the frames are not drawn."""

    def __init__(self, fig: Any, func: Any, *_args: Any, **properties: Any) -> None:
        self.event_source = Artist()
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def save(self, filename: Any, *_args: Any, **_kw: Any) -> None:
        """Writes nothing."""

    def to_jshtml(self, *_args: Any, **_kw: Any) -> str:
        return ""

    to_html5_video = to_jshtml


class Slider:
    """A slider that nobody moves."""

    def __init__(self, ax: Any, label: Any, valmin: Any, valmax: Any, **properties: Any) -> None:
        start = properties.get("valinit")
        self.valmin, self.valmax = valmin, valmax
        self.val: Any = 0.5 if start is None else start
        self.label = Artist()
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def on_changed(self, func: Any) -> int:
        return 0

    def set_val(self, val: Any) -> None:
        self.val = val

    def reset(self) -> None:
        self.val = kept(self).get("valinit", 0.5)


class FuncFormatter:
    """Writes a tick with a function of (value, position)."""

    def __init__(self, func: Callable[..., Any]) -> None:
        self.func = func

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def __call__(self, x: Any, pos: Any = None) -> Any:
        return self.func(x, pos)


class FormatStrFormatter:
    """Writes a tick with a %-format."""

    def __init__(self, fmt: str) -> None:
        self.fmt = fmt

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def __call__(self, x: Any, pos: Any = None) -> Any:
        return self.fmt % x


class FontProperties:
    """A font, of which only the name is kept."""

    def __init__(self, family: Any = None, *_args: Any, **properties: Any) -> None:
        remember(self, family=family, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def get_name(self) -> str:
        return str(kept(self).get("family") or "DejaVu Sans")


class FontManager:
    """Knows no fonts and accepts every one."""

    def __init__(self) -> None:
        self.ttflist: list[Any] = []
        self.afmlist: list[Any] = []

    def addfont(self, path: Any) -> None:
        """Accepts the font without reading it."""

    def findfont(self, prop: Any, *_args: Any, **_kw: Any) -> str:
        return "DejaVuSans.ttf"

    def get_font_names(self) -> list[str]:
        return []


def no_fonts(*_args: Any, **_kw: Any) -> list[str]:
    """Stands for findSystemFonts()."""
    return []


def date2num(d: Any) -> Any:
    """Returns days since 1970."""
    return [days(each) for each in points(d)] if is_sequence(d) else days(d)


def num2date(x: Any, tz: Any = None) -> Any:
    """Returns datetimes in UTC."""
    from datetime import UTC, datetime, timedelta

    if is_sequence(x):
        return [num2date(each) for each in points(x)]
    return datetime.fromordinal(EPOCH).replace(tzinfo=UTC) + timedelta(days=float(x))


def use_style(style: Any) -> None:
    """Accepts any style: their names changed from version to version."""


def style_context(style: Any, after_reset: Any = None) -> Afterwards:
    """Accepts any style; settings made inside are undone."""
    return rc_context()


def setp(obj: Any, *args: Any, file: Any = None, **properties: Any) -> list[Any]:
    """Sets properties of one artist or of several."""
    pairs = dict(zip(args[::2], args[1::2], strict=False))
    for each in points(obj) if is_sequence(obj) else [obj]:
        for name, value in {**pairs, **properties}.items():
            getattr(each, f"set_{name}")(value)
    return []


def getp(obj: Any, prop: Any = None) -> Any:
    """Returns one property of an artist."""
    return None if prop is None else getattr(obj, f"get_{prop}")()


def figaspect(arg: Any) -> tuple[float, float]:
    """Returns a width and a height of about the default size."""
    side = float(arg) if isinstance(arg, int | float) else 0.75
    return 4.8 / side, 4.8


def read_image(fname: Any, *_args: Any, **_kw: Any) -> Any:
    """Raises FileNotFoundError as for a missing file; the pixels of an existing one are unknown."""
    if isinstance(fname, str):
        with open(fname, "rb"):  # noqa: PTH123 - pathlib would be one more module to reach
            pass
    return Recorder()


STYLE_NAMES = STYLES.split()
FONT_MANAGER = FontManager()
