"""What heads points in the files of LMSs, and whose a table is."""

import pytest

from grader.lms.columns import MarkColumn
from grader.tables import folded, is_headed, lms_of
from grader.tables.headings import _words


@pytest.mark.parametrize(
    ("heading", "mark"),
    [
        ("Grade", MarkColumn.GRADE),
        ("評点", MarkColumn.GRADE),
        ("Maximum grade", MarkColumn.MAXIMUM),
        ("最大評点", MarkColumn.MAXIMUM),
        ("Last modified (grade)", MarkColumn.GRADED),
        ("最終更新日時（評定）", MarkColumn.GRADED),
        ("Feedback comments", MarkColumn.FEEDBACK),
        ("# 合計点", MarkColumn.TOTAL),
        ("# 講評", MarkColumn.COMMENT),
    ],
)
def test_what_heads_points(heading: str, mark: MarkColumn) -> None:
    """Nothing more than the word: 「評点変更可」 is no grade."""
    assert is_headed(heading, mark)
    assert not is_headed(f"{heading} 2", mark)


def test_every_kind_has_words_that_are_folded() -> None:
    """A word with a blank or a capital letter would never be found."""
    for kind in MarkColumn:
        words = sorted(_words(kind))
        assert words
        assert words == [folded(word) for word in words]


@pytest.mark.parametrize(
    ("headings", "lms"),
    [
        ("# ロール|# ユーザID|# 学籍番号", "manaba"),
        ("Student|ID|SIS User ID|SIS Login ID|Section", "canvas"),
        ("identifier|github_username", "github"),
        ("SID|Email|Role", "gradescope"),
        ("Display ID|ID|grade", "sakai"),
        ("ID|フルネーム|評点|最大評点", "moodle"),
        ("学籍番号|氏名", ""),
    ],
)
def test_whose_table_it_is(headings: str, lms: str) -> None:
    """By what no other writes."""
    assert lms_of(headings.split("|")).name == lms
