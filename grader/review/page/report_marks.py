"""Mark what the grader found in a report, and mask what a blind reader must not see.

Findings are located by the boxes of lines and figures, or by their text; the list of marks also
contains those that were not located. Boxes are in points from the page's top left corner.

For a Word file, only the places of findings are looked up again, on the pages that LibreOffice made
of the file. An uncertain place counts as not found.
"""

import struct
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from grader.gradebook import placing
from grader.model.document import Box, Document, Hidden, Line, Picture, Place
from grader.model.report import Caption, Chapter, Figure, Quote, ReportOutline
from grader.review.page.blinding import LABELLED, Blind
from grader.wording.bilingual import Bilingual, BilingualText, Code

squeezed = placing.squeezed
PREFIX = 8  # maximum length of a number before a heading, in characters
NEARLY = 0.12  # maximum relative difference between two aspect ratios of one picture
MOST_MARKS = 300
AROUND = 1.5  # margin of a mask or mark around what it covers, in points
CUT = "…"  # marks where a quote was shortened
FEWEST = 3  # minimum number of letters of a text to search for
NAME_LINES = 15  # lines from the top in which a cover names its author
COVER_LINES = 60  # maximum number of lines of a cover, if the document has no pages


class ReportMark(Struct, frozen=True, kw_only=True):
    """One finding in a report, and its place."""

    number: int
    kind: str  # "heading", "claim", "explanation", "restated", "caption", "figure-yes", …
    name: BilingualText  # the kind in words, and how the finding was understood
    text: Code
    line: int  # index of the report's line with the finding; -1 = unknown
    page: int  # 0 = unknown
    boxes: tuple[Box, ...] = ()
    spans: tuple[tuple[int, int, int], ...] = ()  # line, first letter, end
    picture: int = -1  # index among the document's pictures


class _Wanted(Struct, frozen=True, kw_only=True):
    kind: str
    name: BilingualText
    text: str
    page: int
    line: int = -1  # the expected line
    box: Box | None = None
    picture: int = -1


def find_marks(
    document: Document, outline: ReportOutline, words: Bilingual, shown: Callable[[str], str]
) -> list[ReportMark]:
    """Locate all findings of the outline in the document; `shown` masks texts if that is needed."""
    letters = _Letters(document.lines)
    marks: list[ReportMark] = []
    for wanted in _wanted(outline, words):
        if len(marks) == MOST_MARKS:
            break
        spans = () if wanted.box or wanted.picture >= 0 else letters.find(wanted)
        page = wanted.page or next((document.lines[line].page for line, _, _ in spans), 0)
        here = [span for span in spans if document.lines[span[0]].page == page]
        boxes = (wanted.box,) if wanted.box else tuple(_boxes(document.lines, here))
        marks.append(
            ReportMark(
                number=len(marks) + 1,
                kind=wanted.kind,
                name=wanted.name,
                text=Code(shown(wanted.text)),
                line=wanted.line,
                page=page,
                boxes=boxes,
                spans=spans,
                picture=wanted.picture,
            )
        )
    return marks


def _wanted(outline: ReportOutline, words: Bilingual) -> Iterator[_Wanted]:
    """List the findings in a report, page by page, from top to bottom."""
    wanted = [*_headings(outline.chapters, words), *_captions(outline.captions, words)]
    wanted += _figures(outline.figures, words)
    for relation in outline.relations:
        name = words.say("page.found.claim_kind")
        if relation.exponents:
            name = words.say("page.found.claim", growth=relation.printed)
        wanted.append(_quoted("claim", name, relation.quote))
    kinds = (("explanation", outline.explanations), ("restated", outline.restated))
    for kind, quotes in kinds:
        name = words.say(f"page.found.{kind}")
        wanted += [_quoted(kind, name, quote) for quote in dict.fromkeys(quotes)]
    yield from sorted(wanted, key=lambda mark: mark.page)


def _headings(chapters: Iterable[Chapter], words: Bilingual) -> Iterator[_Wanted]:
    name = words.say("page.found.heading")
    for chapter in chapters:
        yield _Wanted(
            kind="heading", name=name, text=chapter.text, page=chapter.page, line=chapter.line
        )


def _captions(captions: Iterable[Caption], words: Bilingual) -> Iterator[_Wanted]:
    name = words.say("page.found.caption")
    for caption in captions:
        text = f"{caption.label} {caption.title}".strip()
        yield _Wanted(kind="caption", name=name, text=text, page=caption.page, line=caption.line)


