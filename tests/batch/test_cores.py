"""Which CPU is left to the timing worker."""

import os
from pathlib import Path

import pytest

from grader.batch.processes import cpu_to_measure_on, kept_to, siblings, usable_cpus


def topology(folder: Path, *cores: str) -> Path:
    """Writes the kernel's lists of threads, one for each CPU."""
    for cpu, threads in enumerate(cores):
        place = folder / f"cpu{cpu}/topology"
        place.mkdir(parents=True)
        (place / "thread_siblings_list").write_text(threads + "\n", encoding="ascii")
    return folder


@pytest.mark.parametrize(
    ("cores", "expected"),
    [
        (["0", "1"], (1, {0})),
        (["0", "1", "2", "3"], (3, {0, 1, 2})),
        (["0,2", "1,3", "0,2", "1,3"], (3, {0, 2})),
        (["0-1", "0-1", "2-3", "2-3"], (3, {0, 1})),
        (["0-1", "0-1"], None),  # one core with two threads
        (["0"], None),
        (["garbage", "garbage"], (1, {0})),
    ],
)
def test_a_whole_core_is_left_free(
    tmp_path: Path, cores: list[str], expected: tuple[int, set[int]] | None
) -> None:
    """Threads of the measured core stay idle; with one core there is none to spare."""
    chosen = cpu_to_measure_on(frozenset(range(len(cores))), topology(tmp_path, *cores))
    assert (chosen and (chosen[0], set(chosen[1]))) == expected


def test_a_platform_that_does_not_tell_has_none_to_spare(tmp_path: Path) -> None:
    """Then the worker waits until the others are done."""
    assert cpu_to_measure_on(frozenset(), tmp_path) is None
    assert siblings(5, tmp_path) == {5}


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity here")
def test_what_is_started_meanwhile_stays_off(tmp_path: Path) -> None:
    """Afterwards all CPUs may be used again."""
    before = usable_cpus()
    with kept_to(frozenset({min(before)})):
        assert usable_cpus() == {min(before)}
    assert usable_cpus() == before
