"""A TA's hands on the page: real keys in a real browser, and all that goes wrong meanwhile."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from grader.review.page import open_server
from grader.store import Store
from tests.review.page.marking_for_tests import (
    SECRET,
    STUDENTS,
    Served,
    grade,
    make_desk,
    other_decides,
    points_stored,
    reasons_stored,
    served,
)
from tests.review.page.served import stored

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

PATIENCE = 240_000  # milliseconds, on a machine that is busy with other tests
PIECE = re.compile(r"/student/\w+/(report|evidence|program)")
SCROLLED = "() => document.querySelector('[data-pane=report]').scrollTop > 0"
COMPOSING = """([key, options]) => document.activeElement.dispatchEvent(new KeyboardEvent(
    "keydown", { key, bubbles: true, cancelable: true, ...options }))"""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Served]:
    """A class of six that is served."""
    with served(tmp_path) as page:
        yield page


@pytest.fixture
def page(chromium: "Browser", here: Served) -> "Iterator[Page]":
    """The form of all six, open before a TA; what is looked at is the same short text for each."""
    context = chromium.new_context(locale="en")
    context.set_default_timeout(PATIENCE)
    context.route(PIECE, lambda route: route.fulfill(content_type="text/html", body="<p>text</p>"))
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.goto(here.enter)
    opened.locator("label[for=show-en]").click()
    enter(opened, here)
    yield opened
    context.close()
    assert problems == []


def enter(page: "Page", here: Served) -> None:
    """Opens the criterion, and waits until its first student is there."""
    page.goto(f"{here.address}/criterion/form")
    page.locator("#who:not(:empty)").wait_for()
    page.locator("[data-pane=evidence] p", has_text="text").wait_for()


def press(page: "Page", keys: str) -> None:
    """Presses keys, one after the other."""
    for key in keys.split():
        page.keyboard.press(key)


def saved(page: "Page") -> None:
    """Waits until everything is stored."""
    page.locator('#saved[data-status="saved"]').wait_for()


def now(page: "Page") -> str:
    """What stands beside the points."""
    return page.locator("#now").inner_text()


def shown(page: "Page") -> str:
    """Who is shown, as the page names them."""
    return page.locator("#who").inner_text()


def test_a_class_is_marked_by_keys_alone(page: "Page", here: Served) -> None:
    """Whole points and halves, wide digits, next undecided, undo to nobody's; too many are none."""
    order = here.order
    press(page, "2 u h 1 j")
    page.keyboard.insert_text("ignored outside of a field")
    page.evaluate(COMPOSING, ["０", {}])  # full-width, the input method being off
    press(page, "u 9")
    assert "exceeds the maximum points" in page.locator("#alert").inner_text()
    press(page, "k k k")
    assert shown(page).startswith("Student 1 ")
    press(page, "u 1")
    saved(page)
    assert points_stored(here.desk.out) == {
        order[0]: 2,
        order[1]: 1.5,
        order[2]: 0,
        order[3]: 1,
    }
    assert "Not graded: 2 / 6" in page.locator("[data-progress=form]").inner_text()
    press(page, "z z")
    page.locator('#strip [data-state="open"]').nth(3).wait_for()
    saved(page)
    assert points_stored(here.desk.out)[order[2]] is None
    assert shown(page).startswith("Student 3 ")
    assert now(page).startswith("– / 2")
    press(page, "b")
    page.locator("#who", has_text=order[2]).wait_for()
    press(page, "b")
    assert order[2] not in page.content()


def dots(page: "Page") -> list[str]:
    """The numbers of the students who are shown in the row."""
    return [text.split()[0] for text in page.locator("#strip .dot:visible").all_inner_texts()]


