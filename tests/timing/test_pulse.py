"""The machine's pulse, taken on machines that are made up."""

import pytest
from msgspec import Struct, field

from grader.timing.conditions import LATELY, Pulse


class Machine(Struct, dict=True):
    """Does the same work in the seconds that its present speed takes."""

    takes: list[float] = field(default_factory=list)  # what the next beats take; then `usually`
    usually: float = 0.001
    now: float = 0.0

    def clock(self) -> float:
        """Gives the machine's own time."""
        return self.now

    def work(self) -> None:
        """Works once."""
        self.now += self.takes.pop(0) if self.takes else self.usually


@pytest.mark.parametrize(
    ("beats", "calm"),
    [
        ([], True),
        ([0.0011, 0.0012], True),  # that is no more than chance
        ([0.005, 0.001], True),  # an interrupt
        ([0.0014, 0.0015], False),
        ([0.002, 0.003], False),
    ],
)
def test_a_moment_is_calm_when_the_machine_is_as_quick_as_at_best(
    beats: list[float], *, calm: bool
) -> None:
    """The best was seen before; one long beat of two is no slow moment."""
    machine = Machine()
    pulse = Pulse(machine.clock, machine.clock, machine.work)
    assert pulse.calm()
    machine.takes = list(beats)
    assert pulse.calm() is calm


def test_a_clock_that_became_slower_for_good_is_calm_again() -> None:
    """The best is forgotten after a while, and what is usual now is the best."""
    machine = Machine()
    pulse = Pulse(machine.clock, machine.clock, machine.work)
    pulse.calm()
    machine.usually = 0.0015
    assert not pulse.calm()
    machine.now += LATELY
    assert pulse.calm()


@pytest.mark.parametrize(("slow", "came"), [(10, True), (1000, False)])
def test_waiting_ends(slow: int, *, came: bool) -> None:
    """A calm moment is waited for, but not for ever."""
    machine = Machine()
    pulse = Pulse(machine.clock, machine.clock, machine.work)
    pulse.calm()
    machine.takes = [0.002] * slow
    start = machine.now
    assert pulse.wait(0.1) is came
    assert machine.now - start < 0.11
