"""Times over sizes on logarithmic axes: of an exercise on a sheet, or of a whole class."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from grader.backends import BASELINES
from grader.export.drawing import (
    BELOW,
    WIDTH,
    Axis,
    HoverNote,
    LegendEntry,
    Place,
    PlotDrawing,
    PlotLayer,
    TitledPlot,
    log_axis,
)
from grader.model.finding import LazyText, Param
from grader.model.program import Series
from grader.model.times import Times, is_time, shortest, time_text
from grader.model.timing import Timing
from grader.timing.series import shown_by
from grader.wording.bilingual import Bilingual, BilingualText

HEIGHT, ABOVE, LEFT, RIGHT = 334.0, 8.0, 78.0, 172.0  # units; names are on the right
SHORT = 20  # characters of a name
GROWS = " ∝ "
BAND_STEPS = 24


class NamedCurve(Struct, frozen=True, kw_only=True):
    """One curve: its look, its name in the drawing and in words, its times."""

    kind: str
    short: str
    name: BilingualText
    times: Times
    href: str = ""  # link to a student among others


def draw_curves(
    exercise: str, timing: Timing | None, series: Sequence[Series], words: Bilingual
) -> TitledPlot | None:
    """Plot every curve that has times, the student's on top; None when there are none."""
    timing = timing or Timing()
    curves = [*_own(series, words), *reversed(baseline_curves(timing, words))]
    curves = [curve for curve in (*curves, _student(exercise, timing, words)) if curve.times]
    if not curves:
        return None
    each = ((point.size, list(filter(is_time, point.seconds))) for point in timing.curve.points)
    sizes = {size for size, _ in curves[-1].times}
    whiskers = [
        ((size, min(seconds)), (size, max(seconds)))
        for size, seconds in each
        if len(seconds) > 1 and size in sizes
    ]
    return picture_curves(words.say("timing.picture"), curves, words, (), whiskers, timing)


def picture_curves(  # noqa: PLR0913, PLR0917  what the sheet's plot and the class's differ in
    title: BilingualText,
    curves: Sequence[NamedCurve],
    words: Bilingual,
    everyone: Sequence[NamedCurve] = (),
    whiskers: Sequence[Sequence[Place]] = (),
    grown: Timing | None = None,
) -> TitledPlot:
    """Plot curves with marks and names, the last on top, and everyone's curves below."""
    drawn: list[Place] = [pair for curve in (*curves, *everyone) for pair in curve.times]
    drawn += [end for whisker in whiskers for end in whisker]
    x = log_axis([n for n, _ in drawn], WIDTH - LEFT - RIGHT, 54, "{:.10g}".format)
    y = log_axis([seconds for _, seconds in drawn], HEIGHT - ABOVE - BELOW, 26, time_text)
    several = [curve for curve in everyone if len(curve.times) > 1]
    single = [curve for curve in everyone if len(curve.times) == 1]
    return TitledPlot(
        plot=PlotDrawing(
            height=HEIGHT,
            above=ABOVE,
            beside=(LEFT, RIGHT),
            x=x,
            y=y,
            layers=[
                *(_growth(grown, y) if grown else ()),
                PlotLayer("lines", "whisker", whiskers),
                *(
                    PlotLayer("lines", f"line {curve.kind}", [curve.times], (), curve.short)
                    for curve in curves
                ),
                PlotLayer("lines", "each", [curve.times for curve in several], _of_each(several)),
                *(
                    PlotLayer(
                        "marks",
                        f"mark {curve.kind}",
                        [curve.times],
                        [HoverNote(f"n = {size}: {time_text(t)}") for size, t in curve.times],
                    )
                    for curve in curves
                ),
                PlotLayer("marks", "mark dot", [curve.times for curve in single], _of_each(single)),
            ],
        ),
        title=title,
        rows=[
            (curve.name, ", ".join(f"{n}: {time_text(seconds)}" for n, seconds in curve.times))
            for curve in (*reversed(curves), *everyone)
        ],
        keys=[
            LegendEntry(look=curve.kind, short=curve.short.partition(GROWS)[0], text=curve.name)
            for curve in reversed(curves)
        ],
        across=words.say("timing.size_axis"),
        upwards=words.say("timing.time_axis"),
    )


def _of_each(curves: Sequence[NamedCurve]) -> list[HoverNote]:
    return [HoverNote(curve.short, curve.href) for curve in curves]


def baseline_curves(timing: Timing, words: Bilingual) -> list[NamedCurve]:
    """Return the curves of the baselines, known ones first."""
    order = {name: place for place, name in enumerate(BASELINES)}
    names = sorted(timing.baselines, key=lambda name: (order.get(name, len(order)), name))
    return [
        NamedCurve(
            kind=BASELINES[name].look if name in BASELINES else "other",
            short=_short(BASELINES[name].drawn if name in BASELINES else name),
            name=baseline_name(name, words),
            times=shortest(timing.baselines[name].points),
        )
        for name in names
    ]


def baseline_name(name: str, words: Bilingual) -> BilingualText:
    """Return a baseline's name in both languages."""
    return words.say(f"baselines.{name}.said") if name in BASELINES else words.name(name)


def baseline_param(name: str) -> Param:
    """Return a baseline's name as a parameter of a sentence."""
    return LazyText(f"baselines.{name}.said") if name in BASELINES else name


def _student(exercise: str, timing: Timing, words: Bilingual) -> NamedCurve:
    short, name, fit = _short(exercise), words.say("timing.student"), timing.settled
    if fit.known:
        exponent = f"{fit.exponent:.2f}"
        short += f"{GROWS}n^{exponent}"
        name = words.say("timing.student_grows", exponent=exponent)
    return NamedCurve(kind="student", short=short, name=name, times=shortest(timing.curve.points))


def _own(series: Sequence[Series], words: Bilingual) -> Iterator[NamedCurve]:
    """Yield the curves that the student's program plotted; they are numbered, for lack of fonts."""
    own_name = words.say("timing.own")
    for number, each in enumerate(series, start=1):
        several, label = len(series) > 1, words.name(each.name[:SHORT])
        named = BilingualText(f"{own_name.ja}: {label.ja}", f"{own_name.en}: {label.en}")
        yield NamedCurve(
            kind="own",
            short=f"plot {number}" if several else "plot",
            name=named if several and label else own_name,
            times=shown_by(each),
        )


def _short(name: str) -> str:
    """Shorten a name, and replace characters that some fonts lack."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in name[:SHORT])


def _growth(timing: Timing, axis: Axis) -> list[PlotLayer]:
    """Draw the fit through the largest size, and the range of its interval."""
    fit, times = timing.settled, shortest(timing.curve.points)
    if not fit.known or len(times) < 2:  # noqa: PLR2004  a line has two ends
        return []
    (first, _), (last, longest) = times[0], times[-1]
    first = min(max(first, fit.first), last)
    overhead = min(max(fit.overhead, 0.0), longest / 2)
    shares = [(first / last) ** (step / BAND_STEPS) for step in range(BAND_STEPS + 1)]

    def along(exponent: float) -> list[Place]:
        grown = [overhead + (longest - overhead) * share**exponent for share in shares]
        cut = [min(max(seconds, axis.low), axis.high) for seconds in grown]
        return [(last * share, seconds) for share, seconds in zip(shares, cut, strict=True)]

    band = [*along(fit.low), *reversed(along(fit.high))]
    return [PlotLayer("areas", "band", [band]), PlotLayer("lines", "fit", [along(fit.exponent)])]
