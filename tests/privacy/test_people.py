"""What a student is told names nobody else."""

from datetime import UTC, datetime

from msgspec.structs import replace

from grader.model.collection import Identity, Received, TimeSource
from grader.model.finding import Verdict
from grader.model.gradebook import Confirmation, Grade, Gradebook, State
from grader.model.scoresheet import ScoreSheet
from grader.privacy import MASK, redact_feedback
from tests.export.samples import ASSIGNMENT, finding, sheet_of

AT = datetime(2025, 4, 17, tzinfo=UTC)
SECRETS = ("24A1201", "24A1203", "山田", "太郎", "佐藤", "31201", "example", "suzuki")


def sheet(student: str) -> ScoreSheet:
    """A sheet with a person's words and a finding that names somebody."""
    told = finding("COR001", Verdict.FAILED, params={"got": "24A1203 佐藤花子"})
    found = sheet_of(told, student=student)
    decided = replace(found.awards[1], points=2.0, decided_by="suzuki", reason="佐藤さんと同じ")
    return replace(found, awards=(found.awards[0], decided))


def book() -> Gradebook:
    """Two students, one with everything that can tell."""
    who = Identity(
        student="24A1201", name="山田 太郎", participant="31201", mail="s24a1201@example.ac.jp"
    )
    said = Confirmation(student="24A1201", points={"content": 6.0}, total=8.0, by="suzuki", at=AT)
    first = Grade(
        student="24A1201",
        name="山田 太郎",
        who=who,
        state=State.CONFIRMED,
        sheet=sheet("24A1201"),
        received=Received(at=AT, source=TimeSource.SHEET),
        confirmed=said,
        comment="山田さんへ: 佐藤さんと同じです",
        feedback="24A1201: 佐藤花子と同じ",
    )
    extensions = {"24A1201": AT, "24B0000": AT}
    return Gradebook(
        assignment=replace(ASSIGNMENT, extensions=extensions),
        grades=(first, Grade(student="24A1203", name="佐藤 花子")),
    )


def test_feedback_keeps_the_own_data_alone() -> None:
    """What a student is told names nobody else; the comment is kept for the tables of TAs."""
    line = redact_feedback(book()).by_student["24A1201"]
    assert line.feedback == f"24A1201: {MASK}と同じ"
    assert line.comment == book().grades[0].comment
