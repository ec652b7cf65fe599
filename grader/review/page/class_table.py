"""The class as a table: one row for each student, and a filter for everything that is counted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from grader.export.bilingual import Bilingual, Text
from grader.export.report_view import has_no_report
from grader.export.summary import Chip, ClassRow, StudentView, view_class
from grader.model.finding import Verdict
from grader.model.gradebook import STATES, Grade, State
from grader.review.page.live import ClassState, LiveGradebook
from grader.review.page.saving import grade_state

WITHOUT = (State.NOT_SUBMITTED, State.UNKNOWN, State.NOT_GRADED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One student's line. What changes while people decide is filled in by the script."""

    handle: str
    student: str
    name: str
    late: Text | None
    chips: Sequence[Chip]
    filters: Sequence[str]  # names of the filters that keep this row


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """One count that can be clicked: its rows stay, the others go."""

    name: str
    title: Text
    count: int


def addresses(live: LiveGradebook, words: Bilingual) -> Blueprint:
    """Makes the address of the table."""
    pages = Blueprint("class_table", __name__)

    @pages.get("/")
    def table() -> str:
        state = live.state()
        rows = list(_rows(state, words))
        return render_template(
            "class_table.html",
            rows=rows,
            filters=_filters(rows, words),
            states=_states(),
            grades={
                row.handle: grade_state(grade, state)
                for row, grade in zip(rows, state.book.grades, strict=True)
            },
        )

    return pages


def _states() -> dict[str, Text]:
    return {state: Text(STATES["ja"][state], STATES["en"][state]) for state in State}


def _rows(state: ClassState, words: Bilingual) -> Iterator[Row]:
    graded = [
        ClassRow(sheet=grade.sheet, stem="", name=grade.name)
        for grade in state.book.grades
        if grade.sheet is not None
    ]
    views = {
        view.student: view for view in view_class(graded, state.book.assignment, words).students
    }
    for grade in state.book.grades:
        view = views.get(grade.student)
        yield Row(
            handle=state.handles[grade.student],
            student=grade.student,
            name=grade.name,
            late=view.late if view else None,
            chips=view.chips if view else (),
            filters=tuple(_kept_by(grade, view)),
        )


def _kept_by(grade: Grade, view: StudentView | None) -> Iterator[str]:
    """Names the filters of what was found; those of states and open points the script knows."""
    if view is None:
        return
    if view.late:
        yield "late"
    if grade.sheet is not None and has_no_report(grade.sheet.findings):
        yield "no-report"
    if any(one.verdict is Verdict.BROKEN for one in view.chips):
        yield "broken"
    if view.waits:
        yield "waiting"
    for chip in view.chips:
        yield f"{chip.check}-{chip.verdict}"


def _filters(rows: Sequence[Row], words: Bilingual) -> list[Filter]:
    """Lists the counts: what people have to do first, then what was found, the commonest first."""
    counts = Counter(name for row in rows for name in row.filters)
    titles = {
        f"{chip.check}-{chip.verdict}": Text(
            f"{chip.verdict_name.ja} {chip.check} {chip.title.ja}",
            f"{chip.verdict_name.en} {chip.check} {chip.title.en}",
        )
        for row in rows
        for chip in row.chips
    }
    plain = ("late", "no-report", "broken", "waiting")
    named = [(name, words.say(f"page.filter.{name}")) for name in plain]
    found = sorted(titles.items(), key=lambda item: (-counts[item[0]], item[0]))
    return [
        Filter(name=name, title=title, count=counts[name])
        for name, title in (*named, *found)
        if counts[name]
    ]
