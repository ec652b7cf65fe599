"""How many processes run side by side, and which CPU is left to the timing worker."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from grader.batch import Fit, fit, needed_mib
from grader.batch.processes import cpu_to_measure_on, kept_to, siblings, usable_cpus
from grader.course import load_assignment, load_course
from grader.model.course import Backend
from grader.model.machine import Capabilities
from grader.sandbox import DOCUMENT_LIMITS, Headroom
from tests.batch.classes import ROOT

NEEDED = 500


def room(mib: int) -> Headroom:
    """So much memory."""
    return Headroom(mib=mib, grouped=False)


@pytest.mark.parametrize(
    ("free", "timing", "found"),
    [
        (2_000, False, Fit(jobs=4)),
        (1_999, False, Fit(jobs=3)),
        (2_500, True, Fit(jobs=4)),  # one more is timed beside them
        (2_000, True, Fit(jobs=3)),
        (1_000, True, Fit(jobs=1)),
        (999, True, Fit(jobs=1, timed_last=True)),
        (500, False, Fit(jobs=1)),
        (499, False, Fit(jobs=1, enough=False)),
        (0, True, Fit(jobs=1, timed_last=True, enough=False)),
    ],
)
def test_no_more_run_than_there_is_memory_for(free: int, timing: bool, found: Fit) -> None:  # noqa: FBT001
    """Each may use up to its limit at the same moment."""
    assert fit(4, NEEDED, room(free), timing=timing) == found


def test_nobody_runs_more_than_was_asked_for() -> None:
    """Whatever fits; and where the platform does not tell, what was asked for."""
    assert fit(2, NEEDED, room(10**6), timing=True) == Fit(jobs=2)
    assert fit(64, NEEDED, None, timing=True) == Fit(jobs=64)


def test_the_largest_limit_counts_that_is_used_here() -> None:
    """Exercises that wait for a GPU use no memory here; the report's reader does."""
    course = load_course(ROOT)
    here = Capabilities(libraries={"numpy": "", "scipy": ""})
    first, second = (load_assignment(course, name) for name in ("kadai1", "kadai2"))
    assert first.report is not None
    report = needed_mib(first, here)
    assert report > DOCUMENT_LIMITS.memory_mib
    assert needed_mib(replace(first, report=None), here) < report
    bare = replace(second, report=None)
    largest = max(one.limits.memory_mib for one in bare.exercises)
    used = [one for one in bare.exercises if one.backend in {Backend.PYTHON, Backend.NUMPY}]
    assert max(one.limits.memory_mib for one in used) < needed_mib(bare, here) < largest
    both = replace(here, libraries={**here.libraries, "torch": ""}, cpu_instead=True)
    assert needed_mib(bare, both) > largest


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
