"""Numbers in SVG: paths, transformations, colours, lengths."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from .metafile_canvas import Colour, Point
from .metafile_state import STILL, Matrix, curve

MOST_LETTERS = 2_000_000  # of one path
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?"
TOKEN = re.compile(rf"[MmLlHhVvCcSsQqTtAaZz]|{NUMBER}")
CALL = re.compile(r"(matrix|translate|scale|rotate)\s*\(([^)]{0,300})\)")
TAKEN = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class Outline(NamedTuple):
    """A line of a path."""

    points: list[Point]
    closed: bool


def numbers(text: str | None) -> list[float]:
    """Reads all numbers of a text."""
    found = (float(one) for one in re.findall(NUMBER, (text or "")[:MOST_LETTERS]))
    return [one for one in found if math.isfinite(one)]


def length(text: str | None, otherwise: float) -> float:
    """Reads a length in pixels; shares of something else are not known."""
    found = numbers(text)
    if not found or (text or "").strip().endswith("%"):
        return otherwise
    unit = {"pt": 4 / 3, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
    return found[0] * unit.get((text or "").strip()[-2:], 1.0)


def colour(text: str | None, otherwise: Colour | None) -> Colour | None:
    """Reads a colour; None paints nothing."""
    from PIL import ImageColor

    if not text or text == "inherit":
        return otherwise
    if text in ("none", "transparent"):
        return None
    try:
        found = ImageColor.getrgb(text.strip())
    except ValueError:
        return otherwise  # a gradient, a colour of a style sheet
    return found[0], found[1], found[2]


def combined(outer: Matrix, inner: Matrix) -> Matrix:
    """Gives what does `inner` first."""
    a, b, c, d, x, y = outer
    e, f, g, h, u, v = inner
    return (
        a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h,
        a * u + c * v + x, b * u + d * v + y,
    )  # fmt: skip


def moved(matrix: Matrix, point: Point) -> Point:
    """Gives where a point comes to lie."""
    a, b, c, d, x, y = matrix
    return a * point[0] + c * point[1] + x, b * point[0] + d * point[1] + y


def transformation(text: str | None) -> Matrix:
    """Reads the attribute `transform`."""
    matrix = STILL
    for name, inner in CALL.findall((text or "")[:2_000]):
        matrix = combined(matrix, _one(name, numbers(inner)))
    return matrix


def _one(name: str, given: list[float]) -> Matrix:
    if name == "matrix" and len(given) == 6:  # noqa: PLR2004 - of a matrix
        return (given[0], given[1], given[2], given[3], given[4], given[5])
    if name == "translate" and given:
        return (1.0, 0.0, 0.0, 1.0, given[0], given[1] if len(given) > 1 else 0.0)
    if name == "scale" and given:
        return (given[0], 0.0, 0.0, given[-1], 0.0, 0.0)
    if name == "rotate" and given:
        turn = math.radians(given[0])
        around: Matrix = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0.0, 0.0)
        x, y = (given[1], given[2]) if len(given) > 2 else (0.0, 0.0)  # noqa: PLR2004 - a centre
        there: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
        return combined(combined(there, around), (1.0, 0.0, 0.0, 1.0, -x, -y))
    return STILL


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Gives each command with its numbers; one letter may stand for several commands."""
    letter, given = "", list[float]()
    for token in TOKEN.findall(text[:MOST_LETTERS]):
        if token.upper() in TAKEN:
            letter, given = token, []
            if TAKEN[token.upper()] == 0:
                yield "Z", []
            continue
        given.append(float(token))
        if letter and len(given) == TAKEN[letter.upper()]:
            yield letter, given
            letter, given = {"M": "L", "m": "l"}.get(letter, letter), []


def outlines(text: str | None) -> list[Outline]:
    """Reads a path; curves become lines, arcs become straight."""
    found: list[Outline] = []
    points: list[Point] = []
    for letter, given in _commands(text or ""):
        kind = letter.upper()
        if kind in "MZ" and points:
            found.append(Outline(points, kind == "Z"))
            points = [points[0]] if kind == "Z" else points
        at = points[-1] if points else (0.0, 0.0)
        if kind == "M":
            points = [_ends(letter, given, at)[-1]]
        elif kind in "HV":
            straight = given[0] + (0.0 if letter.isupper() else at["HV".index(kind)])
            points.append((straight, at[1]) if kind == "H" else (at[0], straight))
        elif kind != "Z":
            points += _bent(kind, at, _ends(letter, given, at))
    if len(points) > 1:
        found.append(Outline(points, closed=False))
    return found


def _ends(letter: str, given: list[float], at: Point) -> list[Point]:
    """Gives the points of a command; of an arc, only where it ends."""
    given = given[5:] if letter in "Aa" else given
    pairs = list(zip(given[::2], given[1::2], strict=True))
    return pairs if letter.isupper() else [(x + at[0], y + at[1]) for x, y in pairs]


def _bent(kind: str, at: Point, ends: list[Point]) -> list[Point]:
    if kind == "C":
        return curve([at, *ends])[1:]
    if kind == "S":
        return curve([at, at, *ends])[1:]
    if kind == "Q":
        return curve([at, ends[0], ends[0], ends[1]])[1:]
    return ends[-1:]
