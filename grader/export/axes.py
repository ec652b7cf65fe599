"""Axes of a drawing: where a value stands, which ticks there are, how they are named."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

ENOUGH = (5, 3)  # ticks that need no less round ones between them, at the steps below
STEPS = ((1,), (2, 5), (3, 4, 6, 7, 8, 9))  # within a power of ten, the roundest first
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from the value `low` at `start` to `high` at `end`, in units of the drawing."""

    low: float
    high: float
    start: float
    end: float
    log: bool = True

    def at(self, value: float) -> float:
        """Says where a value stands."""
        low, high, value = (self._scaled(one) for one in (self.low, self.high, value))
        return self.start + (value - low) / (high - low) * (self.end - self.start)

    def cut(self, value: float) -> float:
        """Brings a value onto the axis."""
        return min(max(value, self.low), self.high)

    def ticks(self, apart: float) -> list[float]:
        """Picks round values, at least `apart` from each other."""
        found: list[float] = []
        for step, values in enumerate(self._round_values()):
            if step and len(found) >= ENOUGH[min(step, len(ENOUGH)) - 1]:
                break
            for one in values:
                if self._has_room(one, found, apart):
                    found.append(one)
        return sorted(found)

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.log else value

    def _has_room(self, value: float, others: list[float], apart: float) -> bool:
        return self.low <= value <= self.high and all(
            abs(self.at(value) - self.at(one)) >= apart for one in others
        )

    def _round_values(self) -> Iterator[list[float]]:
        if not self.log:
            for step in (1.0, 0.5):
                first, last = math.ceil(self.low / step), math.floor(self.high / step)
                yield [place * step for place in range(first, last + 1)]
            return
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for times in STEPS:
            yield [float(f"{one}e{power}") for power in powers for one in times]


def log_axis(values: Iterable[float], start: float, end: float) -> Axis:
    """Makes an axis with room for all values, and a factor of four at least."""
    found = list(values)
    low, high = min(found) / 1.15, max(found) * 1.15
    wider = max(1.0, math.sqrt(4 * low / high))
    return Axis(low / wider, high * wider, start, end)


def time_text(seconds: float, digits: int = 3) -> str:
    """Writes a time with its unit, such as `12 ms`."""
    rounded = float(f"{seconds:.{digits - 1}e}")
    unit, name = next((one for one in UNITS if rounded >= one[0]), UNITS[-1])
    return f"{float(f'{rounded / unit:.{digits - 1}e}'):.10g} {name}"


def times_text(ratio: float) -> str:
    """Writes how many times as much something is, to two digits."""
    return f"{float(f'{ratio:.1e}'):.10g}"
