"""Slips that learners make, each told its cause by name, with a call that can be pasted."""

import ast

import pytest

from grader.model.finding import Verdict
from tests.exercises.arrays.course import CONV, judge, watch
from tests.exercises.arrays.programs import RIGHT, loops

TEXTBOOK = """
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
{indent}return c
"""
APPENDED = """
def matmul(a, b):
    n = len(a)
    c = []
    {outside}
    for i in range(n):
        {in_i}
        for j in range(n):
            {in_j}
            s = 0
            for k in range(n):
                s += a[i][k] * b[k][j]
                {in_k}
            {after_k}
        {after_j}
    return c
"""


def appended(**places: str) -> str:
    """Rows that are appended, with each step in its place or another."""
    right = {"in_i": "row = []", "after_k": "row.append(s)", "after_j": "c.append(row)"}
    empty = dict.fromkeys(("outside", "in_i", "in_j", "in_k", "after_k", "after_j"), "pass")
    return APPENDED.format(**{**empty, **right, **places})


SLIPS = {
    "first-row-only": TEXTBOOK.format(indent=" " * 8),
    "first-element-only": TEXTBOOK.format(indent=" " * 12),
    "first-term-only": TEXTBOOK.format(indent=" " * 16),
    "returned-first-row": appended(after_j="c.append(row); return c"),
    "indices-ik-ki": loops("a[i][k] * b[k][i]"),
    "indices-ij-jk": loops("a[i][j] * b[j][k]"),
    "indices-ik-kk": loops("a[i][k] * b[k][k]"),
    "indices-ki-ij": loops(step="c[k][j] += {term}"),
    "no-sum-ij-ji": loops("a[i][j] * b[j][i]", step="c[i][j] = {term}"),
    "starts-at-1": loops(zeros="[[1] * n for _ in range(n)]"),
    "starts-with-a": loops(zeros="[row[:] for row in a]"),
    "factors-multiplied": loops(zeros="[[1] * n for _ in range(n)]", step="c[i][j] *= {term}"),
    "sums-multiplied": """
def matmul(a, b):
    n = len(a)
    return [[sum(a[i]) * sum(b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
""",
    "negative": loops(step="c[i][j] -= {term}"),
    "row-never-emptied": appended(in_i="pass", outside="row = []"),
    "row-emptied-too-often": appended(in_j="row = []"),
    "appended-partial-sums": appended(in_k="row.append(s)", after_k="pass"),
    "rows-appended-too-often": appended(after_k="row.append(s); c.append(row)", after_j="pass"),
    "element-per-row": appended(
        in_j="row = []", after_k="row.append(s); c.append(row)", after_j="pass"
    ),
    "result-made-anew": appended(in_i="row = []; c = []"),
    "result-squared": loops(result="[[x ** 2 for x in r] for r in c]"),
    "terms-squared": loops("(a[i][k] * b[k][j]) ** 2"),
    "a-elements-squared": loops("a[i][k] ** 2 * b[k][j]"),
    "floored-result": loops(result="[[x // 1 for x in r] for r in c]"),
    "floored-terms": loops(step="c[i][j] += {term} // 1"),
    "loops-to-3": loops(
        rows="range(min(n, 3))", columns="range(min(n, 3))", terms="range(min(n, 3))"
    ),
    "terms-to-2": loops(terms="range(min(n, 2))"),
    "upper-only": loops(columns="range(i, n)"),
    "lower-only": loops(columns="range(i + 1)"),
    "k-range-i,n": loops(terms="range(i, n)"),
    "k-range-j": loops(terms="range(j)"),
    "rows-reversed": loops(result="c[::-1]"),
    "too-large": loops(zeros="[[0] * (n + 1) for _ in range(n + 1)]"),
    "cut-off": loops(result="[r[:-1] for r in c] if n > 1 else c"),
    "multiple": loops("a[i][k] * b[k][j] * 0.5"),
    "offset": loops(result="[[x + 12.5 for x in r] for r in c]"),
    "partly-zero": loops(
        result="[[x * ((i * 3 + j) % 4 != 1) for j, x in enumerate(r)] for i, r in enumerate(c)]"
    ),
    "negatives-zero": loops(result="[[max(0, x) for x in r] for r in c]"),
    "positives-zero": loops(result="[[x if x < 0 else 0 for x in r] for r in c]"),
    "misplaced": loops(result="[r[1:] + r[:1] for r in c]"),
}
SLIPS["returned-last-row"] = SLIPS.pop("result-made-anew")


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_told_by_name(name: str) -> None:
    """And nothing else is: one mistake has one name."""
    finding = judge(watch(SLIPS[name]))["COR002"]
    assert (finding.verdict, finding.params["lookalike"]) == (Verdict.FAILED, name)


