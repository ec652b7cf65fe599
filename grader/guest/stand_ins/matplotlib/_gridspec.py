"""The places of subplots in a grid."""

from __future__ import annotations

from ._artist import attribute, remember
from ._grid import pick

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any


class SubplotSpec:
    """One place in a grid, possibly over several rows and columns."""

    def __init__(self, gridspec: Any, rows: Any, columns: Any) -> None:
        self.gridspec = gridspec
        self.rows, self.columns = rows, columns

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def subgridspec(self, nrows: int, ncols: int, **kw: Any) -> GridSpec:
        return GridSpec(nrows, ncols, self.gridspec.figure, **kw)


class GridSpec:
    """Rows and columns; indexing gives a SubplotSpec. Raises IndexError outside of it."""

    def __init__(self, nrows: int, ncols: int, figure: Any = None, **properties: Any) -> None:
        number: Any
        for what, number in (("rows", nrows), ("columns", ncols)):
            if not isinstance(number, int) or number < 1:
                raise ValueError(f"Number of {what} must be a positive integer, not {number!r}")
        self.nrows, self.ncols, self.figure = nrows, ncols, figure
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def get_geometry(self) -> tuple[int, int]:
        return self.nrows, self.ncols

    def __getitem__(self, key: Any) -> SubplotSpec:
        if isinstance(key, tuple):
            row, column = key
            return SubplotSpec(
                self,
                pick(list(range(self.nrows)), row, 0),
                pick(list(range(self.ncols)), column, 1),
            )
        place = pick(list(range(self.nrows * self.ncols)), key, 0)
        return SubplotSpec(self, place, place)

    def subplots(self, **kw: Any) -> Any:
        return self.figure.subplots(self.nrows, self.ncols, **kw)


def nested_gridspec(nrows: int, ncols: int, subplot_spec: Any = None, **kw: Any) -> GridSpec:
    """Stands for GridSpecFromSubplotSpec."""
    return GridSpec(nrows, ncols, getattr(subplot_spec, "figure", None), **kw)
