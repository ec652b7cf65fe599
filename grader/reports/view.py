"""Show a report on a page: its chapters, figures and sentences as the grader saw them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from grader.export.marks import CheckMark, marks_of
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.finding import Finding
from grader.model.report import Chapter, Quote, ReportOutline
from grader.reports.document import report_status
from grader.reports.figure_view import FigureView, Shot, page_of, shots, view_figure
from grader.reports.plugin import PLUGIN, codes_of
from grader.reports.record import report_of
from grader.reports.said import exponents, facts, warnings
from grader.wording.bilingual import NOTHING, Bilingual, BilingualText, Code

FIGURES = 24  # that a page shows
CHAPTERS = 80
QUOTES = 12  # sentences of one kind


class ChapterView(Struct, frozen=True, kw_only=True):
    """One line of the outline."""

    depth: int
    text: Code
    page: BilingualText
    why: BilingualText


class QuotedSentence(Struct, frozen=True, kw_only=True):
    """A sentence of the report, with its place and its interpretation."""

    text: Code
    page: BilingualText
    note: BilingualText


class SentenceGroup(Struct, frozen=True, kw_only=True):
    """Sentences of one kind, the checks' answers about them, and our measurements."""

    key: str
    title: BilingualText
    marks: Sequence[CheckMark]
    sentences: Sequence[QuotedSentence]
    more: int
    beside: Sequence[BilingualText] = ()


class ReportView(Struct, frozen=True, kw_only=True):
    """The section of the page about the report."""

    file: str
    state: BilingualText
    facts: Sequence[tuple[BilingualText, BilingualText]]
    warnings: Sequence[BilingualText]
    thumbnails: Sequence[Shot]
    chapters: Sequence[ChapterView]
    chapter_marks: Sequence[CheckMark]
    figures: Sequence[FigureView]
    more_figures: int
    decorations: BilingualText
    figure_marks: Sequence[CheckMark]
    groups: Sequence[SentenceGroup]


def view_report(
    findings: Sequence[Finding], evidence: Evidence, assignment: Assignment, words: Bilingual
) -> ReportView | None:
    """Return a view of the report; None when none was asked for, or none was found."""
    report = report_of(evidence)
    if report is None or not report.file:
        return None
    outline = report.outline or ReportOutline(kind=report.kind)
    drawn = [figure for figure in outline.figures if not figure.decoration]
    ornaments = len(outline.figures) - len(drawn)
    return ReportView(
        file=report.file,
        state=words.say(f"report.status.{report_status(report).replace('-', '_')}"),
        facts=list(facts(report, words)),
        warnings=list(warnings(outline, words, hidden=shows_hidden(findings))),
        thumbnails=shots(outline.thumbnails, words),
        chapters=[_chapter(chapter, outline, words) for chapter in outline.chapters[:CHAPTERS]],
        chapter_marks=marks_of(findings, codes_of("chapters"), words),
        figures=[view_figure(figure, words) for figure in drawn[:FIGURES]],
        more_figures=max(0, len(drawn) - FIGURES),
        decorations=words.say("report.decorations", count=ornaments) if ornaments else NOTHING,
        figure_marks=marks_of(findings, codes_of("figures"), words),
        groups=list(_groups(findings, evidence, assignment, outline, words)),
    )


def shows_hidden(findings: Iterable[Finding]) -> bool:
    """Return whether hidden text is shown: not on a page for students that leaves its check out."""
    return any(finding.check.startswith(codes_of("hidden")) for finding in findings)


def compares_backends(assignment: Assignment) -> bool:
    """Return whether the report is to compare several ways of computing."""
    return assignment.report is not None and len(assignment.report.backends) > 1


def anchors_of(report: ReportView) -> Mapping[str, str]:
    """Map the codes of checks to the places on the page that they examined."""
    shown = {"chapters", "figures", *(group.key for group in report.groups)}
    return {check.code: f"report-{check.part}" for check in PLUGIN.checks if check.part in shown}


def _chapter(chapter: Chapter, outline: ReportOutline, words: Bilingual) -> ChapterView:
    top = min(chapter.level for chapter in outline.chapters)
    return ChapterView(
        depth=min(3, chapter.level - top),
        text=Code(chapter.printed),
        page=page_of(chapter.page, words),
        why=words.listed("report.why", chapter.why),
    )


def _groups(
    findings: Sequence[Finding],
    evidence: Evidence,
    assignment: Assignment,
    outline: ReportOutline,
    words: Bilingual,
) -> Iterator[SentenceGroup]:
    """Yield the kinds of sentences that there is something to say about."""
    measured = exponents(evidence, assignment, words)
    for key, sentences in _kinds(outline, words):
        marks = marks_of(findings, codes_of(key), words)
        beside = measured if key == "relations" else ()
        asked = marks or key != "backends" or compares_backends(assignment)
        if key == "hidden" and not shows_hidden(findings):
            continue
        if (sentences or marks) and asked:
            yield SentenceGroup(
                key=key,
                title=words.say(f"report.{key}"),
                marks=marks,
                sentences=sentences[:QUOTES],
                more=max(0, len(sentences) - QUOTES),
                beside=beside,
            )


def _kinds(outline: ReportOutline, words: Bilingual) -> Iterator[tuple[str, list[QuotedSentence]]]:
    """Sort the report's sentences by what they are evidence of."""
    relations = [
        _sentence(relation.quote, words, words.name(relation.printed))
        for relation in outline.relations
    ]
    hidden = [
        _sentence(hidden_text.quote, words, _how(hidden_text.how, words))
        for hidden_text in outline.hidden
    ]
    spoken = outline.backends or {}
    yield "explanations", _sentences(outline.explanations, words)
    yield "relations", relations
    yield "restated", _sentences(outline.restated, words)
    yield "backends", _named(spoken, words)
    yield "references", _sentences((reference.quote for reference in outline.references), words)
    yield "left_over", _sentences(outline.left_over, words)
    yield "hidden", hidden


def _sentences(quotes: Iterable[Quote], words: Bilingual) -> list[QuotedSentence]:
    return [_sentence(quote, words) for quote in dict.fromkeys(quotes)]


def _named(quotes: Mapping[str, Quote], words: Bilingual) -> list[QuotedSentence]:
    from grader.reports.backends import backend_name  # its patterns: only where there is a report

    return [
        _sentence(quotes[name], words, words.name(backend_name(name))) for name in sorted(quotes)
    ]


def _sentence(quote: Quote, words: Bilingual, note: BilingualText = NOTHING) -> QuotedSentence:
    return QuotedSentence(text=Code(quote.text), page=page_of(quote.page, words), note=note)


def _how(how: str, words: Bilingual) -> BilingualText:
    return words.say(f"report.how.{how or 'invisible'}")
