"""Headings are found in reports of many kinds, and what only looks like one is not."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from grader.model.document import Document, FileKind, Line, Place
from grader.report.chapters import find_chapters
from grader.report.levels import ENOUGH, top_level
from tests.report.writing import Made, read_all

TUNED = read_all("tuning.txt")
HELD = [*read_all("held.txt"), *read_all("held_again.txt")]


def headings(*texts: str) -> list[str]:
    """What is found in a Word file without any style."""
    lines = tuple(Line(text=text) for text in texts)
    found = find_chapters(Document(kind=FileKind.DOCX, lines=lines))
    return [texts[chapter.line] for chapter in found]


@pytest.mark.parametrize("made", TUNED, ids=lambda made: made.name)
def test_tells_whether_there_are_chapters(made: Made) -> None:
    """The weaker question, for which points are given, is answered right for every one."""
    found = top_level(find_chapters(made.document))
    assert (len(found) >= ENOUGH) is made.divided


@pytest.mark.parametrize("made", TUNED, ids=lambda made: made.name)
def test_takes_nothing_else_for_a_heading(made: Made) -> None:
    """Titles, lists, dates, code, captions and cells are no headings."""
    assert {chapter.line for chapter in find_chapters(made.document)} <= set(made.headings)


def test_finds_nearly_all() -> None:
    """Of the reports written after the rules were fixed, nearly every heading is found."""
    found = [(made, {one.line for one in find_chapters(made.document)}) for made in HELD]
    right = sum(len(lines & set(made.headings)) for made, lines in found)
    assert right >= 0.9 * sum(len(made.headings) for made, _ in found)
    assert right >= 0.95 * sum(len(lines) for _, lines in found)


def test_says_why() -> None:
    """A chapter tells what speaks for it, its number and its folded title."""
    lines = (
        Line(text="１．実験⽬的", bold=True),
        Line(text="本実験では行列積の速さを比べる。どれが速いかを調べる。"),
    )
    (chapter,) = find_chapters(Document(kind=FileKind.DOCX, lines=lines))
    assert (chapter.number, chapter.text, chapter.line) == ("１．", "実験目的", 0)
    assert {"number", "bold", "vocabulary"} <= set(chapter.why)


def test_believes_the_file() -> None:
    """What the file calls a heading is one, whatever it says."""
    lines = (Line(text="速さくらべ", level=2, level_from="style"), Line(text="速かった。"))
    (chapter,) = find_chapters(Document(kind=FileKind.DOCX, lines=lines))
    assert chapter.why[0] == "style"


def test_believes_the_name_of_a_style() -> None:
    """A style that somebody made says by its name what it is for."""
    lines = (
        Line(text="深層学習の概略", style="Title", bold=True),
        Line(text="速さくらべ", style="卒論見出し1"),
        Line(text="速かった。"),
    )
    (chapter,) = find_chapters(Document(kind=FileKind.DOCX, lines=lines))
    assert (chapter.line, chapter.why[0]) == (1, "style")


def bare(line: Line) -> Line:
    """A line of which only the text is known."""
    return replace(line, box=None, size_pt=0.0, bold=False, font="", level=0, centred=False)


def with_radicals(line: Line) -> Line:
    """A line as printers to PDF write it."""
    return replace(line, text=line.text.translate(str.maketrans("目行方用一", "⽬⾏⽅⽤⼀")))


@pytest.mark.parametrize("changed", [bare, with_radicals])
def test_needs_neither_looks_nor_right_characters(changed: Callable[[Line], Line]) -> None:
    """Of reports without any look, and of misread ones, nearly all are told rightly."""
    made = [*TUNED, *HELD]
    documents = [
        replace(one.document, lines=tuple(map(changed, one.document.lines))) for one in made
    ]
    right = sum(
        (len(top_level(find_chapters(document))) >= ENOUGH) is one.divided
        for one, document in zip(made, documents, strict=True)
    )
    assert right >= 0.96 * len(made)


def test_does_not_believe_a_paragraph() -> None:
    """Some set whole paragraphs in the heading style."""
    text = "本実験では行列積の実行時間を測定し、サイズとの関係を調べた。" * 4
    lines = (Line(text=text, level=1, level_from="style"),)
    assert not find_chapters(Document(kind=FileKind.DOCX, lines=lines))


def test_takes_no_entry_of_a_bibliography() -> None:
    """Numbers go on in the list of references, chapters do not."""
    texts = ["目的", "測る。", "参考文献", "1. 深層学習の方法", "2. 行列計算の理論"]
    assert headings(*texts) == ["目的", "参考文献"]


def test_finds_nothing_in_nothing() -> None:
    """An empty document has no chapters."""
    assert headings() == []
    assert top_level(()) == ()


def test_takes_no_label_of_a_plot() -> None:
    """What stands inside a picture is no heading."""
    lines = (Line(text="1. 結果", place=Place.PICTURE), Line(text="速かった。"))
    assert not find_chapters(Document(kind=FileKind.PDF, lines=lines))


PROSE = "行列の積を計算するプログラムを作成し、サイズを変えて三回ずつ時間を測定した。"


@pytest.mark.parametrize(
    "titles",
    [
        ("■目的", "■やったこと", "■結果", "■考察"),
        ("■はじめに", "■やったこと", "■わかったこと"),
        ("●目的", "●使ったプログラム", "●測定した結果", "●思ったこと"),
        ("■目的", "■プログラムについて", "■測定した結果", "■まとめ"),
        ("■ Purpose", "■ What I measured", "■ Discussion"),
    ],
)
def test_what_bears_the_mark_of_chapters_is_one(titles: tuple[str, ...]) -> None:
    """Whatever it is called; and it stands beside them, not below."""
    texts = [text for title in titles for text in (title, PROSE)]
    lines = tuple(Line(text=text) for text in texts)
    found = find_chapters(Document(kind=FileKind.DOCX, lines=lines))
    assert [texts[chapter.line] for chapter in found] == [*titles]
    assert {chapter.level for chapter in found} == {1}


def test_items_with_the_mark_of_chapters_are_none() -> None:
    """They stand one below the other."""
    texts = ("■目的", PROSE, "■測ったもの", "■使ったもの", "■見たもの", "■結果", PROSE)
    assert headings(*texts) == ["■目的", "■結果"]
