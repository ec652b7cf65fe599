"""What a child says of a net is read as hostile input."""

from typing import Any

import pytest

from grader.cases.children import Children
from grader.cases.own_calls import own_calls
from grader.cases.questions import probe
from grader.exercises.nets.replies import decode_net
from grader.model.calling import Call, Convention, Target
from grader.model.run import RunRecord, RunStatus
from grader.sandbox.children import ViolationError
from tests.exercises.nets.programs import exercises
from tests.fakes.program import FakeProgram, FakeSession
from tests.sandbox.odd_replies import assert_read_or_refused

NET: dict[str, Any] = {
    "layers": [{"kind": "Conv2d", "name": "a", "shape": [1, 2]}],
    "parameters": [{"name": "a.weight", "shape": [3]}],
    "said": {"train mode": True},
    "served": [{"operation": "aten::mm", "kernels": ["k"]}],
}


def test_whatever_stands_in_a_reply_it_is_read_or_a_violation() -> None:
    """Depth, size, letters and types that nobody expects: never another exception."""
    assert decode_net(NET).layers
    assert_read_or_refused(NET, decode_net)


@pytest.mark.parametrize(
    "net",
    [
        [],
        {},
        {**NET, "layers": {}},
        {**NET, "layers": [{"kind": 1, "name": "a", "shape": []}]},
        {**NET, "layers": [{"kind": "a", "name": "a", "shape": [1] * 9}]},
        {**NET, "parameters": [{"name": "a", "shape": [-1]}]},
        {**NET, "parameters": [{"name": "a", "shape": [1 << 31]}]},
        {**NET, "said": {"train mode": 1}},
        {**NET, "served": [{"operation": "a", "kernels": "k"}]},
    ],
)
def test_an_odd_net_is_a_violation(net: object) -> None:
    """Nor is nothing at all a net."""
    with pytest.raises(ViolationError):
        decode_net(net)


def test_a_net_is_bounded_and_served_by_whom_we_know() -> None:
    """The child's word for the library does not count."""
    many = {**NET, "layers": NET["layers"] * 99, "served": [{**NET["served"][0], "library": "x"}]}
    facts = decode_net(many)
    assert len(facts.layers) == 64
    assert facts.said == {"train mode": True}
    assert facts.served[0].library != "x"


@pytest.mark.parametrize(("told", "status"), [(NET, RunStatus.OK), ([], RunStatus.PROTOCOL)])
def test_a_child_that_tells_of_an_odd_net_is_not_asked_again(
    told: object, status: RunStatus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its call is tampering, and nothing of it counts."""
    exercise, reference = exercises()["predict"]
    own = own_calls(exercise)
    assert own is not None
    call = Call(run=RunRecord(status=RunStatus.OK), told=told)
    monkeypatch.setattr(FakeSession, "call", lambda *_, **__: call)
    program = FakeProgram("")
    children = Children(program, program.start(), own.heard)
    target = Target(name="predict", convention=Convention.OWN, by="nets")
    answer = children.ask(target, probe(exercise, reference, b"")).call
    assert answer.run.status is status
    assert children.answering is (status is RunStatus.OK)
