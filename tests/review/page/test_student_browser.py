"""The student view in a real browser: panes hide and are remembered, points are given, marks found.

Nothing of a student's runs: the browser itself says when its policy stopped something.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Struct

from grader.model.finding import Location, Verdict
from grader.review.page import LiveGradebook, open_server
from tests.export.samples import finding
from tests.review.page.student_files import grade_class

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROGRAM = b"x = '<img src=x onerror=alert(1)><script>alert(2)</script>'\n" * 60
AT_LINE_50 = finding(
    "COR003",
    Verdict.FAILED,
    params={"size": 3},
    locations=(Location(file="kadai1.py", line=50),),
)
PATIENCE = 30_000  # milliseconds; machines that test are slow
LOADED = ".pane-content[aria-busy=false]"


class Served(Struct, frozen=True):
    """A server, its students' addresses, and a browser."""

    base: str
    token: str
    handles: list[str]
    browser: Any  # Playwright's


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, chromium: "Browser") -> Iterator[Served]:
    """Two students with programs that would like to be run."""
    files = {name: {"kadai1.py": PROGRAM} for name in ("24A1201", "24A1202")}
    desk = grade_class(tmp_path_factory.mktemp("class"), files, findings=[AT_LINE_50])
    with open_server(desk, b"secret", by="TA") as server:
        live = LiveGradebook(desk, b"secret")
        handles = list(live.state().handles.values())
        live.close()
        base, _, token = server.address.partition("/?")
        yield Served(base, token, handles, chromium)


@pytest.fixture(params=[(1280, 900), (768, 1000), (390, 800)], ids=["wide", "tablet", "phone"])
def window(served: Served, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The first student in a window of some size; what the browser complains about is kept."""
    width, height = request.param
    context = served.browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if "Security Policy" in said.text else None,
    )
    page.goto(f"{served.base}/?{served.token}")
    page.goto(f"{served.base}/student/{served.handles[0]}")
    yield page
    context.close()
    assert complaints == []


def test_panes_hide_and_are_remembered(served: Served, window: Any) -> None:
    """Side by side where there is room, one after the other as tabs where there is none."""
    wide = window.viewport_size["width"] > 960
    assert window.locator(".pane:visible").count() == (3 if wide else 1)
    window.click(".pane-choice [data-pane=program]")
    window.wait_for_selector(f"#pane-program:visible {LOADED}" if not wide else "#pane-report")
    hidden = window.locator("#pane-program").is_hidden()
    assert hidden == wide
    window.goto(f"{served.base}/student/{served.handles[1]}")
    window.wait_for_selector(f".pane:not([hidden]) {LOADED}")
    assert window.locator("#pane-program").is_hidden() == wide
    assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_points_are_given_and_taken_back(window: Any) -> None:
    """The button that is pressed stands for points that are stored."""
    form = window.locator("[data-criterion=form]")
    form.locator("[data-give='1.5']").click()
    window.wait_for_selector("[data-criterion=form] [data-by]:text('TA')")
    assert form.locator("[data-points]").inner_text() == "1.5"
    assert form.locator("[data-give='1.5']").get_attribute("aria-pressed") == "true"
    form.locator(".take-back").click()
    window.wait_for_selector("[data-criterion=form] .take-back", state="hidden")
    assert form.locator("[data-points]").inner_text() == "–"


def test_what_somebody_writes_stays_while_others_decide(window: Any) -> None:
    """A reason that is being written is not replaced by what is stored."""
    reason = window.locator("[data-criterion=form] [data-reason]")
    reason.fill("half a graph")
    window.locator("[data-criterion=content] [data-give='1']").click()
    window.wait_for_selector("[data-criterion=content] [data-by]:text('TA')")
    assert reason.input_value() == "half a graph"
    window.locator("[data-criterion=form] [data-give='1']").click()
    window.wait_for_selector("[data-criterion=form] [data-by]:text('TA')")
    window.reload()
    assert reason.input_value() == "half a graph"
    for criterion in ("form", "content"):
        window.locator(f"[data-criterion={criterion}] .take-back").click()
        window.wait_for_selector(f"[data-criterion={criterion}] .take-back", state="hidden")


def test_a_finding_leads_to_its_line_and_nothing_runs(window: Any) -> None:
    """A jump shows the line; what the student wrote is letters."""
    if window.locator("#pane-program").is_hidden():
        window.click(".pane-choice [data-pane=program]")
    window.wait_for_selector(f"#pane-program {LOADED}")
    window.locator(".code-findings a[data-jump]").first.click()
    window.wait_for_selector(".row.jumped")
    assert window.locator(".row.jumped .number").inner_text() == "50"
    assert window.locator(".program-pane img, .program-pane script").count() == 0


@pytest.mark.parametrize(
    "scheme",
    ["light", pytest.param("dark", marks=pytest.mark.repetition("the page in light colours"))],
)
def test_everybody_can_read_and_use_it(served: Served, scheme: str) -> None:
    """No serious fault that axe-core finds, in either scheme, with all panes open."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is missing")
    context = served.browser.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme=scheme
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{served.base}/?{served.token}")
    page.goto(f"{served.base}/student/{served.handles[0]}")
    for pane in ("report", "evidence", "program"):
        page.wait_for_selector(f"#pane-{pane} {LOADED}")
    found = axe.Axe().run(page).response["violations"]
    serious = {
        one["id"]: [node["html"] for node in one["nodes"]][:3]
        for one in found
        if one["impact"] in {"serious", "critical"}
    }
    context.close()
    assert serious == {}


