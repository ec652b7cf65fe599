"""An assignment of three criteria, and stores with students in every state."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from msgspec.structs import replace

from grader.gradebook import open_gradebook
from grader.model.collection import Collected, Collection, Identity, Received, TimeSource
from grader.model.course import (
    Assignment,
    Backend,
    Case,
    CaseKind,
    Criterion,
    Exercise,
    LateKind,
    LatePolicy,
    Visibility,
)
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Export, Exported, Gradebook
from grader.model.scoresheet import Decision
from grader.scoring import score
from grader.store import Store
from grader.wording import load_wording
from tests.store.records_for_tests import full_evidence

JST = timezone(timedelta(hours=9), "JST")
DUE = datetime(2025, 5, 1, 23, 59, tzinfo=JST)
NOON = datetime(2025, 5, 3, 12, 0, tzinfo=JST)
JA = load_wording("ja")
EN = load_wording("en")
EXERCISE = Exercise(
    id="matmul",
    operation="matmul",
    backend=Backend.PYTHON,
    entry="matmul",
    cases=(Case(size=2, kind=CaseKind.INTEGERS),),
)
RUBRIC = (
    Criterion(id="program", title={"ja": "動作", "en": "It works"}, points=4.0, checks=("COR",)),
    Criterion(id="rules", title={"ja": "規則", "en": "Rules"}, points=2.0, checks=("POL",)),
    Criterion(id="form", title={"ja": "体裁", "en": "Form"}, points=2.0),
)
KADAI1 = Assignment(
    id="kadai1",
    title={"ja": "課題1", "en": "Assignment 1"},
    due=DUE,
    source="kadai1.py",
    exercises=(EXERCISE,),
    rubric=RUBRIC,
    folder=Path(),
)
HALF_PER_DAY = replace(
    KADAI1, late=LatePolicy(kind=LateKind.PER_DAY, percent_per_day=50.0), grace_seconds=59
)
NAMES = {
    "24A1203": "田中 実",
    "24A1201": "山田 太郎",
    "24A1202": "佐藤 花子",
}
WRONG = Finding(
    check="COR001",
    subject="matmul",
    verdict=Verdict.FAILED,
    case="inputs",
    params={"size": 2},
)
RIGHT = Finding(check="COR001", subject="matmul", verdict=Verdict.PASSED)
LAWFUL = Finding(check="POL001", subject="matmul", verdict=Verdict.PASSED)


def with_hidden_criterion() -> Assignment:
    """The same assignment, in which only TAs see whether the rules were kept."""
    rubric = [
        replace(one, visibility=Visibility.TA) if one.id == "rules" else one for one in RUBRIC
    ]
    return replace(KADAI1, rubric=tuple(rubric))


def grade_one(
    store: Store,
    student: str,
    *findings: Finding,
    decisions: Sequence[Decision] = (),
    assignment: Assignment = KADAI1,
) -> None:
    """Stores a student as grading does."""
    sheet = score(findings or (RIGHT, LAWFUL), assignment, student, decisions)
    store.save(replace(full_evidence(), student=student), sheet, reusable=True)


def decided(
    student: str, points: float, criterion: str = "form", *, by: str = "TA", hours: float = 0
) -> Decision:
    """What a person said about one criterion."""
    return Decision(
        student=student,
        criterion=criterion,
        points=points,
        by=by,
        reason="図が見やすい",
        at=NOON + timedelta(hours=hours),
    )


def came(student: str, at: datetime, resolution_seconds: int = 1) -> Collected:
    """A submission that was collected."""
    received = Received(at=at, source=TimeSource.SHEET, resolution_seconds=resolution_seconds)
    who = Identity(student=student, name="LMS の名前", participant="31201")
    return Collected(student=student, who=who, files=(), received=received)


def collection(*students: Collected, not_submitted: Sequence[str] = ()) -> Collection:
    """What `grader collect` wrote down."""
    return Collection(
        assignment="kadai1",
        lms="moodle",
        students=students,
        not_submitted=tuple(not_submitted),
        names=NAMES,
    )


def class_of_three(folder: Path) -> Gradebook:
    """Three students with points for everything but one's form."""
    with Store(folder, "kadai1") as store:
        for student in NAMES:
            grade_one(store, student)
        for student in ("24A1201", "24A1202"):
            store.decide(decided(student, 2.0))
        return open_gradebook(store, KADAI1, JA, names=NAMES)


def reopened(folder: Path, names: Mapping[str, str] = NAMES) -> Gradebook:
    """The same, as it is by now."""
    with Store(folder, "kadai1") as store:
        return open_gradebook(store, KADAI1, JA, names=names)


def exported(book: Gradebook, kind: str = "csv", hours: float = 1) -> Export:
    """What an export of this gradebook leaves on record."""
    return Export(
        kind=kind,
        target=f"kadai1.{kind}",
        at=NOON + timedelta(hours=hours),
        grades={
            one.student: Exported(
                student=one.student,
                total=one.total,
                points={
                    award.criterion: award.points
                    for award in (one.sheet.awards if one.sheet else ())
                    if award.points is not None
                },
            )
            for one in book.grades
        },
    )
