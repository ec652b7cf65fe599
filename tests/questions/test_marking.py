"""Marks of an oral exam on the review page: what a TA leaves beside a criterion that is oral."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from grader.gradebook.desk import Desk
from grader.model.gradebook import latest_notes
from grader.questions.kept import FILE, FOLDER, KeptExam, KeptQuestion, write_exams
from grader.review.page import open_server
from grader.store import Store
from grader.wording.bilingual import BilingualText
from tests.chromium import PATIENCE
from tests.review.page.asked_app import ORIGIN, asking
from tests.review.page.marking_for_tests import SECRET, STUDENTS, make_desk, order_of
from tests.store.records_for_tests import full_evidence

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


EVIL = "<script>alert(1)</script>\u202e"


def text(words: str) -> BilingualText:
    """The same in both languages, told apart."""
    return BilingualText(f"{words}。", f"{words}.")


def question(key: str, words: str) -> KeptQuestion:
    """A question with an answer."""
    return KeptQuestion(
        key=key,
        kind="trace",
        exercise="matmul",
        text=text(words),
        answer=text(f"answer to {words}"),
        source=text("it was run"),
        teaches=text("follow"),
        line=2,
    )


def exam(student: str, digest: str = full_evidence().digest, more: str = "") -> KeptExam:
    """Two questions, one of which quotes what a student wrote."""
    asked = (question("k1", f"what is s, {student}{more}"), question("k2", f"line `{EVIL}`"))
    return KeptExam(student=student, digest=digest, questions=asked)


def oral_desk(folder: Path) -> Desk:
    """A class of six whose form is decided in a talk; questions were made for all but the last."""
    desk = make_desk(folder)
    rubric = tuple(
        replace(line, oral=True) if line.id == "form" else line for line in desk.assignment.rubric
    )
    (desk.out / FOLDER).mkdir()
    write_exams(desk.out, {student: exam(student) for student in STUDENTS[:-1]})
    return replace(desk, assignment=replace(desk.assignment, rubric=rubric))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """The class."""
    return oral_desk(tmp_path)


@pytest.fixture
def client(desk: Desk) -> Iterator[Any]:
    """Somebody with the token."""
    with asking(desk) as client:
        yield client


def handle_of(client: Any, student: str) -> str:
    """The student's handle."""
    who = client.get("/criterion/form/names").json
    return str(next(handle for handle, each in who.items() if each["id"] == student))


def leave(client: Any, handle: str, key: str = "k1", basis: str = "", **said: str) -> Any:
    """Leaves a mark as our page does."""
    sent = {"by": "TA1", "student": handle, "plugin": "questions", "key": key, "basis": basis}
    return client.post("/notes", json={**sent, "said": said}, headers=ORIGIN)


def pane(client: Any, handle: str, blind: int = 0) -> str:
    """The pane as HTML."""
    answer = client.get(f"/student/{handle}/beside/questions?blind={blind}")
    assert answer.status_code == 200
    return str(answer.text)


def basis_in(page: str, key: str = "k1") -> str:
    """The note that is on the screen."""
    found = re.search(rf'data-note="{key}" data-basis="([^"]*)"', page)
    assert found
    return str(found[1])


def test_questions_and_answers_stand_beside_the_criterion(client: Any) -> None:
    """Of this student, escaped; who is blind reads no id; other criteria have no such pane."""
    page = pane(client, handle_of(client, "24A1201"))
    assert "what is s, 24A1201" in page
    assert "answer to what is s" in page
    assert "<script>alert(1)" not in page
    assert "\u202e" not in page
    blind = pane(client, handle_of(client, "24A1201"), blind=1)
    assert "24A1201" not in blind
    assert "what is s" in blind
    shown = re.search(r"<textarea[^>]*>([^<]*)", blind)
    assert shown
    sent = {"by": "TA1", "student": handle_of(client, "24A1201"), "plugin": "questions"}
    sent |= {"key": "k1", "said": {"text": shown[1], "mark": "not"}}  # type: ignore[dict-item]
    assert client.post("/notes?blind=1", json=sent, headers=ORIGIN).status_code == 200
    assert "<details open>" not in pane(client, handle_of(client, "24A1201"))
    assert "beside/questions" in client.get("/criterion/form").text
    assert "beside/questions" not in client.get("/criterion/program").text


def test_a_mark_is_kept_and_stands_in_the_history(client: Any, desk: Desk) -> None:
    """Picked, marked and put otherwise; taken back it stays in the history. Points stay open."""
    one = handle_of(client, "24A1201")
    assert leave(client, one, mark="partly", text="why is s 7?").status_code == 200
    page = pane(client, one)
    assert "why is s 7?" in page
    assert re.search(r'data-value="partly" aria-pressed="true"', page)
    assert leave(client, one, basis=basis_in(page)).status_code == 200
    assert 'aria-pressed="true"' not in pane(client, one)
    history = client.get(f"/student/{one}/history?criterion=form").text
    assert "why is s 7?" in history
    assert "TA1" in history
    assert "taken back" in history
    with Store(desk.out, "kadai1") as store:
        notes = store.notes("questions.marks")
        assert [bool(note.text) for note in notes] == [True, False]
        assert latest_notes(notes) == ()
        assert store.decisions() == ()
    awards = client.get("/state").json["students"][one]["awards"]
    assert awards["form"]["points"] is None


