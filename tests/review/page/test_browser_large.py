"""A class of which the page holds only the first rows: what is done there is done to everybody."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from grader.gradebook.desk import Desk, inbox
from grader.intake.manifest import write_manifest
from grader.model.collection import Collection
from grader.model.course import Course
from grader.review.page import open_server
from grader.review.page.class_table import FIRST_ROWS
from grader.scoring import score
from grader.store import Store
from grader.wording import load_wording
from tests.gradebook.gradebook_for_tests import KADAI1, LAWFUL, RIGHT, WRONG, decided
from tests.review.page.served import SECRET, Client
from tests.store.records_for_tests import full_evidence

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

STUDENTS = tuple(f"24A{number:04}" for number in range(1, 301))
NAMES = {student: f"見本 学生{student[-3:]}" for student in STUDENTS}
LAST = STUDENTS[-1]
ROWS = "#class tbody tr"
EVERYBODY = f"() => document.querySelectorAll('{ROWS}').length === {len(STUDENTS)}"
AS_TEXT = f"""() => [...document.querySelectorAll("{ROWS}")].map((row) => [
    row.textContent.replace(/\\s+/g, " "),
    row.querySelector(".chips").innerHTML.trim(),
])"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A class of 300, every third of whom has a wrong program; the last has points by a person."""
    folder = tmp_path_factory.mktemp("large")
    course = Course(root=folder / "course", title={}, zone="Asia/Tokyo", student_id="[0-9A-Z]{7}")
    desk = Desk(course=course, assignment=KADAI1, out=folder / "out", words=load_wording("en"))
    collected = inbox(course, "kadai1")
    collected.mkdir(parents=True)
    write_manifest(
        collected,
        Collection(assignment="kadai1", lms="moodle", students=(), not_submitted=(), names=NAMES),
        KADAI1,
    )
    _grade(desk.out)
    with open_server(desk, SECRET, by="TA1") as server:
        yield Client(server.address)


def _grade(out: Path) -> None:
    out.mkdir()
    with Store(out, "kadai1") as store:
        for number, student in enumerate(STUDENTS):
            findings = (RIGHT if number % 3 else WRONG, LAWFUL)
            evidence = replace(full_evidence(), student=student, key=f"sha256:{student}")
            store.save(evidence, score(findings, KADAI1, student), reusable=True)
        store.decide(decided(LAST, 1.5))


@pytest.fixture
def table(large: Client, visit: "Callable[..., BrowserContext]") -> "Iterator[Page]":
    """The class table once everybody is there; the browser complains about nothing."""
    page = visit().new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(large.address)
    page.wait_for_function(EVERYBODY)
    page.locator("#shown", has_text="300 of 300").wait_for()
    yield page
    assert complaints == []


def visible(page: "Page") -> list[str]:
    """The ids of the rows that are shown, from above."""
    return page.locator(f"{ROWS}:visible th").all_inner_texts()


def test_the_page_is_short_and_the_rest_shorter(large: Client) -> None:
    """A row of the page takes a kilobyte, and in short some sixty bytes."""
    page, rows, state = (large.get(path).body for path in ("/", "/rows", "/class"))
    assert page.count(b"<tr data-student=") == FIRST_ROWS + 1  # and the one that is copied
    assert len(rows) < 100 * len(STUDENTS)
    assert len(state) < 50 * len(STUDENTS)
    assert large.get("/?rows=all").body.count(b"<tr data-student=") == len(STUDENTS) + 1


def test_all_is_done_to_everybody(table: "Page") -> None:
    """Search, filter and sort find whom the page did not hold; counts count them."""
    table.locator("#search").fill("学生300")
    assert visible(table) == [LAST]
    table.locator("#clear").click()
    wrong = table.locator('[data-filter="COR001-failed"]')
    assert "100" in wrong.inner_text()
    wrong.click()
    assert visible(table) == list(STUDENTS[::3])
    wrong.click()
    table.locator('[data-sort="points-form"]').click()
    assert visible(table)[0] == LAST
    table.locator('[data-sort="student"]').click()
    table.locator('[data-sort="student"]').click()
    assert visible(table) == list(reversed(STUDENTS))
    assert "1 of 300" in table.locator('[data-task="form"]').inner_text()


def test_rows_are_as_the_server_writes_them(table: "Page", large: Client) -> None:
    """Whether the page held them or the script made them."""
    made = table.evaluate(AS_TEXT)
    table.goto(f"{large.origin}/?rows=all")
    table.locator("#shown", has_text="300 of 300").wait_for()
    assert table.evaluate(AS_TEXT) == made


def test_going_back_finds_the_place(table: "Page") -> None:
    """Somebody far below was opened."""
    table.locator("th a", has_text=LAST).click()
    table.wait_for_url("**/student/*")
    table.go_back()
    table.wait_for_function("() => scrollY > 1000")
    assert table.locator("th a", has_text=LAST).is_visible()


def test_paper_has_everybody(large: Client, visit: "Callable[..., BrowserContext]") -> None:
    """Also whose rows the script has not made yet."""
    page = visit().new_page()
    page.goto(large.address)
    page.locator("#shown", has_text="300").wait_for()
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(EVERYBODY)


def test_without_scripts_everybody_is_there(
    large: Client, visit: "Callable[..., BrowserContext]"
) -> None:
    """The browser goes on to the page that holds all rows."""
    context: Any = visit(java_script_enabled=False)
    page = context.new_page()
    page.goto(large.address)
    page.wait_for_url("**/?rows=all")
    assert page.locator(ROWS).count() == len(STUDENTS)
    assert page.locator("th a", has_text=LAST).is_visible()
