"""What the machine was doing while something was measured: load, stolen time, frequency.

From proc(5) and the kernel's cpufreq. Elsewhere the answer is "not known", which is 0 and "".
"""

import contextlib
import os
import platform
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, field

from grader.model.timing import Conditions

PROC = Path("/proc")
FREQUENCIES = Path("/sys/devices/system/cpu")
OWN = 1.0  # the measured process runs, too
STEAL = 7  # column of the line "cpu" in /proc/stat
MODEL = re.compile(r"^model name\s*:\s*(.+)$", re.MULTILINE)
MHZ = re.compile(r"^cpu MHz\s*:\s*([\d.]+)$", re.MULTILINE)


class Watched(Struct):
    """What was seen between the beginning and the end."""

    _ticks: tuple[float, float] = (0.0, 0.0)  # all, stolen
    _busy: list[float] = field(default_factory=list)  # running processes, each time it was looked
    _frequencies: list[float] = field(default_factory=list)
    _stolen: float = 0.0

    def look(self) -> None:
        """Looks once."""
        self._frequencies += _frequencies()
        with contextlib.suppress(OSError, ValueError):
            running = (PROC / "loadavg").read_text(encoding="ascii").split()[3].partition("/")[0]
            self._busy.append(max(0.0, float(running) - OWN))

    def begin(self) -> None:
        """Notes where the counters stand."""
        self._ticks = _ticks()
        self.look()

    def end(self) -> None:
        """Notes how far the counters went."""
        self.look()
        total, stolen = (now - then for now, then in zip(_ticks(), self._ticks, strict=True))
        self._stolen = stolen / total if total > 0 else 0.0

    def summary(self) -> Conditions:
        """Sums up."""
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
    """Watches the machine while something is measured."""
    watch = Watched()
    watch.begin()
    try:
        yield watch
    finally:
        watch.end()


def processor() -> str:
    """Names the processor's model as the kernel does."""
    match = MODEL.search(_read(PROC / "cpuinfo"))
    return match.group(1).strip() if match else platform.processor()


def _ticks() -> tuple[float, float]:
    fields = _read(PROC / "stat").partition("\n")[0].split()[1:]
    numbers = [float(field) for field in fields]
    return sum(numbers[:8]), numbers[STEAL] if len(numbers) > STEAL else 0.0


def _frequencies() -> list[float]:
    """Lists the CPUs' frequencies in MHz."""
    files = FREQUENCIES.glob("cpu[0-9]*/cpufreq/scaling_cur_freq")
    khz = [_read(path).strip() for path in files]
    mhz = [float(reading) / 1000 for reading in khz if reading.isdigit()]
    return mhz or [float(reading) for reading in MHZ.findall(_read(PROC / "cpuinfo"))]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
