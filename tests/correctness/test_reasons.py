"""Reasons keep their meaning on the way through the evidence."""

import pytest

from grader.correctness.reasons import TEXTS, Reason, stored, told


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words(reason: Reason) -> None:
    """In both languages, and they come back from what was stored."""
    shown, known, texts = told(stored("f(a: b)", reason))
    assert (shown, known) == ("f(a: b)", reason)
    assert texts == TEXTS[reason]
    assert set(texts) == {"ja", "en"}


def test_an_unknown_reason_is_shown_as_it_is() -> None:
    """Evidence of another version stays readable."""
    assert told("f(a): moon") == ("f(a)", None, {"ja": "moon", "en": "moon"})
