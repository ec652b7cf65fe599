"""A report on the page: its pages drawn, marks where things were found, the cover masked."""

import io
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PIL import Image

from grader.model.course import Course, Retention
from grader.model.document import Pixels
from grader.model.submission import ReportFile
from grader.privacy import plan_purge, remove_listed
from grader.reports.for_others import KNOWN
from grader.reports.page_png import page_png, painted_over
from grader.reports.reading import DocumentReader, document_libraries_missing
from grader.review.page.report_pages import FOLDER, NotReady, ReportPages
from grader.sandbox import IsolationLevel, Sandbox, probe
from tests.gradebook.gradebook_for_tests import KADAI1
from tests.hostile.pdf_attacks import ATTACKS as PDF_ATTACKS
from tests.hostile.pdf_files import one_page
from tests.hostile.word_attacks import ATTACKS as WORD_ATTACKS
from tests.hostile.word_files import paragraph, word
from tests.review.page.student_files import Page, active_parts, open_page
from tests.tree import ROOT

pytestmark = pytest.mark.skipif(
    bool(document_libraries_missing()), reason="nothing reads documents here"
)
DEMO = ROOT / "submissions" / "demo" / "kadai1"
NASTY = "&lt;script&gt;alert(1)&lt;/script&gt;&lt;svg onload=alert(1)&gt;"
BOMB = WORD_ATTACKS["word: nothing but 1 GB"]()
WORD = word(
    paragraph("レポート")
    + paragraph("学籍番号 24A1202")
    + paragraph("氏名 架空 花子")
    + paragraph("1. 目的", '<w:pStyle w:val="Heading1"/>')
    + paragraph(f"{NASTY} サイズと時間の関係を調べる。")
    + paragraph("2. 結果", '<w:pStyle w:val="Heading1"/>')
    + paragraph("実行時間はn^3に比例した。24A1201さんに教わった。")
    + paragraph(f"図1 {NASTY}")
)


@pytest.fixture(scope="module")
def reader() -> Iterator[DocumentReader]:
    """The best sandbox of this machine."""
    level = next(level for level in IsolationLevel if probe(level).holds)
    with Sandbox(level) as place:
        yield DocumentReader(place)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, reader: DocumentReader) -> Iterator[Page]:
    """A PDF with its author's name on top of its first page, Word files, and a bomb."""
    program = b"x = 1\n"
    files = {
        "24A1201": {
            "kadai1.py": program,
            "24A1201.pdf": DEMO.joinpath("24A1205", "report.pdf").read_bytes(),
        },
        "24A1202": {"kadai1.py": program, "report.docx": WORD},
        "24A1203": {"kadai1.py": program, "report.docx": BOMB},
    }
    with open_page(tmp_path_factory.mktemp("class"), files, reader=reader) as opened:
        yield opened


def _picture(page: Page, student: str, *, blind: bool = False) -> Image.Image:
    answer = page.picture(student, "/page/1.png", blind=blind)
    assert answer.status_code == 200
    return Image.open(io.BytesIO(answer.data), formats=["PNG"])


def test_pages_are_wide_enough_to_read(page: Page) -> None:
    """A thousand pixels, and no page beyond the last."""
    assert _picture(page, "24A1201").width == 1000
    assert page.picture("24A1201", "/page/3.png").status_code == 404


def test_drawn_pages_are_private_files_of_the_results(page: Page) -> None:
    """Named by digest in a folder of their own, where `grader purge` removes them with the rest."""
    _picture(page, "24A1201")
    folder = page.live.desk.out / FOLDER
    assert folder.stat().st_mode & 0o777 == 0o700
    kept = list(folder.iterdir())
    assert kept
    assert all(one.stat().st_mode & 0o777 == 0o600 for one in kept)
    assert not any("24A12" in one.name for one in kept)


def test_headings_and_claims_are_marked_on_the_page(page: Page) -> None:
    """With a rectangle in points, a title, and a line in the list that jumps to it."""
    text = page.text("24A1201", "/report")
    handle = page.live.state().handles["24A1201"]
    assert 'class="found heading"' in text
    assert 'class="found claim"' in text
    assert f'href="#mark-{handle}-1"' in text
    assert f'id="mark-{handle}-1"' in text
    assert 'viewBox="0 0 595 842"' in text
    assert "n^3" in text


