"""Evenly spaced numbers among the texts of a picture are scales of its axes."""

import pytest

from grader.reports.graphs import names_a_quantity, scales


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("0", "100", "200", "300"), 1),
        (("0 100 200 300",), 1),
        (("1,000", "2,000", "3,000"), 1),
        (("0.0", "0.2", "0.4", "n", "100", "200", "300"), 2),
        (("−1.0", "−0.5", "0.0", "0.5"), 1),
        (("1", "10", "100", "1000"), 1),
        (("1e-3", "1e-2", "1e-1", "1e0"), 1),
        (("１００", "２００", "３００"), 1),
        (("400", "300", "200", "100"), 1),
    ],
)
def test_even_numbers_are_a_scale(texts: tuple[str, ...], expected: int) -> None:
    assert scales(texts) == expected


@pytest.mark.parametrize(
    "texts",
    [
        (), ("n", "time"), ("100",), ("100", "200"), ("5", "5", "5", "5"), ("3", "17", "4", "90"),
        ("100", "0.013", "200", "0.104"), ("1", "a", "2", "b", "3", "c"), ("9" * 40, "1", "7"),
        ("1", "1e999", "nan", "inf"), ("2", "4", "8"),
    ],
)  # fmt: skip
def test_other_numbers_are_no_scale(texts: tuple[str, ...]) -> None:
    assert scales(texts) == 0


@pytest.mark.parametrize("text", ["実行時間 [s]", "Time (sec)", "行列サイズ", "Loss", "elapsed"])
def test_a_quantity_is_named(text: str) -> None:
    assert names_a_quantity((text,))


@pytest.mark.parametrize("text", ["", "import numpy", "timer", "開始", "Start"])
def test_no_quantity_is_named(text: str) -> None:
    assert not names_a_quantity((text,))
