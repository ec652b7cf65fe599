"""What counts as the same answer, and how a difference is written."""

from typing import Any

import numpy as np
import pytest

from grader.exercises.values.comparing import (
    difference,
    is_comparable,
    is_shown_whole,
    plain,
    shown,
)
from grader.exercises.values.guest.value_data import (
    MOST_MEMBERS,
    Cut,
    Foreign,
    Items,
    Sub,
    kinds_now,
    pack,
    unpack,
)
from grader.exercises.values.record import Outcome
from grader.exercises.values.table import Order, ValuesTable

SAME = ValuesTable()
ANY = ValuesTable(order=Order.ANY)
DEEP = ValuesTable(order=Order.DEEP)

ALIKE: list[tuple[Any, Any, ValuesTable]] = [
    ([(1, 0), (2, 3)], [(2, 3), (1, 0)], ANY),
    ([[1, 2], [3]], [[3], [1, 2]], ANY),
    ([[1, 2], [3]], [[3], [2, 1]], DEEP),
    ({"a": [1, 2]}, {"a": [2, 1]}, ANY),
    ([0.1 + 0.2, 7.0], [7.0, 0.3], ANY),
    (list(range(3000)), list(reversed(range(3000))), ANY),
    ([n / 3 for n in range(500)], [(n + 1e-12) / 3 for n in reversed(range(500))], ANY),
    ([1.0], np.array([1.0], np.longdouble), ValuesTable(containers="any")),
    (1.5, np.longdouble(1.5), SAME),
    (2.0, np.array(2.0), SAME),
    ({"a": 1}, Sub("Counter", {"a": 1}), SAME),
]
OTHERWISE: list[tuple[Any, Any, ValuesTable, Outcome]] = [
    ([(1, 0)], [(0, 1)], ANY, Outcome.WRONG),
    ([(1, 0)], [(0, 1)], DEEP, Outcome.WRONG),
    ([[1, 2]], [[2, 1]], ANY, Outcome.WRONG),
    ([1, 2], [2, 1], SAME, Outcome.WRONG),
    ([1, 1, 2], [1, 2, 2], ANY, Outcome.WRONG),
    ([1, 2], [1, 2, 3], ANY, Outcome.WRONG),
    ([1], list(range(100_000)), ANY, Outcome.WRONG),
    (10**400, 1j, SAME, Outcome.WRONG),
    ([10**5000], [10**5000 + 1], SAME, Outcome.WRONG),
    ({10**5000: 1}, {10**5001: 1}, SAME, Outcome.WRONG),
    ([1], Items("generator", [1], more=False), SAME, Outcome.TYPE),
    ([1], [Foreign("A", "<A>")], SAME, Outcome.FOREIGN),
    (Foreign("A", "<A at 0x1>"), Foreign("A", "<A at 0x1>"), SAME, Outcome.FOREIGN),
    (Foreign("A", "a" * 200), Foreign("A", "a" * 200), SAME, Outcome.FOREIGN),
    ([1], Cut("size"), SAME, Outcome.LARGE),
]


@pytest.mark.parametrize(("expected", "got", "rule"), ALIKE)
def test_what_is_right(expected: Any, got: Any, rule: ValuesTable) -> None:
    """However it is written."""
    assert difference(expected, got, rule) is None


@pytest.mark.parametrize(("expected", "got", "rule", "outcome"), OTHERWISE)
def test_what_differs(expected: Any, got: Any, rule: ValuesTable, outcome: Outcome) -> None:
    """And it can be told, whatever it is."""
    found = difference(expected, got, rule)
    assert found is not None
    assert found.outcome is outcome
    (found.expected + found.got + found.place).encode()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([frozenset({1})], "[{1}]"),
        (Foreign("A", "\ud800\n\x00"), r"A: \ud800\n\x00"),
        ([Sub("Row", (1, 2))], "[(1, 2)]"),
        ([Items("map", [1], more=False)], "[[1]]"),
        ([10**5000], f"[{hex(10**5000)[:40]}…]"),
    ],
)
def test_how_a_value_is_written(value: Any, text: str) -> None:
    """As Python writes it, without words of ours."""
    assert shown(value) == text


def test_a_reference_is_asked_about_plain_values_only() -> None:
    """Subclasses and iterators are what they stand for."""
    value = Sub("Row", [Items("map", [Sub("int64", 3)], more=False), (Sub("S", "a"),)])
    assert is_comparable(value)
    assert plain(value) == [[3], ("a",)]
    assert not is_comparable([{"a": Foreign("A", "")}])
    assert not is_comparable(Cut("depth"))


HOSTILE: list[Any] = [
    {"array": ["(((f8", [1], ""]},
    {"array": ["f8,i4", [1], ""]},
    {"array": [["<f8"], [1], ""]},
    {"array": ["<f8", [10**15, 0], ""]},
    {"array": ["<f8", [1] * 60, "AAAAAAAA8D8="]},
    {"set": [1, 1]},
    {"dict": [["a", 1], ["a", 2]]},
    {"set": [{"int": hex(n * (2**61 - 1))} for n in range(MOST_MEMBERS)]},
    {"dict": [[{"int": hex(n * (2**61 - 1))}, 0] for n in range(MOST_MEMBERS)]},
]


@pytest.mark.parametrize("data", HOSTILE)
def test_what_nobody_packs_is_refused(data: Any) -> None:
    """As no value, and quickly."""
    with pytest.raises(ValueError, match=r"^"):
        unpack(data)


def test_a_key_that_may_be_none_is_told_as_what_it_is() -> None:
    """Iterators can be members of a set, their items cannot."""
    back = unpack(pack({iter([1])}, kinds_now()))
    assert {each.name for each in back} == {"list_iterator"}


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        ({"a": [1, (2.5, None)]}, True),
        ({10**5000: 1}, False),
        ([Foreign("Node", "<Node>")], False),
        ((Cut("large"),), False),
    ],
)
def test_no_word_of_ours_is_an_answer(value: object, *, whole: bool) -> None:
    """A value that is shown in part, or by its class, is not what the program gives."""
    assert is_shown_whole(value) is whole
