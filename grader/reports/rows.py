"""Find the lines of a document that could be headings, and what sets them off from the body."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from grader.model.document import Hidden, Line, Place
from grader.patterns import lazy_regex
from grader.prose.folding import squeeze, without_radicals
from grader.reports.joining import JoinedLines
from grader.reports.lines import SeenLine
from grader.reports.titles import Marker, read_marker

_NO_ROWS = frozenset({Place.HEADER, Place.FOOTER, Place.NOTE, Place.CONTENTS, Place.PICTURE})
# Possessive and anchored, so that a long line cannot cause backtracking.
_LEADER = lazy_regex(
    r"(?<![.．・…‥·])(?<![.．・…‥·]\s)(?:[.．・…‥·]\s?){4,}+\s*+[0-9ivxｉ]*+\s*$"
    r"|(?<![…‥])[…‥]{2,}+\s*+\d*+\s*$|\t[^\S\t]*+\d{1,3}\s*$"
)
_TAIL = 60  # letters at the end of a line
_LONGEST = 1_000  # letters of a paragraph; a heading has fewer
_PAGE_NUMBER = lazy_regex(r"[\s.．…・\t]*\d{1,3}\s*$")
_COVER = lazy_regex(
    r"[■□●○◆・【\[＜]*\s*(?:氏\s*名|名\s*前|学\s*籍\s*番\s*号|学\s*生\s*番\s*号|学\s*番|番\s*号|提\s*出\s*日|提\s*出\s*者|提\s*出\s*期\s*限"
    r"|実\s*験\s*日|実\s*施\s*日|作\s*成\s*日|作\s*成\s*者|日\s*付|日\s*時|担\s*当|科\s*目|授\s*業|講\s*義|学\s*科|学\s*部|所\s*属|共\s*同\s*実\s*験\s*者|共同者|班"
    r"|指\s*導\s*教\s*員|教\s*員|学\s*年|クラス|組|name|student|date|author|class|id\b|submitted|due|course)"
    r"(?!について)",
    re.IGNORECASE,
)
_COUNTING = frozenset({"章", "節", "課題"})  # 第1章 and 第2章 are different headings
_EDGE = 3  # lines at the top and the bottom of a page
_OFTEN = 3  # pages on which a running head occurs
_SPACED = lazy_regex(  # 「課 題 １」
    "(?<=[\u3041-\u30ff\u3400-\u9fff])[ \u3000]{1,3}(?=[\u3041-\u30ff\u3400-\u9fff](?:[ \u3000]|$))"
)
_SAME_HEIGHT = 4.0  # points
_SAME_LEFT = 4.0  # points
_COLUMN = 0.1  # share of the text that starts at a column's left edge
_INDENT = 1.7  # characters; paragraphs are indented by one
_EMPHASIS = lazy_regex(
    r"gothic|ゴシック|bold|hei|meiryo|sans|arial|helvetica|heavy|black", re.IGNORECASE
)


_ALONE = frozenset({"課題", "付録"})  # headings by themselves
_EVEN = 0.05  # relative difference below which two sizes are equal
_SHORT = 30  # characters

# TeX sets Japanese at 0.925 of the size of Latin letters; smaller differences mean nothing.
LARGER = 1.095


class Body(Struct, frozen=True, kw_only=True):
    """How most of the text is set."""

    size_pt: float
    bold: bool
    font: str
    gap_pt: float  # usual white space between lines
    lefts: tuple[float, ...]  # where columns start


class HeadingCandidate(Struct, frozen=True, kw_only=True):
    """A line that could be a heading, with the lines on which it continues."""

    index: int  # of the line
    line: Line
    text: str  # with its continuation to the end of the paragraph
    lines: int  # number of these lines
    marker: Marker | None
    larger: float  # its size relative to the body; 1.0 = the same or unknown
    bold: bool  # bold, unlike the body
    other_font: bool  # in a gothic font, unlike the body
    space: bool  # more space above it than between lines
    beside: bool  # beside another line at its height: a row of a table
    indented: bool  # starts further right than the text
    set_off: bool  # its letters differ from the body's
    follows: str = ""  # the following row


def _body_of(lines: Sequence[SeenLine]) -> Body:
    """Find how most characters of the running text are set."""
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    lefts: Counter[float] = Counter()
    bold = 0
    for seen in lines:
        line = seen.line
        if line.place in _NO_ROWS or seen.is_code:
            continue
        count = len(seen.whole.bare)
        if line.box:
            lefts[round(line.box[0] / _SAME_LEFT) * _SAME_LEFT] += count
        sizes[round(line.size_pt, 1)] += count
        fonts[line.font] += count
        bold += count if line.bold else -count
    gaps = [
        after.box[1] - before.box[3]
        for before, after in pairwise(seen.line for seen in lines)
        if before.box and after.box and 0 <= after.box[1] - before.box[3] < before.size_pt * 2
    ]
    return Body(
        size_pt=max(sizes, key=lambda size: sizes[size], default=0.0),
        bold=bold > 0,
        font=max(fonts, key=lambda font: fonts[font], default=""),
        gap_pt=sorted(gaps)[len(gaps) // 2] if gaps else 0.0,
        lefts=tuple(left for left, n in lefts.items() if n >= _COLUMN * lefts.total()),
    )


def rows_of(lines: Sequence[SeenLine], paragraphs: Iterable[JoinedLines]) -> list[HeadingCandidate]:
    """Return the lines that could be headings, in order, without those that never are.

    A mark on a line of its own forms one row with the title on the next line.
    """
    body = _body_of(lines)
    skipped = _skipped(lines)
    pieces = [piece for piece in _pieces(lines, paragraphs) if piece[0] not in skipped]
    texts = [*(text for _, text, _ in pieces[1:]), ""]
    rows = [
        _row(lines, piece, body, follows)
        for piece, follows in zip(pieces, texts[: len(pieces)], strict=True)
    ]
    return _marks_joined(rows)


def _pieces(
    lines: Sequence[SeenLine], paragraphs: Iterable[JoinedLines]
) -> Iterator[tuple[int, str, int]]:
    """Yield each paragraph's first line, its text, and its number of lines."""
    taken: set[int] = set()
    joined = sorted(paragraphs, key=lambda paragraph: paragraph.starts[0][1])
    for paragraph in joined:
        members = [index for _, index in paragraph.starts]
        last = members[-1]
        named = lines[last].words.chapter == 1.0
        if len(set(members)) > 1 and named and last not in taken:
            cut = paragraph.starts[-1][0]  # a title below a line without a full stop
            yield members[0], paragraph.text[: min(cut, _LONGEST)].strip(), len(set(members)) - 1
            yield last, lines[last].whole.bare, 1
        else:
            yield members[0], paragraph.text[:_LONGEST], len(set(members))
        taken.update(members)


