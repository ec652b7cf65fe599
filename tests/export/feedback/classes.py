"""A fictional class with sheets, evidence and what must not get from one to another."""

from datetime import UTC, datetime

from msgspec.structs import replace

from grader.model.collection import Identity
from grader.model.course import Visibility
from grader.model.evidence import Evidence
from grader.model.finding import Location, Verdict
from grader.model.gradebook import Confirmation, Grade, Gradebook, State
from grader.model.scoresheet import ScoreSheet
from tests.export.samples import ASSIGNMENT, evidence_of, finding, sheet_of

AT = datetime(2025, 4, 17, tzinfo=UTC)
NAMES = {"24A1201": "山田 太郎", "24A1202": "佐藤 花子", "24A1203": "田中 実"}
NUMBERS = {"24A1201": "31201", "24A1202": "31202", "24A1203": "31203"}
HOME = "/home/" + "taro/kadai1.py"
SECRET = replace(
    ASSIGNMENT.rubric[1],
    id="secret",
    title={"ja": "内緒の項目", "en": "Secret item"},
    checks=("RUN009",),
    evidence=("REP014",),
    visibility=Visibility.TA,
)
TITLED = replace(ASSIGNMENT, rubric=(*ASSIGNMENT.rubric, SECRET))


def sheet(student: str) -> ScoreSheet:
    """A sheet that speaks of a classmate, of a home folder and, to TAs, of tampering."""
    other = "24A1202" if student != "24A1202" else "24A1201"
    said = finding(
        "COR001",
        Verdict.FAILED,
        params={"got": f"{other} {NAMES[other]}"},
        locations=(Location(file=f"kadai1_{student}.py", line=3, text=f"open('{HOME}')"),),
    )
    tampering = finding("RUN009", Verdict.FAILED, params={"what": "内緒の所見"})
    plain = sheet_of(said, tampering, student=student)
    person = replace(
        plain.awards[1], points=1.0, decided_by="鈴木 一", reason=f"{NAMES[other]}さんと同じ"
    )
    hidden = replace(
        person, criterion="secret", title=SECRET.title, reason="内緒の理由", points=0.0
    )
    return replace(plain, awards=(plain.awards[0], person, hidden))


def grade(student: str, **changes: object) -> Grade:
    """One student's line."""
    line = Grade(
        student=student,
        name=NAMES[student],
        who=Identity(student=student, participant=NUMBERS[student]),
        state=State.PROPOSED,
        sheet=sheet(student),
        comment=f"{NAMES[student]}さん、24A1202 と比べてみましょう。",
    )
    return replace(line, **changes)


def confirmed(student: str) -> Grade:
    """One student's line, which a person stands behind."""
    said = Confirmation(student=student, points={}, total=7.0, by="鈴木 一", at=AT)
    return grade(student, state=State.CONFIRMED, confirmed=said)


def book(*grades: Grade) -> Gradebook:
    """Three students unless others are given."""
    return Gradebook(assignment=TITLED, grades=grades or tuple(map(grade, NAMES)))


def evidence() -> dict[str, Evidence]:
    """What was observed of each of the three."""
    return {
        student: replace(
            evidence_of(student=student),
            files=(f"kadai1_{student}.py", f"{student}_{name[:2]}.docx"),
        )
        for student, name in NAMES.items()
    }
