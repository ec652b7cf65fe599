"""Finds words and numbers in a picture as boxes, without reading them."""

from dataclasses import dataclass
from typing import Any

from grader.report.backgrounds import joined

LEAST, MOST = 4, 44  # height of a glyph in pixels
THIN = 2  # pixels: what is thinner than this is dust
TOKENS = 900  # looked at; more are a page of text


@dataclass(frozen=True, slots=True)
class Tokens:
    """Boxes of words: columns of left, top, right, bottom; `high` is the height of most glyphs."""

    boxes: Any  # floats, one row for each
    high: float


def find_tokens(marks: Any) -> Tokens:
    """Joins neighbouring glyphs to words; marks are rows of truth values."""
    import numpy as np
    from scipy import ndimage

    labels, count = ndimage.label(marks, np.ones((3, 3)))
    glyphs = _boxes(labels, count)
    high = _common_height(glyphs)
    marks = _small(labels, glyphs, high)
    gap = max(2, round(high * 0.55))
    words = _boxes(*ndimage.label(joined(marks, gap), np.ones((3, 3))))
    tall, wide = words[:, 3] - words[:, 1], words[:, 2] - words[:, 0]
    fits = (tall >= max(LEAST, 0.5 * high)) & (tall <= min(MOST, 3 * high)) & (wide >= THIN)
    return Tokens(words[fits][:TOKENS], high)


def _boxes(labels: Any, count: int) -> Any:
    import numpy as np
    from scipy import ndimage

    found = ndimage.find_objects(labels) if count else []
    rows = [(s[1].start, s[0].start, s[1].stop, s[0].stop) for s in found]
    return np.array(rows, float).reshape(-1, 4)


def _small(labels: Any, glyphs: Any, high: float) -> Any:
    """Keeps the marks that may be glyphs, so that no word grows together with a curve."""
    import numpy as np

    tall, wide = glyphs[:, 3] - glyphs[:, 1], glyphs[:, 2] - glyphs[:, 0]
    kept = np.zeros(len(glyphs) + 1, bool)
    kept[1:] = (
        (tall <= min(MOST, 2.6 * high)) & (wide <= 7 * high) & ((tall > THIN) | (wide >= THIN))
    )
    return kept[labels]


def _common_height(glyphs: Any) -> float:
    import numpy as np

    tall, wide = glyphs[:, 3] - glyphs[:, 1], glyphs[:, 2] - glyphs[:, 0]
    fits = (tall >= LEAST) & (tall <= MOST) & (wide >= THIN) & (wide <= 2.5 * tall)
    return float(np.median(tall[fits])) if fits.any() else 10.0
