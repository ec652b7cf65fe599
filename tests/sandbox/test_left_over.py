"""What a container leaves when one of its two halves is killed too early, and who ends it."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.mounts import command, end_left_over, find_bubblewrap
from grader.sandbox.view import GUEST, view

AS_ROOT = sys.platform == "linux" and os.getuid() == 0
TRIES = 400

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("bwrap") or not find_bubblewrap(as_root=AS_ROOT),
    reason="there is no bubblewrap that works here",
)


def words(program: str) -> list[str]:
    """A container of ours around one line of Python."""
    inside = (str(view().python), "-sSP", "-c", program)
    return [*command(find_bubblewrap(as_root=AS_ROOT), as_root=AS_ROOT), *inside]


def orphans() -> set[int]:
    """Inner halves of containers of ours without an outer one, by their number."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            ours = str(GUEST).encode() in (folder / "cmdline").read_bytes()
            status = (folder / "status").read_text()
            parent = status.partition("PPid:")[2].split()[0]
            inner = len(status.partition("NSpid:")[2].partition("\n")[0].split()) > 1
            above = Path("/proc", parent, "comm").read_text().strip()
        except OSError:
            continue
        if ours and inner and status.startswith("Name:\tbwrap\n") and above != "bwrap":
            found.add(int(folder.name))
    return found


@pytest.fixture
def running() -> Iterator["subprocess.Popen[bytes]"]:
    """A container that is in use."""
    program = words("print(flush=True); input()")
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as container:
        assert container.stdout is not None
        assert container.stdout.readline() == b"\n"
        yield container
        container.kill()


def test_the_half_of_a_container_that_nobody_holds_is_ended(
    running: "subprocess.Popen[bytes]",
) -> None:
    """One in use stays."""
    before, left = orphans(), set[int]()
    for _ in range(TRIES):
        with subprocess.Popen(words(""), stderr=subprocess.DEVNULL) as container:
            time.sleep(random.uniform(0, 0.006))
            container.kill()
        if left := orphans() - before:
            time.sleep(0.2)  # most are about to end
            left &= orphans()
        if left:
            break
    if not left:
        pytest.skip("no container was killed at the wrong moment")
    end_left_over()
    until = time.monotonic() + 20
    while orphans() & left and time.monotonic() < until:
        time.sleep(0.01)
    assert not orphans() & left
    assert running.poll() is None
    out, _ = running.communicate(b"\n")
    assert (out, running.returncode) == (b"", 0)
