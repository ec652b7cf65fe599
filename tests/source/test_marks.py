"""What the text of a function shows of a known mistake, and what it does not show."""

import tomllib
from pathlib import Path

import pytest

from grader.model.static import ENDLESS, SAME_CALL, Mark
from grader.model.submission import SourceFile, SourceKind
from grader.source.marks import REPEATED_ROW, find_marks
from grader.source.parse import Parsed, parse
from tests.exercises.arrays.programs import MISTAKES, RIGHT
from tests.source.sources import read

WORDS = tomllib.loads(Path("reference/matmul.toml").read_text(encoding="utf-8"))


def marks_in(source: str) -> dict[str, tuple[Mark, ...]]:
    """Read one program."""
    file = SourceFile(
        name="k.py", kind=SourceKind.SCRIPT, text=source, raw=source.encode(), encoding="utf-8"
    )
    parsed = parse(file)
    assert isinstance(parsed, Parsed)
    return find_marks(parsed)


def seen_as(mistake: str) -> tuple[str, ...]:
    """Look up by which marks the course shows a mistake."""
    parts = mistake.split("-")
    ends = range(len(parts), 0, -1)
    stem = next(end for end in ends if "-".join(parts[:end]) in WORDS)
    marks = WORDS["-".join(parts[:stem])].get("seen_as", ())
    return tuple(mark.format(*parts[stem:]) for mark in marks)


REPEATED = {
    "c = [[0] * n] * n": {"": [1]},
    "def f(n):\n    c = n * [[0] * n]\n    return c": {"f": [2]},
    "def f(n):\n    return [[0 for _ in range(n)]] * n": {"f": [2]},
    "class Zeros:\n    def __init__(self):\n        self.c = [[0, 0]] * 2": {"Zeros": [3]},
    "c = [[0] * n for _ in range(n)]": {},
    "row = [0] * n": {},
    "print([1, 2] * 3)": {},
    "c = [[0] * n]": {},
}


@pytest.mark.parametrize("source", REPEATED)
def test_a_matrix_of_one_row_is_found(source: str) -> None:
    """Where a list with a row in it is repeated; by the function in which that is."""
    found = {
        owner: [mark.location.line for mark in marks if mark.name == REPEATED_ROW]
        for owner, marks in marks_in(source).items()
    }
    assert found == REPEATED[source]


NOT_IN_THE_TEXT = {
    "zeros",  # nothing is written: there is no line
    "state-left",  # the list lies outside of the function
    "stale-result",
    "inputs-added",  # by zip
    "elementwise",
    "row-not-reset",
    "truncated-result",
}


def test_mistakes_show_in_the_text() -> None:
    """Each program that makes a mistake has a mark that the course shows it by."""
    hidden = {
        name
        for name, source in MISTAKES.items()
        if {mark.name for mark in marks_in(source).get("matmul", ())}.isdisjoint(seen_as(name))
    }
    assert hidden <= NOT_IN_THE_TEXT


@pytest.mark.parametrize("name", RIGHT)
def test_right_programs_show_no_mistake(name: str) -> None:
    """No mark of a right program is one that a mistake is shown by."""
    shown = {mark for mistake in MISTAKES for mark in seen_as(mistake)}
    found = {mark.name for marks in marks_in(RIGHT[name]).values() for mark in marks}
    assert found.isdisjoint(shown)


