"""The class as a table: one row for each student, and a filter for each kind of finding.

The page contains the first rows. The script requests the others in short form and renders them
with the same template; without scripts, a link leads to a page with all rows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, get_template_attribute, render_template, request
from msgspec import Struct

from grader.export.class_grid import ExerciseMark
from grader.export.status import has_no_report
from grader.export.summary import Chip, ClassRow, StudentView, view_class
from grader.model.finding import Verdict
from grader.model.gradebook import Grade
from grader.review.page.fairness import Parts, PersonsPart
from grader.review.page.live import ClassState, LiveGradebook
from grader.review.page.saving import grade_state
from grader.wording import visible
from grader.wording.bilingual import Bilingual, BilingualText

COMMONEST = 10  # findings whose filters are always visible
FIRST_ROWS = 40  # rows in the page itself: more than a screen shows
COUNT = "{count}"  # filled in by the script


class ClassTableRow(Struct, frozen=True, kw_only=True):
    """One student's row. The script fills in what changes while people decide."""

    handle: str
    student: str
    name: str
    late: int | None  # minutes; None: in time, or unknown
    no_report: bool  # although one was required
    waits: BilingualText | None
    waiting: Sequence[str]  # criteria that wait for a device, not a person
    chips: Sequence[Chip]
    marks: Sequence[ExerciseMark]
    filters: Sequence[str]  # names of the filters that show this row


BLANK = ClassTableRow(
    handle="",
    student="",
    name="",
    late=None,
    no_report=False,
    waits=None,
    waiting=(),
    chips=(),
    marks=(),
    filters=(),
)


class Filter(Struct, frozen=True, kw_only=True):
    """A count to click on: only its rows stay visible."""

    name: str
    title: BilingualText
    verdict: str = ""
    tip: BilingualText | None = None  # verdict and title, for a finding


class Task(Struct, frozen=True, kw_only=True):
    """A criterion, and how much of it is left; the script fills in the numbers."""

    criterion: str
    title: BilingualText
    start: BilingualText
    done: BilingualText
    left: Filter


def addresses(live: LiveGradebook, words: Bilingual, shared: Parts) -> Blueprint:
    """Make the address of the table."""
    pages = Blueprint("class_table", __name__)
    tasks = list(_tasks(live, words))
    exercises = live.desk.assignment.exercises

    @pages.get("/")
    def table() -> str:
        state = live.shown()
        parts = shared.parts(state)
        rows = list(_rows(state, words, parts))
        filters = _found(rows)
        shown = rows if request.args.get("rows") == "all" else rows[:FIRST_ROWS]
        return render_template(
            "class_table.html",
            rows=shown,
            blank=BLANK,
            more=len(shown) < len(rows),
            tasks=tasks,
            plain=[*_of_people(parts), *_plain(rows, words)],
            common=filters[:COMMONEST],
            rare=filters[COMMONEST:],
            exercises=[each.shown for each in exercises] if len(exercises) > 1 else [],
            has_names=any(row.name for row in rows),
            grades={
                row.handle: grade_state(grade, state)
                for row, grade in zip(shown, state.book.grades, strict=False)
            },
        )

    @pages.get("/rows")
    def everybody() -> Response:
        state = live.shown()
        rows = _in_short(list(_rows(state, words, shared.parts(state))))
        return Response(msgspec.json.encode(rows), mimetype="application/json")

    return pages


def _tasks(live: LiveGradebook, words: Bilingual) -> Iterator[Task]:
    for criterion in live.desk.assignment.rubric:
        title = words.of(criterion.title)
        start, done, left = (
            BilingualText(
                words.ja.text(f"page.table.{key}", criterion=title.ja, count=COUNT),
                words.en.text(f"page.table.{key}", criterion=title.en, count=COUNT),
            )
            for key in ("start", "done", "left")
        )
        name = f"open-{criterion.id}"
        filtering = Filter(name=name, title=left)
        yield Task(criterion=criterion.id, title=title, start=start, done=done, left=filtering)


