"""Who ended a child: it, a limit of its own, or the machine. Only the first two say anything."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from msgspec.structs import replace

from grader.model.calling import Convention, Target
from grader.model.errors import Killed
from grader.model.run import RunStatus
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.cold import ColdChild
from grader.sandbox.session import SandboxSession
from tests.killing import newest_leaf, small_group
from tests.sandbox.places import LIMITS, RIGHT, skip_unless_holds, started
from tests.sandbox.products import multiplies

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into Linux's /proc")
MATMUL = Target(name="matmul", convention=Convention.AB)
A = np.array([[1, 2], [3, 5]], dtype=np.int64)
SLEEPS = "import time\n\ndef matmul(a, b):\n    time.sleep(30)\n"
LONG = replace(LIMITS, call_seconds=30.0)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_child_that_somebody_kills_gave_no_answer(sandbox: Sandbox, number: int) -> None:
    """In the middle of a call; the next one finds all well."""
    with started(sandbox, SLEEPS, "time", limits=LONG) as (_, session):
        killer = threading.Timer(0.5, lambda: os.kill(newest_leaf(os.getpid()), number))
        killer.start()
        with pytest.raises(Killed, match="outside"):
            session.call(MATMUL, [A, A])
        killer.join()
        assert not session.alive
    with started(sandbox, RIGHT) as (_, session):
        assert multiplies(session)


DEAF = """
import signal
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
def matmul(a, b):
    while True:
        pass
"""


def test_the_limit_of_time_on_the_processor_is_its_own(sandbox: Sandbox) -> None:
    """The kernel kills who does not listen: that is no accident."""
    limits = replace(LONG, cpu_seconds=1.0)
    with started(sandbox, DEAF, "signal", limits=limits) as (_, session):
        assert session.call(MATMUL, [A, A]).run.status is RunStatus.TIMEOUT


def test_a_program_that_sleeps_was_not_kept_waiting(sandbox: Sandbox) -> None:
    """However busy the computer is: it wanted no CPU."""
    source = "import time\ndef matmul(a, b):\n    time.sleep(60)\n"
    with started(sandbox, source, "time", limits=LONG) as (_, session):
        run = session.call(MATMUL, [A, A], seconds=1.0).run
        assert (run.status, run.lacks_cpu) == (RunStatus.TIMEOUT, False)


def test_time_that_others_had_is_added(sandbox: Sandbox) -> None:
    """A function that never ends, and three others on its CPU: it gets more time, and is late."""
    endless = "def matmul(a, b):\n    while True:\n        pass\n"
    with started(sandbox, endless, limits=LONG) as (_, session):
        assert isinstance(session, SandboxSession)
        if isinstance(session._child, ColdChild):
            pytest.skip("nobody counts for whom a cold child waits")
        child = newest_leaf(os.getpid())
        cpu = min(os.sched_getaffinity(child))
        busy = [
            sys.executable,
            "-c",
            f"import os\nos.sched_setaffinity(0, [{cpu}])\nwhile True: pass",
        ]
        others = [subprocess.Popen(busy) for _ in range(3)]
        try:
            os.sched_setaffinity(child, [cpu])
            run = session.call(MATMUL, [A, A], seconds=0.5).run
        finally:
            for other in others:
                other.kill()
                other.wait()
        assert run.status is RunStatus.TIMEOUT
        assert session._child.added > 0


OWN_ENDS = {
    "os.abort()": 6,
    "os.kill(os.getpid(), signal.SIGSEGV)": 11,
    "signal.setitimer(signal.ITIMER_REAL, 0.05); time.sleep(5)": 14,
    "os._exit(9)": 0,
}


@pytest.mark.parametrize("body", OWN_ENDS)
def test_what_it_does_to_itself_is_its_own(sandbox: Sandbox, body: str) -> None:
    """abort, a fault, a timer, an exit: the program ended, and the signal is told."""
    source = f"import os, signal, time\n\ndef matmul(a, b):\n    {body}\n"
    with started(sandbox, source, "os", "signal", "time", limits=LONG) as (_, session):
        run = session.call(MATMUL, [A, A]).run
    assert (run.status, run.exit_signal) == (RunStatus.SIGNAL, OWN_ENDS[body])


INSIDE = """
import os, sys
from pathlib import Path
Path(sys.argv[1], "cgroup.procs").write_text(str(os.getpid()))
import numpy as np
from grader.model.errors import Killed
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.cold import ColdChild
from grader.sandbox.session import SandboxSession
from tests.sandbox.places import started, LIMITS
from tests.sandbox.test_deaths import A, LONG, MATMUL
from msgspec.structs import replace

mib = int(sys.argv[2])
source = f"def matmul(a, b):\\n    hold = bytearray({mib} * 2**20)\\n    return [[len(hold)]]\\n"
ours = b"x" * (100 * 2**20)
with Sandbox(IsolationLevel.A_PLUS) as place:
    with started(place, source, limits=replace(LONG, memory_mib=512)) as (_, session):
        try:
            print(session.call(MATMUL, [A, A]).run.status)
        except Killed as killed:
            print(killed)
"""


@pytest.mark.root
@pytest.mark.parametrize(("mib", "word"), [(10, "ok"), (300, "ran out of memory"), (600, "memory")])
def test_a_group_above_that_is_full_is_not_the_childs_limit(mib: int, word: str) -> None:
    """512 MiB are allowed: 300 are too many for this machine, 600 for the program."""
    skip_unless_holds(IsolationLevel.A_PLUS)
    with small_group(300) as group:
        command = [sys.executable, "-c", INSIDE, str(group), str(mib)]
        said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert word in said.stdout, said
    assert (word == "memory") == (said.stdout.strip() == RunStatus.MEMORY), said
