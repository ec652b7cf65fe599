"""What people wrote at places goes back: on the sheet, as a PDF, in a table, in the JSON."""

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pypdf
import pytest
from msgspec.structs import replace

from grader.export.outputs import write_sheet
from grader.export.pages import render_sheet_html
from grader.export.place_notes import from_note, to_note
from grader.gradebook.desk import Desk, opened
from grader.gradebook.exporting import Made, Order, make_export, source_of
from grader.gradebook.placing import find_line
from grader.model.document import Document, FileKind, Line
from grader.model.places import MOST_QUOTED, Place, PlaceComment, PlaceKind
from grader.protocols import report_of
from grader.reports.for_others import KNOWN
from grader.reports.reading import DocumentReader, document_libraries_missing
from grader.sandbox import IsolationLevel, Sandbox, probe
from grader.store import Store
from tests.export.samples import ASSIGNMENT, evidence_of
from tests.export.test_outputs import ROW
from tests.hostile.word_files import paragraph, word
from tests.review.page.student_files import grade_class
from tests.tree import ROOT

PDF = ROOT.joinpath("submissions", "demo", "kadai1", "24A1205", "report.pdf").read_bytes()
PROGRAM = b"import sys\n"
NASTY = "<script>alert(1)</script>"
AT = datetime(2026, 5, 1, tzinfo=UTC)
LINE = Place(kind=PlaceKind.LINE, file="kadai1.py", version="v", graded="d", quote=NASTY, line=4)
SENTENCE = Place(
    kind=PlaceKind.SENTENCE,
    file="report.pdf",
    version="v",
    graded="",
    quote="差が開いている。",
    page=1,
)


def comment(place: Place, text: str, number: int = 0) -> PlaceComment:
    """Written by a TA."""
    return PlaceComment(key=f"{number:016}", place=place, text=text, by="TA 1", at=AT)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two students; the first has a report, and comments that name the second."""
    report = {} if document_libraries_missing() else {"report.pdf": PDF}
    files = {"24A1201": {"kadai1.py": PROGRAM, **report}, "24A1202": {"kadai1.py": PROGRAM}}
    level = next(level for level in IsolationLevel if probe(level).holds)
    with Sandbox(level) as place:
        made = grade_class(tmp_path, files, reader=DocumentReader(place) if report else None)
    with Store(made.out, made.assignment.id) as store:
        evidence = store.evidence("24A1201")
        assert evidence is not None
        read = report_of(evidence)
        places = (
            replace(LINE, graded=evidence.digest, quote="import sys", line=1),
            replace(SENTENCE, graded=read.key if read else ""),
        )
        texts = ("24A1202 とそっくりです。", "なぜですか。")
        notes = [
            to_note("24A1201", comment(place, text, number))
            for number, (place, text) in enumerate(zip(places, texts, strict=True))
        ]
        store.decide_all(notes=notes)
    return made


def exported(desk: Desk, form: str, **changes: object) -> Made:
    """An export of a class."""
    order = Order(form=form, at=AT, zone=ZoneInfo("Asia/Tokyo"), lang="en")
    with opened(desk) as here:
        return make_export(source_of(here, form), desk, replace(order, **changes))


def unpacked(made: Made) -> dict[str, bytes]:
    """The files of a zip."""
    with zipfile.ZipFile(io.BytesIO(made.content)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def notes(page: Any) -> list[Any]:
    """The annotations of a page."""
    return [each.get_object() for each in page["/Annots"]]


@pytest.mark.skipif(bool(document_libraries_missing()), reason="nothing reads documents here")
def test_sheet_and_marked_report_go_back_together(desk: Desk) -> None:
    """In the zip of pages; nobody else's name goes along, and who has no comment gets no PDF."""
    made = exported(desk, "html")
    files = unpacked(made)
    assert sorted(files) == ["24A1201.html", "24A1201.pdf", "24A1202.html"]
    page = files["24A1201.html"].decode()
    assert "kadai1.py, line 1" in page
    assert "Report, page 1" in page
    assert "24A1202" not in page
    assert "A PDF of the report" in page
    assert "at-places" not in files["24A1202.html"].decode()
    pdf = pypdf.PdfReader(io.BytesIO(files["24A1201.pdf"]))
    (note,) = notes(pdf.pages[0])
    assert note["/Contents"] == "2. なぜですか。"
    assert "24A1202" not in "".join(each.extract_text() for each in pdf.pages)
    said = [sentence.text for sentence in made.say(desk.words)]
    assert any("as PDF: 1" in text for text in said)


@pytest.mark.skipif(bool(document_libraries_missing()), reason="nothing reads documents here")
def test_report_that_is_another_by_now_gets_no_numbers(desk: Desk) -> None:
    """It is said whose; the comment stands on the sheet all the same."""
    (desk.out.parent / "in" / "24A1201" / "report.pdf").write_bytes(PDF + b"\n")
    made = exported(desk, "html")
    assert sorted(unpacked(made)) == ["24A1201.html", "24A1202.html"]
    assert any("24A1201" in sentence.text for sentence in made.say(desk.words))
    assert "なぜですか。" in unpacked(made)["24A1201.html"].decode()


