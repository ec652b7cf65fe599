"""PDF files as a whole: what they say of themselves, damage, passwords, caps."""

import io

import pypdf
import pytest

from grader.reports.guest.documents import open_document
from tests.reports.documents.pdf_files import body, pages, pdf, read, show


def locked(user: str, owner: str) -> bytes:
    """A file with passwords."""
    writer = pypdf.PdfWriter(io.BytesIO(pages([body("hello")])))
    writer.encrypt(user, owner, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_page_with_its_facts() -> None:
    """Its size, what is written on it, its thumbnail."""
    found = read(pages([body("first line", "行列の積")]))
    assert found.head["kind"] == "pdf"
    assert (found.head["trouble"], found.head["page_count"], found.head["parts"]) == (None, 1, 1)
    page = found.pages[0]
    assert (page["number"], page["width_pt"], page["height_pt"]) == (1, 595.0, 842.0)
    assert (page["visible"], page["invisible"], page["covered"]) == (13, 0, 0.0)
    assert page["thumbnail"] == {"width": 200, "height": 283}
    assert found.texts() == ["first line", "行列の積"]


def test_who_made_it() -> None:
    """Creator and producer, from the file's own notes."""
    objects = {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
        4: "<</Creator(Writer)/Producer(LibreOffice 7.4)>>",
    }
    assert read(pdf(objects, "/Info 4 0 R")).head["producer"] == "Writer / LibreOffice 7.4"


def test_a_password_is_needed() -> None:
    """Told as that, and nothing more."""
    found = read(locked("secret", "owner"))
    assert (found.head["trouble"], found.head["parts"]) == ("encrypted", 0)


def test_an_owner_password_alone_keeps_nobody_out() -> None:
    """Everybody can open such a file."""
    found = read(locked("", "owner"))
    assert (found.head["trouble"], found.texts()) == (None, ["hello"])


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n",
        b"%PDF-1.7\n" + bytes(range(256)) * 40,
        pages([body("hello")])[:400],
        pdf({1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[]/Count 0>>"}),
    ],
)
def test_damaged_files(data: bytes) -> None:
    """Told as damaged, whatever can still be read."""
    assert read(data).head["trouble"] == "damaged"


def test_a_file_that_lost_its_end() -> None:
    """Damaged, and yet read as far as it goes."""
    data = pages([body("hello")])
    found = read(data[: data.rindex(b"startxref")])
    assert (found.head["trouble"], found.texts()) == ("damaged", ["hello"])


def test_a_wrong_place_of_the_index_troubles_nobody() -> None:
    """Every reader mends that, so the file is fine."""
    data = pages([body("hello")])
    start = data.rindex(b"startxref\n") + 10
    found = read(data[:start] + b"7\n%%EOF\n")
    assert (found.head["trouble"], found.texts()) == (None, ["hello"])


def test_no_more_than_two_hundred_pages() -> None:
    """The rest is not read, and that is told."""
    found = read(pages([show(str(at), 100, 700) for at in range(203)]))
    assert (found.head["trouble"], found.head["page_count"]) == ("too-large", 203)
    assert len(found.pages) == 200


def test_thumbnails_of_the_first_pages_only() -> None:
    """Four of them, as many as a sheet shows."""
    found = read(pages([body("a")] * 6))
    assert [page["thumbnail"] is not None for page in found.pages] == [True] * 4 + [False] * 2


def test_pages_that_lead_back_to_themselves() -> None:
    """Each is told as damaged."""
    data = pdf({1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[2 0 R]/Count 1>>"})
    opened = open_document("report.pdf", data)
    told = [opened.part(index)[0]["trouble"] for index in range(opened.head["parts"])]
    assert told == ["damaged"]


def test_a_page_that_cannot_be_read_is_empty() -> None:
    """The others are read."""
    objects = {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Kids[3 0 R 9 0 R]/Count 2>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
    }
    assert len(read(pdf(objects)).pages) <= 2


@pytest.mark.parametrize(
    "box",
    ["0 0 1e9 1e9", "-2147483648 -2147483648 2147483647 2147483647", "0 0 100000 1", "5 5 5 5"],
)
def test_absurd_page_sizes_cost_nothing(box: str) -> None:
    """Drawn small, however large they are."""
    found = read(pages(["0 0 m 100 100 l S"], box=box))
    assert len(found.pages) == 1
    assert found.pages[0]["thumbnail"]["width"] <= 200
    assert found.pages[0]["thumbnail"]["height"] <= 400
