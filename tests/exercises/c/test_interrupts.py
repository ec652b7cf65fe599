"""Ctrl-C while a C program is compiled or called; see tests/sandbox/test_interrupts.py."""

import sys
from functools import partial

import pytest

from grader.sandbox import IsolationLevel, choose_level
from tests.exercises.c.programs import NO_COMPILER, WHY
from tests.killing import named
from tests.sandbox import test_interrupts
from tests.sandbox.places import Level, levels

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into Linux's /proc"),
    pytest.mark.skipif(NO_COMPILER, reason=WHY),
]
interrupt = partial(test_interrupts.interrupt, module="tests.exercises.c.interrupted")


def test_a_c_function_that_does_not_come_back() -> None:
    """The library is loaded by then."""
    interrupt(choose_level().level, "call_c")


@pytest.mark.parametrize(
    "level",
    levels(
        *(IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.B, IsolationLevel.C),
        always=(IsolationLevel.C,),
    ),
)
def test_a_compiler_that_does_not_end(level: Level) -> None:
    """Nor do its own programs go on, which the child has started."""
    interrupt(level.choose(), "compile_c", ready=lambda pid: named(pid, "cc1"))
