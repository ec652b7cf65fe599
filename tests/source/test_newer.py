"""Programs in the syntax of a newer Python: what they need is named, a mistake stays a mistake."""

import sys

import pytest

from grader.model.static import ParseStatus
from tests.source.sources import read

HERE = sys.version_info[:2]

NEWER = [
    ((3, 12), 'print(f"size {best["n"]}: {best["t"]:.2f} s")'),
    ((3, 12), "x = f'{'a'}'"),
    ((3, 12), "x = f\"{'\\n'.join(a)}\""),
    ((3, 12), 'x = f"{\n    a\n}"'),
    ((3, 12), 'x = f"{x  # why\n}"'),
    ((3, 12), 'x = f"{f"{f"{1}"}"}"'),
    ((3, 12), 'x = f"{a!r:>{d["w"]}} {{{d["b"]}}}"'),
    ((3, 12), 'x = f"{d["a"] = }"'),
    ((3, 12), 'x = ("a" f"{d["a"]}"\n     "c")'),
    ((3, 12), 'x = rf"\\{d["a"]}"'),
    ((3, 12), "type Matrix = list[list[float]]"),
    ((3, 12), "type Pair[T] = tuple[T, T]"),
    ((3, 12), "def f[T](x: T) -> T:\n    return x"),
    ((3, 12), "def f[**P, *Ts, R](x):\n    return x"),
    ((3, 12), "async def f[\n    T: (int, float),\n](x):\n    return x"),
    ((3, 12), "class A[T]:\n    pass"),
    ((3, 12), "class A[T](list[T]): pass"),
    ((3, 13), "class A[T = int]: pass"),
    ((3, 13), "type X[T = int] = list[T]"),
    ((3, 14), "try:\n    a\nexcept ValueError, TypeError:\n    b"),
    ((3, 14), "try:\n    a\nexcept* A.x, B, C(1, 2):\n    b"),
    ((3, 14), 'x = t"a {b}"'),
    ((3, 14), 'type X = int\nx = t"{b}"'),
    ((3, 15), "lazy import json"),
    ((3, 15), "lazy from json import loads"),
    ((3, 15), "x = [*row for row in rows]"),
    ((3, 15), "x = {**each for each in all_of_them}"),
]
MISTAKES = [
    "type matmul(a, b)",
    "type matmul a, b",
    "type X",
    "def matmul(a, b)\n    pass",
    "def matmul(a, b:\n    pass",
    "def f[T]:\n    pass",
    "class A[T",
    "return c]",
    "lazy = import x",
    "x = [*a, y for y in z]",
    "try:\n    a\nexcept A, e:\n    print 'x'",
    "try:\n    a\nexcept A, B as e:\n    b",
    "x = f'{}'",
    "x = f'{x y}'",
    "x = f'{x'",
    "x = f'a}'",
    "x = f'{x!z}'",
    "x = f'{d['a]}'",
    "x = f'{d['a'}]'",
    "print(f'abc {x)\nprint('y}')",
    "print(f'{x:', y, '}')",
    "print(f'{x', y, '}')",
    "print(f'size {n': 3)",
]


@pytest.mark.parametrize(("version", "program"), NEWER)
def test_newer_syntax_is_read_or_named_with_what_it_needs(
    version: tuple[int, int], program: str
) -> None:
    """Whatever Python runs this test: it reads the program, or names a version above its own."""
    facts = read(f"import time\n{program}\n")
    if version <= HERE:
        assert facts.status is ParseStatus.OK
        return
    assert facts.status is ParseStatus.FOREIGN
    assert facts.syntax is not None
    assert facts.syntax.needs == f"{version[0]}.{version[1]}"
    assert facts.syntax.here == f"{HERE[0]}.{HERE[1]}"


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_no_newer_syntax(mistake: str) -> None:
    """It would be one in any Python, also beside syntax that is newer."""
    for program in (mistake, f"x = f'{{d['a']}}'\ntype X = int\n{mistake}"):
        facts = read(program)
        assert facts.status is ParseStatus.SYNTAX_ERROR
        assert facts.syntax is not None
        assert not facts.syntax.needs


def test_a_mistake_beside_newer_syntax_is_told_by_its_own_line() -> None:
    """The newer line above it is not blamed."""
    facts = read("type X = int\nprint(f'{d['a']}')\nx = (1]\n")
    assert facts.syntax is not None
    assert facts.syntax.location.line == 3


def test_newer_syntax_in_a_helper_file_is_no_mistake_either() -> None:
    """The file is named; a mistake in another file goes first."""
    helpers = {"helper.py": "lazy import json\n", "other.py": "x = (\n"}
    if HERE < (3, 15):
        facts = read("import helper\n", helpers)
        assert facts.status is ParseStatus.FOREIGN
        assert facts.syntax is not None
        assert facts.syntax.location.file == "helper.py"
    facts = read("import helper, other\n", helpers)
    assert facts.status is ParseStatus.SYNTAX_ERROR
    assert facts.syntax is not None
    assert facts.syntax.location.file == "other.py"