def _figures(figures: Iterable[Figure], words: Bilingual) -> Iterator[_Wanted]:
    for at, figure in enumerate(figures):
        if not figure.decoration:
            answer = figure.is_graph.value
            caption = (
                f"{figure.caption.label} {figure.caption.title}".strip() if figure.caption else ""
            )
            name = words.say(f"page.found.figure_{answer}")
            yield _Wanted(
                kind=f"figure-{answer}",
                name=name,
                text=caption,
                page=figure.page,
                box=figure.box,
                picture=at,
            )


def _quoted(kind: str, name: BilingualText, quote: Quote) -> _Wanted:
    return _Wanted(kind=kind, name=name, text=quote.text, page=quote.page)


class _Letters:
    """The letters of a document without spaces and in one width, each with its place."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._pages: dict[int, tuple[str, list[tuple[int, int]]]] = {}

    def find(self, wanted: _Wanted) -> tuple[tuple[int, int, int], ...]:
        """Find a text: in the line where it should be, else anywhere on its page."""
        text = squeezed(wanted.text.strip().strip(CUT))
        if len(text) < FEWEST:
            text = text or "\0"
        line = wanted.line
        if 0 <= line < len(self._lines) and text[:8] in squeezed(self._lines[line].text):
            return ((line, 0, len(self._lines[line].text)),)
        letters, places = self._page(wanted.page)
        at = letters.find(text)
        if at < 0 and CUT in wanted.text:  # shortened in the middle
            text = squeezed(wanted.text.strip().split(CUT)[0])
            at = letters.find(text) if len(text) >= FEWEST else -1
        return _spans(places[at : at + len(text)]) if at >= 0 else ()

    def _page(self, page: int) -> tuple[str, list[tuple[int, int]]]:
        if page not in self._pages:
            letters: list[str] = []
            places: list[tuple[int, int]] = []
            for at, line in enumerate(self._lines):
                running = line.hidden is Hidden.NO and line.place not in _APART
                if page in (0, line.page) and running:  # 0 = the page is unknown
                    for index, letter in enumerate(line.text):
                        own = squeezed(letter)
                        letters.append(own)
                        places += [(at, index)] * len(own)
            self._pages[page] = "".join(letters), places
        return self._pages[page]


_APART = frozenset({Place.HEADER, Place.FOOTER, Place.PICTURE})  # never part of a sentence


def _spans(places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    ends: dict[int, tuple[int, int]] = {}
    for line, letter in places:
        first, last = ends.get(line, (letter, letter + 1))
        ends[line] = min(first, letter), max(last, letter + 1)
    return tuple((line, first, last) for line, (first, last) in ends.items())


def _boxes(lines: Sequence[Line], spans: Iterable[tuple[int, int, int]]) -> Iterator[Box]:
    """Yield the part of each line's box that a span covers; wide characters count twice."""
    for at, first, last in spans:
        line = lines[at]
        if line.box is None:
            continue
        left, top, right, bottom = line.box
        widths = [2 if unicodedata.east_asian_width(letter) in "WFA" else 1 for letter in line.text]
        total_width = max(sum(widths), 1)
        start, end = sum(widths[:first]) / total_width, sum(widths[:last]) / total_width
        across = right - left
        yield (
            left + start * across - AROUND,
            top - AROUND,
            left + end * across + AROUND,
            bottom + AROUND,
        )


class Masks(Struct, frozen=True, kw_only=True):
    """The parts of a PDF that are hidden from a blind reader."""

    boxes: Mapping[int, Sequence[Box]] = field(default_factory=dict)  # shares of a page, by page
    unseen: frozenset[int] = frozenset()  # scanned pages, on which names cannot be found


def find_masks(document: Document, outline: ReportOutline, blind: Blind) -> Masks:
    """Find the cover, and all lines and pictures that reveal an identity."""
    sizes = {page.number: (page.width_pt, page.height_pt) for page in document.pages}
    boxes_by_page: dict[int, list[Box]] = {page: [] for page in sizes}
    if 1 in sizes:
        bottom = cover_end(document, outline, blind, sizes[1][1])
        if bottom > 0:
            boxes_by_page[1].append((0.0, 0.0, sizes[1][0], bottom))
    for line in document.lines:
        if line.box is not None and line.page in sizes and tells_of_somebody(line.text, blind):
            left, top, right, bottom = line.box
            boxes_by_page[line.page].append((left - 4, top - 2, right + 4, bottom + 2))
    for picture in document.pictures:
        telling = any(tells_of_somebody(text, blind) for text in picture.texts)
        if picture.box is not None and picture.page in sizes and telling:
            boxes_by_page[picture.page].append(picture.box)
    return Masks(
        boxes={
            page: [_share(box, sizes[page]) for box in boxes]
            for page, boxes in boxes_by_page.items()
        },
        unseen=frozenset((*outline.scanned_pages, *outline.ink_pages)),
    )


