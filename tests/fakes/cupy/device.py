"""The clock of the fake device: until when it is busy."""

import os
import time

# Seconds that each operation takes; long enough to be seen, short enough for tests.
DELAY = float(os.environ.get("FAKE_CUPY_DELAY", "0.0005"))


class _Device:
    busy_until = 0.0


def work() -> None:
    """Queues one operation behind those that wait."""
    _Device.busy_until = max(_Device.busy_until, time.monotonic()) + DELAY


def done() -> bool:
    """Says whether nothing waits."""
    return time.monotonic() >= _Device.busy_until


def wait() -> None:
    """Waits until everything queued is done."""
    time.sleep(max(0.0, _Device.busy_until - time.monotonic()))
