"""Join lines into paragraphs: PDFs break sentences at the margin, and so do some authors."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

from grader.model.document import Hidden, Line, Place
from grader.patterns import lazy_regex
from grader.reports.lines import LinePiece, SeenLine

_ASIDE = frozenset({Place.HEADER, Place.FOOTER, Place.CONTENTS, Place.PICTURE})
_COMMA = lazy_regex(r"[、，]\s*$")
_UNFINISHED = lazy_regex(r",\s*$|[をにはがのと]\s*$")
_WORD_CUT = lazy_regex(r"[A-Za-z]{2}[-‐\u00ad]$")
_LONG_LINE = 15.0  # full-width characters; a typist who breaks a sentence does so later
_NEAR_EDGE = 2.5  # characters that may be missing at the right edge of a full line
_STEP = 12.0  # points between columns
_ONE_LINE = 3  # a line is counted in the columns left and right of its own, too
_EVEN_SIZE = 0.15
_WIDEST_GAP = 40.0  # points; a line further below is not the next one


class JoinedLines(Struct, frozen=True):
    """A text in one piece, and which of its characters came from which line."""

    text: str
    page: int
    starts: tuple[tuple[int, int], ...]  # offset in the text, index of the line


def join_lines(lines: Sequence[SeenLine], alone: Collection[int] = ()) -> Iterator[JoinedLines]:
    """Join lines into paragraphs; lines whose indices are in `alone` (headings) stay alone.

    Page headers, contents, labels of plots, code and hidden text are left out.
    """
    prose = [seen for seen in lines if _is_prose(seen)]
    is_full = _fullness([seen for seen in prose if not seen.whole.is_caption])
    pitch = _usual_gap(lines)
    parts: list[tuple[SeenLine, LinePiece]] = []
    for seen in prose:
        if seen.index in alone or seen.whole.is_caption:
            yield from _of_parts([(seen, seen.whole)])
            if seen.index in alone:
                yield from _of_parts(parts)
                parts = []
            continue
        for nth, piece in enumerate(seen.pieces):
            before = parts[-1] if parts else None
            if before and not (
                _goes_on(before[1], piece)
                if nth or not seen.line.page
                else _runs_on(before[0], seen, is_full, pitch)
            ):
                yield from _of_parts(parts)
                parts = []
            parts.append((seen, piece))
    yield from _of_parts(parts)


def _is_prose(seen: SeenLine) -> bool:
    """Return whether a line is part of the running text."""
    visible = seen.line.place not in _ASIDE and seen.line.hidden is Hidden.NO
    return visible and bool(seen.whole.bare) and not seen.is_code


def _of_parts(parts: Sequence[tuple[SeenLine, LinePiece]]) -> Iterator[JoinedLines]:
    """Make a paragraph of pieces of lines, if there are any."""
    pieces: list[str] = []
    starts: list[tuple[int, int]] = []
    length, last = 0, None
    for seen, piece in parts:
        more = piece.bare
        if last and _WORD_CUT.search(last.bare[-3:]) and more[:1].islower():
            pieces[-1] = pieces[-1][:-1]
            length -= 1
        elif last and not (last.ends_wide or piece.begins_wide):
            pieces[-1] += " "
            length += 1
        starts.append((length, seen.index))
        pieces.append(more)
        length += len(more)
        last = piece if more else last
    if length:
        yield JoinedLines("".join(pieces), parts[0][0].line.page, tuple(starts))


def _goes_on(before: LinePiece, piece: LinePiece) -> bool:
    """Return whether a typist broke a sentence between two paragraphs."""
    unfinished = before.width >= _LONG_LINE and _UNFINISHED.search(before.text)
    goes_on = bool(unfinished or _COMMA.search(before.text))
    return goes_on and not piece.is_item and not piece.is_caption


def _runs_on(
    before: SeenLine, seen: SeenLine, is_full: Callable[[SeenLine, SeenLine], bool], pitch: float
) -> bool:
    """Return whether a line of a PDF continues the text of the line before it."""
    above, line = before.line, seen.line
    if above.place is not line.place or line.listed or seen.whole.is_item:
        return False
    if above.bold is not line.bold or before.ends or before.is_title:
        return False
    if above.size_pt and abs(line.size_pt - above.size_pt) > _EVEN_SIZE * above.size_pt:
        return False
    if above.box and line.box and above.page == line.page:
        gap = line.box[1] - above.box[3]
        if gap > pitch + 0.9 * (line.box[3] - line.box[1]):
            return False
    return is_full(before, seen) or _goes_on(before.whole, seen.whole)


def _usual_gap(lines: Sequence[SeenLine]) -> float:
    """Return the usual white space between two lines, in points."""
    gaps = [
        after.box[1] - before.box[3]
        for before, after in pairwise(seen.line for seen in lines)
        if before.box and after.box and before.page == after.page
    ]
    return median([gap for gap in gaps if 0 <= gap < _WIDEST_GAP] or [8.0])


def _fullness(lines: Sequence[SeenLine]) -> Callable[[SeenLine, SeenLine], bool]:
    """Return a test whether a line, given the next one, reaches its column's right edge."""
    edges: dict[tuple[int, int], list[float]] = defaultdict(list)
    widest: dict[int, float] = {}
    for seen in lines:
        line = seen.line
        if line.box:
            for column in _columns(line):
                edges[column].append(line.box[2])
        else:
            widest[line.page] = max(widest.get(line.page, 0.0), seen.bare_width)

    margins: dict[tuple[int, int], tuple[float, int]] = {}

    def margin(line: Line, size: float) -> tuple[float, int]:
        key = (line.page, int((line.box or (0.0,))[0] // _STEP))
        if key not in margins:
            rights = [right for column in _columns(line) for right in edges[column]]
            edge = max(rights)
            reached = sum(right + _NEAR_EDGE * size >= edge for right in rights)
            margins[key] = (edge, reached)
        return margins[key]

    def is_full(seen: SeenLine, following: SeenLine) -> bool:
        line = seen.line
        missing = max(_NEAR_EDGE, following.first_word)  # the word had no room on this line
        if not line.box:
            return seen.bare_width + missing >= widest.get(line.page, 0.0) >= _LONG_LINE
        size = line.size_pt or line.box[3] - line.box[1]
        edge, reached = margin(line, size)
        if edge - line.box[0] < _LONG_LINE * size or line.box[2] + missing * size < edge:
            return False
        # A margin is reached more than once; else this is only the longest line.
        return reached > _ONE_LINE or not seen.whole.is_item

    return is_full


def _columns(line: Line) -> Iterator[tuple[int, int]]:
    """Yield the columns, by page and left edge, that a line may be in; an indent makes none."""
    if line.box:
        for shift in (-1, 0, 1):
            yield line.page, int(line.box[0] // _STEP) + shift
