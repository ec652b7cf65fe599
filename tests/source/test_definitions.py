"""The callables a program offers, with their shape."""

import pytest

from grader.model.static import Definition
from tests.source.sources import read

PROGRAM = """
def matmul(a, b, n=3, *rest):
    for i in a:
        for j in b:
            for k in j: c = i * k
if True:
    def inner(x): return x
def product(a, b): return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
arrow = lambda a, b: product(a, b)
alias = matmul
number = 3
a, b = 1, 2
class S:
    size = 1
    def __init__(self, q=1): pass
    def multiply(self, a, b): return dot(a, b)
    @staticmethod
    def still(a, b): return a
class T(S):
    def __init__(self, x): pass
    def go(self): pass
class U(T):
    def needs(self, a, *, k): pass
class V(object):
    def method(): pass
class W(W):
    def own(self): pass
class X:
    def __new__(cls, *, k): pass
    def never(self): pass
def dot(a, b): return sum(map(f, a, b))
def caller(a, b): return [dot(r, c) for r in a for c in b]
def recursive(a): return recursive(a)
from helper import thing, other as renamed, K
from more import *
import time
def inner(y, z): return y
"""
HELPERS = {
    "helper.py": "def thing(a, b): return a @ b\ndef other(): pass\nclass K:\n"
    "    def m(self): pass",
    "more.py": "def starred(a): pass\n_x = 1\ny = 2",
}
FOUND = {one.name: one for one in read(PROGRAM, HELPERS).definitions}


def test_what_counts() -> None:
    """Functions, lambdas, other names, methods and imported functions; the last of a name wins."""
    assert list(FOUND) == [
        "matmul", "product", "arrow", "alias", "S.multiply", "S.still", "T.go", "U.needs",
        "V.method", "W.own", "X.never", "dot", "caller", "recursive", "thing", "renamed",
        "starred", "inner",
    ]  # fmt: skip
    assert FOUND["inner"].parameters == ("y", "z")
    assert (FOUND["thing"].file, FOUND["renamed"].line) == ("helper.py", 2)
    assert FOUND["starred"].file == "more.py"


@pytest.mark.parametrize(
    ("name", "parameters", "required", "accepts"),
    [
        ("matmul", ("a", "b", "n"), 2, 99),
        ("arrow", ("a", "b"), 2, 2),
        ("S.multiply", ("a", "b"), 2, 2),
        ("S.still", ("a", "b"), 2, 2),
        ("T.go", (), 0, 0),
        ("U.needs", ("a",), 2, 1),
        ("V.method", (), 0, 0),
    ],
)
def test_parameters(name: str, parameters: tuple[str, ...], required: int, accepts: int) -> None:
    """Positional parameters without self; one that needs a keyword cannot be called by position."""
    one = FOUND[name]
    assert (one.parameters, one.required, one.accepts) == (parameters, required, accepts)


@pytest.mark.parametrize(
    ("name", "loops", "multiplies"),
    [
        ("matmul", 3, True),
        ("product", 3, True),
        ("arrow", 0, True),
        ("dot", 1, True),
        ("caller", 2, True),
        ("inner", 0, False),
        ("recursive", 0, False),
    ],
)
def test_shape(name: str, loops: int, multiplies: bool) -> None:  # noqa: FBT001 - a table of facts
    """Loops, clauses and map count as depth; a product in a callee counts as one's own."""
    assert (FOUND[name].loops, FOUND[name].multiplies) == (loops, multiplies)


@pytest.mark.parametrize(
    ("name", "constructor"),
    [
        ("S.multiply", True),
        ("T.go", False),
        ("U.needs", False),
        ("V.method", True),
        ("W.own", True),
        ("X.never", False),
    ],
)
def test_constructor(name: str, constructor: bool) -> None:  # noqa: FBT001 - a table of facts
    """Whether the class can be built without arguments, the nearest constructor deciding."""
    assert FOUND[name].constructor is constructor


def test_endless_callees_are_followed_so_far() -> None:
    """A long chain of callees ends the search, not the reader."""
    chain = "\n".join(f"def f{i}(a): return f{i + 1}(a)" for i in range(50))
    found = read(chain + "\ndef f50(a): return a * a").definitions
    assert [one.multiplies for one in found] == [False] * 31 + [True] * 20


def test_definition_is_a_plain_value() -> None:
    """A definition is a plain value with its place."""
    (one,) = read("\n\ndef f(): pass").definitions
    assert one == Definition(
        name="f", file="kadai1.py", line=3, parameters=(), required=0, accepts=0, loops=0,
        multiplies=False, unwritten=True,
    )  # fmt: skip


UNWRITTEN = {
    "pass": True,
    "...": True,
    "'''What it does.'''": True,
    "'''What it does.'''\n    raise NotImplementedError": True,
    "raise NotImplementedError('later')": True,
    "return None": True,
    "return": True,
    "return []": False,
    "raise ValueError": False,
    "print(1)": False,
    "if a: raise NotImplementedError\n    return a": False,
    "for row in a: pass": False,
}


@pytest.mark.parametrize("body", UNWRITTEN)
def test_an_empty_body_is_told_from_a_begun_one(body: str) -> None:
    """Only what holds the place of a body is unwritten; whoever began has begun."""
    (one,) = read(f"def f(a):\n    {body}\n").definitions
    assert one.unwritten is UNWRITTEN[body]


NOT_REPLACED = {
    "another name": "def f(a): return a * a\ndef g(a): return a * a\n",
    "wrapped": "def f(a): return a * a\ndef timed(f): return lambda a: f(a)\nf = timed(f)\n",
    "another name for it": "def f(a): return a * a\ng = f\n",
    "a method": "class C:\n    def f(self): return 1\n    def f(self): return 2\n",
    "an inner one": "def f(a):\n    def g(): return 1\n    def g(): return 2\n    return g()\n",
}


@pytest.mark.parametrize("source", NOT_REPLACED.values(), ids=NOT_REPLACED.keys())
def test_a_function_that_can_be_called_is_not_replaced(source: str) -> None:
    """Its name still stands for it."""
    assert read(source).replaced == ()


REPLACED = {
    "in plain Python": ("def f(a, b): return a * b", ()),
    "by the name of a library": ("def f(a, b): return np.dot(a, b)", ("numpy",)),
    "by a name out of one": ("def f(a, b): return conv2d(a, b)", ("torch",)),
    "imported inside": ("def f(a, b):\n    import scipy.signal\n    return a", ("scipy",)),
}


@pytest.mark.parametrize("first", REPLACED)
def test_a_function_whose_name_a_later_one_took_is_kept(first: str) -> None:
    """What it uses itself tells which exercise it may have been."""
    source, libraries = REPLACED[first]
    imports = "import numpy as np, cupy\nfrom torch.nn.functional import conv2d\n"
    (gone,) = read(f"{imports}{source}\ndef f(x, w): return cupy.dot(x, w)\n").replaced
    assert (gone.name, gone.line, gone.parameters) == ("f", 3, ("a", "b"))
    assert gone.libraries == libraries
