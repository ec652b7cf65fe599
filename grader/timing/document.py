"""Measurements of one exercise as plain values of the sheet's JSON."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from grader.model.program import Series
from grader.model.times import is_time
from grader.model.timing import UNKNOWN, Point, Timing
from grader.timing.series import reported_fit, shown_by, usable

DIGITS = 6  # of a figure; no clock has more

Pair = Annotated[list[float], Meta(min_length=2, max_length=2)]


class PointDocument(TypedDict):
    """One size."""

    size: Annotated[int, Meta(ge=1)]
    seconds: Annotated[
        list[Annotated[float, Meta(gt=0)]],
        Meta(min_length=1, description="one for each call, in the order they were made"),
    ]
    device_seconds: NotRequired[
        Annotated[
            list[Annotated[float, Meta(ge=0)]],
            Meta(description="of these, after the function had returned (GPU)"),
        ]
    ]


class OwnTimesDocument(TypedDict):
    """A series of the student's own."""

    source: Literal["plot"]
    name: str
    points: list[PointDocument]
    exponent: Annotated[
        float | None,
        Meta(
            description="slope of the straight line in log-log through the larger half of the "
            "sizes; null with fewer than three"
        ),
    ]


class ConditionsDocument(TypedDict):
    """The machine's state during the measurement."""

    processor: str
    load: Annotated[float, Meta(description="running processes per CPU, the measured one left out")]
    preempted: Annotated[
        float,
        Meta(description="share of the calls in which others had the CPU; it is not in the times"),
    ]
    stolen: Annotated[
        float, Meta(description="share of CPU time that the host of a virtual machine took")
    ]
    frequency_mhz: Annotated[Pair, Meta(description="lowest and highest seen; 0: not known")]


# `from` is a word of Python, so that this one has to be written as a call.
TimingDocument = TypedDict(
    "TimingDocument",
    {
        "points": list[PointDocument],
        "exponent": Annotated[
            float | None,
            Meta(description="p in seconds = a + b * size**p; null when it cannot be told"),
        ],
        "interval": Annotated[Pair | None, Meta(description="in which the exponent lies")],
        "from": Annotated[
            Annotated[int, Meta(ge=1)] | None,
            Meta(description="the smallest size that the exponent holds from; null: all sizes"),
        ],
        "unknown": Annotated[
            str,
            Meta(
                description="why the exponent cannot be told: "
                f"{', '.join(UNKNOWN)}; empty when it can"
            ),
        ],
        "ended": Annotated[
            str,
            Meta(
                description="why the measurement ended early: wrong (a result), or how a call "
                "ended (timeout, …); empty: as planned"
            ),
        ],
        "ended_size": Annotated[
            int | None, Meta(description="at which size; null: as planned, or not known")
        ],
        "trouble": Annotated[bool, Meta(description="whether the grader went wrong")],
        "noisy": Annotated[
            list[int], Meta(description="sizes whose shortest time did not come out again")
        ],
        "clock": Annotated[
            Literal["", "cpu", "wall", "device"],
            Meta(
                description="what the times were read from: cpu (time of the program's process), "
                "wall, device (wall, until the GPU had finished); empty: measured by an older "
                "version"
            ),
        ],
        "waited": Annotated[
            list[int],
            Meta(description="sizes at which the function slept or waited: the wall clock counts"),
        ],
        "left_out": Annotated[
            list[int], Meta(description="sizes that the time was not enough for")
        ],
        "baselines": Annotated[
            Mapping[str, list[PointDocument]],
            Meta(
                description="the same work by others on the same machine: python, python-ikj, "
                "python-fast, numpy, torch, cupy; numpy-all and torch-all on all CPUs"
            ),
        ],
        "own": Annotated[
            list[OwnTimesDocument],
            Meta(description="the times over sizes that the student's program plotted, unchecked"),
        ],
        "conditions": ConditionsDocument,
    },
)


def timing_document(timing: Timing | None, series: Sequence[Series]) -> TimingDocument | None:
    """Encode a measurement; None without one."""
    if timing is None:
        return None
    fit = timing.settled
    conditions = timing.conditions
    return {
        "points": _points(timing.curve.points),
        "exponent": _figure(fit.exponent) if fit.known else None,
        "interval": [_figure(fit.low), _figure(fit.high)] if fit.known else None,
        "from": fit.first or None if fit.known else None,
        "unknown": fit.unknown,
        "ended": timing.ended,
        "ended_size": timing.ended_size or None,
        "trouble": bool(timing.trouble),
        "noisy": list(timing.noisy),
        "clock": timing.clock.value,
        "waited": list(timing.waited),
        "left_out": list(timing.left_out),
        "baselines": {
            name: _points(timing.baselines[name].points) for name in sorted(timing.baselines)
        },
        "own": [_own(reported) for reported in series],
        "conditions": {
            "processor": _clean(conditions.processor),
            "load": _figure(conditions.load),
            "preempted": _figure(conditions.preempted),
            "stolen": _figure(conditions.stolen),
            "frequency_mhz": [_figure(frequency) for frequency in conditions.frequency_mhz],
        },
    }


def _points(points: Iterable[Point]) -> list[PointDocument]:
    return [_point(point) for point in points if any(map(is_time, point.seconds))]


def _point(point: Point) -> PointDocument:
    document: PointDocument = {
        "size": point.size,
        "seconds": [_figure(seconds) for seconds in point.seconds if is_time(seconds)],
    }
    if point.device_seconds:
        device = [_figure(max(0.0, seconds)) for seconds in point.device_seconds]
        document["device_seconds"] = device
    return document


def _own(series: Series) -> OwnTimesDocument:
    fit = reported_fit(usable(series))
    return {
        "source": "plot",
        "name": _clean(series.name),
        "points": [
            {"size": size, "seconds": [_figure(seconds)]} for size, seconds in shown_by(series)
        ],
        "exponent": _figure(fit.exponent) if fit.known else None,
    }


def _figure(value: float) -> float:
    """Round a number; JSON has no infinity and no NaN."""
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else 0.0


def _clean(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode()
