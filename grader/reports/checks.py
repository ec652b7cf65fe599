"""REP001 to REP014: turn observations of the report into findings. Pure.

These alone fail by themselves: a kind of file that is neither Word nor PDF (REP001), a file that
does not open (REP002), no visible text at all (REP009), and nothing drawn at all (REP004). All else
passes with its evidence, or is left to a person with its evidence.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from msgspec.structs import replace

from grader.model.course import Assignment, RequiredChapter
from grader.model.document import READABLE, FileKind, ReadTrouble
from grader.model.evidence import Evidence
from grader.model.finding import Finding, LazyList, LazyText, Location, Param, Verdict
from grader.model.report import Answer, Caption, Chapter, Figure, ReportEvidence, ReportOutline
from grader.patterns import lazy_regex
from grader.people import id_key
from grader.prose.folding import fold, squeeze
from grader.reports.answering import (
    NOT_OPENED,
    ReadReport,
    absent,
    answer,
    gated,
    graphs_asked_for,
    has_content,
    is_garbled,
    place,
    quoted,
    skipped,
    some,
    unopened,
    without_text,
)
from grader.reports.backends import backend_name
from grader.reports.captions import is_labelled
from grader.reports.chapters import top_level
from grader.reports.claims import (
    ClaimOutcome,
    WhyQuoted,
    compare,
    exercises_measured,
    stated_exponents,
)
from grader.reports.record import report_of
from grader.reports.relations import STATED
from grader.reports.titles import without_prefix

ENDINGS: Mapping[FileKind, tuple[str, ...]] = MappingProxyType(
    {FileKind.DOCX: (".docx",), FileKind.DOCM: (".docm", ".docx"), FileKind.PDF: (".pdf",)}
)
PAGES = 12  # page numbers in one message
A_TITLE = 100  # characters: a shorter text without a statement is only a title
LITTLE = 200  # characters: with pictures, a shorter text may be only the title of handwritten pages
_TYPED = lazy_regex(
    r"プログラム|コード|ソース|表$|一覧|\b(?:program|code|listing|table)\b", re.IGNORECASE
)
MOST = 0.5  # of the pages: from this share on, the whole report is in doubt


def is_word_or_pdf(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """REP001: one file is the report, and it is a Word or PDF file by its content."""
    report = report_of(evidence)
    if assignment.report is None:
        return ()
    if report is None:
        return (answer("REP001", Verdict.UNDECIDED, "unread"),)
    return (_about_the_file(report),)


def _about_the_file(report: ReportEvidence) -> Finding:
    """Return REP001's finding; a missing report is undecided, since it may be elsewhere."""
    if not report.file:
        case = "several" if report.candidates else "missing"
        files: dict[str, Param] = {"candidates": some(report.candidates)}
        return answer("REP001", Verdict.UNDECIDED, case, files)
    named: dict[str, Param] = {"file": report.file}
    if report.kind in READABLE:
        return answer("REP001", Verdict.PASSED, "macros" * (report.kind is FileKind.DOCM), named)
    if unopened(report):
        if report.waiting:
            return answer("REP001", Verdict.WAITING, params={"needs": report.waiting})
        return skipped("REP001", "REP002")
    # What is inside an archive was not looked at, and a lock file is as good as no report.
    open_ = report.kind in {FileKind.ARCHIVE, FileKind.LOCK_FILE}
    verdict = Verdict.UNDECIDED if open_ else Verdict.FAILED
    is_pages = open_ and report.file.casefold().endswith(
        ".pages"
    )  # some contain nothing but a preview
    return answer("REP001", verdict, FileKind.PAGES if is_pages else report.kind.value, named)


