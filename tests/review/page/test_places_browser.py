"""Comments at places in a real browser: clicked or by keys, saved, edited, taken back."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Struct

from grader.reports.reading import DocumentReader, document_libraries_missing
from grader.review.page import LiveGradebook, open_server
from grader.sandbox import IsolationLevel, Sandbox, probe
from tests.review.page.student_files import grade_class
from tests.tree import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROGRAM = b"import sys\n\ndef matmul(a, b):\n    return [[0]]\n\n\nprint('<b>x</b>')\n"
PDF = ROOT / "submissions" / "demo" / "kadai1" / "24A1205" / "report.pdf"
NASTY = "<img src=x onerror=alert(1)> なぜ?"
PATIENCE = 30_000  # milliseconds
LOADED = ".pane-content[aria-busy=false]"
WIDE, PHONE = (1400, 900), (390, 800)


class Served(Struct, frozen=True):
    """A server with one student, a browser, and what it complained about."""

    address: str
    token: str
    browser: Any  # Playwright's
    complaints: list[str]

    def page(self, size: tuple[int, int] = WIDE, query: str = "") -> Any:
        """Opens the student in a window of its own."""
        width, height = size
        context = self.browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.heard(said))  # noqa: PLW0108  it sets an attribute
        base = self.address.partition("/student")[0]
        page.goto(f"{base}/?{self.token}")
        page.goto(self.address + query)
        if size == PHONE:
            page.click(".pane-choice [data-pane=program]")
        page.wait_for_selector(f"#pane-program {LOADED} .row")
        return page

    def heard(self, said: Any) -> None:
        # A comment that somebody else replaced is answered with 409, which Chromium reports.
        if said.type in ("error", "warning") and "409" not in said.text:
            self.complaints.append(said.text)


@pytest.fixture
def served(tmp_path: Path, chromium: "Browser") -> Iterator[Served]:
    """A student with a program and, where documents are read, a report."""
    report = {} if document_libraries_missing() else {"report.pdf": PDF.read_bytes()}
    level = next(level for level in IsolationLevel if probe(level).holds)
    with Sandbox(level) as place:
        files = {"24A1201": {"kadai1.py": PROGRAM, **report}}
        desk = grade_class(tmp_path, files, reader=DocumentReader(place) if report else None)
    with open_server(desk, b"secret", by="TA") as server:
        live = LiveGradebook(desk, b"secret")
        (handle,) = live.state().handles.values()
        live.close()
        base, _, token = server.address.partition("/?")
        complaints: list[str] = []
        yield Served(f"{base}/student/{handle}", token, chromium, complaints)
    assert complaints == []


def write(page: Any, line: int, text: str) -> None:
    """Clicks a line and writes."""
    page.locator(f".row:has([data-spot='line 0 {line}']) code").click()
    page.fill(".place-editor textarea", text)
    page.click(".place-editor .dialog-ends button:not(.small)")
    page.wait_for_selector(f".place-note .place-text:text-is({text!r})")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_clicked_line_takes_a_comment(served: Served, size: tuple[int, int]) -> None:
    """It stands below its line, and does after the page was opened again; nothing overflows."""
    page = served.page(size)
    write(page, 4, NASTY)
    shown = page.locator(".row:has([data-spot='line 0 4']) + .place-note")
    assert shown.locator(".place-text").text_content() == NASTY
    page.reload()
    shown.wait_for()
    assert shown.locator(".place-text").text_content() == NASTY
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = shown.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]


def test_keys_choose_a_line_write_save_and_undo(served: Served) -> None:
    """C goes to the lines, j k and arrows along them, c or Enter writes, z takes back."""
    page = served.page()
    page.focus("#pane-program")
    page.keyboard.press("m")
    for key in ("ArrowDown", "j", "ArrowDown", "k"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.spot") == "line 0 3"
    page.keyboard.press("m")
    page.keyboard.type("cjz by keys")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".place-note")
    assert page.evaluate("document.activeElement.dataset.spot") == "line 0 3"
    page.keyboard.press("z")
    page.wait_for_selector(".place-note", state="detached")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.locator(".place-editor").count() == 0


def test_edited_removed_and_brought_back(served: Served) -> None:
    """Z takes back one step after the other, also what was removed."""
    page = served.page()
    write(page, 1, "first")
    page.click(".place-note button >> nth=0")
    page.fill(".place-editor textarea", "second")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".place-text:text-is('second')")
    page.click(".place-note button >> nth=1")
    page.wait_for_selector(".place-note", state="detached")
    for text in ("second", "first"):
        page.keyboard.press("z")
        page.wait_for_selector(f".place-text:text-is('{text}')")


def test_two_pages_and_one_comment(served: Served) -> None:
    """What the other one wrote is seen before it is replaced; what is typed stays."""
    one, other = served.page(), served.page()
    write(one, 1, "first")
    other.wait_for_selector(".place-text:text-is('first')")
    other.click(".place-note button >> nth=0")
    other.fill(".place-editor textarea", "mine")
    one.click(".place-note button >> nth=0")
    one.fill(".place-editor textarea", "theirs")
    one.keyboard.press("Control+Enter")
    one.wait_for_selector(".place-text:text-is('theirs')")
    other.click(".place-editor .dialog-ends button:not(.small)")
    other.wait_for_selector(".place-editor [role=status] q:text-is('theirs')")
    assert other.input_value(".place-editor textarea") == "mine"
    other.click(".place-editor .dialog-ends button:not(.small)")
    other.wait_for_selector(".place-text:text-is('mine')")


def test_what_was_being_written_is_there_after_a_reload(served: Served) -> None:
    """It is no comment yet; it goes on where it was."""
    page = served.page()
    page.locator(".row:has([data-spot='line 0 4']) code").click()
    page.fill(".place-editor textarea", "half a thou")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.wait_for_selector(".place-editor textarea")
    assert page.input_value(".place-editor textarea") == "half a thou"
    assert page.locator(".place-note").count() == 0


@pytest.mark.skipif(bool(document_libraries_missing()), reason="nothing reads documents here")
def test_line_and_figure_of_a_report_page(served: Served) -> None:
    """They get a number on the page, and stand below it."""
    page = served.page()
    page.wait_for_selector(f"#pane-report {LOADED} .leaf rect.place")
    page.locator("#pane-report rect.place").nth(5).click(force=True)
    page.fill(".place-editor textarea", "which machine?")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".report-page .place-note")
    page.locator("#pane-report g[data-spot^=figure] rect").first.click()
    page.fill(".place-editor textarea", "no unit")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".place-text:text-is('no unit')")
    assert page.locator(".place-badge").count() == 2
    numbers = page.locator(".place-badge text").all_text_contents()
    assert sorted(numbers) == ["1", "2"]
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.reload()
    page.click(".pane-choice [data-pane=program]")  # drawn while it cannot be seen
    page.wait_for_selector(".place-badge", state="attached")
    assert float(page.locator(".place-badge circle").first.get_attribute("cy")) > 100
