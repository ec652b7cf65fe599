"""What others may ask about reports without knowing this plugin; see protocols.Reports."""

from collections.abc import Iterable, Mapping, Sequence

from grader.model.course import RequiredChapter
from grader.model.document import Box, Pixels
from grader.model.report import Chapter
from grader.reports.checks import heading_of
from grader.reports.likeness import Look, is_same_picture, look_at
from grader.reports.page_png import page_png, painted_over


class KnownReports:
    """Answers with the functions that the checks use."""

    def png(self, pixels: Pixels) -> bytes:
        """Writes it quickly: somebody waits."""
        return page_png(pixels)

    def painted_over(self, png: bytes, boxes: Sequence[Box]) -> bytes:
        """Paints parts grey."""
        return painted_over(png, boxes)

    def look(self, png: bytes) -> Look | None:
        """Looks at a figure; None when it is too small, empty or no picture."""
        return look_at(png)

    def is_same(self, look: Look, other: Look) -> bool:
        """Compares two figures."""
        return is_same_picture(look, other)

    def headings(
        self, wanted: Iterable[RequiredChapter], chapters: Sequence[Chapter]
    ) -> Mapping[str, Chapter | None]:
        """Picks the plainest of several."""
        return heading_of(wanted, chapters)


KNOWN = KnownReports()
