"""Headings that a PDF names itself, and headings of which only the look is known."""

import pytest

from tests.reports.documents.pdf_files import body, pages, read, show


def marked(tag: str, mark: int, drawn: str) -> str:
    """Drawing that belongs to the structure tree."""
    return f"/{tag} <</MCID {mark}>> BDC\n{drawn}EMC\n"


def tagged(tags: list[tuple[str, str]], roles: str = "") -> bytes:
    """A page on which each line has a tag."""
    drawn = "".join(
        marked(tag, at, show(text, 70, 700 - 20 * at)) for at, (tag, text) in enumerate(tags)
    )
    elements = {
        20 + at: f"<</Type/StructElem/S/{tag}/P 11 0 R/Pg 100 0 R/K {at}>>"
        for at, (tag, _) in enumerate(tags)
    }
    kids = " ".join(f"{number} 0 R" for number in elements)
    tree: dict[int, str | bytes] = {
        10: f"<</Type/StructTreeRoot/K[11 0 R]/ParentTree 12 0 R/RoleMap<<{roles}>>>>",
        11: f"<</Type/StructElem/S/Document/P 10 0 R/K[{kids}]>>",
        12: f"<</Nums[0 [{kids}]]>>",
        **elements,
    }
    catalog = "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R"
    return pages([drawn], catalog=catalog, more=tree, entries="/StructParents 0")


def levels(data: bytes) -> list[tuple[str, int, str]]:
    """The lines that are headings by what the file says."""
    return [
        (line["text"], line["level"], line["level_from"])
        for line in read(data).lines
        if line["level"]
    ]


def test_tags_of_headings() -> None:
    """H1 to H6; a title keeps its tag's name as its style."""
    data = tagged([("Title", "Report"), ("H1", "Aim"), ("P", "Text"), ("H3", "Part")])
    assert levels(data) == [("Report", 1, "tag"), ("Aim", 1, "tag"), ("Part", 3, "tag")]
    assert [line["style"] for line in read(data).lines] == ["Title", "H1", "", "H3"]


def test_other_tags_are_no_headings() -> None:
    """Paragraphs, lists, figures."""
    assert levels(tagged([("P", "Text"), ("LI", "Item"), ("Span", "Word")])) == []


def outlined(titles: list[tuple[str, int]], *contents: str) -> bytes:
    """Pages with bookmarks that lead to pages (from 0)."""
    marks: dict[int, str | bytes] = {
        20 + at: "<</Title<feff{}>/Parent 10 0 R/Dest[{} 0 R/Fit]{}>>".format(
            title.encode("utf-16-be").hex(),
            100 + 2 * page,
            f"/Next {21 + at} 0 R" if at + 1 < len(titles) else "",
        )
        for at, (title, page) in enumerate(titles)
    }
    last = 19 + len(titles)
    marks[10] = f"<</First 20 0 R/Last {last} 0 R/Count {len(titles)}>>"
    return pages(contents, catalog="/Outlines 10 0 R", more=marks)


RIGHT = [
    ("1. 目的", "1. 目的"),
    ("目的", "1. 目的"),
    ("目的", "第1章 目的"),
    ("1 目的", "１．目的"),
]
WRONG = [("目的", "目的は時間を測ることである"), ("結果", "目的"), ("", "目的"), ("1", "1. 目的")]


@pytest.mark.parametrize(("title", "text"), RIGHT)
def test_bookmarks_name_lines(title: str, text: str) -> None:
    """With the line's number or without it."""
    assert levels(outlined([(title, 0)], body(text, "text"))) == [(text, 1, "bookmark")]


@pytest.mark.parametrize(("title", "text"), WRONG)
def test_bookmarks_that_name_no_line(title: str, text: str) -> None:
    """A line that only begins so is none of it."""
    assert levels(outlined([(title, 0)], body(text, "text"))) == []


def test_bookmarks_name_lines_of_their_page() -> None:
    """And no line of a table of contents."""
    first = body("目次", "目的 ........ 2", "目的")
    data = outlined([("目的", 1)], first, body("目的", "text"))
    assert [(line["text"], line["page"]) for line in read(data).lines if line["level"]] == [
        ("目的", 2)
    ]
