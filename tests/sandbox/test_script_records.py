"""What an answer says of a whole run is believed as far as it makes sense, told by a fake child."""

import struct
from collections.abc import Mapping
from typing import Any

import pytest

from grader.model.course import Limits
from grader.model.errors import SandboxUnavailable
from grader.model.run import RunStatus
from grader.model.running import ScriptResult
from grader.sandbox.children import ChildExit, Ending, Failure, Frame
from grader.sandbox.session import SandboxSession, roomy
from tests.fakes.child import FakeChild

NUMBERS = struct.pack("<2q", 3, 4)
MATRIX = {"kind": "matrix", "name": "x", "shape": [1, 2], "dtype": "<i8"}
HONEST: Mapping[str, Any] = {
    "ok": True,
    "cut": False,
    "taken": 1,
    "error": None,
    "plots": [],
    "files": [["a.csv", 3]],
    "values": [MATRIX],
}


def _run(answer: Mapping[str, Any], data: bytes = NUMBERS) -> ScriptResult:
    def reply(head: Mapping[str, Any]) -> Frame:
        return {**answer, "nonce": head["nonce"]}, data

    session = SandboxSession(FakeChild(reply), Limits())
    whole = session.run_script(("k.py", {"k.py": "x"}, ()), ("5", "6"), 1.0)
    assert not session.alive
    return whole


def test_an_honest_answer_is_read() -> None:
    """Output is the host's; answers are those that the host gave."""
    whole = _run(HONEST)
    assert whole.run.run.status is RunStatus.OK
    assert (whole.run.answers, whole.run.output) == (("5",), "printed")
    assert whole.run.files == (("a.csv", 3),)
    assert [one.name for one in whole.run.matrices] == ["x"]
    assert whole.values["x"].data == NUMBERS


ODD: tuple[Mapping[str, Any], ...] = (
    {"cut": "yes"},
    {"cut": None},
    {"taken": "1"},
    {"taken": True},
    {"error": {}},
    {"error": "no"},
    {"plots": None},
    {"files": None},
    {"files": [["a", "b"]]},
    {"files": [["a"]]},
    {"files": [["a", 1]] * 101},
    {"values": None},
    {"values": [MATRIX] * 2},
    {"values": [{**MATRIX, "name": 3}]},
    {"values": [{**MATRIX, "shape": [2]}]},
    {"values": [{**MATRIX, "shape": [1, 1, 2]}]},
    {"values": [{**MATRIX, "kind": "scalar"}]},
    {"values": [MATRIX, {**MATRIX, "shape": [8192, 8192]}]},
    {"values": [{"kind": "none", "name": "x"}] * 41},
    {"values": [[]]},
)


@pytest.mark.parametrize("odd", ODD)
def test_an_answer_that_makes_no_sense_is_tampering(odd: Mapping[str, Any]) -> None:
    """Then nothing of it is kept but what the host saw itself."""
    whole = _run({**HONEST, **odd})
    assert whole.run.run.status is RunStatus.PROTOCOL
    assert (whole.run.output, whole.run.files, dict(whole.values)) == ("printed", (), {})


def test_numbers_beyond_all_bounds_are_brought_back() -> None:
    """More answers than there were, a size beyond every disk: harmless."""
    whole = _run({**HONEST, "taken": 10**9, "files": [["a", 10**30], ["b", -1]]})
    assert whole.run.answers == ("5", "6")
    assert whole.run.files == (("a", 1 << 53), ("b", 0))
    assert _run({**HONEST, "taken": -1}).run.answers == ()


def test_an_error_keeps_what_was_shown() -> None:
    """The record has the traceback, with lines of the text that was sent."""
    error = {"type": "E", "message": "m", "frames": [["k.py", 1, "<module>"]]}
    whole = _run({**HONEST, "error": error})
    assert whole.run.run.status is RunStatus.RUNTIME_ERROR
    assert whole.run.run.traceback is not None
    assert whole.run.run.traceback.lines == ("x",)
    assert set(whole.values) == {"x"}


def test_lack_of_memory_has_its_own_status() -> None:
    """As in every other run."""
    error = {"type": "MemoryError", "message": "", "frames": []}
    assert _run({**HONEST, "error": error}).run.run.status is RunStatus.MEMORY


ENDINGS = {
    Ending.TIMEOUT: (RunStatus.TIMEOUT, True),
    Ending.OUTPUT: (RunStatus.OUTPUT, False),
    Ending.MEMORY: (RunStatus.MEMORY, False),
    Ending.CLOSED: (RunStatus.SIGNAL, False),
    Ending.VIOLATION: (RunStatus.PROTOCOL, False),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_without_an_answer_there_is_what_was_printed(ending: Ending) -> None:
    """Only a program whose time was up is a program that was cut."""
    child = FakeChild(lambda _: Failure(ending=ending))
    child.exit = ChildExit(by_itself=True, code=3)
    session = SandboxSession(child, Limits())
    run = session.run_script(("k.py", {"k.py": "x"}, ()), (), 1.0).run
    assert (run.run.status, run.cut) == ENDINGS[ending]
    assert (run.output, run.plots, run.matrices) == ("printed", (), ())


def test_a_child_that_did_not_get_ready_runs_nothing() -> None:
    """Our fault, and said so."""
    child = FakeChild(ready=Failure(ending=Ending.CLOSED))
    with pytest.raises(SandboxUnavailable):
        SandboxSession(child, Limits())
    assert child.requests == []


def test_time_on_the_processor_never_ends_before_time_on_the_wall() -> None:
    """A program that may take a minute may compute for a minute, on every core."""
    assert roomy(Limits(cpu_seconds=4), 60).cpu_seconds >= 62
    assert roomy(Limits(cpu_seconds=10**6), 60).cpu_seconds == 10**6
