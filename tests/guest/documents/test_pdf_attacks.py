"""PDF files that attack the reader: each ends at once, with a trouble that says why."""

from collections.abc import Callable

import pytest

from tests.guest.documents.pdf_files import FORM, pages, pdf, read, stream

BIG = 90_000_000  # bytes, unpacked


def _forms(count: int, times: int, last: str = "0 0 m 9 9 l S") -> dict[int, str | bytes]:
    """Forms that each draw the next one so many times."""
    made: dict[int, str | bytes] = {}
    for at in range(10, 10 + count):
        inner = f"{FORM}/Resources<</XObject<</X {at + 1} 0 R>>>>"
        made[at] = stream("/X Do " * times, inner)
    made[10 + count] = stream(last, FORM)
    return made


X = "/XObject<</X 10 0 R>>"
SELF = f"{FORM}/Resources<</XObject<</X 10 0 R>>>>"
STATE = "/ExtGState<</G<</SMask<</S/Luminosity/G 10 0 R>>>>>>"
TILE = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]"
LETTERS = (
    "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 11 0 R>>"
    "/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]"
    "/Resources<</Font<</T 10 0 R>>>>>>"
)
LOOPS: dict[str, tuple[str, str, dict[int, str | bytes]]] = {
    "a form in itself": ("/X Do", X, {10: stream("/X Do", SELF)}),
    "by the page's resources": ("/X Do", X, {10: stream("/X Do", FORM)}),
    "by an escaped name": ("/#58 Do", X, {10: stream("/X\nDo", FORM)}),
    "two forms in each other": (
        "/X Do",
        f"{X[:-2]}/Y 11 0 R>>",
        {10: stream("/Y Do", FORM), 11: stream("/X Do", FORM)},
    ),
    "a pattern in itself": (
        "/Pattern cs /P scn 0 0 100 100 re f",
        "/Pattern<</P 10 0 R>>",
        {10: stream("/P scn 0 0 9 9 re f", f"{TILE}/XStep 9/YStep 9")},
    ),
    "a mask in itself": (
        "/G gs 0 0 100 100 re f",
        STATE,
        {10: stream("/G gs 0 0 9 9 re f", f"{FORM}/Resources<<{STATE}>>")},
    ),
}


@pytest.mark.parametrize("loop", LOOPS)
def test_drawings_that_draw_themselves(loop: str) -> None:
    """Damaged; pdfium, which would not survive them, never sees them."""
    content, resources, more = LOOPS[loop]
    found = read(pages([content], resources=resources, more=more))
    assert (found.head["trouble"], found.head["parts"]) == ("damaged", 0)
    assert "draws itself" in found.head["detail"]


def test_letters_that_draw_themselves() -> None:
    """Damaged, too."""
    more: dict[int, str | bytes] = {10: LETTERS, 11: stream("1 0 d0 BT /T 1 Tf (a) Tj ET")}
    used = pages(["BT /T 9 Tf (a) Tj ET"], entries="/Resources<</Font<</T 10 0 R>>>>", more=more)
    assert read(used).head["trouble"] == "damaged"


def test_a_note_that_draws_itself() -> None:
    """What stands beside the page's own drawing is looked at as well."""
    note = "/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 10 0 R>>>>]"
    found = read(pages([""], entries=note, resources=X, more={10: stream("/X Do", SELF)}))
    assert found.head["trouble"] == "damaged"


@pytest.mark.parametrize(("count", "times"), [(8, 40), (30, 4), (30, 1), (2, 900)])
def test_forms_in_forms_without_end(count: int, times: int) -> None:
    """Too large, by how deep they are or by how many would be drawn."""
    found = read(pages(["/X Do"], resources=X, more=_forms(count, times)))
    assert (found.head["trouble"], found.head["parts"]) == ("too-large", 0)


def test_forms_in_forms_as_plots_have_them() -> None:
    """A few, and a marker drawn hundreds of times, are nothing bad."""
    found = read(pages(["/X Do"], resources=X, more=_forms(3, 8)))
    assert found.head["trouble"] is None
    assert found.pages[0]["strokes"] == 512


FONT = "<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor<</FontFile2 11 0 R>>>>"
BOMBS: dict[str, Callable[[], tuple[str | bytes, str, dict[int, str | bytes]]]] = {
    "a page": lambda: (stream(bytes(BIG), packed=1), "", {}),
    "packed twice": lambda: (stream(bytes(BIG), packed=2), "", {}),
    "packed four times": lambda: (stream(bytes(BIG), packed=4), "", {}),
    "a form": lambda: ("/X Do", X, {10: stream(bytes(BIG), FORM, packed=1)}),
    "a page of many lines": lambda: (stream("0 0 m 9 9 l S\n" * 3_000_000, packed=1), "", {}),
    "a picture of many pixels": lambda: (
        "99 0 0 99 0 0 cm /X Do",
        X,
        {10: stream("x", "/Type/XObject/Subtype/Image/Width 60000/Height 60000")},
    ),
    "a picture drawn again and again": lambda: (
        "99 0 0 99 0 0 cm /X Do " * 2_000,
        X,
        {10: stream("x", "/Type/XObject/Subtype/Image/Width 2000/Height 2000")},
    ),
    "tiles without end": lambda: (
        "/Pattern cs /P scn 0 0 500 800 re f",
        "/Pattern<</P 10 0 R>>",
        {10: stream("0 0 1 1 re f", f"{TILE}/XStep 0.001/YStep 0.001")},
    ),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_more_than_anybody_draws(bomb: str) -> None:
    """Too large, and known before it is unpacked or drawn."""
    content, resources, more = BOMBS[bomb]()
    found = read(pages([content], resources=resources, more=more))
    assert (found.head["trouble"], found.head["parts"]) == ("too-large", 0)


def test_a_font_that_unpacks_to_far_too_much() -> None:
    """Too large; pdfium would unpack it whole."""
    more: dict[int, str | bytes] = {10: FONT, 11: stream(bytes(BIG), packed=1)}
    entries = "/Resources<</Font<</T 10 0 R>>>>"
    found = read(pages(["BT /T 9 Tf (a) Tj ET"], entries=entries, more=more))
    assert found.head["trouble"] == "too-large"


def test_far_more_pages_than_there_are() -> None:
    """What is counted is what is there."""
    objects = {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Kids[3 0 R]/Count 2000000000>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>",
    }
    assert read(pdf(objects)).head["parts"] <= 200


def test_an_outline_that_leads_back_to_itself() -> None:
    """Read once."""
    outline: dict[int, str | bytes] = {
        10: "<</First 11 0 R/Last 11 0 R/Count 1>>",
        11: "<</Title(a)/Parent 10 0 R/Next 11 0 R/First 11 0 R/Dest[100 0 R/Fit]>>",
    }
    assert read(pages([""], catalog="/Outlines 10 0 R", more=outline)).head["trouble"] is None


def test_what_is_in_a_file_to_be_run_is_not_run() -> None:
    """A script and a program to launch change nothing."""
    action = "/OpenAction<</S/JavaScript/JS(app.launchURL\\(1\\))/Next<</S/Launch/F(cmd.exe)>>>>"
    assert read(pages([""], catalog=action)).head["trouble"] is None


def test_a_page_of_very_many_lines_is_read_in_part() -> None:
    """As many objects as a page may have; and it ends."""
    found = read(pages([stream("0 0 m 9 9 l S\n" * 60_000, packed=1)]))
    assert found.head["trouble"] is None
    assert found.pages[0]["strokes"] == 20_000
