"""The ^^^^ under a line."""

import pytest

from grader.export.pointing import under, under_code


@pytest.mark.parametrize(
    ("line", "pointed"),
    [
        ("x = 1", "^^^^^"),
        ("    return c  # 積", "    ^^^^^^^^"),
        ("print('和')", "^^^^^^^^^^^"),
        ("\u3000x", "\u3000^"),
        ("c#1", "^^^"),
    ],
)
def test_all_of_the_code_is_pointed_at(line: str, pointed: str) -> None:
    """As wide as it is shown, without indentation and comment."""
    assert under_code(line) == pointed


def test_a_wide_letter_before_makes_a_wide_gap() -> None:
    """So that the mark stands below what is meant."""
    assert under("和 = （1", 4, 5) == "\u3000   ^^"