def _row(
    lines: Sequence[SeenLine], piece: tuple[int, str, int], body: Body, follows: str
) -> HeadingCandidate:
    """Describe one line."""
    index, printed, count = piece
    own = _SPACED.sub("", without_radicals(printed))
    line = lines[index].line
    text = f"{line.number} {own}" if line.number and line.text.startswith(printed[:3]) else own
    larger = line.size_pt / body.size_pt if line.size_pt and body.size_pt else 1.0
    bold = line.bold and not body.bold
    other_font = bool(_EMPHASIS.search(line.font)) and not _EMPHASIS.search(body.font)
    return HeadingCandidate(
        index=index,
        line=line,
        text=text.strip(),
        lines=count,
        marker=read_marker(text),
        larger=larger,
        bold=bold,
        other_font=other_font,
        space=_has_space(lines, index, body),
        beside=any(_is_beside(line, other) for other in _neighbours(lines, index)),
        indented=_is_indented(line, body),
        set_off=bold or other_font or larger >= LARGER,
        follows=follows,
    )


def _is_indented(line: Line, body: Body) -> bool:
    """Return whether a line starts further right than a paragraph does."""
    if not line.box or not body.lefts or line.centred:
        return False
    nearest = max((left for left in body.lefts if left <= line.box[0] + _SAME_LEFT), default=0.0)
    return line.box[0] - nearest > _INDENT * (line.size_pt or 10.0)


def _neighbours(lines: Sequence[SeenLine], index: int) -> Iterator[Line]:
    """Yield the lines before and after a line."""
    around = (*lines[max(0, index - 1) : index], *lines[index + 1 : index + 2])
    yield from (seen.line for seen in around)


def _is_beside(line: Line, other: Line) -> bool:
    """Return whether two lines are at one height, like the cells of a table row."""
    if not line.box or not other.box or line.page != other.page:
        return False
    apart = other.box[0] >= line.box[2] or other.box[2] <= line.box[0]
    return apart and abs(line.box[1] - other.box[1]) < _SAME_HEIGHT


def _has_space(lines: Sequence[SeenLine], index: int, body: Body) -> bool:
    """Return whether there is more space above a line than between two lines of the body."""
    line = lines[index].line
    if not line.box:
        return False
    above = (lines[i].line for i in range(index - 1, -1, -1))
    before = next((other for other in above if other.place is line.place), None)
    if before is None or not before.box or before.page != line.page:
        return True
    gap = line.box[1] - before.box[3]
    return gap > body.gap_pt + 0.3 * (line.size_pt or 10.0) or gap < -body.size_pt


