"""REP005: what is read off a graph is pointed at, and not what only presents it."""

from grader.model.finding import Verdict
from tests import corpora
from tests.corpora import Row
from tests.reports.small import found, read_off


def answered(row: Row) -> str:
    """What the check of explanations says of a report with this sentence."""
    finding = found("REP005", "実験を行った。", row.text, "以上である。")
    return "explains" if finding.verdict is Verdict.PASSED else "presents"


def test_sentences_about_graphs() -> None:
    """What is read off a graph explains it; how it was made, and where it stands, do not."""
    corpora.hold("explaining", answered)


def test_sentence_after_the_figure_is_quoted() -> None:
    """What follows a sentence about a figure may go on reading it."""
    text = "この結果から、サイズとともに時間が増えることが分かる。"
    finding = found("REP005", f"図1に実行時間を示す。{text}次に進む。")
    assert [place.text for place in finding.locations] == [text]


def test_hostile_sentences_end() -> None:
    """Repetition makes no rule slow."""
    for piece in ("図1", "図1に", "グラフ", "に示す", "の", "the graph "):
        read_off(piece * 10_000)
