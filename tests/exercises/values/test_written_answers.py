"""Answers and right ones, as an instructor writes both: what is equal, what differs, and where."""

import pytest
from msgspec.structs import replace

from grader.exercises.values.comparing import difference, printed_difference, visible
from grader.exercises.values.guest.value_data import kinds_now, pack, unpack
from grader.exercises.values.questions import literal_of
from grader.exercises.values.record import Outcome
from grader.exercises.values.table import Compared, Order, ValuesTable

RULE = ValuesTable()
ANY_ORDER = replace(RULE, order=Order.ANY)
ANY_CONTAINER = replace(RULE, containers="any")
DTYPE = replace(RULE, dtype=True)


@pytest.mark.parametrize(
    ("expected", "got", "rule"),
    [
        ("3", "3.0", RULE),
        ("True", "1", RULE),
        ("1.0", "1.0000000001", RULE),
        ("nan", "nan", RULE),
        ("-inf", "-inf", RULE),
        ("1+2j", "1.0+2j", RULE),
        ("0.0", "-0.0", RULE),
        ("None", "None", RULE),
        ("'ab'", "'ab'", RULE),
        ("b'ab'", "b'ab'", RULE),
        ("2**200", "2**200", RULE),
        ("[1, [2.0, 3]]", "[1, [2, 3.0]]", RULE),
        ("{'a': [1], 'b': 2}", "{'b': 2.0, 'a': [1]}", RULE),
        ("{1, 2, 3}", "{3, 2, 1}", RULE),
        ("[1, 2, 3]", "[3, 1, 2]", ANY_ORDER),
        ("[(1, 2), (0, 5)]", "[(0, 5), (1, 2)]", ANY_ORDER),
        ("[1.0, 2.0]", "[2.0000000000001, 1.0]", ANY_ORDER),
        ("[1, 2]", "(1, 2)", ANY_CONTAINER),
        ("[[1, 2]]", "array([[1, 2]])", ANY_CONTAINER),
        ("array([1.0, 2.0])", "array([1, 2])", RULE),
    ],
)
def test_equal(expected: str, got: str, rule: ValuesTable) -> None:
    """What an instructor would call the same is the same, the way over the fence included."""
    sent = unpack(pack(literal_of(got), kinds_now()))
    assert difference(literal_of(expected), sent, rule) is None


@pytest.mark.parametrize(
    ("expected", "got", "rule", "outcome", "place"),
    [
        ("3", "4", RULE, Outcome.WRONG, ""),
        ("3", "'3'", RULE, Outcome.WRONG, ""),
        ("[]", "None", RULE, Outcome.WRONG, ""),
        ("1.0", "1.00001", RULE, Outcome.WRONG, ""),
        ("nan", "0.0", RULE, Outcome.WRONG, ""),
        ("10**20", "10**19", RULE, Outcome.WRONG, ""),
        ("[1, 2, 3]", "[1, 5, 3]", RULE, Outcome.WRONG, "[1]"),
        ("[1, 2, 3]", "[1, 2]", RULE, Outcome.WRONG, "[2]"),
        ("[1, 2]", "[1, 2, 3]", RULE, Outcome.WRONG, "[2]"),
        ("[[1], [2, 3]]", "[[1], [2, 4]]", RULE, Outcome.WRONG, "[1][1]"),
        ("{'a': 1, 'b': 2}", "{'a': 1}", RULE, Outcome.WRONG, "['b']"),
        ("{'a': 1}", "{'a': 1, 'c': 2}", RULE, Outcome.WRONG, "['c']"),
        ("{'a': [1, 2]}", "{'a': [1, 3]}", RULE, Outcome.WRONG, "['a'][1]"),
        ("[1, 1, 2]", "[1, 2, 2]", ANY_ORDER, Outcome.WRONG, "[1]"),
        ("[1, 2]", "(1, 2)", RULE, Outcome.TYPE, ""),
        ("[[1, 2]]", "[(1, 2)]", RULE, Outcome.TYPE, "[0]"),
        ("[1, 2]", "array([1, 2])", RULE, Outcome.TYPE, ""),
        ("array([[1, 2]])", "array([1, 2])", RULE, Outcome.WRONG, ""),
        ("'a long sentence'", "'a long sentense'", RULE, Outcome.WRONG, "[13]"),
    ],
)
def test_different(
    expected: str, got: str, rule: ValuesTable, outcome: Outcome, place: str
) -> None:
    """A difference of values is told before one of containers, with its place."""
    found = difference(literal_of(expected), unpack(pack(literal_of(got), kinds_now())), rule)
    assert found is not None
    assert (found.outcome, found.place) == (outcome, place)


@pytest.mark.parametrize(
    ("how", "expected", "got", "line"),
    [
        (Compared.LINES, "1\n2\n", "1  \n2\n\n", None),
        (Compared.LINES, "1\n2", "1\n3", "2"),
        (Compared.LINES, "1\n2", "1", "2"),
        (Compared.LINES, "1 2", "1  2", "1"),
        (Compared.WORDS, "1 2\n3", "1\n2 3", None),
        (Compared.WORDS, "1 2", "1 2.0", "2"),
        (Compared.NUMBERS, "sum 2", "sum 2.0", None),
        (Compared.NUMBERS, "0.3", "0.30000000000000004", None),
        (Compared.NUMBERS, "0.3", "0.31", "1"),
        (Compared.EXACT, "1\n", "1\n", None),
        (Compared.EXACT, "1\n", "1", "1"),
    ],
)
def test_printed(how: Compared, expected: str, got: str, line: str | None) -> None:
    """What is printed is compared as the table says; the first line or word that differs counts."""
    found = printed_difference(expected, got, replace(RULE, printed=how))
    assert (found.place if found else None) == line


def test_what_cannot_be_seen_is_shown() -> None:
    """A space at the end, a tab, a full-width space and a control character have their marks."""
    assert visible("a b \t\u3000\x07 ") == "a b →□\\u0007␣"
    assert visible(None) == "—"
