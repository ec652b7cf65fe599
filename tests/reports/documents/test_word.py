"""Word files as a whole: variants, damage, caps, parts."""

import pytest

from grader.reports.guest.documents import open_document, word_story
from grader.reports.guest.documents.zipped import Zipped
from tests.reports.documents.word_files import (
    OFFICE,
    drawn,
    p,
    png,
    r,
    relations,
    told,
    word_file,
)

APP = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    "<Application>Microsoft Office Word</Application><AppVersion>16.0000</AppVersion>"
    "<Pages>3</Pages></Properties>"
)


def test_what_the_file_says_of_itself() -> None:
    """Program and pages, as it last counted them."""
    data = word_file(
        p("a"),
        parts={
            "docProps/app.xml": APP,
            "_rels/.rels": relations(
                {
                    "1": ("officeDocument", "word/document.xml"),
                    "2": ("extended-properties", "docProps/app.xml"),
                }
            ),
        },
    )
    head = told(data).head
    assert (head["kind"], head["trouble"]) == ("docx", None)
    assert (head["producer"], head["page_count"]) == ("Microsoft Office Word 16.0000", 3)


def test_the_main_part_may_be_anywhere() -> None:
    """Office 365 has called it document2.xml."""
    assert told(word_file(p("a"), main="word/document2.xml")).texts == ["a"]


def test_macros_are_seen_and_not_run() -> None:
    """The text is read all the same."""
    kind = "application/vnd.ms-word.document.macroEnabled.main+xml"
    found = told(word_file(p("a"), content_type=kind))
    assert (found.head["kind"], found.texts) == ("docm", ["a"])


def test_strict_files_are_read() -> None:
    """Headings, drawings and relationships have other names in them."""

    def strict(text: str) -> str:
        for family in ("wordprocessingml", "drawingml", "officeDocument"):
            old, new = f"{OFFICE}/{family}/2006", f"http://purl.oclc.org/ooxml/{family}"
            text = text.replace(old, new)
        return text

    members = {"word/document.xml": "", "word/styles.xml": "", "word/_rels/document.xml.rels": ""}
    style = '<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>'
    usual = word_file(
        p("目的", '<w:pStyle w:val="1"/>') + p(drawn()),
        styles=style,
        related={"a": ("image", "a.png")},
        parts={"word/a.png": png()},
    )
    zipped = Zipped(usual)
    changed = {name: strict(zipped.read(name).decode()) for name in members}
    found = told(word_file("", parts={**changed, "word/a.png": png()}))
    assert [line["level"] for line in found.lines] == [1]
    assert [one["pixels"] for one in found.pictures] == [{"width": 40, "height": 20}]


DTD = "<!DOCTYPE w:document []>"
STYLES = {"word/_rels/document.xml.rels": relations({"s": ("styles", "styles.xml")})}
TROUBLESOME: dict[str, tuple[dict[str, str | bytes], str]] = {
    "a broken text": ({"word/document.xml": "<w:document>"}, "damaged"),
    "a DTD in styles": ({**STYLES, "word/styles.xml": f"{DTD}<w:styles/>"}, "damaged"),
    "a bomb in styles": ({**STYLES, "word/styles.xml": b" " * 20_000_000}, "too-large"),
    "broken relationships": ({"_rels/.rels": "<R"}, "damaged"),
}


@pytest.mark.parametrize("case", TROUBLESOME)
def test_trouble_is_told_and_nothing_is_raised(case: str) -> None:
    """The head says what is wrong."""
    parts, trouble = TROUBLESOME[case]
    head = open_document("report.docx", word_file(p("a"), parts=parts)).head
    assert (head["kind"], head["trouble"], head["parts"]) == ("docx", trouble, 0)


def test_parts_that_it_can_do_without() -> None:
    """Damaged styles do not cost the text."""
    data = word_file(
        p("a", '<w:pStyle w:val="1"/><w:numPr><w:numId w:val="1"/></w:numPr>'),
        related={"s": ("styles", "styles.xml"), "n": ("numbering", "none.xml")},
        parts={"word/styles.xml": "<w:styles"},
    )
    assert told(data).texts == ["a"]


def test_odd_values_are_taken_calmly() -> None:
    """Numbers that are none, or far too large."""
    properties = (
        '<w:outlineLvl w:val="x"/><w:jc/><w:numPr><w:ilvl w:val="99999999999"/>'
        '<w:numId w:val="-3"/></w:numPr><w:shd/>'
    )
    odd = '<w:sz w:val="99999999999999"/><w:color/><w:b w:val="maybe"/><w:rStyle/><w:vertAlign/>'
    line = told(word_file(p(r("a", odd), properties))).lines[0]
    assert (line["text"], line["level"], line["size_pt"]) == ("a", 0, 1_638.0)


def test_long_documents_come_in_parts() -> None:
    """Lines and pictures stay in order, and no part holds many pictures."""
    body = "".join(p(f"第{n}段落") + (p(drawn()) if n % 40 == 0 else "") for n in range(950))
    data = word_file(
        body + p(drawn() * 20), related={"a": ("image", "a.png")}, parts={"word/a.png": png()}
    )
    opened = open_document("", data)
    sizes = [opened.part(index)[0] for index in range(opened.head["parts"])]
    assert max(len(part["lines"]) for part in sizes) == 200
    assert max(len(part["pictures"]) for part in sizes) == 8
    found = told(data)
    assert found.texts == [f"第{n}段落" for n in range(950)]
    assert [one["line"] for one in found.pictures][:24] == [n * 40 + 1 for n in range(24)]
    assert [one["line"] for one in found.pictures][24:] == [950] * 20


def test_endless_documents_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read until then is told."""
    monkeypatch.setattr(word_story, "MOST_LINES", 30)
    found = told(word_file(p("a") * 31))
    assert (found.head["trouble"], len(found.lines)) == ("too-large", 30)
    monkeypatch.setattr(word_story, "MOST_PARAGRAPHS", 20)
    assert told(word_file(p("") * 21)).head["trouble"] == "too-large"
    monkeypatch.setattr(word_story, "MOST_DRAWINGS", 3)
    found = told(word_file(p("a") + p(drawn() * 4)))
    assert (found.head["trouble"], found.texts) == ("too-large", ["a"])


def test_long_paragraphs_are_cut() -> None:
    """No sentence is that long."""
    assert len(told(word_file(p("長" * 30_000))).texts[0]) == 20_000


@pytest.mark.parametrize(
    "name", ["w:tbl><w:tr><w:tc", "w:p><w:r><w:pict><v:textbox><w:txbxContent"]
)
def test_deep_nesting_ends(name: str) -> None:
    """Twenty thousand tables in each other, and as many as a parser takes."""
    tags = name.split("><")
    closing = "".join(f"</{tag}>" for tag in reversed(tags))
    assert told(word_file(f"<{name}>" * 20_000 + closing * 20_000)).head["trouble"] == "too-large"
    deep = 240 // len(tags)
    found = told(word_file(f"<{name}>" * deep + p("a") + closing * deep))
    assert found.head["trouble"] in (None, "too-large")
