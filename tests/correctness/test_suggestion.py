"""The two lines to add really make the program right."""

import pytest

from grader.correctness.suggestion import lines_to_add
from tests.correctness.course import exercise, failed, watch
from tests.fakes.program import facts_of

BODY = "return [[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]"
FILL = "c[:] = [[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]"


@pytest.mark.parametrize(
    ("source", "call"),
    [
        (f"def g(a, b):\n    {BODY}\n", "return g(a, b)"),
        (f"def g(a, b, n):\n    {BODY}\n", "return g(a, b, len(a))"),
        (f"def g(n, a, b):\n    {BODY}\n", "return g(len(a), a, b)"),
        (f"def g(a, b, c):\n    {FILL}\n", "g(a, b, c); return c"),
        (f"def g(a, b, c, n):\n    {FILL}\n", "g(a, b, c, len(a)); return c"),
        (f"class M:\n    def g(self, a, b):\n        {BODY}\n", "return M().g(a, b)"),
        (f"def h(a, b):\n    return a\ndef g(a, b):\n    {BODY}\n", "return g(a, b)"),
        (f"def h(a):\n    return a * 2\ndef g(a, b):\n    {BODY}\n", "return g(a, b)"),
    ],
)
def test_lines_call_what_there_is(source: str, call: str) -> None:
    """The suggestion fits the likeliest function, and following it makes every check pass."""
    first, second = lines_to_add(facts_of(source).definitions, exercise())
    assert first == "def matmul(a, b):"
    assert second.endswith(call)
    assert not failed(watch(f"{source}\n{first}\n    {second}\n"))


def test_without_a_function_the_return_is_suggested() -> None:
    """There is nothing to call."""
    assert lines_to_add((), exercise())[1] == "return …"
