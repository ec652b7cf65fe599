"""A PDF with the numbers of comments at their places, read back; nothing that acts is left."""

import io
from collections.abc import Iterator
from typing import Any

import pypdf
import pytest
from PIL import Image, ImageChops

from grader.model.document import Box, MarkedPdf, PdfMark
from grader.reports import marking
from grader.reports.for_others import KNOWN
from grader.reports.reading import document_libraries_missing
from grader.reports.small_font import SmallFont, font_of, make_font
from grader.sandbox import IsolationLevel, Sandbox, probe
from grader.wording import load_wording
from tests.hostile.pdf_attacks import ATTACKS
from tests.hostile.pdf_files import HELLO, one_page, stream
from tests.tree import ROOT

pytestmark = pytest.mark.skipif(
    bool(document_libraries_missing()), reason="nothing reads documents here"
)
PDF = ROOT.joinpath("submissions", "demo", "kadai1", "24A1205", "report.pdf").read_bytes()
LINE = (100.0, 200.0, 300.0, 215.0)
BOX = (72.0, 130.0, 240.0, 145.0)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """The best of this machine."""
    level = next(level for level in IsolationLevel if probe(level).holds)
    with Sandbox(level) as place:
        yield place


def mark(number: int, page: int, box: Box | None = BOX, text: str = "why?") -> PdfMark:
    """A comment on a line."""
    boxes = (box,) if box else ()
    return PdfMark(
        number=number, page=page, boxes=boxes, figure=False, where="p. 1", quote="line", text=text
    )


def made(sandbox: Sandbox, data: bytes, *marks: PdfMark) -> MarkedPdf:
    """The copy, with words in English: any machine of a TA has letters for them."""
    return KNOWN.marked(sandbox, data, marks, load_wording("en"))


def read(pdf: bytes) -> pypdf.PdfReader:
    """Opens what we made."""
    return pypdf.PdfReader(io.BytesIO(pdf), strict=True)


def notes(page: Any) -> list[Any]:
    """The annotations of a page."""
    return [each.get_object() for each in page.get("/Annots", [])]


def drawn(sandbox: Sandbox, pdf: bytes) -> Image.Image:
    """The first page, a pixel for a point."""
    ((_, pixels),) = KNOWN.draw(sandbox, pdf, [1])
    assert pixels is not None
    image = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data)
    width = float(read(pdf).pages[0].mediabox.width)
    return image.resize((round(width), round(width * image.height / image.width)))


def test_numbers_stand_on_their_pages_and_the_comments_at_the_end(sandbox: Sandbox) -> None:
    """The report's own text stays what it was."""
    copy = made(sandbox, PDF, mark(77, 1, text="first\nsecond line"), mark(88, 2, text="other"))
    before, after = read(PDF), read(copy.pdf)
    assert copy.listed
    assert len(after.pages) == len(before.pages) + 1
    for old, new, number in zip(before.pages, after.pages, ("77", "88"), strict=False):
        assert old.extract_text().split() == [
            word for word in new.extract_text().split() if word != number
        ]
        assert number in new.extract_text().split()
    (note,) = notes(after.pages[0])
    assert note["/Contents"] == "77. first\nsecond line"
    assert note["/Subtype"] == "/Highlight"
    listed = after.pages[-1].extract_text()
    assert [line for line in listed.split("\n") if line[:1].isdigit()] == ["77. p. 1", "88. p. 1"]
    assert "second line" in listed


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_pages_stay_as_they_are_shown_but_for_the_numbers(sandbox: Sandbox, turns: int) -> None:
    """However a page is turned or cropped: boxes are of the page as it is shown."""
    page = b"/Rotate %d /CropBox [20 30 520 800]" % (90 * turns)
    data = one_page(stream(HELLO), page=page)
    plain, copy = (made(sandbox, data, *marks).pdf for marks in ((), (mark(1, 1, LINE),)))
    ((_, before),) = KNOWN.draw(sandbox, data, [1])
    ((_, after),) = KNOWN.draw(sandbox, plain, [1])
    assert before == after
    left, top, right, bottom = changed(drawn(sandbox, plain), drawn(sandbox, copy))
    assert left == pytest.approx(LINE[0], abs=2)
    assert LINE[2] < right < LINE[2] + 30
    assert LINE[1] - 10 < top < LINE[1]
    assert LINE[3] < bottom < LINE[3] + 10


