"""What was measured of one exercise, as plain values of the sheet's JSON."""

from collections.abc import Iterable, Sequence

from grader.export.growth import is_time, shown_by, slope
from grader.model.program import Series
from grader.model.timing import Point, Timing

DIGITS = 6  # of a time; no clock has more


def timing_document(timing: Timing | None, series: Sequence[Series]) -> dict[str, object] | None:
    """Writes a measurement down; None when there is none."""
    if timing is None:
        return None
    fit = timing.curve.fit
    conditions = timing.conditions
    return {
        "points": _points(timing.curve.points),
        "exponent": round(fit.exponent, 4) if fit.known else None,
        "interval": [round(fit.low, 4), round(fit.high, 4)] if fit.known else None,
        "from": fit.first or None if fit.known else None,
        "unknown": fit.unknown,
        "ended": timing.ended,
        "trouble": bool(timing.trouble),
        "noisy": list(timing.noisy),
        "left_out": list(timing.left_out),
        "baselines": {
            name: _points(timing.baselines[name].points) for name in sorted(timing.baselines)
        },
        "own": [_own(one) for one in series],
        "conditions": {
            "processor": _clean(conditions.processor),
            "load": round(conditions.load, 4),
            "stolen": round(conditions.stolen, 4),
            "frequency_mhz": [round(one, 1) for one in conditions.frequency_mhz],
        },
    }


def _points(points: Iterable[Point]) -> list[dict[str, object]]:
    return [
        {"size": one.size, "seconds": _times(one.seconds)}
        | (
            {"device_seconds": [_short(max(0.0, each)) for each in one.device_seconds]}
            if one.device_seconds
            else {}
        )
        for one in points
        if any(map(is_time, one.seconds))
    ]


def _own(series: Series) -> dict[str, object]:
    times = shown_by(series)
    steep = slope(times)
    return {
        "source": series.source.value,
        "name": _clean(series.name),
        "points": [{"size": size, "seconds": [_short(seconds)]} for size, seconds in times],
        "exponent": None if steep is None else round(steep, 4),
    }


def _times(seconds: Iterable[float]) -> list[float]:
    return [_short(one) for one in seconds if is_time(one)]


def _short(seconds: float) -> float:
    return float(f"{seconds:.{DIGITS}g}")


def _clean(text: str) -> str:
    """Replaces halves of surrogate pairs, which UTF-8 cannot carry."""
    return text.encode("utf-8", "replace").decode()
