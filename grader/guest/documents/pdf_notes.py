"""What was drawn or stamped over a page afterwards: ink, stamps and shapes that are annotations."""

import ctypes

from .pdf_library import Numbers, pdfium
from .pdf_pictures import Found, is_large
from .pdf_space import Box, Space, common, union, within

# As pdfium numbers them (PDF 32000-1, table 169): line, square, circle, polygon, polyline, stamp,
# ink.
DRAWN = frozenset({4, 5, 6, 7, 8, 13, 15})
MOST_NOTES = 500  # of one page
NEAR = 12.0  # points between strokes of one drawing


def find_notes(page: int, space: Space, found: list[Found]) -> list[Found]:
    """Finds drawings over a page that are not part of its pictures."""
    boxes: list[Box] = []
    for box in _boxes(page, space):
        boxes = _joined(boxes, box)
    large = [box for box in boxes if is_large(box)]
    return [_picture(box) for box in large if not any(_lies_in(box, one.box) for one in found)]


def _boxes(page: int, space: Space) -> list[Box]:
    library, corners = pdfium(), Numbers(ctypes.c_float, 4)
    boxes: list[Box] = []
    for index in range(min(max(library.Page_GetAnnotCount(page), 0), MOST_NOTES)):
        note = library.Page_GetAnnot(page, index)
        if not note:
            continue
        if library.Annot_GetSubtype(note) in DRAWN and library.Annot_GetRect(note, corners.at[0]):
            left, top, right, bottom = (within(value) for value in corners.values)
            shown = space.box(left, bottom, right, top)
            boxes.append(common(shown, (0.0, 0.0, *space.size)))
        library.Page_CloseAnnot(note)
    return boxes


def _joined(boxes: list[Box], box: Box) -> list[Box]:
    """Puts a stroke to the drawing that it belongs to, and drawings together that it joins."""
    apart = []
    for one in boxes:
        if _touch(one, box):
            box = union((one, box))
        else:
            apart.append(one)
    return [*apart, box]


def _touch(one: Box, two: Box) -> bool:
    beside = one[0] - NEAR <= two[2] and two[0] - NEAR <= one[2]
    return beside and one[1] - NEAR <= two[3] and two[1] - NEAR <= one[3]


def _lies_in(inner: Box, outer: Box) -> bool:
    return all(inner[side] >= outer[side] - NEAR for side in (0, 1)) and all(
        inner[side] <= outer[side] + NEAR for side in (2, 3)
    )


def _picture(box: Box) -> Found:
    last = 1 << 30  # after all that the page itself draws
    return Found(
        kind="vector",
        box=box,
        pixels=None,
        strokes=1,
        table=False,
        background=False,
        order=(last, last),
        form=0,
    )
