"""Text typed into a PDF's form fields and text annotations is read and drawn as if printed."""

import numpy as np
import pytest
from msgspec import convert

from grader.model.document import Document, FileKind, Line, Page
from grader.reports.guest.documents.pdf_whole import WholePages
from grader.reports.outline import outline
from grader.reports.visible import find_hidden
from tests.reports.documents.pdf_files import Read, pages, plot, read, show, stream

TEXT = "The time grows as n^3 of the size"
JAPANESE = "実行時間はサイズnの3乗に比例する"
LOOK = f"BT /F 11 Tf 2 60 Td ({TEXT}) Tj ET"
FONT = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
NOTE, FIELD, CHOICE = (
    "/Subtype/FreeText",
    "/Subtype/Widget/FT/Tx/T(a)",
    "/Subtype/Widget/FT/Ch/T(a)",
)
BUTTON, SIGNATURE = "/Subtype/Widget/FT/Btn/Ff 65536/T(a)", "/Subtype/Widget/FT/Sig/T(a)"
PLACE = "60 640 530 720"


def typed(
    kind: str = NOTE,
    text: str = TEXT,
    look: str | None = LOOK,
    *,
    more: str = "/F 4",
    place: str = PLACE,
    entries: str = "",
    form: str = "",
) -> bytes:
    """A page with a printed heading and one annotation below it."""
    words = f"<FEFF{text.encode('utf-16-be').hex()}>"
    value = f"/V{words}" if "Widget" in kind else f"/Contents{words}"
    styled = "" if look is None else "/AP<</N 11 0 R>>"
    note = f"<</Type/Annot{kind}/Rect[{place}]{more}{value}{styled}/DA(/F 11 Tf 0 g)>>"
    if "/DA" in more:
        note = note.replace("/DA(/F 11 Tf 0 g)", "")
    drawn = stream(look or "", f"/Type/XObject/Subtype/Form/BBox[0 0 470 80]{FONT}")
    fields = f"/AcroForm<</Fields[10 0 R]/DA(/F 11 Tf 0 g)/DR{FONT[10:]}{form}>>"
    return pages(
        [show("1. Purpose", 60, 740, 12)],
        entries=f"/Annots[10 0 R]{entries}",
        catalog=fields if "Widget" in kind else "",
        more={10: note, 11: drawn},
    )


def inked(data: bytes) -> int:
    """How many points are dark where the annotation stands, on the page as a person sees it."""
    page = WholePages(data).draw(1, 595)
    points = np.frombuffer(page.data, np.uint8).reshape(page.height, page.width, 3)
    return int((points[125:200, 62:500].max(axis=2) < 128).sum())


SEEN = {
    "a note": typed(),
    "a note without a look": typed(look=None),
    "a note in Japanese without a look": typed(text=JAPANESE, look=None),
    "a note that is not printed": typed(more="/F 0"),
    "a note with the flag about unknown kinds": typed(more="/F 5"),
    "a field": typed(FIELD),
    "a field without a look": typed(FIELD, look=None),
    "a field whose look is out of date": typed(FIELD, look="", form="/NeedAppearances true"),
    "a field of a form that is lost": typed(FIELD).replace(b"/AcroForm", b"/AcroGone"),
    "a choice": typed(CHOICE),
    "a page on its side": typed(entries="/Rotate 90"),
}


@pytest.mark.parametrize("name", SEEN)
def test_typed_text_is_read_like_print(name: str) -> None:
    """It is body text below the printed heading, and counted apart."""
    found = read(SEEN[name])
    wanted = JAPANESE if "Japanese" in name else TEXT
    assert found.texts(place="body", hidden="") == ["1. Purpose", wanted]
    assert found.pages[0]["typed"] == len(wanted.replace(" ", ""))
    assert found.pages[0]["visible"] == found.pages[0]["typed"] + len("1.Purpose")
    assert found.pictures == []


DRAWN = ["a note", "a field", "a field without a look", "a field whose look is out of date"]


@pytest.mark.parametrize("name", DRAWN)
def test_typed_text_is_drawn_for_a_person(name: str) -> None:
    """What the text is looked at by shows it."""
    assert inked(SEEN[name]) > 50


def test_letters_that_no_font_here_has_are_read_from_the_value() -> None:
    """A viewer draws the value with its own fonts where the form asks for that."""
    data = typed(FIELD, JAPANESE, "BT /F 11 Tf 2 60 Td (??) Tj ET", form="/NeedAppearances true")
    assert read(data).texts(hidden="") == ["1. Purpose", JAPANESE]


def test_lines_of_a_value_are_lines() -> None:
    """Preview and tablets put returns into a note."""
    found = read(typed(text=f"2. 方法\r{JAPANESE}\n\n図1 時間", look=None))
    assert found.texts() == ["1. Purpose", "2. 方法", JAPANESE, "図1 時間"]
    tops = [line["box"][1] for line in found.lines]
    assert tops == sorted(tops)


