"""The passes over a document's lines up to one of them, for tests of that one."""

from collections.abc import Collection, Sequence

from grader.model.document import Line
from grader.reports.headings import Candidate, candidates_of
from grader.reports.lines import see_lines
from grader.reports.paragraphs import paragraphs
from grader.reports.rows import HeadingCandidate, rows_of
from grader.reports.sentences import ReportSentence, sentences


def rows_in(lines: Sequence[Line]) -> list[HeadingCandidate]:
    """The lines that could be headings."""
    seen = see_lines(lines)
    return rows_of(seen, paragraphs(seen))


def candidates_in(lines: Sequence[Line]) -> list[Candidate]:
    """The same, each weighed by itself."""
    return candidates_of(rows_in(lines))


def sentences_in(lines: Sequence[Line], headings: Collection[int] = ()) -> list[ReportSentence]:
    """The sentences; lines in `headings` stand for themselves."""
    seen = see_lines(lines)
    return list(sentences(paragraphs(seen, headings), seen))
