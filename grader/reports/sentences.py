"""The sentences of a document, with the lines that they stand on."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from grader.model.document import Line
from grader.model.report import Quote
from grader.prose.splitting import spans
from grader.reports.paragraphs import JoinedParagraph, paragraphs

MOST_CHARACTERS = 200


class ReportSentence(Struct, frozen=True, kw_only=True):
    """A sentence as printed, put together from its lines."""

    text: str
    page: int  # 0 = not known
    first_line: int  # index among the document's lines
    last_line: int


def sentences(lines: Sequence[Line], headings: Collection[int] = ()) -> tuple[ReportSentence, ...]:
    """Gives the sentences of running text; lines in `headings` and captions stand for themselves.

    Nothing is folded: after NFKC `１．５` and the end of a sentence would look the same.
    """
    unordered = (
        sentence
        for paragraph in paragraphs(lines, headings)
        for sentence in _of_paragraph(paragraph, lines)
    )
    return tuple(sorted(unordered, key=lambda sentence: sentence.first_line))


def _of_paragraph(paragraph: JoinedParagraph, lines: Sequence[Line]) -> Iterator[ReportSentence]:
    """Gives the sentences of a paragraph."""
    for start, end in spans(paragraph.text):
        first, last = paragraph.line_at(start), paragraph.line_at(end - 1)
        text = paragraph.text[start:end].strip()
        yield ReportSentence(text=text, page=lines[first].page, first_line=first, last_line=last)


def shortened(text: str) -> str:
    """Puts a text on one line of at most 200 characters."""
    line = " ".join(text[: 4 * MOST_CHARACTERS].split())
    return line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…"


def quote(sentence: ReportSentence) -> Quote:
    """Quotes a sentence as printed, shortened."""
    return Quote(text=shortened(sentence.text), page=sentence.page)
