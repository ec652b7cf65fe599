"""The page's app without a server, for three students and whoever asks it for something."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from grader.gradebook.desk import Desk
from grader.model.course import Course
from grader.review.page import Guard, LiveGradebook, create_app
from grader.store import Store
from grader.wording.bilingual import Bilingual
from tests.gradebook.gradebook_for_tests import EN, JA, KADAI1, class_of_three

if TYPE_CHECKING:
    from flask.testing import FlaskClient

HOST = "localhost"  # as the test client calls us
ORIGIN = {"Origin": f"http://{HOST}"}


def make_desk(root: Path) -> Desk:
    """A graded class of three; two have all their points."""
    course = Course(root=root, title={"ja": "授業"}, zone="Asia/Tokyo", student_id="24A[0-9]{4}")
    out = root / "results" / "kadai1"
    out.mkdir(parents=True)
    class_of_three(out)
    return Desk(course=course, assignment=KADAI1, out=out, words=JA)


@contextmanager
def asking(desk: Desk) -> "Iterator[FlaskClient]":
    """Somebody who has the token."""
    live = LiveGradebook(desk, bytes(32))
    try:
        guard = Guard(port=4711, hosts=frozenset({HOST}))
        app = create_app(live, guard, Bilingual(JA, EN), by="TA1")
        with app.test_client() as client:
            client.set_cookie(guard.cookie, guard.token)
            yield client
    finally:
        live.close()


def exports(desk: Desk) -> list[str]:
    """The log of exports."""
    with Store(desk.out, "kadai1") as store:
        return [export.kind for export in store.exports()]
