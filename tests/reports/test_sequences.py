"""Numbers of chapters go on through the report, those of lists do not."""

from grader.model.document import Line
from grader.reports.chapters import weigh_sequences
from grader.reports.headings import Candidate
from tests.reports.passes import candidates_in


def weighed(*texts: str) -> dict[str, Candidate]:
    """The candidates after their numbers are compared."""
    lines = tuple(Line(text=text) for text in texts)
    found = candidates_in(lines)
    weigh_sequences(found)
    return {candidate.row.text: candidate for candidate in found}


def test_raises_a_count() -> None:
    """1, 2, 3 with text in between support each other."""
    found = weighed("1. 行列", "測る。", "2. 画像", "測る。", "3. 音声", "測る。")
    assert all("sequence" in found[text].why for text in ("1. 行列", "2. 画像", "3. 音声"))


def test_lowers_a_list() -> None:
    """Items right below each other are no chapters."""
    found = weighed("手順を示す。", "1. 行列", "2. 画像", "3. 音声")
    assert all("sequence" not in found[text].why for text in ("1. 行列", "2. 画像", "3. 音声"))
    assert found["2. 画像"].score < 0


def test_lowers_what_is_out_of_order() -> None:
    """A second 1. inside of chapter 3 does not count on."""
    found = weighed(
        "1. 目的", "測る。", "2. 結果", "速い。", "1. 行列", "遅い。", "3. 考察", "速い。"
    )
    assert "sequence" in found["3. 考察"].why
    assert "sequence" not in found["1. 行列"].why


def test_knows_the_chapter_that_a_section_is_in() -> None:
    """2.1 stands in chapter 2."""
    found = weighed("2. 結果", "速い。", "2.1 行列", "速い。", "5.1 画像", "遅い。")
    assert found["2.1 行列"].score > found["5.1 画像"].score
