"""The sentences of a document, with the lines that they stand on."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from grader.model.report import Caption, Quote
from grader.prose.folding import spelled
from grader.prose.splitting import spans
from grader.reports.lines import SeenLine
from grader.reports.paragraphs import JoinedParagraph

MOST_SENTENCES = 5_000
MOST_CHARACTERS = 200


class ReportSentence(Struct, frozen=True, kw_only=True):
    """A sentence as printed, put together from its lines."""

    text: str
    spelled: str  # as rules read it
    quote: Quote
    first_line: int  # index among the document's lines
    last_line: int


def sentences(
    paragraphs: Iterable[JoinedParagraph], lines: Sequence[SeenLine]
) -> tuple[ReportSentence, ...]:
    """Gives the sentences of running text, in order; at most 5,000.

    Headings and captions stand for themselves. Nothing of the text is folded before it is split:
    after NFKC `１．５` and the end of a sentence would look the same.
    """
    split = [(paragraph, list(spans(paragraph.text))) for paragraph in paragraphs]
    found = [
        (
            _line_at(paragraph, start),
            _line_at(paragraph, end - 1),
            paragraph.text[start:end].strip(),
        )
        for paragraph, places in split
        for start, end in places
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


def running_text(
    spoken: Sequence[ReportSentence], headings: Collection[int], captions: Sequence[Caption]
) -> tuple[ReportSentence, ...]:
    """The sentences of running text: no headings, and of a caption's line not the caption."""
    titles = {caption.line for caption in captions}
    running: list[ReportSentence] = []
    for sentence in spoken:
        line = sentence.first_line
        if line in titles and sentence.last_line == line:
            titles.discard(line)  # what follows it in the same paragraph is text
        elif line not in headings:
            running.append(sentence)
    return tuple(running)


def _line_at(paragraph: JoinedParagraph, offset: int) -> int:
    """Gives the line that a character came from."""
    at = bisect_right(paragraph.starts, offset, key=lambda start: start[0])
    return paragraph.starts[max(0, at - 1)][1]


def shortened(text: str) -> str:
    """Puts a text on one line of at most 200 characters."""
    line = " ".join(text[: 4 * MOST_CHARACTERS].split())
    return line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…"
