"""What a metafile has set up while it is played: pens, fonts, coordinates, a path."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .metafile_canvas import BLACK, WHITE, Canvas, Colour, Ink, Point, Writing

MOST_OBJECTS = 10_000
STOCK = 0x8000_0000  # objects that are always there
GREYS: dict[int, Colour] = {0: WHITE, 1: (192,) * 3, 2: (128,) * 3, 3: (64,) * 3, 4: BLACK}
NULL_BRUSH, WHITE_PEN, BLACK_PEN, NULL_PEN = 5, 6, 7, 8
NO_PEN, HOLLOW = 5, 1  # styles
# How many millimetres a unit is, for the ways to measure that are neither pixels nor free.
UNITS = {2: 0.1, 3: 0.01, 4: 0.254, 5: 0.0254, 6: 0.0176389}
PIXELS, FREE = 1, (7, 8)
ACROSS = {0: -1, 2: 1, 6: 0}
ABOVE = {0: 0.0, 8: 1.0, 24: 0.8}  # of the way words stand on their point


class Object(NamedTuple):
    """A pen, a brush or a font."""

    kind: str
    colour: Colour | None = None
    size: float = 1.0
    turned: float = 0.0


Matrix = tuple[float, float, float, float, float, float]
STILL: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True)
class State:
    """What is in force."""

    ink: Ink = field(default_factory=Ink)
    font: Object = Object("font", None, 12.0)  # noqa: RUF009 - a tuple
    colour: Colour = BLACK
    align: int = 0
    at: Point = (0.0, 0.0)
    mode: int = PIXELS
    window: tuple[Point, Point] = ((0.0, 0.0), (1.0, 1.0))  # origin, extent
    view: tuple[Point, Point] = ((0.0, 0.0), (1.0, 1.0))
    world: Matrix = STILL
    per_millimetre: float = 4.0

    def place(self, point: Point) -> Point:
        """Gives device coordinates."""
        a, b, c, d, right, down = self.world
        x = point[0] * a + point[1] * c + right - self.window[0][0]
        y = point[0] * b + point[1] * d + down - self.window[0][1]
        across, along = self._scales()
        return x * across + self.view[0][0], y * along + self.view[0][1]

    def _scales(self) -> Point:
        if self.mode in UNITS:
            scale = UNITS[self.mode] * self.per_millimetre
            return scale, -scale
        if self.mode not in FREE:
            return 1.0, 1.0
        (width, height), (wide, high) = self.window[1], self.view[1]
        return (wide / width if width else 1.0), (high / height if height else 1.0)

    def length(self, length: float) -> float:
        """Gives a length in device units."""
        left, right = self.place((0.0, 0.0)), self.place((0.0, length))
        return float(((left[0] - right[0]) ** 2 + (left[1] - right[1]) ** 2) ** 0.5)


@dataclass(slots=True)
class Player:
    """Draws on a canvas with what is in force."""

    canvas: Canvas
    state: State = field(default_factory=State)
    objects: dict[int, Object] = field(default_factory=dict)
    path: list[list[Point]] | None = None
    _saved: list[State] = field(default_factory=list)
    _open: bool = False  # whether lines are kept for the path instead of drawn

    def create(self, key: int, made: Object) -> None:
        """Keeps an object."""
        if len(self.objects) < MOST_OBJECTS:
            self.objects[key] = made

    def select(self, key: int) -> None:
        """Puts an object in force."""
        made = _stock(key - STOCK) if key >= STOCK else self.objects.get(key)
        ink = self.state.ink
        if made is None:
            return
        if made.kind == "pen":
            self.state.ink = ink._replace(pen=made.colour, width=made.size)
        elif made.kind == "brush":
            self.state.ink = ink._replace(brush=made.colour)
        else:
            self.state.font = made

    def save(self) -> None:
        """Keeps what is in force."""
        if len(self._saved) < MOST_OBJECTS:
            self._saved.append(replace(self.state))

    def restore(self, which: int) -> None:
        """Puts back what was kept: -1 is the last, 1 the first."""
        index = which if which < 0 else which - 1
        if -len(self._saved) <= index < len(self._saved):
            kept = self._saved[index]
            del self._saved[index:]
            self.state = kept

    def begin(self) -> None:
        """Begins a path."""
        self.path, self._open = [], True

    def end(self) -> None:
        """Ends a path, which is drawn when that is asked for."""
        self._open = False

    def draw_path(self, *, fill: bool, stroke: bool) -> None:
        """Draws the path and forgets it."""
        outlines = [points for points in self.path or () if len(points) > 1]
        ink = self._ink()
        if fill and outlines:
            self.canvas.area(outlines, ink if stroke else ink._replace(pen=None))
        for points in outlines if stroke and not fill else ():
            self.canvas.line(points, ink)
        self.path = None

    def close(self) -> None:
        """Closes the last outline of the path."""
        if self._open and self.path and self.path[-1]:
            self.path[-1].append(self.path[-1][0])

    def move(self, point: Point) -> None:
        """Goes to a point."""
        self.state.at = point
        if self._open and self.path is not None:
            self.path.append([self.state.place(point)])

    def line(self, points: Sequence[Point], *, onward: bool = False) -> None:
        """Draws a line, from the present point if `onward`, and then stands at its end."""
        if not points:
            return
        placed = [self.state.place(point) for point in points]
        if self._open and self.path is not None:
            if onward and self.path:
                self.path[-1] += placed
            else:
                self.path.append(placed)
        else:
            start = [self.state.place(self.state.at)] if onward else []
            self.canvas.line(start + placed, self._ink())
        if onward:
            self.state.at = points[-1]

    def area(self, outlines: Sequence[Sequence[Point]]) -> None:
        """Draws closed outlines."""
        placed = [[self.state.place(point) for point in points] for points in outlines]
        if self._open and self.path is not None:
            self.path += [[*points, points[0]] for points in placed if points]
        else:
            self.canvas.area(placed, self._ink())

    def _ink(self) -> Ink:
        ink = self.state.ink
        return ink._replace(width=self.state.length(ink.width))

    def write(self, text: str, point: Point, *, known: bool = True) -> None:
        """Writes words at a point, or where the last ones ended."""
        state = self.state
        align = state.align
        point = state.at if align & 1 else point
        writing = Writing(
            state.length(abs(state.font.size)) or 12.0,
            state.font.turned,
            state.colour,
            ACROSS.get(align & 6, -1),
            ABOVE.get(align & 24, 0.0),
        )
        self.canvas.write(text, state.place(point), writing, known=known)


def _stock(number: int) -> Object | None:
    if number in GREYS:
        return Object("brush", GREYS[number])
    pens: dict[int, Colour | None] = {WHITE_PEN: WHITE, BLACK_PEN: BLACK, NULL_PEN: None}
    if number in pens:
        return Object("pen", pens[number])
    return Object("brush", None) if number == NULL_BRUSH else None


def curve(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Makes lines of Bézier curves: a first point, then three for each curve."""
    made = list(points[:1])
    for at in range(1, len(points) - 2, 3):
        start, (one, two, end) = made[-1], points[at : at + 3]
        for step in range(1, steps + 1):
            t = step / steps
            weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
            parts = list(zip(weights, (start, one, two, end), strict=True))
            made.append((sum(w * p[0] for w, p in parts), sum(w * p[1] for w, p in parts)))
    return made


def round_outline(box: tuple[float, float, float, float], steps: int = 24) -> list[Point]:
    """Makes an outline of an ellipse within a box."""
    from math import cos, pi, sin

    left, top, right, bottom = box
    turns = (2 * pi * step / steps for step in range(steps))
    return [
        (
            (left + right + (right - left) * cos(turn)) / 2,
            (top + bottom + (bottom - top) * sin(turn)) / 2,
        )
        for turn in turns
    ]