LOOPS = """
def product(x, y):
    size = len(x)
    z = [[0] * size for _ in range(size)]
    for row in range(size):
        for col in range(size):
            for t in range(size):
                z[row][col] += x[row][t] * y[t][col]
    return z
"""
TEXTS = [  # what is written instead, what else, the mark, and what is pointed at
    (("y[t][col]", "y[col][t]"), "a[i][k]*b[j][k]", "y[col][t]"),
    (("x[row][t]", "x[t][row]"), "a[k][i]*b[k][j]", "x[t][row]"),
    (
        ("x[row][t] * y[t][col]", "y[t][col] * x[row][t]"),
        "a[i][k]*b[k][j]",
        "y[t][col] * x[row][t]",
    ),
    (("z[row][col]", "z[col][row]"), "a[j][k]*b[k][i]", "z[col][row]"),
    (
        ("x[row][t] * y[t][col]", "y[row][t] * x[t][col]"),
        "a[k][j]*b[i][k]",
        "y[row][t] * x[t][col]",
    ),
    (("x[row][t]", "x[row, t]"), "a[i][k]*b[k][j]", "x[row, t] * y[t][col]"),
    (("z[row][col] +=", "z[row][col] ="), "= in k", ""),
    (("t in range(size)", "t in range(size - 1)"), "k short", "range(size - 1)"),
    (("row in range(size)", "row in range(1, size)"), "i late", "range(1, size)"),
    (("size = len(x)", "size = 3"), "i to 3", "size = 3"),
    (("    return z", "        return z"), "leaves i", "return z"),
    (("x[row][t] * y[t][col]", "int(x[row][t] * y[t][col])"), "int", "int(x[row][t] * y[t][col])"),
    (("x[row][t] * y[t][col]", "x[row][t] * y[t][col] // 1"), "//", "x[row][t] * y[t][col] // 1"),
]


@pytest.mark.parametrize(("change", "name", "text"), TEXTS)
def test_marks_are_named_in_the_course_s_letters(
    change: tuple[str, str], name: str, text: str
) -> None:
    """And point at what the student wrote."""
    marks = {mark.name: mark for mark in marks_in(LOOPS.replace(*change))["product"]}
    assert marks[name].text == text
    assert marks[name].names["b"] == "y"


def test_names_are_the_student_s() -> None:
    """Of a term whose result is stored the wrong way round, row and column are the term's."""
    (right,) = (mark for mark in marks_in(LOOPS)["product"] if "*" in mark.name)
    assert right.names == {"a": "x", "b": "y", "c": "z", "i": "row", "j": "col", "k": "t"}
    turned = LOOPS.replace("z[row][col]", "z[col][row]")
    (mark,) = (mark for mark in marks_in(turned)["product"] if "*" in mark.name)
    assert (mark.names["i"], mark.names["j"]) == ("row", "col")


WITHOUT = [  # otherwise wrong or right: nothing here may be pointed at, for the reason given
    ("    size = len(x)\n", "    size = len(x)\n    y = [*zip(*y)]\n", "*"),  # y is another one
    ("y[t][col]", "turned(y)[col][t]", "*"),
    ("y[t][col]", "y[col + 0][t]", "*"),  # a computed index
    ("    return z", "    check = x[0][0] * y[0][0]\n    return z", "*"),  # two products
    ("    return z", "        if z is None:\n            return z\n    return z", "leaves"),
    ("    size = len(x)\n", "    for _ in ():\n        return None\n    size = len(x)\n", "leaves"),
    ("    size = len(x)\n", "    size = len(x)\n    half = int(size / 2)\n", "int"),  # of a size
    ("    size = len(x)\n", "    size = len(x)\n    half = size // 2\n", "//"),
    ("    size = len(x)\n", "    size = len(x)\n    times = []\n", "row made"),  # no row
    ("range(size)]", "range(size - 1)]", "short"),  # a loop that adds nothing
    ("z[row][col] +=", "z[row][col] = z[row][col] +", "= in k"),
    ("            for t", "            z[row][col] = 0\n            for t", "= in k"),
]


@pytest.mark.parametrize(("old", "new", "mark"), WITHOUT)
def test_what_does_not_show_has_no_mark(old: str, new: str, mark: str) -> None:
    """A line that is no mistake is not pointed at, whatever else is wrong."""
    source = LOOPS.replace(old, new)
    assert source != LOOPS
    names = [each.name for each in marks_in(source).get("product", ())]
    assert not [name for name in names if mark in name]


MATRICES = {
    "x * y": "a*b",
    "y * x": "a*b",
    "x @ y.T": "a@b.T",
    "np.dot(y, x)": "b@a",
    "x.dot(y.T)": "a@b.T",
    "(x @ y).T": "(a@b).T",
    "torch.matmul(x.T, y)": "a.T@b",
    "np.inner(x, y)": "a inner b",
    "x + y": "a+b",
    "x @ y": "a@b",
}


