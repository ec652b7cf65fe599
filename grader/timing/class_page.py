"""The times of a class, one exercise at a time: everyone's curves, exponents and ratios."""

import math
from collections import Counter
from collections.abc import Sequence
from statistics import median

from msgspec import Struct

from grader.backends import BACKENDS, library_of
from grader.export.drawing import (
    BELOW,
    WIDTH,
    Axis,
    HoverNote,
    PlotDrawing,
    PlotLayer,
    TitledPlot,
    log_axis,
)
from grader.model.course import Backend, Exercise
from grader.model.times import ratios, shortest, times_text
from grader.model.timing import Timing
from grader.timing.curves import NamedCurve, baseline_curves, baseline_param, picture_curves
from grader.timing.said import why_unknown
from grader.wording.bilingual import Bilingual, BilingualText

EXPECTED = {"matmul": 3.0, "convolution": 2.0}  # exponent by the definition, by operation
MARGIN, ABOVE = 30.0, 30.0  # units around the axes of a ranked plot
TALLEST = 280.0  # units: largest height of all its rows together
ROW = (3.0, 11.0)  # units between rows: least and most
AROUND = 0.1  # margin of the axis around the intervals, in exponents
MOST_TICKS = 12


class Timed(Struct, frozen=True, kw_only=True):
    """One student's times of one exercise."""

    student: str
    href: str
    timing: Timing


class Dot(Struct, frozen=True, kw_only=True):
    """One student's figure, and the ends of its interval."""

    by: Timed
    value: float
    shown: str
    interval: tuple[float, float] | None = None


class Unknown(Struct, frozen=True, kw_only=True):
    """The students whose exponent is unknown for the same reason."""

    why: BilingualText
    students: Sequence[Timed]


class ClassTiming(Struct, frozen=True, kw_only=True):
    """The content of the page about one exercise."""

    exercise: str
    heading: BilingualText
    people: BilingualText
    machines: BilingualText | None  # when there are several
    picture: TitledPlot
    exponents: TitledPlot | None
    expected: BilingualText | None
    unknown: Sequence[Unknown]
    ratios: TitledPlot | None
    middle: BilingualText | None  # of the ratios


def view_times(exercise: Exercise, timed: Sequence[Timed], words: Bilingual) -> ClassTiming | None:
    """Return a view of an exercise's times; None when nothing was measured."""
    measured = [student for student in timed if shortest(student.timing.curve.points)]
    if not measured:
        return None
    known = [student for student in measured if student.timing.settled.known]
    expected = EXPECTED.get(exercise.operation)
    machines = {student.timing.machine for student in measured}
    name = exercise.entry
    compared, middle = _ratios(exercise.backend, measured, words)
    return ClassTiming(
        exercise=exercise.id,
        heading=words.say("timing.class_heading", name=name),
        people=words.say("timing.class_timed", count=len(measured)),
        machines=words.say("timing.class_machines", count=len(machines))
        if len(machines) > 1
        else None,
        picture=_everyone(measured, words),
        exponents=_exponents(known, expected, words),
        expected=words.say("timing.class_expected", exponent=expected) if expected else None,
        unknown=_unknown(
            [student for student in measured if not student.timing.settled.known], words
        ),
        ratios=compared,
        middle=middle,
    )


def _everyone(timed: Sequence[Timed], words: Bilingual) -> TitledPlot:
    """Plot everyone's curve in grey, and the baselines of one machine."""
    baselines = reversed(baseline_curves(_of_one_machine(timed), words))
    everyone = [
        NamedCurve(
            kind="each",
            short=student.student,
            name=words.name(student.student),
            times=shortest(student.timing.curve.points),
            href=student.href,
        )
        for student in timed
    ]
    return picture_curves(
        words.say("timing.class_picture"),
        [curve for curve in baselines if curve.times],
        words,
        everyone=everyone,
    )


def _of_one_machine(timed: Sequence[Timed]) -> Timing:
    """Pick the measurement with the most baselines on the machine that measured most."""
    (machine, _), *_ = Counter(student.timing.machine for student in timed).most_common(1)
    timings = [student.timing for student in timed if student.timing.machine == machine]
    return max(
        timings, key=lambda timing: sum(len(each.points) for each in timing.baselines.values())
    )


