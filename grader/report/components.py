"""Connected components of a picture's marks, as runs along its rows.

Runs are few where points are many, and NumPy alone joins them: no library has to be loaded for it.
"""

from typing import Any

from msgspec import Struct


class Components(Struct, frozen=True):
    """What hangs together, numbered as one reads: row by row, from the left."""

    shape: tuple[int, int]
    starts: Any  # of every run, counted through all rows with a gap on either side of each
    ends: Any
    owner: Any  # the component of every run
    boxes: Any  # left, top, right, bottom of every component

    def painted(self, flags: Any) -> Any:
        """Gives the marks of those components for which a truth value says so."""
        import numpy as np

        high, wide = self.shape
        chosen = flags[self.owner]
        steps = np.zeros(high * (wide + 2), np.int8)
        steps[self.starts[chosen]] = 1
        steps[self.ends[chosen]] = -1
        marks = np.cumsum(steps, dtype=np.int8).view(bool)
        return marks.reshape(high, wide + 2)[:, 1:-1]


def components(marks: Any, *, corners: bool = True) -> Components:
    """Finds the components of truth values; with `corners`, those that touch there are one."""
    import numpy as np

    high, wide = marks.shape
    row = wide + 2
    starts, ends = runs_of(bordered(marks, 1).ravel())
    first = np.searchsorted(ends, starts - row - corners, side="right")
    last = np.searchsorted(starts, ends - row + corners, side="left")
    owner = _joined(len(starts), *_pairs(first, last))
    boxes = np.empty((int(owner.max(initial=-1)) + 1, 4), np.intp)
    boxes[:, :2], boxes[:, 2:] = row * high, 0
    for side, of_run, pick in (
        (0, starts % row - 1, np.minimum),
        (1, starts // row, np.minimum),
        (2, ends % row - 1, np.maximum),
        (3, starts // row + 1, np.maximum),
    ):
        pick.at(boxes[:, side], owner, of_run)
    return Components((high, wide), starts, ends, owner, boxes)


def bordered(marks: Any, gap: int) -> Any:
    """Puts so many columns without a mark on either side; numpy.pad does more, and takes longer."""
    import numpy as np

    high, wide = marks.shape
    room = np.zeros((high, wide + 2 * gap), bool)
    room[:, gap : gap + wide] = marks
    return room


def runs_of(flags: Any) -> tuple[Any, Any]:
    """Gives where runs of truth values begin, and where they have ended."""
    import numpy as np

    edges = np.flatnonzero(np.diff(flags, prepend=False, append=False))
    return edges[::2], edges[1::2]


def _pairs(first: Any, last: Any) -> tuple[Any, Any]:
    """Pairs every run with those of the row above that it touches: from `first` to `last`."""
    import numpy as np

    counts = np.maximum(last - first, 0)
    below = np.repeat(np.arange(len(counts)), counts)
    return below, np.arange(len(below)) - np.repeat(np.cumsum(counts) - counts - first, counts)


def _joined(count: int, left: Any, right: Any) -> Any:
    """Numbers the components of runs, of which pairs are joined: each takes its first run."""
    import numpy as np

    root = np.arange(count)
    while len(left):
        low, high = np.minimum(root[left], root[right]), np.maximum(root[left], root[right])
        apart = low != high
        left, right = left[apart], right[apart]
        np.minimum.at(root, high[apart], low[apart])
        while not np.array_equal(root, above := root[root]):
            root = above
    return np.unique(root, return_inverse=True)[1]
