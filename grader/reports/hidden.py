"""Text that a reader does not see, apart from what is unseen for honest reasons."""

import re
from collections import Counter
from collections.abc import Sequence

from grader.model.document import Hidden, Line, Page, Place
from grader.model.report import HiddenText, Quote
from grader.patterns import lazy_regex
from grader.prose.folding import fold, squeeze
from grader.reports.sentences import shortened

MOST_HIDDEN = 50
SHORTEST = {Hidden.INVISIBLE: 4, Hidden.PALE: 4, Hidden.TINY: 12, Hidden.OUTSIDE: 12}
"""How many letters make a text that somebody may have hidden on purpose."""
HEADING = 20  # letters that the heading of a table's column hardly has
BEHIND_A_SCAN = 0.5  # share of a page under pictures from which its unseen text reads them
INK = 200

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
    """Says whether a text asks whoever grades it, man or machine, for something."""
    return bool(_TO_THE_GRADER.search(fold(text)))


def find_hidden(lines: Sequence[Line], pages: Sequence[Page] = ()) -> tuple[HiddenText, ...]:
    """Finds hidden text, what speaks to the grader first; at most 50.

    Left out are watermarks, white text in the filled cells of a table, labels in a plot, and what a
    scanner's or tablet's reader wrote behind a page.
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
    """Says whether the unseen text of a page is what a machine read off its picture or ink."""
    behind = page.covered > BEHIND_A_SCAN or page.strokes > INK
    return page.invisible > page.visible and behind


def _is_honest(line: Line, repeated: Counter[str]) -> bool:
    """Says whether a text may well be unseen for an honest reason."""
    letters = len(_LETTERS.findall(line.text[:500]))
    if letters < SHORTEST[line.hidden]:
        return True
    if line.place in {Place.PICTURE, Place.HEADER, Place.FOOTER, Place.CONTENTS}:
        return True
    if line.hidden is Hidden.PALE and line.place in {Place.TABLE, Place.TEXT_BOX}:
        return letters < HEADING  # on a fill that a style gives, of which nobody knew
    again = repeated[squeeze(line.text[:100])] > 1
    short = len(line.text.strip()) <= 20  # noqa: PLR2004 -- as watermarks are
    return again or (short and bool(_WATERMARK.search(line.text)))
