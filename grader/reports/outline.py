"""The outline of a report: everything that is seen in it, put together. Read this first."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grader.model.document import Document, Hidden, Line, Page, Place
from grader.model.report import Caption, Chapter, Figure, ReportOutline
from grader.prose.folding import garbled_share, squeeze
from grader.reports.backends import find_backends
from grader.reports.captions import find_captions
from grader.reports.chapters import find_headings
from grader.reports.explaining import find_explanations
from grader.reports.figures import find_figures, shown
from grader.reports.headings import candidates_of, is_prose
from grader.reports.hidden import find_hidden
from grader.reports.leftovers import find_left_over, find_students
from grader.reports.levels import with_levels
from grader.reports.lines import SeenLine, see_lines
from grader.reports.paragraphs import paragraphs
from grader.reports.references import find_references
from grader.reports.relations import find_relations
from grader.reports.restating import find_restated
from grader.reports.rows import rows_of
from grader.reports.sentences import ReportSentence, sentences

MOST_LINES = 10_000
MOST_CHARACTERS = 300_000  # as many as a book has
MOST_CHAPTERS = 500
MOST_THUMBNAILS = 4
HARDLY_ANY = 30  # visible characters on a page that holds no text
UNDER_A_PICTURE = 0.6  # share of a page
LETTERS = 40  # drawn as curves, on a page of text that was made so
INK, INK_OVER_TEXT = 1_000, 200  # strokes that are handwriting, alone and over unseen text


def outline(
    document: Document,
    *,
    template: Iterable[str] = (),
    task: Iterable[str] = (),
    student_id: str = "",
) -> ReportOutline:
    """Says what a report holds, as far as looking at it tells.

    `template` and `task` are phrases of the handout: what its template says, and what it asks for.
    `student_id` is the regular expression of a student's id; "" finds ids by their label.
    """
    read = _capped(document)
    lines = read.lines
    seen = see_lines(lines)
    rows = rows_of(seen, paragraphs(seen))
    chapters = with_levels(find_headings(candidates_of(rows)))[:MOST_CHAPTERS]
    captions = find_captions(lines)
    headings = {each.line for each in chapters if not _runs_in(each, lines[each.line])}
    spoken = sentences(paragraphs(seen, headings), seen)
    running = _running(spoken, headings, captions)
    mentions = find_references(spoken, captions, lines)
    figures = find_figures(read, captions, mentions)
    template, task = tuple(template), tuple(task)  # read twice
    return replace(
        _measured(read, seen),
        chapters=chapters,
        figures=figures,
        captions=_numbered_or_used(captions, figures),
        references=tuple(mention.reference for mention in mentions),
        explanations=find_explanations(running),
        relations=find_relations(running, (*task, *template)),
        restated=find_restated(running, task),
        backends=find_backends(running),
        left_over=find_left_over(lines, template),
        hidden=find_hidden(lines, read.pages),
        students=find_students(lines, student_id),
        complete=document.trouble is None and read is document,
    )


def _measured(document: Document, seen: Sequence[SeenLine]) -> ReportOutline:
    """Says of a document what can be counted: pages, characters, sizes."""
    lines, pages = document.lines, document.pages
    return ReportOutline(
        kind=document.kind,
        producer=document.producer,
        # What a Word file says of its pages is as old as the last program that counted them.
        page_count=document.page_count if pages else 0,
        page_size_pt=_page_size(pages),
        body_size_pt=_body_size(seen),
        characters=sum(map(_characters, lines)),
        invisible=_invisible(document),
        typed=sum(page.typed for page in pages),
        outlined_pages=tuple(page.number for page in pages if _is_outlined(page)),
        ink_pages=tuple(page.number for page in pages if _is_ink(page)),
        scanned_pages=tuple(page.number for page in pages if _is_scanned(page)),
        garbled=garbled_share("\n".join(line.text for line in lines if _is_seen(line))),
        thumbnails=_thumbnails(pages),
    )


def _numbered_or_used(
    captions: Sequence[Caption], figures: Sequence[Figure]
) -> tuple[Caption, ...]:
    """Leaves out what has no number and stands at no picture: it titles something else."""
    used = {figure.caption for figure in figures}
    return tuple(caption for caption in captions if caption.number or caption in used)


def _capped(document: Document) -> Document:
    """Cuts off what no report is as long as; the very same document when nothing is."""
    lines: list[Line] = []
    left = MOST_CHARACTERS
    for line in document.lines[:MOST_LINES]:
        fits = len(line.text) <= left
        lines.append(line if fits else replace(line, text=line.text[:left]))
        left -= len(lines[-1].text)
        if not fits:
            break
    if len(lines) == len(document.lines) and (not lines or lines[-1] is document.lines[-1]):
        return document
    return replace(document, lines=tuple(lines))


def _running(
    spoken: Sequence[ReportSentence], headings: set[int], captions: Sequence[Caption]
) -> list[ReportSentence]:
    """The sentences of running text: no headings, and of a caption's line not the caption."""
    titles = {caption.line for caption in captions}
    running = []
    for sentence in spoken:
        line = sentence.first_line
        if line in titles and sentence.last_line == line:
            titles.discard(line)  # what follows it in the same paragraph is text
        elif line not in headings:
            running.append(sentence)
    return running


def _runs_in(chapter: Chapter, line: Line) -> bool:
    """Says whether a heading's text starts on its own line: 「【考察】図1より、…」."""
    _, title, text = squeeze(line.text).rpartition(squeeze(chapter.text) or "\0")
    return bool(title) and is_prose(text)


def _is_seen(line: Line) -> bool:
    return line.hidden is Hidden.NO


def _characters(line: Line) -> int:
    """How many characters of a line can be seen, without spaces."""
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
    """The size of most characters of the text, in points; code and labels do not count."""
    sizes: Counter[float] = Counter()
    for seen in lines:
        line = seen.line
        of_text = line.place in {Place.BODY, Place.TEXT_BOX} and not seen.is_monospaced
        if of_text and line.size_pt:
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
    """Says whether a page is written by hand: strokes, and hardly any text that can be seen."""
    enough = INK_OVER_TEXT if page.invisible >= HARDLY_ANY else INK
    return page.visible < HARDLY_ANY and page.strokes >= enough and not _is_outlined(page)


def _thumbnails(pages: Sequence[Page]) -> tuple[bytes, ...]:
    drawn = [page.thumbnail for page in pages if page.thumbnail is not None]
    return tuple(filter(None, map(shown, drawn[:MOST_THUMBNAILS])))