def _unknown(timed: Sequence[Timed], words: Bilingual) -> list[Unknown]:
    by_reason: dict[str, list[Timed]] = {}
    for student in timed:
        by_reason.setdefault(student.timing.settled.unknown, []).append(student)
    return [
        Unknown(why=why_unknown(reason, words), students=students)
        for reason, students in sorted(by_reason.items())
    ]


def _exponents(
    timed: Sequence[Timed], expected: float | None, words: Bilingual
) -> TitledPlot | None:
    """Plot the exponents; the axis ends at whole or half numbers."""
    fits = [(student, student.timing.settled) for student in timed]
    if not fits:
        return None
    dots = [
        Dot(
            by=student,
            value=fit.exponent,
            interval=(fit.low, fit.high),
            shown=f"n^{fit.exponent:.2f} ({fit.low:.2f}–{fit.high:.2f})",
        )
        for student, fit in fits
    ]
    marked = [] if expected is None else [expected]
    low = math.floor(2 * min([fit.low - AROUND for _, fit in fits] + marked))
    high = math.ceil(2 * max([fit.high + AROUND for _, fit in fits] + marked))
    every = 1 if high - low <= MOST_TICKS else 2 * math.ceil((high - low) / 2 / MOST_TICKS)
    axis = Axis(low / 2, high / 2, [(n / 2, f"{n / 2:g}") for n in range(low, high + 1, every)])
    title, across = words.say("timing.class_exponents"), words.say("timing.exponent_axis")
    return _ranked(
        dots, axis, [(exponent, f"{exponent:g}") for exponent in marked], title, across, words
    )


def _ratios(
    backend: Backend, timed: Sequence[Timed], words: Bilingual
) -> tuple[TitledPlot | None, BilingualText | None]:
    """Compare everyone with the baseline of the same library or, without it, with NumPy.

    Also return the median ratio, in words.
    """
    there = {name for student in timed for name in student.timing.baselines}
    own = BACKENDS[backend].baselines[0].name if library_of(backend) else "numpy"
    for name in dict.fromkeys([own, "numpy", *sorted(there)]):
        dots = [dot for student in timed for dot in _ratio(student, name)]
        if dots:
            middle = median(dot.value for dot in dots)
            title = words.say("timing.class_ratios", name=baseline_param(name))
            across = words.say("timing.ratio_axis")
            axis = log_axis((dot.value for dot in dots), WIDTH - 2 * MARGIN, 62, times_text)
            marked = [(middle, f"×{times_text(middle)}")]
            picture = _ranked(dots, axis, marked, title, across, words)
            return picture, words.say("timing.class_median", value=times_text(middle))
    return None, None


def _ratio(student: Timed, baseline: str) -> list[Dot]:
    if baseline not in student.timing.baselines:
        return []
    others = shortest(student.timing.baselines[baseline].points)
    last_ratio = ratios(shortest(student.timing.curve.points), others)[-1:]
    return [
        Dot(by=student, value=ratio, shown=f"×{times_text(ratio)} (n = {size})")
        for size, ratio in last_ratio
    ]


def _ranked(  # noqa: PLR0913, PLR0917  what the two differ in
    dots: Sequence[Dot],
    axis: Axis,
    marked: Sequence[tuple[float, str]],
    title: BilingualText,
    across: BilingualText,
    words: Bilingual,
) -> TitledPlot:
    """Plot one value per student, sorted, one above the other."""
    ordered = sorted(dots, key=lambda dot: (dot.value, dot.by.student))
    row = min(ROW[1], max(ROW[0], TALLEST / len(ordered)))
    top = len(ordered) + 1
    ranks = list(enumerate(ordered, start=1))
    ends = [[(end, rank) for end in dot.interval] for rank, dot in ranks if dot.interval]
    notes = [HoverNote(f"{dot.by.student}: {dot.shown}", dot.by.href) for dot in ordered]
    return TitledPlot(
        plot=PlotDrawing(
            height=math.ceil(ABOVE + row * top + BELOW),
            above=ABOVE,
            beside=(MARGIN, MARGIN),
            x=axis,
            y=Axis(0, top),
            layers=[
                PlotLayer("lines", "expected", [((value, 0), (value, top)) for value, _ in marked]),
                PlotLayer("lines", "interval", ends),
                PlotLayer("marks", "mark dot", [[(dot.value, rank) for rank, dot in ranks]], notes),
            ],
            labels=[((value, top), label) for value, label in marked],
        ),
        title=title,
        rows=[(words.name(dot.by.student), dot.shown) for dot in ordered],
        across=across,
    )
