"""The arena for all attacks, and one sandbox per level, so that attacks meet their successors."""

import ctypes
import sys
from collections.abc import Iterator

import pytest

from grader.sandbox import IsolationLevel, Sandbox
from tests.hostile.arena import Arena

PR_SET_CHILD_SUBREAPER = 36


@pytest.fixture(scope="session")
def shared_arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """A course, a neighbour and open doors. Orphans become our children, so that we see them."""
    if sys.platform != "linux":
        pytest.skip("the walls are those of Linux")
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    place = Arena(tmp_path_factory.mktemp("arena"))
    yield place
    place.close()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@pytest.fixture
def arena(shared_arena: Arena) -> Arena:
    """The arena, which accuses nobody of what other tests of this process started meanwhile."""
    shared_arena.leave_out_others()
    return shared_arena


@pytest.fixture(scope="module")
def level(request: pytest.FixtureRequest) -> IsolationLevel:
    """The level of the bout."""
    chosen: IsolationLevel = request.param.choose()
    return chosen


@pytest.fixture(scope="module")
def sandbox(level: IsolationLevel) -> Iterator[Sandbox]:
    """One sandbox for all attacks on a level."""
    with Sandbox(level) as place:
        yield place
