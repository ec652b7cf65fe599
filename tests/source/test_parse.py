"""Bytes to tree: as the interpreter reads them, with the one reason when it cannot."""

import pytest

from grader.model.finding import Location
from grader.model.static import SyntaxTrouble
from grader.model.submission import SourceFile, SourceKind
from grader.source.parse import MOST_BYTES, TooComplex, parse
from tests.source.sources import names, read, script


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (b"import numpy", "utf-8"),
        ("\ufeffimport numpy".encode(), "utf-8"),
        (b"x = 1\r\nimport numpy", "utf-8"),
        (b"x = 1\rimport numpy", "utf-8"),
        (b"# coding: utf-7\n+AGkAbQBwAG8AcgB0- numpy\n", "utf-7"),
        (b"# coding: unicode_escape\n\\x69mport numpy\n", "unicode_escape"),
        (b"# coding: cp932\nx = '\x83\x5c'\nimport numpy", "cp932"),
        (b"# coding: latin-1\nx = '\xe9'\nimport numpy", "latin-1"),
        ("x = '表'\nimport numpy".encode("cp932"), "cp932"),
        ("import ｎｕｍｐｙ".encode(), "utf-8"),
        ("# a\u2028b\nimport numpy".encode(), "utf-8"),
    ],
)
def test_imports_do_not_hide_in_encodings(raw: bytes, encoding: str) -> None:
    """The tree is the interpreter's, or that of the text that runs in its place."""
    assert names(read(script(raw, encoding=encoding))) == ["POL001 numpy"]


def test_text_that_runs_is_read_too() -> None:
    """When the bytes say one thing and the text another, both are read."""
    source = SourceFile(
        name="kadai1.py",
        kind=SourceKind.SCRIPT,
        text="import csv",
        raw=b"import numpy",
        encoding="utf-8",
    )
    assert names(read(source)) == ["POL001 csv", "POL001 numpy"]


def test_notebooks_are_read_as_text() -> None:
    """Of a notebook the code cells count; a place is a cell and a line in it."""
    source = SourceFile(
        name="kadai1.ipynb",
        kind=SourceKind.NOTEBOOK,
        text="x = 1\nimport csv\nimport time\nimport numpy\n",
        raw=b'{"cells": []}',
        encoding="utf-8",
        cells=((1, 1), (3, 4)),
    )
    first, use = read(source).uses
    assert first.location == Location(file="kadai1.ipynb", line=2, text="import csv", cell=1)
    assert use.location == Location(file="kadai1.ipynb", line=2, text="import numpy", cell=4)


@pytest.mark.parametrize(
    ("code", "line", "column", "character"),
    [
        ("x = 1\ny\u3000= 1", 2, 2, "\u3000"),
        ("print（1）", 1, 6, "（"),
        ("x = “a”", 1, 5, "“"),
        ("x = 1，2", 1, 6, "，"),
        ("if x：\n    pass", 1, 5, "："),
        ("x = ＂a＂", 1, 5, "＂"),
        ("x = 5 × 3", 1, 7, "×"),
        ("def f():\nreturn 1", 2, 1, ""),
        ("x = '全角（）'\ny = (", 2, 5, ""),
        ("行列 = [1\n積 = 2", 1, 6, ""),
        ("x =", 1, 4, ""),
        ("print 'あ'", 1, 1, ""),
        ("x = 1\n\ty = 2", 2, 2, ""),
        ("if x:\n    y = 1\n  y = 22", 3, 3, ""),
        ("x = 1\0", 1, 1, ""),
        ("(" * 10_000 + ")" * 10_000, 1, 200, ""),
        ("[" * 100_000 + "]" * 100_000, 1, 200, ""),
        ("x = 1\nreturn x", 2, 1, ""),
        ("def f(a, a): pass", 1, 10, ""),
    ],
)  # fmt: skip
def test_syntax_trouble(code: str, line: int, column: int, character: str) -> None:
    """Line, column and the character to blame, when a character is to blame."""
    found = parse(script(code))
    assert isinstance(found, SyntaxTrouble)
    assert found.location.line == line
    assert found.character == character
    assert found.message
    if len(code) < 100:
        assert found.column == column


def test_blamed_character_without_a_name() -> None:
    """A look-alike at the very place of the error is to blame though the interpreter is silent."""
    found = parse(script("x = 1\nfor i in range(3)；\n    pass"))
    assert isinstance(found, SyntaxTrouble)
    assert found.character == "；"


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 5_000_000])
def test_large_sources_are_not_parsed(size: int) -> None:
    """A source of megabytes is refused before the parser sees it."""
    with pytest.raises(TooComplex, match=str(size)):
        parse(script(b"#" * size))


def test_text_that_no_interpreter_takes() -> None:
    """A lone surrogate in a notebook is trouble with the first line, not with the reader."""
    source = SourceFile(
        name="k.ipynb", kind=SourceKind.NOTEBOOK, text="x = '\udc80'", raw=b"", encoding="utf-8"
    )
    found = parse(source)
    assert isinstance(found, SyntaxTrouble)
    assert found.location.line == 1


BLAMED = {
    "an empty block": ("for i in x:", "y = 1", 1),
    "a string to the end": ("s = '''", "y = 1", 1),
    "the second": ("y = 1", "for i in x:", 2),
    "both": ("x = (", "y = )", 1),
}


@pytest.mark.parametrize(("first", "second", "cell"), BLAMED.values(), ids=BLAMED.keys())
def test_the_cell_is_blamed_that_does_not_parse_by_itself(
    first: str, second: str, cell: int
) -> None:
    """What the interpreter makes of all cells joined would often blame the next one."""
    text = f"z = 0\n{first}\n{second}\n"
    source = SourceFile(
        name="kadai1.ipynb",
        kind=SourceKind.NOTEBOOK,
        text=text,
        raw=text.encode(),
        encoding="utf-8",
        cells=((1, 1), (3, 2)),
    )
    trouble = parse(source)
    assert isinstance(trouble, SyntaxTrouble)
    assert trouble.location.cell == cell
    assert trouble.location.text == (first if cell == 1 else second)
