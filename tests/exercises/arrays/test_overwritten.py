"""A result stays what it was: the next call makes one of its own."""

import pytest
from msgspec.structs import replace

from grader.model.course import Exercise
from grader.model.evidence import Outcome
from grader.model.finding import Verdict
from tests.cases.course import exercise
from tests.exercises.arrays.course import CONV, judge, watch
from tests.exercises.arrays.test_check_secrets import LARGE

LOOPS = """
    for i in range(n):
        for j in range(n):
            c[i][j] = sum(a[i][k] * b[k][j] for k in range(n))
    return c
"""
ZEROS = "[[0] * n for _ in range(n)]"
LISTS = {
    "a global by size": f"buf = {{}}\ndef matmul(a, b):\n    n = len(a)\n"
    f"    c = buf.setdefault(n, {ZEROS})" + LOOPS,
    "a default argument": f"def matmul(a, b, kept={{}}):\n    n = len(a)\n"
    f"    if n not in kept:\n        kept[n] = {ZEROS}\n    c = kept[n]" + LOOPS,
    "the last one": f"c = []\ndef matmul(a, b):\n    global c\n    n = len(a)\n"
    f"    if len(c) != n:\n        c = {ZEROS}" + LOOPS,
    "on the function": f"def matmul(a, b):\n    n = len(a)\n"
    f"    if len(getattr(matmul, 'c', ())) != n:\n        matmul.c = {ZEROS}\n"
    "    c = matmul.c" + LOOPS,
    "two in turn": f"kept = {{}}\nturn = 0\ndef matmul(a, b):\n    global turn\n    n = len(a)\n"
    f"    turn = 1 - turn\n    c = kept.setdefault((n, turn), {ZEROS})" + LOOPS,
    "three in turn": "from itertools import cycle\nturns = cycle(range(3))\nkept = {}\n"
    "def matmul(a, b):\n    n = len(a)\n"
    f"    c = kept.setdefault((n, next(turns)), {ZEROS})" + LOOPS,
    "rows that are kept": f"buf = {{}}\ndef matmul(a, b):\n    n = len(a)\n"
    f"    c = list(buf.setdefault(n, {ZEROS}))" + LOOPS,
}
OUT = "import numpy as np\nbuf = {}\ndef matmul(a, b):\n    n = len(a)\n"
ARRAYS = {
    "np.dot, out": OUT + "    c = buf.setdefault(n, np.zeros((n, n)))\n"
    "    return np.dot(a, b, out=c)\n",
    "np.matmul, out": OUT + "    c = buf.setdefault(n, np.zeros((n, n)))\n"
    "    np.matmul(a, b, out=c)\n    return c\n",
    "filled in place": OUT + "    c = buf.setdefault(n, np.zeros((n, n)))\n"
    "    c[...] = a @ b\n    return c\n",
    "a view": OUT + "    c = buf.setdefault(0, np.zeros((2000, 2000)))\n"
    "    c[:n, :n] = a @ b\n    return c[:n, :n]\n",
}
FRESH = {
    "a new list": f"def matmul(a, b):\n    n = len(a)\n    c = {ZEROS}" + LOOPS,
    "a copy of a buffer": f"buf = {{}}\ndef matmul(a, b):\n    n = len(a)\n"
    f"    c = buf.setdefault(n, {ZEROS})"
    + LOOPS.replace("return c", "return [row[:] for row in c]"),
    "a memory of results": "kept = {}\ndef matmul(a, b):\n    key = str((a, b))\n"
    "    if key not in kept:\n        kept[key] = [[sum(p * q for p, q in zip(r, s))"
    " for s in zip(*b)] for r in a]\n    return kept[key]\n",
    "a log of results": "log = []\ndef matmul(a, b):\n    log.append([[sum(p * q for p, q in"
    " zip(r, s)) for s in zip(*b)] for r in a])\n    return log[-1]\n",
    "columns as tuples": "def matmul(a, b):\n    return tuple(tuple(sum(p * q for p, q in"
    " zip(r, s)) for s in zip(*b)) for r in a)\n",
}
FRESH_ARRAYS = {
    "@": "def matmul(a, b):\n    return a @ b\n",
    "a new out": "import numpy as np\ndef matmul(a, b):\n    c = np.empty((len(a), len(a)))\n"
    "    return np.dot(a, b, out=c)\n",
    "a view of a new one": "def matmul(a, b):\n    return (b.T @ a.T).T\n",
    "a buffer copied": OUT + "    c = buf.setdefault(n, np.zeros((n, n)))\n"
    "    np.dot(a, b, out=c)\n    return c.copy()\n",
}
ONE_OF_EACH = replace(
    exercise(), cases=tuple({case.size: case for case in exercise().cases}.values())
)


