"""Jobs are lowered to what the memory holds, and never below one."""

from dataclasses import replace

import pytest

from grader.batch import Fit, fit, needed_mib
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