UNSEEN = {
    "hidden": (typed(more="/F 6"), "invisible"),
    "not viewed": (typed(more="/F 36"), "invisible"),
    "a hidden field": (typed(FIELD, more="/F 2"), "invisible"),
    "in a layer": (typed(more="/F 4/OC<</Type/OCG/Name(L)>>"), "invisible"),
    "an empty look": (typed(look=""), "invisible"),
    "a look of a frame only": (typed(look="0 0 470 80 re S"), "invisible"),
    "white": (typed(look="1 g " + LOOK), "pale"),
    "white by default": (typed(look=None, more="/F 4/DA(/F 11 Tf 1 1 1 rg)"), "pale"),
    "white in Japanese": (typed(text=JAPANESE, look=None, more="/DA(/F 11 Tf 1 g)"), "pale"),
    "tiny by default": (typed(look=None, more="/DA(/F 1 Tf 0 g)"), "tiny"),
    "in no room": (typed(look=None, place="60 640 62 642"), "tiny"),
    "off the page": (typed(text=JAPANESE, look=None, place="1060 640 1500 700"), "outside"),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_typed_text_that_nobody_sees_is_hidden_text(name: str) -> None:
    """It is no text of the report, and a person hears of it."""
    data, how = UNSEEN[name]
    found = read(data)
    assert found.texts(hidden="") == ["1. Purpose"]
    assert found.pages[0]["typed"] == 0
    (hidden,) = find_hidden(convert(found.lines, tuple[Line, ...]))
    assert hidden.how == how


NO_TEXT = {
    "a comment": typed("/Subtype/Text"),
    "a pop-up": typed("/Subtype/Popup"),
    "a stamp": typed("/Subtype/Stamp", look=LOOK),
    "a button": typed(BUTTON),
    "a signature": typed(SIGNATURE),
    "an empty field": typed(FIELD, "", ""),
    "a look that shows something else": typed(look="BT /F 11 Tf 2 60 Td (x) Tj ET"),
}


@pytest.mark.parametrize("name", NO_TEXT)
def test_what_nobody_typed_into_the_page_is_no_text(name: str) -> None:
    """Comments of a reviewer, buttons and stamps say nothing; a look counts as it looks."""
    texts = read(NO_TEXT[name]).texts()
    assert texts == ["1. Purpose", "x"] if "something" in name else texts == ["1. Purpose"]


def test_a_button_and_a_stamp_beside_typed_text_stay_unread() -> None:
    """All notes of a page are laid onto it together."""
    both = typed().replace(b"/Annots[10 0 R]", b"/Annots[10 0 R 12 0 R 13 0 R]")
    others = (
        f"<</Type/Annot{BUTTON}/Rect[60 500 530 580]/F 4/AP<</N 11 0 R>>>>",
        "<</Type/Annot/Subtype/Stamp/Rect[60 300 530 380]/F 4/AP<</N 11 0 R>>>>",
    )
    both = both.replace(
        b"11 0 obj",
        "\n".join(
            f"{number} 0 obj\n{body}\nendobj" for number, body in zip((12, 13), others, strict=True)
        ).encode()
        + b"\n11 0 obj",
    )
    found = read(both)
    assert found.texts(hidden="") == ["1. Purpose", TEXT]
    assert [picture["kind"] for picture in found.pictures] == ["vector"]  # the stamp


def test_a_form_that_only_adobe_shows_is_named() -> None:
    """Its one page says that one has to wait."""
    data = pages(
        [show("Please wait...", 60, 740)],
        catalog="/NeedsRendering true/AcroForm<</Fields[]/XFA[(template) 10 0 R]>>",
        more={10: stream("<template/>")},
    )
    assert read(data).head["trouble"] == "xfa"


def test_a_damaged_annotation_costs_nothing_else() -> None:
    """The rest of the page is read."""
    for broken in (b"/Rect[60 640 530 720]", b"/AP<</N 11 0 R>>", b"/Subtype/FreeText"):
        found = read(typed().replace(broken, b" " * len(broken)))
        assert found.head["trouble"] is None
        assert found.texts(hidden="")[0] == "1. Purpose"


def document_of(found: Read) -> Document:
    """A document as the host gets it, without its pictures."""
    lines = convert(found.lines, tuple[Line, ...])
    seen = convert([{**page, "thumbnail": None} for page in found.pages], tuple[Page, ...])
    return Document(kind=FileKind.PDF, page_count=len(seen), lines=lines, pages=seen)


@pytest.mark.parametrize("kind", [NOTE, FIELD])
def test_a_filled_in_template_is_a_typed_report(kind: str) -> None:
    """Headings are printed; the explanation, the caption and the relation are typed."""
    answers = [
        (580, "The product is computed by three loops."),
        (200, "Figure 1: size of the matrices and execution time"),
        (100, "Figure 1 shows that the execution time is proportional to n^3."),
    ]
    more: dict[int, str | bytes] = {}
    for at, (bottom, text) in enumerate(answers):
        value = f"/V({text})" if "Widget" in kind else f"/Contents({text})"
        more[10 + 2 * at] = (
            f"<</Type/Annot{kind.replace('(a)', f'({at})')}/Rect[60 {bottom} 530 {bottom + 30}]/F 4"
            f"{value}/DA(/F 11 Tf 0 g)/AP<</N {11 + 2 * at} 0 R>>>>"
        )
        look = f"BT /F 11 Tf 2 12 Td ({text}) Tj ET"
        more[11 + 2 * at] = stream(look, f"/Type/XObject/Subtype/Form/BBox[0 0 470 30]{FONT}")
    headings = [("1. Method", 620), ("2. Results", 540), ("3. Discussion", 150)]
    printed = "".join(show(text, 60, y, 14) for text, y in headings) + plot(120, 300)
    fields = "/AcroForm<</Fields[10 0 R 12 0 R 14 0 R]/DA(/F 11 Tf 0 g)>>"
    found = read(
        pages(
            [printed],
            entries="/Annots[10 0 R 12 0 R 14 0 R]",
            catalog=fields if "Widget" in kind else "",
            more=more,
        )
    )
    seen = outline(document_of(found))
    assert [chapter.text for chapter in seen.chapters] == ["Method", "Results", "Discussion"]
    assert [caption.number for caption in seen.captions] == ["1"]
    assert [quote.text for quote in seen.explanations] == [answers[2][1]]
    assert [relation.exponents for relation in seen.relations] == [(3.0,)]
    assert seen.typed == sum(len(text.replace(" ", "")) for _, text in answers)
