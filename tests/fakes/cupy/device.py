"""The clocks of the fake device: until when each of its streams is busy."""

import os
import time

# Seconds that each operation takes; long enough to be seen, short enough for tests.
DELAY = float(os.environ.get("FAKE_CUPY_DELAY", "0.0005"))
NULL = 0  # the stream that is used where no other is chosen


class _Device:
    busy_until: dict[int, float] = {}  # noqa: RUF012 - the only device, by stream
    streams: list[int] = [NULL]  # noqa: RUF012 - chosen, the innermost last
    wrong = False  # a build of the library that gives wrong numbers without an error


def work() -> float:
    """Queues one operation behind those of its stream; says when it will be done."""
    stream = _Device.streams[-1]
    start = max(_Device.busy_until.get(stream, 0.0), time.monotonic())
    _Device.busy_until[stream] = start + DELAY
    return _Device.busy_until[stream]


def is_wrong() -> bool:
    """Says whether this build computes wrongly."""
    return _Device.wrong


def choose(stream: int) -> None:
    """Lets what follows be queued in a stream."""
    _Device.streams.append(stream)


def leave() -> None:
    """Goes back to the stream that was chosen before."""
    _Device.streams.pop()


def chosen() -> int:
    """Gives the stream that operations are queued in."""
    return _Device.streams[-1]


def done(stream: int = NULL) -> bool:
    """Says whether nothing waits in a stream."""
    return time.monotonic() >= _Device.busy_until.get(stream, 0.0)


def wait_for(stream: int) -> None:
    """Waits until everything queued in a stream is done, and looks at no other."""
    time.sleep(max(0.0, _Device.busy_until.get(stream, 0.0) - time.monotonic()))


def wait() -> None:
    """Waits until everything queued is done."""
    for stream in list(_Device.busy_until):
        wait_for(stream)
