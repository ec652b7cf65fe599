"""The appearance of every line of a document, determined once for all later passes.

Lines are classified by their characters: a caption, code, an item of a list, a chapter's
name. Whether it is code, its neighbours tell as well.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from grader.model.document import Line
from grader.patterns import lazy_regex
from grader.prose.folding import FoldedText, has_japanese, width
from grader.prose.splitting import ABBREVIATION
from grader.reports.titles import LineTitle, Marker, TitleWords

_FIGURE = (
    r"(?:図表?|表|写真|グラフ|fig(?:ure|s)?\.?|tables?|tab\.|listing|リスト|ソースコード|コード)"
)
_NUMBER = r"[0-9０-９A-Z]{1,3}(?:[.．\-‐–ー－][0-9０-９a-z]{1,3})*"
_PARTICLES = "にはをがのでともやからよりまへ、，,）)」"
_FIRST_LETTERS = "かまよやもとへで"  # 「図2 もとの画像」 has no particle
_GOES_ON = lazy_regex(
    "から|まで|より|では|でも|とも|として|との|とし|も[、，図同]|で示|と図|や図|と表|や表"
)
_CAPTION = lazy_regex(
    rf"[(（\[【<＜《]?\s*{_FIGURE}\s*{_NUMBER}\s*(?:[:：.．)）\]】>＞》]|\s|$|(?=[^\s{_PARTICLES}]))(.*)",
    re.IGNORECASE | re.DOTALL,
)
_BULLET = lazy_regex("[・･•●○◎■□◆◇▲△▼▽★☆※▪▫‣◦⦿➢➤✓✔\uf000-\uf0ff*＊\\-–—]\\s*\\S")
_ITEM = lazy_regex(
    r"[(（\[]?(?:[0-9０-９]{1,2}|[a-zａ-ｚ]|[ivx]{1,4}|[ア-ンあ-お])[)）\].．](?![0-9０-９])\s*\S"
    r"|[0-9０-９]{1,2}(?:[.．\-][0-9０-９]{1,2}){1,3}[.．]?\s+(?!であ|です|を|に|の|が|と|から|より|まで|秒|倍|回)\S"
    r"|第[0-9０-９一二三四五六七八九十]+[章節部]"
    r"|[①-⓿㈠-㉃Ⅰ-ⅿ❶-➓]|[【＜〈《≪〔][^】＞〉》≫〕]{1,20}[】＞〉》≫〕]"
    r"|(?:課題|問題?|設問)\s*[0-9０-９]{1,2}(?![0-9０-９でのにをはがともや、])"
)
_CODE = lazy_regex(
    r"\s*+(?:[0-9]{1,3}[:.]?\s++)?(?:"
    r"(?:import|from)\s+[\w.]+(?:\s+(?:import|as)\s+[\w*, ]+)?$"
    r"|def\s+\w+\s*\(|class\s+\w+.*:$|(?:for|while|if|elif|with)\s.*:$|(?:else|try|finally)\s*:$"
    r"|return\b(?!.*[.。]$)|print\s*\(|#\s*include|#\s*define|[#%]{1,2}\s*\w.*=|@\w+"
    r"|(?:int|float|double|void|char|const|static)\s+[\w*]+\s*[=;(\[]"
    r"|>>>|In\s*\[[\d ]*\]|Out\s*\[[\d ]*\]|\$\s|%%?\w+\s|!pip|[{}]\s*;?\s*$"
    r"|[\w.\[\], ()]+\s(?:=|\+=|-=|\*=|==)\s.*[\w)\]\"'},]\s*(?:#.*)?$|[\w.]+\([^()]*\)\s*;?$"
    r")"
)
_MONOSPACED = lazy_regex(
    r"courier|consola|mono|menlo|monaco|cmtt|lmtt|nimbusmon|inconsolata|typewriter|source ?code"
    r"|fira ?code|cascadia|pcr|txtt",
    re.IGNORECASE,
)
_FIRST_WORD = lazy_regex(r"\s*[!-~]+")
_END = lazy_regex("[。．.！？!?][」』）)\\]”\"']*\\s*$")


class LinePiece(Struct, frozen=True, kw_only=True):
    """A line, or its part between breaks that the author inserted."""

    text: str
    bare: str  # without the spaces around it
    width: float  # of `text`, in full-width characters
    is_caption: bool
    is_item: bool
    begins_wide: bool  # no space precedes its first character (of `bare`)
    ends_wide: bool  # no space follows its last one


class SeenLine(Struct, frozen=True, kw_only=True):
    """A line with its appearance."""

    index: int  # among the document's lines
    line: Line
    whole: LinePiece
    pieces: tuple[LinePiece, ...]  # between the breaks in it
    bare_width: float  # of `whole.bare`
    first_word: float  # width of the word in narrow letters that it begins with
    ends: bool  # as a sentence does, and not in an abbreviation or a number
    squeezed: str  # its first 1,000 characters, folded and without spaces
    marker: Marker | None
    words: TitleWords
    is_title: bool  # it begins with a usual title of a chapter
    is_code: bool
    is_monospaced: bool


def see_lines(
    lines: Sequence[Line], texts: Sequence[FoldedText], titles: Sequence[LineTitle]
) -> tuple[SeenLine, ...]:
    """Combine every line of a document with its folded text and what it says as a title."""
    code = code_lines(lines, texts)
    seen: list[SeenLine] = []
    for index, (line, text, title) in enumerate(zip(lines, texts, titles, strict=True)):
        whole = _piece(line.text, text.width)
        first_word = _FIRST_WORD.match(line.text)
        seen.append(
            SeenLine(
                index=index,
                line=line,
                whole=whole,
                pieces=_pieces(whole),
                bare_width=whole.width if whole.bare == line.text else width(whole.bare),
                first_word=width(first_word[0]) if first_word else 0.0,
                ends=ends_for_sure(line.text),
                squeezed=text.squeezed,
                marker=title.marker,
                words=title.words,
                is_title=title.is_title,
                is_code=index in code,
                is_monospaced=is_monospaced(line.font),
            )
        )
    return tuple(seen)


def _piece(text: str, wide: float) -> LinePiece:
    bare = text.strip()
    return LinePiece(
        text=text,
        bare=bare,
        width=wide,
        is_caption=is_caption(text),
        is_item=is_item(text),
        begins_wide=_is_wide(bare[:1]),
        ends_wide=_is_wide(bare[-1:]),
    )


def _pieces(whole: LinePiece) -> tuple[LinePiece, ...]:
    texts = whole.text.splitlines()
    return (whole,) if texts == [whole.text] else tuple(_piece(text, width(text)) for text in texts)


def _is_wide(character: str) -> bool:
    """Return whether a character is set without spaces around it."""
    return bool(character) and (width(character) == 1.0 or has_japanese(character))


def is_caption(text: str) -> bool:
    """Return whether a line starts like the title of a figure or table, unlike any sentence."""
    match = _CAPTION.match(text.strip())
    if match is None:
        return False
    title = match[1].strip()
    if not title or title[0] not in _PARTICLES:
        return True
    apart = match.start(1) > 0 and text.strip()[match.start(1) - 1] in " 　:：.．"
    sentence = ends_sentence(title) or re.search("[、，。]", title) or _GOES_ON.match(title)
    return apart and title[0] in _FIRST_LETTERS and not sentence


def is_item(text: str) -> bool:
    """Return whether a line starts with the mark of a list, a typed number or a bullet."""
    text = text.lstrip()
    return bool(_ITEM.match(text) or (_BULLET.match(text) and not text[:2].strip("-–—").isdigit()))


def is_code(folded: FoldedText, font: str = "") -> bool:
    """Return whether a line is part of a program or of terminal output."""
    text = folded.text
    if folded.japanese and ends_sentence(text) and "=" not in text:
        return False
    if is_monospaced(font) and not folded.japanese:
        return True
    return bool(_CODE.match(text)) and not text.rstrip().endswith("。")


def is_monospaced(font: str) -> bool:
    """Return whether a font is usual for code."""
    return bool(_MONOSPACED.search(font))


def ends_sentence(text: str) -> bool:
    """Return whether a text ends as a sentence does."""
    return bool(_END.search(text))


def ends_for_sure(text: str) -> bool:
    """Return whether a text ends as a sentence does, and not in an abbreviation or a number."""
    if not ends_sentence(text):
        return False
    before = text.rstrip().rstrip("．.")
    return before == text.rstrip() or not (before[-1:].isdigit() or ABBREVIATION.search(before))


_COMMENT = lazy_regex(r"\s*(?:\d{1,3}[:.]?\s+)?(?:#(?!#)|//|/\*|\*/|\"\"\"|'''|%\s)")
_MOSTLY = 0.6  # a text set in one font of fixed width is no program for that
_REACH = 2


def code_lines(lines: Sequence[Line], texts: Sequence[FoldedText]) -> frozenset[int]:
    """Find the lines that are code or output; comments belong to the code that is near."""
    fixed = sum(len(line.text) for line in lines if is_monospaced(line.font))
    everywhere = fixed > _MOSTLY * sum(len(line.text) for line in lines)
    sure: set[int] = set()
    maybe: set[int] = set()
    for index, (line, text) in enumerate(zip(lines, texts, strict=True)):
        font = "" if everywhere else line.font
        if not line.level and is_code(text, font):
            sure.add(index)
        elif _COMMENT.match(line.text) or _is_comment_font(text, font):
            maybe.add(index)
    return frozenset(sure | _spread(sure, maybe))


def _is_comment_font(folded: FoldedText, font: str) -> bool:
    """Return whether a Japanese line is typeset like code."""
    return is_monospaced(font) and folded.japanese and not ends_sentence(folded.text)


def _spread(sure: set[int], maybe: set[int]) -> set[int]:
    """Add lines that may be code and are next to code."""
    spread: set[int] = set()
    for index in [*sorted(maybe), *sorted(maybe, reverse=True)]:
        near = range(index - _REACH, index + _REACH + 1)
        if any(other in sure or other in spread for other in near if other != index):
            spread.add(index)
    return spread
