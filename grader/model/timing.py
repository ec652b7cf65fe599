"""What was measured of one exercise, and what the student's own clocks measured."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct, field

COST: Mapping[str, float] = MappingProxyType({"matmul": 3.0, "convolution": 2.0})
"""The power of n that an operation costs; the kernel of the convolution is 3 x 3."""

ON_ALL = "-all"
"""How the names of baselines end that may use all CPUs; students are measured on one."""

CROWDED = 0.6  # share of the calls in which others had the CPU; beside one other it is a half
CONFIRMING = 3  # calls that have to agree on a shortest time before anything is said by it
WRONG = "wrong"
"""How a sweep ends in which a result was wrong."""


UNKNOWN = (
    *("few-sizes", "flat", "narrow", "overhead", "knee", "wide", "between", "contradictory"),
    *("steps", "unsteady"),
)
"""Why a growth cannot be told; each has a sentence."""

STILL = frozenset({"few-sizes", "flat"})
"""Those of them that are true of times that change when they are measured again, too."""


class Clock(StrEnum):
    """What times of calls were read from."""

    NOT_NOTED = ""  # measured before this was kept
    CPU = "cpu"  # the kernel's account of the program's process, all threads together
    WALL = "wall"  # the host's, where the kernel tells nothing
    DEVICE = "device"  # the host's, until the device had finished all that it was given


class Point(Struct, frozen=True, kw_only=True):
    """One size of a sweep. Times are the host's, in seconds, less what an empty call takes."""

    size: int
    seconds: tuple[float, ...]  # one for each call that was kept, in the order they were made
    device_seconds: tuple[float, ...] = ()  # of these, after the function had returned (GPU)

    @property
    def best(self) -> float:
        """The shortest time: delays only ever add (Chen and Revels, arXiv:1608.04295)."""
        return min(self.seconds)


class Fit(Struct, frozen=True, kw_only=True):
    """seconds = overhead + factor * size ** exponent, or why that cannot be said."""

    exponent: float = 0.0
    low: float = 0.0  # the interval in which the exponent lies
    high: float = 0.0
    overhead: float = 0.0  # seconds
    factor: float = 0.0  # seconds
    first: int = 0  # the smallest size it holds from; 0 = all that were measured
    unknown: str = ""  # why the exponent cannot be told: one of UNKNOWN
    until: int = 0  # of a "knee": up to this size it is that whole power; 0 = none can be told
    faster: bool = False  # of a "knee" with `until`: beyond it grows faster; else slower

    @property
    def known(self) -> bool:
        """Whether the exponent can be told."""
        return not self.unknown


class Curve(Struct, frozen=True, kw_only=True):
    """Times of one program over sizes."""

    points: tuple[Point, ...] = ()  # by size
    fit: Fit = Fit(unknown="few-sizes")


class Conditions(Struct, frozen=True, kw_only=True):
    """What the machine was doing while it was measured."""

    load: float = 0.0  # running processes per CPU, the measured one left out
    preempted: float = 0.0  # share of the calls in which others had the CPU; it is not in the times
    stolen: float = 0.0  # share of CPU time that the host of a virtual machine took
    frequency_mhz: tuple[float, float] = (0.0, 0.0)  # lowest and highest seen; 0 = not known
    processor: str = ""  # its model


class Timing(Struct, frozen=True, kw_only=True):
    """One exercise of one submission, measured."""

    curve: Curve = Curve()
    baselines: Mapping[str, Curve] = field(default_factory=dict)  # "python", "numpy", "torch", …
    conditions: Conditions = Conditions()
    noisy: tuple[int, ...] = ()  # sizes whose shortest time did not come out again
    clock: Clock = Clock.NOT_NOTED
    waited: tuple[int, ...] = ()  # sizes at which it slept or waited: the wall clock counts there
    left_out: tuple[int, ...] = ()  # sizes that the time was not enough for
    ended: str = ""  # why it ended early: WRONG (a result), or a RunStatus; "" = as planned
    ended_size: int = 0  # at which size it ended; 0 = as planned, or not known
    trouble: str = ""  # our own fault, a traceback
    key: str = ""  # of all that the measurement depends on
    machine: str = ""  # on which machine

    @property
    def unsteady(self) -> bool:
        """Whether too many sizes took another time when called again, or the largest did.

        What the time was not enough to call again is no noise.
        """
        points = self.curve.points
        again = {point.size for point in points if len(point.seconds) >= CONFIRMING}
        noisy = again.intersection(self.noisy)
        largest = max((point.size for point in points), default=0)
        return largest in noisy or 3 * len(noisy) > len(points)

    @property
    def settled(self) -> Fit:
        """The growth as it may be told and held beside anything: of a sweep that came out again.

        What bends a line whose points move is not the program, and hardly the program's caches
        where others used them most of the time.
        """
        fit = self.curve.fit
        if self.unsteady and fit.unknown not in STILL:
            return Fit(unknown="unsteady")
        crowded = self.conditions.preempted > CROWDED
        return Fit(unknown="wide") if crowded and fit.unknown == "knee" else fit