def can_be_read(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """REP002: the file opens, is complete, and allows its text to be read."""
    report = report_of(evidence)
    if assignment.report is None:
        return ()
    if report is None or not _is_readable_kind(report):
        return (skipped("REP002", "REP001"),)
    if report.waiting:
        needs: dict[str, Param] = {"needs": report.waiting}
        return (answer("REP002", Verdict.WAITING, "libraries", needs),)
    return (_about_reading(report),)


def _is_readable_kind(report: ReportEvidence) -> bool:
    return bool(report.file) and (report.kind in READABLE or unopened(report))


def _about_reading(report: ReportEvidence) -> Finding:
    params: dict[str, Param] = {"file": report.file, "size": report.size_bytes}
    trouble = ReadTrouble.EMPTY if report.kind is FileKind.EMPTY else report.reading
    if trouble is None:
        return _about_text(report, params)
    if trouble not in NOT_OPENED:
        params["detail"] = report.detail
        return answer("REP002", Verdict.UNDECIDED, trouble.value, params)
    if trouble is ReadTrouble.DAMAGED and has_content(report):
        return answer("REP002", Verdict.UNDECIDED, "in-part", params)
    return answer("REP002", Verdict.FAILED, trouble.value, params)


def _about_text(report: ReportEvidence, params: dict[str, Param]) -> Finding:
    outline = report.outline
    if outline is None or not outline.complete:
        return answer("REP002", Verdict.UNDECIDED, "not-to-the-end", params)
    if is_garbled(outline):
        params["share"] = f"{100 * outline.garbled:.0f}"
        return answer("REP002", Verdict.UNDECIDED, "garbled", params)
    endings = ENDINGS[report.kind]
    if not report.file.casefold().endswith(endings):
        params["kind"] = "PDF" if report.kind is FileKind.PDF else "Word"
        params["ending"] = endings[0]
        return answer("REP002", Verdict.PASSED, "other-ending", params)
    return answer("REP002", Verdict.PASSED, params=params)


@gated("REP009", of_text=False)
def is_typed(report: ReadReport) -> Iterable[Finding]:
    """REP009: the report has visible text; a scan and handwriting have none, or a hidden layer.

    Letters drawn as curves are print to every eye, so a person reads them.
    """
    outline = report.outline
    counts: dict[str, Param] = {"characters": outline.characters, "invisible": outline.invisible}
    outlined = outline.outlined_pages
    if outlined and (without_text(report) or len(outlined) >= MOST * outline.page_count):
        counts |= {"pages": _pages(outlined), "count": len(outlined), "all": outline.page_count}
        return (answer("REP009", Verdict.UNDECIDED, "outlined", counts),)
    if without_text(report):
        return (answer("REP009", Verdict.FAILED, _without_text(report), counts),)
    drawn = sorted({*outline.ink_pages, *outline.scanned_pages})
    counts |= {"pages": _pages(drawn), "count": len(drawn), "all": outline.page_count}
    if drawn and len(drawn) >= MOST * outline.page_count:
        return (answer("REP009", Verdict.UNDECIDED, "most-pages", counts),)
    if outline.invisible > outline.characters:
        return (answer("REP009", Verdict.UNDECIDED, "hidden-layer", counts),)
    states = outline.characters and (outline.relations or outline.explanations)
    title = outline.characters < A_TITLE and not states
    written = outline.figures if title else _perhaps_written(outline)
    if outline.characters < LITTLE and written:
        return (answer("REP009", Verdict.UNDECIDED, "little", counts),)
    return (answer("REP009", Verdict.PASSED, "some-pages" if drawn else "", counts),)


def _perhaps_written(outline: ReportOutline) -> list[Figure]:
    """Return pictures that may be handwriting: no graphs, nor programs or tables by title."""
    return [
        figure
        for figure in outline.figures
        if not (figure.is_graph is Answer.YES or figure.decoration)
        and not (figure.caption and (figure.caption.table or _TYPED.search(figure.caption.title)))
    ]


def _without_text(report: ReadReport) -> str:
    if report.outline.invisible:
        return "only-hidden"
    return "scanned" if report.outline.scanned_pages else "no-text"


def _pages(numbers: Sequence[int]) -> tuple[str, ...]:
    shown = tuple(map(str, numbers[:PAGES]))
    return (*shown, "…") if len(numbers) > PAGES else shown


CHAPTERS = "report.chapters"
"""The subject of the finding about required chapters; no criterion asks for it."""
SHOWN = 12  # headings that a finding shows
HOLLOW = 100  # characters outside the headings: with fewer, the chapters are empty


@gated("REP003")
def is_divided(report: ReadReport) -> Iterable[Finding]:
    """REP003: there are enough chapters, whatever they are called, and which required ones."""
    least = report.spec.least_chapters
    chapters = top_level(report.outline.chapters, least)
    params: dict[str, Param] = {
        "count": len(chapters),
        "least": least,
        "chapters": some(chapter.printed for chapter in chapters),
    }
    params["characters"] = _beside(report)
    name = report.observed.file
    params["file"] = f'"{name}"' if " " in name else name  # as one types it
    if len(chapters) >= least and _beside(report) < HOLLOW:
        yield absent(report, "REP003", "hollow", params)
    elif len(chapters) >= least:
        shown = [place(report, chapter.printed, chapter.page) for chapter in chapters[:SHOWN]]
        yield answer("REP003", Verdict.PASSED, params=params, places=shown)
    else:
        yield absent(report, "REP003", "few" if chapters else "none", params)
    if report.spec.chapters:
        yield replace(_required(report, chapters), subject=CHAPTERS)


def _beside(report: ReadReport) -> int:
    """Count the visible characters outside the headings."""
    headings = sum(len(chapter.printed.replace(" ", "")) for chapter in report.outline.chapters)
    return max(report.outline.characters - headings, 0)


def _required(report: ReadReport, structured: Sequence[Chapter]) -> Finding:
    if not structured:
        return skipped("REP003", "REP003")
    headings = heading_of(report.spec.chapters, report.outline.chapters)
    missing = tuple(each.title for each in report.spec.chapters if headings[each.id] is None)
    headed = [chapter for chapter in headings.values() if chapter is not None]
    shown = [place(report, chapter.printed, chapter.page) for chapter in dict.fromkeys(headed)]
    if not missing:
        return answer("REP003", Verdict.PASSED, places=shown)
    params: dict[str, Param] = {"missing": LazyList("list", missing)}
    finding = absent(report, "REP003", "required" if headed else "no-required", params)
    return replace(finding, locations=tuple(shown))


_AND = lazy_regex(
    r"と|・|,|、|，|/|&|\+|及び|および|並びに|ならびに|(?<=[a-z])and(?=[a-z])|\(|\)|\[|\]|:|;|~|-|\s"
)
_OF = lazy_regex(r"(?<=[^0-9])の|における|に関する|についての|に対する|た(?=[一-龠ァ-ヶ])")
_ENDINGS = lazy_regex(r"(?:について|に関して|など|等|編|[0-9]+|その[0-9一二三]+)$")
_ENGLISH_AND = lazy_regex(r"\band\b|[&,/:()]")
_ARTICLES = frozenset({"the", "a", "an", "our", "my"})
_FEW = 3  # words of a title whose last one says what it is
_NUMBER = lazy_regex(r"^(?:第?[0-9]+(?:[.\-][0-9]+)*[章節]?[.:)]?|[ivx]+\.)")


def heading_of(
    wanted: Iterable[RequiredChapter], chapters: Sequence[Chapter]
) -> dict[str, Chapter | None]:
    """Find the heading of every required chapter, by id; prefer one with no other words."""
    return {required.id: _best(required.synonyms, chapters) for required in wanted}


def _best(synonyms: Sequence[str], chapters: Sequence[Chapter]) -> Chapter | None:
    """Pick the plainest heading for a chapter; of equals the highest level, then the first."""
    meant = [chapter for chapter in chapters if matching(chapter, synonyms)]
    return min(
        meant,
        key=lambda chapter: (not is_exactly(chapter, synonyms), chapter.level, chapter.line),
        default=None,
    )


def matching(chapter: Chapter, synonyms: Iterable[str]) -> bool:
    """Return whether a chapter is called by one of some names, alone or together with others.

    「実験の目的」 is 目的, 「実行結果と考察」 is 結果 and 考察; 「目的地」 is neither.
    """
    return not (_squeezed(tuple(synonyms)) - {""}).isdisjoint(_names(chapter.text))


def is_exactly(chapter: Chapter, synonyms: Iterable[str]) -> bool:
    """Return whether a chapter is called by one of some names and by nothing else."""
    return squeeze(chapter.text) in _squeezed(tuple(synonyms))


@lru_cache(maxsize=64)  # every report of a class is searched for the same ones
def _squeezed(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(squeeze, names))


@lru_cache(maxsize=1024)  # called for each required chapter
def _names(title: str) -> frozenset[str]:
    """Return every name that a title may stand for."""
    bare = squeeze(title).strip(":：.。・-~*#[]<>()【】\"' ")
    bare = _NUMBER.sub("", bare)
    names = {bare}
    for part in [bare, *_AND.split(bare)]:
        core = _ENDINGS.sub("", part)
        names |= {part, core, without_prefix(core), _OF.split(core)[-1]}
        names.add(without_prefix(without_prefix(_OF.split(core)[-1])))
    return frozenset(names | set(_english(title))) - {""}


def _english(title: str) -> Iterator[str]:
    """Yield what an English title is about: "The experimental results" are results."""
    for part in _ENGLISH_AND.split(_NUMBER.sub("", fold(title))):
        words = [word for word in part.split(" of ")[0].split() if word not in _ARTICLES]
        yield "".join(words)
        if words and len(words) <= _FEW:
            yield words[-1]


@gated("REP004", of_text=False, wanted=graphs_asked_for)
def has_graph(report: ReadReport) -> Iterable[Finding]:
    """REP004: as many graphs as are asked for."""
    wanted = report.spec.graphs
    drawn = _drawn(report)
    sure = [figure for figure in drawn if figure.is_graph is Answer.YES]
    perhaps = [figure for figure in drawn if figure.is_graph is Answer.UNSURE]
    params: dict[str, Param] = {
        "graphs": len(sure),
        "perhaps": len(perhaps),
        "pictures": len(drawn),
        "wanted": wanted,
    }
    if len(sure) >= wanted:
        return (answer("REP004", Verdict.PASSED, params=params, places=_places(report, sure)),)
    if sure or perhaps:
        shown = _places(report, [*sure, *perhaps])
        case = "unsure" if len(sure) + len(perhaps) >= wanted else "few"
        return (answer("REP004", Verdict.UNDECIDED, case, params, shown),)
    if _nothing_is_drawn(report):
        return (answer("REP004", Verdict.FAILED, "nothing", params),)
    return (absent(report, "REP004", "none" if drawn else "not-found", params),)


@gated("REP005", wanted=graphs_asked_for)
def is_explained(report: ReadReport) -> Iterable[Finding]:
    """REP005: sentences say what a graph shows."""
    if report.outline.explanations:
        explanations = quoted(report, report.outline.explanations)
        return (answer("REP005", Verdict.PASSED, places=explanations),)
    if not _drawn(report):
        return (skipped("REP005", "REP004"),)
    return (absent(report, "REP005", "plain"),)


@gated("REP006", wanted=graphs_asked_for)
def has_captions(report: ReadReport) -> Iterable[Finding]:
    """REP006: graphs have a numbered title; where no graph is sure, every picture."""
    figures = _to_be_captioned(report)
    if not figures:
        return (skipped("REP006", "REP004"),)
    bare = [figure for figure in figures if figure.caption is None]
    unnumbered = [
        figure for figure in figures if figure.caption is not None and not figure.caption.number
    ]
    params: dict[str, Param] = {
        "count": len(bare or unnumbered),
        "figures": len(figures),
        "captions": some(
            printed(caption) for caption in report.outline.captions if not caption.table
        ),
    }
    left = [quote for quote in report.outline.left_over if is_labelled(quote.text)]
    if bare and left:  # the title of a template reads like a sentence
        places = quoted(report, left)
        return (answer("REP006", Verdict.UNDECIDED, "template", params, places),)
    if bare:
        return (absent(report, "REP006", "missing", params),)
    if unnumbered:
        return (absent(report, "REP006", "unnumbered", params),)
    return (answer("REP006", Verdict.PASSED, params=params, places=_places(report, figures)),)


@gated("REP007", wanted=graphs_asked_for)
def is_referred_to(report: ReadReport) -> Iterable[Finding]:
    """REP007: the text names every figure that has a number."""
    named = {reference.number for reference in report.outline.references}
    captions = [
        figure.caption
        for figure in report.outline.figures
        if figure.caption is not None and figure.caption.number and not figure.decoration
    ]
    if not captions:
        return (skipped("REP007", "REP006"),)
    referenced = {figure.caption for figure in report.outline.figures if figure.referenced}
    alone = [
        caption for caption in captions if caption.number not in named and caption not in referenced
    ]
    if alone:
        labels: dict[str, Param] = {"labels": some(caption.label for caption in alone)}
        return (absent(report, "REP007", "plain", labels),)
    places = quoted(report, (reference.quote for reference in report.outline.references))
    return (answer("REP007", Verdict.PASSED, places=places),)


def printed(caption: Caption) -> str:
    """Write a caption as it is in the report."""
    return f"{caption.label} {caption.title}".strip()


def _drawn(report: ReadReport) -> list[Figure]:
    return [figure for figure in report.outline.figures if not figure.decoration]


def _to_be_captioned(report: ReadReport) -> list[Figure]:
    drawn = _drawn(report)
    return [figure for figure in drawn if figure.is_graph is Answer.YES] or drawn


def _nothing_is_drawn(report: ReadReport) -> bool:
    """Return whether nothing is drawn; a figure in the text may only have escaped our reader."""
    outline = report.outline
    drawn = outline.figures or outline.ink_pages or outline.scanned_pages or outline.outlined_pages
    spoken_of = outline.references or any(not caption.table for caption in outline.captions)
    return report.read_to_end and not (drawn or spoken_of or is_garbled(outline))


def _places(report: ReadReport, figures: Sequence[Figure]) -> list[Location]:
    """Locate figures by their captions."""
    return [
        place(report, printed(figure.caption) if figure.caption else "", figure.page)
        for figure in figures[:6]
    ]


@gated("REP008", wanted=lambda spec: spec.relation)
def states_relation(report: ReadReport) -> Iterable[Finding]:
    """REP008: a sentence says how the time depends on the size."""
    relations = report.outline.relations
    stated = [each.quote for each in relations if each.standing in STATED]
    if stated:
        return (answer("REP008", Verdict.PASSED, places=quoted(report, stated)),)
    if relations:
        places = quoted(report, (each.quote for each in relations))
        return (answer("REP008", Verdict.UNDECIDED, "aside", places=places),)
    if report.outline.restated and report.read_to_end:
        places = quoted(report, report.outline.restated)
        return (answer("REP008", Verdict.UNDECIDED, "restated", places=places),)
    return (absent(report, "REP008", "plain"),)


@gated("REP011", wanted=lambda spec: bool(spec.backends))
def speaks_of_backends(report: ReadReport) -> Iterable[Finding]:
    """REP011: the report mentions every library that the assignment compares."""
    wanted = report.spec.backends
    named = report.outline.backends or {}
    missing = [backend_name(backend) for backend in wanted if backend not in named]
    quotes = quoted(report, (named[backend] for backend in wanted if backend in named))
    if not missing:
        return (answer("REP011", Verdict.PASSED, places=quotes),)
    params: dict[str, Param] = {"missing": some(missing)}
    return (absent(report, "REP011", "plain", params),)


@gated("REP012")
def agrees_with_measurement(report: ReadReport) -> Iterable[Finding]:
    """REP012: the exponents that the report states, compared with those measured here."""
    relations = report.outline.relations
    numbered = [each for each in relations if each.exponents]
    if not numbered:
        return (answer("REP012", Verdict.PASSED),)
    places = quoted(report, (relation.quote for relation in numbered))
    measured = exercises_measured(report.evidence, report.assignment)
    if not measured:
        timed = any(each.timing and each.timing.curve.points for each in report.evidence.exercises)
        reason: dict[str, Param] = {"unsettled" if timed else "not_timed": "report"}
        return (answer("REP012", Verdict.SKIPPED, params=reason, places=places),)
    compared = compare(measured, relations)
    params: dict[str, Param] = {
        "stated": some(stated_exponents(numbered)),
        "measured": some(each.printed for each in measured),
    }
    if compared.why is not None:
        params["why"] = LazyText(f"report.why_quoted.{compared.why}")
    if compared.why is WhyQuoted.WORDS:
        places = quoted(report, (relation.quote for relation in relations))
    differs = compared.outcome is ClaimOutcome.DIFFERS
    verdict = Verdict.UNDECIDED if differs else Verdict.PASSED
    return (answer("REP012", verdict, compared.outcome.value, params, places),)


COVER = "report.cover"
"""The subject of the finding about the student's id; no criterion asks for it."""
SMALLEST, LARGEST = 8.0, 16.0  # points of body text; jsarticle's 10 pt are 9.25 in Japanese
MM = 72 / 25.4  # points
NEAR_MM = 5.0
PAPERS_MM = (
    *((210.0, 297.0), (297.0, 420.0), (182.0, 257.0), (257.0, 364.0), (216.0, 279.0)),
    *((176.0, 250.0), (148.0, 210.0), (216.0, 356.0), (192.0, 271.0)),
)
"""A4, A3, B5, B4, Letter, ISO B5, A5, Legal, and A4 as uplatex scales it."""


@gated("REP010", of_text=False)
def is_readable_in_size(report: ReadReport) -> Iterable[Finding]:
    """REP010: text and paper have usual sizes. A hint without loss of points."""
    size, (width, height) = report.outline.body_size_pt, report.outline.page_size_pt
    odd_letters = bool(size) and not SMALLEST <= size <= LARGEST
    odd_paper = bool(width and height) and not _is_paper(width / MM, height / MM)
    params: dict[str, Param] = {
        "size": f"{size:.1f}",
        "width": f"{width / MM:.0f}",
        "height": f"{height / MM:.0f}",
    }
    case = {
        (True, True): "both",
        (True, False): "letters",
        (False, True): "paper",
        (False, False): "",
    }[odd_letters, odd_paper]
    return (answer("REP010", Verdict.PASSED, case, params),)


@gated("REP013")
def is_filled_in(report: ReadReport) -> Iterable[Finding]:
    """REP013: nothing of a template is left, and the cover names who handed the report in."""
    left = quoted(report, report.outline.left_over)
    if left:
        yield answer("REP013", Verdict.UNDECIDED, "plain", places=left)
    else:
        yield answer("REP013", Verdict.PASSED)
    student, named = id_key(report.evidence.student), report.outline.students
    is_id = any(character.isdigit() for character in student)
    if is_id and named and student not in map(id_key, named):
        params: dict[str, Param] = {"named": some(named), "student": report.evidence.student}
        yield replace(answer("REP013", Verdict.UNDECIDED, "other-id", params), subject=COVER)


@gated("REP014")
def hides_nothing(report: ReadReport) -> Iterable[Finding]:
    """REP014: all text is visible, except where hidden for an honest reason."""
    hidden = report.outline.hidden
    if not hidden:
        return (answer("REP014", Verdict.PASSED),)
    ways = {text.how.value for text in hidden}
    params: dict[str, Param] = {"count": len(hidden)}
    places = quoted(report, (text.quote for text in hidden))
    case = ways.pop() if len(ways) == 1 else "several"
    return (answer("REP014", Verdict.UNDECIDED, case, params, places),)


def _is_paper(width_mm: float, height_mm: float) -> bool:
    short, long = sorted((width_mm, height_mm))
    return any(
        abs(short - width) <= NEAR_MM and abs(long - height) <= NEAR_MM
        for width, height in PAPERS_MM
    )
