"""Attacks by way of NumPy and PyTorch end with the right verdict and leave nothing behind."""

from collections.abc import Iterator

import numpy as np
import pytest

from grader.model.calling import Convention, Target
from grader.model.course import Backend, Exercise, Form, Limits, Scope
from grader.model.running import Session
from grader.sandbox import IsolationLevel, Sandbox
from tests.hostile.arena import Arena
from tests.hostile.bout import A, B, judge
from tests.hostile.library_attacks import ATTACKS, HEAD
from tests.sandbox.places import levels
from tests.sandbox.scientific import INSTALLED

pytestmark = pytest.mark.hostile
ALLOWED = "atexit ctypes io mmap numpy os pickle signal sys threading time torch".split()  # noqa: SIM905
EXERCISE = Exercise(
    id="f",
    operation="matmul",
    backend=Backend.TORCH,
    entry="f",
    allowed_imports=tuple(ALLOWED),
    scope=Scope.FUNCTION,
    limits=Limits(
        load_seconds=5, call_seconds=5, cpu_seconds=10, memory_mib=512, disk_mib=8, threads=16
    ),
)
TARGET = Target(name="f", convention=Convention.AB, form=Form.TORCH)
HONEST = "def f(a, b):\n    return a @ b\n"


@pytest.fixture(scope="module", params=levels(IsolationLevel.A_PLUS, IsolationLevel.B))
def place(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """One sandbox for all attacks, so that they meet in the same zygote."""
    if not {"numpy", "torch"} <= set(INSTALLED.libraries):
        pytest.skip("PyTorch is not installed")
    with Sandbox(request.param.choose(), capabilities=INSTALLED) as sandbox:
        yield sandbox


def _start(place: Sandbox, text: str) -> Session:
    return place.open_program("kadai2.py", {"kadai2.py": text}, EXERCISE).start()


def _fight(place: Sandbox, text: str) -> tuple[str, str]:
    """Calls it twice, as a judge would; says how the worse call ended."""
    session = _start(place, text)
    try:
        for left, right in ((A, B), (B, A)):
            ended = judge(session.call(TARGET, [left, right]), left @ right)
            if ended[0] != "ok:right":
                break
        return ended
    finally:
        session.close()


@pytest.mark.parametrize("name", ATTACKS)
def test_it_is_stopped_or_read_as_it_is(place: Sandbox, arena: Arena, name: str) -> None:
    """It never counts as right, harms nothing, and the next program computes as ever."""
    text, ends = ATTACKS[name]
    constants = f"GRADES = {arena.constants()['GRADES']!r}\n"
    end, detail = _fight(place, HEAD + constants + text)
    assert end in ends, (end, detail)
    assert arena.damage() == []
    assert _fight(place, HONEST) == ("ok:right", "")


def test_the_attacks_are_about_wrong_answers() -> None:
    """No attack may end as right, or the table would prove nothing."""
    assert all("ok:right" not in ends for _, ends in ATTACKS.values())
    assert len(ATTACKS) >= 25
    assert not np.array_equal(A @ B, B @ A)
