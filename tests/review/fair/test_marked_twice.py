"""Two TAs and an instructor, a browser each: parts, a blind second marking, differences."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Struct

from grader.gradebook.desk import Desk
from grader.review.page import open_server
from tests.conftest import Once
from tests.review.fair.marked_class import (
    SATO,
    SECRET,
    SUZUKI,
    graded_class,
    open_desk,
)
from tests.review.page.conftest import visit, void
from tests.review.page.served import Client, copy_class

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Response

__all__ = ["visit"]
COUNT = 12
POINTS, REASON, COMMENT = 1.23, "先に読んだ人の理由", "先に読んだ人のコメント"
POST = """([path, body]) => fetch(path, {method: "POST", body: JSON.stringify(body),
    headers: {"Content-Type": "application/json"}})
    .then(async (answer) => [answer.status, await answer.text()])"""
Visit = Callable[..., "BrowserContext"]


class Person(Struct):
    """Somebody at the page, and everything that came to their browser."""

    page: "Page"
    bodies: list[tuple[str, str]]
    problems: list[str]


@pytest.fixture(scope="session")
def unmarked(once: Once) -> Path:
    """A class of twelve that nobody has marked."""
    return once("unmarked-class", lambda folder: void(graded_class(folder, COUNT)))


@pytest.fixture
def desk(unmarked: Path, tmp_path: Path) -> Desk:
    """The class, to be changed."""
    copy_class(unmarked, tmp_path / "class")
    return open_desk(tmp_path / "class")


@pytest.fixture
def address(desk: Desk) -> Iterator[str]:
    """Where the class is served; nobody's name is given."""
    with open_server(desk, SECRET) as server:
        yield server.address


def come(visit: Visit, address: str, name: str, **options: Any) -> Person:
    """Opens the page in a browser of one's own and says one's name."""
    page = visit(locale="en", **options).new_page()
    person = Person(page=page, bodies=[], problems=[])

    def note(response: "Response") -> None:
        kind = response.headers.get("content-type", "")
        if "javascript" not in kind and "css" not in kind and response.status < 300:
            person.bodies.append((response.url, response.text()))

    page.on("response", note)
    page.on("pageerror", lambda error: person.problems.append(str(error)))
    page.on("console", lambda said: person.problems.extend([said.text] * (said.type == "error")))
    page.goto(address)
    page.locator("label[for=show-en]").click()
    page.locator("#by").fill(name)
    page.keyboard.press("Enter")
    page.locator("#by").blur()
    return person


def rows(desk: Desk, order: str) -> list[Any]:
    """What stands in the store."""
    with closing(sqlite3.connect(desk.out / "grader.sqlite")) as connection:
        return connection.execute(order).fetchall()


def share(person: Person, base: str) -> None:
    """Shares the discussion out between both, by keyboard."""
    page = person.page
    page.goto(f"{base}/parts")
    page.locator("#share-criterion").select_option("discussion")
    page.locator("#share-people").fill(f"{SATO}, {SUZUKI}")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.locator("#alert").is_hidden()


def mark_first(address: str, desk: Desk) -> dict[str, str]:
    """Lets everybody decide upon their part, with words to look for; gives who did, by handle."""
    client = Client(address)
    parts = dict(rows(desk, "SELECT student, text FROM noted WHERE kind = 'review.parts'"))
    page = client.get("/").text
    handles = dict(re.findall(r'href="/student/(\w+)">(24A\d+)<', page))
    people = {}
    for handle, student in handles.items():
        person = json.loads(parts[student])["person"]
        people[handle] = person
        decision = {"student": handle, "points": POINTS, "reason": REASON}
        assert client.decide(decision, by=person).status == 200
        written = {"by": person, "student": handle, "text": COMMENT}
        assert client.post("/comment", written).status == 200
    return people


def draw(person: Person, desk: Desk) -> None:
    """Draws three works for the other TA, by keyboard."""
    page = person.page
    page.locator("#sample-people").fill(SUZUKI)
    page.locator("#sample-size").fill("3")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert len(rows(desk, "SELECT student FROM noted WHERE kind = 'review.second'")) == 3


def look_everywhere(person: Person, base: str) -> list[str]:
    """Opens every page there is as the second person; gives whom they mark a second time."""
    look = person.page
    look.goto(base)
    look.locator("#class tbody tr").first.wait_for()
    for path in ("/parts", "/fairness", "/criterion/discussion"):
        look.goto(base + path)
    look.locator("text=Second marking").click()
    look.locator("[data-pane=evidence] section").first.wait_for()
    works = [link.get_attribute("href") for link in look.locator("#strip .dot").all()]
    hidden = [str(href).removeprefix("?at=") for href in works]
    for handle in hidden:
        for path in ("", "/history", "/report?blind=1", "/evidence?blind=1", "/program?blind=1"):
            look.goto(f"{base}/student/{handle}{path}")
    return hidden


