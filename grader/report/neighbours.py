"""Says which words stand alone, and which in a line of text or a table."""

from typing import Any

NEAR = 8.0  # heights of a glyph: what stands nearer belongs to the same line of text


def alone(boxes: Any, high: float, *, upright: bool) -> Any:
    """Says which words have room beside them in their line, as labels of an axis have."""
    import numpy as np

    left, top, right, bottom = (boxes[:, i] for i in range(4))
    same = _overlap(top, bottom) > 0.4 * high
    gap = np.maximum(left[None, :] - right[:, None], left[:, None] - right[None, :])
    np.fill_diagonal(gap, np.inf)
    if upright:  # to the right only: on the left stands the axis' name
        gap = np.where(left[None, :] >= right[:, None], gap, np.inf)
    near = (same & (gap < (1.5 if upright else 0.6) * high)).any(axis=1)
    return ~near & (right - left <= 9 * high)


def company(boxes: Any, chosen: Any, high: float, *, upright: bool) -> tuple[Any, Any]:
    """Says which words have others of their height where an axis has none.

    For a column: to the right, and to the left, on the same line; for a row: just above.
    """
    import numpy as np

    tall = boxes[:, 3] - boxes[:, 1]
    text = (tall > 0.6 * high) & (tall < 1.8 * high)
    others = boxes[text]
    along, across = (1, 0) if upright else (0, 1)
    shared = np.minimum(chosen[:, None, along + 2], others[None, :, along + 2]) - np.maximum(
        chosen[:, None, along], others[None, :, along]
    )
    size = np.minimum(
        (chosen[:, along + 2] - chosen[:, along])[:, None],
        (others[:, along + 2] - others[:, along])[None],
    )
    lined = shared > 0.6 * size
    if upright:
        gap = others[None, :, across] - chosen[:, None, across + 2]
        before = chosen[:, None, across] - others[None, :, across + 2]
        wide = (others[:, across + 2] - others[:, across] > 1.6 * high)[None]  # no turned letters
        return (
            (lined & (gap > 0) & (gap < NEAR * high)).any(axis=1),
            (lined & wide & (before > 0) & (before < NEAR / 2 * high)).any(axis=1),
        )
    gap = chosen[:, None, across] - others[None, :, across + 2]
    above = (lined & (gap > -1) & (gap < 2.5 * high)).any(axis=1)
    return above, np.zeros_like(above)


def _overlap(first: Any, last: Any) -> Any:
    import numpy as np

    return np.minimum(last[:, None], last[None, :]) - np.maximum(first[:, None], first[None, :])