def _skipped(lines: Sequence[SeenLine]) -> set[int]:
    """Find the lines that cannot be headings, whatever they look like."""
    skipped = {
        seen.index
        for seen in lines
        if seen.line.place in _NO_ROWS
        or seen.line.hidden is not Hidden.NO
        or seen.is_code
        or seen.whole.is_caption
        or not re.search(r"[^\W_]", seen.line.text)
        or _COVER.match(seen.whole.bare)
        or _LEADER.search(seen.line.text[-_TAIL:])
    }
    return skipped | _running_heads(lines) | _contents(lines)


def _running_heads(lines: Sequence[SeenLine]) -> set[int]:
    """Find lines at the same height of many pages, except the bare name of a chapter."""
    places: dict[str, list[int]] = defaultdict(list)
    for seen in _at_edges(lines):
        if seen.words.chapter < 1.0:
            counts = seen.marker is not None and seen.marker.style in _COUNTING
            text = seen.squeezed if counts else re.sub(r"\d+", "0", seen.squeezed)
            places[text].append(seen.index)
    heads: set[int] = set()
    for group in places.values():
        tops = Counter(_height(lines[i].line) for i in group)
        height, _ = tops.most_common(1)[0]
        same = [i for i in group if _height(lines[i].line) == height]
        if len({lines[i].line.page for i in same}) >= _OFTEN:
            heads.update(same)
    return heads


def _at_edges(lines: Sequence[SeenLine]) -> Iterator[SeenLine]:
    """Yield the first and the last lines of every page."""
    pages: dict[int, list[int]] = defaultdict(list)
    for index, seen in enumerate(lines):
        if seen.line.box and seen.line.page:
            pages[seen.line.page].append(index)
    if len(pages) >= _OFTEN:
        for members in pages.values():
            yield from (lines[index] for index in {*members[:_EDGE], *members[-_EDGE:]})


def _height(line: Line) -> int:
    """Return roughly how far down the page a line stands."""
    return round(line.box[1] / _SAME_HEIGHT) if line.box else 0


def _contents(lines: Sequence[SeenLine]) -> set[int]:
    """Find a table of contents by its title and by lines that are repeated later."""
    for start, seen in enumerate(lines):
        if len(seen.line.text) > _TAIL or not seen.words.contents:
            continue
        later = Counter(_without_page(other) for other in lines[start + 1 :])
        end = start + 1
        while end < len(lines) and _listed_in_contents(lines[end], later):
            later[_without_page(lines[end])] -= 1
            end += 1
        return set(range(start, end))
    return set()


def _listed_in_contents(seen: SeenLine, later: Counter[str]) -> bool:
    """Return whether a line belongs to a table of contents."""
    plain = _without_page(seen)
    return (
        bool(_LEADER.search(seen.line.text[-_TAIL:]))
        or len(plain) <= 1
        or later[plain] > 1
        or plain.isdigit()
    )


def _without_page(seen: SeenLine) -> str:
    """Return an entry of a table of contents as it is written above its chapter."""
    marker = seen.marker
    bare = marker.rest if marker and marker.rest else without_radicals(seen.line.text[:_LONGEST])
    return squeeze(_PAGE_NUMBER.sub("", bare))


def _marks_joined(rows: Sequence[HeadingCandidate]) -> list[HeadingCandidate]:
    """Join a mark on a line of its own with the title on the next line."""
    joined: list[HeadingCandidate] = []
    taken = False
    for row, title in zip_longest(rows, rows[1:]):
        if taken:
            taken = False
            continue
        taken = (
            title is not None and _is_mark_alone(row) and title.marker is None and _near(row, title)
        )
        joined.append(_with_mark(row, title) if taken and title else row)
    return joined


def _with_mark(row: HeadingCandidate, title: HeadingCandidate) -> HeadingCandidate:
    """Prepend a mark to a title."""
    text = f"{row.text} {title.text}"
    larger, bold = max(row.larger, title.larger), row.bold or title.bold
    return replace(
        row,
        text=text,
        marker=read_marker(text),
        follows=title.follows,
        larger=larger,
        bold=bold,
        set_off=bold or row.other_font or larger >= LARGER,
        beside=False,
        lines=row.lines + title.lines,
    )


def _is_mark_alone(row: HeadingCandidate) -> bool:
    """Return whether a line contains only the mark of a chapter."""
    if row.marker is None or row.marker.rest or row.marker.run_in:
        return row.marker is None and bool(re.fullmatch(r"\d{1,2}(?:\.\d{1,2})*[.．]?", row.text))
    return bool(row.marker.ordinal) and row.marker.style not in _ALONE


def _near(mark: HeadingCandidate, title: HeadingCandidate) -> bool:
    """Return whether a title may belong to the mark above or beside it."""
    if mark.line.page != title.line.page or title.index - mark.index > mark.lines:
        return False
    alike = abs(mark.larger - title.larger) < max(_EVEN, 0.3 * mark.larger)
    return title.lines == 1 and len(title.text) <= _SHORT and alike
