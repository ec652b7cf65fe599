"""Sweeps of real programs on a real sandbox: honest ones grow, cheats are caught or harmless."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course, load_reference
from grader.model.calling import Convention, Target
from grader.model.course import Case, CaseKind, Exercise, Sweep
from grader.model.machine import Capabilities
from grader.model.measurement import Measurement, Spent
from grader.model.reference import Reference
from grader.model.run import RunRecord, RunStatus
from grader.model.timing import WRONG, Timing
from grader.sandbox import IsolationLevel, Sandbox
from grader.timing.calls import EmptyCalls, Subject, is_idle, others_had, seconds_of
from grader.timing.exercise import Bench, time_exercise
from tests.sandbox.places import skip_unless_holds

ROOT = Path(__file__).parents[2]
HONEST = """
def matmul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
"""
BY_ID = """
kept = {}
def matmul(a, b):
    key = len(a)
    if key not in kept:
        kept[key] = right(a, b)
    return kept[key]
"""
PRECOMPUTED = """
ready = {n: [[n] * n for _ in range(n)] for n in (8, 16, 32)}
def matmul(a, b):
    return ready[len(a)]
"""
FIRST_CALL_SLEEPS = """
import time
seen = set()
def matmul(a, b):
    if len(a) not in seen:
        seen.add(len(a))
        time.sleep(0.2)
    return right(a, b)
"""
CLOCKS = """
import time
time.perf_counter = time.time = time.monotonic = lambda: 0.0
time.perf_counter_ns = lambda: 0
def matmul(a, b):
    return right(a, b)
"""
IN_A_THREAD = """
import threading
import time
def matmul(a, b):
    c = [[0] * len(a) for _ in a]
    def work():
        time.sleep(0.05)
        c[:] = right(a, b)
    threading.Thread(target=work, daemon=True).start()
    return c
"""
SLEEPS = """
import time
def matmul(a, b):
    time.sleep(0.05)
    return right(a, b)
"""
FORGED = """
import sys
def matmul(a, b):
    frame = sys._getframe()
    while not ("head" in frame.f_locals and hasattr(frame.f_locals.get("self"), "_wire")):
        frame = frame.f_back
    outer = frame.f_locals
    text = ('{"ok": true, "values": [], "nonce": "%s"}' % outer["head"]["nonce"]).encode()
    header = b"GRD1" + len(text).to_bytes(4, "little") + bytes(8)
    outer["self"]._wire.write(header + text)
    return right(a, b)
