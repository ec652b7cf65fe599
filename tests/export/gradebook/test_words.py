"""Everything an export may say has words in both languages."""

import pytest

from grader.export.gradebook import Left
from grader.export.gradebook.written import NOT_CONFIRMED
from grader.wording import Language, load_wording


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_reasons_and_notices_have_words(lang: Language) -> None:
    """Every member has its sentence."""
    words = load_wording(lang).data["ui"]["export"]
    assert set(words["left"]) == {one.value for one in Left}
    assert NOT_CONFIRMED in words["notice"]