def test_keys_move_and_hide_names(window: Any, served: Served) -> None:
    """The documented ones that mean something on a student's page; `?` lists them."""
    window.keyboard.press("j")
    window.wait_for_url(f"**/student/{served.handles[1]}")
    window.keyboard.press("k")
    window.wait_for_url(f"**/student/{served.handles[0]}")
    window.keyboard.press("b")
    window.wait_for_url("**?blind=1")
    window.keyboard.press("?")
    shown = window.locator("#keys dt").all_inner_texts()
    assert shown[:8] == ["/", "?", "j", "k", "b", "z", "m", "i"]
    assert shown[8:] == ["l", "u", "0 – 9", "h", "q w e r t …", "c", "Backspace"]


def test_points_are_given_by_keys_once_a_criterion_is_chosen(window: Any) -> None:
    """A digit alone gives nothing, and says so; each key means the chosen criterion."""
    form, content = (window.locator(f".award[data-criterion={one}]") for one in ("form", "content"))
    before = content.locator("[data-points]").inner_text()
    window.keyboard.press("1")
    window.locator("#alert", has_text="l").wait_for()
    assert form.locator("[data-points]").inner_text() == "–"
    window.keyboard.press("u")
    first = window.locator(".award[aria-current=true]")
    assert first.locator("[data-points]").inner_text() == "–"
    for _ in range(5):
        if form.get_attribute("aria-current") == "true":
            break
        window.keyboard.press("l")
    window.keyboard.press("h")
    window.keyboard.press("1")
    window.wait_for_selector("[data-criterion=form] [data-by]:text('TA')")
    assert form.locator("[data-points]").inner_text() == "1.5"
    assert content.locator("[data-points]").inner_text() == before
    window.keyboard.press("9")
    assert form.locator("[data-points]").inner_text() == "1.5"
    assert window.locator("#alert").inner_text()
    window.keyboard.press("c")
    window.keyboard.type("1 graph")
    window.keyboard.press("Escape")
    assert form.locator("[data-reason]").input_value() == "1 graph"
    window.keyboard.press("Backspace")
    window.wait_for_selector("[data-criterion=form] .take-back", state="hidden")
    assert form.locator("[data-points]").inner_text() == "–"


def test_every_page_has_one_main_part(window: Any, served: Served) -> None:
    """Readers of the page by ear jump to it."""
    for path in ("/", f"/student/{served.handles[0]}", "/export", "/neighbours"):
        window.goto(served.base + path)
        assert window.locator("main").count() == 1, path
