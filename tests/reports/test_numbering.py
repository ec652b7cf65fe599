"""The mark in front of a heading is read, and a quantity is none."""

from grader.model.document import Document, FileKind, Line
from grader.reports.outline import outline
from tests import corpora
from tests.corpora import Row


def answered(row: Row) -> str:
    """Number and title of the chapter that a file says begins with this line."""
    lines = (Line(text=row.text, level=1, level_from="style"), Line(text="速さを比べる。"))
    chapters = outline(Document(kind=FileKind.DOCX, lines=lines)).chapters
    numbered = [f"{chapter.number} | {chapter.text}" for chapter in chapters if chapter.number]
    return "; ".join(numbered) or "none"


def test_numbers_of_headings() -> None:
    """The mark is split off as it is printed; dates, values and running text have none."""
    corpora.hold("numbering", answered)
