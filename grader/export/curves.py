"""The times of one exercise as a log-log drawing: the student's, ours, and the fit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.export.axes import Axis, log_axis, time_text
from grader.export.bilingual import Bilingual, Text
from grader.export.drawing import (
    MARKS,
    Key,
    Label,
    Picture,
    Place,
    Shape,
    across,
    mark,
    plain,
    polyline,
    upwards,
)
from grader.export.growth import is_time, shortest, shown_by
from grader.export.labels import Box, Named, name_curves
from grader.model.run import Series
from grader.model.timing import Timing
from grader.timing.reading import Times

WIDTH, HEIGHT = 720.0, 372.0
PLOT = Box(64, 30, 550, 322)
BAND_STEPS = 24
KINDS = {  # of the baselines, in their order
    "python": "python",
    "python-fast": "fast",
    "numpy": "numpy",
    "torch": "torch",
    "cupy": "cupy",
    "c": "python",
}
NAMES = {"numpy": "NumPy", "torch": "PyTorch", "cupy": "CuPy"}
SERIES_NAME = 16  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One curve: what kind it is, its name, its times."""

    kind: str
    name: Text
    times: Times


def draw_curves(
    timing: Timing | None, series: Sequence[Series], words: Bilingual
) -> Picture | None:
    """Draws all that has a time; None when nothing has."""
    own = [
        Drawn(kind="own", name=_series_name(one, series, words), times=shown_by(one))
        for one in series
    ]
    curves = [*own, *_measured(timing or Timing(), words)]
    curves = [one for one in curves if one.times]
    if not curves:
        return None
    x, y = plot_axes(curves, _whiskers(timing))
    shapes = [shape for one in curves for shape in draw_curve(one, x, y)]
    band = _band(timing, x, y) if timing else []
    labels, keys = name_all(curves, x, y)
    rules, named = draw_axes(x, y, words)
    return Picture(
        width=WIDTH,
        height=HEIGHT,
        shapes=[*rules, *band, *_whisker_shapes(timing, x, y), *shapes],
        labels=[*named, *labels],
        keys=keys,
        title=words.say("timing.picture"),
        told=tell(reversed(curves)),
    )


def baseline_curves(timing: Timing, words: Bilingual) -> list[Drawn]:
    """Gives the curves of the baselines, the known ones first."""
    order = {name: place for place, name in enumerate(KINDS)}
    names = sorted(timing.baselines, key=lambda name: (order.get(name, len(order)), name))
    return [
        Drawn(
            kind=KINDS.get(name, "other"),
            name=baseline_name(name, words),
            times=shortest(timing.baselines[name].points),
        )
        for name in names
    ]


def baseline_name(name: str, words: Bilingual) -> Text:
    """Names a baseline."""
    if name == "python":
        return words.say("timing.python")
    if name == "python-fast":
        return words.say("timing.python_fast")
    if name == "c":
        return words.say("timing.c")
    return words.name(NAMES.get(name, name))


def plot_axes(curves: Sequence[Drawn], more: Sequence[float] = ()) -> tuple[Axis, Axis]:
    """Makes axes with room for every curve."""
    sizes = [size for one in curves for size, _ in one.times]
    seconds = [second for one in curves for _, second in one.times]
    return (
        log_axis(sizes, PLOT.left, PLOT.right),
        log_axis([*seconds, *more], PLOT.bottom, PLOT.top),
    )


def draw_axes(x: Axis, y: Axis, words: Bilingual) -> tuple[list[Shape], list[Label]]:
    """Draws the ticks and names both axes."""
    sizes, times = across(x, y, apart=34), upwards(y, x, apart=22)
    middle = (x.start + x.end) / 2
    names = [
        Label(x=middle, y=y.start + 42, text=words.say("timing.size_axis"), anchor="middle"),
        Label(x=8, y=16, text=words.say("timing.time_axis")),
    ]
    below = [
        Label(
            x=x.at(size), y=y.start + 19, text=plain(f"{size:.10g}"), look="tick", anchor="middle"
        )
        for size, _ in sizes
    ]
    beside = [
        Label(
            x=x.start - 7, y=y.at(one) + 4.5, text=plain(time_text(one)), look="tick", anchor="end"
        )
        for one, _ in times
    ]
    return [shape for _, shape in (*sizes, *times)], [*names, *below, *beside]


