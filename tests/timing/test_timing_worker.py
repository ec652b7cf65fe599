"""A class that is timed, in the real sandbox: what is right, once, and only what is missing."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.batch import ClassResult, Graded, Phase, Step
from grader.batch.grade import uses_times
from grader.course import load_assignment, load_course
from grader.model.course import Slowest, Sweep
from grader.model.evidence import Evidence
from grader.model.timing import Timing
from grader.observing import without_evidence
from grader.sandbox import IsolationLevel
from grader.store import Store
from tests.batch.classes import RIGHT, ROOT, TRANSPOSED
from tests.reports.reports import outline, report
from tests.sandbox.places import skip_unless_holds
from tests.timing.timed_class import TimedClass

PLAIN = """
x = [[1, 2], [3, 5]]
y = [[2, 7], [1, 8]]
z = [[0, 0], [0, 0]]
for i in range(2):
    for j in range(2):
        for k in range(2):
            z[i][j] += x[i][k] * y[k][j]
"""
PROGRAMS = {"24A1201": RIGHT, "24A1202": TRANSPOSED, "24A1203": PLAIN}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> TimedClass:
    """A class that was graded without timing."""
    skip_unless_holds(next(iter(IsolationLevel)))
    made = TimedClass(tmp_path_factory.mktemp("timed"), PROGRAMS)
    made.grade(timing=False)
    return made


def timings(result: ClassResult) -> dict[str, Timing | None]:
    """Gives what was measured of each student."""
    return {one.evidence.student: one.evidence.exercises[0].timing for one in result.graded}


def test_nobody_is_timed_of_whose_times_nobody_speaks(room: TimedClass) -> None:
    """The rubric names no such check, and there is no report."""
    result = room.grade(timing=True, where_used=True)
    assert result.measured == ()
    assert set(timings(result).values()) == {None}


@pytest.mark.parametrize(
    ("claims", "checks", "slowest", "used"),
    [
        (False, (), None, False),
        (False, ("COR", "TIM002", "REP001"), None, False),  # TIM002 is about the student's clocks
        (True, (), None, True),
        (False, ("TIM001",), None, True),
        (False, ("REP",), None, True),
        (False, (), Slowest(baseline="numpy", ratio=20.0), True),
    ],
)
def test_times_are_used_by_a_claim_a_criterion_or_a_limit(
    claims: bool,  # noqa: FBT001
    checks: tuple[str, ...],
    slowest: Slowest | None,
    used: bool,  # noqa: FBT001
) -> None:
    """Of nothing else does anything depend on them."""
    course = load_course(ROOT)
    assignment = load_assignment(course, "kadai1")
    sweep = Sweep(sizes=(8, 16), slowest=slowest)
    assignment = replace(
        assignment,
        exercises=(replace(assignment.exercises[0], sweep=sweep),),
        rubric=(replace(assignment.rubric[0], checks=checks),),
    )
    told = report(outline() if claims else outline(relations=()))
    evidence = replace(without_evidence("24A1201", "kadai1", {}, ""), report=told)
    assert uses_times(evidence, assignment) is used


def test_no_timing_then_timing_adds_only_timing(room: TimedClass) -> None:
    """Nothing is observed again; what is right is measured, scripts by their lifted loops."""
    before = room.stored()
    assert all(one.exercises[0].timing is None for one in before.values())
    result = room.grade(timing=True)
    assert result.observed == ()
    assert result.measured == ("24A1201", "24A1203")
    assert result.unchanged == ("24A1202",)
    assert not result.faults
    for student, timing in timings(result).items():
        assert (timing is not None) == (student != "24A1202")
        if timing is not None:
            sizes = [point.size for point in timing.curve.points]
            assert sizes  # on a busy machine, not all
            assert sizes == [8, 16, 32][: len(sizes)]
            assert {"python", "python-fast"} <= timing.baselines.keys()
            assert timing.machine
            assert timing.trouble == ""
    for student, evidence in room.stored().items():
        assert without_timing(evidence) == before[student]
    before_times, classes = room.published, room.files.classes
    assert before_times == len(classes) - 1  # the class was published before anybody was timed
    phases = [step.phase for step in room.steps if step.student == "24A1201"]
    assert phases == [Phase.TIMING, Phase.TIMED]


def test_an_interrupted_class_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whom it had timed keeps the times, and our own programs are not measured again."""
    skip_unless_holds(next(iter(IsolationLevel)))
    room = TimedClass(tmp_path, {"24A1201": RIGHT, "24A1203": PLAIN})

    def interrupt(step: Step) -> None:
        room.steps.append(step)
        if step.phase is Phase.TIMED:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(room, "watch", interrupt)
        with pytest.raises(KeyboardInterrupt):
            room.grade(timing=True)
    (first,) = [one for one in room.stored().values() if one.exercises[0].timing]
    with Store(room.out, "kadai1") as store:
        ours = store.baselines()
    result = room.grade(timing=True)
    assert len(result.measured) == 1
    assert first.student not in result.measured
    with Store(room.out, "kadai1") as store:
        again = store.baselines()
    assert ours
    assert {key: again[key] for key in ours} == ours


