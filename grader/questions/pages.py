"""Format exams: pages to print, and Moodle's GIFT.

GIFT: https://docs.moodle.org/en/GIFT_format (read 2026-11-29).
"""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import replace

from grader.export.pages import template_options
from grader.model.course import Assignment
from grader.questions.asking import Excerpt
from grader.questions.kept import KeptExam, KeptQuestion
from grader.wording import Wording, visible
from grader.wording.bilingual import BilingualText

LIMIT = 2_000  # characters of a text
CODE = re.compile("`([^`]*)`")
ESCAPED = re.compile(r"([~=#{}:\\])")

# An A4 page has 269 mm between its margins; line heights below are in points.
PAGE_POINTS = 750.0
HEAD_POINTS, TITLE_POINTS, MARKS_POINTS = 46.0, 25.0, 18.0
TEXT_POINTS, AROUND_POINTS = 14.5, 4.0  # of a line, and around a paragraph
ROOM_POINTS = 48.0  # blank space to write into
CODE_POINTS, EXCERPT_POINTS = 10.6, 34.0  # a line of code; space around a function
TEXT_WIDTH, SMALL_WIDTH, CODE_WIDTH = (
    98,
    115,
    99,
)  # letters in a line; a Japanese one is as wide as two
LEAST_LINES = 4  # of a function without lines in question
GAP = (0, "…")


class PrintedExam(Struct, frozen=True, kw_only=True):
    """The page of one student."""

    student: str
    questions: Sequence[KeptQuestion]
    excerpts: Sequence[Excerpt]
    remarks: Sequence[BilingualText]
    room: float  # points of blank space for each question
    cut: bool  # some lines of the functions are left out


def page(
    exams: Sequence[KeptExam], assignment: Assignment, words: Wording, *, with_answers: bool
) -> str:
    """Write one page of A4 for each student, with answers or with room to mark them."""
    from jinja2 import Environment

    environment = Environment(**template_options())  # noqa: S701  it escapes
    environment.globals.update(
        say=words.text,
        full=lambda text: coded(spoken(text, words)),
        code=lambda line: visible(line, limit=LIMIT, keep="\t"),
    )
    template = environment.get_template("questions/exam.html")
    return template.render(
        exams=[_fitted(exam, words, with_answers=with_answers) for exam in exams if exam.questions],
        title=words.of(assignment.title),
        lang=words.lang,
        with_answers=with_answers,
    )


def _fitted(exam: KeptExam, words: Wording, *, with_answers: bool) -> PrintedExam:
    """Drop lines of code, and blank space, until everything fits on a page."""
    texts = [(spoken(question.text, words), TEXT_WIDTH) for question in exam.questions]
    if with_answers:
        texts += [(spoken(question.answer, words), TEXT_WIDTH) for question in exam.questions]
        texts += [(spoken(question.source, words), SMALL_WIDTH) for question in exam.questions]
        texts += [(spoken(each, words), SMALL_WIDTH) for each in exam.remarks]
    lines = sum(_lines(text, width) for text, width in texts) + with_answers  # examiner and date
    fixed = HEAD_POINTS + len(exam.questions) * (TITLE_POINTS + MARKS_POINTS) + lines * TEXT_POINTS
    fixed += len(texts) * AROUND_POINTS
    rooms = 0 if with_answers else len(exam.questions)
    code = sum(CODE_POINTS * _height(each) + EXCERPT_POINTS for each in exam.excerpts)
    left = PAGE_POINTS - fixed - code
    room = min(ROOM_POINTS, max(left / rooms, ROOM_POINTS / 2)) if rooms else 0.0
    space = max((PAGE_POINTS - fixed - room * rooms) / CODE_POINTS, 0.0)
    fits = code <= space * CODE_POINTS
    excerpts = list(exam.excerpts) if fits else _shared(exam.excerpts, space)
    return PrintedExam(
        student=exam.student,
        questions=exam.questions,
        excerpts=excerpts,
        remarks=exam.remarks if with_answers else (),
        room=room,
        cut=excerpts != list(exam.excerpts),
    )


def _shared(excerpts: Sequence[Excerpt], space: float) -> list[Excerpt]:
    """Divide the lines among functions; the rest of a short function's share goes to the next.

    Lines in question come first. A function without any gets what is left, or is left out.
    """
    shared: dict[int, Excerpt] = {}
    around = EXCERPT_POINTS / CODE_POINTS
    left = space
    for is_asked in (True, False):
        places = [place for place, each in enumerate(excerpts) if bool(each.kept) is is_asked]
        places.sort(key=lambda place: _height(excerpts[place]))
        for done, place in enumerate(places):
            short = _shortened(excerpts[place], left / (len(places) - done) - around)
            if is_asked or len(short.lines) >= LEAST_LINES or short == excerpts[place]:
                shared[place] = short
                left -= _height(short) + around
    return [shared[place] for place in sorted(shared)]


def _shortened(excerpt: Excerpt, most: float) -> Excerpt:
    """Drop lines, those farthest from the lines in question first; "…" stands for them."""
    near = excerpt.kept or (excerpt.lines[0][0],)
    best = excerpt.kept
    order = sorted(excerpt.lines, key=lambda line: min(abs(line[0] - each) for each in near))
    numbers = [number for number, _ in order if number not in excerpt.kept]
    for many in range(1, len(numbers) + 1):
        more = (*excerpt.kept, *numbers[:many])
        if _height(_only(excerpt, more)) > most:
            break
        best = more
    return _only(excerpt, best)


def _only(excerpt: Excerpt, numbers: Collection[int]) -> Excerpt:
    """Keep some lines; each gap between them becomes one line with the number 0."""
    lines: list[tuple[int, str]] = []
    for number, line in excerpt.lines:
        if number in numbers:
            lines.append((number, line))
        elif not lines or lines[-1] != GAP:
            lines.append(GAP)
    return replace(excerpt, lines=tuple(lines))


def _height(excerpt: Excerpt) -> int:
    return sum(_lines(line, CODE_WIDTH) for _, line in excerpt.lines)


def _lines(text: str, width: int) -> int:
    """Return the number of lines that a text takes."""
    return sum(
        max(1, math.ceil(sum(1 if letter.isascii() else 2 for letter in part) / width))
        for part in text[:LIMIT].expandtabs().split("\n")
    )


def spoken(text: BilingualText, words: Wording) -> str:
    """Return a text in one language."""
    return str(getattr(text, words.lang))


def coded(text: str) -> Markup:
    """Format text between ` as code."""
    escaped = str(escape(visible(text, limit=LIMIT, keep="\n")))
    return Markup(CODE.sub(r"<code>\1</code>", escaped))  # noqa: S704  it is escaped


def gift(exams: Iterable[KeptExam], assignment: Assignment, words: Wording) -> str:
    """Write a category for each student, with questions to be marked by a person."""

    def lines() -> Iterator[str]:
        for exam in exams:
            if not exam.questions:
                continue
            yield f"$CATEGORY: {assignment.id}/{visible(exam.student)}\n"
            for number, question in enumerate(exam.questions, start=1):
                text, answer = (
                    ESCAPED.sub(r"\\\1", visible(spoken(each, words), limit=LIMIT, keep="\n"))
                    for each in (question.text, question.answer)
                )
                text, answer = text.replace("\n", r"\n"), answer.replace("\n", r"\n")
                yield f"::{assignment.id} {number}::[plain]{text} {{\n####[plain]{answer}\n}}\n"

    return "\n".join(lines())
