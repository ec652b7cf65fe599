"""Assignments, sheets and gradebooks for tests, made in a line each."""

from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from grader.model.course import Assignment, Criterion, Lateness
from grader.model.gradebook import Confirmation, Grade, Gradebook, State
from grader.model.scoresheet import GRADER, Award, ScoreSheet

DUE = datetime(2025, 4, 17, 14, 59, tzinfo=UTC)
STUDENT = "24A1201"
TITLE = {"ja": "題", "en": "title"}


def assignment(name: str, points: float = 8) -> Assignment:
    """An assignment with one criterion called program."""
    return Assignment(
        id=name,
        title={"ja": name, "en": name},
        due=DUE,
        source=f"{name}.py",
        exercises=(),
        rubric=(Criterion(id="program", title=TITLE, points=points),),
        folder=Path(),
        grace_seconds=59,
    )


def sheet(
    name: str,
    *points: float | None,
    most: float = 8,
    kept: float = 100,
    student: str = STUDENT,
) -> ScoreSheet:
    """A sheet with one criterion for each of the points; they share the most."""
    names = ("program", *(f"c{index}" for index in range(1, len(points))))
    return ScoreSheet(
        assignment=name,
        student=student,
        awards=tuple(
            Award(
                criterion=criterion,
                title=TITLE,
                points=one,
                max=most / len(points),
                decided_by="" if one is None else GRADER,
                reason="passed",
            )
            for criterion, one in zip(names, points, strict=True)
        ),
        findings=(),
        lateness=None if kept == 100 else Lateness(late_seconds=660, kept_percent=kept),
    )


def graded(
    name: str,
    *points: float | None,
    most: float = 8,
    kept: float = 100,
    student: str = STUDENT,
) -> Gradebook:
    """A gradebook of one student."""
    given = sheet(name, *points, most=most, kept=kept, student=student)
    grade = Grade(
        student=student,
        name="山田 太郎",
        state=State.PROPOSED if given.complete else State.OPEN,
        sheet=given,
        late_seconds=0 if kept == 100 else 660,
    )
    return Gradebook(assignment=assignment(name, most), grades=(grade,))


def confirmed(book: Gradebook, by: str = "佐藤") -> Gradebook:
    """The same, confirmed by a person."""
    grades = tuple(
        replace(
            one,
            state=State.CONFIRMED,
            confirmed=Confirmation(
                student=one.student, points={}, total=one.total or 0.0, by=by, at=DUE
            ),
        )
        for one in book.grades
    )
    return replace(book, grades=grades)


def in_state(name: str, state: State) -> Gradebook:
    """A gradebook with a line and no sheet."""
    grade = Grade(student=STUDENT, state=state)
    return Gradebook(assignment=assignment(name), grades=(grade,))
