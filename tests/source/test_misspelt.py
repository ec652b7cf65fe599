"""What was meant by a line that does not parse."""

import pytest

from grader.model.static import SyntaxTrouble
from grader.model.submission import SourceFile, SourceKind
from grader.source.parse import parse

PROGRAM = "def f(a):\n    c = 0\n    for i in range(3):\n        c += i\n    return c\n"


def trouble_in(text: str) -> SyntaxTrouble:
    """Read a text that does not parse."""
    found = parse(
        SourceFile(
            name="k.py", kind=SourceKind.SCRIPT, text=text, raw=text.encode(), encoding="utf-8"
        )
    )
    assert isinstance(found, SyntaxTrouble)
    return found


MEANT = [
    ("return", "retrun", "retrun", "return"),
    ("return", "Return", "Return", "return"),
    ("return", "ｒｅｔｕｒｎ", "ｒｅｔｕｒｎ", "return"),
    ("for", "fro", "fro", "for"),
    (" in ", " ni ", "ni", "in"),
    ("def", "dfe", "dfe", "def"),
    ("c += i", "whlie c: pass", "whlie", "while"),
    ("c += i", "improt time", "improt", "import"),
    ("c += i", "form time import sleep", "form", "from"),
    ("c += i", "if c: pass\n        else if i: pass", "else if", "elif"),
    ("c += i", "if c: pass\n        elseif i: pass", "elseif", "elif"),
    ("c += i", "if c: pass\n        esle: pass", "esle", "else"),
    ("c += i", "if c && i: pass", "&&", "and"),
    ("c += i", "if c =< i: pass", "=<", "<="),
    ("c += i", "c++", "c++", "c += 1"),
    ("c += i", "c += a[i] x a[0]", "x", "*"),
    ("c += i", "a(i)(c) += 1", "a(i)(c)", "a[i][c]"),
    ("range(3):", "range(3);", ";", ":"),
    ("range(3):", "range(3) do:", "range(3) do:", "range(3):"),
    ("for i in", "for i", "for i", "for i in"),
    ("for i in range(3)", "for i = 0 to c + 3", "for i = 0 to c + 3", "for i in range(0, c + 3)"),
    (
        "for i in range(3):",
        "for (int i = 0; i < c; i++):",
        "for (int i = 0; i < c; i++):",
        "for i in range(0, c):",
    ),
    (
        "for i in range(3):",
        "for (i = 0; i < 3; ++i) {",
        "for (i = 0; i < 3; ++i) {",
        "for i in range(0, 3):",
    ),
]


@pytest.mark.parametrize(("old", "new", "wrong", "right"), MEANT)
def test_with_what_is_suggested_the_line_parses(old: str, new: str, wrong: str, right: str) -> None:
    """Keywords that are misspelt, and what other languages write."""
    trouble = trouble_in(PROGRAM.replace(old, new, 1))
    assert (trouble.lesson, trouble.wrong, trouble.right) == ("misspelt", wrong, right)


def test_a_second_mistake_further_below_does_not_hide_the_first() -> None:
    """The error has moved down."""
    trouble = trouble_in(PROGRAM.replace("for", "fro").replace("return", "retrun"))
    assert (trouble.location.line, trouble.right) == (3, "for")


NOTHING = [
    ("c += i", "c += a b"),  # an operator is missing, and none is sure
    ("c += i", "print c"),  # Python says it itself
    ("c += i", "c = = i"),
    ("c += i", "n = leng a"),
    ("(3)", "(3"),
    ("range(3):", "range(3)"),
    ("c += i", "forward = = i"),  # a name that begins as a keyword does
    ("c += i", "x = ['for' 1]"),
    ("for i in range(3):", "for (i = 0; i <= c; i++):"),  # up to c, or c - 1
    ("c += i", "c = i;;"),
]


@pytest.mark.parametrize(("old", "new"), NOTHING)
def test_nothing_is_suggested_that_does_not_parse(old: str, new: str) -> None:
    """What no single word mends is left to Python's own words."""
    trouble = trouble_in(PROGRAM.replace(old, new, 1))
    assert (trouble.wrong, trouble.right) == ("", "")


INDENTED = [
    ("    c = 0\n    for", "    c = 0\n     for", (2, 5, 4)),
    ("    return", "   return", (4, 3, 8)),
    ("    for", "\tfor", None),  # tabs are told as such
]


@pytest.mark.parametrize(("old", "new", "counted"), INDENTED)
def test_blanks_are_counted(old: str, new: str, counted: tuple[int, int, int] | None) -> None:
    """The line above, the blanks of the line, and those of the line above."""
    trouble = trouble_in(PROGRAM.replace(old, new, 1))
    above = trouble.above
    assert (None if above is None else (above.line, *trouble.indents[:2])) == counted
