"""Compare an answer with the right one, by kind: find the first difference and its place."""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.exercises.values.guest.value_data import MOST_TEXT, Cut, Foreign, Items, Sub, Table
from grader.exercises.values.record import Outcome
from grader.exercises.values.table import Compared, Order, ValuesTable

MOST_BITS = 4_000  # a longer number is not written in decimal digits
LARGEST = 2**1000  # smaller integers fit into a float
MOST_SHOWN = 300  # characters of a value in a sentence
MOST_MATCHED = 20_000  # maximum number of pairs of members compared if order does not matter
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?:inf|nan)", re.IGNORECASE)
MARKS = {"\t": "→", "\n": "⏎", "\r": "␍", "\u3000": "□"}
_ABSENT = object()


class Difference(Struct, frozen=True, kw_only=True):
    """The first difference."""

    outcome: Outcome
    place: str
    expected: str
    got: str


def difference(expected: Any, got: Any, rule: ValuesTable) -> Difference | None:
    """Find how an answer differs; None if it is right.

    A difference of types, such as tuple for list, is only returned if all values agree.
    """
    found = [*_differences(expected, got, rule, "")]
    values = [each for each in found if each.outcome is not Outcome.TYPE]
    return next(iter(values or found), None)


def _differences(  # noqa: C901  one for each kind of value
    expected: Any, got: Any, rule: ValuesTable, place: str
) -> Iterator[Difference]:
    """Yield differences; the caller needs only the first of a value."""
    if rule.dtype and (dtypes := _dtypes(expected, got)):
        yield Difference(outcome=Outcome.TYPE, place=place, expected=dtypes[0], got=dtypes[1])
    expected, got = _plain(expected), _plain(got)
    if isinstance(got, Foreign | Cut) or isinstance(expected, Foreign):
        if not (got == expected and isinstance(expected, Foreign) and _is_told_apart(expected)):
            outcome = Outcome.LARGE if isinstance(got, Cut) else Outcome.FOREIGN
            yield _differs(outcome, place, expected, got)
    elif _is_number(expected) and _is_number(got):
        if not _same_number(expected, got, rule):
            yield _differs(Outcome.WRONG, place, expected, got)
        elif rule.dtype and type(expected) is not type(got):
            names = (type(each).__name__ for each in (expected, got))
            yield Difference(
                outcome=Outcome.TYPE, place=place, expected=next(names), got=next(names)
            )
    elif isinstance(expected, Table) or isinstance(got, Table):
        yield from _of_tables(expected, got, rule, place)
    elif _is_list(expected) and _is_list(got):
        yield from _of_lists(expected, got, rule, place)
    elif isinstance(expected, dict) and isinstance(got, dict):
        yield from _of_dicts(expected, got, rule, place)
    elif isinstance(expected, frozenset | set) and isinstance(got, frozenset | set):
        if set(expected) != set(got):
            yield _differs(Outcome.WRONG, place, expected, got)
    elif type(expected) is not type(got) or expected != got:
        where = f"{place}{_text_place(expected, got)}"
        yield _differs(Outcome.WRONG, where, expected, got)


def _is_told_apart(value: Foreign) -> bool:
    """Return whether a value's repr identifies it fully: a date's does, an address does not."""
    return len(value.text) < MOST_TEXT and " at 0x" not in value.text


def _dtypes(expected: Any, got: Any) -> tuple[str, ...]:
    """Return the dtypes of two arrays or NumPy numbers if they differ, else nothing."""
    arrays = [each for each in (expected, got) if hasattr(each, "dtype")]
    names = [f"ndarray of {each.dtype}" if each.shape else f"{each.dtype}" for each in arrays]
    return tuple(names) if len({each.dtype for each in arrays}) > 1 else ()


def _differs(outcome: Outcome, place: str, expected: Any, got: Any) -> Difference:
    return Difference(outcome=outcome, place=place, expected=shown(expected), got=shown(got))


