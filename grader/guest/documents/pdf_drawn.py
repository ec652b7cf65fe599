"""What is drawn on a page beside text: pictures and paths, also inside of forms."""

import ctypes
from typing import NamedTuple

from . import pdf_library
from .pdf_library import Numbers, pdfium
from .pdf_space import WHOLE, Box, Matrix, Space, area, common, moved, times, union, within

MOST_OBJECTS = 20_000  # of one page
DEEPEST = 12  # forms in forms
MOST_SEGMENTS = 14  # looked at, of one path
MOST_CLIP_POINTS = 64
THIN = 1.6  # points; a path not wider is a line
WHITE = 250
LINE, PEN = 2, 0.4  # segments of a line; points on either side of it
CORNER = 9.0  # points: how round the corners of a frame are at most
RING_FEWEST, RING_SEGMENTS, RING_SIZE = 3, 160, (100.0, 12.0)  # lines and curves of a frame; points
WIDE = 150.0  # points; what is not that large is not asked for its clip path


class Path(NamedTuple):
    """Lines and curves drawn in one go."""

    box: Box
    order: int  # in which it was drawn
    form: int  # the form that holds it; 0 = the page itself
    straight: bool  # only horizontal and vertical lines
    filled: bool  # and not stroked
    segments: int
    ring: bool = False  # it runs along the edge of its own rectangle, as a frame does


class Raster(NamedTuple):
    """A picture made of pixels."""

    box: Box
    order: int
    form: int
    pixels: tuple[int, int]
    solid: bool = False  # nothing shines through it


class DrawnPage(NamedTuple):
    """All that is drawn, and where each text object stands in the order."""

    paths: list[Path]
    rasters: list[Raster]
    texts: dict[int, tuple[int, int]]  # address of a text object: its order, its form
    strokes: int
    cut: bool  # there was more than MOST_OBJECTS


