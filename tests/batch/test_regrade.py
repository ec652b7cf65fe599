"""Regrading derives every sheet from stored evidence and runs nothing."""

from pathlib import Path

import pytest

from grader.batch import ClassResult, regrade_class, seen_by_another_version
from grader.course import load_assignment
from grader.model.errors import StoreError
from grader.model.scoresheet import ScoreSheet, points_of
from grader.observing import digest_references
from grader.store import Store
from grader.store.schema import checksum, read
from tests.batch.classes import RIGHT, TRANSPOSED, Classroom
from tests.store.records_for_tests import decision


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    """A class of two, graded."""
    room = Classroom(tmp_path, {"24A1201": RIGHT, "24A1202": TRANSPOSED})
    room.grade()
    room.ran.clear()
    return room


def regrade(room: Classroom) -> ClassResult:
    """Regrades as `grader regrade` does."""
    assignment = load_assignment(room.course, "kadai1")
    digests = digest_references(room.course, assignment)
    return regrade_class(assignment, digests, room.out, room.files)


def edit(room: Classroom, before: str, after: str) -> None:
    """Changes the assignment's file."""
    path = room.course.root / "assignments/kadai1/assignment.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def sheet_of(result: ClassResult, student: str) -> ScoreSheet:
    """One student's sheet."""
    (sheet,) = [one.sheet for one in result.graded if one.sheet.student == student]
    return sheet


def test_same_rubric_gives_the_same_sheets(room: Classroom) -> None:
    """With nothing changed nothing changes."""
    before = [one.sheet for one in room.grade().graded]
    assert [one.sheet for one in regrade(room).graded] == before


def test_changed_rubric_changes_points_without_a_run(room: Classroom) -> None:
    """New points for a criterion are in every sheet, stored and published."""
    edit(room, "points = 4", "points = 5")
    room.files.sheets.clear()
    result = regrade(room)
    assert sheet_of(result, "24A1201").total == 5.0
    assert sheet_of(result, "24A1202").total == 0.0
    assert room.ran == []
    assert len(room.files.sheets) == 2
    assert result.outdated == ()
    with Store(room.out, "kadai1") as store:
        assert store.sheet("24A1201") == sheet_of(result, "24A1201")


def test_decisions_are_applied_and_untouched(room: Classroom) -> None:
    """A decision counts in the new sheet and is still there afterwards."""
    with Store(room.out, "kadai1") as store:
        store.decide(decision(points=2.0))
    assert sheet_of(regrade(room), "24A1201").total == 6.0
    with Store(room.out, "kadai1") as store:
        assert store.decisions() == (decision(points=2.0),)


def test_changed_exercise_is_named(room: Classroom) -> None:
    """Evidence of another definition of the exercise is used, and the user is told."""
    edit(room, "call_seconds = 5", "call_seconds = 11")
    assert regrade(room).outdated == ("24A1201", "24A1202")


def test_only_those_in_the_folder_are_shown(room: Classroom) -> None:
    """Regrading shows the class that was graded last."""
    (room.folder / "24A1202").rename(room.folder.with_name("away"))
    room.grade()
    result = regrade(room)
    assert [one.sheet.student for one in result.graded] == ["24A1201"]
    assert result.absent == ("24A1202",)


def test_nothing_graded_yet(tmp_path: Path) -> None:
    """The sentence says what to run first."""
    room = Classroom(tmp_path, {})
    with pytest.raises(StoreError, match="run `grader grade` first"):
        regrade(room)


def from_another_version(room: Classroom, student: str) -> None:
    """Lets a row of evidence be one that another version of grader stored."""
    with Store(room.out, "kadai1") as store:
        for row in read(store._connection, "observed", student=student):
            total = checksum((*row.values[:2], 0, *row.values[3:]))
        store._connection.execute(
            "UPDATE observed SET schema = 0, checksum = ? WHERE student = ?", (total, student)
        )


def test_evidence_of_another_version_is_scored_by_its_findings(room: Classroom) -> None:
    """What was decided counts at once after an update; what was observed is not guessed at."""
    before = regrade(room)
    points = {each.sheet.student: points_of(each.sheet) for each in before.graded}
    from_another_version(room, "24A1202")
    assert seen_by_another_version(room.out, "kadai1") == ("24A1202",)
    result = regrade(room)
    assert result.another_version == ("24A1202",)
    assert {each.sheet.student: points_of(each.sheet) for each in result.graded} == points
    with Store(room.out, "kadai1") as store:
        store.decide(decision(student="24A1202"))
    after = {each.sheet.student: each.sheet for each in regrade(room).graded}["24A1202"]
    assert decision().by in {award.decided_by for award in after.awards}
    with Store(room.out, "kadai1") as store:
        assert not store.observed()["24A1202"].readable  # observed again by `grade` alone
