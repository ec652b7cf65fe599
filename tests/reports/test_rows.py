"""What never is a heading is left out, and what sets a line off from the body is seen."""

import pytest

from grader.model.document import Hidden, Line, Place
from grader.reports.rows import HeadingCandidate
from tests.reports.passes import rows_in

BODY = "行列積の実行時間を測定し、行列のサイズとの関係を調べた結果を以下に述べる。"


def rows(*lines: Line) -> list[HeadingCandidate]:
    """The rows of a document that has a body, too."""
    body = Line(text=BODY * 3, size_pt=10.0, font="MS-Mincho")
    return rows_in((*lines, body))[:-1]


@pytest.mark.parametrize(
    "line",
    [
        Line(text="目的", place=Place.HEADER),
        Line(text="目的", place=Place.CONTENTS),
        Line(text="1. 目的", place=Place.PICTURE),
        Line(text="目的", hidden=Hidden.PALE),
        Line(text="図1 実行時間"),
        Line(text="学籍番号：24A1201"),
        Line(text="氏　名"),
        Line(text="1. 目的 ………… 3"),
        Line(text="2 方法 . . . . . . . . 4"),
        Line(text="はじめに\t1"),
        Line(text="────────"),
        Line(text="import numpy as np"),
        Line(text="目次"),
    ],
)
def test_leaves_out(line: Line) -> None:
    """Headers, contents, labels, captions, the cover and code are no rows."""
    assert rows(line) == []


def test_leaves_out_contents_without_leaders() -> None:
    """A table of contents is told by its titles, which come again."""
    texts = ["目次", "1 目的", "2 結果", "1 目的", "測る。", "2 結果", "速い。"]
    found = rows(*(Line(text=text) for text in texts))
    assert [row.index for row in found] == [3, 4, 5, 6]


def test_leaves_out_running_heads() -> None:
    """What stands at the top of every page is no heading; a chapter's bare name may be one."""
    lines = [
        Line(text=text, page=page, box=(70, top, 300, top + 10), size_pt=10.0)
        for page in (1, 2, 3)
        for text, top in (
            (f"深層学習実験 {page}", 30.0),
            ("考察", 60.0),
            (f"{'甲乙丙'[page - 1]}の話。", 90.0),
        )
    ]
    assert {row.text for row in rows(*lines)} == {"考察", "甲の話。", "乙の話。", "丙の話。"}


def test_sees_what_sets_a_line_off() -> None:
    """Size, weight and font are compared with the body's."""
    (row,) = rows(Line(text="速さ", size_pt=14.0, bold=True, font="MS-Gothic"))
    assert (row.larger, row.bold, row.other_font, row.set_off) == (1.4, True, True, True)
    (row,) = rows(Line(text="速さ", size_pt=10.5, font="MS-Mincho"))
    assert not row.set_off


def test_puts_the_automatic_number_in_front() -> None:
    """Word keeps the number apart from the text."""
    (row,) = rows(Line(text="目的", number="第1章", listed=True))
    assert row.marker is not None
    assert (row.text, row.marker.style) == ("第1章 目的", "章")
