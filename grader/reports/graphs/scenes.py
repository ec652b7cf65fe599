"""A picture as scenes: dark marks on light paper, whatever its colours, and what is found in them.

That is strokes, words as boxes, which are not read, and rows of labels.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from grader.model.document import Pixels
from grader.reports.graphs.labels import Labels, label_columns, label_rows, labels_at_lines
from grader.reports.graphs.marks import (
    Stroke,
    Tokens,
    find_tokens,
    horizontal_strokes,
    vertical_strokes,
    without_strokes,
)

DARK = 118  # grey levels under this are dark paper
SHARE = 0.1  # of the picture, which one kind of paper covers at least to be looked at
SMALL = 420  # pixels: pictures narrower than this are enlarged, so that digits have a shape
HAT = 8  # pixels: marks narrower than this are ink
ALIKE = 2  # grey levels between neighbours
ROUGH = 0.25  # share of points like their neighbours; a photo has fewer
INK = 45  # grey levels between a glyph and its paper


class Paper(Struct, frozen=True):
    """Grey levels with light paper, and the marks on it."""

    grey: Any  # rows of bytes, dark on light
    ink: Any  # how much darker than the paper around it a point is, rows of bytes
    flat: float  # share of points that are like their neighbours
    colours: Any  # red, green and blue, each in rows: an axis of three is slow to go along
    scale: float  # pixels here for one of the picture


class Scene(Struct, frozen=True):
    """All that was found in a picture."""

    paper: Paper
    tokens: Tokens
    across: list[Stroke]
    down: list[Stroke]
    columns: list[Labels]
    rows: list[Labels]


def scene(paper: Paper) -> Scene:
    """Finds strokes, words and rows of labels on one kind of paper."""
    least = max(30, int(0.12 * min(paper.grey.shape)))
    across, down = horizontal_strokes(paper.grey, least), vertical_strokes(paper.grey, least)
    marks = without_strokes(paper.ink, across, down, paper.scale) > INK
    tokens = find_tokens(marks)
    columns = [*label_columns(tokens), *labels_at_lines(tokens, across, upright=True)]
    rows = [*label_rows(tokens), *labels_at_lines(tokens, down, upright=False)]
    return Scene(paper, tokens, across, down, columns, rows)


def papers(pixels: Pixels) -> list[Paper]:
    """Looks at a picture as light paper, as dark paper, as both, or as neither: as a photo."""
    import numpy as np

    points = np.frombuffer(pixels.data, np.uint8).reshape(pixels.height, pixels.width, 3)
    scale = 1.0
    if max(pixels.width, pixels.height) < SMALL:
        scale = 2.0
        points = _enlarged(points)
    channels = [points.reshape(-1)[channel::3] for channel in range(3)]
    colours = np.stack(channels).reshape(3, *points.shape[:2])
    light = np.multiply(colours[0], 77, dtype=np.uint16)
    light += np.multiply(colours[1], 150, dtype=np.uint16)
    light += np.multiply(colours[2], 29, dtype=np.uint16)
    grey = (light >> 8).astype(np.uint8)
    beside = grey[:, 1:], grey[:, :-1]
    flat = share(np.maximum(*beside) - np.minimum(*beside) <= ALIKE)
    if flat <= ROUGH:
        return []
    kinds = []
    bright = closed(grey)
    dim = closed(255 - grey) if share(bright < DARK) > SHARE else None
    if dim is None or share(dim <= 255 - DARK) > SHARE:
        kinds.append(Paper(grey, bright - grey, flat, colours, scale))
    if dim is not None:
        kinds.append(Paper(255 - grey, dim - (255 - grey), flat, colours, scale))
    return kinds


def share(flags: Any) -> float:
    """Gives the share of truth values that are true, as their mean does in more time."""
    import numpy as np

    return float(np.count_nonzero(flags) / flags.size)


def _enlarged(colours: Any) -> Any:
    import numpy as np
    from PIL import Image

    image = Image.fromarray(np.ascontiguousarray(colours))
    return np.asarray(image.resize((image.width * 2, image.height * 2), Image.Resampling.BICUBIC))


def closed(grey: Any) -> Any:
    """Fills marks that are narrow one way or the other: the paper under the ink, in bytes."""
    import numpy as np

    for axis in (0, 1):
        grey = windowed(grey, HAT, np.maximum, axis)
    for axis in (0, 1):
        grey = windowed(grey, HAT, np.minimum, axis, back=True)
    return grey


def windowed(
    values: Any, reach: int, pick: Callable[..., Any], axis: int, *, back: bool = False
) -> Any:
    """Picks of every point and so many after it along an axis, or before it: the largest, any, all.

    In steps, each as long as what the ones before have come together, and at the end of a row of
    what there is.
    """
    import numpy as np

    done, whole = 0, slice(None)
    while done < min(reach, values.shape[axis] - 1):
        step = min(done + 1, reach - done, values.shape[axis] - 1 - done)
        near, far, end = slice(None, -step), slice(step, None), slice(-step, None)
        if back:
            near, far, end = far, near, slice(None, step)
        here, there, rest = ((place, whole)[:: 1 - 2 * axis] for place in (near, far, end))
        picked = np.empty_like(values)
        pick(values[here], values[there], out=picked[here])
        picked[rest] = values[rest]
        values = picked
        done += step
    return values
