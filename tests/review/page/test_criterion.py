"""Marking one criterion, as the server sees it: who is shown, and what is stored upon what."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.model.errors import GraderError
from grader.model.gradebook import Phrase
from grader.model.scoresheet import Decision
from grader.review.page import Guard, LiveGradebook, Wish, create_app
from grader.review.page.criterion import buttons, chapter_of
from grader.store import Store, one_grader_only
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.gradebook.gradebook_for_tests import LAWFUL, WRONG
from tests.review.page.marking_for_tests import (
    NAMES,
    SECRET,
    STUDENTS,
    grade,
    make_desk,
    other_decides,
    points_stored,
)
from tests.tree import ROOT

BOTH = ("form", "program")  # criteria


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveGradebook]:
    """Six students, graded."""
    opened = LiveGradebook(make_desk(tmp_path), SECRET)
    yield opened
    opened.close()


@pytest.fixture
def client(live: LiveGradebook) -> Any:
    """A browser with the token."""
    guard = Guard(port=1, hosts=frozenset({"localhost"}))
    words = Bilingual(load_wording("ja"), load_wording("en"))
    browser = create_app(live, guard, words, by="TA1").test_client()
    browser.set_cookie(guard.cookie, guard.token, domain="localhost")
    return browser


def post(client: Any, path: str, **body: object) -> Any:
    """Sends JSON as our page does."""
    return client.post(path, json=body, headers={"Origin": "http://localhost"})


def wish(student: str, points: float | None, basis: str = "", reason: str = "") -> Wish:
    """Somebody wants to give points for the form."""
    return Wish(student=student, criterion="form", points=points, reason=reason, basis=basis)


def test_the_page_is_blind(client: Any, live: LiveGradebook) -> None:
    """It holds no id and no name; who is who comes only when it is asked for."""
    text = client.get("/criterion/form").text
    assert not [word for word in (*NAMES, *NAMES.values()) if word in text]
    assert [handle for handle in live.state().students if handle not in text] == []
    assert "style=" not in text
    names = client.get("/criterion/form/names").json
    assert sorted(who["id"] for who in names.values()) == sorted(STUDENTS)
    assert {who["name"] for who in names.values()} == set(NAMES.values())
    assert client.get("/criterion/nothing").status_code == 404


def test_the_first_undecided_comes_first(client: Any, live: LiveGradebook) -> None:
    """In the order of handles, or whoever is asked for."""
    order = sorted(live.state().students)
    student = live.state().students[order[0]]
    assert f'data-first="{order[0]}"' in client.get("/criterion/form").text
    live.decide([wish(student, 1)], "TA1")
    assert f'data-first="{order[1]}"' in client.get("/criterion/form").text
    assert f'data-first="{order[4]}"' in client.get(f"/criterion/form?at={order[4]}").text
    assert f'data-first="{order[1]}"' in client.get("/criterion/form?at=x").text


@pytest.mark.parametrize(
    ("most", "labels"),
    [
        (1, "0 ½ 1"),
        (2, "0 ½ 1 1½ 2"),
        (2.5, "0 ½ 1 1½ 2 2½"),
        (0.3, "0 0.3"),
        (7, "0 1 2 3 4 5 6 7"),
        (12, "0 2 4 6 8 10 12"),
        (30, "0 5 10 15 20 25 30"),
        (100, "0 10 20 30 40 50 60 70 80 90 100"),
        (0, "0"),
    ],
)
def test_points_are_offered_in_steps(most: float, labels: str) -> None:
    """From none to all of them, never more buttons than a hand finds."""
    offered = list(buttons(most))
    assert " ".join(one.label for one in offered) == labels
    assert (offered[0].value, offered[-1].value) == (0, most)


def test_only_what_changed_is_answered(client: Any, live: LiveGradebook) -> None:
    """Since the browser's stamp, also by others; a browser of another run gets everything."""
    first = client.get("/state").json
    assert (first["all"], len(first["students"])) == (True, 6)
    handle, other = list(first["students"])[:2]
    student = live.state().students[other]
    answer = post(
        client,
        "/decide",
        by="TA1",
        stamp=first["stamp"],
        decisions=[{"student": handle, "criterion": "form", "points": 1, "basis": ""}],
    ).json
    assert list(answer["students"]) == [handle]
    assert answer["stored"][0]["basis"] == answer["students"][handle]["awards"]["form"]["basis"]
    other_decides(live.desk.out, student, 0.5)
    later = client.get(f"/state?stamp={answer['stamp']}").json
    assert list(later["students"]) == [other]
    assert client.get(f"/state?stamp={later['stamp']}").json == {"stamp": later["stamp"]}
    both = client.get(f"/state?stamp={first['stamp']}").json
    assert set(both["students"]) == {handle, other}
    for strange in ("", "x-1", "1", "-", later["stamp"] + "9", "\u0661"):
        said = client.get("/state", query_string={"stamp": strange}).json
        assert said.get("all", True), strange
    grade(live.desk.out, "24A1299")
    assert len(client.get(f"/state?stamp={later['stamp']}").json["students"]) == 7