def test_feedback_names_places_and_quotes_them(desk: Desk) -> None:
    """In the order of the work, before the criteria; others are masked in what is exported."""
    with opened(desk) as here:
        told = here.book.by_student["24A1201"].feedback
        other = here.book.by_student["24A1202"].feedback
    assert "- kadai1.py, line 1: 24A1202 とそっくりです。\n  > import sys\n" in told
    assert "- Report, page 1: なぜですか。\n  > 差が開いている。" in told
    assert "Comments at their places" not in other


def test_comments_are_escaped_on_a_sheet() -> None:
    """The line of the program as well; one about another version says so, in both languages."""
    about = replace(comment(LINE, NASTY), earlier=True)
    page = render_sheet_html(ROW.sheet, evidence_of(), ASSIGNMENT, "ja", places=[about])
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2
    assert "前の提出物" in page
    assert "an earlier submission" in page
    plain = render_sheet_html(
        ROW.sheet, evidence_of(), ASSIGNMENT, "ja", places=[comment(LINE, "x")]
    )
    assert "前の提出物" not in plain


def test_json_has_a_key_more_where_there_are_comments(tmp_path: Path) -> None:
    """Without any, it is byte for byte what it was."""
    said: list[bytes] = []
    for places in ((), (comment(LINE, "why?"),), ()):
        write_sheet(tmp_path, ROW, evidence_of(), ASSIGNMENT, "en", places=places)
        said.append((tmp_path / "sheets" / f"{ROW.stem}.json").read_bytes())
    assert said[0] == said[2]
    before, after = json.loads(said[0]), json.loads(said[1])
    (written,) = after.pop("comments")
    assert after == before
    assert written["where"] == "kadai1.py, line 4"
    assert (written["line"], written["quote"], written["text"]) == (4, NASTY, "why?")


WORD = word(
    paragraph("Report")
    + paragraph("1. Aim", '<w:pStyle w:val="Heading1"/>')
    + paragraph("We study how the running time of a product depends on the size. " * 4)
    + paragraph("The running time is proportional to n^3.")
)


@pytest.mark.skipif(not KNOWN.has_office(), reason="LibreOffice is not installed here")
def test_word_report_goes_back_as_pages(tmp_path: Path) -> None:
    """A comment on a paragraph of its text stands where the paragraph begins on the page."""
    level = next(level for level in IsolationLevel if probe(level).holds)
    if not KNOWN.holds_office(level):
        pytest.skip("LibreOffice has no walls here")
    files = {"24A1201": {"kadai1.py": PROGRAM, "report.docx": WORD}}
    with Sandbox(level) as place:
        desk = grade_class(tmp_path, files, reader=DocumentReader(place))
    with Store(desk.out, desk.assignment.id) as store:
        evidence = store.evidence("24A1201")
        assert evidence is not None
        read = report_of(evidence)
        assert read is not None
        quote = "We study how the running time of a product depends on the size. " * 4
        about = Place(
            kind=PlaceKind.SENTENCE,
            file="report.docx",
            version="v",
            graded=read.key,
            quote=quote.strip()[:MOST_QUOTED],
            line=3,
        )
        store.decide_all(notes=[to_note("24A1201", comment(about, "how?"))])
    files_back = unpacked(exported(desk, "html"))
    pages = pypdf.PdfReader(io.BytesIO(files_back["24A1201.pdf"])).pages
    (note,) = notes(pages[0])
    assert note["/Contents"] == "1. how?"
    assert "We study" in pages[0].extract_text()


@pytest.mark.parametrize(
    ("quote", "line", "found"),
    [
        ("図 1 は増加する。", 2, 1),  # where it was
        ("図1は増加する。", 1, 1),  # widths and gaps are no difference, another line is
        ("増加", 2, -1),  # begins no line there, and is too short to be looked for
        ("同じ文が二度ある。", 9, -1),
        ("同じ文が二度ある。", 3, 2),
        ("どこにもない文です。", 1, -1),
        ("長い段落の始まり。ここからは次の行になる。", 7, 4),
        ("", 1, -1),
    ],
)
def test_line_is_found_by_what_it_says(quote: str, line: int, found: int) -> None:
    """And by its number only where it says so; where two lines say it, by neither."""
    texts = ("表紙", "図1は増加する。", *["同じ文が二度ある。"] * 2, "長い段落の始まり。")
    document = Document(kind=FileKind.PDF, lines=tuple(Line(text=text) for text in texts))
    assert find_line(replace(SENTENCE, quote=quote, line=line), document) == found


def test_names_and_lines_of_any_letters_come_back() -> None:
    """A file's name may hold bytes that are no text; its comment is stored all the same."""
    place = Place(
        kind=PlaceKind.LINE, file="\udc83kadai1.py", version="v", graded="g", quote="x = '\ud800'"
    )
    said = comment(place, "直してください")
    assert from_note(to_note("24A1201", said)) == said
