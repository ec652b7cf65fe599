"""Zip files and XML from strangers: read under caps, never written, nothing fetched or expanded."""

import io
import random
import zipfile
from collections.abc import Callable

import pytest

from grader.reports.guest.documents import open_document
from grader.reports.guest.documents import zipped as caps
from tests.reports.documents.word_files import MAIN, p, root, told, word_file, zipped

DOCUMENT = "word/document.xml"


def word_of(text: str | bytes, **more: str | bytes) -> bytes:
    """A Word file whose main part is this text."""
    return word_file("", parts={DOCUMENT: text, **more})


def changed(data: bytes, mark: bytes, at: int, new: bytes) -> bytes:
    """The file with other bytes behind the last mark of a kind."""
    start = data.rfind(mark) + at
    return data[:start] + new + data[start + len(new) :]


def packed_otherwise() -> bytes:
    """A Word file that is packed in a way no Office program uses."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("[Content_Types].xml", MAIN)
        archive.writestr(DOCUMENT, "")
    return file.getvalue()


MANY = {f"m{n}": "" for n in range(2_001)}
LONG = {f"{n}".ljust(60_000, "x"): "" for n in range(40)}
LAUGHS = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><d>&b;</d>'


def bomb() -> bytes:
    """30 MB that pack into 30 KB."""
    return b"<a>" + b" " * 30_000_000 + b"</a>"


def eleven_mb() -> str:
    """Letters that a packer cannot shrink much: nothing else refuses them."""
    return random.Random(11).randbytes(5_500_000).hex()


REFUSED: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "2,001 members": (lambda: word_of("", **MANY), "too-large", "members"),
    "2,001 members that say they are one": (
        lambda: changed(word_of("", **MANY), b"PK\5\6", 8, bytes([1, 0, 1, 0])),
        "too-large",
        "members",
    ),
    "a long list of members": (lambda: word_of("", **LONG), "too-large", "bytes of directory"),
    "a bomb": (lambda: word_of(bomb()), "too-large", "over"),
    "a bomb that says it is small": (
        lambda: changed(zipped({DOCUMENT: bomb()}), b"PK\1\2", 24, (10).to_bytes(4, "little")),
        "damaged",
        "",
    ),
    "a text of 33 MB": (lambda: word_of(b" " * 33_000_000), "too-large", "33000000 bytes"),
    "a broken member": (
        lambda: changed(word_of("報告" * 99), b"PK\3\4", 60, b"\xff"),
        "damaged",
        "",
    ),
    "no end": (lambda: word_of("")[:-30], "damaged", "the end is missing"),
    "nothing but an end": (lambda: b"PK\3\4" + b"PK\5\6".ljust(22, b"\xff"), "too-large", ""),
    "another method": (packed_otherwise, "damaged", "method 14"),
    "a password": (
        lambda: changed(word_of(""), b"PK\1\2", 8, b"\1"),
        "encrypted",
        "members are encrypted",
    ),
    "an entity": (lambda: word_of(LAUGHS), "damaged", "has a DTD"),
    "a file": (
        lambda: word_of('<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><d>&a;</d>'),
        "damaged",
        "has a DTD",
    ),
    "a DTD in UTF-16": (
        lambda: word_of(f'<?xml version="1.0" encoding="utf-16"?>{LAUGHS}'.encode("utf-16")),
        "damaged",
        "has a DTD",
    ),
    "a DTD in UTF-7": (
        lambda: word_of(b'<?xml version="1.0" encoding="utf-7"?>+ADwAIQ-DOCTYPE d><d/>'),
        "damaged",
        "",
    ),
    "an unknown entity": (lambda: word_of("<d>&nbsp;</d>"), "damaged", ""),
    "5,000 elements in each other": (
        lambda: word_of("<d>" * 5_000 + "</d>" * 5_000),
        "too-large",
        "",
    ),
    "one text of 11 MB": (lambda: word_of(f"<d>{eleven_mb()}</d>"), "too-large", ""),
    "an attribute of 11 MB": (lambda: word_of(f'<d a="{eleven_mb()}"/>'), "too-large", ""),
    "no XML": (lambda: word_of("報告"), "damaged", ""),
    "nothing": (lambda: word_of(""), "damaged", ""),
}


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_with_a_reason(case: str) -> None:
    """Before it costs much, and nothing is raised."""
    build, trouble, detail = REFUSED[case]
    head = open_document("report.docx", build()).head
    assert (head["trouble"], head["parts"]) == (trouble, 0)
    assert detail in head["detail"]


def test_names_are_only_names() -> None:
    """However they try to leave their folder, and whatever divides them."""
    data = word_file(p("a"), parts={"../../up.xml": "1", "/Abs/A.xml": "2", "C:\\d.xml": "3"})
    assert told(data).texts == ["a"]
    assert told(word_file(p("a"), main="Word/Document.xml")).texts == ["a"]


@pytest.mark.parametrize(("cap", "most"), [("MOST_TAGS", 100), ("MOST_OF_ALL", 3_000)])
def test_all_members_together_are_bounded(
    monkeypatch: pytest.MonkeyPatch, cap: str, most: int
) -> None:
    """Tags, since each costs more than its letters, and bytes."""
    data = word_file(p("a") * 60)
    assert len(told(data).texts) == 60
    monkeypatch.setattr(caps, cap, most)
    assert told(data).head["trouble"] == "too-large"


def test_comments_are_left_out_and_a_dtd_in_the_text_is_text() -> None:
    """As a reader sees it."""
    body = "<w:p><!-- c --><?p i?><w:r><w:t>&lt;!DOCTYPE&gt; &amp; more</w:t></w:r></w:p>"
    assert told(word_of(root("w:document", f"<w:body>{body}</w:body>"))).texts == [
        "<!DOCTYPE> & more"
    ]