def draw_curve(curve: Drawn, x: Axis, y: Axis) -> list[Shape]:
    """Draws a line through the times, and a mark at each."""
    places = _places(curve.times, x, y)
    line = Shape(d=polyline(places), look=f"line {curve.kind}")
    marks = [
        mark(curve.kind, place, f"n = {size}: {time_text(seconds)}")
        for place, (size, seconds) in zip(places, curve.times, strict=True)
    ]
    return [line, *marks] if len(places) > 1 else marks


def name_all(curves: Sequence[Drawn], x: Axis, y: Axis) -> tuple[list[Label], list[Key]]:
    """Puts the names beside the curves; those without a place become keys."""
    named = [
        Named(kind=one.kind, name=one.name, places=_places(one.times, x, y))
        for one in reversed(curves)
    ]
    labels, left_over = name_curves(named, Box(PLOT.left, 20, WIDTH - 2, PLOT.bottom - 3))
    return labels, [
        Key(look=one.kind, mark=f"M14 8{MARKS[one.kind]}", text=one.name) for one in left_over
    ]


def _measured(timing: Timing, words: Bilingual) -> list[Drawn]:
    """Gives the baselines, and last the student's own, so that it lies on top."""
    fit = timing.settled
    key, params = (
        ("student_grows", {"exponent": f"{fit.exponent:.2f}"}) if fit.known else ("student", {})
    )
    name = words.say(f"timing.{key}", **params)
    mine = Drawn(kind="student", name=name, times=shortest(timing.curve.points))
    return [*reversed(baseline_curves(timing, words)), mine]


def _series_name(one: Series, series: Sequence[Series], words: Bilingual) -> Text:
    name = words.say("timing.own")
    if len(series) == 1 or not one.name:
        return name
    short = words.name(one.name[:SERIES_NAME])
    return Text(f"{name.ja}: {short.ja}", f"{name.en}: {short.en}")


def _places(times: Times, x: Axis, y: Axis) -> list[Place]:
    return [(x.at(size), y.at(seconds)) for size, seconds in times]


def _whiskers(timing: Timing | None) -> list[float]:
    points = timing.curve.points if timing else ()
    return [second for one in points for second in one.seconds if is_time(second)]


def _whisker_shapes(timing: Timing | None, x: Axis, y: Axis) -> list[Shape]:
    """Draws for each size a line from the shortest time to the longest."""
    found = []
    for point in timing.curve.points if timing else ():
        seconds = [one for one in point.seconds if is_time(one)]
        if len(seconds) > 1 and x.low <= point.size <= x.high:
            at, ends = x.at(point.size), (y.at(min(seconds)), y.at(max(seconds)))
            found.append(Shape(d=polyline([(at, ends[0]), (at, ends[1])]), look="whisker"))
    return found


def _band(timing: Timing, x: Axis, y: Axis) -> list[Shape]:
    """Draws the fit through the largest size, and what its interval leaves open."""
    fit, times = timing.settled, shortest(timing.curve.points)
    if not fit.known or len(times) < 2:  # noqa: PLR2004  a line has two ends
        return []
    (first, _), (last, longest) = times[0], times[-1]
    first = min(max(first, fit.first), last)
    overhead = min(max(fit.overhead, 0.0), longest / 2)
    shares = [(first / last) ** (step / BAND_STEPS) for step in range(BAND_STEPS + 1)]

    def along(exponent: float) -> list[Place]:
        grown = [overhead + (longest - overhead) * share**exponent for share in shares]
        return [
            (x.at(last * share), y.at(y.cut(seconds)))
            for share, seconds in zip(shares, grown, strict=True)
        ]

    area = polyline([*along(fit.low), *reversed(along(fit.high))])
    return [Shape(d=f"{area}Z", look="band"), Shape(d=polyline(along(fit.exponent)), look="fit")]


def tell(curves: Iterable[Drawn]) -> Text:
    """Says every number of the drawing, for those who cannot see it."""
    told = [(one.name, ", ".join(f"{n}: {time_text(s)}" for n, s in one.times)) for one in curves]
    ja = "。".join(f"{name.ja} {numbers}" for name, numbers in told)
    en = ". ".join(f"{name.en} {numbers}" for name, numbers in told)
    return Text(ja, en)
