"""The class summary: every student, what is waiting, and the distribution of points."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from urllib.parse import quote

from msgspec import Struct, field

from grader.export.cells import number
from grader.export.class_grid import ExerciseMark, marks, needs_of, waiting_of
from grader.export.drawing import WIDTH, Axis, Place, PlotDrawing, PlotLayer, TitledPlot
from grader.export.fragments import class_fragments
from grader.export.status import has_no_report
from grader.model.course import Assignment
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import State
from grader.model.scoresheet import ScoreSheet
from grader.model.timing import Timing
from grader.protocols import Classmate, Fragment
from grader.wording.bilingual import Bilingual, BilingualText

HEIGHT, ABOVE = 220.0, 30.0  # units of the drawing
STEP, BAR = 72.0, 0.78  # maximum units between bars; share of that width that a bar fills
UNITS = 100  # per point: the resolution of points
SINGLE = 21  # up to so many bars, each stands for one number of points
RANGES = 12  # otherwise the maximum number of bars, each for a range
SHOWN = (Verdict.FAILED, Verdict.BROKEN, Verdict.UNDECIDED)
"""The verdicts that a person has to act on; what waits for a device is listed separately."""


class Histogram(Struct, frozen=True, kw_only=True):
    """The bars, and how many students have no points yet."""

    picture: TitledPlot
    undecided: int
    undecided_said: BilingualText


class ClassRow(Struct, frozen=True, kw_only=True):
    """One student's sheet, and the stem of its files."""

    sheet: ScoreSheet
    stem: str  # "" = no files: nothing was submitted, but people gave points
    timings: Mapping[str, Timing] = field(default_factory=dict)  # measured ones, by exercise
    name: str = ""
    here: bool = True  # in the folder graded last

    @property
    def href(self) -> str:
        """The relative link from the class page to the student's page."""
        return f"sheets/{quote(self.stem)}.html" if self.stem else ""

    @property
    def late_minutes(self) -> int | None:
        """Minutes late, rounded up; 0 = in time, None = unknown."""
        late = self.sheet.lateness
        return None if late is None else -(-late.late_seconds // 60)


class NoSheet(Struct, frozen=True, kw_only=True):
    """A member of the class without a sheet."""

    student: str
    name: str
    state: State  # NOT_SUBMITTED, UNKNOWN or NOT_GRADED


class Chip(Struct, frozen=True, kw_only=True):
    """One check that needs attention."""

    check: str
    verdict: Verdict
    title: BilingualText
    verdict_name: BilingualText
    named: bool = False  # whether the verdict has a special name here, such as "no report"


class StudentView(Struct, frozen=True, kw_only=True):
    """One row of the table."""

    student: str
    name: str
    here: bool
    late: BilingualText | None
    href: str
    total: float | None
    open_points: float
    chips: Sequence[Chip]
    waits: BilingualText | None  # the verdict, if checks wait for a device or library
    marks: Sequence[ExerciseMark]  # one for each exercise, if there are several


class CheckCount(Struct, frozen=True, kw_only=True):
    """How many students a check concerns."""

    chip: Chip
    students: int


class OpenCriterion(Struct, frozen=True, kw_only=True):
    """An undecided item of some students: a criterion for a person, or a missing device."""

    title: BilingualText
    students: Sequence[StudentView]


class Waits(Struct, frozen=True, kw_only=True):
    """How many students wait, for what, and how to proceed."""

    people: BilingualText
    needs: BilingualText
    advice: BilingualText
    on_cpu: BilingualText | None


class ClassView(Struct, frozen=True, kw_only=True):
    """Everything on the page."""

    id: str  # of the assignment
    assignment: BilingualText
    people: BilingualText
    students: Sequence[StudentView]
    named: bool  # whether any names are known
    without: Sequence[tuple[BilingualText, Sequence[NoSheet]]]  # who has no sheet, by reason
    max: float
    mean: float | None
    mean_of: BilingualText | None  # the number of points, if not all are decided
    complete: int
    clean: int
    clean_without_report: int
    without_report: int
    histogram: Histogram
    common: Sequence[CheckCount]
    waiting: Sequence[OpenCriterion]
    devices: Sequence[OpenCriterion]  # missing devices, and who waits for them
    waits: Waits | None  # summary of `devices`
    exercises: Sequence[str]  # functions, if the assignment has several
    fragments: Sequence[Fragment]  # of plugins


def view_class(
    rows: Iterable[ClassRow],
    assignment: Assignment,
    words: Bilingual,
    without: Sequence[NoSheet] = (),
) -> ClassView:
    """Summarise the sheets; students are sorted by id."""
    ordered = sorted(rows, key=lambda row: row.sheet.student)
    sheets = [row.sheet for row in ordered]
    students = [_student(row, assignment, words) for row in ordered]
    reportless = [sheet for sheet in sheets if has_no_report(sheet.findings)]
    several = len(assignment.exercises) > 1
    totals = [sheet.total for sheet in sheets if sheet.total is not None]
    most = sum(criterion.points for criterion in assignment.rubric)
    return ClassView(
        id=assignment.id,
        assignment=words.of(assignment.title),
        people=words.say("summary.tile", count=len(sheets)),
        students=students,
        named=any(row.name for row in ordered),
        without=[
            (words.say(f"summary.{state}"), listed)
            for state in (State.NOT_SUBMITTED, State.UNKNOWN, State.NOT_GRADED)
            if (listed := [each for each in without if each.state is state])
        ],
        max=most,
        mean=sum(totals) / len(totals) if totals else None,
        mean_of=_mean_of(sheets, most, words),
        complete=sum(sheet.complete for sheet in sheets),
        clean=sum(not _has_failed(sheet) for sheet in sheets),
        clean_without_report=sum(not _has_failed(sheet) for sheet in reportless),
        without_report=len(reportless),
        histogram=draw_points(sheets, most, words),
        common=_common(students),
        waiting=_waiting(ordered, students, assignment, words),
        devices=_devices(sheets, students, words),
        waits=_waits(sheets, assignment, words),
        exercises=[exercise.shown for exercise in assignment.exercises] if several else [],
        fragments=class_fragments(
            [
                Classmate(student=row.sheet.student, href=row.href, timings=row.timings)
                for row in ordered
            ],
            assignment,
            words,
        ),
    )


def _student(row: ClassRow, assignment: Assignment, words: Bilingual) -> StudentView:
    waiting = any(finding.verdict is Verdict.WAITING for finding in row.sheet.findings)
    shown = [finding for finding in row.sheet.findings if finding.verdict in SHOWN]
    return StudentView(
        student=row.sheet.student,
        name=row.name,
        here=row.here,
        late=words.say("summary.late", minutes=row.late_minutes) if row.late_minutes else None,
        href=row.href,
        total=row.sheet.total,
        open_points=sum(award.max for award in row.sheet.awards if award.points is None),
        chips=[*dict.fromkeys(_chip(finding, words) for finding in shown)],
        waits=words.verdict(Verdict.WAITING) if waiting else None,
        marks=marks(row.sheet, assignment, words),
    )


def _chip(finding: Finding, words: Bilingual) -> Chip:
    name = words.verdict_of(finding)
    return Chip(
        check=finding.check,
        verdict=finding.verdict,
        title=words.title(finding.check),
        verdict_name=name,
        named=name != words.verdict(finding.verdict),
    )


def _has_failed(sheet: ScoreSheet) -> bool:
    return any(finding.verdict is Verdict.FAILED for finding in sheet.findings)


def _common(students: Iterable[StudentView]) -> list[CheckCount]:
    counts = Counter(chip for student in students for chip in student.chips)
    ordered = sorted(counts, key=lambda chip: (-counts[chip], chip.check, chip.verdict))
    return [CheckCount(chip=chip, students=counts[chip]) for chip in ordered]


def _mean_of(sheets: Sequence[ScoreSheet], most: float, words: Bilingual) -> BilingualText | None:
    """Return of how many points the mean is, while some are undecided."""
    counted = [sheet for sheet in sheets if sheet.total is not None]
    if not counted or all(sheet.complete for sheet in sheets):
        return None
    decided = sum(
        award.max for sheet in counted for award in sheet.awards if award.points is not None
    )
    return words.say("summary.mean_of", decided=decided / len(counted), most=most)


def _waits(sheets: Sequence[ScoreSheet], assignment: Assignment, words: Bilingual) -> Waits | None:
    waiting = waiting_of(sheets, assignment.exercises)
    if waiting is None:
        return None
    needs = BilingualText(words.ja.needs(waiting.needs), words.en.needs(waiting.needs))
    params = {"assignment": assignment.id, "option": waiting.option}
    return Waits(
        people=words.say("summary.tile", count=waiting.students),
        needs=needs,
        advice=BilingualText(
            words.ja.text("summary.devices_note", needs=needs.ja, **params),
            words.en.text("summary.devices_note", needs=needs.en, **params),
        ),
        on_cpu=(
            words.say("summary.devices_cpu", backends=waiting.on_cpu) if waiting.on_cpu else None
        ),
    )


def _devices(
    sheets: Sequence[ScoreSheet], students: Sequence[StudentView], words: Bilingual
) -> list[OpenCriterion]:
    by_id = {student.student: student for student in students}
    return [
        OpenCriterion(title=words.needs(needs), students=[by_id[student] for student in waiting])
        for needs, waiting in needs_of(sheets).items()
    ]


def _waiting(
    rows: Sequence[ClassRow],
    students: Sequence[StudentView],
    assignment: Assignment,
    words: Bilingual,
) -> list[OpenCriterion]:
    still_open = [
        {
            award.criterion
            for award in row.sheet.awards
            if award.points is None and award.reason != "waiting"
        }
        for row in rows
    ]
    lines = [
        OpenCriterion(
            title=words.of(criterion.title),
            students=[
                student
                for student, ids in zip(students, still_open, strict=True)
                if criterion.id in ids
            ],
        )
        for criterion in assignment.rubric
    ]
    return [line for line in lines if line.students]


def draw_points(sheets: Sequence[ScoreSheet], most: float, words: Bilingual) -> Histogram:
    """Draw a bar for each possible number of points, or for ranges if there are many.

    Labels are exact, since the step is computed from the sheets' criteria and points.
    """
    step, all_of_them = _step_between(sheets), _units(most)
    width = _width(step, all_of_them)
    bins = all_of_them // width + 1
    counts = Counter(
        (min(bins - 1, _units(sheet.total) // width), sheet.complete)
        for sheet in sheets
        if sheet.total is not None
    )
    undecided = sum(sheet.total is None for sheet in sheets)
    bars = [
        (_label(place * width, width, step, all_of_them), counts[place, True], counts[place, False])
        for place in range(bins)
    ]
    sentences = [
        words.say("summary.people", points=label, count=settled + provisional)
        for label, settled, provisional in bars
        if settled + provisional
    ]
    title = words.say("summary.histogram")
    return Histogram(
        picture=TitledPlot(plot=_plot(bars), title=title, rows=[(text, "") for text in sentences]),
        undecided=undecided,
        undecided_said=words.say("summary.undecided", count=undecided),
    )


def _plot(bars: Sequence[tuple[str, int, int]]) -> PlotDrawing:
    """Stack decided and undecided parts."""
    margin = (WIDTH - min(WIDTH, STEP * len(bars))) / 2
    totals = [settled + provisional for _, settled, provisional in bars]
    ends = -0.5, len(bars) - 0.5
    return PlotDrawing(
        height=HEIGHT,
        above=ABOVE,
        beside=(margin, margin),
        x=Axis(*ends, [(place, label) for place, (label, *_) in enumerate(bars)], ruled=False),
        y=Axis(0, max(1, *totals)),
        layers=[
            PlotLayer("areas", "settled", _bars([(0, settled) for _, settled, _ in bars])),
            PlotLayer(
                "areas",
                "provisional",
                _bars([(low, high) for (_, low, _), high in zip(bars, totals, strict=True)]),
            ),
            PlotLayer("lines", "rule", [((ends[0], 0), (ends[1], 0))]),
        ],
        labels=[((place, count), f"{count}") for place, count in enumerate(totals) if count],
    )


def _bars(ends: Sequence[tuple[float, float]]) -> list[list[Place]]:
    half = BAR / 2
    return [
        [(x - half, low), (x + half, low), (x + half, high), (x - half, high)]
        for x, (low, high) in enumerate(ends)
        if high > low
    ]


def _units(points: float) -> int:
    return round(points * UNITS)


def _step_between(sheets: Sequence[ScoreSheet]) -> int:
    """Find the largest step, at most one point, that divides all points of all criteria."""
    awards = [award for sheet in sheets for award in sheet.awards]
    units = [_units(award.max) for award in awards]
    units += [_units(award.points) for award in awards if award.points is not None]
    return math.gcd(UNITS, *units)


def _width(step: int, most: int) -> int:
    """Choose the units per bar: the step, or 1, 2, 5, 10, … points."""
    if most // step < SINGLE:
        return step
    powers = (UNITS * int(10**power) for power in count())
    widths = (times * power for power in powers for times in (1, 2, 5))
    return next(width for width in widths if most // width < RANGES)


def _label(first: int, width: int, step: int, most: int) -> str:
    last = min(first + width - step, max(first, most))
    ends = dict.fromkeys((number(first / UNITS), number(last / UNITS)))
    return "–".join(ends)
