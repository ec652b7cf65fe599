"""References to figures are found by number, by range and by place."""

from grader.model.document import Line, Place
from grader.reports.captions import find_captions, find_references, spoken_of
from tests import corpora
from tests.corpora import Row
from tests.reports.passes import sentences_in
from tests.reports.small import read_off


def answered(row: Row) -> str:
    """The figures that a report with this sentence, and with these captions, refers to."""
    captions = [f"図{number} 実行時間" for number in row.given.get("captions", ())]
    before = "In " if row.text[0].isascii() else "なお、"
    seen = read_off(*captions, before + row.text)
    numbers = [reference.number or "there" for reference in seen.references]
    return " ".join(dict.fromkeys(numbers)) or "none"


def test_what_a_text_speaks_of() -> None:
    """A text speaks of these figures and of no others; the captions say what a hyphen is."""
    corpora.hold("references", answered)


def test_caption_and_contents_speak_of_nothing() -> None:
    """A figure's own title and a list of figures are no references."""
    lines = [
        Line(text="図1 時間", place=Place.CONTENTS),
        Line(text="図1に結果を示す。"),
        Line(text="図1 実行時間のグラフ"),
        Line(text="図2 図1の拡大図"),
    ]
    mentions = find_references(sentences_in(lines), find_captions(lines), lines)
    assert [(mention.reference.number, mention.line) for mention in mentions] == [
        ("1", 1),
        ("1", 3),
    ]


def test_hostile_ranges_end() -> None:
    """Neither a huge range nor thousands of references take long."""
    assert spoken_of("図1～99999999999") == ("1",)
    assert len(spoken_of("図1～60、" * 1_000)) == 60
    lines = [Line(text="図1～50を見る。") for _ in range(1_000)]
    assert len(find_references(sentences_in(lines), (), lines)) == 2_000
