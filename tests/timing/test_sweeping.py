"""Sweeps with a clock of their own: what is called, what is kept, and what is not believed."""

import random

import pytest
from msgspec import Struct, field

from grader.model.course import Sweep
from grader.timing.sweeping import Failed, Measured, Sample, Swept, sweep

PLAN = Sweep(sizes=(8, 12, 16, 24, 32, 48, 64, 91, 128, 181, 256), seconds=10.0)


class Machine(Struct, dict=True):
    """A program whose time is factor * size ** exponent, on a machine that delays it."""

    exponent: float = 3.0
    factor: float = 1e-7
    delay: float = 0.0  # the mean of delays, as a share of the time
    fails_at: int = 0
    warms_up: bool = True  # at the first call of each size
    failure: Failed = field(default_factory=lambda: Failed("timeout"))
    now: float = 0.0
    calls: list[int] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def clock(self) -> float:
        """Gives the machine's own time."""
        return self.now

    def call(self, size: int) -> Measured:
        """Works that long, or fails."""
        self.calls.append(size)
        if size == self.fails_at:
            return self.failure
        took = self.factor * size**self.exponent
        took *= 1 + (self.rng.expovariate(1 / self.delay) if self.delay else 0.0)
        took *= 3.0 if self.warms_up and self.calls.count(size) == 1 else 1.0
        self.now += took
        return Sample(took)


def run(machine: Machine, plan: Sweep = PLAN) -> Swept:
    """Sweeps the machine."""
    return sweep(plan, machine.call, machine.clock)


def test_a_quiet_machine_is_believed_after_few_calls() -> None:
    """Six sizes have their true times, from half a millisecond on, and no size is noisy."""
    machine = Machine()
    swept = run(machine)
    assert [point.size for point in swept.points] == [24, 32, 48, 64, 91, 128]
    for point in swept.points:
        assert point.best == pytest.approx(1e-7 * point.size**3)
        assert max(point.seconds) == pytest.approx(point.best)  # the first call is not among them
    assert not swept.noisy
    assert not swept.left_out  # larger sizes would tell nothing more
    assert swept.ended is None
    assert machine.now < 2.0  # of the ten seconds there are


@pytest.mark.parametrize("seconds", [0.5, 2.0, 10.0])
@pytest.mark.parametrize("exponent", [0.0, 1.0, 2.0, 3.0, 4.0])
def test_the_time_is_kept(seconds: float, exponent: float) -> None:
    """Growth is predicted: no size is begun that would not end in time."""
    machine = Machine(exponent=exponent, factor=1e-6)
    swept = run(machine, Sweep(sizes=PLAN.sizes, seconds=seconds))
    assert machine.now <= seconds * 1.05
    assert not {point.size for point in swept.points} & set(swept.left_out)
    assert len(swept.points) <= 6


@pytest.mark.parametrize("sizes", [(64,), (32, 64), (8, 16, 32, 64, 128)])
def test_where_there_are_few_sizes_all_are_called(sizes: tuple[int, ...]) -> None:
    """Those that take less than half a millisecond, too."""
    swept = run(Machine(factor=1e-9), Sweep(sizes=sizes, seconds=10.0))
    assert tuple(point.size for point in swept.points) == sizes


def test_what_the_time_is_not_enough_for_is_named() -> None:
    """Larger sizes than the largest that fitted."""
    swept = run(Machine(factor=1e-5), Sweep(sizes=(8, 16, 32, 64, 128, 256), seconds=10.0))
    assert [point.size for point in swept.points] == [8, 16, 32]
    assert swept.left_out == (64, 128, 256)


def test_a_first_call_that_was_as_quick_counts_with_the_others() -> None:
    """Three calls are enough then: the first has filled no caches."""
    machine = Machine(warms_up=False)
    swept = run(machine)
    assert {len(point.seconds) for point in swept.points} == {3}
    assert all(machine.calls.count(point.size) == 3 for point in swept.points)


def test_the_last_size_takes_no_longer_than_it_has_to() -> None:
    """It is foreseen where 15 ms are reached; a size beyond would only take its time."""
    sizes = tuple(round(8 * 1.1**step) for step in range(40))
    swept = run(Machine(), Sweep(sizes=sizes, seconds=10.0))
    assert 0.015 <= swept.points[-1].best < 1.4 * 0.015
    machine = Machine()
    plan = Sweep(sizes=sizes, seconds=10.0)
    farther = sweep(plan, machine.call, machine.clock, wide=100.0)
    assert 0.050 <= farther.points[-1].best < 1.4 * 0.050


