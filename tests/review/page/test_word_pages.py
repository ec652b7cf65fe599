"""Word reports: their pages with marks where LibreOffice is, else text and a sentence why."""

import io
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from grader.model.submission import ReportFile
from grader.reports.for_others import KNOWN
from grader.reports.office import find_office, holds_office
from grader.reports.reading import DocumentReader, document_libraries_missing
from grader.review.page.report_pages import FOLDER, NotReady, ReportPages
from grader.sandbox import (
    IsolationLevel,
    Sandbox,
    japanese_font,
    probe,
)
from tests.hostile.word_attacks import ATTACKS
from tests.hostile.word_files import body, paragraph, raw_word
from tests.review.page.student_files import Page, active_parts, open_page
from tests.tree import ROOT

LEVEL = next(level for level in IsolationLevel if probe(level).holds)
pytestmark = pytest.mark.skipif(
    bool(document_libraries_missing()), reason="nothing reads documents here"
)
needs_office = pytest.mark.skipif(
    not find_office() or not holds_office(LEVEL), reason="LibreOffice Writer is not installed"
)
DEMO = ROOT / "submissions" / "demo" / "kadai1"
ENGLISH = raw_word(
    body(
        paragraph("Report")
        + paragraph("24A1202")
        + paragraph("1. Aim", '<w:pStyle w:val="Heading1"/>')
        + paragraph("&lt;script&gt;alert(1)&lt;/script&gt; Sizes and times.")
        + paragraph("2. Results", '<w:pStyle w:val="Heading1"/>')
        + paragraph("The run time is proportional to n^3.")
    )
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A report in Japanese with figures, one in English, one that LibreOffice cannot open."""
    program = b"x = 1\n"
    reports = {
        "24A1201": DEMO.joinpath("24A1201", "report.docx").read_bytes(),
        "24A1202": ENGLISH,
        "24A1203": ATTACKS["word: styles based on each other"](),
    }
    files = {
        student: {"kadai1.py": program, "report.docx": data} for student, data in reports.items()
    }
    folder = tmp_path_factory.mktemp("class")
    with Sandbox(LEVEL) as place, open_page(folder, files, reader=DocumentReader(place)) as opened:
        yield opened


def _shown(page: Page, student: str, *, blind: bool = False) -> str:
    """Asks for the pages until they are there or will never be."""
    handle = page.live.state().handles[student]
    address = f"/student/{handle}/report?blind={int(blind)}&as=pages"
    for _ in range(600):
        answer = page.client.get(address, headers={"Host": "127.0.0.1:4711"})
        assert answer.status_code == 200
        if "data-again" not in answer.text and "data-later" not in answer.text:
            return answer.text
        time.sleep(0.1)
    raise AssertionError("they are never there")


def _marked(text: str, kind: str) -> int:
    return len(re.findall(rf'<g id="[^"]*" class="found {kind}"', text))


@needs_office
def test_nobody_waits_for_pages(page: Page) -> None:
    """The text is there while they are made, and says so."""
    handle = page.live.state().handles["24A1202"]
    text = page.text("24A1202", "/report")
    assert "The run time is proportional" in text or f"/student/{handle}/page/1.png" in text
    assert "data-later" in text or "LibreOffice converted this Word file" in text


@needs_office
def test_pages_have_marks(page: Page) -> None:
    """Headings, captions, claims and figures of the Word file, where they stand on its pages."""
    text = _shown(page, "24A1201")
    assert "LibreOffice converted this Word file to pages" in text
    assert _marked(text, "heading") >= 5
    assert _marked(text, "caption") == 2
    assert _marked(text, "figure-yes") == _marked(text, "figure-unsure") == 1
    assert "place not found" not in text
    english = _shown(page, "24A1202")
    assert _marked(english, "claim") == 1
    assert active_parts(english) == []
    picture = page.picture("24A1202", "/page/1.png")
    assert Image.open(io.BytesIO(picture.data), formats=["PNG"]).width == 1000


@needs_office
def test_blind_pages_mask_the_cover(page: Page) -> None:
    """Everything above the first heading is grey, and no id is in the pane."""
    text = _shown(page, "24A1202", blind=True)
    assert "24A1202" not in text
    blind = page.picture("24A1202", "/page/1.png", blind=True)
    seen = page.picture("24A1202", "/page/1.png")
    masked = [Image.open(io.BytesIO(one.data), formats=["PNG"]) for one in (blind, seen)]
    grey = [one.getpixel((150, 130)) for one in masked]
    assert grey[0] == (128, 128, 128) != grey[1]


@needs_office
def test_what_libreoffice_cannot_open_stays_text(page: Page) -> None:
    """With one sentence why."""
    text = _shown(page, "24A1203")
    assert "Shown as text and figures: " in text  # it takes too long where others keep it from it
    assert page.picture("24A1203", "/page/1.png").status_code == 404


@needs_office
@pytest.mark.skipif(bool(japanese_font()), reason="this machine has a Japanese font")
def test_japanese_without_a_font_is_text_until_asked(page: Page) -> None:
    """Boxes help nobody; the sentence says so and offers the pages all the same."""
    text = page.text("24A1201", "/report")
    assert "this computer has no Japanese font" in text
    assert 'data-as="pages"' in text
    assert "<img" not in text.split("report-text")[0]


@pytest.mark.skipif(bool(find_office()), reason="LibreOffice is installed")
def test_without_libreoffice_the_text_says_why(page: Page) -> None:
    """One sentence."""
    assert "LibreOffice, which converts Word files to pages, is not installed" in page.text(
        "24A1202", "/report"
    )


@needs_office
def test_the_end_breaks_off_a_heavy_file(tmp_path: Path) -> None:
    """Whoever ends the page does not wait for it: nothing is kept of what was under way."""
    heavy = raw_word(body(paragraph("word " * 40) * 30_000))
    report = ReportFile(
        name="report.docx", root=tmp_path, parts=(), size_bytes=len(heavy), digest="heavy"
    )
    pages = ReportPages(tmp_path, lambda _: heavy, KNOWN)
    assert pages.written(report) == NotReady()
    time.sleep(2)  # so that it is under way; before that there is nothing to break off either
    pages.close()
    assert list((tmp_path / FOLDER).glob("*")) == []