def _plain(value: Any) -> Any:
    """Unwrap a value: a Counter becomes a dict, one number of NumPy a number of Python."""
    while isinstance(value, Sub):
        value = value.value
    if getattr(value, "shape", None) == () and hasattr(value, "item"):
        one = value.item()
        if hasattr(one, "dtype"):  # more precise than Python's numbers
            return complex(one) if one.dtype.kind == "c" else float(one)
        return one
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, bool | int | float | complex)


def _same_number(expected: Any, got: Any, rule: ValuesTable) -> bool:
    if isinstance(expected, int) and isinstance(got, int):
        return expected == got
    if isinstance(expected, complex) or isinstance(got, complex):
        try:
            one, other = complex(expected), complex(got)
        except OverflowError:  # the integer exceeds all floats
            return False
        return _close(one.real, other.real, rule) and _close(one.imag, other.imag, rule)
    return _close(expected, got, rule)


def _close(expected: float, got: float, rule: ValuesTable) -> bool:
    try:
        one, other = float(expected), float(got)
    except OverflowError:  # the integer exceeds all floats
        return expected == got
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return math.isclose(one, other, rel_tol=rule.relative, abs_tol=rule.absolute)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple | Items) or hasattr(value, "dtype")


def _members(value: Any) -> Sequence[Any]:
    if isinstance(value, Items):
        return value.items
    members: Sequence[Any] = value.tolist() if hasattr(value, "dtype") else value
    return members


def _of_lists(expected: Any, got: Any, rule: ValuesTable, place: str) -> Iterator[Difference]:
    if hasattr(expected, "dtype") and hasattr(got, "dtype") and expected.shape != got.shape:
        shapes = (f"shape {tuple(each.shape)}" for each in (expected, got))
        yield Difference(
            outcome=Outcome.WRONG, place=place, expected=next(shapes), got=next(shapes)
        )
        return
    here, there = _members(expected), _members(got)
    if isinstance(got, Items) and got.more:
        yield _differs(Outcome.WRONG, place, expected, got)
        return
    if rule.order is not Order.SAME and not isinstance(expected, tuple):
        inside = rule if rule.order is Order.DEEP else replace(rule, order=Order.SAME)
        there = _matched(here, there, inside)
    else:
        inside = rule
    for number, (one, other) in enumerate(zip_longest(here, there, fillvalue=_ABSENT)):
        where = f"{place}[{number}]"
        if one is _ABSENT or other is _ABSENT:
            yield Difference(
                outcome=Outcome.WRONG,
                place=where,
                expected=_or_nothing(one),
                got=_or_nothing(other),
            )
            return
        for found in _differences(one, other, inside, where):
            yield found
            if found.outcome is not Outcome.TYPE:
                return
    if _container(expected) != _container(got) and rule.containers == "same":
        yield Difference(
            outcome=Outcome.TYPE, place=place, expected=_container(expected), got=_container(got)
        )


def _matched(here: Sequence[Any], there: Sequence[Any], rule: ValuesTable) -> list[Any]:
    """Sort members of `there` to match equal members of `here`; unmatched ones fill the gaps.

    Members with the same repr are equal. The others are compared pairwise, or by their order if
    there are too many pairs. Long lists of different lengths stay unsorted: they are wrong anyway.
    """
    matched: list[Any] = [_ABSENT] * len(here)
    left = dict(enumerate(there))
    if len(here) != len(there) and len(here) * len(there) > MOST_MATCHED // 10:
        return [*there]
    written: dict[str, list[int]] = {}
    for at, other in left.items():
        written.setdefault(_text(other), []).append(at)
    for number, one in enumerate(here):
        if same := written.get(_text(one)):
            matched[number] = left.pop(same.pop(0))
    open_ones = [number for number, each in enumerate(matched) if each is _ABSENT]
    if len(open_ones) * len(left) > MOST_MATCHED:
        open_ones.sort(key=lambda number: _rank(here[number]))
        others = iter(sorted(left.values(), key=_rank))
    else:
        for number in open_ones:
            found = (at for at, other in left.items() if not difference(here[number], other, rule))
            equal = next(found, None)
            if equal is not None:
                matched[number] = left.pop(equal)
        open_ones = [number for number in open_ones if matched[number] is _ABSENT]
        others = iter(left.values())
    for number in open_ones:
        matched[number] = next(others, _ABSENT)
    return [*matched, *others]


def _rank(value: Any) -> tuple[bool, Any, str]:
    """Return a sort key that puts nearly equal numbers next to each other."""
    value = _plain(value)
    is_number = isinstance(value, bool | int | float) and value == value  # noqa: PLR0124  nan
    return not is_number, value if is_number else 0, "" if is_number else _text(value)


def _or_nothing(value: Any) -> str:
    return "—" if value is _ABSENT else shown(value)


def _container(value: Any) -> str:
    if hasattr(value, "dtype"):
        return "ndarray"
    return "iterator" if isinstance(value, Items) else type(value).__name__


def _of_dicts(expected: Any, got: Any, rule: ValuesTable, place: str) -> Iterator[Difference]:
    for key, value in expected.items():
        where = f"{place}[{_text(key):.60}]"
        if key not in got:
            yield Difference(outcome=Outcome.WRONG, place=where, expected=shown(value), got="—")
            return
        for found in _differences(value, got[key], rule, where):
            yield found
            if found.outcome is not Outcome.TYPE:
                return
    for key in got:
        if key not in expected:
            where = f"{place}[{_text(key):.60}]"
            yield Difference(outcome=Outcome.WRONG, place=where, expected="—", got=shown(got[key]))
            return


def _of_tables(expected: Any, got: Any, rule: ValuesTable, place: str) -> Iterator[Difference]:
    if not (isinstance(expected, Table) and isinstance(got, Table)):
        yield _differs(Outcome.WRONG, place, expected, got)
    elif expected.series is not got.series:
        frame, series = (got, expected) if expected.series else (expected, got)
        values = [values for _, values in frame.columns]
        is_like = difference([frame.rows, values], [series.rows, [series.columns]], rule) is None
        if is_like:
            yield _differs(Outcome.TYPE, place, _table_word(expected), _table_word(got))
        else:
            yield _differs(Outcome.WRONG, place, expected, got)
    else:
        yield from _of_lists(expected.rows, got.rows, rule, f"{place}.index")
        for found in _of_lists(expected.columns, got.columns, rule, ""):
            yield replace(found, place=f"{place}{_place_in_table(found.place, expected)}")


def _table_word(table: Table) -> "_Word":
    return _Word("Series" if table.series else "DataFrame")


def _place_in_table(place: str, table: Table) -> str:
    """Format a place in a table as pandas does: `['price'][0]`, and `.columns[0]`."""
    column, _, inside = place[1:].partition("]")
    if table.series or not column.isdecimal():
        return place
    if inside.startswith("[1]"):
        return f"[{_text(table.columns[int(column)][0])}]{inside.removeprefix('[1]')}"
    return f".columns[{column}]"


def _text_place(expected: Any, got: Any) -> str:
    """Return the index of the first character at which two texts differ, in brackets."""
    if not (isinstance(expected, str) and isinstance(got, str)) or len(expected) < 10:  # noqa: PLR2004
        return ""
    pairs = enumerate(zip(expected, got, strict=False))
    shorter = min(len(expected), len(got))
    return f"[{next((at for at, (one, other) in pairs if one != other), shorter)}]"


def is_comparable(value: Any) -> bool:
    """Return whether it is a plain value throughout, so that a reference can be called with it."""
    value = plain(value)
    if isinstance(value, Foreign | Cut | Table):
        return False
    if isinstance(value, dict):
        return all(map(is_comparable, (*value.keys(), *value.values())))
    return not isinstance(value, list | tuple | frozenset) or all(map(is_comparable, value))


def plain(value: Any) -> Any:
    """Unwrap a value and its members; items of an iterator become a list."""
    value = _plain(value)
    if isinstance(value, Items):
        return [plain(each) for each in value.items]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(plain(each) for each in value)
    return value


