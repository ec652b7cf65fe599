"""Turns a picture into dark marks on light paper, whatever its colours."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from grader.model.document import Pixels
from grader.report.components import bordered

DARK = 118  # grey levels under this are dark paper
SHARE = 0.1  # of the picture, which one kind of paper covers at least to be looked at
SMALL = 420  # pixels: pictures narrower than this are enlarged, so that digits have a shape
HAT = 8  # pixels: marks narrower than this are ink


class Paper(Struct, frozen=True):
    """Grey levels with light paper, and the marks on it."""

    grey: Any  # rows of bytes, dark on light
    ink: Any  # how much darker than the paper around it a point is, rows of bytes
    flat: float  # share of points that are like their neighbours
    colours: Any  # rows of red, green, blue
    scale: float  # pixels here for one of the picture


def papers(pixels: Pixels) -> list[Paper]:
    """Looks at a picture as light paper, as dark paper, or as both where it has both."""
    import numpy as np

    shape = (pixels.height, pixels.width, 3)
    colours = np.frombuffer(pixels.data, np.uint8).reshape(shape)
    scale = 1.0
    if max(pixels.width, pixels.height) < SMALL:
        scale = 2.0
        colours = _enlarged(colours)
    red, green, blue = (colours[:, :, i].astype(np.uint16) for i in range(3))
    grey = ((red * 77 + green * 150 + blue * 29) >> 8).astype(np.uint8)
    bright, dim = closed(grey), closed(255 - grey)
    dark, light = float((bright < DARK).mean()), float((dim <= 255 - DARK).mean())
    same = np.abs(np.diff(grey.astype(np.int16), axis=1)) <= 2  # noqa: PLR2004  grey levels
    flat = float(same.mean())
    kinds = []
    if light > SHARE or dark <= SHARE:
        kinds.append(Paper(grey, bright - grey, flat, colours, scale))
    if dark > SHARE:
        kinds.append(Paper(255 - grey, dim - (255 - grey), flat, colours, scale))
    return kinds


def _enlarged(colours: Any) -> Any:
    import numpy as np
    from PIL import Image

    image = Image.fromarray(np.ascontiguousarray(colours))
    return np.asarray(image.resize((image.width * 2, image.height * 2), Image.Resampling.BICUBIC))


def closed(grey: Any) -> Any:
    """Fills marks that are narrow one way or the other: the paper under the ink, in bytes."""
    import numpy as np

    high = _window(grey, np.maximum)
    return _window(high[::-1, ::-1], np.minimum)[::-1, ::-1]


def _window(values: Any, pick: Any) -> Any:
    """Takes the largest or smallest of HAT+1 neighbours along both axes, in doubling steps."""
    import numpy as np

    for axis in (0, 1):
        pad = [(0, 0), (0, 0)]
        pad[axis] = (0, HAT)
        wide = np.pad(values, pad, mode="edge")
        for step in _steps(HAT):
            first = [slice(None), slice(None)]
            second = [slice(None), slice(None)]
            first[axis], second[axis] = slice(None, -step), slice(step, None)
            wide = pick(wide[tuple(first)], wide[tuple(second)])
        values = wide
    return values


def joined(marks: Any, gap: int) -> Any:
    """Closes gaps along the rows of truth values."""
    wide = bordered(marks, gap)
    grown = wide.copy()
    for step in _steps(gap):
        grown[:, step:] |= grown[:, :-step].copy()
    for step in _steps(gap):
        grown[:, :-step] &= grown[:, step:].copy()
    return (grown | wide)[:, gap:-gap]


def _steps(reach: int) -> Iterator[int]:
    """Gives shifts that, one upon the other, come as far as all shifts up to `reach` do."""
    done = 0
    while done < reach:
        step = min(done + 1, reach - done)
        yield step
        done += step
