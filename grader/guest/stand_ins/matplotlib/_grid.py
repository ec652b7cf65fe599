"""The array of axes that subplots() returns: one or two dimensions, indexed as NumPy does."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class AxesGrid:
    """Axes in a row, or in rows and columns."""

    def __init__(self, shape: tuple[int, ...], items: list[Any]) -> None:
        self.shape = shape
        self.ndim = len(shape)
        self.size = len(items)
        self.flat = items

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"array({self.tolist()!r}, dtype=object)"

    def __getitem__(self, key: Any) -> Any:
        """Takes integers and slices, up to one per dimension. Raises IndexError as NumPy does."""
        keys = key if isinstance(key, tuple) else (key,)
        if len(keys) > self.ndim:
            raise IndexError(
                f"too many indices for array: array is {self.ndim}-dimensional, "
                f"but {len(keys)} were indexed"
            )
        if self.ndim == 1:
            return self._row(self.flat, keys[0], 0)
        width = self.shape[1]
        rows = [self.flat[i * width : (i + 1) * width] for i in range(len(self))]
        chosen = pick(rows, keys[0], 0)
        column = keys[1] if len(keys) > 1 else slice(None)
        if not isinstance(keys[0], slice):
            return self._row(chosen, column, 1)
        table = [pick(row, column, 1) for row in chosen]
        if not isinstance(column, slice):
            return AxesGrid((len(table),), table)
        return AxesGrid(
            (len(table), len(table[0]) if table else 0), [each for row in table for each in row]
        )

    def _row(self, items: list[Any], key: Any, axis: int) -> Any:
        found = pick(items, key, axis)
        return AxesGrid((len(found),), found) if isinstance(key, slice) else found

    def flatten(self, *_args: object) -> AxesGrid:
        return AxesGrid((self.size,), list(self.flat))

    ravel = flatten

    def reshape(self, *shape: Any) -> AxesGrid:
        """Takes the new shape, in which one length may be -1."""
        sizes = list(shape[0] if isinstance(shape[0], tuple | list) else shape)
        if -1 in sizes:
            known = 1
            for size in sizes:
                known *= size if size != -1 else 1
            sizes[sizes.index(-1)] = self.size // max(known, 1)
        if (sizes[0] * sizes[1] if len(sizes) > 1 else sizes[0]) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {tuple(sizes)}")
        return AxesGrid(tuple(sizes), list(self.flat))

    @property
    def T(self) -> AxesGrid:
        if self.ndim == 1:
            return self
        rows, width = self.shape
        return AxesGrid(
            (width, rows), [self.flat[i * width + j] for j in range(width) for i in range(rows)]
        )

    def tolist(self) -> list[Any]:
        return [part.tolist() if isinstance(part, AxesGrid) else part for part in self]


def pick(items: list[Any], key: Any, axis: int) -> Any:
    """Returns one element or a slice."""
    if isinstance(key, slice):
        return items[key]
    if isinstance(key, float) or not hasattr(type(key), "__index__"):
        raise IndexError("only integers, slices (`:`) and tuples of them are valid indices")
    if not -len(items) <= key < len(items):
        raise IndexError(f"index {key} is out of bounds for axis {axis} with size {len(items)}")
    return items[key]


def squeezed(rows: int, columns: int, items: list[Any], squeeze: Any) -> Any:
    """Returns what subplots() returns: one axes, a row, or a grid."""
    if squeeze and rows == columns == 1:
        return items[0]
    if squeeze and 1 in (rows, columns):
        return AxesGrid((rows * columns,), items)
    return AxesGrid((rows, columns), items)
