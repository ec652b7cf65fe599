"""A class that two people have marked: shared at random, a sample twice, Word and PDF."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.gradebook.desk import Desk
from grader.judging import judge
from grader.model.document import FileKind
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Note
from grader.model.scoresheet import Decision
from grader.reports.record import with_report
from grader.review.fair.parts import PARTS, Sharer, part_text, share_out
from grader.review.fair.second import SECOND, SecondMark, mark_text
from grader.scoring import score
from grader.store import Store
from grader.wording import load_wording
from tests.batch.classes import make_course
from tests.export.samples import evidence_of, observed
from tests.reports.reports import report

BEGAN = datetime(2025, 5, 10, 1, 0, tzinfo=UTC)
SATO, SUZUKI = "佐藤TA", "鈴木TA"
SECRET = bytes(32)
DRIFTS = ("REP001", "REP002", "POL003", "COR001")


def students_of(count: int) -> list[str]:
    """Their ids."""
    return [f"24A{number:04}" for number in range(1201, 1201 + count)]


def graded_class(folder: Path, count: int) -> Desk:
    """Grades so many students; every other report is a PDF, and some checks fail."""
    course = make_course(folder / "course")
    assignment = load_assignment(course, "kadai1")
    out = folder / "out"
    out.mkdir()
    with Store(out, "kadai1") as store:
        findings = tuple(judge(_evidence("24A1201", "report.docx"), assignment))
        for number, student in enumerate(students_of(count)):
            name = "report.pdf" if number % 2 else "report.docx"
            own = _failing(findings, Random(f"findings {student}"))
            sheet = score(own, assignment, student, ())
            store.save(_evidence(student, name), sheet, reusable=True)
    return open_desk(folder)


def open_desk(folder: Path) -> Desk:
    """Says where the class of `graded_class` lies."""
    course = load_course(folder / "course")
    assignment = load_assignment(course, "kadai1")
    words = load_wording("en")
    return Desk(course=course, assignment=assignment, out=folder / "out", words=words)


def _evidence(student: str, name: str) -> Evidence:
    evidence = replace(evidence_of(observed(), student=student), key=f"sha256:{student}")
    kind = FileKind.PDF if name.endswith(".pdf") else FileKind.DOCX
    return with_report(evidence, report(file=name, kind=kind))


def _failing(findings: tuple[Finding, ...], rng: Random) -> tuple[Finding, ...]:
    """Lets a quarter fail each of some checks; half of those who fail one fail the next."""
    ability = rng.random()
    return tuple(
        replace(
            finding,
            verdict=Verdict.FAILED
            if finding.check in DRIFTS and rng.random() > 0.5 + 0.5 * ability
            else Verdict.PASSED,
            case="" if finding.check in DRIFTS else finding.case,
        )
        for finding in findings
    )


def mark_all(desk: Desk, count: int) -> None:
    """Two people mark: the second more leniently, both more strictly in the end.

    Of "discussion" every third work is marked twice, by whoever has it not; "form" is decided by
    one person for a part of the class, over what the checks say.
    """
    students = students_of(count)
    parts = share_out(students, [Sharer(person=SATO), Sharer(person=SUZUKI)], salt="abcd")
    rng = Random("marks")
    decisions, notes = [], []
    for place, student in enumerate(students):
        person = parts[student].person
        late = place / count
        points = round(2 * max(0.0, min(1.0, rng.gauss(0.6, 0.25) - 0.2 * late)), 1)
        points = min(2.0, points + (0.4 if person == SUZUKI else 0.0))
        at = BEGAN + timedelta(minutes=place)
        decisions.append(_decision(student, "discussion", points, person, at))
        text = part_text(parts[student])
        notes.append(_note(PARTS, student, text, BEGAN))
        if place % 5 == 0:  # corrected by the same person: the later one is the mark
            points = max(0.0, points - 0.5)
            later = at + timedelta(days=1)
            decisions.append(_decision(student, "discussion", points, person, later))
        if place % 4 == 1:  # all at once: they have no order
            decisions.append(_decision(student, "form", 1.0, SATO, BEGAN + timedelta(days=1)))
    finish = BEGAN + timedelta(days=2)
    for place, student in enumerate(students[::3]):
        own = [one for one in decisions if one.student == student]
        first = [one for one in own if one.criterion == "discussion"]
        other = SUZUKI if parts[student].person == SATO else SATO
        last = first[-1].points or 0.0
        points = max(0.0, min(2.0, last + rng.choice((-0.5, 0.0, 0.0, 0.5))))
        text = mark_text(SecondMark(person=other, points=points, reason="読み直した"))
        notes.append(_note(SECOND, student, text, finish + timedelta(minutes=place)))
    # Two differences are settled afterwards, which is no mark of anybody's.
    for student in students[:6:3]:
        at = finish + timedelta(days=1)
        decisions.append(_decision(student, "discussion", 1.0, "教員", at))
    decisions.sort(key=lambda one: one.at)
    with Store(desk.out, "kadai1") as store:
        store.decide_all(decisions, notes=notes)


def _decision(student: str, criterion: str, points: float, by: str, at: datetime) -> Decision:
    return Decision(
        student=student, criterion=criterion, points=points, by=by, reason="図が見やすい", at=at
    )


def _note(kind: str, student: str, text: str, at: datetime) -> Note:
    return Note(kind=kind, student=student, key="discussion", text=text, by="", at=at)