@pytest.mark.parametrize("asked", [exercise(), ONE_OF_EACH], ids=["twice 7", "no size twice"])
@pytest.mark.parametrize("name", LISTS)
def test_a_list_that_is_filled_again_fails(name: str, asked: Exercise) -> None:
    """Every case is right when it comes back; what an earlier call gave is not what it was."""
    evidence = watch(LISTS[name], asked=asked)
    assert {one.outcome for one in evidence.comparisons} == {Outcome.EQUAL}
    found = judge(evidence, asked)
    assert (found["COR005"].verdict, found["COR005"].case) == (Verdict.FAILED, "overwritten")
    assert found["COR005"].params["size"] in {case.size for case in asked.cases}
    assert found["COR001"].verdict is Verdict.PASSED


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_that_is_filled_again_fails(name: str) -> None:
    """`out=` into an array that lives on gives the same array every time."""
    found = judge(watch(ARRAYS[name], asked=LARGE), LARGE)
    assert (found["COR005"].verdict, found["COR005"].case) == (Verdict.FAILED, "overwritten-array")


@pytest.mark.parametrize("name", FRESH)
def test_a_list_of_its_own_passes(name: str) -> None:
    """However a program remembers its calls, what it returned is left alone."""
    for asked in (exercise(), ONE_OF_EACH):
        found = judge(watch(FRESH[name], asked=asked), asked)
        assert {finding.verdict for finding in found.values()} == {Verdict.PASSED}


@pytest.mark.parametrize("name", FRESH_ARRAYS)
def test_an_array_of_its_own_passes(name: str) -> None:
    """A new array each time, of whatever layout."""
    found = judge(watch(FRESH_ARRAYS[name], asked=LARGE), LARGE)
    assert {finding.verdict for finding in found.values()} == {Verdict.PASSED}


def test_a_convolution_is_asked_as_well() -> None:
    """The shapes of a kernel and an image differ; each pair has the same."""
    source = (
        "import numpy as np\nbuf = {}\ndef conv(x, w):\n    n = len(x) - 2\n"
        "    c = buf.setdefault(n, np.zeros((n, n)))\n    c[...] = 0\n    for p in range(3):\n"
        "        for q in range(3):\n            c += w[p, q] * x[p:p + n, q:q + n]\n    return c\n"
    )
    assert judge(watch(source, asked=CONV), CONV)["COR005"].case == "overwritten-array"
    fresh = source.replace("    return c\n", "    return c.copy()\n")
    assert judge(watch(fresh, asked=CONV), CONV)["COR005"].verdict is Verdict.PASSED


def test_a_second_call_that_fails_says_nothing() -> None:
    """A program that ends there has answered every case."""
    asked = replace(LARGE, secret_sizes=0)
    calls = len(asked.cases) + 1
    source = (
        "import numpy as np\ncalls, buf = [], {}\ndef matmul(a, b):\n    calls.append(1)\n"
        "    n = len(a)\n    c = np.dot(a, b, out=buf.setdefault(n, np.zeros((n, n))))\n"
        f"    if len(calls) > {calls + 1}:\n        raise ValueError\n    return c\n"
    )
    found = judge(watch(source, asked=asked), asked)
    assert found["COR005"].verdict is Verdict.PASSED