def test_the_cover_is_masked_in_the_pixels(page: Page) -> None:
    """The author's line above the first heading is grey; below it all is as it was."""
    seen, blind = _picture(page, "24A1201"), _picture(page, "24A1201", blind=True)
    row = round(197 / 842 * seen.height)  # of the name, in points from the top
    below = round(308 / 842 * seen.height)
    assert len(set(_row(seen, row))) > 1
    assert set(_row(blind, row)) == {(128, 128, 128)}
    assert _row(seen, below) == _row(blind, below)


def _row(image: Image.Image, row: int) -> list[object]:
    return [image.getpixel((x, row)) for x in range(image.width)]


def test_nothing_of_the_author_is_in_a_blind_report(page: Page) -> None:
    """No id, no name, no file's name; the claim is still there."""
    for student in ("24A1201", "24A1202"):
        text = page.text(student, "/report", blind=True)
        assert "24A120" not in text
        assert "花子" not in text
        assert 'class="found' in text


def test_a_word_file_is_shown_as_text_with_marks(page: Page) -> None:
    """Its paragraphs in order; what a student wrote is letters and no tags."""
    text = page.text("24A1202", "/report")
    assert active_parts(text) == []
    assert "&lt;script&gt;alert(1)" in text
    assert 'class="found claim"' in text
    assert text.index("目的</mark>") < text.index("結果</mark>")
    assert "学籍番号" in text
    blind = page.text("24A1202", "/report", blind=True)
    assert "架空" not in blind
    assert "比例した。■■■さんに教わった" in blind
    assert active_parts(blind) == []


def test_a_bomb_ends_as_a_sentence(page: Page) -> None:
    """The pane says why there is nothing to read."""
    text = page.text("24A1203", "/report")
    assert active_parts(text) == []
    assert "<p" in text


def test_a_report_that_changed_is_not_shown(tmp_path: Path, reader: DocumentReader) -> None:
    """What the evidence holds is shown instead, and a sentence says so."""
    files = {"24A1201": {"kadai1.py": b"x = 1\n", "report.pdf": one_page()}}
    with open_page(tmp_path, files, reader=reader) as page:
        page.submissions.joinpath("24A1201", "report.pdf").write_bytes(one_page() + b"\n")
        text = page.text("24A1201", "/report")
        assert "report settings have changed since grading" in text
        assert page.picture("24A1201", "/page/1.png").status_code == 404


@pytest.mark.hostile
@pytest.mark.parametrize("name", ["pdf: 4^30 forms", "pdf: a huge page"])
def test_a_hostile_page_is_given_up(tmp_path: Path, name: str) -> None:
    """Whoever asks is told soon to ask again, and at last that it cannot be drawn, or gets it."""
    data = PDF_ATTACKS[name]()
    pages = ReportPages(tmp_path, lambda _: data, KNOWN)
    file = ReportFile(
        name="r.pdf", root=tmp_path, parts=("r.pdf",), size_bytes=len(data), digest="0" * 64
    )
    try:
        for _ in range(400):
            drawn = pages.page(file, 1, 0.5)
            if not isinstance(drawn, NotReady):
                break
            time.sleep(0.1)
        assert drawn is None or (isinstance(drawn, bytes) and drawn.startswith(b"\x89PNG"))
    finally:
        pages.close()


def test_purging_the_results_takes_the_drawn_pages_along(tmp_path: Path) -> None:
    """With and without the grades kept: pages of reports are no grades."""
    folder = tmp_path / "results" / KADAI1.id / FOLDER
    folder.mkdir(parents=True)
    folder.joinpath("0-page-1.png").write_bytes(b"png")
    course = Course(
        root=tmp_path,
        title={"ja": "x", "en": "x"},
        zone="Asia/Tokyo",
        student_id="24A",
        retention=Retention(keep_days=1),
    )
    plan = plan_purge(course, [KADAI1], date(2030, 1, 1), keep_grades=True)
    assert [one.path for one in plan.items] == [folder.resolve()]
    remove_listed(plan)
    assert not folder.exists()


def test_what_is_painted_over_is_gone() -> None:
    """Boxes are shares of the page; the rest keeps its colours."""
    white = Pixels(width=10, height=10, data=b"\xff" * 300)
    masked = painted_over(page_png(white), [(0.0, 0.0, 1.0, 0.3)])
    image = Image.open(io.BytesIO(masked), formats=["PNG"])
    assert image.getpixel((5, 0)) == (128, 128, 128)
    assert image.getpixel((5, 9)) == (255, 255, 255)
