"""Several exercises: what is not here waits, is graded where it is, and is never lost again."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.batch import ClassResult
from grader.model.course import Backend
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Verdict
from grader.model.machine import Capabilities
from grader.model.scoresheet import ScoreSheet
from grader.observing.setup import no_doubt
from tests.batch.several import (
    EVERYTHING,
    GPU_HOST,
    LAPTOP,
    ON_CPU,
    WITHOUT_EXTRA,
    SeveralRoom,
)

ALL, WITHOUT = "24A1201", "24A1202"


@pytest.fixture
def room(tmp_path: Path) -> SeveralRoom:
    """Two students: one wrote everything, the other left the optional exercise out."""
    room = SeveralRoom(tmp_path, {ALL: EVERYTHING, WITHOUT: WITHOUT_EXTRA})
    room.write()
    return room


def grade(room: SeveralRoom, here: Capabilities) -> ClassResult:
    """Grades on a machine."""
    room.here = here
    return room.grade()


def sheet_of(result: ClassResult, student: str) -> ScoreSheet:
    """One student's sheet."""
    (sheet,) = [one.sheet for one in result.graded if one.sheet.student == student]
    return sheet


def observed(result: ClassResult, student: str) -> Mapping[str, ExerciseEvidence]:
    """One student's evidence, by exercise."""
    (found,) = [one.evidence for one in result.graded if one.evidence.student == student]
    return {one.exercise: one for one in found.exercises}


def verdicts(sheet: ScoreSheet, exercise: str) -> set[Verdict]:
    """The verdicts about one exercise, but for those of the text."""
    return {
        one.verdict
        for one in sheet.findings
        if one.subject == exercise and one.check.startswith(("RUN", "COR"))
    }


def test_what_is_not_here_waits(room: SeveralRoom) -> None:
    """Without a GPU its exercises wait, the others are graded, and the score is provisional."""
    result = grade(room, LAPTOP)
    sheet = sheet_of(result, ALL)
    assert verdicts(sheet, "mm") == verdicts(sheet, "mm_numpy") == {Verdict.PASSED}
    assert verdicts(sheet, "mm_torch") == verdicts(sheet, "mm_cupy") == {Verdict.WAITING}
    assert (sheet.total, sheet.max, sheet.complete) == (2.0, 3.0, False)
    assert observed(result, ALL)["mm_torch"].waiting == ("gpu",)
    assert observed(result, ALL)["mm_cupy"].waiting == ("gpu", "cupy")
    assert [award.reason for award in sheet.awards] == ["passed", "passed", "waiting"]
    assert result.faults == ()


def test_text_is_judged_while_the_run_waits(room: SeveralRoom) -> None:
    """The import rule needs no device."""
    sheet = sheet_of(grade(room, LAPTOP), ALL)
    (rule,) = [one for one in sheet.findings if (one.subject, one.check) == ("mm_torch", "POL001")]
    assert rule.verdict is Verdict.PASSED


@pytest.mark.parametrize("here", [LAPTOP, GPU_HOST], ids=["laptop", "gpu"])
def test_optional_exercise_may_be_left_out(room: SeveralRoom, here: Capabilities) -> None:
    """It is skipped, neither failed nor waiting, on every machine."""
    sheet = sheet_of(grade(room, here), WITHOUT)
    assert verdicts(sheet, "mm_cupy") == {Verdict.SKIPPED}
    left = [one for one in sheet.findings if one.subject == "mm_cupy"]
    assert {one.params.get("left_out") for one in left} == {"mm_cupy"}


def test_gpu_host_finishes_exactly_what_waits(room: SeveralRoom) -> None:
    """From the same results folder, only the waiting exercises are run; then all is decided."""
    grade(room, LAPTOP)
    result = grade(room, GPU_HOST)
    assert sorted(room.ran) == sorted([EVERYTHING] * 2 + [WITHOUT_EXTRA])
    for student in (ALL, WITHOUT):
        assert sheet_of(result, student).complete
        assert sheet_of(result, student).total == 3.0
    place = observed(result, ALL)["mm_torch"].place
    assert (place["device"], place["gpu"], place["torch"]) == ("gpu", "Some GPU", "2.13")


def test_laptop_never_throws_gpu_results_away(room: SeveralRoom) -> None:
    """What was found out with a device stands, whatever grades afterwards."""
    first = grade(room, GPU_HOST)
    for here in (LAPTOP, ON_CPU):
        again = grade(room, here)
        assert room.ran == []
        assert again.unchanged == (ALL, WITHOUT)
        assert [one.sheet for one in again.graded] == [one.sheet for one in first.graded]


def test_on_the_cpu_instead(room: SeveralRoom) -> None:
    """PyTorch is verified on the CPU when asked for, and marked; CuPy has no CPU and waits."""
    result = grade(room, ON_CPU)
    found = observed(result, ALL)
    assert (found["mm_torch"].rank, found["mm_torch"].place["device"]) == (1, "cpu")
    assert found["mm_cupy"].waiting == ("gpu", "cupy")
    assert sheet_of(result, ALL).total == 3.0
    later = grade(room, GPU_HOST)
    assert observed(later, ALL)["mm_torch"].rank == 2
    assert sorted(room.ran) == sorted([EVERYTHING] * 2 + [WITHOUT_EXTRA])


def test_library_that_is_missing_is_waited_for(room: SeveralRoom) -> None:
    """Not only devices: a laptop without NumPy grades the rest."""
    result = grade(room, Capabilities())
    assert observed(result, ALL)["mm_numpy"].waiting == ("numpy",)
    assert verdicts(sheet_of(result, ALL), "mm") == {Verdict.PASSED}


def test_changed_exercise_runs_only_that_one(room: SeveralRoom) -> None:
    """Every exercise has a key of its own."""
    grade(room, LAPTOP)
    path = room.course.root / "assignments/several/assignment.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[2, 3]", "[2, 3, 5]", 1), encoding="utf-8")
    grade(room, LAPTOP)
    assert sorted(room.ran) == sorted([EVERYTHING, WITHOUT_EXTRA])


@pytest.mark.parametrize("jobs", [1, 3])
def test_everybody_is_observed_once_and_completely(tmp_path: Path, jobs: int) -> None:
    """However many workers there are, on the CPU and on the GPU."""
    programs = {f"24A12{number:02}": EVERYTHING for number in range(9)}
    room = SeveralRoom(tmp_path, programs)
    room.write()
    room.here = GPU_HOST
    result = room.grade(jobs=jobs)
    assert len(room.ran) == 4 * len(programs)
    assert [one.sheet.total for one in result.graded] == [3.0] * len(programs)


def test_wrong_machine_breaks_the_exercise_for_everybody(room: SeveralRoom) -> None:
    """Nobody fails, the others are graded, and the next run tries again."""
    room.self_check = lambda exercise, _reference, _sandbox: (
        "known answer: wrong" if exercise.backend is Backend.NUMPY else ""
    )
    result = grade(room, LAPTOP)
    for student in (ALL, WITHOUT):
        sheet = sheet_of(result, student)
        assert verdicts(sheet, "mm_numpy") == {Verdict.BROKEN}
        assert verdicts(sheet, "mm") == {Verdict.PASSED}
        assert sheet.total == 1.0
    assert {fault.summary for _, fault in result.faults} == {"known answer: wrong"}
    room.self_check = no_doubt
    again = grade(room, LAPTOP)
    assert sorted(room.ran) == sorted([EVERYTHING, WITHOUT_EXTRA])
    assert again.faults == ()
    assert sheet_of(again, ALL).total == 2.0
