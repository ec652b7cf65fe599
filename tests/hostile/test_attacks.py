"""Every attack ends with the right verdict, harms nothing, and leaves nothing to the next one."""

import time
from itertools import islice

import pytest

from grader.model.run import RunStatus
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.children import with_descendants
from tests.hostile.arena import Arena
from tests.hostile.bout import A, B, attack_program, call, fight, innocent_program, judge, mark
from tests.hostile.catalogue import Attack, read_attacks
from tests.sandbox.places import levels

ATTACKS = read_attacks()
BOUTS = [
    pytest.param(*level.values, attack, id=f"{level.id}-{attack.name}", marks=level.marks)
    for attack in ATTACKS
    for level in levels(*(level for level in IsolationLevel if attack.is_for(level)))
]
pytestmark = pytest.mark.hostile


@pytest.mark.parametrize(("level", "attack"), BOUTS, indirect=["level"], scope="module")
def test_attack_is_stopped(
    level: IsolationLevel, sandbox: Sandbox, arena: Arena, attack: Attack
) -> None:
    """It ends as its header says, and the next program finds the world as it should be."""
    word = mark()
    outcome = fight(attack_program(sandbox, attack, arena.constants(), word))
    assert outcome.end in attack.ends(level), outcome
    assert outcome.whole in (attack.whole or {""}), outcome
    if attack.kind == "narrow":  # an error of its own would prove nothing
        assert "Stopped" in outcome.detail, outcome
    assert arena.damage() == []
    expect_innocence(sandbox, level, word)
    assert survivors(arena, sandbox) == set()
    arena.bury()


def expect_innocence(sandbox: Sandbox, level: IsolationLevel, word: str) -> None:
    """The next student's program is right and finds nothing of the one before."""
    session = innocent_program(sandbox, level, word).start()
    try:
        assert judge(call(session, "matmul"), A @ B) == ("ok:right", "")
        found = call(session, "leftovers")
    finally:
        session.close()
    assert found.run.status is RunStatus.OK, found
    assert found.result is not None
    if level is not IsolationLevel.D:  # which shares the host's files and environment
        assert found.result.description == "'nothing'"


def survivors(arena: Arena, sandbox: Sandbox) -> set[int]:
    """Finds processes beyond the zygotes; those of a container need a moment to go."""
    end = time.monotonic() + 5
    while True:
        left = arena.processes() - zygotes(sandbox)
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.01)


def zygotes(sandbox: Sandbox) -> set[int]:
    """Finds the zygotes and the two bubblewraps around each, not what they forked."""
    depth = 3 if sandbox.facts()["rung"] in {IsolationLevel.A_PLUS, IsolationLevel.A} else 1
    chains = [with_descendants(one._process.pid) for one in sandbox._zygotes.values()]
    return {pid for chain in chains for pid in islice(chain, depth)}


def test_enough_attacks_are_kept() -> None:
    """The list may grow, and each says what it does and how it ends."""
    names = {attack.name.partition("-")[0] for attack in ATTACKS}
    assert len(names) >= 100
    assert all(attack.header["does"] and attack.header["ends"] for attack in ATTACKS)
