"""Reads the short format strings of plot(), such as "ro--"."""

from __future__ import annotations

from ._colors import is_color_like

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any

COLORS = frozenset("bgrcmykw")
MARKERS = frozenset(".,ov^<>12348spP*hH+xXDd|_")
STYLES = ("--", "-.", "-", ":")


def read_format(text: str) -> dict[str, Any]:
    """Returns the color, marker and linestyle a format names.

    Raises ValueError, with the reason, for a string that is none.
    """
    if is_color_like(text) and not text.isdigit():
        return {"color": text}
    found: dict[str, Any] = {}
    rest = text
    while rest:
        name, value = next_part(rest, text)
        if name in found:
            word = "color" if name == "color" else name
            raise ValueError(f"{text!r} is not a valid format string (two {word} symbols)")
        found[name] = value
        rest = rest[len(value) :]
    return found


def next_part(rest: str, text: str) -> tuple[str, str]:
    """Returns the kind and the text of the first symbol."""
    for style in STYLES:
        if rest.startswith(style):
            return "linestyle", style
    if rest[0] == "C" and rest[1:2].isdigit():
        return "color", rest[:2]
    if rest[0] in COLORS:
        return "color", rest[0]
    if rest[0] in MARKERS:
        return "marker", rest[0]
    raise ValueError(f"{text!r} is not a valid format string (unrecognized character {rest[0]!r})")
