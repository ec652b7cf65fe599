"""Text of a template is found, and the ordinary use of ○ and × is not."""

from grader.model.document import Line, Place
from grader.model.finding import Verdict
from grader.reports.leftovers import find_left_over
from tests import corpora
from tests.corpora import Row
from tests.reports.small import found


def answered(row: Row) -> str:
    """What the check of templates says of a report with this line."""
    finding = found("REP013", "実験を行った。", row.text, "以上である。")
    return "filled" if finding.verdict is Verdict.PASSED else "unfilled"


def test_lines_of_templates() -> None:
    """Marks, matrices, inputs and instructions to a reader are no template."""
    corpora.hold("leftovers", answered)


def test_phrases_of_the_course() -> None:
    """The template's own phrases are found whatever their width and gaps."""
    lines = [
        Line(text="目的：　ここでは，課題の 目的を述べる", page=2),
        Line(text="目的は測定である。"),
    ]
    (found,) = find_left_over(lines, ["ここでは、課題の目的を述べる", "は"])
    assert (found.page, found.text) == (2, "目的： ここでは，課題の 目的を述べる")


def test_sentence_is_quoted() -> None:
    """Of a long paragraph the sentence is quoted."""
    (found,) = find_left_over([Line(text="結果を述べた。（ここに図を貼り付けてください）")])
    assert found.text == "（ここに図を貼り付けてください）"


def test_blank_beside_its_label() -> None:
    """A cell of circles beside 氏名 was not filled in; one in a table of marks was."""
    assert find_left_over(
        [Line(text="氏名", place=Place.TABLE), Line(text="○○", place=Place.TABLE)]
    )
    assert not find_left_over([Line(text="結果", place=Place.TABLE), Line(text="○○")])


def test_places_and_end() -> None:
    """Labels in a plot are not looked at, and at most fifty lines are quoted."""
    assert not find_left_over([Line(text="TODO", place=Place.PICTURE)])
    assert len(find_left_over([Line(text="TODO " + "（" * 10_000)] * 200)) == 50
