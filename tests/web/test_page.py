"""The page in a real browser: answers, endings, both languages, keyboard, and no network.

It needs Pyodide's files (`make pyodide`), which are not in the repository; without them these tests
are skipped. What is said is tested in test_checking.py, without a browser.
"""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.chromium import PATIENCE
from tests.conftest import Once
from tests.one_cpu import run
from tests.tree import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.repetition("tests/web/test_checking.py and test_building.py")

PYODIDE = ROOT / "build" / "pyodide"
ANSWERED = "#state[data-state=done], #state[data-state=not_done]"
MATMUL = "def matmul(a, b):\n    "
RIGHT = (
    f"{MATMUL}return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))]"
    " for i in range(len(a))]\n"
)
SAID = {  # what is checked, and a word of the answer
    "right": (RIGHT.encode(), "○"),
    "wrong": (RIGHT.replace("b[k][j]", "b[j][k]").encode(), "COR002"),
    "forbidden": (
        f"import numpy as np\n{MATMUL}return (np.array(a) @ b).tolist()\n".encode(),
        "POL001",
    ),
    "syntax": (b"def matmul(a, b)\n    return a\n", "RUN001"),
    "raises": (f"{MATMUL}return a[len(a)]\n".encode(), "RUN003"),
    "endless": (f"{MATMUL}while True:\n        pass\n".encode(), "RUN004"),
    "large": (b"# much\n" * 500_000, "RUN001"),
}
DEAF = f"""{MATMUL}while True:
        try:
            while True:
                pass
        except BaseException:
            pass
"""
"""It listens to no clock: only the page can end it, with its worker."""
NESTED = f"""{MATMUL}m = map(abs, [1])
    for _ in range(200_000):
        m = map(abs, m)
    return [[next(m)]]
"""
"""It takes Python down with it."""


@pytest.fixture(scope="module")
def site(once: Once) -> Iterator[tuple[str, list[str]]]:
    """The page of kadai1 on a server of its own: its address, and what was asked of the server."""
    if not PYODIDE.is_dir():
        pytest.skip("Pyodide's files are not here: make pyodide")

    def fill(folder: Path) -> None:
        asked = ["pack", "kadai1", "--course", str(ROOT), "--web", str(folder / "site")]
        assert run([*asked, "--pyodide", str(PYODIDE)]) == 0

    folder = once("web-site", fill) / "site"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", []
    server.shutdown()
    server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(params=[(1280, "ja-JP"), (390, "en-US")], ids=["wide-ja", "phone-en"])
def page(
    site: tuple[str, list[str]], chromium: "Browser", request: pytest.FixtureRequest
) -> Iterator[Any]:
    """The page when it is ready; all requests stay at its origin, and nothing is complained of."""
    width, locale = request.param
    context = chromium.new_context(viewport={"width": width, "height": 900}, locale=locale)
    context.set_default_timeout(PATIENCE)
    asked: list[str] = []
    complaints: list[str] = []
    context.on("request", lambda each: asked.append(each.url))
    opened = context.new_page()
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.goto(site[0])
    opened.wait_for_selector("#state[data-state=ready]")
    yield opened
    context.close()
    assert [url for url in asked if not url.startswith((site[0], "blob:", "data:"))] == []
    assert len(asked) > 10
    assert complaints == []


def checked(page: Any, *files: tuple[str, bytes]) -> str:
    """Chooses files, checks them, and gives the answer."""
    given = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files]
    page.set_input_files("#files", given)
    page.wait_for_selector(f"#chosen li:nth-child({len(files)})")
    page.click("#check")
    page.wait_for_selector(ANSWERED, state="attached")
    answer: str = page.inner_text("#answer")
    return answer


def test_it_answers(page: Any) -> None:
    """Right, wrong, forbidden, misspelt, raising, endless, too large; and a report beside it."""
    _all_can_use(page)
    for name, (program, word) in SAID.items():
        answer = checked(page, ("kadai1.py", program))
        assert word in answer, name
        assert ("×" in answer) == (name != "right"), name
        assert page.evaluate("document.activeElement.id") == "result"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    report = (ROOT / "tests" / "data" / "nothing.pdf", b"%PDF-1.7\n")
    answer = checked(page, ("kadai1.py", RIGHT.encode()), ("report.pdf", report[1]))
    japanese = page.evaluate("document.documentElement.lang") == "ja"
    assert (
        "レポートはここでは確かめていません" if japanese else "report was not checked here"
    ) in answer
    _all_can_use(page)
    page.click("#language")
    assert page.inner_text("#answer") != answer


def test_it_ends_what_does_not_come_back(page: Any) -> None:
    """A program that catches the end of its time, and one that takes Python down with it."""
    assert "RUN004" in checked(page, ("kadai1.py", DEAF.encode()))
    assert "RUN006" in checked(page, ("kadai1.py", NESTED.encode()))
    assert "○" in checked(page, ("kadai1.py", RIGHT.encode()))


def test_it_needs_no_mouse_and_no_network(page: Any) -> None:
    """A program is pasted and checked by keys alone, after the first visit without a network."""
    page.wait_for_selector("html[data-offline=yes]", state="attached")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#state[data-state=ready]")
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "files"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.insert_text(RIGHT)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(ANSWERED, state="attached")
    assert "×" not in page.inner_text("#answer")
    assert "○" in page.inner_text("#answer")


def _all_can_use(page: Any) -> None:
    """Has axe look for what keeps somebody from reading or using the page, in light and dark."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    found: Callable[[Any], Any] = axe.Axe().run
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        violations = found(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []
