"""Find what is drawn on a page besides text: pictures and paths, also in forms, and notes."""

import ctypes
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any, NamedTuple

from .pdf_geometry import Box, Matrix, Space, area, common, moved, times, union, wider, within

MOST_OBJECTS = 20_000  # per page
DEEPEST = 12  # nesting of forms
MOST_SEGMENTS = 14  # segments examined to decide whether a path is straight
MOST_CLIPS, MOST_CLIP_POINTS = 8, 64
THIN = 1.6  # points; a path this narrow is a line
WHITE = 250
LINE, PEN = 2, 0.4  # segments of a line; points on either side of it
CORNER = 9.0  # points: maximum radius of a frame's corners
RING_FEWEST, RING_SEGMENTS, RING_SIZE = 3, 160, (100.0, 12.0)  # lines and curves of a frame; points
LETTER_SIZES, LETTER_SEGMENTS = (2.0, 60.0), 6  # points of a letter's longer side; at least
GRAIN = 0.2  # points: tolerance in the size of equal letters
ALPHABET, REPEATED = 10, 0.3  # forms that come again; share of the curves that have such a form
MAX_OUTLINE_SEGMENTS = 150_000  # per page
WIDE = 150.0  # points; what is not that large is not asked for its clip path
ON_TOP = -1  # a form with annotations laid over the page: its objects count as the page's own

Point = tuple[float, float]


class Path(NamedTuple):
    """Lines and curves drawn in one go."""

    box: Box
    order: int  # in which it was drawn
    form: int  # the form that holds it; 0 = the page itself
    straight: bool  # only horizontal and vertical lines
    filled: bool  # and not stroked
    segments: int
    ring: bool = False  # it follows the edge of its own rectangle, as a frame does


class Raster(NamedTuple):
    """A picture made of pixels."""

    box: Box
    order: int
    form: int
    pixels: tuple[int, int]


class DrawnPage:
    """Everything drawn on a page, and the position of each text object in the order."""

    def __init__(
        self, page: Any, space: Space, read: Container[int], *, flattened: bool = False
    ) -> None:
        """Walk a page's objects, MOST_OBJECTS at most; `read` are addresses of text objects.

        The last object of a page whose notes were laid onto it holds all of these.
        """
        import pypdfium2.raw

        self.pdfium, self.space = pypdfium2.raw, space
        self.frame: Box = (0.0, 0.0, *space.size)
        self.paths: list[Path] = []
        self.rasters: list[Raster] = []
        self.texts: dict[int, tuple[int, int]] = {}  # address of an object: its order, its form
        self.notes: list[Box] = []  # ink, stamps and shapes put over the page afterwards
        self.on_top: set[int] = set()  # addresses of text objects in annotations laid over the page
        self.beside: list[Box] = []  # where something may be drawn next to the text that was read
        self.unread: list[Any] = []  # text objects for which pdfium returns no letters
        self._outlines: list[tuple[Any, Matrix]] = []  # paths, each with its matrix to the page
        self._read = read
        self.walked = self.forms = 0
        pdfium = self.pdfium
        count = pdfium.FPDFPage_CountObjects(page)
        things = [pdfium.FPDFPage_GetObject(page, at) for at in range(min(count, MOST_OBJECTS + 1))]
        notes = [pdfium.FPDFPage_GetObject(page, count - 1)] if flattened and count else []
        self._walk(things[: count - len(notes)], space.matrix, 0, 0)
        self._walk(notes, space.matrix, ON_TOP, 0)

    def _walk(self, things: Iterable[Any], matrix: Matrix, form: int, depth: int) -> None:
        pdfium, home = self.pdfium, max(form, 0)
        for thing in things:
            self.walked += 1
            if self.walked > MOST_OBJECTS:
                self.beside.append(self.frame)
                return
            kind = pdfium.FPDFPageObj_GetType(thing) if thing else 0
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                address = ctypes.addressof(thing.contents)
                self.texts[address] = self.walked, home
                if form == ON_TOP:
                    self.on_top.add(address)
                if address not in self._read and self._box(thing, matrix):
                    self.unread.append(thing)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
                self.forms += not form
                count = pdfium.FPDFFormObj_CountObjects(thing)
                inner = (pdfium.FPDFFormObj_GetObject(thing, at) for at in range(count))
                combined = times(self._matrix(thing), matrix)
                self._walk(inner, combined, form or self.forms, depth + 1)
            elif kind in {pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_SHADING}:
                self._path(thing, kind == pdfium.FPDF_PAGEOBJ_PATH, matrix, home)
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE and (box := self._box(thing, matrix)):
                wide, high = ctypes.c_uint(), ctypes.c_uint()
                pdfium.FPDFImageObj_GetImagePixelSize(thing, wide, high)
                self.rasters.append(Raster(box, self.walked, home, (wide.value, high.value)))
            elif kind == pdfium.FPDF_PAGEOBJ_FORM:  # nested too deep
                self._box(thing, matrix)

    def _path(self, thing: Any, path: bool, matrix: Matrix, form: int) -> None:  # noqa: FBT001
        pdfium, fill, stroke = self.pdfium, ctypes.c_int(1), ctypes.c_int(0)
        if path and not pdfium.FPDFPath_GetDrawMode(thing, fill, stroke):
            return
        box = self._box(thing, matrix)
        if not (fill.value or stroke.value) or box is None:
            return
        if not path:
            self.paths.append(Path(box, self.walked, form, False, True, 1))  # noqa: FBT003
            return
        if self._white(thing, bool(stroke.value)):
            return
        self._outlines.append((thing, matrix))
        count = pdfium.FPDFPath_CountSegments(thing)
        most = RING_SEGMENTS if _may_be_ring(count, box) else MOST_SEGMENTS
        segments = [pdfium.FPDFPath_GetPathSegment(thing, at) for at in range(min(count, most))]
        points = [self._point(segment) for segment in segments]
        if stroke.value and count == LINE:
            # pdfium adds room for corners to the rectangle of a line.
            combined = times(self._matrix(thing), matrix)
            ends = union(moved(combined, (*point, *point)) for point in points)
            box = common(box, wider(ends, PEN))
        self.paths.append(
            Path(
                box=box,
                order=self.walked,
                form=form,
                straight=self._straight(segments, points, box),
                filled=not stroke.value,
                segments=count,
                ring=_may_be_ring(count, box) and _is_ring(points, box),
            )
        )

    def count_letters(self) -> int:
        """Count closed curves that have the form of another one, as the letters of a font do.

        Strokes of a pen never come again. Marks of a plot do, but they have few forms.
        """
        forms = Counter(self._small_curves())
        again = [count for count in forms.values() if count > 1]
        enough = len(again) >= ALPHABET and sum(again) >= REPEATED * forms.total()
        return sum(again) if enough else 0

    def _small_curves(self) -> Iterator[tuple[int, int, int]]:
        """Yield the width, height and number of segments of each part of a path."""
        pdfium, left = self.pdfium, MAX_OUTLINE_SEGMENTS
        for thing, matrix in self._outlines:
            combined = times(self._matrix(thing), matrix)
            count = min(pdfium.FPDFPath_CountSegments(thing), left)
            left -= count
            part: list[Point] = []
            curved = False
            for at in range(count + 1):
                segment = pdfium.FPDFPath_GetPathSegment(thing, at) if at < count else None
                kind = pdfium.FPDFPathSegment_GetType(segment) if segment else None
                if part and kind in {None, pdfium.FPDF_SEGMENT_MOVETO}:
                    xs, ys = zip(*part, strict=True)
                    box = moved(combined, (min(xs), min(ys), max(xs), max(ys)))
                    wide, high = box[2] - box[0], box[3] - box[1]
                    small = LETTER_SIZES[0] <= max(wide, high) <= LETTER_SIZES[1]
                    if curved and small and len(part) > LETTER_SEGMENTS:
                        yield round(wide / GRAIN), round(high / GRAIN), len(part)
                    part, curved = [], False
                if segment:
                    part.append(self._point(segment))
                    curved = curved or kind == pdfium.FPDF_SEGMENT_BEZIERTO

    def bounds(self, thing: Any) -> tuple[int, ...]:
        """Return the rectangle of an object in its own form, in whole points."""
        sides = [ctypes.c_float() for _ in range(4)]
        self.pdfium.FPDFPageObj_GetBounds(thing, *sides)
        return tuple(round(within(side.value)) for side in sides)

    def _matrix(self, thing: Any) -> Matrix:
        room = self.pdfium.FS_MATRIX()
        self.pdfium.FPDFPageObj_GetMatrix(thing, room)
        a, b, c, d, e, f = map(within, (room.a, room.b, room.c, room.d, room.e, room.f))
        return a, b, c, d, e, f

    def _point(self, segment: Any) -> Point:
        x, y = ctypes.c_float(), ctypes.c_float()
        self.pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        return within(x.value), within(y.value)

    def _box(self, thing: Any, matrix: Matrix) -> Box | None:
        """Return the visible part of an object's rectangle, or None if all of it is hidden."""
        sides = [ctypes.c_float() for _ in range(4)]
        if not self.pdfium.FPDFPageObj_GetBounds(thing, *sides):
            self.beside.append(self.frame)
            return None
        box = moved(matrix, [within(side.value) for side in sides])
        if box[2] - box[0] > WIDE or box[3] - box[1] > WIDE:
            box = self._clipped(thing, matrix, box)
        box = common(box, self.frame)
        if box[2] < box[0] or box[3] < box[1]:
            return None
        self.beside.append(box)
        return box

    def _clipped(self, thing: Any, matrix: Matrix, box: Box) -> Box:
        """Cut a rectangle down to the rectangles around the object's clip paths."""
        pdfium = self.pdfium
        clip = pdfium.FPDFPageObj_GetClipPath(thing)
        for path in range(min(pdfium.FPDFClipPath_CountPaths(clip), MOST_CLIPS) if clip else 0):
            count = pdfium.FPDFClipPath_CountPathSegments(clip, path)
            if 0 < count <= MOST_CLIP_POINTS:
                parts = (pdfium.FPDFClipPath_GetPathSegment(clip, path, at) for at in range(count))
                xs, ys = zip(*map(self._point, parts), strict=True)
                around = moved(matrix, (min(xs), min(ys), max(xs), max(ys)))
                box = common(box, around) if area(around) > 0 else box
        return box

    def _white(self, thing: Any, stroke: bool) -> bool:  # noqa: FBT001
        """Return whether a path is white, or fully transparent."""
        pdfium, colour = self.pdfium, [ctypes.c_uint() for _ in range(4)]
        ask = pdfium.FPDFPageObj_GetStrokeColor if stroke else pdfium.FPDFPageObj_GetFillColor
        if not ask(thing, *colour):
            return False
        *light, alpha = [part.value for part in colour]
        return min(light) >= WHITE or alpha == 0

    def _straight(self, segments: list[Any], points: list[Point], box: Box) -> bool:
        if box[2] - box[0] <= THIN or box[3] - box[1] <= THIN:
            return True
        last = None
        for segment, here in zip(segments[:MOST_SEGMENTS], points, strict=False):
            kind = self.pdfium.FPDFPathSegment_GetType(segment)
            if kind == self.pdfium.FPDF_SEGMENT_BEZIERTO:
                return False
            if kind == self.pdfium.FPDF_SEGMENT_LINETO and last:
                x, y = abs(last[0] - here[0]), abs(last[1] - here[1])
                if min(x, y) > 0.02 * max(x, y) + 0.01:  # not along an axis
                    return False
            last = here
        return True


def _may_be_ring(count: int, box: Box) -> bool:
    large = box[2] - box[0] >= RING_SIZE[0] and box[3] - box[1] >= RING_SIZE[1]
    return large and RING_FEWEST <= count <= RING_SEGMENTS


def _is_ring(points: list[Point], box: Box) -> bool:
    """Return whether all points of a path are within CORNER of the edge of the path's rectangle."""
    near: set[int] = set()
    for side in (0, 1):
        places = [point[side] for point in points]
        low, spread, extent = min(places), max(places) - min(places), box[2 + side] - box[side]
        for at, place in enumerate(places):
            part = (place - low) / spread if spread else 0.0
            if min(part, 1 - part) * extent <= CORNER:
                near.add(at)
    return len(near) == len(points)