@pytest.mark.parametrize("expression", MATRICES)
def test_whole_matrices(expression: str) -> None:
    """What NumPy and PyTorch are asked for, in letters."""
    (mark,) = marks_in(f"def matmul(x, y):\n    return {expression}\n")["matmul"]
    assert (mark.name, mark.text) == (MATRICES[expression], expression)


WHILE = "def f(n):\n    i = 0\n    while i < n:\n        {}\n    return i\n"
BODIES = {
    "print(i)": True,
    "for j in range(n): print(j)": True,
    "i += 1": False,
    "i = step(i)": False,
    "for i in range(n): pass": False,
    "break": False,
    "return i": False,
    "raise ValueError": False,
    "if i: break": False,
    "(i := i + 1)": False,
}


@pytest.mark.parametrize("body", BODIES)
def test_an_endless_loop_names_what_does_not_change(body: str) -> None:
    """Only where nothing in the loop can end it."""
    marks = [mark for mark in marks_in(WHILE.format(body)).get("f", ()) if mark.name == ENDLESS]
    assert [mark.names for mark in marks] == ([{"variable": "i"}] if BODIES[body] else [])


SHARED = [
    "def f(n):\n    global i\n    while i < n:\n        step()\n",
    "i = 0\nwhile i < 3:\n    step()\n",
    "def f(i):\n    def g():\n        nonlocal i\n        i += 1\n    while i < 3:\n        g()\n",
    "def f(q):\n    while len(q) < 3:\n        q.append(0)\n",
    "def f(q):\n    while q.n < 3:\n        q.step()\n",
    "def f(q):\n    while q < 3:\n        q.step()\n",
    "def f(q):\n    while q < 3:\n        q[...] += 1\n",
    "def f():\n    while True:\n        print()\n",
]


@pytest.mark.parametrize("source", SHARED)
def test_what_others_may_change_is_not_sure(source: str) -> None:
    """A variable of the module, of an inner function, an attribute, the length of a list."""
    assert not [mark for marks in marks_in(source).values() for mark in marks]


def test_a_long_function_is_not_read() -> None:
    """What nobody wrote by hand costs no time."""
    lines = "\n".join(f"    v{number} = x[{number}] * y[{number}]" for number in range(5000))
    assert not marks_in(f"def f(x, y):\n{lines}\n    return {'-' * 900}x\n")


CALLS = {
    "if k == 3:\n        return 0\n    return x[k] + dot(x, k)": "",
    "print(dot(x, k))\n    return x": "print",
    "return x[k] + dot(x, k + 1)": None,
    "k += 1\n    return dot(x, k)": None,
    "x.pop()\n    return dot(x, k)": None,
    "x[0] = 1\n    return dot(x, k)": None,
    "return dot(k, x)": None,
    "return dot(x, k=k)": None,
}


@pytest.mark.parametrize("body", CALLS)
def test_a_call_with_the_same_arguments_is_seen(body: str) -> None:
    """Not where an argument was changed before, whether bound again or in itself."""
    clues = read(f"def dot(x, k):\n    {body}\n").clues
    found = [mark for mark in clues if mark.name == SAME_CALL]
    inside = CALLS[body]
    assert [mark.names["inside"] for mark in found] == ([] if inside is None else [inside])
    assert all(mark.text == "dot(x, k)" for mark in found)


SIGNS = {
    "c[i] =+ x[i] * y[i]": "=+",
    "s =+x[i]": "=+",
    "c[i] = +x[i]": "",
    "c[i] += x[i]": "",
    "c[i] == c[i] + x[i]": "==",
    "s = x == y": "",
}


@pytest.mark.parametrize("statement", SIGNS)
def test_signs_that_are_misspelt_are_seen(statement: str) -> None:
    """`=+` written as one sign, and `==` where nothing asks for its answer."""
    marks = marks_in(f"def f(x, y):\n    {statement}\n").get("f", ())
    found = [mark for mark in marks if mark.name in {"=+", "=="}]
    assert [mark.name for mark in found] == ([SIGNS[statement]] if SIGNS[statement] else [])
    assert all(mark.text == statement for mark in found)
