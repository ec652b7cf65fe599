"""From the coordinates of a PDF page to points from the top left corner of what is shown."""

import ctypes
from typing import Any, NamedTuple

from .pdf_library import Numbers, pdfium

Box = tuple[float, float, float, float]  # left, top, right, bottom, in points
Matrix = tuple[float, float, float, float, float, float]

WHOLE: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
HUGE = 1e6  # points; a coordinate beyond it is cut down to it


class Space(NamedTuple):
    """The shown part of a page and how it is turned."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int  # quarter turns clockwise

    @property
    def size(self) -> tuple[float, float]:
        """Gives width and height as shown."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turns % 2 else (width, height)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Gives a point of the file's coordinates as shown."""
        if self.turns == 0:
            return x - self.left, self.top - y
        if self.turns == 1:
            return y - self.bottom, x - self.left
        if self.turns == 2:  # noqa: PLR2004 - half a turn
            return self.right - x, y - self.bottom
        return self.top - y, self.right - x

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Gives a rectangle of the file's coordinates as shown."""
        first, second = self.point(left, bottom), self.point(right, top)
        x, y = sorted((first[0], second[0])), sorted((first[1], second[1]))
        return x[0], y[0], x[1], y[1]


def space_of(page: int) -> Space:
    """Asks pdfium for the shown part of a page: the crop box within the media box."""
    room = Numbers(ctypes.c_float, 4)
    pdfium().GetPageBoundingBox(page, room.at[0])
    left, top, right, bottom = (within(value) for value in room.values)
    if right - left < 1 or top - bottom < 1:
        left, bottom, right, top = 0.0, 0.0, 595.0, 842.0
    return Space(left, bottom, right, top, pdfium().Page_GetRotation(page) % 4)


def within(value: float) -> float:
    """Cuts a number down to one that can be reckoned with."""
    return max(-HUGE, min(HUGE, value)) if value == value else 0.0  # noqa: PLR0124 - nan


def moved(matrix: Matrix, box: Box) -> Box:
    """Gives the rectangle around a rectangle that a matrix moves (x right, y up)."""
    if matrix == WHOLE:
        return box
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x in (box[0], box[2]) for y in (box[1], box[3])]
    ys = [b * x + d * y + f for x in (box[0], box[2]) for y in (box[1], box[3])]
    return min(xs), min(ys), max(xs), max(ys)


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """Applies the inner matrix, then the outer one."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r, a * q + b * s,
        c * p + d * r, c * q + d * s,
        e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip


def union(boxes: Any) -> Box:
    """Gives the rectangle around rectangles."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def area(box: Box) -> float:
    """Gives the area of a rectangle; one without extent has none."""
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def common(first: Box, second: Box) -> Box:
    """Gives what two rectangles share; without extent when they share nothing."""
    return (
        max(first[0], second[0]), max(first[1], second[1]),
        min(first[2], second[2]), min(first[3], second[3]),
    )  # fmt: skip


def holds(box: Box, inner: Box, margin: float = 0.0) -> bool:
    """Says whether the middle of one rectangle lies in another."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return box[0] - margin <= x <= box[2] + margin and box[1] - margin <= y <= box[3] + margin
