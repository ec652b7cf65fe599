"""How answers and endings of a child become records, told by a child that we make up."""

import signal
import time
from collections.abc import Mapping
from typing import Any

import pytest

from grader.model.calling import Convention, Target
from grader.model.course import Limits
from grader.model.errors import Killed, SandboxUnavailable
from grader.model.run import RunRecord, RunStatus
from grader.sandbox.children import ChildExit, Ending, Failure, Frame
from grader.sandbox.requests import ArrayPlacement
from grader.sandbox.session import SandboxSession
from tests.fakes.child import FakeChild

LIMITS = Limits(cpu_seconds=4)
MATMUL = Target(name="matmul", convention=Convention.AB)


def _load(answer: Mapping[str, Any], *, nonce: str | None = None) -> RunRecord:
    def reply(head: Mapping[str, Any]) -> Frame:
        return {**answer, "nonce": head["nonce"] if nonce is None else nonce}, b""

    session = SandboxSession(FakeChild(reply), LIMITS)
    session.load_program("k.py", {"k.py": "x"}, (), "whole")
    return session.load


def test_a_child_that_does_not_get_ready_is_our_fault() -> None:
    """No confinement, no student code, and never the student's fault."""
    for ready in (Failure(ending=Ending.CLOSED), ({"ready": False}, b"")):
        with pytest.raises(SandboxUnavailable, match="printed"):
            SandboxSession(FakeChild(ready=ready), LIMITS)


FORGED: tuple[Mapping[str, Any], ...] = (
    {"ok": "yes"},
    {"ok": False},
    {"ok": False, "error": {"type": "E"}},
    {},
)


@pytest.mark.parametrize("answer", FORGED)
def test_an_answer_that_is_none_is_tampering(answer: Mapping[str, Any]) -> None:
    """Neither ok nor a described error: a protocol violation."""
    assert _load(answer).status is RunStatus.PROTOCOL


def test_an_answer_to_another_request_is_tampering() -> None:
    """A reply prepared beforehand cannot know the number of the request."""
    record = _load({"ok": True}, nonce="0")
    assert (record.status, record.detail) == (RunStatus.PROTOCOL, "a reply to another request")


ENDS = [
    (Ending.TIMEOUT, ChildExit(by_itself=False, signal=9), RunStatus.TIMEOUT),
    (Ending.OUTPUT, ChildExit(by_itself=False, signal=9), RunStatus.OUTPUT),
    (Ending.VIOLATION, ChildExit(by_itself=False, signal=9), RunStatus.PROTOCOL),
    (Ending.CLOSED, ChildExit(by_itself=False, signal=9), RunStatus.PROTOCOL),
    (Ending.CLOSED, ChildExit(by_itself=True, signal=9, out_of_memory=True), RunStatus.MEMORY),
    (Ending.CLOSED, ChildExit(by_itself=True, signal=9, cpu_seconds=4.2), RunStatus.TIMEOUT),
    (Ending.CLOSED, ChildExit(by_itself=True, signal=signal.SIGXCPU), RunStatus.TIMEOUT),
    (Ending.CLOSED, ChildExit(by_itself=True, signal=11), RunStatus.SIGNAL),
    (Ending.CLOSED, ChildExit(by_itself=True, signal=6, starved=True), RunStatus.SIGNAL),
    (Ending.CLOSED, ChildExit(by_itself=True, signal=14), RunStatus.SIGNAL),
    (Ending.CLOSED, ChildExit(by_itself=True, code=3), RunStatus.SIGNAL),
]


@pytest.mark.parametrize(("ending", "ended", "status"), ENDS)
def test_the_kernel_says_how_a_process_ended(
    ending: Ending, ended: ChildExit, status: RunStatus
) -> None:
    """Status, signal and exit code come from outside the process."""
    child = FakeChild(lambda _: Failure(ending=ending))
    child.exit = ended
    session = SandboxSession(child, LIMITS)
    session.load_program("k.py", {"k.py": "x"}, (), "whole")
    assert session.load.status is status
    assert session.load.exit_signal == (ended.signal if ended.by_itself else 0)
    assert session.load.stderr_tail == "printed"
    assert not session.alive


ALLOCATION = ("OutOfMemoryError", "HIP out of memory. Tried to allocate 7.28 TiB.")


def _raised_on(device: str, free_mib: object, kind: str, message: str) -> RunRecord:
    def raise_it(head: Mapping[str, Any]) -> Frame:
        error = {"type": kind, "message": message, "frames": []}
        return {"ok": False, "error": error, "nonce": head["nonce"]}, b""

    child = FakeChild(raise_it, ready=({"ready": True, "free_mib": free_mib}, b""))
    session = SandboxSession(child, LIMITS, ArrayPlacement(device=device))
    session.load_program("k.py", {"k.py": "x"}, (), "whole")
    return session.load


