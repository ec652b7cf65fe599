"""Finds again what a comment speaks of, in a report that may be shown in another form by now."""

import unicodedata
from collections.abc import Callable, Sequence

from grader.model.document import Document, Hidden
from grader.model.places import Place

FEWEST = 6  # letters of a line that is looked for
NEARLY = 2.0  # points that a figure's side may be off


def squeezed(text: str) -> str:
    """Return the letters of a text without gaps, widths and cases."""
    return "".join(unicodedata.normalize("NFKC", text).split()).lower()


def find_line(place: Place, document: Document) -> int:
    """Find the line of a report that a place is, by what it says; -1 where that is not sure."""
    quote, lines = squeezed(place.quote), _lines_of(document)
    at = place.line - 1
    if 0 <= at < len(lines) and quote and lines[at].startswith(quote):
        return at
    if len(quote) < FEWEST:
        return -1
    says: Sequence[Callable[[str], bool]] = (
        lambda line: quote in line,
        lambda line: len(line) >= FEWEST and quote.startswith(line),  # a paragraph, on a page
    )
    for is_it in says:
        found = [number for number, line in enumerate(lines) if is_it(line)]
        if found:
            return found[0] if len(found) == 1 else -1
    return -1


def _lines_of(document: Document) -> list[str]:
    return [
        squeezed(f"{line.number}{line.text}") if line.hidden is Hidden.NO else ""
        for line in document.lines
    ]


def has_figure(place: Place, document: Document) -> bool:
    """Return whether a picture lies where the place says that a figure does."""
    return place.box is not None and any(
        picture.page == place.page
        and picture.box is not None
        and all(
            abs(one - other) <= NEARLY for one, other in zip(picture.box, place.box, strict=True)
        )
        for picture in document.pictures
    )