class _Walker:
    """Walks the objects of one page."""

    def __init__(self, page: int, space: Space) -> None:
        self.page, self.space = page, space
        self.frame: Box = (0.0, 0.0, *space.size)
        self.found = DrawnPage([], [], {}, 0, cut=False)
        self.seen = self.forms = self.strokes = 0
        self.corners = Numbers(ctypes.c_float, 4)
        self.point = Numbers(ctypes.c_float, 2)
        self.matrix = Numbers(ctypes.c_float, 6)
        self.modes = Numbers(ctypes.c_int, 2)
        self.colour = Numbers(ctypes.c_uint, 4)

    def walk(self) -> DrawnPage:
        self._objects(self.page, WHOLE, 0, 0)
        cut = self.seen >= MOST_OBJECTS
        return self.found._replace(strokes=self.strokes, cut=cut)

    def _objects(self, holder: int, matrix: Matrix, form: int, depth: int) -> None:
        library = pdfium()
        count = library.FormObj_CountObjects if depth else library.Page_CountObjects
        give = library.FormObj_GetObject if depth else library.Page_GetObject
        for index in range(max(count(holder), 0)):
            self.seen += 1
            if self.seen > MOST_OBJECTS:
                return
            if thing := give(holder, index):
                self._object(thing, matrix, form, depth)

    def _object(self, thing: int, matrix: Matrix, form: int, depth: int) -> None:
        kind = pdfium().PageObj_GetType(thing)
        if kind == pdf_library.LETTERS:
            self.found.texts[thing] = self.seen, form
        elif kind == pdf_library.FORM and depth < DEEPEST:
            self._form(thing, matrix, form, depth)
        elif kind in {pdf_library.PATH, pdf_library.SHADING}:
            self._path(thing, kind, matrix, form)
        elif kind == pdf_library.IMAGE:
            self._raster(thing, matrix, form)

    def _form(self, thing: int, matrix: Matrix, form: int, depth: int) -> None:
        pdfium().PageObj_GetMatrix(thing, self.matrix.at[0])
        a, b, c, d, e, f = (within(value) for value in self.matrix.values)
        if not form:
            self.forms += 1
        inner = times((a, b, c, d, e, f), matrix)
        self._objects(thing, inner, form or self.forms, depth + 1)

    def _path(self, thing: int, kind: int, matrix: Matrix, form: int) -> None:
        shading = kind == pdf_library.SHADING
        fill, stroke = (True, False) if shading else self._mode(thing)
        box = self._box(thing, matrix)
        if not (fill or stroke) or box is None:
            return
        if not shading and self._white(thing, stroke=stroke):
            return
        self.strokes += 1
        count = 1 if shading else max(pdfium().Path_CountSegments(thing), 0)
        if stroke and count == LINE:
            box = self._line(thing, matrix, box)
        straight = not shading and self._straight(thing, count, box)
        ring = not shading and self._ring(thing, count, box)
        self.found.paths.append(Path(box, self.seen, form, straight, not stroke, count, ring))

    def _raster(self, thing: int, matrix: Matrix, form: int) -> None:
        box = self._box(thing, matrix)
        size = Numbers(ctypes.c_uint, 2)
        pdfium().ImageObj_GetImagePixelSize(thing, size.at[0], size.at[1])
        if box is not None:
            pixels = int(size.values[0]), int(size.values[1])
            solid = not pdfium().PageObj_HasTransparency(thing)
            self.found.rasters.append(Raster(box, self.seen, form, pixels, solid))

    def _box(self, thing: int, matrix: Matrix) -> Box | None:
        """Gives the shown part of an object's rectangle, or None when nothing of it is shown."""
        at = self.corners.at
        if not pdfium().PageObj_GetBounds(thing, at[0], at[1], at[2], at[3]):
            return None
        left, bottom, right, top = (within(value) for value in self.corners.values)
        box = self.space.box(*moved(matrix, (left, bottom, right, top)))
        if box[2] - box[0] > WIDE or box[3] - box[1] > WIDE:
            box = self._clipped(thing, matrix, box)
        box = common(box, self.frame)
        return box if box[2] >= box[0] and box[3] >= box[1] else None

    def _clipped(self, thing: int, matrix: Matrix, box: Box) -> Box:
        """Cuts a rectangle down to the rectangles around the object's clip paths."""
        library = pdfium()
        clip = library.PageObj_GetClipPath(thing)
        for path in range(min(library.ClipPath_CountPaths(clip), 8) if clip else 0):
            count = library.ClipPath_CountPathSegments(clip, path)
            points = [
                self._at(library.ClipPath_GetPathSegment(clip, path, index))
                for index in range(min(count, MOST_CLIP_POINTS))
            ]
            if not points or count > MOST_CLIP_POINTS:
                continue
            xs, ys = zip(*points, strict=True)
            around = moved(matrix, (min(xs), min(ys), max(xs), max(ys)))
            if area(around) > 0:
                box = common(box, self.space.box(*around))
        return box

    def _at(self, segment: int) -> tuple[float, float]:
        pdfium().PathSegment_GetPoint(segment, self.point.at[0], self.point.at[1])
        return within(self.point.values[0]), within(self.point.values[1])

    def _mode(self, thing: int) -> tuple[bool, bool]:
        if not pdfium().Path_GetDrawMode(thing, self.modes.at[0], self.modes.at[1]):
            return False, False
        return bool(self.modes.values[0]), bool(self.modes.values[1])

    def _white(self, thing: int, *, stroke: bool) -> bool:
        """Says whether a path is drawn in the colour of paper, or wholly transparent."""
        library, at = pdfium(), self.colour.at
        ask = library.PageObj_GetStrokeColor if stroke else library.PageObj_GetFillColor
        if not ask(thing, at[0], at[1], at[2], at[3]):
            return False
        red, green, blue, alpha = self.colour.values
        return bool(min(red, green, blue) >= WHITE or alpha == 0)

    def _line(self, thing: int, matrix: Matrix, box: Box) -> Box:
        """Gives the rectangle of a line from end to end; pdfium adds room for corners to it."""
        library = pdfium()
        ends = [self._at(library.Path_GetPathSegment(thing, at)) for at in range(LINE)]
        library.PageObj_GetMatrix(thing, self.matrix.at[0])
        a, b, c, d, e, f = (within(value) for value in self.matrix.values)
        whole = times((a, b, c, d, e, f), matrix)
        boxes = [self.space.box(*moved(whole, (*end, *end))) for end in ends]
        return common(box, _pen(union(boxes)))

    def _ring(self, thing: int, count: int, box: Box) -> bool:
        """Says whether a path is a rectangle, with round corners or without."""
        wide, high = box[2] - box[0], box[3] - box[1]
        if not RING_FEWEST <= count <= RING_SEGMENTS or wide < RING_SIZE[0] or high < RING_SIZE[1]:
            return False
        library = pdfium()
        places = [self._at(library.Path_GetPathSegment(thing, at)) for at in range(count)]
        xs, ys = zip(*places, strict=True)
        low, high_end = (min(xs), min(ys)), (max(xs), max(ys))
        return all(_near_edge(place, low, high_end, box) for place in places)

    def _straight(self, thing: int, count: int, box: Box) -> bool:
        if box[2] - box[0] <= THIN or box[3] - box[1] <= THIN:
            return True
        library, last = pdfium(), None
        for index in range(min(count, MOST_SEGMENTS)):
            segment = library.Path_GetPathSegment(thing, index)
            kind, here = library.PathSegment_GetType(segment), self._at(segment)
            if kind == 1:  # a curve
                return False
            if kind == 0 and last and not _along_axis(last, here):
                return False
            last = here
        return True


def _pen(box: Box) -> Box:
    """Gives a line the width that it can be seen by."""
    return box[0] - PEN, box[1] - PEN, box[2] + PEN, box[3] + PEN


def _near_edge(
    place: tuple[float, float], low: tuple[float, float], high: tuple[float, float], box: Box
) -> bool:
    """Says whether a point of a path is within CORNER of the edge of the path's rectangle."""
    for side in (0, 1):
        whole = high[side] - low[side]
        extent = box[2 + side] - box[side]
        share = (place[side] - low[side]) / whole if whole else 0.0
        if min(share, 1 - share) * extent <= CORNER:
            return True
    return False


def walk_objects(page: int, space: Space) -> DrawnPage:
    """Finds what is drawn on a page, MOST_OBJECTS at most."""
    return _Walker(page, space).walk()


def _along_axis(first: tuple[float, float], second: tuple[float, float]) -> bool:
    x, y = abs(first[0] - second[0]), abs(first[1] - second[1])
    return min(x, y) <= 0.02 * max(x, y) + 0.01
