"""A gradebook of fictional students, and what an unfriendly student writes."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

from msgspec.structs import replace

from grader.export.gradebook import ExportOptions, Into, Written, write
from grader.model.collection import Identity, Received, TimeSource
from grader.model.course import Assignment, Criterion, Lateness, Visibility
from grader.model.finding import Finding, Location, Verdict
from grader.model.gradebook import Confirmation, Grade, Gradebook, State
from grader.model.scoresheet import GRADER, Award, ScoreSheet

JST = timezone(timedelta(hours=9))
AT = datetime(2025, 4, 20, 10, 30, tzinfo=JST)
CONTENT = Criterion(id="content", title={"ja": "内容", "en": "content"}, points=6)
FORM = Criterion(id="form", title={"ja": "書式", "en": "form"}, points=2, visibility=Visibility.TA)
ASSIGNMENT = Assignment(
    id="kadai1",
    title={"ja": "課題1 行列積", "en": "Assignment 1"},
    due=datetime(2025, 4, 17, 23, 59, tzinfo=JST),
    source="kadai1.py",
    exercises=(),
    rubric=(CONTENT, FORM),
    folder=Path(),
)
HOSTILE = (
    "C:\\temp\\",
    "\\",
    "\\\\",
    'say \\"no\\"',
    '"quoted"',
    "=cmd|'/C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "1 行目\n2 行目\n\n4 行目",
    "a,b;c\td",
    "</p><script>alert(1)</script>",
    "よくできました 👩‍💻🎉",
    "&amp; < > &lt;",
    "　全角の空白　",
    "'quoted",
    "終わりに\\\n",
    "_x000D_",
    "\x00\x07\u202e",
)


def award(criterion: Criterion, points: float | None) -> Award:
    """Points for one criterion."""
    return Award(
        criterion=criterion.id,
        title=criterion.title,
        points=points,
        max=criterion.points,
        decided_by="" if points is None else GRADER,
        reason="passed",
    )


def sheet(student: str, content: float | None, form: float | None, kept: float = 100) -> ScoreSheet:
    """A score sheet; it was handed in a day late when less is kept."""
    late = 0 if kept == 100 else 3_601
    return ScoreSheet(
        assignment="kadai1",
        student=student,
        awards=(award(CONTENT, content), award(FORM, form)),
        findings=(),
        lateness=Lateness(late_seconds=late, kept_percent=kept),
    )


def grade(student: str, content: float | None, form: float | None, name: str = "") -> Grade:
    """Somebody who handed in; proposed, or open when something is undecided."""
    decided = content is not None and form is not None
    return Grade(
        student=student,
        name=name,
        state=State.PROPOSED if decided else State.OPEN,
        sheet=sheet(student, content, form),
        received=Received(at=AT, source=TimeSource.SHEET),
    )


def confirmed(one: Grade) -> Grade:
    """The same, confirmed by somebody."""
    assert one.sheet is not None
    points = {award.criterion: award.points or 0 for award in one.sheet.awards}
    confirmation = Confirmation(
        student=one.student, points=points, total=one.total or 0, by="TA 1", at=AT
    )
    return replace(one, state=State.CONFIRMED, confirmed=confirmation)


def known(
    one: Grade, *, participant: str = "", user: str = "", mail: str = "", name: str = ""
) -> Grade:
    """The same, known to an LMS."""
    return replace(one, who=Identity(participant=participant, user=user, mail=mail, name=name))


def says(one: Grade, feedback: str) -> Grade:
    """The same, with feedback and comment."""
    return replace(one, feedback=feedback, comment=feedback)


def book(*grades: Grade) -> Gradebook:
    """A gradebook in this order."""
    return Gradebook(assignment=ASSIGNMENT, grades=grades)


def export(kind: str, of: Gradebook, **asked: object) -> Written:
    """Writes a gradebook in one format."""
    return write(kind, of, ExportOptions(**asked))  # type: ignore[arg-type] # as they are named


def into(content: str | bytes, name: str = "sheet.csv") -> Into:
    """A file of the LMS."""
    raw = content.encode() if isinstance(content, str) else content
    return Into(name=name, content=raw)


def checked(student: str, name: str = "") -> Grade:
    """Somebody with a finding of every kind; one quotes a classmate's name."""
    one = grade(student, 6, 1.5, name)
    assert one.sheet is not None
    quote = Location(file="kadai1.py", line=1, text="# 佐藤 花子 <b>\x07")
    wrong = Finding(
        check="REP014",
        subject="",
        verdict=Verdict.FAILED,
        params={"text": "佐藤 花子 <b>\x07"},
        locations=(quote,),
    )
    others = (
        Finding(check="POL001", subject="m", verdict=Verdict.PASSED),
        Finding(check="COR001", subject="m", verdict=Verdict.BROKEN),
        Finding(check="COR002", subject="m", verdict=Verdict.WAITING, params={"needs": ("gpu",)}),
    )
    return replace(one, sheet=replace(one.sheet, findings=(wrong, *others)))
