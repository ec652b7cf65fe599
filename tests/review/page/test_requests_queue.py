"""The queue in a real browser: an answer for all who are alike, on a desk and on a phone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.gradebook.desk import Desk, opened
from grader.review.page import open_server
from tests.review.page.served import EVIL, SECRET
from tests.review.requests.asked import ask, asked_desk

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two with the same mistake ask about it, one of them with everything a student can write."""
    desk = asked_desk(tmp_path)
    ask(desk, "24A1201", claim=EVIL.replace("\ud800", ""))
    ask(desk, "24A1202", claim="2 ページの図を見てください\n\nお願いします")
    ask(desk, "24A1203", criterion="", claim="なぜですか")
    return desk


@pytest.fixture(params=[1280, 390], ids=["desk", "phone"])
def page(
    desk: Desk, visit: "Callable[..., BrowserContext]", request: pytest.FixtureRequest
) -> "Iterator[Page]":
    """The queue; what the browser complains about fails the test."""
    with open_server(desk, SECRET, by="TA1") as server:
        page = visit(viewport={"width": request.param, "height": 900}).new_page()
        complaints: list[str] = []
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto(server.address)
        page.goto(f"{server.address.partition('/?')[0]}/requests")
        yield page
        assert complaints == []


def points(desk: Desk) -> dict[str, Any]:
    """Everybody's points for the program."""
    with opened(desk) as here:
        return {
            grade.student: next(
                award.points for award in grade.sheet.awards if award.criterion == "program"
            )
            for grade in here.book.grades
            if grade.sheet is not None
        }


def test_one_answer_for_all(page: "Page", desk: Desk) -> None:
    """Everybody's points stand there before they are saved; who is unticked keeps theirs."""
    form = page.locator('[data-form="answer"]').nth(0)
    form.locator('[name="mistake"]').select_option(index=1)
    form.locator('[name="points"]').fill("2.5")
    assert form.locator('[value="change"]').is_checked()
    rows = form.locator("[data-member]")
    rows.nth(1).wait_for()
    assert rows.locator("[data-after]").all_text_contents() == ["2.5", "2.5"]
    rows.nth(1).locator("input").uncheck()
    form.locator('[name="text"]').fill("見直しました")
    overflow = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(overflow) <= 0
    form.locator('[type="submit"]').click()
    page.locator("#done-title").wait_for()
    assert page.locator(".answered").count() == 2
    assert points(desk) == {"24A1201": 2.5, "24A1202": 2.5, "24A1203": 0, "24A1204": 4}
    assert page.locator("#waiting-title .count").text_content() == "1"


def test_words_that_are_not_saved_stay(page: "Page", desk: Desk) -> None:
    """An answer to one leaves what is written to another; a refusal is said where it belongs."""
    first, second = page.locator('[data-form="answer"]').all()
    second.locator('[name="text"]').fill("まだ書いている")
    first.locator('[name="text"]').fill("変えません")
    first.locator('[name="points"]').fill("9")
    first.locator('[name="text"]').focus()
    first.evaluate("form => form.noValidate = true")
    first.locator('[type="submit"]').click()
    assert "0 to the maximum" in (first.locator("[data-told]").text_content() or "")
    first.locator('[value="keep"]').check()
    first.locator('[type="submit"]').click()
    page.locator(".answered").wait_for()
    assert second.locator('[name="text"]').input_value() == "まだ書いている"
    page.locator('[data-form="about"] select').select_option("form")
    page.locator('[data-form="about"] [type="submit"]').click()
    page.locator('[data-form="about"]').wait_for(state="detached")
    assert second.locator('[name="text"]').input_value() == "まだ書いている"
    assert points(desk)["24A1201"] == 0
    second.locator('[name="text"]').fill("")


def test_a_mail_is_pasted(page: "Page", desk: Desk) -> None:
    """It stands in the queue at once."""
    page.locator(".paste summary").click()
    form = page.locator('[data-form="paste"]')
    form.locator('[name="student"]').fill("24A1204")
    form.locator('[name="criterion"]').select_option("form")
    form.locator('[name="text"]').fill("メールの本文です")
    form.locator('[type="submit"]').click()
    page.get_by_text("メールの本文です", exact=True).first.wait_for()
    assert page.locator("#waiting-title .count").text_content() == "4"
    del desk