def tells_of_somebody(text: str, blind: Blind) -> bool:
    """Return whether a line contains a name, or a label of one."""
    return blind.tells(text) or LABELLED.search(text) is not None


def cover_lines(document: Document, outline: ReportOutline, blind: Blind) -> int:
    """Count the lines of the cover: all before the first heading after the author's name.

    Returns 0 if no heading is within reach: then only lines that reveal an identity are masked.
    """
    near = range(min(len(document.lines), NAME_LINES))
    lines = document.lines
    named = max((at for at in near if tells_of_somebody(lines[at].text, blind)), default=-1)
    heading = next((chapter.line for chapter in outline.chapters if chapter.line > named), 0)
    return heading if heading < COVER_LINES or document.pages else 0


def cover_end(document: Document, outline: ReportOutline, blind: Blind, height: float) -> float:
    """Return where the cover on the first page ends; the page's height if it has no heading."""
    count = cover_lines(document, outline, blind)
    if count == 0:
        first = outline.chapters[0] if outline.chapters else None
        return 0.0 if first is not None else height / 4
    heading = document.lines[count] if count < len(document.lines) else None
    if heading is None or heading.page != 1 or heading.box is None:
        return height
    return max(heading.box[1] - 2, 0.0)


def _share(box: Box, size: tuple[float, float]) -> Box:
    left, top, right, bottom = box
    width, height = size
    return (
        max(left / width, 0.0),
        max(top / height, 0.0),
        min(right / width, 1.0),
        min(bottom / height, 1.0),
    )


def on_pages(outline: ReportOutline, pages: Document) -> ReportOutline:
    """Return the outline with the places of headings and figures on the pages.

    Other findings are located by their text when they are marked.
    """
    return replace(
        outline,
        chapters=tuple(_chapters(outline.chapters, pages)),
        captions=tuple(replace(caption, page=0, line=-1) for caption in outline.captions),
        figures=tuple(_figures_on_pages(outline.figures, pages)),
    )


def _chapters(chapters: Sequence[Chapter], pages: Document) -> Iterator[Chapter]:
    """Find each heading after the previous one, on a line that ends with it."""
    lines = [squeezed(line.text) for line in pages.lines]
    start = 0
    for chapter in chapters:
        text = squeezed(chapter.text)
        at = next((at for at in range(start, len(lines)) if _is_heading(lines[at], text)), -1)
        start = at + 1 if at >= 0 else start
        yield replace(chapter, line=at, page=pages.lines[at].page if at >= 0 else 0)


def _is_heading(line: str, text: str) -> bool:
    if not text or not line:
        return False
    # A long one goes on in the next line.
    stands_whole = line.endswith(text) and len(line) <= len(text) + PREFIX
    return stands_whole or (len(line) > PREFIX and text.startswith(line))


def _figures_on_pages(figures: Sequence[Figure], pages: Document) -> Iterator[Figure]:
    """Yield figures with their places on the pages, matched in order by shape."""
    drawn = sorted(
        pages.pictures, key=lambda picture: (picture.page, picture.box[1] if picture.box else 0.0)
    )
    start = 0
    as_many = len(figures) == len(drawn)  # then figures of unknown shape match the next place
    for figure in figures:
        shape = _shape(figure.crop)
        places = range(start, len(drawn))
        at = next((at for at in places if _is_like(drawn[at], shape, otherwise=as_many)), -1)
        start = at + 1 if at >= 0 else start
        picture = drawn[at] if at >= 0 else None
        yield replace(
            figure, page=picture.page if picture else 0, box=picture.box if picture else None
        )


def _shape(png: bytes) -> float:
    """Return width divided by height of a PNG of ours; 0 if it has no header."""
    if len(png) < 24:  # noqa: PLR2004 - signature, and the header's first numbers
        return 0.0
    width, height = struct.unpack(">II", png[16:24])
    return width / height if height else 0.0


def _is_like(picture: Picture, shape: float, *, otherwise: bool) -> bool:
    if picture.box is None or shape == 0:
        return otherwise
    left, top, right, bottom = picture.box
    return bottom > top and abs((right - left) / (bottom - top) / shape - 1) < NEARLY