def assert_kept_back(person: Person, hidden: list[str]) -> None:
    """The page's script is not told either, and nobody decides what is kept from them."""
    state = person.page.evaluate("() => fetch('/state').then((one) => one.json())")
    for handle, grade in state["students"].items():
        award = grade["awards"]["discussion"]
        if handle in hidden:
            assert (award["points"], award["by"], award["reason"]) == (None, "", "")
            assert (award["basis"], grade["comment"]) == ("", "")
        else:
            assert award["points"] == POINTS
    decision = {"student": hidden[0], "criterion": "discussion", "points": 2, "basis": ""}
    for path, sent in (
        ("/decide", {"by": SUZUKI, "decisions": [decision]}),
        ("/decide", {"by": "another name", "decisions": [decision]}),
        ("/comment", {"by": SUZUKI, "student": hidden[0], "text": "x"}),
    ):
        status, text = person.page.evaluate(POST, [path, sent])
        assert status == 422
        assert_no_word_of_them(text, path)
    confirming = {"by": SUZUKI, "students": hidden}
    status, text = person.page.evaluate(POST, ["/confirm", confirming])
    assert status == 200
    assert '"confirmed":0' in text
    assert_no_word_of_them(text.partition('"students"')[0], "/confirm")
    person.problems.clear()  # the browser writes of a refused request to its console


def test_from_sharing_out_to_a_settled_difference(visit: Visit, address: str, desk: Desk) -> None:
    """Nothing of the first mark reaches the second person before all of theirs are given."""
    base = address.partition("/?")[0]
    teacher, suzuki = come(visit, address, "教員"), come(visit, address, SUZUKI)
    share(teacher, base)
    page, look = teacher.page, suzuki.page
    assert page.locator(".parts .figure").all_inner_texts() == ["0 / 6", "0 / 6"]
    people = mark_first(address, desk)
    decided = rows(desk, "SELECT student, points, decided_by FROM decided")
    draw(teacher, desk)
    suzuki.bodies.clear()  # from now on
    hidden = look_everywhere(suzuki, base)
    assert {people[handle] for handle in hidden} == {SATO}
    assert_kept_back(suzuki, hidden)

    look.goto(f"{base}/second/discussion")
    look.locator("[data-pane=evidence] section").first.wait_for()
    look.keyboard.press("c")
    look.keyboard.insert_text("二度目の理由")
    look.keyboard.press("Escape")
    for points in "201":
        assert_nothing_of_them(suzuki, hidden)
        with look.expect_navigation():
            look.keyboard.press(points)
    look.locator("text=There is nothing to mark a second time").wait_for()
    assert rows(desk, "SELECT student, points, decided_by FROM decided") == decided
    assert suzuki.problems == []
    look.goto(f"{base}/parts")
    assert look.locator(".difference").count() == 3
    settle_one(teacher, base, desk)


def settle_one(person: Person, base: str, desk: Desk) -> None:
    """Decides on the second mark of one work."""
    page = person.page
    page.goto(f"{base}/parts")
    assert page.locator(".difference").count() == 3
    student = page.locator(".difference h4 a").first.inner_text()
    with page.expect_navigation():
        page.locator(".difference [data-decide]").nth(1).press("Enter")
    assert page.locator(".difference").count() == 2
    last = rows(desk, "SELECT student, points, decided_by, reason FROM decided ORDER BY id")[-1]
    assert (last[0], last[2]) == (student, "教員")
    assert last[1] in {0, 1, 2}
    assert last[3] in {"二度目の理由", ""}
    assert person.problems == []


def assert_no_word_of_them(text: str, place: str) -> None:
    """Looks for points, reason and comment of the first person."""
    for word in (str(POINTS), REASON, COMMENT):
        assert word not in text, place


def assert_nothing_of_them(person: Person, hidden: list[str]) -> None:
    """Looks for points, reason and comment in every answer about these students.

    Those who are not hidden have the same points, so pages about all are looked at by row.
    """
    assert any("/second/" in url for url, _ in person.bodies)
    for url, body in person.bodies:
        if "/state" in url or "/decide" in url:
            continue  # by student, above
        about_one = any(f"/student/{handle}" in url for handle in hidden)
        if about_one or "/second" in url or "/parts" in url or "/criterion" in url:
            assert_no_word_of_them(body, url)
        for row in re.findall(r'<tr data-student="(\w+)"(.*?)</tr>', body, re.DOTALL):
            if row[0] in hidden:
                assert str(POINTS) not in row[1], url


