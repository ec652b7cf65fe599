"""The passes over a document's lines up to one of them, for tests of that one."""

from collections.abc import Collection, Sequence

from grader.model.document import Line
from grader.prose.folding import FoldedText, fold_text
from grader.reports.headings import Candidate, candidates_of
from grader.reports.joining import join_lines
from grader.reports.lines import SeenLine, see_lines
from grader.reports.paragraphs import paragraphs
from grader.reports.rows import HeadingCandidate, rows_of
from grader.reports.sentences import ReportSentence, sentences
from grader.reports.titles import LONGEST_TITLE, read_titles


def texts_of(lines: Sequence[Line]) -> list[FoldedText]:
    """Their texts, folded."""
    return [fold_text(line.text, LONGEST_TITLE) for line in lines]


def seen_in(lines: Sequence[Line]) -> tuple[SeenLine, ...]:
    """The lines with their looks."""
    texts = texts_of(lines)
    return see_lines(lines, texts, read_titles(texts))


def rows_in(lines: Sequence[Line]) -> list[HeadingCandidate]:
    """The lines that could be headings."""
    seen = seen_in(lines)
    return rows_of(seen, [*join_lines(seen)])


def candidates_in(lines: Sequence[Line]) -> list[Candidate]:
    """The same, each weighed by itself."""
    return candidates_of(rows_in(lines))


def sentences_in(lines: Sequence[Line], headings: Collection[int] = ()) -> list[ReportSentence]:
    """The sentences; lines in `headings` stand for themselves."""
    seen = seen_in(lines)
    return list(sentences(paragraphs(seen, headings), seen))
