"""Count what a reader sees of a report: pages, characters, sizes. Find hidden text.

Text that is hidden for honest reasons is left out.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from grader.model.document import Document, Hidden, Line, Page, Place
from grader.model.report import HiddenText, Quote, ReportOutline
from grader.patterns import lazy_regex
from grader.prose.folding import fold, squeeze
from grader.reports.lines import SeenLine
from grader.reports.sentences import shortened

HARDLY_ANY = 30  # visible characters; with fewer, a page counts as having no text
UNDER_A_PICTURE = 0.6  # share of a page
LETTERS = 40  # letters drawn as curves, on a page whose text was converted to outlines
INK, INK_OVER_TEXT = 1_000, 200  # strokes of handwriting, alone and over hidden text


def measure(document: Document, seen: Sequence[SeenLine]) -> ReportOutline:
    """Count pages and characters; find the usual sizes and hidden text."""
    lines, pages = document.lines, document.pages
    visible = "\n".join(line.text for line in lines if _is_seen(line))
    return ReportOutline(
        kind=document.kind,
        producer=document.producer,
        # The page count in a Word file may be outdated: it is from the last program that counted.
        page_count=document.page_count if pages else 0,
        page_size_pt=_page_size(pages),
        body_size_pt=_body_size(seen),
        characters=sum(map(_characters, lines)),
        invisible=_invisible(document),
        typed=sum(page.typed for page in pages),
        outlined_pages=tuple(page.number for page in pages if _is_outlined(page)),
        ink_pages=tuple(page.number for page in pages if _is_ink(page)),
        scanned_pages=tuple(page.number for page in pages if _is_scanned(page)),
        garbled=garbled_share(visible),
        hidden=find_hidden(lines, pages),
    )


def _is_seen(line: Line) -> bool:
    return line.hidden is Hidden.NO


def _characters(line: Line) -> int:
    """Return the number of visible characters in a line, without spaces."""
    return len("".join(line.text.split())) if _is_seen(line) else 0


def _invisible(document: Document) -> int:
    if document.pages:
        return sum(page.invisible for page in document.pages)
    return sum(
        len("".join(line.text.split()))
        for line in document.lines
        if line.hidden is Hidden.INVISIBLE
    )


def _body_size(lines: Sequence[SeenLine]) -> float:
    """Return the most frequent text size in points.

    Code, labels, and cells of a table that are not sentences do not count.
    """
    sizes: Counter[float] = Counter()
    for seen in lines:
        line = seen.line
        of_text = line.place in {Place.BODY, Place.TEXT_BOX} or (
            line.place is Place.TABLE and seen.ends
        )
        if of_text and not seen.is_monospaced and line.size_pt:
            sizes[round(line.size_pt, 1)] += _characters(line)
    return max(+sizes, key=lambda size: (sizes[size], size), default=0.0)


def _page_size(pages: Sequence[Page]) -> tuple[float, float]:
    sizes = Counter((round(page.width_pt, 1), round(page.height_pt, 1)) for page in pages)
    return sizes.most_common(1)[0][0] if sizes else (0.0, 0.0)


def _is_outlined(page: Page) -> bool:
    return page.visible < HARDLY_ANY and page.shapes >= LETTERS


def _is_scanned(page: Page) -> bool:
    return page.covered > UNDER_A_PICTURE and page.visible < HARDLY_ANY


def _is_ink(page: Page) -> bool:
    """Return whether a page is handwritten: strokes, and hardly any visible text."""
    enough = INK_OVER_TEXT if page.invisible >= HARDLY_ANY else INK
    return page.visible < HARDLY_ANY and page.strokes >= enough and not _is_outlined(page)


_CID = lazy_regex(r"\(cid:\d+\)")
_BULLET = lazy_regex("(?m)^[ \t]*[\uf000-\uf0ff](?=\\s|$)")
# Windows decodes the bytes 0x80 to 0x9f to these.
_HIGH = "\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_MISREAD = lazy_regex(
    rf"(?:[ã-é][{_HIGH}]{{2}})+"  # UTF-8 read as Latin
    r"|(?:[‚ƒ]\S{1,2}){3,}"  # Shift_JIS read as Latin
    r"|[¡-ÿ]{6,}"  # EUC-JP read as Latin
    r"|(?:[縺繧繝][^\s、。]){3,}"  # UTF-8 read as Shift_JIS
    r"|(?:[､･][･-ﾟ､]){3,}"  # EUC-JP read as Shift_JIS
)
_SCRIPTS = frozenset(
    re.findall(
        r"\S+",
        "LATIN FULLWIDTH HALFWIDTH CJK HIRAGANA KATAKANA KATAKANA-HIRAGANA IDEOGRAPHIC HANGUL "
        "BOPOMOFO KANGXI MATHEMATICAL DOUBLE-STRUCK SCRIPT BLACK-LETTER FEMININE MASCULINE MICRO "
        "SUPERSCRIPT SUBSCRIPT MODIFIER PARTIAL ANGSTROM KELVIN OHM ALEF INFORMATION DOTLESS "
        "PLANCK VERTICAL COMBINING VARIATION TURNED EULER",
    )
)
# Normal in formulas; a whole text of them is garbled.
_RARE_SCRIPTS = frozenset({"GREEK", "CYRILLIC"})
_RARE_SHARE = 0.3
# Characters in real use are in at least one of these encodings.
_CODED = ("cp932", "gb2312", "big5hkscs", "euc_kr", "euc_jis_2004")


def garbled_share(text: str) -> float:
    """Return the share (0 to 1) of characters that are not readable Japanese or English."""
    text = _BULLET.sub("", text)
    lost = len(_CID.findall(text))
    text = _CID.sub("", text)
    misread = sum(len(match[0]) for match in _MISREAD.finditer(text))
    counts = Counter(_MISREAD.sub("", text))
    total = lost + misread + sum(n for character, n in counts.items() if not character.isspace())
    if not total:
        return 0.0
    foreign = sum(n for character, n in counts.items() if _is_foreign(character))
    rare = sum(n for character, n in counts.items() if _script(character) in _RARE_SCRIPTS)
    bad = lost + misread + foreign + (rare if rare > _RARE_SHARE * total else 0)
    return min(1.0, bad / total)


@lru_cache(maxsize=8192)
def _script(character: str) -> str:
    """Return the first word of a character's Unicode name, usually its script."""
    return unicodedata.name(character, "").partition(" ")[0]