def test_a_filter_keeps_some_and_the_keys_go_through_them(page: "Page", here: Served) -> None:
    """By state, points, person and id; who was just decided stays to go back to; no id is sent."""
    other_decides(here.desk.out, here.order[1], 1)
    other_decides(here.desk.out, here.order[3], 2)
    page.locator('#strip [data-state="person"]').nth(1).wait_for()
    press(page, "f")
    sift = page.locator("#sift")
    assert page.evaluate("document.activeElement.name") == "state"
    sift.locator("[name=state]").select_option("decided")
    assert dots(page) == ["1", "2", "4"]  # and who is on the screen
    press(page, "Escape j")
    assert shown(page).startswith("Student 2 ")
    press(page, "j j")
    assert shown(page).startswith("Student 4 ")
    assert "no more students" in page.locator("#alert").inner_text()
    press(page, "u")
    assert "The filter keeps no other" in page.locator("#alert").inner_text()
    sift.locator("[name=points]").select_option("1")
    assert "Students kept: 1 / 6" in page.locator("#sifted").inner_text()
    sift.locator("button[type=submit]").click()
    assert shown(page).startswith("Student 2 ")
    sift.locator("[name=points]").select_option("")
    sift.locator("[name=by]").select_option("TA2")
    sift.locator("[name=state]").select_option("open")
    assert "0 / 6" in page.locator("#sifted").inner_text()
    page.locator("#sift-clear").click()
    assert dots(page) == list("123456")
    sift.locator("[name=state]").select_option("open")
    press(page, "Escape u 2 j 1 k")  # who was decided upon here has not gone
    saved(page)
    assert shown(page).startswith("Student 3 ")
    assert points_stored(here.desk.out)[here.order[4]] == 1
    assert sift.locator("[name=text]").is_hidden()
    page.locator("#sift-clear").click()
    page.locator("#who").click()
    press(page, "b")
    sift.locator("[name=text]").fill(here.order[5])
    assert dots(page) == ["3", "6"]
    press(page, "Escape b")
    assert dots(page) == list("123456")
    assert here.order[5] not in page.content()
    press(page, "f")
    assert sift.is_hidden()


def test_a_student_is_found_by_number(page: "Page") -> None:
    """One key, the number, Enter; the next digit is points again."""
    press(page, "m 5 Enter")
    assert shown(page).startswith("Student 5 ")
    press(page, "m 9 Enter")
    assert "no student with this number" in page.locator("#alert").inner_text()
    press(page, "Escape 2")
    saved(page)
    assert now(page).startswith("2 / 2")


def test_a_digit_moves_on_where_that_is_wanted(page: "Page", here: Served) -> None:
    """Off at first, and remembered; the line says when a step was undone."""
    page.locator("#move-on").check()
    page.locator("#who").click()
    press(page, "2 1")
    saved(page)
    assert shown(page).startswith("Student 3 ")
    assert points_stored(here.desk.out) == {here.order[0]: 2, here.order[1]: 1}
    press(page, "z")
    page.locator("#saved", has_text="Undone").wait_for()
    enter(page, here)
    assert page.locator("#move-on").is_checked()


def test_enter_ends_the_name(page: "Page", here: Served) -> None:
    """Points need a name, and the page asks for it; the digit after Enter is no part of it."""
    page.locator("#by").fill("")
    page.locator("#by").press("Tab")
    page.locator("#who").click()
    press(page, "2")
    page.locator("#ask-by").wait_for()
    page.keyboard.insert_text("高木")
    page.evaluate(COMPOSING, ["Enter", {"isComposing": True}])  # the input method's own
    assert page.evaluate("document.activeElement.id") == "ask-by-name"
    assert points_stored(here.desk.out) == {}
    press(page, "Enter")
    saved(page)
    assert page.locator("#by").input_value() == "高木"
    assert points_stored(here.desk.out) == {here.order[0]: 2}
    assert "高木" in now(page)


