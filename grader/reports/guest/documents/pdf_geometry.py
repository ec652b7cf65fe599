"""Rectangles and matrices, in points from the top left corner of a page's visible part."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Box = tuple[float, float, float, float]  # left, top, right, bottom
Matrix = tuple[float, float, float, float, float, float]

HUGE = 1e6  # points; larger coordinates are clamped
# From points on the page to points along text that is turned clockwise by so many quarters.
TURNS: tuple[Matrix, ...] = (
    (1, 0, 0, 1, 0, 0), (0, -1, 1, 0, 0, 0), (-1, 0, 0, -1, 0, 0), (0, 1, -1, 0, 0, 0),
)  # fmt: skip


class Space(NamedTuple):
    """The visible part of a page: its size, and the matrix from the file's coordinates."""

    matrix: Matrix
    size: tuple[float, float]
    turns: int  # quarter turns clockwise


def space_of(page: Any) -> Space:
    """Determine the crop box within the media box, and the page's rotation."""
    import pypdfium2.raw as pdfium

    room = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, room)
    left, top, right, bottom = map(within, (room.left, room.top, room.right, room.bottom))
    if right - left < 1 or top - bottom < 1:
        left, bottom, right, top = 0.0, 0.0, 595.0, 842.0
    turns = pdfium.FPDFPage_GetRotation(page) % 4
    matrix: Matrix = (
        (1, 0, 0, -1, -left, top), (0, 1, 1, 0, -bottom, -left),
        (-1, 0, 0, 1, right, -bottom), (0, -1, -1, 0, top, right),
    )[turns]  # fmt: skip
    width, height = right - left, top - bottom
    return Space(matrix, (height, width) if turns % 2 else (width, height), turns)


def within(value: float) -> float:
    """Clamp a number; NaN becomes 0."""
    if -HUGE < value < HUGE:
        return value
    return max(-HUGE, min(HUGE, value)) if value == value else 0.0  # noqa: PLR0124 - nan


def moved(matrix: Matrix, box: Sequence[float]) -> Box:
    """Return the bounding box of a rectangle transformed by a matrix."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    xs = (a * left, a * right) if a * left <= a * right else (a * right, a * left)
    ys = (b * left, b * right) if b * left <= b * right else (b * right, b * left)
    xt = (c * top, c * bottom) if c * top <= c * bottom else (c * bottom, c * top)
    yt = (d * top, d * bottom) if d * top <= d * bottom else (d * bottom, d * top)
    return xs[0] + xt[0] + e, ys[0] + yt[0] + f, xs[1] + xt[1] + e, ys[1] + yt[1] + f


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """Compose two matrices: the inner one is applied first."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r, a * q + b * s,
        c * p + d * r, c * q + d * s,
        e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip


def union(boxes: Iterable[Box]) -> Box:
    """Return the bounding box of rectangles."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def area(box: Box) -> float:
    """Return the area of a rectangle; 0 if it is empty."""
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def common(first: Box, second: Box) -> Box:
    """Return the intersection of two rectangles; empty if they are disjoint."""
    return (
        max(first[0], second[0]), max(first[1], second[1]),
        min(first[2], second[2]), min(first[3], second[3]),
    )  # fmt: skip


def share(inner: Box, box: Box) -> float:
    """Return the share of a rectangle that lies in another."""
    return area(common(inner, box)) / max(area(inner), 1e-6)


def wider(box: Box, by: float) -> Box:
    """Expand a rectangle on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def touch(first: Box, second: Box) -> bool:
    """Return whether two rectangles have a point in common."""
    return (
        first[0] <= second[2] and second[0] <= first[2]
        and first[1] <= second[3] and second[1] <= first[3]
    )  # fmt: skip


def holds(box: Box, inner: Box, margin: float = 0.0) -> bool:
    """Return whether the centre of one rectangle lies in another."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return box[0] - margin <= x <= box[2] + margin and box[1] - margin <= y <= box[3] + margin
