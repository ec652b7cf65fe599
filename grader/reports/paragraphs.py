"""Lines put together to paragraphs: a PDF breaks a sentence at the margin, and so does a typist."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

from grader.model.document import Hidden, Line, Place
from grader.patterns import lazy_regex
from grader.prose.splitting import has_japanese
from grader.reports.numbering import read_marker
from grader.reports.shapes import (
    code_lines,
    ends_for_sure,
    is_caption,
    is_item,
    width,
)
from grader.reports.vocabulary import chapter_word

_ASIDE = frozenset({Place.HEADER, Place.FOOTER, Place.CONTENTS, Place.PICTURE})
_COMMA = lazy_regex(r"[、，]\s*$")
_UNFINISHED = lazy_regex(r",\s*$|[をにはがのと]\s*$")
_WORD = lazy_regex(r"\s*[!-~]+")
_WORD_CUT = lazy_regex(r"[A-Za-z]{2}[-‐\u00ad]$")
_LONG_LINE = 15.0  # full-width characters; a typist who breaks a sentence does so later
_NEAR_EDGE = 2.5  # characters that may be missing at the right edge of a full line
_STEP = 12.0  # points between columns
_TITLE_LENGTH, _TITLE_WIDTH = 60, 30.0
_ONE_LINE = 3  # a line is counted in the columns left and right of its own, too
_EVEN_SIZE = 0.15
_WIDEST_GAP = 40.0  # points; what is further apart is no next line


class JoinedParagraph(Struct, frozen=True):
    """A text in one piece, and which of its characters came from which line."""

    text: str
    page: int
    starts: tuple[tuple[int, int], ...]  # offset in the text, index of the line

    def line_at(self, offset: int) -> int:
        """Gives the line that a character came from."""
        at = bisect_right(self.starts, offset, key=lambda start: start[0])
        return self.starts[max(0, at - 1)][1]


def paragraphs(lines: Sequence[Line], alone: Collection[int] = ()) -> Iterator[JoinedParagraph]:
    """Joins lines to paragraphs; the lines whose indices are in `alone` (headings) join nothing.

    Leaves out what is no running text: page headers, contents, labels of plots, code, hidden text.
    """
    prose = _prose(lines)
    is_full = _fullness([lines[i] for i in sorted(prose) if not is_caption(lines[i].text)])
    pitch = _usual_gap(lines)
    parts: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        if index not in prose:
            continue
        if index in alone or is_caption(line.text):
            yield from _of_parts(lines, [(index, line.text)])
            if index in alone:
                yield from _of_parts(lines, parts)
                parts = []
            continue
        for nth, piece in enumerate(line.text.splitlines()):
            before = parts[-1] if parts else None
            if before and not (
                _goes_on(before[1], piece)
                if nth or not line.page
                else _runs_on(lines[before[0]], line, is_full, pitch)
            ):
                yield from _of_parts(lines, parts)
                parts = []
            parts.append((index, piece))
    yield from _of_parts(lines, parts)


def _prose(lines: Sequence[Line]) -> frozenset[int]:
    """Finds the lines that are part of the running text."""
    code = code_lines(lines)
    return frozenset(
        index
        for index, line in enumerate(lines)
        if line.place not in _ASIDE
        and line.hidden is Hidden.NO
        and line.text.strip()
        and index not in code
    )


def _of_parts(lines: Sequence[Line], parts: Sequence[tuple[int, str]]) -> Iterator[JoinedParagraph]:
    """Makes a paragraph of pieces of lines, if there are any."""
    pieces: list[str] = []
    starts: list[tuple[int, int]] = []
    length, last = 0, ""
    for index, piece in parts:
        more = piece.strip()
        if _WORD_CUT.search(last[-3:]) and more[:1].islower():
            pieces[-1] = pieces[-1][:-1]
            length -= 1
        elif last and not (_is_wide(last[-1]) or _is_wide(more[:1])):
            pieces[-1] += " "
            length += 1
        starts.append((length, index))
        pieces.append(more)
        length += len(more)
        last = more or last
    if length:
        yield JoinedParagraph("".join(pieces), lines[starts[0][1]].page, tuple(starts))


def _is_wide(character: str) -> bool:
    """Says whether a character is set without spaces around it."""
    return bool(character) and (width(character) == 1.0 or has_japanese(character))


def _goes_on(before: str, text: str) -> bool:
    """Says whether a typist broke a sentence between two paragraphs."""
    return (
        bool(_COMMA.search(before) or (_UNFINISHED.search(before) and width(before) >= _LONG_LINE))
        and not is_item(text)
        and not is_caption(text)
    )


def _runs_on(before: Line, line: Line, is_full: Callable[[Line, str], bool], pitch: float) -> bool:
    """Says whether a line of a PDF goes on with the text of the line before it."""
    if before.place is not line.place or line.listed or is_item(line.text):
        return False
    if before.bold is not line.bold or ends_for_sure(before.text) or _is_title(before.text):
        return False
    if before.size_pt and abs(line.size_pt - before.size_pt) > _EVEN_SIZE * before.size_pt:
        return False
    if before.box and line.box and before.page == line.page:
        gap = line.box[1] - before.box[3]
        if gap > pitch + 0.9 * (line.box[3] - line.box[1]):
            return False
    return is_full(before, line.text) or _goes_on(before.text, line.text)


def _is_title(text: str) -> bool:
    """Says whether a line is what chapters are called, whatever follows it."""
    if width(text[:_TITLE_LENGTH]) > _TITLE_WIDTH:
        return False
    marker = read_marker(text)
    return chapter_word(marker.rest if marker else text) == 1.0


def _usual_gap(lines: Sequence[Line]) -> float:
    """Gives the usual white space between two lines, in points."""
    gaps = [
        after.box[1] - before.box[3]
        for before, after in pairwise(lines)
        if before.box and after.box and before.page == after.page
    ]
    return median([gap for gap in gaps if 0 <= gap < _WIDEST_GAP] or [8.0])


def _fullness(lines: Sequence[Line]) -> Callable[[Line, str], bool]:
    """Makes the test whether a line reaches the right edge of its column, given what follows."""
    edges: dict[tuple[int, int], list[float]] = defaultdict(list)
    widest: dict[int, float] = {}
    for line in lines:
        if line.box:
            for column in _columns(line):
                edges[column].append(line.box[2])
        else:
            widest[line.page] = max(widest.get(line.page, 0.0), width(line.text.strip()))

    margins: dict[tuple[int, int], tuple[float, int]] = {}

    def margin(line: Line, size: float) -> tuple[float, int]:
        key = (line.page, int((line.box or (0.0,))[0] // _STEP))
        if key not in margins:
            rights = [right for column in _columns(line) for right in edges[column]]
            edge = max(rights)
            reached = sum(right + _NEAR_EDGE * size >= edge for right in rights)
            margins[key] = (edge, reached)
        return margins[key]

    def is_full(line: Line, following: str) -> bool:
        word = _WORD.match(following)  # the next line starts with it, since it had no room here
        missing = max(_NEAR_EDGE, width(word[0]) if word else 0.0)
        if not line.box:
            return width(line.text.strip()) + missing >= widest.get(line.page, 0.0) >= _LONG_LINE
        size = line.size_pt or line.box[3] - line.box[1]
        edge, reached = margin(line, size)
        if edge - line.box[0] < _LONG_LINE * size or line.box[2] + missing * size < edge:
            return False
        # A margin is reached more than once; else this is only the longest line.
        return reached > _ONE_LINE or not is_item(line.text)

    return is_full


def _columns(line: Line) -> Iterator[tuple[int, int]]:
    """Gives the columns, by page and left edge, that a line may stand in; an indent makes none."""
    if line.box:
        for shift in (-1, 0, 1):
            yield line.page, int(line.box[0] // _STEP) + shift