def test_no_key_fires_while_an_input_method_composes(page: "Page", here: Served) -> None:
    """Nor with a modifier, nor while somebody types; `?` says which keys there are."""
    for options in ({"isComposing": True}, {"keyCode": 229}, {"ctrlKey": True}):
        page.evaluate(COMPOSING, ["1", options])
    page.evaluate(COMPOSING, ["Process", {}])
    page.locator("#by").focus()
    press(page, "End 2 Escape")
    assert page.locator("#by").input_value() == "TA12"
    assert now(page).startswith("– / 2")
    press(page, "?")
    assert "Next student not graded" in page.locator("#keys").inner_text()
    press(page, "1 Escape")
    assert not page.locator("#keys").is_visible()
    assert points_stored(here.desk.out) == {}


def test_quick_decisions_overtake_nothing(page: "Page", here: Served) -> None:
    """Two on one student while the first is under way, and one whose answer was lost."""
    held: list[Route] = []
    page.route("**/decide", lambda route: route.continue_() if held else held.append(route))
    press(page, "1")
    page.wait_for_function("document.querySelector('#saved').dataset.status === 'saving'")
    press(page, "2 j 1")
    page.wait_for_timeout(300)
    held[0].continue_()
    saved(page)
    page.unroute("**/decide")
    one, two = here.order[:2]
    assert points_stored(here.desk.out) == {one: 2, two: 1}

    lost: list[Route] = []

    def lose(route: "Route") -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.fetch()
            route.abort()

    page.route("**/decide", lose)
    press(page, "0")
    page.locator('#saved[data-status="unsaved"]').wait_for()
    press(page, "2")
    saved(page)
    assert points_stored(here.desk.out)[two] == 2
    assert not page.locator("#conflict").is_visible()
    press(page, "z z z")
    page.locator('#strip [data-state="open"]').nth(4).wait_for()
    saved(page)
    assert points_stored(here.desk.out)[two] is None


def test_an_older_answer_replaces_nothing(page: "Page", here: Served) -> None:
    """The state that was asked for before a decision, and comes after it."""
    old: list[tuple[Route, str]] = []

    def keep(route: "Route") -> None:
        route.continue_() if old else old.append((route, route.fetch().text()))

    other_decides(here.desk.out, here.order[5], 1)
    page.route("**/state*", keep)
    while not old:
        page.wait_for_timeout(100)
    press(page, "2")
    saved(page)
    route, text = old[0]
    route.fulfill(body=text, content_type="application/json")
    page.wait_for_timeout(500)
    assert now(page).startswith("2 / 2")
    press(page, "1")
    saved(page)
    assert points_stored(here.desk.out)[here.order[0]] == 1


def test_one_conflict_holds_no_other_decision_back(page: "Page", here: Served) -> None:
    """Offline and back: two are stored, one shows both; theirs stays, and undo leaves it alone."""
    one, two, three = here.order[:3]
    page.context.set_offline(True)
    press(page, "1 j 1 j 2")
    page.wait_for_function("['offline', 'unsaved'].includes(saved.dataset.status)")
    other_decides(here.desk.out, two, 2, "図が見やすい")
    page.context.set_offline(False)
    page.locator("#conflict[open]").wait_for()
    page.locator('#strip [data-state="mine"]').nth(1).wait_for()
    assert points_stored(here.desk.out) == {one: 1, two: 2, three: 2}
    theirs = page.locator("#theirs").inner_text()
    assert "TA2" in theirs
    assert "図が見やすい" in theirs
    assert page.locator("#yours").inner_text().startswith("1")
    press(page, "2 Enter Escape")  # keys for the next student choose nothing
    assert page.locator('#strip [data-state="conflict"]').count() == 1
    page.locator("#conflicts").click()
    press(page, "t")
    page.locator('#strip [data-state="person"]').wait_for()
    press(page, "z z z")
    page.locator('#strip [data-state="open"]').nth(4).wait_for()
    saved(page)
    assert points_stored(here.desk.out) == {one: None, two: 2, three: None}


