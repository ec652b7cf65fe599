"""What host and guest say to each other: one module, known at both ends."""

import ast
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest

from grader.guest import frames
from grader.guest.naming import MAX_REPR
from grader.guest.protocol import MAX_SHORT, Kind, Mode, Operation, Reply
from grader.guest.runner import Runner
from grader.guest.start_protocol import LimitsRecord
from grader.guest.unlearning import Wall
from grader.guest.values import BESIDE
from grader.model.calling import Convention, Target, ValueKind
from grader.model.course import Limits
from grader.plugins import guest_folders
from grader.sandbox.children import FrameParser, encode
from grader.sandbox.session import LADDERS, SandboxSession
from tests.fakes.child import FakeChild
from tests.tree import ROOT

GUESTS = (ROOT / "grader" / "guest", *guest_folders())
FILES = [file for folder in GUESTS for file in folder.glob("*protocol.py")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_imports_the_standard_library_only(file: Path) -> None:
    """Inside there is nothing else, and the host imports it as well."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name.partition(".")[0] for alias in node.names} <= sys.stdlib_module_names
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert str(node.module).partition(".")[0] in sys.stdlib_module_names


class Pipe:
    """A wire whose other end is a list of bytes."""

    def __init__(self, received: bytes = b"") -> None:
        self.received, self.sent = received, b""

    def read(self, size: int) -> bytes:
        """Gives what is to be received."""
        part, self.received = self.received[:size], self.received[size:]
        return part

    def write(self, data: bytes) -> None:
        """Keeps it."""
        self.sent += data


def test_the_guest_knows_every_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own, and what a plugin's module takes over."""
    answer = {"ok": True, "told": 7}, b""
    taken_over = {Operation.OWN: lambda head, data: answer}
    module = SimpleNamespace(extend=lambda wire, head, data: (answer, taken_over))
    monkeypatch.setitem(sys.modules, f"{frames.__package__}.a_plugins", module)
    runner = Runner(Pipe(), Wall([], machine_code=True))
    assert {*runner._operations} == {*Operation} - {Operation.OWN}
    assert runner._operations[Operation.EXTEND]({"module": "a_plugins"}, b"") == answer
    assert {*runner._operations} == {*Operation}


def test_the_host_asks_for_every_operation() -> None:
    """In the form of the protocol; what plugins ask for is their own."""
    none = {"kind": "none"}

    def answer(head: Mapping[str, Any]) -> Any:
        ran = {"cut": False, "taken": 0, "files": [], "error": None}
        reply = {"ok": True, "nonce": head["nonce"], "plots": [], "values": [none], **ran}
        counts = {Operation.CALL: 3, Operation.PROGRAM: 0}
        return {**reply, "values": [none] * counts.get(head["op"], 1)}, b""

    children = [FakeChild(*[answer] * 16) for _ in range(3)]
    session, script, under = (SandboxSession(child, Limits()) for child in children)
    pair = [np.zeros((2, 2)), np.zeros((2, 2))]
    target = Target(name="matmul", convention=Convention.AB)
    session.load_program("k.py", {"k.py": "x"}, (), "whole")
    session.load_with({"op": Operation.EXTEND, "module": "any", "request": None}, b"")
    session.measure(target, pair)
    session.result_twice(target, pair, pair)
    session.plots()
    session.ask({"op": Operation.OWN}, b"", 1.0, (0, 100))
    session.ask_program("any", {})
    script.run_script(("k.py", {"k.py": "x"}, ()), (), 1.0)
    under.run_under(("k.py", {"k.py": "x"}, ()), "any", 1.0)
    assert {head["op"] for child in children for head in child.requests} == {*Operation}


def test_a_frame_of_one_end_is_one_for_the_other() -> None:
    """A request and a reply, each with bytes."""
    request = {"op": Operation.CALL, "lag": False}
    head, data = frames.receive(Pipe(encode(request, b"abc")))
    assert (head, bytes(data)) == ({"op": "call", "lag": False}, b"abc")
    pipe = Pipe()
    reply: Reply = {"ok": True, "nonce": "1"}
    frames.send(pipe, reply, [b"a", b"bc"])
    assert FrameParser(3).feed(pipe.sent) == (reply, b"abc")


def test_words_of_the_protocol_are_those_of_the_host() -> None:
    """Where the host has a type of its own for them."""
    assert {*get_args(Kind)} == {*ValueKind}
    assert {*get_args(Mode)} == {"later", *(mode for ladder in LADDERS.values() for mode in ladder)}
    assert {*LimitsRecord.__annotations__} <= {*Limits.__struct_fields__}
    assert len(BESIDE) + MAX_REPR <= MAX_SHORT
