"""Writes exams down: pages to print, and Moodle's GIFT.

GIFT: https://docs.moodle.org/en/GIFT_format (read 2026-11-29).
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup, escape

from grader.export.pages import template_options
from grader.model.course import Assignment
from grader.questions.asking import OralExam
from grader.wording import Wording, visible

LIMIT = 2_000  # characters of a text
CODE = re.compile("`([^`]*)`")
ESCAPED = re.compile(r"([~=#{}:\\])")


def page(
    exams: Sequence[OralExam], assignment: Assignment, words: Wording, *, with_answers: bool
) -> str:
    """Writes one page of A4 for each student, with answers or with room to mark them."""
    from jinja2 import Environment

    environment = Environment(**template_options())  # noqa: S701  it escapes
    environment.globals.update(
        say=words.text,
        full=lambda text: _coded(words.in_full(text)),
        code=lambda line: visible(line, limit=LIMIT, keep="\t"),
    )
    template = environment.get_template("questions/exam.html")
    return template.render(
        exams=[exam for exam in exams if exam.questions],
        title=words.of(assignment.title),
        lang=words.lang,
        with_answers=with_answers,
    )


def _coded(text: str) -> Markup:
    """Shows what stands between ` as code."""
    escaped = str(escape(visible(text, limit=LIMIT)))
    return Markup(CODE.sub(r"<code>\1</code>", escaped))  # noqa: S704  it is escaped


def gift(exams: Iterable[OralExam], assignment: Assignment, words: Wording) -> str:
    """Writes a category for each student, with questions that a person marks."""

    def lines() -> Iterator[str]:
        for exam in exams:
            if not exam.questions:
                continue
            yield f"$CATEGORY: {assignment.id}/{visible(exam.student)}\n"
            for number, question in enumerate(exam.questions, start=1):
                text, answer = (
                    ESCAPED.sub(r"\\\1", visible(words.in_full(each), limit=LIMIT, keep="\n"))
                    for each in (question.text, question.answer)
                )
                text, answer = text.replace("\n", r"\n"), answer.replace("\n", r"\n")
                yield f"::{assignment.id} {number}::[plain]{text} {{\n####[plain]{answer}\n}}\n"

    return "\n".join(lines())