def test_yours_replaces_theirs_only_when_it_is_chosen(page: "Page", here: Served) -> None:
    """And an undo after somebody else has decided upon yours shows both again."""
    first = here.order[0]
    page.context.set_offline(True)
    press(page, "1")
    other_decides(here.desk.out, first, 2)
    page.context.set_offline(False)
    page.locator("#conflict[open]").wait_for()
    press(page, "m")
    saved(page)
    assert points_stored(here.desk.out) == {first: 1}
    other_decides(here.desk.out, first, 0)
    page.locator("#now", has_text="0 / 2").wait_for()
    press(page, "z")
    page.locator("#conflict[open]").wait_for()
    assert points_stored(here.desk.out) == {first: 0}


def test_what_waits_outlives_the_page(page: "Page", here: Served) -> None:
    """A decision that could not be sent is sent from the next page of the tab."""
    page.route("**/decide", lambda route: route.abort())
    press(page, "2")
    page.locator('#saved[data-status="unsaved"]').wait_for()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{here.address}/")
    page.unroute("**/decide")
    saved(page)
    assert points_stored(here.desk.out) == {here.order[0]: 2}


def test_a_reason_is_written_at_once_where_there_are_no_phrases(page: "Page", here: Served) -> None:
    """Nothing needs to be left first, and an empty list takes neither room nor the keys."""
    press(page, "2 c")
    assert page.evaluate("document.activeElement.id") == "reason"
    assert page.locator("#phrases").is_hidden()
    page.keyboard.insert_text("図がよい")
    press(page, "Escape")
    saved(page)
    page.wait_for_function("document.querySelector('#comment').open === false")
    for _ in range(PATIENCE // 100):  # the points alone were saved before
        if reasons_stored(here.desk.out) == {here.order[0]: "図がよい"}:
            break
        page.wait_for_timeout(100)
    assert reasons_stored(here.desk.out) == {here.order[0]: "図がよい"}


def test_phrases_are_picked_changed_and_applied_again(page: "Page", here: Served) -> None:
    """Digits pick them only in their dialog; whom a change reaches is shown before the yes."""
    press(page, "c")
    page.locator("#phrase-new").click()
    page.locator("#phrase-form [name=ja]").fill("図がよい")
    page.locator("#phrase-form [name=en]").fill("Good figures")
    page.locator("#phrase-save").click()
    page.locator("[data-pick]").wait_for()
    press(page, "1 Escape 2 j 1 c 1")
    page.keyboard.type("and more")
    press(page, "Escape")
    one, two = here.order[:2]
    wanted = {one: "図がよい / Good figures", two: "図がよい / Good figures and more"}
    for _ in range(PATIENCE // 100):  # the points of the second were saved before
        if reasons_stored(here.desk.out) == wanted:
            break
        page.wait_for_timeout(100)
    assert reasons_stored(here.desk.out) == wanted
    press(page, "c")
    page.locator("[data-edit]").click()
    page.locator("#phrase-form [name=en]").fill("Clear figures")
    assert "2 (1, 2)" in page.locator("#phrase-reach").inner_text()
    page.locator("#phrase-apply").click()
    page.locator("[data-pick]", has_text="Clear").wait_for()
    press(page, "Escape")
    saved(page)
    assert reasons_stored(here.desk.out) == {
        one: "図がよい / Clear figures",
        two: "図がよい / Clear figures and more",
    }
    assert points_stored(here.desk.out) == {one: 2, two: 1}
    press(page, "z")
    page.locator("#now", has_text="Good figures").wait_for()
    saved(page)
    assert reasons_stored(here.desk.out)[one] == "図がよい / Good figures"


def test_rubric_items_are_chosen_by_one_key_and_changed_for_all(page: "Page", here: Served) -> None:
    """The sum is said, and whom a change reaches from what to what; undo goes back a step."""
    press(page, "c")
    page.locator("#phrase-new").click()
    page.locator("#phrase-form [name=ja]").fill("単位がない")
    page.locator("#phrase-form [name=en]").fill("No unit")
    page.locator("#phrase-form [name=points]").fill("-0.5")
    page.locator("#phrase-save").click()
    page.locator("#phrases li", has_text="No unit").wait_for()
    press(page, "Escape q j q")
    assert "2 −0.5 = 1.5" in now(page)
    press(page, "1 j q q")
    saved(page)
    one, two, three = here.order[:3]
    assert points_stored(here.desk.out) == {one: 1.5, two: 1, three: None}
    assert reasons_stored(here.desk.out)[two] == (
        "2 − 0.5 − 0.5 (調整 / adjustment) = 1: 単位がない / No unit (−0.5)"
    )
    press(page, "c")
    page.locator("[data-edit]").click()
    page.locator("#phrase-form [name=points]").fill("-1")
    page.locator("#phrase-reach li", has_text="1: 1.5 → 1").wait_for()
    page.locator("#phrase-reach li", has_text="2: 1 → 0.5").wait_for()
    page.locator("#phrase-apply").click()
    page.locator("#phrases li", has_text="−1").wait_for()
    press(page, "Escape k k")
    page.locator("#now", has_text="2 −1 = 1").wait_for()
    assert points_stored(here.desk.out) == {one: 1, two: 0.5, three: None}
    assert page.locator("#items [data-item]").get_attribute("aria-pressed") == "true"
    press(page, "q")
    saved(page)
    page.locator('#strip [aria-current][data-state="open"]').wait_for()
    press(page, "z")
    page.locator("#now", has_text="2 −1 = 1").wait_for()


def test_the_history_is_one_key_away(page: "Page", here: Served) -> None:
    """Who decided what about the student who is shown, in a dialog that Escape closes."""
    other_decides(here.desk.out, here.order[0], 1)
    page.locator('#strip [data-state="person"]').wait_for()
    press(page, "i")
    row = page.locator("#history td", has_text="図が見やすい")
    row.wait_for()
    page.locator("#history", has_text="No earlier submission is kept").wait_for()
    press(page, "2 Escape j")
    row.wait_for(state="hidden")
    assert points_stored(here.desk.out) == {here.order[0]: 1}


def test_a_phrase_that_was_just_written_stands_once(page: "Page") -> None:
    """What was typed is the phrase from then on: its digit takes it out again."""
    press(page, "c")
    page.locator("#reason").fill("neat")
    page.locator("#phrase-new").click()
    page.locator("#phrase-form [name=ja]").fill("きれい")
    page.locator("#phrase-save").click()
    page.locator('[data-pick][aria-pressed="true"]', has_text="neat").wait_for()
    assert page.locator("#reason").input_value() == "きれい / neat"
    press(page, "1")
    assert page.locator("#reason").input_value() == ""


def test_a_group_is_decided_after_a_look_at_each(page: "Page", here: Served) -> None:
    """Who is taken out, and whom a person decided upon, is left alone."""
    handles = [str(dot.get_attribute("data-student")) for dot in page.locator("#strip .dot").all()]
    groups = [
        {"kind": "claim", "name": "a", "title": {"ja": "n³", "en": "n³"}, "students": handles[:5]},
        {"kind": "claim", "name": "b", "title": {"ja": "n", "en": "n"}, "students": handles[4:]},
    ]
    page.route("**/groups", lambda route: route.fulfill(json=groups))
    other_decides(here.desk.out, here.order[4], 0.5)
    page.locator('#strip [data-state="person"]').wait_for()
    press(page, "g")
    page.locator("#group-list li").wait_for()
    press(page, "1")
    page.locator("#group").wait_for()
    press(page, "2")
    assert "Look at this student first" in page.locator("#alert").inner_text()
    for _ in range(2):
        page.locator('#members [aria-current="true"]', has_text="✓").wait_for()
        press(page, "j")
    page.locator('#members [aria-current="true"]', has_text="✓").wait_for()
    assert shown(page).startswith("Student 4 ")
    press(page, "x 2")
    page.locator("#group").wait_for(state="hidden")
    saved(page)
    one, two, three, _four, five, _six = here.order
    assert points_stored(here.desk.out) == {one: 2, two: 2, three: 2, five: 0.5}
    press(page, "z")
    page.locator('#strip [data-state="open"]').nth(4).wait_for()
    saved(page)
    assert points_stored(here.desk.out)[two] is None


def test_what_was_seen_is_confirmed_and_what_changed_is_stale(page: "Page", here: Served) -> None:
    """Whose evidence is another one since must be looked at again."""
    press(page, "2 u 1 u")
    saved(page)
    page.wait_for_function("JSON.parse(sessionStorage['grader-seen']).length === 3")
    grade(here.desk.out, here.order[0], key="sha256:new")
    page.locator('#strip [data-state="stale"]').wait_for()
    page.locator("[data-do=confirm]").click()
    dialog = page.locator("#confirmed[open]")
    dialog.wait_for()
    assert "Confirmed students: 1" in dialog.inner_text()
    assert "Student 3 not confirmed: some items are not graded" in dialog.inner_text()
    with Store(here.desk.out, "kadai1") as store:
        assert [one.student for one in store.confirmations()] == [here.order[1]]
    assert not [one for one in STUDENTS if one in json.dumps(page.content())]
    press(page, "Escape k k")
    assert "changed since" in now(page)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (840, 720)])