def test_new_evidence_makes_a_decision_stale(live: LiveGradebook) -> None:
    """Also when the evidence changed after it was shown and before it was decided."""
    student = STUDENTS[0]
    shown = live.state().evidence_keys[student]
    live.decide([wish(student, 1)], "TA1")
    before = live.state()
    assert not before.is_stale(before.decisions[student, "form"])
    grade(live.desk.out, student, key="sha256:new")
    after = live.state()
    decision = after.decisions[student, "form"]
    assert after.is_stale(decision)
    late = wish(student, 2, decision.at.isoformat())
    seen = live.decide([replace(late, evidence=shown)], "TA1").state
    assert seen.is_stale(seen.decisions[student, "form"])


def test_a_new_version_that_says_the_same_makes_no_decision_stale(live: LiveGradebook) -> None:
    """The files are the same, and so is what lay beside the criterion; undoing keeps that."""
    student = STUDENTS[0]
    files = "sha256:whole+sha256:program+sha256:before"
    grade(live.desk.out, student, key=f"sha256:old+{files}")
    about = [Wish(student=student, criterion=name, points=1, reason="", basis="") for name in BOTH]
    state = live.decide(about, "TA1").state
    first = state.decisions[student, "form"]
    again = replace(wish(student, 2, first.at.isoformat()), evidence=first.evidence)
    live.decide([again], "TA1")
    grade(live.desk.out, student, key=f"sha256:new+{files}")
    after = live.state()
    assert not any(after.is_stale(after.decisions[student, name]) for name in BOTH)
    grade(live.desk.out, student, key=f"sha256:newer+{files}", findings=(WRONG, LAWFUL))
    after = live.state()
    assert after.is_stale(after.decisions[student, "program"])
    assert not after.is_stale(after.decisions[student, "form"])  # a person's alone
    grade(live.desk.out, student, key="sha256:newer+sha256:others+sha256:program+sha256:before")
    after = live.state()
    assert all(after.is_stale(after.decisions[student, name]) for name in BOTH)


def test_a_conflict_stores_nothing_and_shows_theirs(live: LiveGradebook) -> None:
    """And whoever took back what one had seen is a conflict, too."""
    one, two = STUDENTS[:2]
    other_decides(live.desk.out, one, 2)
    found = live.decide([wish(one, 1), wish(two, 1)], "TA1")
    assert [(each.theirs.by, each.theirs.points) for each in found.conflicts if each.theirs] == [
        ("TA2", 2)
    ]
    assert points_stored(live.desk.out) == {one: 2}
    mine = live.decide([wish(two, 1)], "TA1").stored[two, "form"]
    live.decide([wish(two, None, mine)], "TA2")
    assert live.decide([wish(two, 2, mine)], "TA1").conflicts[0].theirs is None
    assert live.decide([wish(two, 2)], "TA1").conflicts == []


def test_a_clock_that_went_back_loses_no_decision(live: LiveGradebook) -> None:
    """The newer decision counts, whatever the time of the older one."""
    student = STUDENTS[0]
    with Store(live.desk.out, "kadai1") as store:
        ahead = datetime.now(UTC) + timedelta(hours=3)
        store.decide(
            Decision(student=student, criterion="form", points=2.0, by="TA2", reason="", at=ahead)
        )
    done = live.decide([wish(student, 1, ahead.isoformat())], "TA1")
    assert done.state.decisions[student, "form"].points == 1


