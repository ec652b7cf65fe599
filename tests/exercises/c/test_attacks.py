"""Every hostile or broken C program ends with the right verdict, and harms nothing."""

import pytest

from grader.exercises.c.compiling import find_toolchain
from grader.sandbox import IsolationLevel, Sandbox
from tests.exercises.c.bout import CAttack, c_program, fight, played, read_attacks
from tests.hostile.arena import Arena
from tests.hostile.test_attacks import survivors
from tests.sandbox.places import levels

ATTACKS = read_attacks()
LEVELS = (IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.B, IsolationLevel.C)
BOUTS = [
    pytest.param(*level.values, attack, id=f"{level.id}-{attack.name}", marks=level.marks)
    for level in levels(*LEVELS)
    for attack in ATTACKS
]
RIGHT = """
#include "witness.h"
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }
"""
pytestmark = [
    pytest.mark.hostile,
    pytest.mark.skipif(find_toolchain() is None, reason="there is no gcc here"),
]


@pytest.mark.parametrize(("level", "attack"), BOUTS, indirect=["level"], scope="module")
def test_c_attack_is_stopped(
    level: IsolationLevel, sandbox: Sandbox, arena: Arena, attack: CAttack
) -> None:
    """It ends as its header says, tells nothing, and the next program is right."""
    outcome = fight(sandbox, attack, arena.constants())
    assert outcome.end in attack.ends, (level, outcome.end, outcome.detail, outcome.compiled.errors)
    assert "grader: SECRET in" not in repr(outcome)
    assert "root:x:" not in repr(outcome)
    assert arena.damage() == []
    session = c_program(sandbox, RIGHT, arena.constants()).start()
    try:
        assert played(session) == ("ok:right", "")
    finally:
        session.close()
    assert survivors(arena, sandbox) == set()
    arena.bury()


def test_enough_c_attacks_are_kept() -> None:
    """The list may grow, and each says what it does and how it ends."""
    assert len(ATTACKS) >= 45
    assert all(attack.header["does"] and attack.header["ends"] for attack in ATTACKS)