@pytest.mark.parametrize("name", SLIPS)
def test_the_example_can_be_pasted(name: str) -> None:
    """What is given, and what is said to come out, is so when it is pasted."""
    example = watch(SLIPS[name]).example
    if example is None:
        assert name == "loops-to-3"  # which no example is large enough for
        return
    space: dict[str, object] = {}
    exec(compile(SLIPS[name], "slip.py", "exec"), space)
    exec(example.given, space)
    got = eval("matmul(a, b)", space)
    shown = ast.literal_eval(example.got)
    assert [[round(x, 4) for x in row] for row in shown] == [
        [round(x, 4) for x in row] for row in got
    ]
    exec(RIGHT["triple loop"], space)
    assert eval("matmul(a, b)", space) == ast.literal_eval(example.expected)


FILTER = """
def conv(x, w):
    m, n = len(x) - 2, len(x[0]) - 2
    y = [[0] * n for _ in range(m)]
    for i in range(m):
        for j in range(n):
            for p in range({rows}):
                for q in range({columns}):
                    y[i][j] += x[{row} + p][{column} + q] * w[p][q]
    return y
"""
OF_FILTERS = {
    "kernel-rows-short": {"rows": "2"},
    "kernel-rows-late": {"rows": "1, 3"},
    "kernel-columns-short": {"columns": "2"},
    "kernel-columns-late": {"columns": "1, 3"},
    "terms-short": {"rows": "2", "columns": "2"},
    "not-moving": {"row": "0", "column": "0"},
    "not-moving-down": {"row": "0"},
    "not-moving-right": {"column": "0"},
}


@pytest.mark.parametrize("name", OF_FILTERS)
def test_a_slip_of_a_convolution_is_told_by_name(name: str) -> None:
    """A row of the kernel left out is not another kernel."""
    right = {"rows": "3", "columns": "3", "row": "i", "column": "j"}
    evidence = watch(FILTER.format(**{**right, **OF_FILTERS[name]}), asked=CONV)
    finding = judge(evidence, CONV)["COR002"]
    assert (finding.verdict, finding.params["lookalike"]) == (Verdict.FAILED, name)


PATCHES = """
def conv(x, w):
    y = [[0] * (len(x[0]) - 2) for _ in range(len(x) - 2)]
    for i, row in enumerate(y):
        for j in range(len(row)):
            row[j] = sum(
                x[i + p][j + k] * w[k][q] for p in range(3) for k in range(3) for q in range(3)
            )
    return y
"""


def test_a_matrix_product_of_patch_and_kernel_is_told_by_name() -> None:
    """What np.sum(np.dot(patch, kernel)) computes has weights of its own, and a name."""
    finding = judge(watch(PATCHES, asked=CONV), CONV)["COR002"]
    assert (finding.verdict, finding.params["lookalike"]) == (Verdict.FAILED, "patch-multiplied")


WRITES = "def conv(x, w):\n    y = x * 0\n    x[0, 0] += 1\n    return y\n"


def test_a_changed_array_is_told_of_arrays() -> None:
    """NumPy's arrays are no lists of lists."""
    finding = judge(watch(WRITES, asked=CONV), CONV)["COR004"]
    assert finding.verdict is Verdict.FAILED
    assert finding.case.startswith("array")


def test_what_ignores_its_arguments_is_told_so() -> None:
    """Whatever is passed in, the same comes out."""
    finding = judge(watch("def matmul(a, b):\n    return [[19, 22], [43, 50]]\n"))["COR002"]
    assert (finding.verdict, finding.case) == (Verdict.FAILED, "always")


def test_memory_is_shown_with_two_calls() -> None:
    """The example says what was called before."""
    source = "c = []\n" + appended(outside="global c")
    finding = judge(watch(source.replace("    c = []\n    global c", "    global c")))["COR005"]
    assert (finding.verdict, finding.case) == (Verdict.FAILED, "example")
    assert finding.params["earlier"] == "a = [[2, 0], [1, 3]]; b = [[4, 1], [5, 9]]"