def _rows(
    state: ClassState, words: Bilingual, parts: Sequence[PersonsPart]
) -> Iterator[ClassTableRow]:
    graded = {
        grade.student: ClassRow(sheet=grade.sheet, stem="", name=grade.name)
        for grade in state.book.grades
        if grade.sheet is not None
    }
    student_views = view_class(graded.values(), state.book.assignment, words).students
    views = {view.student: view for view in student_views}
    for grade in state.book.grades:
        view = views.get(grade.student)
        awards = grade.sheet.awards if grade.sheet else ()
        no_report = grade.sheet is not None and has_no_report(grade.sheet.findings)
        yield ClassTableRow(
            handle=state.handles[grade.student],
            student=grade.student,
            name=grade.name,
            late=graded[grade.student].late_minutes or None if view else None,
            no_report=no_report,
            waits=view.waits if view else None,
            waiting=[
                award.criterion
                for award in awards
                if award.points is None and award.reason == "waiting"
            ],
            chips=view.chips if view else (),
            marks=view.marks if view else (),
            filters=(
                *_kept_by(grade, view, no_report=no_report),
                *(f"part-{part.key}" for part in parts if _is_in(grade.student, part)),
            ),
        )


def _in_short(rows: Sequence[ClassTableRow]) -> dict[str, Any]:
    """Return every row, with shared findings, chips and marks stored once.

    Chips and marks are HTML from the table's own templates, so each row is defined in one place.
    """
    chip_of = get_template_attribute("class_cells.html", "chip")
    mark_of = get_template_attribute("class_cells.html", "mark")
    note_of = get_template_attribute("class_cells.html", "note")
    chips: dict[str, str] = {}
    marks: dict[ExerciseMark, int] = {}
    kinds: dict[tuple[Any, ...], int] = {}
    short = []
    for row in rows:
        findings = {f"{chip.check}-{chip.verdict}": chip for chip in row.chips}
        for name, chip in findings.items():
            if name not in chips:
                chips[name] = str(chip_of(chip))
        for mark in row.marks:
            marks.setdefault(mark, len(marks))
        kind = (
            tuple(name for name in row.filters if name not in findings),
            tuple(findings),
            tuple(row.waiting),
            tuple(marks[mark] for mark in row.marks),
            str(note_of(row)),
        )
        number = kinds.setdefault(kind, len(kinds))
        short.append((row.handle, visible(row.student), visible(row.name), row.late, number))
    return {
        "rows": short,
        "kinds": list(kinds),
        "chips": chips,
        "marks": [str(mark_of(mark)) for mark in marks],
    }


def _kept_by(grade: Grade, view: StudentView | None, *, no_report: bool) -> Iterator[str]:
    """Yield filters for what was found; the script handles those for states and open points."""
    if view is None:
        return
    verdicts = {chip.verdict for chip in view.chips}
    if view.late:
        yield "late"
    if no_report:
        yield "no-report"
    if Verdict.UNDECIDED in verdicts:
        yield "undecided"
    if Verdict.BROKEN in verdicts:
        yield "broken"
    if view.waits:
        yield "waiting"
    if not view.chips and not view.waits:
        yield "clean"
    if grade.comment:
        yield "comment"
    yield from dict.fromkeys(f"{chip.check}-{chip.verdict}" for chip in view.chips)


def _is_in(student: str, part: PersonsPart) -> bool:
    return any(student in students for students in part.students.values())


def _of_people(parts: Sequence[PersonsPart]) -> list[Filter]:
    """List filters for the parts that people are to mark, so that each sees only their own."""
    return [Filter(name=f"part-{part.key}", title=part.title) for part in parts]


def _plain(rows: Sequence[ClassTableRow], words: Bilingual) -> list[Filter]:
    """List filters for what people have to act on, if there is any."""
    counts = Counter(name for row in rows for name in row.filters)
    plain = ("undecided", "broken", "waiting", "late", "no-report", "clean", "comment")
    named = [
        Filter(name=name, title=words.say(f"page.filter.{name}")) for name in plain if counts[name]
    ]
    return [*named, Filter(name="stale", title=words.say("page.filter.stale"))]


def _found(rows: Sequence[ClassTableRow]) -> list[Filter]:
    """List filters for findings, the most frequent first."""
    counts = Counter(name for row in rows for name in row.filters)
    chips = {f"{chip.check}-{chip.verdict}": chip for row in rows for chip in row.chips}
    ordered = sorted(chips.items(), key=lambda item: (-counts[item[0]], item[0]))
    return [
        Filter(
            name=name,
            title=BilingualText(f"{chip.check} {chip.title.ja}", f"{chip.check} {chip.title.en}"),
            verdict=chip.verdict,
            tip=BilingualText(
                f"{chip.verdict_name.ja}: {chip.title.ja}",
                f"{chip.verdict_name.en}: {chip.title.en}",
            ),
        )
        for name, chip in ordered
    ]
