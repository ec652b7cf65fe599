"""References to figures are found by number, by range and by place."""

import pytest

from grader.model.document import Line, Place
from grader.report.captions import find_captions
from grader.report.references import find_references, spoken_of
from grader.report.sentences import sentences

SPOKEN_OF: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("図1に示す", ("1",)),
    ("図1～3より", ("1", "2", "3")),
    ("図1,2に", ("1", "2")),
    ("図4および5を", ("4", "5")),
    ("図2.1/2に", ("2.1", "2.2")),
    ("Fig. 1–3 show", ("1", "2", "3")),
    ("Figs. 1 and 2", ("1", "2")),
    ("上図より", ("",)),
    ("下図に示す", ("",)),
    ("次の図のように", ("",)),
    ("以下のグラフから", ("",)),
    ("このグラフより", ("",)),
    ("図1、図2、図3を比べる", ("1", "2", "3")),
    ("図１から図３", ("1", "2", "3")),
    ("図1から3乗に比例", ("1",)),
    ("図1、2倍になる", ("1",)),
    ("図1と2から", ("1", "2")),
    ("図1(a)と(b)", ("1",)),
    ("図1 行列積の時間では", ("1",)),
    ("図2.1 行列積では", ("2.1",)),
    ("図1 点線は", ("1",)),
    ("図1～99999999", ("1",)),
    ("図1～999", ("1", "999")),
    ("図2-1に示す", ("2", "1")),
    ("図2.1～2.3", ("2.1", "2.2", "2.3")),
    ("図2.1～3", ("2.1", "2.2", "2.3")),
    ("意図1つ", ()),
    ("地図2", ()),
    ("図2枚", ()),
    ("表1に示す", ()),
    ("図3,4,5参照", ("3", "4", "5")),
    ("第1図のように", ("1",)),
    ("図1や図2", ("1", "2")),
    ("グラフ1より", ("1",)),
    ("図1・2", ("1", "2")),
    ("Figure 1 shows", ("1",)),
    ("Figures 2, 3, and 4", ("2", "3", "4")),
    ("the figure below shows", ("",)),
    ("This graph shows", ("",)),
    ("図を参照", ()),
    ("グラフから分かるように", ("",)),
    ("図1より、100のとき", ("1",)),
    ("図1、100×100では", ("1",)),
    ("図1, 3 次の", ("1",)),
    ("図1 とその 2 倍", ("1",)),
    ("図1,図3-5", ("1", "3", "4", "5")),
    ("棒グラフから", ()),
    ("横軸をサイズとしたグラフを描く", ()),
    ("図 1 ，図 2 に", ("1", "2")),
    ("図1:時間", ("1",)),
    ("図1および表2", ("1",)),
    ("図1, 10回の平均", ("1",)),
    ("図1 and 0.5 s", ("1",)),
    ("(図1)", ("1",)),
    ("図1-3に", ("1", "2", "3")),
    ("図A.1に", ("A.1",)),
    ("Fig. 3a and 3b", ("3",)),
    ("グラフ作成", ()),
    ("グラフを以下に示す", ()),
    ("結果を右図に示す。", ("",)),
    ("前述のグラフ", ()),
    ("図1ー3", ("1",)),
)
BY_CAPTIONS = (
    ("図1-3に", {"1.3"}, ("1.3",)),
    ("図1-3に", {"1", "2", "3"}, ("1", "2", "3")),
    ("図2-1に", {"1.1", "2.1"}, ("2.1",)),
)


@pytest.mark.parametrize(("text", "numbers"), SPOKEN_OF)
def test_numbers_spoken_of(text: str, numbers: tuple[str, ...]) -> None:
    """A text speaks of these figures and of no others."""
    assert spoken_of(text) == numbers


@pytest.mark.parametrize(("text", "known", "numbers"), BY_CAPTIONS)
def test_hyphen_is_read_by_the_captions(
    text: str, known: set[str], numbers: tuple[str, ...]
) -> None:
    """A hyphen is part of a number or spans a range, whichever the captions know."""
    assert spoken_of(text, frozenset(known)) == numbers


def test_caption_and_contents_speak_of_nothing() -> None:
    """A figure's own title and a list of figures are no references."""
    lines = [
        Line(text="図1 時間", place=Place.CONTENTS),
        Line(text="図1に結果を示す。"),
        Line(text="図1 実行時間のグラフ"),
        Line(text="図2 図1の拡大図"),
    ]
    mentions = find_references(sentences(lines), find_captions(lines), lines)
    assert [(mention.reference.number, mention.line) for mention in mentions] == [
        ("1", 1),
        ("1", 3),
    ]


def test_hostile_ranges_end() -> None:
    """Neither a huge range nor thousands of references take long."""
    assert spoken_of("図1～99999999999") == ("1",)
    assert len(spoken_of("図1～60、" * 1_000)) == 60
    lines = [Line(text="図1～50を見る。") for _ in range(1_000)]
    assert len(find_references(sentences(lines), (), lines)) == 2_000