def test_keys_scroll_the_report_and_not_the_page_around_it(
    page: "Page", width: int, height: int
) -> None:
    """Whoever has touched no mouse yet scrolls a long report; nothing covers it."""
    page.set_viewport_size({"width": width, "height": height})
    report = page.locator("[data-pane=report]")
    long = "<p>text</p>" * 200
    page.route(PIECE, lambda route: route.fulfill(content_type="text/html", body=long))
    page.reload()
    page.locator("[data-pane=report] p").nth(199).wait_for()
    page.keyboard.press("PageDown")
    page.wait_for_function(SCROLLED, polling=200)
    bar = page.locator("#deciding").bounding_box()
    shown = report.bounding_box()
    assert bar is not None
    assert shown is not None
    assert shown["y"] + shown["height"] <= bar["y"], "the bar covers nothing of the report"
    assert page.evaluate("document.documentElement.scrollHeight") < 1000


def test_the_report_is_shown_from_the_chapter_that_is_marked(page: "Page", here: Served) -> None:
    """At once, for everybody who has such a chapter; who has none is read from the top."""
    long = '<a data-chapter="discussion" data-jump="m1"></a>' + "<br>" * 300 + '<p id="m1">4</p>'
    page.route(PIECE, lambda route: route.fulfill(content_type="text/html", body=long))

    def with_chapter(route: "Route") -> None:
        answer = route.fetch()
        text = answer.text().replace('data-chapter=""', 'data-chapter="discussion"')
        route.fulfill(response=answer, body=text)

    page.route("**/criterion/form", with_chapter)
    page.goto(f"{here.address}/criterion/form")
    page.wait_for_function(SCROLLED)
    assert page.locator("[data-pane=report] #m1").is_visible()
    press(page, "j")
    page.wait_for_function(SCROLLED)


