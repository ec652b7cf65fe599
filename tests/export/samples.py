"""A fictional assignment, its evidence and its sheets."""

from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from grader.model.calling import Convention, Target
from grader.model.course import Assignment, Backend, Case, CaseKind, Criterion, Exercise
from grader.model.evidence import (
    Comparison,
    Element,
    Entry,
    EntryHow,
    Evidence,
    ExerciseEvidence,
    Outcome,
)
from grader.model.finding import Finding, Location, Verdict
from grader.model.run import LoadMode, RunRecord, RunStatus, Traceback
from grader.model.scoresheet import GRADER, Award, ScoreSheet
from grader.model.static import ParseStatus, SourceFacts

OK = RunRecord(status=RunStatus.OK, wall_seconds=0.012, cpu_seconds=0.011)
SMALL = Case(size=3, kind=CaseKind.INTEGERS)
EXERCISE = Exercise(
    id="matmul",
    operation="matmul",
    backend=Backend.PYTHON,
    entry="matmul",
    cases=(SMALL, Case(size=5, kind=CaseKind.FLOATS)),
)
ASSIGNMENT = Assignment(
    id="kadai1",
    title={"ja": "課題1 行列積", "en": "Assignment 1: matrix product"},
    due=datetime(2025, 4, 17, 14, 59, tzinfo=UTC),
    source="kadai1.py",
    exercises=(EXERCISE,),
    rubric=(
        Criterion(id="content", title={"ja": "内容", "en": "Content"}, points=6, checks=("COR",)),
        Criterion(id="form", title={"ja": "体裁", "en": "Form"}, points=2),
    ),
    folder=Path("assignments/kadai1"),
)


def compared(outcome: Outcome = Outcome.EQUAL, *, size: int = 3) -> Comparison:
    """One case; what is wrong is wrong in row 2, column 1."""
    wrong = Element(row=1, column=0, expected="24", got="31")
    return Comparison(
        case=Case(size=size, kind=CaseKind.INTEGERS),
        run=OK,
        outcome=outcome,
        first_wrong=None if outcome is Outcome.EQUAL else wrong,
    )


def observed(**changes: object) -> ExerciseEvidence:
    """The evidence about matmul, a right program unless changed."""
    entry = Entry(
        target=Target(name="matmul", convention=Convention.AB),
        how=EntryHow.NAME,
        file="kadai1.py",
        line=4,
    )
    evidence = ExerciseEvidence(
        exercise="matmul",
        source=SourceFacts(status=ParseStatus.OK),
        load=OK,
        entry=entry,
        comparisons=(compared(), compared(size=5)),
        seed="5eed" * 8,
    )
    return replace(evidence, **changes)


def evidence_of(*exercises: ExerciseEvidence, student: str = "24A1201") -> Evidence:
    """The evidence about one submission."""
    return Evidence(
        assignment="kadai1",
        student=student,
        digest="d" * 64,
        key="e" * 64,
        main="kadai1.py",
        encoding="utf-8",
        candidates=("kadai1.py",),
        files=("kadai1.py", "memo.txt"),
        troubles=(),
        exercises=exercises or (observed(),),
        machine={"rung": "A+", "python": "3.11.7", "platform": "linux x86_64", "cores": "2"},
        grader="0.1.0",
    )


def finding(check: str, verdict: Verdict = Verdict.PASSED, **rest: object) -> Finding:
    """One finding about matmul."""
    return replace(Finding(check=check, subject="matmul", verdict=verdict), **rest)


def sheet_of(
    *findings: Finding, student: str = "24A1201", content: float | None = 6.0
) -> ScoreSheet:
    """A sheet with the content decided by the grader and the form by nobody."""
    titles = {one.id: one.title for one in ASSIGNMENT.rubric}
    return ScoreSheet(
        assignment="kadai1",
        student=student,
        findings=findings,
        awards=(
            Award(
                criterion="content",
                title=titles["content"],
                points=content,
                max=6,
                decided_by="" if content is None else GRADER,
                reason="undecided" if content is None else "passed" if content else "failed",
                checks=tuple(one.check for one in findings if one.verdict is Verdict.FAILED),
            ),
            Award(
                criterion="form",
                title=titles["form"],
                points=None,
                max=2,
                decided_by="",
                reason="person",
            ),
        ),
    )


TRANSPOSED = finding(
    "COR002",
    Verdict.FAILED,
    params={
        "name": {"ja": "転置した答え", "en": "the transposed result"},
        "lesson": {"ja": "添字の順を見直しましょう。", "en": "Look at the order of the indices."},
        "size": 3,
    },
    locations=(Location(file="kadai1.py", line=12, text="        c[j][i] += a[i][k] * b[k][j]"),),
)
RAISED = finding(
    "RUN003",
    Verdict.FAILED,
    params={"type": "IndexError", "message": "list index out of range"},
    locations=(Location(file="kadai1.py", line=9, text="\tc[i][n] = 0　# 全角の空白", cell=2),),
)
CRASH = RunRecord(
    status=RunStatus.RUNTIME_ERROR,
    traceback=Traceback(
        type="IndexError",
        message="list index out of range",
        frames=(("kadai1.py", 20, "main"), ("kadai1.py", 9, "matmul")),
    ),
)
LOADED_IN_PART = {"load_mode": LoadMode.DEFINITIONS, "whole_load": CRASH}
