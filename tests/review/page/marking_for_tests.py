"""A class of six that is served, and what another person or program does to its results."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.gradebook.desk import Desk, inbox
from grader.intake.manifest import write_manifest
from grader.model.collection import Collection
from grader.model.course import Course
from grader.model.finding import Finding
from grader.model.scoresheet import Decision
from grader.review.page import LiveGradebook, open_server
from grader.scoring import score
from grader.store import Store
from grader.wording import load_wording
from tests.gradebook.gradebook_for_tests import KADAI1, LAWFUL, RIGHT
from tests.store.records_for_tests import full_evidence

STUDENTS = tuple(f"24A120{number}" for number in range(1, 7))
NAMES = {student: f"見本 学生{student[-1]}" for student in STUDENTS}
SECRET = bytes(32)


class Served(Struct, frozen=True, kw_only=True):
    """A page that is served, and the results behind it."""

    address: str  # without the token
    enter: str  # with the token
    desk: Desk
    order: tuple[str, ...]  # the students, as the page shows them


def grade(
    out: Path, student: str, key: str = "", findings: Sequence[Finding] = (RIGHT, LAWFUL)
) -> None:
    """Grades a student, again with another key."""
    with Store(out, "kadai1") as store:
        evidence = replace(full_evidence(), student=student, key=key or f"sha256:{student}")
        store.save(evidence, score(findings, KADAI1, student), reusable=True)


def make_desk(folder: Path) -> Desk:
    """Six students who were collected and graded; nobody decided about their form."""
    course = Course(root=folder / "course", title={}, zone="Asia/Tokyo", student_id="[0-9A-Z]{7}")
    desk = Desk(course=course, assignment=KADAI1, out=folder / "out", words=load_wording("en"))
    collected = inbox(course, "kadai1")
    collected.mkdir(parents=True)
    write_manifest(
        collected,
        Collection(assignment="kadai1", lms="moodle", students=(), not_submitted=(), names=NAMES),
        KADAI1,
    )
    desk.out.mkdir()
    for student in STUDENTS:
        grade(desk.out, student)
    return desk


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """Serves a class of six."""
    desk = make_desk(folder)
    with open_server(desk, SECRET, by="TA1") as server:
        yield Served(
            address=server.address.partition("/?")[0],
            enter=server.address,
            desk=desk,
            order=order_of(desk),
        )


def order_of(desk: Desk) -> tuple[str, ...]:
    """Lists the students in the order of their handles."""
    live = LiveGradebook(desk, SECRET)
    handles = live.state().handles
    live.close()
    return tuple(sorted(STUDENTS, key=lambda student: handles[student]))


def other_decides(out: Path, student: str, points: float, reason: str = "図が見やすい") -> None:
    """Another person decides, in another process's way."""
    with Store(out, "kadai1") as store:
        store.decide(
            Decision(
                student=student,
                criterion="form",
                points=points,
                by="TA2",
                reason=reason,
                at=datetime.now(UTC),
            )
        )


def points_stored(out: Path) -> dict[str, float | None]:
    """The last that was said of each student's form."""
    with Store(out, "kadai1") as store:
        return {one.student: one.points for one in store.decisions() if one.criterion == "form"}


def reasons_stored(out: Path) -> dict[str, str]:
    """The last reason for each student's form."""
    with Store(out, "kadai1") as store:
        return {one.student: one.reason for one in store.decisions() if one.criterion == "form"}
