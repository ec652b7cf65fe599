"""A class of four with one mistake in common, and what students ask about it."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grader.gradebook.desk import Desk
from grader.intake.manifest import write_manifest
from grader.model.collection import Collection
from grader.model.course import Course
from grader.model.gradebook import Note
from grader.review.requests.kept import RegradeRequest, key_of, note_of
from grader.store import Store
from tests.gradebook.gradebook_for_tests import EN as WORDS
from tests.gradebook.gradebook_for_tests import (
    KADAI1,
    LAWFUL,
    NOON,
    RIGHT,
    WRONG,
    decided,
    grade_one,
)
from tests.review.page.asked_app import ORIGIN

if TYPE_CHECKING:
    from flask.testing import FlaskClient

NAMES = {
    "24A1201": "山田 太郎",
    "24A1202": "佐藤 花子",
    "24A1203": "田中 実",
    "24A1204": "鈴木 一郎",
}
CLAIM = "24A1201 山田 太郎です。<b>転置</b>は正しいと思います。"


def asked_desk(root: Path) -> Desk:
    """Three with the same mistake in the program, one without; one form is a person's."""
    course = Course(root=root, title={"ja": "授業"}, zone="Asia/Tokyo", student_id="24A[0-9]{4}")
    (inbox := root / "submissions" / "kadai1").mkdir(parents=True)
    collection = Collection(assignment="kadai1", lms="moodle", students=(), names=NAMES)
    write_manifest(inbox, collection, KADAI1)
    (out := root / "results" / "kadai1").mkdir(parents=True)
    with Store(out, "kadai1") as store:
        for student in NAMES:
            grade_one(store, student, RIGHT if student == "24A1204" else WRONG, LAWFUL)
        store.decide(decided("24A1201", 1.0))
    until = NOON + timedelta(days=7)
    return Desk(
        course=course, assignment=replace(KADAI1, requests_until=until), out=out, words=WORDS
    )


def ask(
    desk: Desk, student: str = "24A1201", criterion: str = "program", claim: str = CLAIM
) -> Note:
    """Put one request into the store."""
    request = RegradeRequest(criterion=criterion, claim=claim, source=f"{student}.txt")
    note = note_of(student, key_of(criterion, claim), request, "TA1", NOON)
    with Store(desk.out, "kadai1") as store:
        store.decide_all(notes=[note])
    return note


def post(client: "FlaskClient", address: str, content: Mapping[str, Any]) -> tuple[int, Any]:
    """Send JSON as the page's script does."""
    answer = client.post(address, json={"by": "TA1", **content}, headers=ORIGIN)
    return answer.status_code, answer.json


def handles(client: "FlaskClient") -> dict[str, str]:
    """The handle of every student."""
    found = client.get("/criterion/form/names").json
    assert isinstance(found, dict)
    return {who["id"]: handle for handle, who in found.items()}
