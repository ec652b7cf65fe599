"""Whose clocks are watched, and what is said where that cannot be done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import pytest
from msgspec.structs import replace

from grader.clocks.inspector import INSPECTOR
from grader.clocks.record import ClockLog, TimedPair
from grader.course import load_assignment, load_course
from grader.model.course import Exercise, Scope
from grader.model.errors import SandboxUnavailable
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Location
from grader.model.machine import Capabilities
from grader.model.running import Program
from grader.model.static import Certainty, ParseStatus, SourceFacts
from grader.observing import Setup, Tools
from tests.fakes.program import FakeProgram
from tests.fakes.sandbox import FakeSandbox
from tests.source.sources import script, submission
from tests.tree import ROOT

CODE = "import time\nimport torch\ns = time.time()\n"
PLACE = Location(file="kadai2.py", line=3, text="s = time.time()")
PAIR = TimedPair(
    start=PLACE,
    end=PLACE,
    library="torch",
    work="s = time.time()",
    synchronized=False,
    certainty=Certainty.SURE,
    setup=(PLACE,),
)
EVENTS = [(kind, "torch", "", False, [0]) for kind in ("read", "setup", "work", "read")]
LOG = {"frames": [(0, 3, 3, 0, 15, "<module>")], "events": EVENTS, "pairs": [(0, 3)]}
READ = SourceFacts(status=ParseStatus.OK)


@dataclass
class Watching(FakeSandbox):
    """Opens programs that show one pair; or it cannot be started."""

    fails: bool = False
    asked: Exercise | None = None

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Remembers what it was asked for."""
        if self.fails:
            raise SandboxUnavailable("no room")
        self.asked = exercise
        return FakeProgram(files[main], answered=({"ok": True, "told": LOG}, b""))


def watched(
    sandbox: Watching,
    code: str = CODE,
    *,
    cells: tuple[tuple[int, int], ...] = (),
    facts: SourceFacts | None = READ,
    libraries: tuple[str, ...] = ("numpy", "torch"),
    scope: Scope = Scope.FUNCTION,
    empty: tuple[str, ...] = (),
) -> dict[str, ClockLog | None]:
    """Says what was found out for each exercise of kadai2."""
    assignment = load_assignment(load_course(ROOT), "kadai2")
    exercises = tuple(replace(each, scope=scope) for each in assignment.exercises)
    setup = Setup(
        assignment=replace(assignment, exercises=exercises),
        references={},
        reference_digests={},
        machine={},
        secret=b"",
        capabilities=Capabilities(libraries=dict.fromkeys(libraries, "1")),
    )
    observed = {
        each.id: ExerciseEvidence(exercise=each.id, source=facts, unwritten=each.id in empty)
        for each in exercises
    }
    main = replace(script(code, "kadai2.py"), cells=cells)
    tools = cast("Tools", type("Only", (), {"sandbox": sandbox}))
    logs = INSPECTOR.inspect(submission(main), observed, setup, tools)
    return {name: logs.get(name) for name in observed}


def test_exercises_about_a_gpu_are_told_what_the_program_times() -> None:
    """One run is enough for all of them; those without a GPU's library are told nothing."""
    sandbox = Watching()
    found = watched(sandbox)
    told = {name for name, log in found.items() if log == ClockLog(pairs=(PAIR,))}
    assert told == {"matmul_cupy", "matmul_torch", "conv_cupy", "conv_torch"}
    assert {log for name, log in found.items() if name not in told} == {None}
    assert sandbox.asked is not None
    assert {"torch", "cupy", "numpy"} <= {*sandbox.asked.allowed_imports}
    assert sandbox.asked.device == "cpu"


@pytest.mark.parametrize(
    ("code", "facts", "scope"),
    [
        ("import time\nimport numpy\n", READ, Scope.FUNCTION),
        ("import torch\n", READ, Scope.FUNCTION),
        (CODE, None, Scope.FUNCTION),
        (CODE, SourceFacts(status=ParseStatus.SYNTAX_ERROR), Scope.FUNCTION),
        (CODE, READ, Scope.FILE),
    ],
)
def test_nothing_is_run_where_nothing_could_be_seen(
    code: str, facts: SourceFacts | None, scope: Scope
) -> None:
    """Without a clock, without such a library, or without a program that can be read."""
    sandbox = Watching()
    assert {*watched(sandbox, code, facts=facts, scope=scope).values()} == {None}
    assert sandbox.asked is None


def test_an_untouched_starter_is_not_run() -> None:
    """While every function is empty, or left out where it may be, there is nothing to time."""
    sandbox = Watching()
    functions = ("matmul_cupy", "matmul_torch", "conv_torch")
    assert set(watched(sandbox, empty=functions).values()) == {None}
    assert sandbox.asked is None
    watched(sandbox, empty=functions[1:])
    assert sandbox.asked is not None


def test_without_pytorch_it_is_said_that_nobody_looked() -> None:
    """Only of programs that use it."""
    libraries = ("numpy",)
    log = watched(Watching(), libraries=libraries)["matmul_torch"]
    assert log == ClockLog(pairs=(PAIR,), lacks=("torch",))
    log = watched(Watching(), "import time\nimport cupy\ns = time.time()\n", libraries=libraries)[
        "matmul_torch"
    ]
    assert log == ClockLog(pairs=(PAIR,))


def test_a_fault_of_ours_is_kept_as_ours() -> None:
    """It is no answer about the program."""
    with pytest.raises(SandboxUnavailable, match="no room"):
        watched(Watching(fails=True))


def test_words_that_the_guest_never_says_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that names a line that is not there tells nothing."""
    monkeypatch.setitem(LOG, "frames", [(0, 5, 5, 0, 15, "<module>")])
    assert watched(Watching())["conv_cupy"] == ClockLog()


def test_lines_of_a_notebook_are_counted_in_its_cells() -> None:
    """As everywhere."""
    log = watched(Watching(), CODE, cells=((1, 1), (3, 7)))["matmul_torch"]
    assert log is not None
    (pair,) = log.pairs
    assert {(one.cell, one.line) for one in (pair.start, pair.end, *pair.setup)} == {(7, 1)}
