"""Headings are found in reports of many kinds, and what only looks like one is not."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from grader.model.document import Document, FileKind, Line, Place
from grader.model.report import Chapter, ReportOutline
from grader.reports.outline import outline
from tests import corpora
from tests.asking import submission_checks
from tests.corpora import Row
from tests.reports.reports import ASSIGNMENT, evidence, of, report
from tests.reports.writing import read_all

FILES = ("tuning.txt", "held.txt", "held_again.txt")  # held: written after the rules were fixed
MADE = {made.name: made for name in FILES for made in read_all(name)}


def chapters(lines: Sequence[Line]) -> tuple[Chapter, ...]:
    """The chapters of a Word file."""
    return outline(Document(kind=FileKind.DOCX, lines=tuple(lines))).chapters


def headings(*texts: str) -> list[str]:
    """The headings of a Word file without any style."""
    return [texts[chapter.line] for chapter in chapters([Line(text=text) for text in texts])]


def bare(line: Line) -> Line:
    """A line of which only the text is known."""
    return replace(line, box=None, size_pt=0.0, bold=False, font="", level=0, centred=False)


def with_radicals(line: Line) -> Line:
    """A line as printers to PDF write it."""
    return replace(line, text=line.text.translate(str.maketrans("目行方用一", "⽬⾏⽅⽤⼀")))


LOOKS: Mapping[str, Callable[[Line], Line]] = {
    "as it is": lambda line: line,
    "bare": bare,
    "with radicals": with_radicals,
}


@cache
def seen(name: str, look: str) -> ReportOutline:
    """What is read off one of the documents in one of the looks."""
    document = MADE[name].document
    return outline(replace(document, lines=tuple(map(LOOKS[look], document.lines))))


def test_headings() -> None:
    """Titles, lists, dates, code, captions and cells are no headings."""
    said: dict[str, str] = {}
    rows: list[Row] = []
    for made in MADE.values():
        found = {chapter.line for chapter in seen(made.name, "as it is").chapters}
        for number, line in enumerate(made.document.lines):
            name = f"{made.name}:{number} {line.text[:40]}"
            said[name] = "heading" if number in found else "text"
            rows.append(Row(label="heading" if number in made.headings else "text", name=name))
    corpora.hold("headings", lambda row: said[row.name], rows=rows)


def divided(row: Row) -> str:
    """Whether the check of chapters counts enough of them."""
    (check,) = submission_checks("REP003")
    read = evidence(report(seen(row.given["document"], row.given["look"])))
    finding = of("REP003", list(check(read, ASSIGNMENT)))
    count, least = finding.params["count"], finding.params["least"]
    return "divided" if int(str(count)) >= int(str(least)) else "whole"


def test_whether_there_are_chapters() -> None:
    """The weaker question, for which points are given; also without any look, and misread."""
    rows = [
        Row(
            label="divided" if made.divided else "whole",
            name=f"{made.name} {look}",
            given={"document": made.name, "look": look},
        )
        for made in MADE.values()
        for look in LOOKS
    ]
    corpora.hold("divided", divided, rows=rows)


def test_says_why() -> None:
    """A chapter tells what speaks for it, its number and its folded title."""
    lines = (
        Line(text="１．実験⽬的", bold=True),
        Line(text="本実験では行列積の速さを比べる。どれが速いかを調べる。"),
    )
    (chapter,) = chapters(lines)
    assert (chapter.number, chapter.text, chapter.line) == ("１．", "実験目的", 0)
    assert {"number", "bold", "vocabulary"} <= set(chapter.why)


def test_believes_the_file() -> None:
    """What the file calls a heading is one, whatever it says."""
    lines = (Line(text="速さくらべ", level=2, level_from="style"), Line(text="速かった。"))
    (chapter,) = chapters(lines)
    assert chapter.why[0] == "style"


def test_believes_the_name_of_a_style() -> None:
    """A style that somebody made says by its name what it is for."""
    lines = (
        Line(text="深層学習の概略", style="Title", bold=True),
        Line(text="速さくらべ", style="卒論見出し1"),
        Line(text="速かった。"),
    )
    (chapter,) = chapters(lines)
    assert (chapter.line, chapter.why[0]) == (1, "style")


def test_does_not_believe_a_paragraph() -> None:
    """Some set whole paragraphs in the heading style."""
    text = "本実験では行列積の実行時間を測定し、サイズとの関係を調べた。" * 4
    lines = (Line(text=text, level=1, level_from="style"),)
    assert not chapters(lines)


def test_takes_no_entry_of_a_bibliography() -> None:
    """Numbers go on in the list of references, chapters do not."""
    texts = ["目的", "測る。", "参考文献", "1. 深層学習の方法", "2. 行列計算の理論"]
    assert headings(*texts) == ["目的", "参考文献"]


def test_finds_nothing_in_nothing() -> None:
    """An empty document has no chapters."""
    assert headings() == []


def test_takes_no_label_of_a_plot() -> None:
    """What stands inside a picture is no heading."""
    lines = (Line(text="1. 結果", place=Place.PICTURE), Line(text="速かった。"))
    assert not chapters(lines)


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
    found = chapters(lines)
    assert [texts[chapter.line] for chapter in found] == [*titles]
    assert {chapter.level for chapter in found} == {1}


def test_items_with_the_mark_of_chapters_are_none() -> None:
    """They stand one below the other."""
    texts = ("■目的", PROSE, "■測ったもの", "■使ったもの", "■見たもの", "■結果", PROSE)
    assert headings(*texts) == ["■目的", "■結果"]
