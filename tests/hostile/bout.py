"""Runs one attack and says in one word how it ended."""

import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct

from grader.guest.syscalls import numbers
from grader.model.calling import Call, Convention, Target, ValueKind
from grader.model.course import Backend, Exercise, Limits
from grader.model.run import RunStatus
from grader.model.running import Program, Session
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.view import environment
from tests.hostile.catalogue import Attack, read_attacks

HERE = Path(__file__).parent
LIMITS = Limits(
    load_seconds=2.0,
    call_seconds=1.0,
    cpu_seconds=2.0,
    memory_mib=128,
    output_bytes=65_536,
    disk_mib=8,
    threads=16,
)
INSIDE = {
    "contextlib",
    "ctypes",
    "errno",
    "json",
    "os",
    "struct",
    "sys",
    "collections",
    "types",
    "typing",
}
A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[0.5, -1.0], [2.0, 8.0]])


class Outcome(Struct, frozen=True, kw_only=True):
    """How an attack ended."""

    whole: str  # executing the whole program, "" when that went well
    end: str  # the first status that is not ok; else "ok:" and what came back
    detail: str


@cache
def exercise(kind: str = "") -> Exercise:
    """One exercise for all attacks of a kind, so that they meet in the same zygote."""
    attacks = [attack for attack in read_attacks() if attack.kind == kind]
    allowed = INSIDE.union({"gc"}, *(attack.allow for attack in attacks))
    allowed -= {"": set[str](), "pure": {"ctypes"}, "narrow": {"ctypes", "gc"}}[kind]
    return Exercise(
        id="matmul",
        operation="matmul",
        backend=Backend.PYTHON,
        entry="matmul",
        allowed_imports=tuple(sorted(allowed)),
        limits=LIMITS,
    )


def mark() -> str:
    """Invents a word that only one program contains."""
    return f"left-by-{secrets.token_hex(16)}"


def attack_program(
    sandbox: Sandbox, attack: Attack, constants: Mapping[str, object], word: str
) -> Program:
    """Hands in an attack with its helper file."""
    known = {**constants, "VARIANT": attack.variant, "CALL_NUMBERS": numbers()}
    files = {
        "attack.py": f"{attack.text}\nLEFT = {word!r}\n",
        "witness.py": _with_constants(known, "inside.py"),
    }
    return sandbox.open_program("attack.py", files, exercise(attack.kind))


def innocent_program(sandbox: Sandbox, level: IsolationLevel, word: str) -> Program:
    """Hands in the next student's program, which looks for the word of the one before."""
    rotated = bytes(byte + 1 for byte in word.encode())
    work = "/w" if level in (IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.C) else ""
    known = {"MARK": rotated, "ENVIRONMENT": environment(work)}
    files = {"innocent.py": _with_constants(known, "innocent.py")}
    return sandbox.open_program("innocent.py", files, exercise())


def _with_constants(constants: Mapping[str, object], name: str) -> str:
    lines = [f"{key} = {value!r}" for key, value in constants.items()]
    return "\n".join([*lines, (HERE / name).read_text(encoding="utf-8")])


def fight(program: Program) -> Outcome:
    """Loads the program, calls it twice and asks for its plots, as a judge would."""
    session = program.start()
    try:
        whole = program.whole_load.status if program.whole_load else ""
        return _outcome(session, str(whole))
    finally:
        session.close()


def _outcome(session: Session, whole: str) -> Outcome:
    load = session.load
    if load.status is not RunStatus.OK:
        return Outcome(whole=whole, end=str(load.status), detail=repr(load))
    end, detail = "ok:right", ""
    for left, right in ((A, B), (B, A)):
        if not session.alive:
            break
        next_end, next_detail = judge(call(session, "matmul", left, right), left @ right)
        if end == "ok:right" or not next_end.startswith("ok:"):
            end, detail = next_end, next_detail
        session.plots()
    return Outcome(whole=whole, end=end, detail=detail)


def call(session: Session, name: str, left: object = A, right: object = B) -> Call:
    """Calls a function of the program with two matrices."""
    target = Target(name=name, convention=Convention.AB)
    return session.call(target, [np.asarray(left), np.asarray(right)])


def judge(called: Call, expected: object) -> tuple[str, str]:
    """Says how a call ended, and shows what came back when it is not right."""
    if called.run.status is not RunStatus.OK or called.result is None:
        return str(called.run.status), repr(called.run)
    value = called.result
    if value.kind is not ValueKind.MATRIX:
        return f"ok:{value.kind}", repr(value)
    got = np.frombuffer(value.data, dtype=value.dtype).reshape(value.shape)
    return (
        ("ok:right", "") if np.array_equal(got, np.asarray(expected)) else ("ok:wrong", repr(got))
    )
