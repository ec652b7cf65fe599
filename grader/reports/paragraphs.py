"""The running text of a report as paragraphs, between its headings, cut into sentences.

Nothing of the text is folded before it is cut: after NFKC `１．５` and the end of a sentence would
look the same.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from grader.prose.splitting import spans
from grader.reports.joining import JoinedLines, join_lines
from grader.reports.lines import SeenLine


class Paragraph(Struct, frozen=True):
    """A text in one piece, and where each of its sentences begins and ends."""

    joined: JoinedLines
    spans: tuple[tuple[int, int], ...]


def paragraphs(lines: Sequence[SeenLine], headings: Collection[int] = ()) -> list[Paragraph]:
    """Return the paragraphs; the lines of headings stand for themselves, and so do captions."""
    joined = [*join_lines(lines, headings)]
    return [Paragraph(each, tuple(spans(each.text))) for each in joined]
