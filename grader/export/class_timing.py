"""The times of a class, one exercise at a time: everyone's curves, exponents and ratios."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from grader.export.axes import times_text
from grader.export.bilingual import Bilingual, Text
from grader.export.curves import (
    HEIGHT,
    WIDTH,
    Drawn,
    baseline_curves,
    baseline_name,
    draw_axes,
    draw_curve,
    name_all,
    plot_axes,
    tell,
)
from grader.export.drawing import Picture, Shape, mark, polyline
from grader.export.growth import ratios, shortest
from grader.export.strips import Dot, draw_exponents, draw_ratios
from grader.export.timing_said import why_unknown
from grader.model.course import Backend, Exercise
from grader.model.timing import Timing

EXPECTED = {"matmul": 3.0, "convolution": 2.0}  # exponent by the definition, by operation
OWN = {Backend.TORCH: "torch", Backend.CUPY: "cupy"}  # the baseline that does the same work


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """One student's times of one exercise."""

    student: str
    href: str
    timing: Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """The students whose exponent is not known for one reason."""

    why: Text
    students: Sequence[Timed]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassTiming:
    """What the page shows of one exercise."""

    exercise: str
    heading: Text
    people: Text
    machines: Text | None  # when there are several
    picture: Picture
    exponents: Picture | None
    expected: Text | None
    unknown: Sequence[Unknown]
    ratios: Picture | None


def view_times(exercise: Exercise, timed: Sequence[Timed], words: Bilingual) -> ClassTiming | None:
    """Views what was measured of an exercise; None when nothing was."""
    measured = [one for one in timed if shortest(one.timing.curve.points)]
    if not measured:
        return None
    known = [one for one in measured if one.timing.settled.known]
    expected = EXPECTED.get(exercise.operation)
    machines = {one.timing.machine for one in measured}
    name = exercise.entry
    return ClassTiming(
        exercise=exercise.id,
        heading=words.say("timing.class_heading", name=name),
        people=words.say("timing.class_timed", count=len(measured)),
        machines=words.say("timing.class_machines", count=len(machines))
        if len(machines) > 1
        else None,
        picture=_everyone(measured, words),
        exponents=draw_exponents([_exponent(one) for one in known], expected, words),
        expected=words.say("timing.class_expected", exponent=expected) if expected else None,
        unknown=_unknown([one for one in measured if not one.timing.settled.known], words),
        ratios=_ratios(exercise.backend, measured, words),
    )


def _everyone(timed: Sequence[Timed], words: Bilingual) -> Picture:
    """Draws everyone's curve in grey, and the baselines of one machine."""
    baselines = list(reversed(baseline_curves(_of_one_machine(timed), words)))
    baselines = [one for one in baselines if one.times]
    students = [
        Drawn(kind="student", name=words.name(one.student), times=shortest(one.timing.curve.points))
        for one in timed
    ]
    x, y = plot_axes([*students, *baselines])
    greys = [
        Shape(
            d=polyline((x.at(size), y.at(seconds)) for size, seconds in drawn.times),
            look="each",
            said=one.student,
            href=one.href,
        )
        if len(drawn.times) > 1
        else mark("dot", (x.at(drawn.times[0][0]), y.at(drawn.times[0][1])), one.student, one.href)
        for one, drawn in zip(timed, students, strict=True)
    ]
    bold = [shape for one in baselines for shape in draw_curve(one, x, y)]
    lines = [one for one in bold if one.look.startswith("line")]
    marks = [one for one in bold if one not in lines]
    labels, keys = name_all(baselines, x, y)
    rules, named = draw_axes(x, y, words)
    return Picture(
        width=WIDTH,
        height=HEIGHT,
        shapes=[*rules, *lines, *greys, *marks],
        labels=[*named, *labels],
        keys=keys,
        title=words.say("timing.class_picture"),
        told=tell([*reversed(baselines), *students]),
    )


def _of_one_machine(timed: Sequence[Timed]) -> Timing:
    """Picks the measurement with the most baselines on the machine that measured most."""
    (machine, _), *_ = Counter(one.timing.machine for one in timed).most_common(1)
    found = [one.timing for one in timed if one.timing.machine == machine]
    return max(found, key=lambda one: sum(len(each.points) for each in one.baselines.values()))


def _exponent(one: Timed) -> Dot:
    fit = one.timing.settled
    return Dot(
        student=one.student,
        href=one.href,
        value=fit.exponent,
        low=fit.low,
        high=fit.high,
        said=f"{one.student}: n^{fit.exponent:.2f} ({fit.low:.2f}–{fit.high:.2f})",
    )


def _unknown(timed: Sequence[Timed], words: Bilingual) -> list[Unknown]:
    by_reason: dict[str, list[Timed]] = {}
    for one in timed:
        by_reason.setdefault(one.timing.settled.unknown, []).append(one)
    return [
        Unknown(why=why_unknown(reason, words), students=students)
        for reason, students in sorted(by_reason.items())
    ]


def _ratios(backend: Backend, timed: Sequence[Timed], words: Bilingual) -> Picture | None:
    """Compares everyone with the baseline of the same library or, without it, with NumPy."""
    there = {name for one in timed for name in one.timing.baselines}
    for name in dict.fromkeys([OWN.get(backend, "numpy"), "numpy", *sorted(there)]):
        dots = [dot for one in timed for dot in _ratio(one, name)]
        if dots:
            return draw_ratios(dots, baseline_name(name, words), words)
    return None


def _ratio(one: Timed, baseline: str) -> list[Dot]:
    if baseline not in one.timing.baselines:
        return []
    others = shortest(one.timing.baselines[baseline].points)
    found = ratios(shortest(one.timing.curve.points), others)[-1:]
    return [
        Dot(
            student=one.student,
            href=one.href,
            value=ratio,
            low=ratio,
            high=ratio,
            said=f"{one.student}: ×{times_text(ratio)} (n = {size})",
        )
        for size, ratio in found
    ]
