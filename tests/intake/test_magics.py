"""Commenting out what only a notebook understands."""

import ast

import pytest

from grader.intake.notebook import without_magics


@pytest.mark.parametrize(
    "cell",
    [
        "x = 5 % 3",
        "x = (10\n% 3)",
        "x = [1,\n     2\n     % 2]",
        "s = '''\n%time\n!ls\nwhat?\n'''",
        's = """a\n%%bash\n"""',
        "x = 7 \\\n  % 4",
        "print('%d' % 3)",
        "# %matplotlib inline\nx = 1",
        "s = '(' # )\n\nx = '%'",
        "s = 'it\\'s' + \"(\"\ny = 1",
        "if x != y:\n    pass",
        "a = b = '!'",
        "s = '''a''' '''b\n%c'''",
        "x = '\\\\'\ny = 'what?'",
        "",
        "\n\n",
    ],
)
def test_python_is_left_alone(cell: str) -> None:
    """Remainders, formats, strings, comments and continued lines are the program's own."""
    assert without_magics(cell) == cell


@pytest.mark.parametrize(
    ("cell", "plain"),
    [
        ("%matplotlib inline\nx = 1", "pass  # %matplotlib inline\nx = 1"),
        ("%pylab inline", "from pylab import *  # %pylab inline"),
        ("!pip install x", "pass  # !pip install x"),
        ("if x:\n    !pip install y\n", "if x:\n    pass  # !pip install y\n"),
        ("matmul?", "pass  # matmul?"),
        ("?matmul", "pass  # ?matmul"),
        ("np.dot??", "pass  # np.dot??"),
        ("files = !ls", "files = None  # !ls"),
        ("t = %timeit -o f()", "t = None  # %timeit -o f()"),
        ("%time c = matmul(a, b)", "c = matmul(a, b)"),
        ("for i in r:\n    %time f(i)", "for i in r:\n    f(i)"),
        ("%timeit f()", "pass  # %timeit f()"),
        ("!pip install \\\n  numpy\nx = 1", "pass  # !pip install \\\n#   numpy\nx = 1"),
        ("%%time\nx = 1", "# %%time\nx = 1"),
        ("\n%%timeit -n 1\nx = 1\n!ls", "\n# %%timeit -n 1\nx = 1\npass  # !ls"),
        ("%%writefile kadai1.py\nx = 1", "# %%writefile kadai1.py\nx = 1"),
        ("%%writefile notes.txt\nx = ", "# %%writefile notes.txt\n# x = "),
        ("%%bash\nls\n\nrm x", "# %%bash\n# ls\n\n# rm x"),
        ("%%html\n<b>'''</b>", "# %%html\n# <b>'''</b>"),
        ("  x = 1\n  y = 2", "x = 1\ny = 2"),
        ("f(\n)\n%who", "f(\n)\npass  # %who"),
    ],
)
def test_magics_are_commented_out(cell: str, plain: str) -> None:
    """Every line stays where it is."""
    assert without_magics(cell) == plain
    assert plain.count("\n") == cell.count("\n")


@pytest.mark.parametrize(
    "cell",
    [
        "for i in range(3):\n    %time x = i\n    !echo\nelse:\n    y?",
        "%%capture out\ndef f():\n    return 1",
        "def f():\n    !ls\nf()",
    ],
)
def test_what_is_left_is_python(cell: str) -> None:
    """Blocks keep a statement, so the result parses."""
    assert ast.parse(without_magics(cell)).body


@pytest.mark.parametrize("line", [" " * 200_000, "x" * 200_000, "'" * 99_999, "a." * 90_000 + "!"])
def test_a_long_line_takes_no_time(line: str) -> None:
    """No pattern runs wild on a line that was made for it."""
    assert without_magics(f"y = 1\n{line}").startswith("y = 1\n")
