"""Tables are taken apart and put together without a byte lost."""

import csv
import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.lms.csv_text import misread_row, put_together, quoted, take_apart
from tests.lms.moodle_reader import fgetcsv, fputcsv

BACKSLASH = "\\"
ANY = st.text('",;\\\n\r\t a山', max_size=40)
CELLS = st.lists(
    st.lists(st.text('",;\\\n\r\t a山', max_size=8), min_size=2, max_size=4), max_size=4
)


@given(ANY, st.sampled_from([",", ";", "\t"]), st.sampled_from(["", BACKSLASH]))
@settings(max_examples=100)
def test_what_is_not_touched_stays(text: str, delimiter: str, escape: str) -> None:
    """Whatever it is: even what is no table."""
    assert put_together(take_apart(text, delimiter, escape), delimiter) == text


@given(CELLS)
@settings(max_examples=100)
def test_reads_what_python_writes(rows: list[list[str]]) -> None:
    """The grammar of RFC 4180."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    assert [line.cells for line in take_apart(text.getvalue(), ",")] == rows


@given(ANY)
@settings(max_examples=100)
def test_reads_as_php_does(text: str) -> None:
    """The other grammar, told apart by a reader written for the tests."""
    plain = text.replace("\r", "")
    assert [line.cells for line in take_apart(plain, ",", BACKSLASH)] == fgetcsv(plain)


@given(CELLS)
@example([["", ""], ["", "", BACKSLASH, ",\n"]])  # leaves a quoted line end as a row of its own
@settings(max_examples=100)
def test_what_moodle_would_misread_is_found(rows: list[list[str]]) -> None:
    """Exactly the rows that do not come out of Moodle's two readings as they went in."""
    plain = [[cell.replace("\r", "") for cell in row] for row in rows]
    text = "".join(",".join(quoted(cell, ",") for cell in row) + "\n" for row in plain)
    meant = take_apart(text, ",")
    assert [line.cells for line in meant] == plain
    there = fgetcsv("".join(map(fputcsv, fgetcsv(text))))
    every = range(min(map(len, plain), default=0))
    same = [line[: len(every)] for line in plain] == [line[: len(every)] for line in there]
    found = misread_row(text, ",", meant, every)
    assert (found is None) == (same and list(map(len, plain)) == list(map(len, there)))


@pytest.mark.parametrize(
    ("text", "delimiter", "cells"),
    [
        ('a,"b ""c""",\n', ",", [["a", 'b "c"', ""]]),
        ('"a\nb";c\r\n', ";", [["a\nb", "c"]]),
        (' "a" ,b', ",", [["a ", "b"]]),
        ("\n\na,b", ",", [[""], [""], ["a", "b"]]),
        ('a,"b', ",", [["a", "b"]]),
        ("", ",", []),
    ],
)
def test_examples(text: str, delimiter: str, cells: list[list[str]]) -> None:
    """Quotes, blanks, rows without a cell, an open quote."""
    assert [line.cells for line in take_apart(text, delimiter)] == cells


def test_only_one_cell_changes() -> None:
    """It is quoted as it was, or as it has to be; the others are not looked at."""
    text = '"a", b ,"c"\r\nd,e,f'
    lines = take_apart(text, ",")
    lines[0].put(2, "x", ",")
    lines[1].put(0, "y z", ",")
    lines[1].put(1, "", ",")
    assert put_together(lines, ",") == '"a", b ,"x"\r\n"y z",,f'


def test_an_open_quote_is_known() -> None:
    """It would swallow the rest of the file."""
    assert [line.closed for line in take_apart('a,b\nc,"d\n', ",")] == [True, False]
