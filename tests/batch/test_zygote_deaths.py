"""A sandbox that is killed in the middle is started again, and costs nobody a point."""

from pathlib import Path

from grader.sandbox import IsolationLevel
from tests.batch.classes import RIGHT
from tests.killing import killed_zygotes
from tests.sandbox.places import skip_unless_holds
from tests.timing.timed_class import TimedClass

SLOW = f"import time\ntime.sleep(0.4)\n{RIGHT}"


def test_killed_zygotes_cost_nobody_a_point(tmp_path: Path) -> None:
    """Everybody is graded; what went wrong is ours, open, and right in the next run."""
    skip_unless_holds(next(iter(IsolationLevel)))
    programs = {f"24A12{number:02}": f"{SLOW}# {number}\n" for number in range(8)}
    room = TimedClass(tmp_path, programs)
    with killed_zygotes(3, every=0.3) as hit:
        result = room.grade(timing=False)
    assert hit
    assert len(result.graded) == 8
    broken = [student for student, _ in result.faults]
    for graded in result.graded:
        given = graded.sheet.awards[0].points
        assert given == 4 or (given is None and graded.sheet.student in broken)
    mended = room.grade(timing=False)
    assert not mended.faults
    assert mended.observed == tuple(broken)
    assert {one.sheet.awards[0].points for one in mended.graded} == {4}
