"""Whether a text is Python of a version, and its tree, asked of that version."""

import ast
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from grader.model.static import ParseStatus
from grader.source.frames import CPU_SECONDS
from grader.source.question import SourceQuestion
from grader.source.reading import SourceReading
from grader.source.syntax import OWN, OtherSyntax, built, flat
from tests.pythons.pythons import each_other, other
from tests.source.sources import script
from tests.tree import ROOT

CONSTANTS = (
    "x = 1e999, -2j, b'\\xff', ..., None, True, 10 ** 40, '日\\udc80本', 0x7fff_ffff_ffff_ffff\n"
)
BAD = ["def f(:\n", "return 1\n", "\tx = 1\n  y = 2\n", "x = (1\n", "f(**{}, *a)\n", "x = ）\n"]
HIDES = [
    "def f[T: __import__('numpy')](x): return x\n",
    "def f[T = __import__('numpy')](x): return x\n",
    "class A[*Ts, **P]:\n    def f[T: (int, __import__('numpy'))](self): pass\n",
    "type X[T: __import__('numpy')] = T\n",
    "type X = __import__('numpy')\n",
    "print(f'{f'{__import__('numpy')}'}')\n",
    "def f[__import__](x): return x\n__import__('numpy')\n",
]


@contextmanager
def syntax_of(version: str) -> Iterator[OtherSyntax]:
    """Start a version's parser."""
    syntax = OtherSyntax(version, other(version).python, CPU_SECONDS)
    try:
        yield syntax
    finally:
        syntax.close()


@each_other
def test_trees_are_those_of_the_readers_own_parser(version: str) -> None:
    """For what both can read, with every place."""
    files = [*sorted((ROOT / "grader/source").glob("*.py")), Path(__file__)]
    with syntax_of(version) as syntax:
        codes: list[bytes | str] = [CONSTANTS, *(file.read_bytes() for file in files)]
        for code in codes:
            tree, own = syntax.tree(code), OWN.tree(code)
            assert ast.dump(tree) == ast.dump(own)
            assert _places(tree) == _places(own)


def _places(tree: ast.AST) -> list[tuple[int, int, int | None]]:
    """Where statements stand; inside f-strings places are others since 3.12."""
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    return [(node.lineno, node.col_offset, node.end_lineno) for node in statements]


@each_other
@pytest.mark.parametrize("code", BAD)
def test_mistakes_are_mistakes_everywhere(version: str, code: str) -> None:
    """Of the same kind, and none that a newer Python would not have."""
    with syntax_of(version) as syntax:
        with pytest.raises(SyntaxError) as mine:
            OWN.tree(code)
        with pytest.raises(SyntaxError) as theirs:
            syntax.tree(code)
        assert type(mine.value) is type(theirs.value)
        assert theirs.value.lineno == mine.value.lineno
        assert syntax.without_newer(code)[1] is None


@pytest.mark.parametrize("code", HIDES)
def test_nothing_hides_in_newer_syntax(code: str) -> None:
    """Bounds, defaults and aliases are read like any expression; a parameter hides no name."""
    path = other("3.13").python
    program = f"{code}def matmul(a, b): return a\n"
    question = SourceQuestion(entry="matmul", python="3.13")
    with closing(SourceReading()) as reading:
        facts = reading.read(script(program), (), question, path)
    assert facts.status is ParseStatus.OK
    assert "POL002" in {use.check for use in facts.uses}


def test_what_a_parser_cannot_do_is_said() -> None:
    """It is too complex, and the next text is read all the same."""
    with syntax_of("3.13") as syntax:
        for deep in ("-" * 100_000 + "1", "x" + "()" * 100_000):
            with pytest.raises(RecursionError):
                syntax.tree(deep)
        assert ast.dump(syntax.tree("x = 1\n")) == ast.dump(ast.parse("x = 1\n"))


def test_a_tree_is_written_flat() -> None:
    """It is the same when it is built anew, however deep."""
    tree = ast.parse(
        "x = " + "[" * 80 + "]" * 80 + "\n@a\nclass B(C, d=1):\n    async def f(): ...\n"
    )
    assert ast.dump(built(flat(tree)), include_attributes=True) == ast.dump(
        tree, include_attributes=True
    )
