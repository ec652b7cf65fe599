"""Draw whole pages of a PDF for a person, including filled-in forms."""

from typing import Any

from .opened import Bitmap
from .pdf_geometry import space_of
from .pdf_notes import load_page, open_with_form
from .pdf_sight import rendered

TALLEST = 2.4  # height by width; a taller page is drawn narrower


class WholePages:
    """A PDF whose pages are drawn one at a time."""

    def __init__(self, data: bytes) -> None:
        """Open a PDF. Raises PdfiumError."""
        self._document = open_with_form(data)

    @property
    def count(self) -> int:
        """The number of pages."""
        return len(self._document)

    def draw(self, number: int, width: int) -> Bitmap:
        """Draw a page, counted from 1, in a width; a page that is too tall becomes narrower.

        Raises PdfiumError, IndexError.
        """
        if not 1 <= number <= self.count:
            raise IndexError(number)
        page = load_page(self._document, number - 1).page
        try:
            return _drawn(page, width)
        finally:
            page.close()


def _drawn(page: Any, width: int) -> Bitmap:
    across, down = space_of(page).size
    scale = min(width / across, TALLEST * width / down)
    wide, high = (max(round(side * scale), 1) for side in (across, down))
    return Bitmap(wide, high, rendered(page, (wide, high), (0, 0, wide, high)).tobytes())
