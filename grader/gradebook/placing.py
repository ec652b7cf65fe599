"""Find the place of a comment again, in a report that may now be shown in another form."""

import unicodedata
from collections.abc import Callable, Sequence

from grader.model.document import Document, Hidden
from grader.model.places import Place

FEWEST = 6  # letters; shorter lines are not searched for
NEARLY = 2.0  # points by which a figure's side may differ


def squeezed(text: str) -> str:
    """Normalise a text for comparison: no spaces, width or case."""
    return "".join(unicodedata.normalize("NFKC", text).split()).lower()


def find_line(place: Place, document: Document) -> int:
    """Find the line of a place in a report by its text; -1 if uncertain."""
    quote, lines = squeezed(place.quote), _lines_of(document)
    at = place.line - 1
    if 0 <= at < len(lines) and quote and lines[at].startswith(quote):
        return at
    if len(quote) < FEWEST:
        return -1
    says: Sequence[Callable[[str], bool]] = (
        lambda line: quote in line,
        lambda line: len(line) >= FEWEST and quote.startswith(line),  # a paragraph, split on a page
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
    """Return whether there is a picture where the place has a figure."""
    return place.box is not None and any(
        picture.page == place.page
        and picture.box is not None
        and all(
            abs(one - other) <= NEARLY for one, other in zip(picture.box, place.box, strict=True)
        )
        for picture in document.pictures
    )