def shown(value: Any) -> str:
    """Format a value as Python does, shortened."""
    value = _plain(value)
    if isinstance(value, Foreign):
        plain_text = value.name == "type" or value.name in value.text  # true of functions
        text = printable(value.text if plain_text else f"{value.name}: {value.text}")
    elif isinstance(value, Cut):
        text = "…"
    elif isinstance(value, Items):
        text = f"{printable(value.name)}: {_text(value.items)}"
    elif isinstance(value, Table):
        text = f"{'Series' if value.series else 'DataFrame'}({_text(value.columns)})"
    else:
        text = _text(value)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def is_shown_whole(value: Any) -> bool:
    """Return whether `shown` gives a value's whole repr, without words of ours."""
    value = _plain(value)
    match value:
        case Foreign() | Cut() | Items() | Table():
            return False
        case int():
            return value.bit_length() <= MOST_BITS
        case dict():
            return all(map(is_shown_whole, chain.from_iterable(value.items())))
        case list() | tuple() | frozenset():
            return all(map(is_shown_whole, value))
    return True


def _text(value: Any) -> str:
    """Format a value as Python does."""
    try:
        return repr(_readable(value))
    except ValueError:  # too many digits
        return repr(_readable(value, large=True))


def _readable(value: Any, *, large: bool = False) -> Any:  # noqa: C901, PLR0911  one for each kind
    """Convert a value to one with a readable repr."""
    value = _plain(value)
    match value:
        case Foreign():
            return _Word(printable(f"<{value.name}>"))
        case Cut():
            return ...
        case Items():
            return [_readable(each, large=large) for each in value.items]
        case list():
            return [_readable(each, large=large) for each in value]
        case Table():
            return _Word("DataFrame")
        case tuple():
            return tuple(_readable(each, large=large) for each in value)
        case frozenset() if not large:
            members = sorted(
                map(_readable, value), key=_member_rank
            )  # the order of texts in a set differs from run to run
            return _Word(f"{{{', '.join(map(repr, members))}}}") if members else set()
        case dict() | frozenset() if large:
            return _Word(f"{'dict' if isinstance(value, dict) else 'set'}: {len(value)}")
        case dict():
            return {key: _readable(each) for key, each in value.items()}
        case int() if large and value.bit_length() > MOST_BITS:
            return _Word(f"{value:#x}"[:40] + "…")  # Python refuses to write this many digits
    return value


def _member_rank(member: Any) -> tuple[float, str]:
    """Return a key that sorts members of a set: numbers by size, then all others."""
    is_real = isinstance(member, int | float) and abs(member) < math.inf
    return (float(member) if is_real and abs(member) < LARGEST else math.inf, repr(member))


class _Word:
    """A text whose repr has no quotation marks."""

    def __init__(self, text: str) -> None:
        """Store the text."""
        self._text = text

    def __repr__(self) -> str:
        return self._text


def printable(text: str) -> str:
    """Escape unprintable characters as Python does."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def printed_difference(expected: str, got: str, rule: ValuesTable) -> Difference | None:
    """Compare two outputs of programs."""
    if rule.printed is Compared.EXACT:
        lines, others = expected.splitlines(keepends=True), got.splitlines(keepends=True)
    elif rule.printed is Compared.LINES:
        lines, others = _lines(expected), _lines(got)
    else:
        lines, others = expected.split(), got.split()
    for number, (line, other) in enumerate(zip_longest(lines, others), start=1):
        if line == other or (line and other and _same_words(line, other, rule)):
            continue
        return Difference(
            outcome=Outcome.WRONG, place=str(number), expected=visible(line), got=visible(other)
        )
    return None


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _same_words(expected: str, got: str, rule: ValuesTable) -> bool:
    if rule.printed is not Compared.NUMBERS:
        return False
    if not (NUMBER.fullmatch(expected) and NUMBER.fullmatch(got)):
        return False
    return _close(float(expected), float(got), rule)


def visible(line: str | None) -> str:
    """Make trailing white space, tabs and unprintable characters visible."""
    if line is None:
        return "—"
    end = len(line.rstrip(" "))
    shown_line = line[:end] + "␣" * (len(line) - end)
    text = "".join(
        MARKS.get(each) or (each if each.isprintable() else f"\\u{ord(each):04x}")
        for each in shown_line
    )
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