def test_without_a_name_the_page_asks_and_keeps_the_digit(page: "Page", here: Served) -> None:
    """What is pressed before Enter ends up in a field that shows it, and nothing is stored."""
    page.locator("#by").fill("")
    page.locator("#by").blur()
    press(page, "1 j 2 j")
    assert page.locator("#ask-by").is_visible()
    assert points_stored(here.desk.out) == {}
    page.locator("#ask-by-name").fill("TA7")
    press(page, "Enter")
    saved(page)
    assert not page.locator("#ask-by").is_visible()
    assert page.locator("#by").input_value() == "TA7"
    assert [(row[1], row[-1]) for row in stored(here.desk.out)] == [(1.0, "TA7")]
    press(page, "j 2")  # and points are points again
    saved(page)
    assert set(points_stored(here.desk.out).values()) == {1, 2}


def test_points_of_another_day_count_as_reviewed(page: "Page", here: Served) -> None:
    """Another browser session confirms who got points from this person, and says how many."""
    press(page, "1 j 2 j")
    saved(page)
    page.evaluate("() => sessionStorage.clear()")
    enter(page, here)
    page.locator('[data-do="confirm"]').click()
    dialog = page.locator("#confirmed")
    dialog.wait_for()
    assert int(dialog.locator("#reviewed-count").inner_text()) == 3  # and the one on the screen
    with Store(here.desk.out, "kadai1") as store:
        assert len(store.confirmations()) == int(dialog.locator("#confirmed-count").inner_text())


