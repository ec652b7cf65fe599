"""PDF files that ask for odd things and can be read all the same.

What would end the process that reads it is in tests/hostile, behind the fence.
"""

from tests.reports.documents.pdf_files import FORM, pages, pdf, read, stream

X = "/XObject<</X 10 0 R>>"


def _forms(count: int, times: int, last: str = "0 0 m 9 9 l S") -> dict[int, str | bytes]:
    """Forms that each draw the next one so many times."""
    made: dict[int, str | bytes] = {}
    for at in range(10, 10 + count):
        inner = f"{FORM}/Resources<</XObject<</X {at + 1} 0 R>>>>"
        made[at] = stream("/X Do " * times, inner)
    made[10 + count] = stream(last, FORM)
    return made


def test_forms_in_forms_as_plots_have_them() -> None:
    """A few, and a marker drawn hundreds of times, are nothing bad."""
    found = read(pages(["/X Do"], resources=X, more=_forms(3, 8)))
    assert found.head["trouble"] is None
    assert found.pages[0]["strokes"] == 512


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
