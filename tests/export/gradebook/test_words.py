"""Everything an export may say has words in both languages."""

import pytest

from grader.export.gradebook import Left, NoticeKind
from grader.wording import Language, load_wording


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_reasons_and_notices_have_words(lang: Language) -> None:
    """Every member has its sentence."""
    words = load_wording(lang).data["ui"]["export"]
    assert set(words["left"]) == {one.value for one in Left}
    assert set(words["notice"]) == {one.value for one in NoticeKind}
