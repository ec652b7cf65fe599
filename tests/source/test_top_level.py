"""What running a program may show beyond what it defines."""

import ast

import pytest

from grader.model.static import TopLevel
from grader.source.scripts import top_level

NOTHING = {
    "a function": "def f(a, b=1):\n    print(a)\n    return a\n",
    "imports, a text, constants": "'text'\nimport time\nfrom math import pi\nN = [1, -2]\nM = N\n",
    "a class": "class A(object):\n    x = 1\n    @property\n    def y(self): return print(1)\n",
    "an import that is tried": "try:\n    import cupy\nexcept ImportError:\n    cupy = None\n",
    "a choice": "import sys\nif sys.platform == 'win32':\n    N = 1\nelse:\n    N = 2\n",
}
GUARD = "if __name__ == '__main__':\n    print(1)\n"
ANYTHING = {
    "a call": "print(1)\n",
    "a call in a value": "sizes = list(range(3))\n",
    "a loop": "for i in (1, 2):\n    pass\n",
    "a default": "def f(a=print(1)): pass\n",
    "a decorator": "def d(f): return print(1)\n@d\ndef f(): pass\n",
    "a base": "class A(print(1) or object): pass\n",
    "in a class": "class A:\n    print(1)\n",
    "a text with a value": "class A:\n    def __str__(self): return 'a'\nf'{A}'\n",
    "in a choice": "if True:\n    print(1)\n",
    "where an import fails": "try:\n    import cupy\nexcept ImportError:\n    print(1)\n",
    "another guard": "if __name__ != 'kadai1':\n    print(1)\n",
}


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING)
def test_definitions_show_nothing(text: str) -> None:
    """Nor do those of a helper, whose main guard never runs; a guard is told apart."""
    tree, guarded = ast.parse(text), ast.parse(text + GUARD)
    assert top_level(tree, []) is TopLevel.NOTHING
    assert top_level(tree, [guarded]) is TopLevel.NOTHING
    assert top_level(guarded, [tree]) is TopLevel.GUARDED


@pytest.mark.parametrize("text", ANYTHING.values(), ids=ANYTHING)
def test_what_runs_code_may_show_anything(text: str) -> None:
    """In the program, beside a guard, and in a helper."""
    tree, empty = ast.parse(text), ast.parse("")
    assert top_level(tree, []) is TopLevel.OPEN
    assert top_level(ast.parse(text + GUARD), []) is TopLevel.OPEN
    assert top_level(empty, [tree]) is TopLevel.OPEN