def test_what_takes_long_without_growing_is_followed_to_where_it_grows() -> None:
    """Six sizes that take 60 ms each say nothing of a function that works on 100 rows at least."""
    machine = Machine()

    def call(size: int) -> Measured:
        machine.now += 1e-7 * max(size, 85) ** 3
        return Sample(1e-7 * max(size, 85) ** 3)

    swept = sweep(Sweep(sizes=PLAN.sizes, seconds=20.0), call, machine.clock)
    assert swept.points[-1].size == 181  # the first that takes 8 times as long


def test_delays_are_waited_out() -> None:
    """With delays of 20 % on average the shortest of many is within 5 %."""
    swept = run(Machine(delay=0.2), Sweep(sizes=(32, 64, 128), seconds=60.0, maximum=200))
    for point in swept.points:
        assert point.best == pytest.approx(1e-7 * point.size**3, rel=0.05)


def test_what_never_comes_out_again_is_noisy() -> None:
    """A machine that is ten times slower at random is not believed."""
    plan = Sweep(sizes=(64, 128), seconds=10.0, maximum=4)
    assert run(Machine(delay=10.0), plan).noisy


def test_small_sizes_that_never_settle_do_not_keep_the_others() -> None:
    """Each is called so often at most, and the sweep ends long before its time."""
    machine = Machine(delay=10.0, factor=1e-9)
    run(machine, Sweep(sizes=PLAN.sizes, seconds=100.0))
    assert all(machine.calls.count(size) <= 32 for size in PLAN.sizes)


def test_sizes_are_mixed() -> None:
    """A slow minute must not hit one size only."""
    machine = Machine(delay=0.5)
    run(machine)
    later = machine.calls[machine.calls.index(max(machine.calls)) + 2 :]
    assert later
    assert later != sorted(later)


def test_a_size_that_fails_ends_the_sweep() -> None:
    """The sizes before it keep their times."""
    swept = run(Machine(fails_at=64, factor=2e-7))
    assert swept.ended == Failed("timeout", 64)
    assert [point.size for point in swept.points] == [8, 12, 16, 24, 32, 48]
    assert swept.left_out == (64, 91, 128, 181, 256)


def test_a_wrong_result_voids_the_sweep() -> None:
    """Who is wrong at one size is not timed at any."""
    swept = run(Machine(fails_at=48, failure=Failed("wrong", 48, void=True)))
    assert not swept.points
    assert swept.ended == Failed("wrong", 48, void=True)


def test_a_time_below_an_empty_call_is_none() -> None:
    """What is left after subtracting is never negative."""
    swept = run(Machine(factor=-1e-9, exponent=0), Sweep(sizes=(8,), seconds=0.001, maximum=5))
    assert all(second >= 0 for point in swept.points for second in point.seconds)


def test_the_same_seed_calls_the_same() -> None:
    """The order can be repeated."""
    machines = [Machine(delay=0.3), Machine(delay=0.3)]
    for machine in machines:
        run(machine)
    assert machines[0].calls == machines[1].calls


def test_calls_that_agree_in_a_slow_moment_are_not_believed() -> None:
    """While a stranger shares the core all calls take 30 % longer, and agree with each other."""
    machine = Machine()

    def call(size: int) -> Measured:
        slow = machine.now < 0.5
        measured = machine.call(size)
        if slow and isinstance(measured, Sample):
            machine.now += 0.3 * measured.seconds
            return Sample(1.3 * measured.seconds, calm=False)
        return measured

    swept = sweep(Sweep(sizes=(32, 64), seconds=10.0), call, machine.clock)
    for point in swept.points:
        assert point.best == pytest.approx(1e-7 * point.size**3)


def test_who_sleeps_is_not_quick_where_that_does_not_always_show() -> None:
    """In every third call others delayed the grader meanwhile; those calls are left out."""
    machine = Machine()

    def call(size: int) -> Measured:
        machine.calls.append(size)
        machine.now += 0.02
        return Sample(0.001) if len(machine.calls) % 3 == 2 else Sample(0.02, waited=True)

    swept = sweep(Sweep(sizes=(8, 16, 32), seconds=2.0), call, machine.clock)
    assert {point.best for point in swept.points} == {0.02}
    assert swept.waited == (8, 16, 32)


def test_what_others_took_and_where_it_waited_is_told() -> None:
    """Half of the wall was others' at every size; at the largest it slept as well."""

    def call(size: int) -> Measured:
        return Sample(1.0, waited=True) if size == 64 else Sample(0.1, shared=(0.1, 0.2))

    swept = sweep(Sweep(sizes=(32, 64), seconds=10.0), call, Machine().clock)
    assert swept.waited == (64,)
    assert swept.preempted == pytest.approx(0.5)
