"""A rung is claimed only when the canary attacks fail."""

import sys
from dataclasses import replace

import pytest

from grader.model.errors import SandboxUnavailable
from grader.sandbox import Rung, choose_rung, ladder, probe, probe_all
from grader.sandbox.rungs import FENCES, Fence


def test_some_safe_rung_holds_here() -> None:
    """Everything else in this room is tested on a rung; without one nothing is."""
    if sys.platform != "linux":
        pytest.skip("safe rungs need Linux")
    assert choose_rung().rung is not Rung.D


def test_every_canary_was_stopped_on_a_warm_rung_that_holds() -> None:
    """No rung that holds has an attack that went through."""
    for result in probe_all():
        if result.holds and result.rung in (Rung.A_PLUS, Rung.A, Rung.B):
            assert len(result.stopped) >= 12
            assert all(result.stopped.values())


@pytest.mark.parametrize(
    ("fence", "through"),
    [
        (replace(FENCES[Rung.B], landlock=False), {"read-file", "write-file"}),
        (
            replace(FENCES[Rung.B], seccomp=False),
            {"fork", "open-socket", "anonymous-file", "chmod-file"},
        ),
    ],
)
def test_the_canaries_notice_a_missing_wall(
    fence: Fence, through: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a wall taken out the attacks get through, and the rung is not claimed."""
    if not probe(Rung.B).holds:
        pytest.skip(probe(Rung.B).reason)
    monkeypatch.setitem(FENCES, Rung.B, fence)
    result = ladder._attack(Rung.B)
    assert not result.holds
    assert through <= {name for name, held in result.stopped.items() if not held}
    assert "not stopped" in result.reason


def test_without_a_safe_rung_a_class_is_not_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other people's programs are refused with the reasons; one's own run on the last rung."""
    monkeypatch.setattr(ladder, "SAFE", ())
    with pytest.raises(SandboxUnavailable, match="--unsafe-no-sandbox"):
        choose_rung()
    assert choose_rung(own_code=True).rung is Rung.D
    assert choose_rung(unsafe=True).rung is Rung.D