def test_comments_to_students_do_not_replace_each_other(client: Any, live: LiveGradebook) -> None:
    """Only what was on the screen is replaced."""
    handle = next(iter(live.state().students))
    first = {"by": "TA1", "student": handle, "text": "よくできました"}
    assert post(client, "/comment", **first).status_code == 200
    refused = post(client, "/comment", by="TA2", student=handle, text="B")
    assert refused.status_code == 409
    assert refused.json["theirs"]["text"] == "よくできました"
    assert refused.json["theirs"]["by"] == "TA1"
    again = post(client, "/comment", by="TA2", student=handle, text="B", basis="よくできました")
    assert again.status_code == 200
    assert again.json["students"][handle]["comment"] == "B"


def test_phrases_are_kept_changed_and_removed(client: Any, live: LiveGradebook) -> None:
    """By one person at a time; what was decided with them stays."""
    asked = {"by": "TA1", "criterion": "form", "text": {"ja": "図が\nよい", "en": "Good figures"}}
    kept = post(client, "/phrases", **asked)
    assert kept.status_code == 200
    assert kept.json["reason"] == "図が よい / Good figures"
    (phrase,) = kept.json["phrases"]
    changed = {**asked, "name": phrase["name"], "text": {"ja": "図が\nよい", "en": ""}}
    assert post(client, "/phrases", **changed, basis="").status_code == 409
    done = post(client, "/phrases", **changed, basis=phrase["basis"])
    assert [each["reason"] for each in done.json["phrases"]] == ["図が よい"]
    basis = done.json["phrases"][0]["basis"]
    gone = post(client, "/phrases", **{**changed, "text": {"ja": "", "en": ""}}, basis=basis)
    assert gone.json["phrases"] == []
    assert post(client, "/phrases", **{**asked, "criterion": "x"}).status_code == 422
    assert post(client, "/phrases", **{**asked, "by": ""}).status_code == 422
    endless = Phrase(
        name="x", criterion="form", text={"ja": "あ" * 10_001}, by="TA1", at=datetime.now(UTC)
    )
    with pytest.raises(GraderError, match="at most 10000 characters"):
        live.keep_phrase(endless, "")


def test_nobody_confirms_what_they_have_not_seen(client: Any, live: LiveGradebook) -> None:
    """Who changed since the browser's stamp is left out, and so is who is not decided."""
    one, two, three = STUDENTS[:3]
    live.decide([wish(one, 1), wish(two, 1)], "TA1")
    now = client.get("/state").json
    other_decides(live.desk.out, two, 2)
    handles = live.state().handles
    asked = [handles[each] for each in (one, two, three)]
    said = post(client, "/confirm", by="TA1", students=asked, stamp=now["stamp"]).json
    assert said["confirmed"] == 1
    assert {each["student"]: each["why"] for each in said["left"]} == {
        handles[two]: "changed",
        handles[three]: "open",
    }
    assert not [word for word in STUDENTS if word in str(said["left"])]
    assert client.get("/state").json["students"][handles[one]]["state"] == "confirmed"
    page = client.get(f"/student/{handles[one]}").text
    assert re.search(r"confirmed by TA1 at \d{1,2} [A-Z][a-z]+ 20\d\d, \d\d:\d\d<", page)
    assert re.search(r"TA1 が 20\d\d年\d{1,2}月\d{1,2}日 \d\d:\d\d に確定", page)


def test_a_folder_that_is_taken_may_be_tried_again(client: Any, live: LiveGradebook) -> None:
    """While another grader writes, a decision is not refused for good."""
    handle = next(iter(live.state().students))
    asked = {"student": handle, "criterion": "form", "points": 1, "basis": ""}
    with one_grader_only(live.desk.out):
        assert post(client, "/decide", by="TA1", decisions=[asked]).status_code == 503
        assert client.get("/state").status_code == 200
    assert post(client, "/decide", by="TA1", decisions=[asked]).status_code == 200


@pytest.mark.parametrize("assignment", ["kadai1", "kadai2"])
def test_a_criterion_is_read_from_its_chapter(assignment: str) -> None:
    """Where its title names one and a person decides: 考察, not the program or the form."""
    found = load_assignment(load_course(ROOT), assignment)
    chapters = {one.id: chapter_of(one, found.report) for one in found.rubric}
    assert chapters["discussion"] == "discussion"
    assert {name for name in chapters.values() if name} == {"discussion"}
