"""The words of our own table are found again, whichever language wrote them."""

import pytest

from grader.model.course import Criterion
from grader.model.gradebook import (
    HEADERS,
    Column,
    column_of,
    criterion_header,
    criterion_of,
)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_word_is_read_back(lang: str) -> None:
    """Headers of both languages; blanks around them do not matter."""
    assert {column_of(f" {HEADERS[lang][one]} ") for one in Column} == set(Column)


@pytest.mark.parametrize("criterion", ["content", "id", "total", "書式", "a (/3)", "x y"])
def test_a_criterion_is_no_other_column(criterion: str) -> None:
    """Even one that is called `total`."""
    own = Criterion(id="x", title={"en": criterion}, points=2.5)
    header = criterion_header(own, (own,), "en")
    assert criterion_of(header) == criterion
    assert column_of(header) is None


@pytest.mark.parametrize("header", ["", "points", "memo", "content", "content (6)", "合計点"])
def test_columns_of_others_are_nobodys(header: str) -> None:
    """What a person added is left alone."""
    assert column_of(header) is None
    assert criterion_of(header) is None
