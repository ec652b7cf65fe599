"""Students' ids are found on the cover, as printed."""

import pytest

from grader.model.document import Hidden, Line
from grader.reports.leftovers import find_students, pattern_like

PATTERN = r"\d{2}[A-Z]\d{4}"


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["学籍番号：24A1201"], ["24A1201"]),
        (["２４Ａ１２０１　氏名"], ["２４Ａ１２０１"]),
        (["24a1201"], ["24a1201"]),
        (["24A1201, 24A1202", "24A1201"], ["24A1201", "24A1202"]),
        (["学籍番号", "24A1201"], ["24A1201"]),
        (["㈱２４Ａ１２０１"], ["２４Ａ１２０１"]),
        (["124A12013"], []),
        (["実行時間は2.4秒"], []),
    ],
)
def test_ids_of_the_course(texts: list[str], found: list[str]) -> None:
    """The course's pattern finds ids wherever they stand."""
    assert list(find_students([Line(text=text) for text in texts], PATTERN)) == found


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["学籍番号：24A1201"], ["24A1201"]),
        (["学籍番号　１２３４５６７　氏名"], ["１２３４５６７"]),
        (["学籍番号", "24A1201", "2025"], ["24A1201"]),
        (["Student ID: s1234567"], ["s1234567"]),
        (["24A1201"], []),
        (["学籍番号：氏名："], []),
        (["学籍番号を書く"], []),
    ],
)
def test_ids_with_a_label(texts: list[str], found: list[str]) -> None:
    """Without a pattern only what stands beside a label is an id."""
    assert list(find_students([Line(text=text) for text in texts])) == found


def test_hidden_ids_and_the_end() -> None:
    """Hidden ids do not count, and at most twenty are given."""
    assert not find_students([Line(text="24A1201", hidden=Hidden.PALE)], PATTERN)
    lines = [Line(text=f"24A{number:04}") for number in range(100)]
    assert len(find_students(lines, PATTERN)) == 20


@pytest.mark.parametrize(
    ("student", "text", "found"),
    [
        ("24A1201", "24B0007 を見よ", ["24B0007"]),
        ("s1234567", "Ｓ７６５４３２１", ["Ｓ７６５４３２１"]),
        ("1234567", "0.1234567 秒", []),
        ("deep", "deep learning", []),
        ("a.b1234", "a.b1234", []),
    ],
)
def test_ids_like_one(student: str, text: str, found: list[str]) -> None:
    """Ids of a known shape are found, unless numbers or words have it as well."""
    assert list(find_students([Line(text=text)], pattern_like(student))) == found
