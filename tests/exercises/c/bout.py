"""Runs one hostile C program and says in one word how it ended.

A header is a line `//: key: words`. `does` says what it tries; `ends` the outcomes that are right;
`machine` the only processor it is made for.
"""

import json
import platform
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct

from grader.exercises.c.record import Compiled
from grader.model.calling import Call, Convention, Edge, Target
from grader.model.course import Backend, Compilation, Exercise, Form, Limits
from grader.model.run import RunStatus
from grader.model.running import Program, Session
from grader.sandbox import Sandbox
from tests.exercises.c.programs import compile_in

HERE = Path(__file__).parent
HEADER = re.compile(r"^//: (\w+): (.*)$", re.MULTILINE)
A = np.array([[1.0, 2.0, 0.5], [3.0, 4.0, -1.0], [2.0, 0.0, 8.0]])
B = np.array([[0.5, -1.0, 4.0], [2.0, 8.0, 1.0], [1.0, 1.0, -2.0]])
TARGET = Target(name="matmul", convention=Convention.NABC, form=Form.C_DOUBLE, constant=True)
EXERCISE = Exercise(
    id="matmul",
    operation="matmul",
    backend=Backend.C,
    entry="matmul",
    limits=Limits(
        load_seconds=1.0,
        call_seconds=2.0,
        cpu_seconds=3.0,
        memory_mib=128,
        output_bytes=65_536,
        disk_mib=8,
        threads=16,
    ),
    compilation=Compilation(flags=("-O1", "-fopenmp"), seconds=10.0),
)


class CAttack(Struct, frozen=True, kw_only=True):
    """One program that means harm, or is wrong in a way that only C knows."""

    name: str
    text: str
    header: Mapping[str, str]

    @property
    def ends(self) -> set[str]:
        """Names the outcomes that are right."""
        return set(self.header["ends"].split())


class Outcome(Struct, frozen=True, kw_only=True):
    """How an attack ended."""

    end: str
    detail: str
    compiled: Compiled


@cache
def read_attacks() -> tuple[CAttack, ...]:
    """Reads those that are made for this processor."""
    found = [
        CAttack(name=path.stem, text=text, header=dict(HEADER.findall(text)))
        for path in sorted((HERE / "attacks").glob("*.c"))
        for text in [path.read_text(encoding="utf-8")]
    ]
    here = platform.machine()
    return tuple(one for one in found if one.header.get("machine", here) == here)


def c_program(sandbox: Sandbox, text: str, constants: Mapping[str, object]) -> Program:
    """Hands a program in, with a header that says where everything is."""
    return sandbox.open_program("matmul.c", _files(text, constants), EXERCISE)


def _files(text: str, constants: Mapping[str, object]) -> dict[str, str]:
    known = {key: one for key, one in constants.items() if "\0" not in str(one)}
    lines = "".join(f"#define {key} {json.dumps(one)}\n" for key, one in known.items())
    witness = (HERE / "witness.h").read_text(encoding="utf-8")
    if "witness.h" not in text and "GRADES" in text:
        text = lines + text
    return {"matmul.c": text, "witness.h": lines + witness}


def fight(sandbox: Sandbox, attack: CAttack, constants: Mapping[str, object]) -> Outcome:
    """Compiles it, loads it and calls it twice, as a judge would."""
    files = _files(attack.text, constants)
    compiled = compile_in(sandbox, "matmul.c", files, EXERCISE)
    if compiled.run.status is RunStatus.RUNTIME_ERROR:
        return Outcome(end="refused", detail=repr(compiled.errors), compiled=compiled)
    if compiled.run.status is not RunStatus.OK:
        end = f"compile:{compiled.run.status}"
        return Outcome(end=end, detail=repr(compiled.run), compiled=compiled)
    session = c_program(sandbox, attack.text, constants).start()
    try:
        end, detail = played(session)
    finally:
        session.close()
    return Outcome(end=end, detail=detail, compiled=compiled)


def played(session: Session) -> tuple[str, str]:
    if session.load.status is not RunStatus.OK:
        return f"load:{session.load.status}", repr(session.load)
    for left, right in ((A, B), (B, A)):
        called = session.call(TARGET, [left, right])
        end = judge(called, left, right)
        if end != "ok:right":
            return end, repr(called)
    return "ok:right", ""


def judge(called: Call, left: np.ndarray, right: np.ndarray) -> str:
    """Says how a call ended."""
    if called.run.status is not RunStatus.OK or called.result is None:
        edge = called.run.detail.partition(":")[0]
        return edge if edge in list(Edge) else str(called.run.status)
    given = [one.data for one in called.inputs_after if one]
    if given != [left.tobytes(), right.tobytes()]:
        return "ok:changed"
    got = np.frombuffer(called.result.data, dtype="<f8").reshape(called.result.shape)
    return "ok:right" if np.array_equal(got, left @ right) else "ok:wrong"
