"""Measured times of an exercise, and what the student's own clocks measured."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct, field

COST: Mapping[str, float] = MappingProxyType({"matmul": 3.0, "convolution": 2.0})
"""The power of n in an operation's cost; the kernel of the convolution is 3 x 3."""

ON_ALL = "-all"
"""Suffix of baselines that may use all CPUs; students are measured on one."""

CROWDED = 0.6  # share of calls in which others had the CPU; half beside one other process
CONFIRMING = 3  # calls that have to agree on a shortest time before it is used
WRONG = "wrong"
"""How a sweep with a wrong result ended."""


UNKNOWN = (
    *("few-sizes", "flat", "narrow", "overhead", "knee", "wide", "between", "contradictory"),
    *("steps", "unsteady"),
)
"""Why an exponent is unknown; there is a sentence for each."""

STILL = frozenset({"few-sizes", "flat"})
"""Those reasons that hold even for times that change when measured again."""


class Clock(StrEnum):
    """Which clock the times of calls were read from."""

    NOT_NOTED = ""  # measured before this was recorded
    CPU = "cpu"  # the kernel's accounting of the program's process, over all threads
    WALL = "wall"  # the host's clock, where the kernel has no accounting
    DEVICE = "device"  # the host's clock, until the device had finished all its work


class Point(Struct, frozen=True, kw_only=True):
    """One size of a sweep. Times are the host's, in seconds, minus that of an empty call."""

    size: int
    seconds: tuple[float, ...]  # one for each kept call, in order
    device_seconds: tuple[float, ...] = ()  # the part after the function had returned (GPU)

    @property
    def best(self) -> float:
        """The shortest time: delays only ever add (Chen and Revels, arXiv:1608.04295)."""
        return min(self.seconds)


class Fit(Struct, frozen=True, kw_only=True):
    """seconds = overhead + factor * size ** exponent, or why this is unknown."""

    exponent: float = 0.0
    low: float = 0.0  # interval that contains the exponent
    high: float = 0.0
    overhead: float = 0.0  # seconds
    factor: float = 0.0  # seconds
    first: int = 0  # the smallest size for which it holds; 0 = all measured sizes
    unknown: str = ""  # why the exponent is unknown: one of UNKNOWN
    until: int = 0  # of a "knee": up to this size the exponent is that whole power; 0 = unknown
    faster: bool = False  # of a "knee" with `until`: whether it grows faster beyond, else slower

    @property
    def known(self) -> bool:
        """Whether the exponent is known."""
        return not self.unknown


class Curve(Struct, frozen=True, kw_only=True):
    """Times of one program by size."""

    points: tuple[Point, ...] = ()  # by size
    fit: Fit = Fit(unknown="few-sizes")


class Conditions(Struct, frozen=True, kw_only=True):
    """The machine's state during a measurement."""

    load: float = 0.0  # running processes per CPU, except the measured one
    preempted: float = 0.0  # share of calls in which others had the CPU; not in the times
    stolen: float = 0.0  # share of CPU time that the host of a virtual machine took
    frequency_mhz: tuple[float, float] = (0.0, 0.0)  # lowest and highest seen; 0 = not known
    processor: str = ""  # its model


class Timing(Struct, frozen=True, kw_only=True):
    """One exercise of one submission, measured."""

    curve: Curve = Curve()
    baselines: Mapping[str, Curve] = field(default_factory=dict)  # "python", "numpy", "torch", …
    conditions: Conditions = Conditions()
    noisy: tuple[int, ...] = ()  # sizes whose shortest time was not reproducible
    clock: Clock = Clock.NOT_NOTED
    waited: tuple[int, ...] = ()  # sizes at which it slept or waited, so that the wall clock counts
    left_out: tuple[int, ...] = ()  # sizes for which there was not enough time
    ended: str = ""  # why it ended early: WRONG (a result), or a RunStatus; "" = as planned
    ended_size: int = 0  # size at which it ended; 0 = as planned, or unknown
    trouble: str = ""  # traceback of our own fault
    key: str = ""  # key of everything that the measurement depends on
    machine: str = ""  # the machine that measured

    @property
    def unsteady(self) -> bool:
        """Whether too many sizes, or the largest, took another time when called again.

        Sizes that could not be called again for lack of time are not counted.
        """
        points = self.curve.points
        again = {point.size for point in points if len(point.seconds) >= CONFIRMING}
        noisy = again.intersection(self.noisy)
        largest = max((point.size for point in points), default=0)
        return largest in noisy or 3 * len(noisy) > len(points)

    @property
    def settled(self) -> Fit:
        """The growth as reported and compared: unknown if the sweep was not reproducible.

        If points move, a bend is not the program's doing. If others used the CPU most of the time,
        it is hardly due to the program's caches.
        """
        fit = self.curve.fit
        if self.unsteady and fit.unknown not in STILL:
            return Fit(unknown="unsteady")
        crowded = self.conditions.preempted > CROWDED
        return Fit(unknown="wide") if crowded and fit.unknown == "knee" else fit