def test_free_memory_of_a_gpu_is_what_was_there_before_the_program() -> None:
    """It is kept beside a lack of memory, and only there; what is no number is not measured."""
    held = _raised_on("cuda", 300, *ALLOCATION)
    assert held.status is RunStatus.MEMORY
    assert held.device_memory is not None
    assert held.device_memory.free_mib == 300
    assert held.lacks_device_memory
    assert not _raised_on("cuda", 60_000, *ALLOCATION).lacks_device_memory
    for odd in (None, -1, "60000", True, 2**40):
        assert _raised_on("cuda", odd, *ALLOCATION).device_memory is None
    assert _raised_on("cuda", 300, "IndexError", "list index").device_memory is None
    assert _raised_on("cpu", 300, *ALLOCATION).status is RunStatus.RUNTIME_ERROR


@pytest.mark.parametrize(
    ("printed", "status"),
    [
        (b"HSA_STATUS_ERROR_OUT_OF_RESOURCES: The runtime failed to allocate", RunStatus.MEMORY),
        (b"free(): invalid pointer", RunStatus.SIGNAL),
    ],
)
def test_a_runtime_that_ends_the_process_for_lack_of_memory(
    printed: bytes, status: RunStatus
) -> None:
    """HIP's runtime raises nothing: it prints, and calls abort()."""
    child = FakeChild(
        lambda _: Failure(ending=Ending.CLOSED), ready=({"ready": True, "free_mib": 300}, b"")
    )
    child.printed.add(printed)
    child.exit = ChildExit(by_itself=True, signal=signal.SIGABRT)
    session = SandboxSession(child, LIMITS, ArrayPlacement(device="cuda"))
    session.load_program("k.py", {"k.py": "x"}, (), "whole")
    assert session.load.status is status
    assert session.load.lacks_device_memory


KILLS = [
    ChildExit(by_itself=True, signal=9, cpu_seconds=0.1),
    ChildExit(by_itself=True, signal=9, cpu_seconds=3.9, peak_mib=255.0),  # near, and no limit met
    ChildExit(by_itself=True, signal=9, starved=True),
    ChildExit(by_itself=True, signal=15, out_of_memory=True),
    *(ChildExit(by_itself=True, signal=number) for number in (1, 2, 3, 15)),
    ChildExit(by_itself=True, unknown=True),
]


@pytest.mark.parametrize("ended", KILLS)
def test_what_no_limit_explains_is_no_answer(ended: ChildExit) -> None:
    """No program can end itself so: loading, calling and asking for plots raise alike."""
    child = FakeChild(*[lambda _: Failure(ending=Ending.CLOSED)] * 3)
    child.exit = ended
    with pytest.raises(Killed):
        SandboxSession(child, LIMITS).load_program("k.py", {"k.py": "x"}, (), "whole")
    with pytest.raises(Killed):
        SandboxSession(child, LIMITS).plots()
    with pytest.raises(Killed):
        SandboxSession(child, LIMITS).run_script(("k.py", {"k.py": "x"}, ()), (), 1.0)


def _call(*values: Mapping[str, Any]) -> RunStatus:
    import numpy as np

    child = FakeChild(lambda head: ({"ok": True, "nonce": head["nonce"], "values": [*values]}, b""))
    session = SandboxSession(child, LIMITS)
    return session.call(MATMUL, [np.zeros((2, 2)), np.zeros((2, 2))]).run.status


def test_a_call_answers_with_the_result_and_every_input() -> None:
    """One value too few, or one that is none, is tampering."""
    none = {"kind": "none"}
    assert _call(none, none, none) is RunStatus.OK
    assert _call(none, none) is RunStatus.PROTOCOL
    assert _call(none, none, {"kind": "pickle"}) is RunStatus.PROTOCOL


def test_odd_plots_are_no_plots() -> None:
    """What the guest says it plotted is untrusted and harms nothing."""
    child = FakeChild(
        lambda head: ({"ok": True, "nonce": head["nonce"], "plots": "x"}, b""),
        lambda _: Failure(ending=Ending.TIMEOUT),
    )
    session = SandboxSession(child, LIMITS)
    assert session.plots() == ()
    assert session.plots() == ()


def test_when_the_function_returned_is_kept_beside_how_long_it_took() -> None:
    """On a device the host notes the moment before the result is waited for; elsewhere 0."""
    import numpy as np

    child = FakeChild(
        lambda head: ({"ok": True, "nonce": head["nonce"], "values": [{"kind": "none"}] * 3}, b""),
        lambda head: ({"ok": True, "nonce": head["nonce"], "values": [{"kind": "none"}] * 3}, b""),
    )
    session = SandboxSession(child, LIMITS, ArrayPlacement(dtype="float32", device="cuda"))
    pair = [np.zeros((2, 2)), np.zeros((2, 2))]
    assert session.call(MATMUL, pair).run.returned_seconds == 0
    child.returned = time.perf_counter() + 1
    assert session.call(MATMUL, pair).run.returned_seconds > 0
    assert [request["lag"] for request in child.requests] == [True, True]
    assert child.requests[0]["device"] == "cuda"
