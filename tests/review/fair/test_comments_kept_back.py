"""Who marks a work a second time writes nothing to its student that they could not see then."""

from datetime import UTC, datetime
from pathlib import Path

from grader.export.place_notes import KIND
from grader.model.gradebook import Note
from grader.review.fair.second import SECOND, SecondMark, mark_text
from grader.store import Store
from tests.review.page.student_files import HOST, open_page

PROGRAM = b"def matmul(a, b):\n    return [[0]]\n"


def test_no_comment_at_a_place_before_the_second_marks_are_given(tmp_path: Path) -> None:
    """It is refused in words; of other people it is taken."""
    with open_page(tmp_path, {"24A1201": {"kadai1.py": PROGRAM}}) as page:
        desk = page.live.desk
        mark = mark_text(SecondMark(person="TA2"))
        criterion = desk.assignment.rubric[0].id
        drawn = Note(
            kind=SECOND, student="24A1201", key=criterion, text=mark, by="", at=datetime.now(UTC)
        )
        with Store(desk.out, desk.assignment.id) as store:
            store.decide_all(notes=[drawn])
        version = page.text("24A1201", "/program").partition('data-version="')[2].partition('"')[0]
        answers = {}
        for person in ("TA2", "TA1"):
            answer = page.client.post(
                f"/student/{page.live.state().handles['24A1201']}/place",
                json={
                    "by": person,
                    "key": "0" * 16,
                    "text": person,
                    "place": {"kind": "line", "version": version, "at": 1},
                },
                headers={"Host": HOST, "Origin": f"http://{HOST}"},
            )
            answers[person] = answer.status_code, "second marks" in answer.text
        assert answers == {"TA2": (422, True), "TA1": (200, False)}
        with Store(desk.out, desk.assignment.id) as store:
            assert len(store.notes(KIND)) == 1