def test_an_open_page_follows_what_is_kept_back(visit: Visit, address: str, desk: Desk) -> None:
    """It forgets points when a sample is drawn, and has them when the last one is marked."""
    base = address.partition("/?")[0]
    teacher, suzuki = come(visit, address, "教員"), come(visit, address, SUZUKI)
    share(teacher, base)
    mark_first(address, desk)
    watch, again = suzuki.page, suzuki.page.context.new_page()
    watch.goto(base)
    watch.evaluate("""async () => { window.book = (await import("/static/book.js")).book; }""")
    known = f"""(count) => count === Object.values(book.students)
        .filter((one) => one.awards.discussion.points === {POINTS}).length"""
    watch.wait_for_function(known, arg=COUNT, polling=200)
    draw(teacher, desk)
    watch.wait_for_function(known, arg=COUNT - 3, polling=200)
    again.goto(f"{base}/second/discussion")
    for points in "201":
        again.locator("[data-pane=evidence] section").first.wait_for()
        with again.expect_navigation():
            again.keyboard.press(points)
    watch.wait_for_function(known, arg=COUNT, polling=200)
    assert suzuki.problems == []


def test_parts_are_taken_back_and_given_away(visit: Visit, address: str, desk: Desk) -> None:
    """One click each; what is decided stays, and the rest is another person's or nobody's."""
    base = address.partition("/?")[0]
    teacher = come(visit, address, "教員")
    share(teacher, base)
    page = teacher.page
    client = Client(address)
    page.locator(f"tr[data-person='{SATO}'] a").click()
    assert page.locator("#strip .dot").count() == 6
    page.locator("#who:not(:empty)").wait_for()
    page.keyboard.press("1")
    page.locator('#saved[data-status="saved"]').wait_for()
    page.keyboard.press("j")
    assert "part=" in page.url
    page.reload()
    assert page.locator("#strip .dot").count() == 6

    page.goto(f"{base}/parts")
    own = page.locator(f"tr[data-person='{SATO}']")
    assert own.locator(".figure").inner_text() == "1 / 6"
    with page.expect_navigation():
        own.locator(f"[data-move='{SUZUKI}']").press("Enter")
    assert own.locator(".figure").inner_text() == "1 / 1"
    other = page.locator(f"tr[data-person='{SUZUKI}']")
    assert other.locator(".figure").inner_text() == "0 / 11"
    assert "handed over" in other.inner_text()
    with page.expect_navigation():
        other.locator("[data-move='']").click()
    assert page.locator(".parts tbody tr").count() == 1
    assert "11 submissions are unassigned" in page.locator("main").inner_text()
    assert [award for award in awards(client) if award["points"] is not None] != []
    assert rows(desk, "SELECT points FROM decided") == [(1.0,)]
    assert teacher.problems == []


def awards(client: Client) -> list[Any]:
    """Everybody's discussion."""
    students = client.state()["students"].values()
    return [grade["awards"]["discussion"] for grade in students]


def test_the_class_can_be_filtered_to_ones_own_part(visit: Visit, address: str) -> None:
    """One's own part comes first, and is called so."""
    base = address.partition("/?")[0]
    share(come(visit, address, "教員"), base)
    suzuki = come(visit, address, SUZUKI)
    page = suzuki.page
    page.goto(base)
    page.locator("button", has_text=f"My part ({SUZUKI})").press("Enter")
    assert page.locator("#class tbody tr:visible").count() == 6
    assert page.locator("button", has_text=f"Part of {SATO}").count() == 1
    page.goto(f"{base}/criterion/discussion")
    page.locator("a", has_text=f"My part ({SUZUKI})").press("Enter")
    page.wait_for_url("**part=*")
    assert page.locator("#strip .dot").count() == 6
    assert suzuki.problems == []


@pytest.mark.parametrize("path", ["/parts", "/fairness", "/second/discussion", "/criterion/form"])
def test_on_a_phone(visit: Visit, address: str, desk: Desk, path: str) -> None:
    """Nothing is wider than the screen, and nothing is wrong."""
    base = address.partition("/?")[0]
    teacher = come(visit, address, "教員", viewport={"width": 390, "height": 800})
    share(teacher, base)
    mark_first(address, desk)
    client = Client(address)
    drawn = {"by": "教員", "criterion": "discussion", "people": "教員", "size": "30%"}
    assert client.post("/parts/sample", drawn).json == {"drawn": 4}
    teacher.page.goto(base + path)
    assert teacher.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert teacher.problems == []