def test_decisions_of_a_closed_browser_are_offered_again(
    chromium: "Browser", tmp_path: Path
) -> None:
    """The server was gone, the browser was closed: the next one on that port is told of them."""
    desk = make_desk(tmp_path)
    with chromium.new_context(locale="en") as context:
        context.set_default_timeout(PATIENCE)
        context.route(PIECE, lambda route: route.fulfill(content_type="text/html", body="text"))
        with open_server(desk, SECRET, by="TA1") as server:
            first = context.new_page()
            first.goto(server.address)
            first.goto(f"{server.address.partition('/?')[0]}/criterion/form")
            first.locator("#who:not(:empty)").wait_for()
            port = urlsplit(server.address).port
        press(first, "1")
        first.wait_for_function(
            "() => Object.keys(localStorage).some((k) => k.includes('unsaved'))"
        )
        first.close(run_before_unload=False)
        with open_server(desk, SECRET, by="TA1") as server:
            assert urlsplit(server.address).port == port
            second = context.new_page()
            second.clock.install()
            second.clock.fast_forward(60_000)
            second.goto(server.address)
            second.locator("#kept").wait_for()
            assert second.locator("#kept-count").inner_text() == "1"
            second.locator("#kept-save").click()
            second.locator('#saved[data-status="saved"]').wait_for()
            assert second.evaluate(
                "() => Object.keys(localStorage).every((key) => !key.includes('unsaved'))"
            )
    assert [(row[1], row[-1]) for row in stored(desk.out)] == [(1.0, "TA1")]


def test_the_later_decision_of_two_closed_tabs_is_offered(
    chromium: "Browser", tmp_path: Path
) -> None:
    """Whatever order the browser lists its keys in; and it comes without a second look."""
    desk = make_desk(tmp_path)
    with (
        open_server(desk, SECRET, by="TA1") as server,
        chromium.new_context(locale="en") as context,
    ):
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(server.address)
        page.locator("#class").wait_for()
        place = page.locator("body").get_attribute("data-place")
        student = page.evaluate(
            "fetch('/state').then((r) => r.json()).then((s) => Object.keys(s.students)[0])"
        )
        for tab, points, decided in (("a", 2, 2000), ("b", 1, 1000)):
            unsaved = {
                "student": student,
                "criterion": "form",
                "points": points,
                "reason": "",
                "by": "TA1",
                "basis": "",
                "decidedAt": decided,
            }
            page.evaluate(
                "([key, value]) => localStorage.setItem(key, value)",
                [f"grader-unsaved {place} {tab}", json.dumps({"at": 0, "unsaved": [unsaved]})],
            )
        page.locator("#kept").wait_for()
        page.locator("#kept-save").click()
        page.locator('#saved[data-status="saved"]').wait_for()
    assert [(row[1], row[-1]) for row in stored(desk.out)] == [(2.0, "TA1")]


def test_a_reason_given_before_the_name_is_no_draft_afterwards(page: "Page", here: Served) -> None:
    """It is stored with the name, and a colleague's reason is not replaced by it later."""
    press(page, "1")
    saved(page)
    page.locator("#by").fill("")
    page.locator("#by").blur()
    press(page, "c")
    page.locator("#reason").fill("mine")
    page.keyboard.press("Escape")
    page.locator("#ask-by-name").fill("TA7")
    press(page, "Enter")
    saved(page)
    assert [(row[2], row[-1]) for row in stored(here.desk.out)][-1] == ("mine", "TA7")
    assert page.evaluate(
        "() => Object.keys(sessionStorage).filter((k) => k.includes('drafts'))"
        ".every((k) => sessionStorage[k] === '[]')"
    )
