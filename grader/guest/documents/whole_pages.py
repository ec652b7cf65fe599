"""Draws whole pages of a PDF, as large as people read them. Nothing of the text is looked at."""

from typing import Any

from .opened import Bitmap
from .pdf_geometry import space_of
from .pdf_sight import rendered

TALLEST = 2.4  # times the width


class WholePages:
    """One PDF whose pages are drawn one by one."""

    def __init__(self, data: bytes) -> None:
        """Opens it; raises PdfiumError."""
        from pypdfium2 import PdfDocument

        self._document = PdfDocument(data)

    @property
    def count(self) -> int:
        """How many pages it has."""
        return len(self._document)

    def draw(self, number: int, width: int) -> Bitmap:
        """Draws the page of a number, from 1; one that is too tall becomes narrower.

        Raises PdfiumError, IndexError.
        """
        if not 1 <= number <= self.count:
            raise IndexError(number)
        page: Any = self._document[number - 1]
        try:
            return _drawn(page, width)
        finally:
            page.close()


def _drawn(page: Any, width: int) -> Bitmap:
    across, down = space_of(page).size
    scale = min(width / across, TALLEST * width / down)
    wide, high = (max(round(side * scale), 1) for side in (across, down))
    return Bitmap(wide, high, rendered(page, (wide, high), (0, 0, wide, high)).tobytes())
