"""Plain files of pages, named by id."""

import io
import unicodedata
import zipfile

from grader.export.gradebook import Copy, ExportOptions, write
from tests.export.feedback.classes import book
from tests.export.feedback.zips import opened


def packed(*copies: Copy) -> bytes:
    """Packs pages."""
    return write("html", book(), ExportOptions(pages=copies)).content


def copy(student: str, page: bytes = b"<p>") -> Copy:
    """A copy with no more than it needs."""
    return Copy(student=student, stem=student, page=page)


def test_the_same_pages_give_the_same_bytes() -> None:
    """Whatever the time and the order; nobody else may read what is unpacked."""
    copies = (copy("a", b"x" * 999), copy("b"))
    assert packed(*copies) == packed(*copies[::-1])
    with zipfile.ZipFile(io.BytesIO(packed(*copies))) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o100600}


def test_plain_pages_are_named_by_id() -> None:
    """No importer is known to want anything else. Names are composed."""
    decomposed = unicodedata.normalize("NFD", "が")
    assert set(opened(packed(copy("24A1201"), copy(decomposed)))) == {"24A1201.html", "が.html"}


def test_nothing_makes_an_empty_zip() -> None:
    """Which can be opened."""
    assert opened(packed()) == {}
