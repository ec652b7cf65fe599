"""The form on a sheet: off unless the assignment asks for it, and it works in a file alone."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from grader.export.pages import render_sheet_html
from grader.model.course import Assignment
from grader.review.requests.text import parse_requests
from grader.scoring import score
from tests.gradebook.gradebook_for_tests import KADAI1, LAWFUL, NOON, WRONG, with_hidden_criterion
from tests.store.records_for_tests import full_evidence

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

HOSTILE = "24A1201'\"><script>alert(1)</script>"
ASKS = replace(KADAI1, requests_until=NOON)


def sheet(assignment: Assignment = ASKS, student: str = "24A1201") -> str:
    """A student's page."""
    evidence = replace(full_evidence(), student=student)
    points = score([WRONG, LAWFUL], assignment, student)
    return render_sheet_html(points, evidence, assignment, "en")


def test_without_the_key_there_is_none() -> None:
    """The sheet is what it was: no form, no script, and a policy that lets none run."""
    page = sheet(KADAI1)
    assert "<script" not in page
    assert "script-src" not in page
    assert "Regrade request" not in page
    with_form = sheet()
    assert with_form.count("<script>") == 1
    assert re.search(r"script-src 'sha256-[\w+/=]+'; img-src", with_form)


def test_what_only_tas_see_is_not_offered() -> None:
    """And nothing in the page is more than text."""
    assignment = replace(with_hidden_criterion(), requests_until=NOON)
    page = sheet(assignment, HOSTILE)
    assert '<option value="rules">' not in page
    assert '<option value="program">' in page
    assert "<script>alert" not in page
    assert page.count("<script>") == 1


@pytest.mark.parametrize("width", [1280, 390])
def test_a_file_is_saved_from_a_file(
    visit: "Callable[..., BrowserContext]", tmp_path: Path, width: int
) -> None:
    """What is filled in is shown, saved, and read back; the browser complains about nothing."""
    (tmp_path / "sheet.html").write_text(sheet(), encoding="utf-8")
    page = visit(viewport={"width": width, "height": 900}, accept_downloads=True).new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((tmp_path / "sheet.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    save = page.locator('[data-ask="save"]')
    assert save.is_disabled()
    page.locator('[data-ask="criterion"]').select_option("program")
    page.locator('[data-ask="claim"]').fill("<b>転置</b>は\n正しいです")
    with page.expect_download() as download:
        save.click()
    assert download.value.suggested_filename == "kadai1-request-24A1201-program.txt"
    download.value.save_as(tmp_path / "saved.txt")
    (request,) = parse_requests((tmp_path / "saved.txt").read_text(encoding="utf-8"))
    assert (request.assignment, request.student) == ("kadai1", "24A1201")
    assert (request.criterion, request.claim) == ("program", "<b>転置</b>は\n正しいです")
    assert complaints == []


def test_without_javascript_there_is_a_text(
    visit: "Callable[..., BrowserContext]", tmp_path: Path
) -> None:
    """The form is not there; the text to be copied is, with what may stand in it."""
    (tmp_path / "sheet.html").write_text(sheet(), encoding="utf-8")
    page = visit(java_script_enabled=False).new_page()
    page.goto((tmp_path / "sheet.html").as_uri())
    assert page.locator('[data-ask="save"]').is_hidden()
    text = page.locator("#request pre").inner_text()
    assert text.startswith("Regrade request / 再採点の依頼\nassignment: kadai1\nstudent: 24A1201\n")
    assert page.locator("#request li code").all_text_contents() == ["program", "rules", "form"]
    filled = text.replace("criterion:", "criterion: form") + "軸はあります\n"
    assert [each.claim for each in parse_requests(filled)] == ["軸はあります"]