def test_nobody_overwrites_a_mark_unseen(client: Any, desk: Desk) -> None:
    """Upon another note than the one on the screen nothing is stored."""
    one = handle_of(client, "24A1201")
    assert leave(client, one, mark="not").status_code == 200
    assert leave(client, one, mark="understood").status_code == 409
    with Store(desk.out, "kadai1") as store:
        (note,) = store.notes("questions.marks")
    assert '"not"' in note.text


@pytest.mark.parametrize(
    ("key", "said", "status"),
    [
        ("k9", {"mark": "not"}, 422),
        ("k1", {"mark": "brilliant"}, 422),
        ("k1", {"text": "x" * 3_000}, 422),
        ("k1", {"text": "x" * 30_000}, 400),
    ],
)
def test_what_is_no_mark_is_refused(
    client: Any, desk: Desk, key: str, said: dict[str, str], status: int
) -> None:
    """With a sentence; nothing is stored."""
    answer = leave(client, handle_of(client, "24A1201"), key, **said)
    assert answer.status_code == status
    if status == 422:
        assert answer.json["error"]["ja"]
    with Store(desk.out, "kadai1") as store:
        assert store.notes() == ()


def test_marks_outlive_their_questions(client: Any, desk: Desk) -> None:
    """Files that changed since are not asked about; what was marked before is still there."""
    one = handle_of(client, "24A1201")
    assert leave(client, one, mark="not").status_code == 200
    write_exams(desk.out, {"24A1201": exam("24A1201", digest="sha256:other")})
    page = pane(client, one)
    assert "grader questions kadai1" in page
    assert "what is s" in page
    assert "answer to" not in page
    assert re.search(r'data-value="not" aria-pressed="true"', page)
    assert leave(client, one, basis=basis_in(page), mark="partly").status_code == 200
    (desk.out / FOLDER / FILE).write_text("{", encoding="utf-8")
    assert "partly" in client.get(f"/student/{one}/history").text
    assert client.get(f"/student/{one}/beside/questions").status_code == 200


def test_without_questions_the_pane_says_how_to_make_them(client: Any) -> None:
    """A command to run."""
    page = pane(client, handle_of(client, STUDENTS[-1]))
    assert "<code>grader questions kadai1</code>" in page


@pytest.fixture
def opened(chromium: "Browser", desk: Desk) -> "Iterator[tuple[Page, Desk]]":
    """The criterion before a TA, served to a real browser."""
    with open_server(desk, SECRET, by="TA1") as server:
        context = chromium.new_context(locale="en", viewport={"width": 1280, "height": 900})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: problems.append(dialog.message))
        page.goto(server.address)
        page.locator("label[for=show-en]").click()
        page.goto(f"{server.address.partition('/?')[0]}/criterion/form")
        page.locator(".oral-question").first.wait_for()
        yield page, desk
        context.close()
        assert problems == []


def test_a_talk_is_marked_in_a_browser(opened: "tuple[Page, Desk]") -> None:
    """Press a mark, put the question otherwise, give points by a key, go on, and come back."""
    page, desk = opened
    first = page.locator('[data-note="k1"]')
    first.get_by_role("button", name="partly").click()
    page.locator('[data-note="k1"] [data-value="partly"][aria-pressed="true"]').wait_for()
    first.locator("summary").click()
    first.locator("textarea").fill("2 why j?")
    first.locator("[data-save]").click()
    page.locator('[data-note="k1"] .asked', has_text="2 why j?").wait_for()
    # Keys are letters of the text above, and points here.
    page.locator("#who").click()
    page.keyboard.press("1")
    page.locator('#saved[data-status="saved"]').wait_for()
    second = page.locator('[data-note="k2"]')
    second.locator("summary").click()
    second.locator("textarea").fill("not saved yet")
    page.locator("#who").click()
    page.keyboard.press("j")
    page.locator(".oral-question").first.wait_for()
    page.keyboard.press("k")
    page.locator('[data-note="k1"] .asked', has_text="2 why j?").wait_for()
    page.reload()
    page.locator('[data-note="k2"] [data-alert="unsaved"]').wait_for()
    assert page.locator('[data-note="k2"] textarea').input_value() == "not saved yet"
    page.keyboard.press("i")
    page.locator("#history .history", has_text="2 why j?").wait_for()
    student = order_of(desk)[0]
    with Store(desk.out, "kadai1") as store:
        (decision,) = store.decisions()
        (note,) = latest_notes(store.notes("questions.marks"))
    assert (decision.student, decision.points) == (student, 1.0)
    assert (note.student, note.key, note.by) == (student, "k1", "TA1")
