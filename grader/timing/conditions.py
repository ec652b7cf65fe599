"""The machine's state during a measurement: load, stolen time, frequency.

From proc(5) and the kernel's cpufreq. On other systems the answer is unknown: 0 and "".

It also checks the machine's speed. A virtual machine shares its cores with others, and for tenths
of a second to seconds everything may take a fifth to a third longer, although neither load nor
stolen time shows it. Calls that agree during such a period are all wrong. So a fixed piece of work
is timed before and after a call; it has to be about as fast as its best recent time.
"""

import contextlib
import os
import platform
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, field

from grader.model.timing import Conditions

PROC = Path("/proc")
FREQUENCIES = Path("/sys/devices/system/cpu")
OWN = 1.0  # the measured process is running, too
STEAL = 7  # column of the line "cpu" in /proc/stat
MODEL = re.compile(r"^model name\s*:\s*(.+)$", re.MULTILINE)
MHZ = re.compile(r"^cpu MHz\s*:\s*([\d.]+)$", re.MULTILINE)


class Watched(Struct):
    """Observations between the beginning and the end."""

    _ticks: tuple[float, float] = (0.0, 0.0)  # all, stolen
    _busy: list[float] = field(default_factory=list)  # running processes at each look
    _frequencies: list[float] = field(default_factory=list)
    _stolen: float = 0.0

    def look(self) -> None:
        """Record the load and the CPU's frequency now."""
        self._frequencies += _frequencies()
        with contextlib.suppress(OSError, ValueError):
            running = (PROC / "loadavg").read_text(encoding="ascii").split()[3].partition("/")[0]
            self._busy.append(max(0.0, float(running) - OWN))

    def begin(self) -> None:
        """Read the counters at the start."""
        self._ticks = _ticks()
        self.look()

    def end(self) -> None:
        """Read the counters at the end."""
        self.look()
        total, stolen = (now - then for now, then in zip(_ticks(), self._ticks, strict=True))
        self._stolen = stolen / total if total > 0 else 0.0

    def summary(self) -> Conditions:
        """Summarise the observations."""
        cpus = os.cpu_count() or 1
        mean = sum(self._busy) / len(self._busy) if self._busy else 0.0
        lowest, highest = min(self._frequencies, default=0.0), max(self._frequencies, default=0.0)
        return Conditions(
            load=mean / cpus,
            stolen=self._stolen,
            frequency_mhz=(lowest, highest),
            processor=processor(),
        )


@contextmanager
def watched() -> Iterator[Watched]:
    """Watch the machine during the block."""
    watch = Watched()
    watch.begin()
    try:
        yield watch
    finally:
        watch.end()


def processor() -> str:
    """Return the processor's model according to the kernel."""
    match = MODEL.search(_read(PROC / "cpuinfo"))
    return match.group(1).strip() if match else platform.processor()


def _ticks() -> tuple[float, float]:
    fields = _read(PROC / "stat").partition("\n")[0].split()[1:]
    numbers = [float(field) for field in fields]
    return sum(numbers[:8]), numbers[STEAL] if len(numbers) > STEAL else 0.0


def _frequencies() -> list[float]:
    files = FREQUENCIES.glob("cpu[0-9]*/cpufreq/scaling_cur_freq")
    khz = [_read(path).strip() for path in files]
    mhz = [float(reading) / 1000 for reading in khz if reading.isdigit()]
    return mhz or [float(reading) for reading in MHZ.findall(_read(PROC / "cpuinfo"))]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


BEAT_STEPS = 4000  # some tenths of a millisecond
BEATS = 2  # the shorter one counts, so that an interrupt is not taken for slowness
SLOWER = 1.25  # than the best: not calm; such a dense loop is slowed up to twice as much as others
LATELY = 60.0  # seconds; before that, the clock frequency may have been different


def work() -> None:
    """Count with small integers."""
    total = 0
    for step in range(BEAT_STEPS):
        total = (total * 3 + step) & 0xFFFF


class Pulse(Struct):
    """Remembers the machine's best recent speed; use it on the CPU of the measurements."""

    # CPU time excludes time taken by others. WebAssembly lacks it, but nothing is measured there.
    clock: Callable[[], float] = getattr(time, "thread_time", time.process_time)
    now: Callable[[], float] = time.monotonic
    work: Callable[[], None] = work
    _known: deque[tuple[float, float]] = field(default_factory=deque)  # (when, seconds), increasing

    def calm(self) -> bool:
        """Return whether the machine is about as fast as its best recent speed."""
        seconds = min(self._beat() for _ in range(BEATS))
        now = self.now()
        while self._known and self._known[0][0] < now - LATELY:
            self._known.popleft()
        while self._known and self._known[-1][1] >= seconds:
            self._known.pop()
        self._known.append((now, seconds))
        return seconds <= SLOWER * self._known[0][1]

    def wait(self, seconds: float) -> bool:
        """Wait at most so long for a calm moment; return whether it came."""
        end = self.now() + seconds
        while not (calm := self.calm()) and self.now() < end:
            pass
        return calm

    def _beat(self) -> float:
        start = self.clock()
        self.work()
        return self.clock() - start
