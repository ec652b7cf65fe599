"""The queue of requests: what stands there, what an answer changes, and what nothing can change."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.gradebook.desk import Desk, opened
from grader.model.gradebook import latest_notes
from grader.store import Store
from tests.review.page.asked_app import asking
from tests.review.requests.asked import CLAIM, ask, asked_desk, handles, post

if TYPE_CHECKING:
    from flask.testing import FlaskClient


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A class in which one student asked about the program."""
    desk = asked_desk(tmp_path)
    ask(desk)
    return desk


@contextmanager
def page_of(desk: Desk) -> "Iterator[tuple[FlaskClient, dict[str, str]]]":
    """The page, and whom its handles stand for."""
    with asking(desk) as client:
        yield client, handles(client)


def key_in(page: str) -> str:
    """The key of the first request on the page."""
    found = re.search(r'data-request="(\w+)"', page)
    assert found is not None
    return found[1]


def own(handle: str, before: float, after: float, key: str = "", **others: Any) -> dict[str, Any]:
    """One student whom an answer reaches."""
    requests = {key: ""} if key else {}
    return {
        "student": handle,
        "before": before,
        "after": after,
        "basis": "",
        "requests": requests,
        **others,
    }


def told(desk: Desk, student: str) -> tuple[float | None, str, str]:
    """The program's points, the comment, and the feedback of the next export."""
    with opened(desk) as here:
        grade = here.book.by_student[student]
        assert grade.sheet is not None
        points = {award.criterion: award.points for award in grade.sheet.awards}
        return points["program"], grade.comment, grade.feedback


def test_a_claim_is_text(desk: Desk) -> None:
    """It stands there with its criterion, points and finding; nothing of it is markup."""
    with page_of(desk) as (client, handle):
        page = client.get("/requests").text
        assert "&lt;b&gt;転置&lt;/b&gt;" in page
        assert "<b>転置" not in page
        assert f'href="/student/{handle["24A1201"]}"' in page
        assert "COR001" in page
        assert '<a href="/requests">' in client.get("/").text


def test_a_long_claim_stands_there_whole(desk: Desk) -> None:
    """Also without a line's end; a request of somebody who is gone is counted."""
    claim = "長" * 3999 + "末"
    ask(desk, "24A1202", claim=claim)
    ask(desk, "24A1299", claim="?")
    with page_of(desk) as (client, _):
        page = client.get("/requests").text
        assert page.count("長") == 3999
        assert "末" in page
        assert "1 more request is from students" in page


def test_names_are_masked_for_who_is_blind(desk: Desk) -> None:
    """Neither the head nor the claim says who it is."""
    with page_of(desk) as (client, _):
        page = client.get("/requests?blind=1").text
        assert "転置" in page
        assert "24A1201" not in page
        assert "山田" not in page
        assert "datalist" not in page


def test_points_that_stay(desk: Desk) -> None:
    """The answer is a comment to the student; nothing is decided."""
    with page_of(desk) as (client, handle):
        key = key_in(client.get("/requests").text)
        content = {
            "criterion": "program",
            "text": "行と列が逆です。\n例を見てください。",
            "targets": [own(handle["24A1201"], 0, 0, key)],
        }
        assert post(client, "/requests/answer", content) == (200, {"changed": 0})
        page = client.get("/requests").text
        assert "No open requests" in page
        status, body = post(client, "/requests/answer", content)
        assert status == 422
        assert "TA1 answered 24A1201" in body["error"]["en"]
    points, comment, feedback = told(desk, "24A1201")
    assert points == 0
    assert comment == (
        "Answer to your regrade request (It works, points unchanged): 行と列が逆です。\n"
        "例を見てください。"
    )
    assert "行と列が逆です。" in feedback
    with Store(desk.out, "kadai1") as store:
        assert len(store.decisions()) == 1


def test_points_that_change_are_a_decision(desk: Desk) -> None:
    """By whom, with the answer as its reason; a later answer that keeps them replaces nothing."""
    with page_of(desk) as (client, handle):
        key = key_in(client.get("/requests").text)
        content = {
            "criterion": "program",
            "text": "ご指摘の通りです。",
            "targets": [own(handle["24A1201"], 0, 3, key)],
        }
        assert post(client, "/requests/answer", content) == (200, {"changed": 1})
    points, comment, feedback = told(desk, "24A1201")
    assert (points, comment) == (3, "")
    assert "Answer to a regrade request: ご指摘の通りです。" in feedback
    with Store(desk.out, "kadai1") as store:
        assert [each.by for each in store.decisions()] == ["TA", "TA1"]


