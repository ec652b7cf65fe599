"""How many processes run side by side, and which CPU is left to the timing worker."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.batch import JobFit, fit, needed_mib
from grader.batch.processes import cpus_to_measure_on, kept_to, siblings, usable_cpus
from grader.course import load_assignment, load_course
from grader.model.course import Backend
from grader.model.machine import Capabilities
from grader.reports.reading import LIMITS
from grader.sandbox import Headroom
from tests.batch.classes import ROOT

NEEDED = 500


def room(mib: int) -> Headroom:
    """So much memory."""
    return Headroom(mib=mib, grouped=False)


@pytest.mark.parametrize(
    ("free", "found"),
    [
        (2_000, JobFit(jobs=4)),
        (1_999, JobFit(jobs=3)),
        (500, JobFit(jobs=1)),
        (499, JobFit(jobs=1, enough=False)),
        (0, JobFit(jobs=1, enough=False)),
    ],
)
def test_no_more_run_than_there_is_memory_for(free: int, found: JobFit) -> None:
    """Each may use up to its limit at the same moment."""
    assert fit(4, NEEDED, room(free)) == found


def test_nobody_runs_more_than_was_asked_for() -> None:
    """Whatever fits; and where the platform does not tell, what was asked for."""
    assert fit(2, NEEDED, room(10**6)) == JobFit(jobs=2)
    assert fit(64, NEEDED, None) == JobFit(jobs=64)


def test_the_largest_limit_counts_that_is_used_here() -> None:
    """Exercises that wait for a GPU use no memory here; the report's reader does."""
    course = load_course(ROOT)
    here = Capabilities(libraries={"numpy": "", "scipy": ""})
    first, second = (load_assignment(course, name) for name in ("kadai1", "kadai2"))
    assert first.report is not None
    report = needed_mib(first, here)
    assert report > LIMITS.memory_mib
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
        (["0", "1"], [1]),
        (["0", "1", "2", "3"], [3, 2, 1]),
        (["0,2", "1,3", "0,2", "1,3"], [3]),
        (["0-1", "0-1", "2-3", "2-3", "4-5", "4-5"], [5, 3]),
        (["0-1", "0-1"], [1]),  # one core with two threads
        (["0"], [0]),
        (["garbage", "garbage"], [1]),
    ],
)
def test_one_thread_of_every_core_but_one_is_measured_on(
    tmp_path: Path, cores: list[str], expected: list[int]
) -> None:
    """Never two on one core; the last is left to who stores and draws, if there are two."""
    chosen = cpus_to_measure_on(frozenset(range(len(cores))), topology(tmp_path, *cores))
    assert chosen == expected


def test_a_platform_that_does_not_tell_has_one_worker_anywhere(tmp_path: Path) -> None:
    """It keeps to no CPU."""
    assert cpus_to_measure_on(frozenset(), tmp_path) == []
    assert siblings(5, tmp_path) == {5}


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity here")
def test_what_is_started_meanwhile_stays_off(tmp_path: Path) -> None:
    """Afterwards all CPUs may be used again."""
    before = usable_cpus()
    with kept_to(frozenset({min(before)})):
        assert usable_cpus() == {min(before)}
    assert usable_cpus() == before
