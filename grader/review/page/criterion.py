"""Mark one criterion over the class: which students, in which order, with which points and groups.

The page is blind: it contains handles and numbers, but no id or name. Identities are only requested
when a person wants to see them.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request
from msgspec import Struct

from grader.export.cells import number
from grader.model.course import Criterion, ReportSpec
from grader.review.page.fairness import Parts
from grader.review.page.live import ClassState, LiveGradebook
from grader.review.page.report_marks import squeezed
from grader.wording import LANGUAGES
from grader.wording.bilingual import Bilingual, BilingualText

MOST_BUTTONS = 11
STEPS = tuple(Fraction(step) for step in ("1/2", "1", "2", "5", "10", "20", "25", "50", "100"))
HALF_BELOW = 10  # points; criteria with more have no buttons for half points
WHY_LEFT = ("open", "not_graded", "not_submitted", "unsure", "unknown", "changed")


class Button(Struct, frozen=True, kw_only=True):
    """A button that gives points."""

    value: float
    label: str


def addresses(
    live: LiveGradebook,
    words: Bilingual,
    shared: Parts,
    beside: Callable[[Criterion], Sequence[tuple[str, BilingualText]]],
) -> Blueprint:
    """Return the routes for marking one criterion; `beside` names panes of plugins."""
    pages = Blueprint("criterion", __name__)
    rubric = {criterion.id: criterion for criterion in live.desk.assignment.rubric}

    @pages.get("/criterion/<name>")
    def mark(name: str) -> str:
        criterion = rubric.get(name)
        if criterion is None:
            abort(404)
        state = live.shown()
        order = in_order(state)
        parts = [part for part in shared.parts(state) if name in part.students]
        chosen = next((each for each in parts if each.key == request.args.get("part")), None)
        if chosen is not None:
            order = [one for one in order if state.students[one] in chosen.students[name]]
        return render_template(
            "criterion.html",
            criterion=criterion,
            title=words.of(criterion.title),
            order=order,
            first=_first(request.args.get("at", ""), order, criterion, state),
            buttons=list(buttons(criterion.points)),
            halves=criterion.points < HALF_BELOW,
            chapter=chapter_of(criterion, live.desk.assignment.report),
            why_left=WHY_LEFT,
            parts=parts,
            chosen=chosen,
            second=shared.has_second(name),
            beside=beside(criterion),
        )

    @pages.get("/criterion/<name>/names")
    def names(name: str) -> Response:
        if name not in rubric:
            abort(404)
        state = live.state()
        who: dict[str, Any] = {
            state.handles[grade.student]: {"id": grade.student, "name": grade.name}
            for grade in state.book.grades
        }
        return jsonify(who)

    return pages


def in_order(state: ClassState) -> Sequence[str]:
    """List the handles of all students with something to see, in an order that reveals nothing."""
    return sorted(
        state.handles[grade.student]
        for grade in state.book.grades
        if grade.sheet is not None and grade.student in state.evidence_keys
    )


def chapter_of(criterion: Criterion, spec: ReportSpec | None) -> str:
    """Return the chapter of the report that a criterion's title names; "" for none.

    A criterion with checks has no chapter.
    """
    chapters = spec.chapters if spec and not criterion.checks else ()
    for title in [criterion.title.get(lang, "") for lang in LANGUAGES]:
        named = [
            (at + len(name), len(name), chapter.id)  # in Japanese, the topic comes last
            for chapter in chapters
            for name in map(squeezed, chapter.synonyms)
            if len(name) > 1 and (at := squeezed(title).rfind(name)) >= 0
        ]
        if named:
            return max(named)[2]
    return ""


def _first(wanted: str, order: Sequence[str], criterion: Criterion, state: ClassState) -> str:
    """Return the first student to show: the requested one, or the first undecided one."""
    if wanted in order:
        return wanted
    open_ones = (handle for handle in order if _is_open(handle, criterion, state))
    return next(open_ones, next(iter(order), ""))


def _is_open(handle: str, criterion: Criterion, state: ClassState) -> bool:
    grade = state.grade(handle)
    awards = grade.sheet.awards if grade is not None and grade.sheet is not None else ()
    return any(award.criterion == criterion.id and award.points is None for award in awards)


def buttons(most: float) -> Iterator[Button]:
    """Yield points from 0 to the maximum: in halves, or in larger steps if there are too many."""
    top = Fraction(str(most))
    step = next((step for step in STEPS if top / step <= MOST_BUTTONS - 1), top or Fraction(1))
    values = [step * count for count in range(int(top / step) + 1)]
    for value in (*values, *(() if values[-1] == top else (top,))):
        yield Button(value=float(value), label=_label(value))


def _label(value: Fraction) -> str:
    integer, rest = divmod(value, 1)
    if rest != Fraction(1, 2):
        return number(float(value))
    return f"{integer}½" if integer else "½"
