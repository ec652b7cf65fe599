"""The tools that benchmarks/timing.py compares: each gives one figure for one function."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.model.calling import Convention, Target
from grader.model.course import Case, CaseKind, Exercise, Form, Sweep
from grader.model.reference import Reference
from grader.sandbox import Sandbox
from grader.timing.calls import EmptyCalls, Subject, VerifiedCalls
from grader.timing.sweeping import SOON, sweep

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "reference" / "programs"
OURS_SECONDS = 1.0
FEW, MANY = 0.2, 1.0  # seconds of plain calls, and of torch's
PYPERF_SETUP = """
import random, runpy
matmul = runpy.run_path({program!r})["matmul"]
rng = random.Random(0)
a, b = ([[rng.randint(2, 5) for _ in range({size})] for _ in range({size})] for _ in range(2))
"""
PYPERF_ARRAYS = "import numpy\na, b = numpy.array(a, float), numpy.array(b, float)\n"


class Function(Struct, frozen=True, kw_only=True):
    """One of our own programs, at one size."""

    name: str
    exercise: Exercise  # of kadai2, that it solves
    reference: Reference
    size: int

    @property
    def program(self) -> Path:
        """Is the file."""
        backend = self.exercise.backend.value
        return PROGRAMS / f"{self.exercise.operation}_{backend}.py"

    @property
    def target(self) -> Target:
        """Says how it is called."""
        form = self.exercise.gives[0]
        return Target(name=self.exercise.operation, convention=Convention.AB, form=form)

    def plain(self) -> Callable[[], object]:
        """Gives a call in this process, always with the same inputs."""
        import random

        space: dict[str, Any] = {}
        exec(compile(self.program.read_text(encoding="utf-8"), self.program, "exec"), space)
        function = space[self.exercise.operation]
        case = Case(size=self.size, kind=CaseKind.LARGE)
        given = self.reference.inputs(case, random.Random(0))
        lists = self.exercise.gives[0] is Form.LISTS
        given = tuple(one.tolist() if lists else one.astype(float) for one in given)
        return lambda: function(*given)


class Ours(Struct):
    """A sweep of one size through the fence, in a fresh child each time, as for every student."""

    sandbox: Sandbox
    empty: EmptyCalls
    repetitions: int = 0

    def subject(self, function: Function) -> Subject:
        """Opens the program as that of a student."""
        self.repetitions += 1  # every repetition has inputs of its own
        name = function.program.name
        text = function.program.read_text(encoding="utf-8")
        measured = replace(
            function.exercise, entry=function.exercise.operation, aliases=(), others=(), requires=()
        )
        program = self.sandbox.open_program(name, {name: text}, measured)
        seed = str(self.repetitions).encode()
        return Subject(program, function.target, measured, function.reference, seed)

    def __call__(self, function: Function) -> float:
        """Gives the shortest of the verified calls."""
        subject = self.subject(function)
        plan = Sweep(sizes=(function.size,), seconds=OURS_SECONDS / SOON)
        try:
            swept = sweep(plan, VerifiedCalls(subject, self.empty), subject.clock)
        finally:
            subject.rest()
        if not swept.points:
            raise SystemExit(f"{function.name}: no times: {swept.ended or 'too short'}")
        return swept.points[0].best


def one_call(function: Function) -> float:
    """Times as on the slides: the clock around one call."""
    call = function.plain()
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def shortest(
    function: Function, seconds: float = FEW, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Gives the shortest of so many seconds of plain calls."""
    call = function.plain()
    took = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not took:
        start = clock()
        call()
        took.append(clock() - start)
    return min(took)


def shortest_of_a_second(function: Function) -> float:
    """Gives the shortest of as long as our own sweep may take."""
    return shortest(function, OURS_SECONDS)


def torch_median(function: Function) -> float:
    """Gives torch.utils.benchmark's figure; one thread, as is its default."""
    from torch.utils.benchmark import Timer

    timer = Timer("call()", globals={"call": function.plain()})
    median: float = timer.blocked_autorange(min_run_time=MANY).median
    return median


class Pyperf(Struct):
    """`pyperf timeit` as it is called by default: 20 processes, 3 values each."""

    python: str
    cpu: int | None

    def __call__(self, function: Function) -> float:
        """Gives the mean, which is what it prints."""
        setup = PYPERF_SETUP.format(program=str(function.program), size=function.size)
        if function.exercise.gives[0] is not Form.LISTS:
            setup += PYPERF_ARRAYS
        kept = [] if self.cpu is None else ["--affinity", str(self.cpu)]
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out.json"
            words = (self.python, "-m", "pyperf", "timeit", "-q", *kept, "-o", str(out))
            subprocess.run((*words, "-s", setup, "matmul(a, b)"), check=True, capture_output=True)
            runs = json.loads(out.read_text(encoding="utf-8"))["benchmarks"][0]["runs"]
        values: list[float] = [one for run in runs for one in run.get("values", ())]
        return sum(values) / len(values)


def pin(cpu: int | None) -> int | None:
    """Keeps this process to one CPU, as the timing lane does, where the platform lets us."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    cpu = max(os.sched_getaffinity(0)) if cpu is None else cpu
    os.sched_setaffinity(0, {cpu})
    return cpu


def has(module: str, python: str = sys.executable) -> bool:
    """Says whether an interpreter finds a module."""
    find = f"import importlib.util as u, sys; sys.exit(u.find_spec({module!r}) is None)"
    return subprocess.run((python, "-c", find), check=False, capture_output=True).returncode == 0
