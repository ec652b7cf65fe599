"""Marks of a picture as runs along its rows, and what of them hangs together.

Runs are few where points are many, and NumPy alone joins them: no library has to be loaded for it.
"""

from typing import Any

from msgspec import Struct


class Runs(Struct, frozen=True):
    """Marks, as one reads them: row by row, from the left."""

    shape: tuple[int, int]
    starts: Any  # of every run, counted through all rows with a gap on either side of each
    ends: Any

    def closed(self, gap: int) -> tuple["Runs", Any]:
        """Joins runs of a row that are no more than `gap` points apart; gives also their marks."""
        import numpy as np

        row = self.shape[1] + 2
        first = np.ones(len(self.starts), bool)
        first[1:] = self.starts[1:] - self.ends[:-1] > gap
        first[1:] |= self.starts[1:] // row != self.starts[:-1] // row
        firsts = np.flatnonzero(first)
        ends = self.ends[np.append(firsts[1:] - 1, len(first) - 1)] if len(firsts) else self.ends
        marks = np.add.reduceat(self.ends - self.starts, firsts) if len(firsts) else firsts
        return Runs(self.shape, self.starts[firsts], ends), marks

    def painted(self) -> Any:
        """Gives the marks as rows of truth values."""
        import numpy as np

        high, wide = self.shape
        edges = np.stack((self.starts, self.ends), axis=1).ravel()
        lengths = np.diff(edges, prepend=0, append=high * (wide + 2))
        marks = np.repeat(np.arange(len(lengths)) % 2 == 1, lengths)  # paper, a run, paper …
        return marks.reshape(high, wide + 2)[:, 1:-1]


class Components(Struct, frozen=True):
    """What hangs together, numbered as one reads."""

    runs: Runs
    owner: Any  # the component of every run
    boxes: Any  # left, top, right, bottom of every component

    def only(self, flags: Any) -> Runs:
        """Gives the runs of those components for which a truth value says so."""
        chosen = flags[self.owner]
        return Runs(self.runs.shape, self.runs.starts[chosen], self.runs.ends[chosen])

    def piece(self, number: int) -> Any:
        """Gives the marks of a component within its box."""
        left, top, right, bottom = self.boxes[number].tolist()
        row = self.runs.shape[1] + 2
        own = self.owner == number
        moved = (ends[own] - top * row for ends in (self.runs.starts, self.runs.ends))
        return Runs((bottom - top, row - 2), *moved).painted()[:, left:right]


def runs_in(marks: Any) -> Runs:
    """Finds the runs of truth values along their rows."""
    import numpy as np

    high, wide = marks.shape
    room = np.zeros((high, wide + 2), bool)
    room[:, 1:-1] = marks
    return Runs((high, wide), *runs_of(room.ravel()))


def components(marks: Any, *, corners: bool = True) -> Components:
    """Finds the components of truth values, or of their runs.

    With `corners`, those that touch there are one.
    """
    import numpy as np

    runs = marks if isinstance(marks, Runs) else runs_in(marks)
    (high, wide), starts, ends = runs.shape, runs.starts, runs.ends
    row = wide + 2
    first = np.searchsorted(ends, starts - row - corners, side="right")
    last = np.searchsorted(starts, ends - row + corners, side="left")
    owner = _joined(len(starts), *_pairs(first, last))
    boxes = np.empty((int(owner.max(initial=-1)) + 1, 4), np.intp)
    boxes[:, :2], boxes[:, 2:] = row * high, 0
    top, left = np.divmod(starts, row)
    for side, of_run, pick in (
        (0, left - 1, np.minimum),
        (1, top, np.minimum),
        (2, ends - top * row - 1, np.maximum),
        (3, top + 1, np.maximum),
    ):
        pick.at(boxes[:, side], owner, of_run)
    return Components(runs, owner, boxes)


def runs_of(flags: Any) -> tuple[Any, Any]:
    """Gives where runs of truth values begin, and where they have ended."""
    import numpy as np

    edges = (flags[1:] != flags[:-1]).nonzero()[0] + 1
    if len(flags) and flags[0]:
        edges = np.insert(edges, 0, 0)
    if len(flags) and flags[-1]:
        edges = np.append(edges, len(flags))
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
