"""Every problem of a table is a sentence."""

import re

from grader.gradebook.importing import Remark, RemarkKind
from grader.model.finding import Param
from tests.gradebook.gradebook_for_tests import EN, JA


def test_every_remark_has_a_sentence_in_both_languages() -> None:
    """With its row and student, when it is about one."""
    params: dict[str, Param] = {
        "heading": "form (/2)",
        "max": 2.0,
        "id": "1201",
        "name": "山田",
        "known": "田中",
        "other": 2,
        "found": "10",
        "text": "7,5",
        "criterion": "form",
        "total": "8",
    }
    for kind in RemarkKind:
        for words in (JA, EN):
            said = Remark(kind=kind, file="a.csv", row=7, student="24A1201", params=params).say(
                words
            )
            assert "7" in said
            assert "24A1201" in said
            assert not re.search(r"review\.\w", said)
