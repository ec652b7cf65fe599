"""Tells moments in which the machine is slow, by how long the same small work takes each time.

A virtual machine shares its cores with strangers: for tenths of a second to seconds all takes a
fifth to a third longer, though no load and no stolen time show it. Calls that agree with each other
in such a moment are wrong together. So a fixed piece of work is timed before and after a call; it
has to be about as quick as it lately was at best.
"""

import time
from collections import deque
from collections.abc import Callable

from msgspec import Struct, field

STEPS = 4000  # some tenths of a millisecond
BEATS = 2  # the shorter one counts, so that an interrupt is no slow moment
SLOWER = 1.25  # than at best: not calm; so dense a loop suffers up to twice as much as others
LATELY = 60.0  # seconds; before that the clock may have been another


def work() -> None:
    """Counts, in whole numbers that stay small."""
    total = 0
    for step in range(STEPS):
        total = (total * 3 + step) & 0xFFFF


class Pulse(Struct):
    """Remembers how quick the machine was at best; use it on the CPU that is measured on."""

    clock: Callable[[], float] = time.thread_time  # on which time that others take does not pass
    now: Callable[[], float] = time.monotonic
    work: Callable[[], None] = work
    _known: deque[tuple[float, float]] = field(default_factory=deque)  # (when, seconds), rising

    def calm(self) -> bool:
        """Whether the machine is as quick as it lately was at best."""
        seconds = min(self._beat() for _ in range(BEATS))
        now = self.now()
        while self._known and self._known[0][0] < now - LATELY:
            self._known.popleft()
        while self._known and self._known[-1][1] >= seconds:
            self._known.pop()
        self._known.append((now, seconds))
        return seconds <= SLOWER * self._known[0][1]

    def wait(self, seconds: float) -> bool:
        """Waits for a calm moment, but no longer than that; says whether it came."""
        end = self.now() + seconds
        while not (calm := self.calm()) and self.now() < end:
            pass
        return calm

    def _beat(self) -> float:
        start = self.clock()
        self.work()
        return self.clock() - start
