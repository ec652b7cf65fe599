"""The class table and the book of the browser, in a real one."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from grader.gradebook.desk import Desk
from grader.store import one_grader_only
from tests.review.page.served import Client, stored
from tests.review.page.walked import pages_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

# The server leaves the file of a long request to the garbage collector.
LEFT = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
A_FEW_TRIES = 3_000  # milliseconds
SERIOUS = {"serious", "critical"}
LISTEN = """async () => { window.book = (await import("/static/book.js")).book; }"""
DECIDE = "(decisions) => book.decide(decisions)"


@pytest.fixture
def table(client: Client, visit: "Callable[..., BrowserContext]") -> "Page":
    """The class table as TA1 sees it, in English."""
    return opened(client, visit)


def opened(client: Client, visit: "Callable[..., BrowserContext]", **options: object) -> "Page":
    """Opens the printed address; the class is there when the first look was answered."""
    page = visit(**options).new_page()
    page.goto(client.address)
    page.evaluate(LISTEN)
    page.wait_for_function("() => book.stamp !== ''", polling=200)
    return page


def wish(student: str, points: float | None, criterion: str = "discussion") -> dict[str, Any]:
    """A decision as a view of the page gives it to the book."""
    return {"student": student, "criterion": criterion, "points": points, "reason": ""}


def shown(page: "Page", student: str, points: str) -> None:
    """Waits until the page knows these points."""
    page.wait_for_function(
        "([student, points]) => String(book.points(student, 'discussion') ?? '–') === points",
        arg=[student, points],
        polling=200,
    )


def settled(page: "Page") -> None:
    """Waits until nothing waits to be stored."""
    page.wait_for_function("() => !book.waiting.size", polling=200)


def test_deciding_undoing_and_a_second_person(table: "Page", client: Client, desk: Desk) -> None:
    """What is decided here is stored, taken back by undo; what others decide appears by itself."""
    one, two = client.handles()[:2]
    assert table.evaluate(DECIDE, [wish(one, 1.5)])
    settled(table)
    shown(table, one, "1.5")
    table.evaluate(DECIDE, [wish(one, 2), wish(two, 1)])
    settled(table)
    table.evaluate("book.undo()")
    settled(table)
    shown(table, one, "1.5")
    shown(table, two, "–")
    table.evaluate("book.undo()")
    settled(table)
    shown(table, one, "–")
    assert client.award(one)["points"] is None
    assert table.evaluate("book.undo()") is None
    assert client.decide({"student": two, "points": 0.5}, by="TA2").status == 200
    shown(table, two, "0.5")
    assert [row[1] for row in stored(desk.out)] == [1.5, 2, 1, 1.5, -1, -1, 0.5]


def test_a_conflict_drops_nothing_but_what_conflicts(table: "Page", client: Client) -> None:
    """Others that were sent with it are stored, and theirs stays until a person looks."""
    one, two, three = client.handles()[:3]
    table.evaluate("book.look = () => {}")
    assert client.decide({"student": two, "points": 2, "reason": "B"}, by="TA2").status == 200
    table.evaluate(DECIDE, [wish(one, 1), wish(two, 1), wish(three, 1)])
    settled(table)
    assert [client.award(each)["points"] for each in (one, two, three)] == [1, 2, 1]


def test_a_refused_decision_drops_nothing_but_itself(table: "Page", client: Client) -> None:
    """Whatever waited beside it is stored."""
    one, two, three = client.handles()[:3]
    table.evaluate(DECIDE, [wish(one, 1), wish(two, 99), wish(three, 1)])
    settled(table)
    assert [client.award(each)["points"] for each in (one, two, three)] == [1, None, 1]


def test_decisions_wait_while_nobody_can_store_them(
    table: "Page", client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another grader holds the folder, the cookie is gone: they stay, and go in when they can."""
    monkeypatch.setattr("grader.review.page.live.PATIENCE", 0.2)
    one, two = client.handles()[:2]
    with one_grader_only(desk.out):
        table.evaluate(DECIDE, [wish(one, 1)])
        table.wait_for_timeout(A_FEW_TRIES)
        shown(table, one, "1")
        assert table.evaluate("book.waiting.size") == 1
    settled(table)
    cookies = table.context.cookies()
    table.context.clear_cookies()
    table.evaluate(DECIDE, [wish(two, 1)])
    table.wait_for_timeout(A_FEW_TRIES)
    assert table.evaluate("book.waiting.size") == 1
    table.context.add_cookies(cookies)  # type: ignore[arg-type]  # as they were given
    settled(table)
    assert [row[1] for row in stored(desk.out)] == [1, 1]


@LEFT
def test_many_long_decisions_at_once_are_all_stored(
    table: "Page", client: Client, desk: Desk
) -> None:
    """More than browsers send beside a page that closes, and than one request may hold."""
    long = {"reason": "あ" * 9_000}
    handles = client.handles()
    criteria = [one.id for one in desk.assignment.rubric]
    wishes = [{**wish(each, 1, name), **long} for each in handles for name in criteria]
    table.evaluate(DECIDE, wishes)
    settled(table)
    assert len(stored(desk.out)) == len(wishes) > 30


def test_filter_search_and_sort(table: "Page", client: Client) -> None:
    """Counts are filters, search finds ids, headings sort; all by keys, too."""
    rows = table.locator("#class tbody tr:visible")
    everybody = rows.count()
    table.keyboard.press("Tab")
    table.locator("#search").fill("24A1203")
    assert rows.count() == 1
    table.locator("#search").fill("")
    assert rows.count() == everybody
    missing = table.locator('[data-filter="state-not-submitted"]')
    missing.press("Enter")
    assert missing.get_attribute("aria-pressed") == "true"
    assert rows.count() == 1
    missing.press("Enter")
    assert rows.count() == everybody


def faults(page: "Page") -> list[Mapping[str, Any]]:
    """What axe-core calls serious or worse, with where it is."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    return [
        {"id": one["id"], "where": [node["html"][:200] for node in one["nodes"]][:3]}
        for one in found
        if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize(
    "scheme",
    ["light", pytest.param("dark", marks=pytest.mark.repetition("the page in light colours"))],
)
def test_everybody_can_read_and_use_every_page(
    client: Client, desk: Desk, visit: "Callable[..., BrowserContext]", scheme: str
) -> None:
    """No serious fault by axe-core on any page there is, in both languages."""
    page = opened(client, visit, color_scheme=scheme)
    found = {}
    for path in pages_of(client, desk):
        page.goto(f"{client.origin}{path}")
        for lang in ("ja", "en"):
            page.locator(f"#show-{lang}").evaluate("one => one.click()")
            if wrong := faults(page):
                found[f"{path} {lang}"] = wrong
    assert found == {}


def test_a_second_person_keeps_their_name_on_every_page(table: "Page", client: Client) -> None:
    """The name that the server was started with does not come back and decide for them."""
    table.locator("#by").fill("TA2")
    table.locator("#by").press("Tab")
    table.goto(f"{client.address.partition('/?')[0]}/criterion/discussion")
    assert table.locator("#by").input_value() == "TA2"


def test_escape_empties_the_search_and_shows_everybody_again(table: "Page") -> None:
    """What the field says and what the table shows never differ."""
    table.keyboard.press("/")
    table.keyboard.type("zzzz")
    table.locator("#nobody").wait_for()
    table.keyboard.press("Escape")
    table.locator("#nobody").wait_for(state="hidden")
    assert table.locator("#search").input_value() == ""
