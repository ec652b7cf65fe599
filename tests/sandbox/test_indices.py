"""Of which list an index is out of range, and which lines of the program gave it its value."""

import pytest

from grader.model.finding import LazyList, LazyText
from grader.model.run import IndexBeyond, Traceback
from grader.model.static import ParseStatus, SourceFacts
from grader.sandbox.indices import index_cause
from tests.source.sources import read

PROGRAM = """N = 100


def matmul(a, b):
    n = len(a)
    c = [[0] * n for k in range(n)]
    for i in range(n):
        j = 0
        while j < n:
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
            j += 1
    return c
"""
K = IndexBeyond(owner="a[i]", index="k", value=2, length=2)
J = IndexBeyond(owner="c[i]", index="j", value=2, length=2)
EMPTY = IndexBeyond(owner="c", index="i", value=0, length=0)
CASES = {
    "a loop that is too long": (
        ("k in range(n):", "k in range(n + 1):"),
        (K, "index-set", ["for k in range(n + 1)"]),
    ),
    "a variable of while": (("", ""), (J, "index-set", ["j = 0", "j += 1"])),
    "a size for the whole file": (("k in range(n):", "k in range(N):"), (K, "index-outside", [])),
    "a size that is typed in": (
        ("n = len(a)", "n = 3"),
        (K, "index-set", ["n = 3", "for k in range(n)"]),
    ),
    "an empty list": (("", ""), (EMPTY, "index-empty", [])),
    "an index that is no variable": (
        ("", ""),
        (IndexBeyond(owner="a", index="5", value=5, length=2), "index", []),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_the_text_shows_is_said(name: str) -> None:
    """Only lines that give a value to the index; a name of a comprehension is another one."""
    change, (beyond, case, lines) = CASES[name]
    facts = read(PROGRAM.replace(*change) if change[0] else PROGRAM)
    error = Traceback(
        type="IndexError",
        message="list index out of range",
        frames=(("kadai1.py", 11, "matmul"),),
        beyond=beyond,
    )
    found, params = index_cause(error, facts)
    shown = params.get("lines")
    parts = shown.parts if isinstance(shown, LazyList) else ()
    assert (found, [part.params["code"] for part in parts if isinstance(part, LazyText)]) == (
        case,
        lines,
    )
    assert index_cause(error, SourceFacts(status=ParseStatus.OK))[0] in {"index", "index-empty"}


def test_without_the_run_s_word_nothing_is_said_of_the_list() -> None:
    """As of an array of a library, whose message has it all."""
    error = Traceback(type="IndexError", message="index 2 is out of bounds", frames=())
    assert index_cause(error, None) == ("out-of-range", {})