@lru_cache(maxsize=8192)
def _is_foreign(character: str) -> bool:
    """Return whether a character is unexpected in Japanese or English text."""
    category = unicodedata.category(character)
    if category in {"Co", "Cn", "Cs"} or character == "\ufffd":
        return True
    if category == "Cc":
        return not character.isspace()
    if category[0] not in "LM" or _script(character) in _RARE_SCRIPTS:
        return False
    if _script(character).startswith("CJK"):
        return not any(_codes(character))
    return _script(character).removesuffix("-HIRAGANA") not in _SCRIPTS


def _codes(character: str) -> Iterator[bool]:
    """Yield, for each character set, whether it contains the character."""
    for name in _CODED:
        try:
            character.encode(name)
        except UnicodeEncodeError:
            yield False
        else:
            yield True


MOST_HIDDEN = 50
SHORTEST = {Hidden.INVISIBLE: 4, Hidden.PALE: 4, Hidden.TINY: 12, Hidden.OUTSIDE: 12}
"""The number of letters from which a text may have been hidden on purpose."""
HEADING = 20  # letters; few column headings have more
BEHIND_A_SCAN = 0.5  # share of a page under pictures; its hidden text was then read off them

_LETTERS = lazy_regex(r"[^\W\d_]")
_WATERMARK = lazy_regex(
    r"draft|下書き|社外秘|部外秘|複製禁止|コピー禁止|confidential|sample|copy|見本|do not copy"
    r"|透かし|原本|案",
    re.IGNORECASE,
)
_TO_THE_GRADER = lazy_regex(
    r"(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|above|prior|earlier"
    r"|other)|system prompt|you are (?:a|an|the) (?:ai\b|grader|assistant|language|helpful)"
    r"|(?:full|maximum|perfect|highest|top) (?:marks?|scores?|points?|grades?)|as an ai\b"
    r"|\b(?:llm|chatgpt|gpt|claude|gemini)\b|give (?:this|me|the student)|award (?:this|all"
    r"|full)"
    r"|(?:指示|命令|上記|これまで|以前).{0,10}(?:無視|忘れ)|満点|(?:高い|最高の?|良い)(?:評価|点"
    r"|得点|成績)|高評価|合格(?:に|と|させ)|採点(?:者|ai|する|して|者は)|評価してください|(?:ai"
    r"|人工知能)(?:へ|は|に)|プロンプト"
)


def speaks_to_the_grader(text: str) -> bool:
    """Return whether a text asks the grader, human or machine, for something."""
    return bool(_TO_THE_GRADER.search(fold(text)))


def find_hidden(lines: Sequence[Line], pages: Sequence[Page] = ()) -> tuple[HiddenText, ...]:
    """Find hidden text, at most 50; text that addresses the grader comes first.

    Watermarks, white text in filled table cells, labels in plots, and text that a scanner or tablet
    recognised behind a page are left out.
    """
    read_by_machine = {page.number for page in pages if _is_read(page)}
    unseen = [line for line in lines if line.hidden is not Hidden.NO]
    repeated = Counter(squeeze(line.text[:100]) for line in unseen)
    asking: list[HiddenText] = []
    rest: list[HiddenText] = []
    for line in unseen:
        asks = speaks_to_the_grader(line.text[:2_000])
        if asks or (line.page not in read_by_machine and not _is_honest(line, repeated)):
            hidden_text = HiddenText(
                how=line.hidden, quote=Quote(text=shortened(line.text), page=line.page)
            )
            (asking if asks else rest).append(hidden_text)
    return tuple([*asking, *rest][:MOST_HIDDEN])


def _is_read(page: Page) -> bool:
    """Return whether a page's hidden text was recognised by a machine from its picture or ink."""
    behind = page.covered > BEHIND_A_SCAN or page.strokes > INK_OVER_TEXT
    return page.invisible > page.visible and behind


def _is_honest(line: Line, repeated: Counter[str]) -> bool:
    """Return whether a text may be hidden for an honest reason."""
    letters = len(_LETTERS.findall(line.text[:500]))
    if letters < SHORTEST[line.hidden]:
        return True
    if line.place in {Place.PICTURE, Place.HEADER, Place.FOOTER, Place.CONTENTS}:
        return True
    if line.hidden is Hidden.PALE and line.place in {Place.TABLE, Place.TEXT_BOX}:
        return letters < HEADING  # its fill may come from a style, unnoticed
    again = repeated[squeeze(line.text[:100])] > 1
    short = len(line.text.strip()) <= 20  # noqa: PLR2004 -- as watermarks are
    return again or (short and bool(_WATERMARK.search(line.text)))
