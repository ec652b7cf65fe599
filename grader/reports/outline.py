"""The outline of a report: passes over its lines and pictures, one by one. Read this first.

Each pass is a file; it reads what the ones before it found, and adds its own.
"""

from collections.abc import Iterable
from operator import attrgetter

from msgspec.structs import replace

from grader.model.document import Document, Line
from grader.model.report import ReportOutline
from grader.prose.folding import fold_text
from grader.reports.backends import find_backends
from grader.reports.captions import find_captions, find_references, running_text
from grader.reports.chapters import find_headings, title_lines, with_levels
from grader.reports.explaining import find_explanations, find_restated
from grader.reports.figures import find_figures, used_captions
from grader.reports.graphs import judge_pictures
from grader.reports.headings import candidates_of
from grader.reports.joining import join_lines
from grader.reports.leftovers import find_left_over, find_students
from grader.reports.lines import see_lines
from grader.reports.page_png import small_pictures
from grader.reports.paragraphs import paragraphs
from grader.reports.relations import find_relations
from grader.reports.rows import rows_of
from grader.reports.sentences import sentences
from grader.reports.titles import LONGEST_TITLE, read_titles
from grader.reports.visible import measure

MOST_LINES = 10_000
MOST_CHARACTERS = 300_000  # as long as a book
MOST_CHAPTERS = 500
MOST_FIGURES = 200


def outline(
    document: Document,
    *,
    template: Iterable[str] = (),
    task: Iterable[str] = (),
    student_id: str = "",
) -> ReportOutline:
    """Return the contents of a report, as far as they can be recognised.

    `template` and `task` are phrases of the handout: what its template says, and what it asks for.
    `student_id` is the regular expression of a student's id; "" finds ids by their label.
    """
    read = _capped(document)
    lines, pictures = read.lines, read.pictures[:MOST_FIGURES]
    texts = [fold_text(line.text, LONGEST_TITLE) for line in lines]
    seen = see_lines(lines, texts, read_titles(texts))
    joined = [*join_lines(seen)]
    candidates = candidates_of(rows_of(seen, joined))
    chapters = with_levels(find_headings(candidates))[:MOST_CHAPTERS]
    headings = title_lines(chapters, lines)
    spoken = sentences(paragraphs(seen, headings), seen)
    captions = find_captions(lines)
    mentions = find_references(spoken, captions, lines)
    running = running_text(spoken, headings, captions)
    small = small_pictures(read.pages, pictures)
    judged = judge_pictures(pictures)
    figures = find_figures(judged, small.pictures, captions, mentions, lines)
    titled = used_captions(captions, figures)
    template, task = tuple(template), tuple(task)  # read twice
    left_over = find_left_over(lines, template)
    students = find_students(lines, student_id)
    explanations = find_explanations(running, left_over)
    restated = find_restated(running, task)
    relations = find_relations(running, (*task, *template))
    backends = find_backends(running)
    return replace(
        measure(read, seen),
        chapters=chapters,
        figures=figures,
        captions=titled,
        references=tuple(map(attrgetter("reference"), mentions)),
        explanations=explanations,
        restated=restated,
        relations=relations,
        backends=backends,
        left_over=left_over,
        students=students,
        thumbnails=small.pages,
        complete=document.trouble is None and read is document,
    )


def _capped(document: Document) -> Document:
    """Truncate an implausibly long document; return the same object if nothing is cut."""
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
