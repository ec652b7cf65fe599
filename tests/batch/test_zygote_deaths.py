"""A sandbox that is killed in the middle is started again, and costs nobody a point."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.sandbox import Rung
from tests.batch.classes import RIGHT
from tests.batch.timed_class import TimedClass
from tests.sandbox.places import skip_unless_holds

SLOW = f"import time\ntime.sleep(0.4)\n{RIGHT}"


def zygotes() -> list[int]:
    """The processes of ours that children are forked from, or their containers."""
    found = []
    for children in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for pid in map(int, children.read_text(encoding="ascii").split()):
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if b"zygote" in words:
                    found.append(pid)
    return found


@contextmanager
def killed(most: int) -> Iterator[list[int]]:
    """Kills some of the zygotes while they are at work."""
    ended = threading.Event()
    hit: list[int] = []

    def watch() -> None:
        while not ended.wait(0.3) and len(hit) < most:
            for pid in zygotes()[:1]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    hit.append(pid)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield hit
    finally:
        ended.set()
        watcher.join()


def test_killed_zygotes_cost_nobody_a_point(tmp_path: Path) -> None:
    """Everybody is graded; what went wrong is ours, open, and right in the next run."""
    skip_unless_holds(next(iter(Rung)))
    programs = {f"24A12{number:02}": f"{SLOW}# {number}\n" for number in range(8)}
    room = TimedClass(tmp_path, programs)
    with killed(3) as hit:
        result = room.grade(timing=False)
    assert hit
    assert len(result.graded) == 8
    broken = [student for student, _ in result.faults]
    for graded in result.graded:
        given = graded.sheet.awards[0].points
        assert given == 4 or (given is None and graded.sheet.student in broken)
    mended = room.grade(timing=False)
    assert not mended.faults
    assert mended.observed == tuple(broken)
    assert {one.sheet.awards[0].points for one in mended.graded} == {4}
