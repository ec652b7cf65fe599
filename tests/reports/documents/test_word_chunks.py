"""Word files around a web page, as converters write them."""

import quopri

import pytest

from tests.reports.documents.word_files import p, told, word_file

PAGE = (
    "<html><head><title>題</title><style>p{}</style></head><body><h1>1. 目的</h1>"
    "<p>実行時間を <b>測る</b>。<img src=a.png>二行目</p><ul><li>一</li></ul>"
    "<table><tr><td>n</td><td>64</td></tr></table>&copy;<script>no()</script></body></html>"
)
SEEN = ["1. 目的", "実行時間を 測る。", "二行目", "一", "n", "64", "©"]
ARCHIVE = (
    b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n"
    b"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    + quopri.encodestring(PAGE.encode())
    + b"\r\n--x--"
)
CHUNKS: dict[str, tuple[bytes, list[str]]] = {
    "a page": (PAGE.encode(), SEEN),
    "a page of Windows": (
        PAGE.replace("<title>", "<meta charset=cp932><title>").encode("cp932"),
        SEEN,
    ),
    "an archive": (ARCHIVE, SEEN),
    "text": ("目的\r\n\r\n測る。".encode(), ["目的", "測る。"]),
    "another Word file": (b"PK\3\4", []),
    "rtf": (b"{\\rtf1}", []),
    "nothing": (b"", []),
}


@pytest.mark.parametrize("case", CHUNKS)
def test_what_a_file_carries_along_is_read(case: str) -> None:
    """Between its own paragraphs."""
    data, texts = CHUNKS[case]
    body = p("前") + '<w:altChunk r:id="c"/>' + p("後")
    found = told(word_file(body, related={"c": ("aFChunk", "c.mht")}, parts={"word/c.mht": data}))
    assert found.texts == ["前", *texts, "後"]


def test_headings_and_lists_stay_what_they_are() -> None:
    """Though Word itself calls them otherwise."""
    data = word_file(
        '<w:altChunk r:id="c"/>',
        related={"c": ("aFChunk", "c.htm")},
        parts={"word/c.htm": PAGE.encode()},
    )
    lines = told(data).lines
    assert [one["line"] for one in told(data).pictures] == [2]
    assert [line["level"] for line in lines] == [1, 0, 0, 0, 0, 0, 0]
    assert [line["listed"] for line in lines].index(True) == 3
    assert [line["place"] for line in lines][4:6] == ["table", "table"]


def test_a_chunk_that_is_missing_costs_nothing() -> None:
    """The rest is read."""
    assert told(word_file('<w:altChunk r:id="c"/>' + p("後"))).texts == ["後"]
