"""The sentences of a document, as printed and normalised for rules, with their lines."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from grader.model.report import Quote
from grader.patterns import lazy_regex
from grader.prose.folding import fold
from grader.reports.joining import JoinedLines
from grader.reports.lines import SeenLine
from grader.reports.paragraphs import Paragraph

MOST_SENTENCES = 5_000
MOST_CHARACTERS = 200
MOST_SPELLED = 600

_COMMANDS = lazy_regex(
    r"\\(?:mathcal|mathrm|mathbf|text|operatorname|left|right|displaystyle|bigl?|bigr?|,|;|!)"
)
_SYMBOLS = (
    (lazy_regex(r"\\propto|∝|に比例∝"), "∝"),
    (lazy_regex(r"\\times|\\cdot|[×✕·⋅]"), "*"),
    (lazy_regex(r"\\(?:approx|simeq|sim)|[≒≈≃]"), "≈"),
    (lazy_regex(r"\\?\*\*"), "^"),
    (lazy_regex(r"[{}$]"), ""),
)
_WIDE = "\u3000-\u30ff\u3400-\u9fff、。"
_GAP_BESIDE_WIDE = lazy_regex(rf"(?<=[{_WIDE}])\s+|\s+(?=[{_WIDE}])")
_AROUND = lazy_regex(r"\s*([()^*=])\s*")
_STOP = lazy_regex(r"[,.](?=\s*$)|[,.](?=[\u3041-\u30ff\u3400-\u9fff])|,(?=\s?[a-z\u3041-\u9fff])")


class ReportSentence(Struct, frozen=True, kw_only=True):
    """A sentence as printed, joined from its lines."""

    text: str
    spelled: str  # normalised for rules
    quote: Quote
    first_line: int  # index among the document's lines
    last_line: int


def sentences(
    paragraphs: Iterable[Paragraph], lines: Sequence[SeenLine]
) -> tuple[ReportSentence, ...]:
    """Return the sentences of running text, in order; at most 5,000."""
    found = [
        (
            _line_at(paragraph.joined, start),
            _line_at(paragraph.joined, end - 1),
            paragraph.joined.text[start:end].strip(),
        )
        for paragraph in paragraphs
        for start, end in paragraph.spans
    ]
    found.sort(key=lambda sentence: sentence[0])
    return tuple(
        ReportSentence(
            text=text,
            spelled=spelled(text),
            quote=Quote(text=shortened(text), page=lines[first].line.page),
            first_line=first,
            last_line=last,
        )
        for first, last, text in found[:MOST_SENTENCES]
    )


def _line_at(joined: JoinedLines, offset: int) -> int:
    """Return the line that a character came from."""
    at = bisect_right(joined.starts, offset, key=lambda start: start[0])
    return joined.starts[max(0, at - 1)][1]


def shortened(text: str) -> str:
    """Shorten a text to one line of at most 200 characters."""
    line = " ".join(text[: 4 * MOST_CHARACTERS].split())
    return line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…"


@lru_cache(maxsize=4_096)
def spelled(text: str) -> str:
    """Normalise a sentence for rules, without its full stop; cut after 600 characters."""
    plain = fold(_COMMANDS.sub("", text[:MOST_SPELLED]))
    for pattern, sign in _SYMBOLS:
        plain = pattern.sub(sign, plain)
    plain = _STOP.sub("、", _AROUND.sub(r"\1", _GAP_BESIDE_WIDE.sub("", plain)))
    return plain.strip("、 ").rstrip("。.! ")
