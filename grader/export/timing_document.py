"""What was measured of one exercise, as plain values of the sheet's JSON."""

import math
from collections.abc import Iterable, Sequence

from grader.export.growth import is_time, shown_by, usable
from grader.model.program import Series
from grader.model.timing import Point, Timing
from grader.timing.reported import own_fit

DIGITS = 6  # of a figure; no clock has more


def timing_document(timing: Timing | None, series: Sequence[Series]) -> dict[str, object] | None:
    """Writes a measurement down; None when there is none."""
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
        "left_out": list(timing.left_out),
        "baselines": {
            name: _points(timing.baselines[name].points) for name in sorted(timing.baselines)
        },
        "own": [_own(one) for one in series],
        "conditions": {
            "processor": _clean(conditions.processor),
            "load": _figure(conditions.load),
            "stolen": _figure(conditions.stolen),
            "frequency_mhz": [_figure(one) for one in conditions.frequency_mhz],
        },
    }


def _points(points: Iterable[Point]) -> list[dict[str, object]]:
    return [
        {"size": one.size, "seconds": _times(one.seconds)}
        | (
            {"device_seconds": [_figure(max(0.0, each)) for each in one.device_seconds]}
            if one.device_seconds
            else {}
        )
        for one in points
        if any(map(is_time, one.seconds))
    ]


def _own(series: Series) -> dict[str, object]:
    fit = own_fit(usable(series))
    return {
        "source": series.source.value,
        "name": _clean(series.name),
        "points": [
            {"size": size, "seconds": [_figure(seconds)]} for size, seconds in shown_by(series)
        ],
        "exponent": _figure(fit.exponent) if fit.known else None,
    }


def _times(seconds: Iterable[float]) -> list[float]:
    return [_figure(one) for one in seconds if is_time(one)]


def _figure(value: float) -> float:
    """Rounds a number; JSON has no infinity and no NaN."""
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else 0.0


def _clean(text: str) -> str:
    """Replaces halves of surrogate pairs, which UTF-8 cannot carry."""
    return text.encode("utf-8", "replace").decode()