def test_all_with_the_same_mistake(desk: Desk) -> None:
    """Who asked and who did not get the points in one moment; an answer goes to who asked."""
    ask(desk, "24A1202", claim="私もです")
    with page_of(desk) as (client, handle):
        page = client.get("/requests").text
        mistake = re.search(r'<option value="(\w{16})">', page)
        assert mistake is not None
        query = f"student={handle['24A1201']}&criterion=program&mistake={mistake[1]}"
        members = client.get(f"/requests/alike?{query}").text
        listed = re.findall(r'data-member="(\w+)" data-points="(\w+)"', members)
        assert listed == [(handle["24A1202"], "0"), (handle["24A1203"], "0")]
        assert members.count(" checked") == 2
        keys = re.findall(r'data-request="(\w+)"', page)
        targets = [
            own(handle["24A1201"], 0, 2, keys[0]),
            own(handle["24A1202"], 0, 2, keys[1]),
            own(handle["24A1203"], 0, 2),
        ]
        content = {"criterion": "program", "text": "全員見直しました", "targets": targets}
        stale = {**content, "targets": [*targets[:2], own(handle["24A1203"], 1, 3)]}
        status, body = post(client, "/requests/answer", stale)
        assert status == 422
        assert "24A1203 changed after" in body["error"]["en"]
        assert told(desk, "24A1201")[0] == 0
        assert post(client, "/requests/answer", content) == (200, {"changed": 3})
    assert [told(desk, student)[0] for student in ("24A1201", "24A1202", "24A1203")] == [2, 2, 2]
    assert told(desk, "24A1204")[0] == 4
    with Store(desk.out, "kadai1") as store:
        assert len(latest_notes(store.notes("review.answers"))) == 2


def test_another_request_opens_it_again(desk: Desk) -> None:
    """What was answered stays there with who answered; the same text opens nothing."""
    with page_of(desk) as (client, handle):
        key = key_in(client.get("/requests").text)
        content = {"criterion": "program", "text": "前の回答"}
        target = own(handle["24A1201"], 0, 0, key)
        assert post(client, "/requests/answer", {**content, "targets": [target]})[0] == 200
        mail = {"student": "24A1201", "criterion": "program", "text": CLAIM}
        assert post(client, "/requests/paste", mail)[1]["known"] == 1
        assert "Open: 0, answered: 1" in client.get("/requests").text
        mail["text"] = "まだ納得できません"
        assert post(client, "/requests/paste", mail)[1]["new"] == 1
        page = client.get("/requests").text
        assert "Open: 1, answered: 0" in page
        assert "前の回答" in page
        newer = {**target, "requests": {re.findall(r'data-request="(\w+)"', page)[1]: ""}}
        newer["after"] = 1
        assert post(client, "/requests/answer", {**content, "targets": [newer]})[0] == 200
    points, comment, _ = told(desk, "24A1201")
    assert points == 1
    assert comment.endswith("前の回答")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": " "}, "write an answer"),
        ({"text": "x" * 401}, "write an answer"),
        ({"criterion": "beauty"}, "is not a criterion"),
        ({"by": ""}, "enter the name"),
        ({"by": "grader"}, "enter the name"),
    ],
)
def test_what_cannot_be_stored(desk: Desk, change: dict[str, Any], said: str) -> None:
    """One sentence, and nothing is stored."""
    with page_of(desk) as (client, handle):
        key = key_in(client.get("/requests").text)
        target = own(handle["24A1201"], 0, 2, key)
        content = {"criterion": "program", "text": "x", "targets": [target], **change}
        status, body = post(client, "/requests/answer", content)
        assert status == 422
        assert said in body["error"]["en"]
        assert post(client, "/requests/answer", {**content, "points": 9})[0] == 400
    assert told(desk, "24A1201") == (0, "", told(desk, "24A1201")[2])


def test_points_of_the_criterion_bound_an_answer(desk: Desk) -> None:
    """No answer gives more than there is."""
    with page_of(desk) as (client, handle):
        target = own(handle["24A1201"], 0, 5, key_in(client.get("/requests").text))
        content = {"criterion": "program", "text": "x", "targets": [target]}
        assert post(client, "/requests/answer", content)[0] == 422


def test_without_a_criterion_a_person_says_which(desk: Desk) -> None:
    """The request is the same one afterwards: imported again, it is known."""
    with page_of(desk) as (client, handle):
        mail = {"student": "24A1203", "criterion": "", "text": "点が低いです"}
        assert post(client, "/requests/paste", mail)[1]["new"] == 1
        page = client.get("/requests").text
        assert "no criterion given" in page
        key = re.findall(r'data-request="(\w+)"', page)[-1]
        about = {"student": handle["24A1203"], "requests": [key], "criterion": "form"}
        assert post(client, "/requests/about", about)[0] == 200
        assert "no criterion given" not in client.get("/requests").text
        assert post(client, "/requests/paste", mail)[1] == {"new": 0, "known": 1, "told": []}


def test_a_pasted_mail_says_what_it_is_about(desk: Desk) -> None:
    """The form's text in a mail that quotes it; of somebody else it is refused."""
    mail = (
        "先生\n\n> Regrade request / 再採点の依頼\n> assignment: kadai1\n> student: 24A1202\n"
        "> criterion: form\n> claim:\n> 図の軸はあります\n"
    )
    with page_of(desk) as (client, _):
        content = {"student": "24A1202", "criterion": "", "text": mail}
        assert post(client, "/requests/paste", content)[1]["new"] == 1
        status, body = post(client, "/requests/paste", {**content, "student": "24A1203"})
        assert status == 422
        assert "says it is from 24A1202, but 24A1203" in body["told"][0]["en"]
        status, body = post(client, "/requests/paste", {**content, "student": "24A9999"})
        assert (status, body["error"]["en"]) == (422, "choose the student from the list")
