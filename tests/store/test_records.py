"""Evidence and sheets survive being written down."""

import pytest

from grader.model.errors import StoreError
from grader.store.records import (
    evidence_from_text,
    evidence_to_text,
    sheet_from_text,
    sheet_to_text,
)
from tests.store.records_for_tests import full_evidence, full_sheet


def test_evidence_comes_back_as_it_was() -> None:
    """Infinities, NaN, lone surrogates and nested values all survive."""
    evidence = full_evidence()
    # NaN differs from itself, so the texts are compared.
    again = evidence_from_text(evidence_to_text(evidence))
    assert repr(again) == repr(evidence)


def test_sheet_comes_back_as_it_was() -> None:
    """Parameters keep their kinds: text, numbers, tuples, one text per language."""
    assert sheet_from_text(sheet_to_text(full_sheet())) == full_sheet()


def test_text_is_ascii() -> None:
    """Nothing a student named can break the encoding of the file."""
    assert evidence_to_text(full_evidence()).isascii()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"assignment": 1}', "null"])
def test_other_text_is_refused_with_a_sentence(text: str) -> None:
    """What is not a record of this version is a StoreError, not a traceback."""
    with pytest.raises(StoreError, match="a stored Evidence cannot be read"):
        evidence_from_text(text)