def test_what_was_timed_is_not_timed_again(room: TimedClass) -> None:
    """Neither with timing, nor does grading without it throw times away."""
    first = timings(room.grade(timing=True))
    again = room.grade(timing=True)
    assert again.measured == again.observed == ()
    assert timings(again) == first
    assert timings(room.grade(timing=False)) == first


def test_baselines_are_measured_once(room: TimedClass) -> None:
    """The next batch on this machine takes them from the store."""
    room.grade(timing=True)
    with Store(room.out, "kadai1") as store:
        known = store.baselines()
    assert known
    room.submit("24A1204", RIGHT + "\n# another\n")
    result = room.grade(timing=True)
    assert result.observed == ("24A1204",)
    with Store(room.out, "kadai1") as store:
        assert store.baselines() == known


def test_a_lane_that_cannot_begin_is_our_fault_and_tried_again(room: TimedClass) -> None:
    """Points stay, the batch goes on, and the next run measures."""
    room.grade(timing=True)  # the others, whatever other tests have left
    room.submit("24A1205", RIGHT + "\n# a third\n")
    assignment = room.course.root / "assignments/kadai1/assignment.toml"
    text = assignment.read_text(encoding="utf-8")
    broken = room.grade(timing=True, meanwhile=lambda: assignment.write_text("", "utf-8"))
    assignment.write_text(text, encoding="utf-8")
    assert [student for student, _ in broken.faults] == ["24A1205"]
    assert "assignment.toml" in broken.faults[0][1].traceback
    graded = room.of(broken, "24A1205")
    assert graded.sheet.awards[0].points == 4
    mended = room.grade(timing=True)
    assert not mended.faults
    assert mended.observed == ()
    timing = timings(mended)["24A1205"]
    assert timing is not None
    assert timing.curve.points


def without_timing(evidence: Evidence) -> Evidence:
    """Takes the times away again."""
    return TimedClass.untimed(evidence)


def test_the_sheet_of_a_timed_student_says_how_the_time_grows(room: TimedClass) -> None:
    """TIM001 has its sentence, or TIM004 says why not; points are those of before."""
    graded: Graded = room.of(room.grade(timing=True), "24A1201")
    found = {one.check: one for one in graded.sheet.findings}
    growth = found["TIM001"]
    assert growth.case == "few-sizes" or "unsteady" in growth.params
    assert graded.sheet.awards[0].points == 4


def test_results_are_in_order(room: TimedClass) -> None:
    """Every student has one sheet, whoever was measured last."""
    result = room.grade(timing=True)
    assert [one.evidence.student for one in result.graded] == sorted(room.stored())
    assert Path(room.out).is_dir()