def changed(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int]:
    """The part in which two pictures differ."""
    box = ImageChops.difference(before, after).getbbox()
    assert box is not None
    return box


def test_comment_without_a_place_stands_at_the_end_alone(sandbox: Sandbox) -> None:
    """Nothing is marked that it may not be about."""
    copy = made(sandbox, PDF, mark(1, 0, None, "lost"))
    pages = read(copy.pdf).pages
    assert not any(notes(page) for page in pages)
    assert "lost" in pages[-1].extract_text()


def test_nothing_that_acts_is_left(sandbox: Sandbox) -> None:
    """Neither scripts, attachments and forms of the document, nor notes that start something."""
    script = b"<< /S /JavaScript /JS (app.alert(1)) >>"
    button = b"<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /A 6 0 R /AA << /E 6 0 R >> >>"
    link = b"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 6 0 R >>"
    address = b"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://x) >> >>"
    data = one_page(
        stream(HELLO),
        *(script, button, link, address),
        page=b"/Annots [7 0 R 8 0 R 9 0 R] /AA << /O 6 0 R >>",
        catalogue=b"/OpenAction 6 0 R /Names << /JavaScript << /Names [(a) 6 0 R] >> >>",
        trailer=b"/Info << /Author (somebody) >>",
    )
    copy = made(sandbox, data, mark(1, 1))
    assert b"JavaScript" not in copy.pdf
    assert b"somebody" not in copy.pdf
    kinds = [note["/Subtype"] for note in notes(read(copy.pdf).pages[0])]
    assert kinds == ["/Highlight"]


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"PK\x03\x04", PDF[:3000]], ids=len)
def test_what_is_no_pdf_gives_none(sandbox: Sandbox, data: bytes) -> None:
    """And ends nothing here."""
    assert not made(sandbox, data, mark(1, 1)).pdf


@pytest.mark.parametrize(
    "name",
    [
        "pdf: 90,000 times the same page",
        "pdf: pages in themselves",
        "pdf: a page of odd numbers",
        "pdf: a page without extent",
        "pdf: a note that draws itself",
        "pdf: a content of 1 GB",
    ],
)
def test_hostile_file_costs_its_own_copy_at_most(sandbox: Sandbox, name: str) -> None:
    """Within the limits of the child; whatever comes back is a PDF or nothing."""
    copy = made(sandbox, ATTACKS[name](), mark(1, 1))
    assert bool(copy.pdf) != bool(copy.why)
    assert len(copy.pdf) <= marking.MOST_PDF_BYTES


def without_font(_: frozenset[str]) -> SmallFont | None:
    """A machine that has no font for these letters."""
    return None


def test_without_a_font_the_comments_stand_in_the_notes(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is said that there is no list."""
    monkeypatch.setattr(marking, "make_font", without_font)
    copy = made(sandbox, PDF, mark(1, 1, text="なぜですか。"))
    assert not copy.listed
    after = read(copy.pdf)
    assert len(after.pages) == len(read(PDF).pages)
    assert notes(after.pages[0])[0]["/Contents"] == "1. なぜですか。"


def test_small_font_has_the_letters_and_no_others() -> None:
    """What it lacks is replaced by something that it has."""
    font = make_font(frozenset("Abc?"))
    if font is None:
        pytest.skip("no font is here")
    assert set("Abc") <= font.widths.keys()
    assert len(font.widths) <= 5
    assert font.shown("Ab\u2fff") == f"Ab{font.instead}"
    assert len(font.data) < 20_000


def test_file_that_is_no_font_gives_none(tmp_path: Any) -> None:
    """As one that is not there."""
    (tmp_path / "x.ttf").write_bytes(b"no font")
    assert font_of(str(tmp_path / "x.ttf"), frozenset("a")) is None
    assert font_of(str(tmp_path / "y.ttf"), frozenset("a")) is None


def test_long_comments_fill_pages_and_lose_nothing(sandbox: Sandbox) -> None:
    """Broken between letters where there is no space."""
    words = " ".join(f"word{number}" for number in range(1_000))
    copy = made(sandbox, PDF, mark(1, 1, text=words + "\n" + "x" * 500))
    pages = read(copy.pdf).pages[2:]
    assert len(pages) > 1
    text = "\n".join(page.extract_text() for page in pages)
    assert [f"word{number}" in text.split() for number in range(1_000)] == [True] * 1_000
    assert text.count("x") == 500
