"""Evidence, sheets and decisions to put into a store."""

import math
from datetime import UTC, datetime

from grader.model.calling import Convention, Target
from grader.model.course import Case, CaseKind
from grader.model.evidence import (
    Comparison,
    Element,
    Entry,
    EntryHow,
    Evidence,
    ExerciseEvidence,
    Lesson,
    Outcome,
)
from grader.model.finding import Finding, Location, Verdict
from grader.model.program import Matrix, Plot, Product, ProgramRun, Series
from grader.model.run import RunRecord, RunStatus, Traceback
from grader.model.scoresheet import Award, Decision, ScoreSheet
from grader.model.static import Certainty, Definition, ParseStatus, SourceFacts, Use
from grader.model.submission import FileTrouble, Trouble
from grader.model.timing import Conditions, Curve, Fit, Point, Timing

TITLE = {"ja": "内容", "en": "Content"}
PLACE = Location(file="\udc83kadai1.py", line=3, text="import numpy", cell=2)


def full_source() -> SourceFacts:
    """A source that breaks the import rule and defines a function."""
    use = Use(
        check="POL001", what="numpy", certainty=Certainty.SURE, reason="import", location=PLACE
    )
    definition = Definition(
        name="f",
        file="kadai1.py",
        line=1,
        parameters=("a", "b"),
        required=2,
        accepts=2,
        loops=3,
        multiplies=True,
    )
    return SourceFacts(status=ParseStatus.OK, uses=(use,), definitions=(definition,))


def full_comparison() -> Comparison:
    """A case whose call raised, with every field set."""
    raised = Traceback(type="ValueError", message="\ud800", frames=(("kadai1.py", 3, "f"),))
    return Comparison(
        case=Case(size=3, kind=CaseKind.FLOATS),
        run=RunRecord(status=RunStatus.RUNTIME_ERROR, wall_seconds=0.25, traceback=raised),
        outcome=Outcome.WRONG_VALUE,
        expected_shape=(3, 3),
        first_wrong=Element(row=0, column=1, expected="1", got="nan"),
        error_ratio=math.inf,
        lookalikes=("transposed",),
        alone=Outcome.EQUAL,
    )


def full_exercise() -> ExerciseEvidence:
    """An exercise with something in every corner, odd floats included."""
    target = Target(name="f", convention=Convention.AB)
    return ExerciseEvidence(
        exercise="matmul",
        source=full_source(),
        load=RunRecord(status=RunStatus.OK),
        entry=Entry(target=target, how=EntryHow.PROBE, file="kadai1.py", line=1),
        comparisons=(full_comparison(),),
        lessons={"transposed": Lesson(name=TITLE, lesson=TITLE)},
        plots=(Plot(kind="plot", x=(1.0, math.nan), y=(2.0, -math.inf)),),
        seed="00ff",
        timing=Timing(
            curve=Curve(
                points=(Point(size=8, seconds=(0.1, 0.2), device_seconds=(0.05, 0.1)),),
                fit=Fit(exponent=2.9, low=2.8, high=3.1, overhead=1e-6, factor=1e-9, first=8),
            ),
            baselines={"numpy": Curve(points=(Point(size=64, seconds=(0.1,)),))},
            conditions=Conditions(load=0.5, frequency_mhz=(1000.0, 2000.0), processor="CPU"),
            noisy=(8,),
            left_out=(512,),
            ended="timeout",
            ended_size=256,
            key="sha256:2",
            machine="a machine",
        ),
    )


def full_program() -> ProgramRun:
    """A run in which every field has a value."""
    return ProgramRun(
        run=RunRecord(status=RunStatus.OK),
        cut=True,
        answers=("3", "3"),
        output="n=8 0.1\ud800",
        plots=(Plot(kind="plot", x=(1.0, math.inf), y=(2.0, math.nan), figure=1, title="表"),),
        pictures=(b"\x89PNG\r\n\x1a\n\x00\xff", b"\x00"),
        drawn=True,
        boxes=True,
        files=(("graph.txt", 3),),
        matrices=(Matrix(name="x", shape=(2, 2), container="list of list", elements="int"),),
        products=(Product(left="x", right="y", result="z", size=2),),
        series=(Series(name="表", sizes=(8, 16), seconds=(0.1, 0.2)),),
    )


def full_evidence(student: str = "24A1201", key: str = "sha256:1") -> Evidence:
    """Evidence with something in every corner, odd floats and broken characters included."""
    return Evidence(
        assignment="kadai1",
        student=student,
        digest="d",
        key=key,
        main="kadai1.py",
        encoding="utf-8",
        candidates=(),
        files=("kadai1.py",),
        troubles=(FileTrouble(file="x", trouble=Trouble.LINK, location=PLACE),),
        exercises=(full_exercise(),),
        machine={"rung": "A"},
        grader="0",
        program=full_program(),
    )


def full_sheet(student: str = "24A1201", points: float | None = 4.0) -> ScoreSheet:
    """A sheet whose finding has a parameter of every kind."""
    award = Award(
        criterion="program",
        title=TITLE,
        points=points,
        max=4.0,
        decided_by="grader",
        reason="passed",
        checks=("COR001",),
    )
    finding = Finding(
        check="COR001",
        subject="matmul",
        verdict=Verdict.FAILED,
        params={"text": "a", "whole": 1, "part": 0.5, "list": ("a", "b"), "texts": TITLE},
        locations=(Location(file="kadai1.py", line=1),),
    )
    return ScoreSheet(assignment="kadai1", student=student, awards=(award,), findings=(finding,))


def decision(points: float = 1.0, student: str = "24A1201") -> Decision:
    """What a person said."""
    return Decision(
        student=student,
        criterion="form",
        points=points,
        by="TA",
        reason="読みやすい",
        at=datetime(2025, 5, 1, 12, 0, tzinfo=UTC),
    )