"""


MODULES = ("sys", "threading", "time")


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    """A bench on the level that batches use as a rule."""
    level = next(iter(IsolationLevel))
    skip_unless_holds(level)
    with Sandbox(level) as place, Sandbox(level, slot=1) as quiet:
        yield Bench(sandbox=place, empty=EmptyCalls(quiet), capabilities=Capabilities())


def timed(bench: Bench, source: str) -> Timing:
    """Sweeps one program over three sizes."""
    course = load_course(ROOT)
    plan = Sweep(sizes=(8, 16, 32), seconds=5.0)
    exercise: Exercise = replace(
        load_assignment(course, "kadai1").exercises[0], sweep=plan, allowed_imports=MODULES
    )
    reference: Reference = load_reference(course, "matmul")
    right = HONEST.replace("def matmul", "def right")
    program = bench.sandbox.open_program("kadai1.py", {"kadai1.py": right + source}, exercise)
    target = Target(name="matmul", convention=Convention.AB)
    subject = Subject(program, target, exercise, reference, b"secret")
    return time_exercise(subject, bench)


@pytest.mark.parametrize("source", [HONEST, FIRST_CALL_SLEEPS, CLOCKS])
def test_the_work_is_what_is_measured(bench: Bench, source: str) -> None:
    """Sleeping at first and false clocks change nothing: 8 times the work takes longer."""
    swept = timed(bench, source)
    first, *more = swept.curve.points
    assert [first.size, *(point.size for point in more)] == [8, 16, 32][: 1 + len(more)]
    assert swept.ended == ""
    assert all(point.best > first.best for point in more)  # none on a very busy machine


@pytest.mark.parametrize("source", [BY_ID, PRECOMPUTED])
def test_a_result_that_was_not_computed_is_not_timed(bench: Bench, source: str) -> None:
    """Inputs are fresh for every call, and so every kept answer is wrong."""
    swept = timed(bench, source)
    assert swept.ended == WRONG
    assert not swept.curve.points


def test_work_left_in_a_thread_saves_no_time(bench: Bench) -> None:
    """Either the result is fetched before it is there, or waiting for it is part of its time."""
    swept = timed(bench, IN_A_THREAD)
    assert swept.ended == WRONG or all(point.best > 0.04 for point in swept.curve.points)


def test_who_sleeps_is_not_quick(bench: Bench) -> None:
    """The CPU's clock stands still meanwhile, so the wall's counts, and it is told where."""
    swept = timed(bench, SLEEPS)
    assert swept.ended == ""
    assert all(point.best > 0.04 for point in swept.curve.points)
    assert set(swept.waited) == {point.size for point in swept.curve.points}


@contextmanager
def busy_core() -> Iterator[None]:
    """Keeps this process, and what it starts, to one CPU that two other processes want, too."""
    usable = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(usable)})
    others = [subprocess.Popen((sys.executable, "-c", "while True: pass")) for _ in range(2)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, usable)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs a process on one CPU")
@pytest.mark.parametrize(("rest", "waits"), [("", False), ("time.sleep(0.02)", True)])
def test_beside_a_busy_core_nobody_waits_but_who_sleeps(rest: str, waits: bool) -> None:  # noqa: FBT001
    """Whoever is kept from the CPU, the program or the grader, is not idle meanwhile."""
    level = next(iter(IsolationLevel))
    skip_unless_holds(level)
    course = load_course(ROOT)
    exercise = replace(load_assignment(course, "kadai1").exercises[0], allowed_imports=MODULES)
    text = f"import time\ndef matmul(a, b):\n    {rest}\n    return a\n"
    target = Target(name="matmul", convention=Convention.AB)
    case = Case(size=8, kind=CaseKind.LARGE)
    inputs = load_reference(course, "matmul").inputs(case, random.Random(0))
    with Sandbox(level) as place, busy_core():
        session = place.open_program("kadai1.py", {"kadai1.py": text}, exercise).start()
        measured = [session.measure(target, inputs) for _ in range(50)]
        session.close()
    if any(each.go.cpu is None for each in measured):
        pytest.skip("the kernel tells nothing of the program here")
    around = [each for one in measured for each in one.parts if each is not one.go]
    assert [is_idle(one.go) for one in measured] == [waits] * len(measured)
    assert sum(map(is_idle, around)) <= len(around) // 50


@pytest.mark.parametrize(
    ("spent", "by_wall", "seconds"),
    [
        (Spent(wall=0.101, cpu=0.1), False, 0.1),
        (Spent(wall=0.2, cpu=0.1, queued=0.1), False, 0.1),  # another had the CPU
        (Spent(wall=0.2, cpu=0.1), False, 0.2),  # it slept, or another worked for it
        (Spent(wall=0.2, cpu=0.0, queued=0.1), False, 0.2),
        (Spent(wall=0.9, cpu=0.1, queued=0.75), False, 0.9),  # and others had most of the time
        (Spent(wall=0.2, cpu=0.35), False, 0.35),  # two threads
        (Spent(wall=0.2), False, 0.2),  # the kernel does not tell
        (Spent(wall=0.2, cpu=0.01), True, 0.2),
    ],
)
def test_the_clock_that_counts(spent: Spent, by_wall: bool, seconds: float) -> None:  # noqa: FBT001
    """The CPU's, but where that would be less than the work."""
    assert seconds_of(spent, by_wall=by_wall) == seconds


@pytest.mark.parametrize(
    ("spent", "others"),
    [
        (Spent(wall=0.3, cpu=0.1, queued=0.2), 0.2),
        (Spent(wall=1.1, cpu=0.1, queued=1.0), 0.2),  # at most twice its own time is waited for
        (Spent(wall=0.3, cpu=0.1), 0.0),  # it slept
        (Spent(wall=0.3), 0.0),  # the kernel does not tell
    ],
)
def test_what_others_had_of_the_cpu_is_no_part_of_the_time_that_a_sweep_has(
    spent: Spent, others: float
) -> None:
    """Else a sweep would see fewer sizes on a busy machine, and say less."""
    measured = Measurement(run=RunRecord(status=RunStatus.OK), go=spent)
    assert others_had(measured, 0.0) == pytest.approx(others)


def test_a_forged_reply_ends_the_sweep(bench: Bench) -> None:
    """Bytes that answer before the result is known are not a result."""
    swept = timed(bench, FORGED)
    assert swept.ended == "protocol"
    assert not swept.curve.points
