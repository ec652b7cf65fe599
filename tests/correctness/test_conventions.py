"""Ways of calling, the likeliest first."""

import pytest

from grader.correctness.conventions import conventions, signature
from grader.model.run import Convention
from grader.model.static import Definition
from tests.fakes.program import facts_of

AB, ABN, NAB, ABC, ABCN, OBJECTS, PAIR = Convention


def definition(parameters: str) -> Definition:
    """A function with these parameters."""
    return facts_of(f"def f({parameters}): pass").definitions[0]


@pytest.mark.parametrize(
    ("parameters", "wanted"),
    [
        ("", ()),
        ("a", ()),
        ("a, b", (AB,)),
        ("a, b, n", (ABN, NAB, ABC)),
        ("A, B, SIZE", (ABN, NAB, ABC)),
        ("n, a, b", (NAB, ABN, ABC)),
        ("a, b, c", (ABC, ABN, NAB)),
        ("a, b, Result", (ABC, ABN, NAB)),
        ("x, y, z", (ABN, NAB, ABC)),
        ("a, b, c, n", (ABCN,)),
        ("a, b, n=3", (AB, ABN, NAB, ABC)),
        ("a, b, c=None, n=None", (AB, ABC, ABN, NAB, ABCN)),
        ("a, b, c, d, e", ()),
        ("*both", (AB, ABN, NAB, ABC, ABCN)),
    ],
)
def test_what_fits_is_tried_in_order(parameters: str, wanted: tuple[Convention, ...]) -> None:
    """Fewer arguments first, then by what the parameters are called."""
    assert conventions(definition(parameters)) == wanted


def test_methods_need_a_class_that_can_be_made() -> None:
    """Without a plain constructor there is nothing to call."""
    source = "class M:\n    def __init__(self, n): pass\n    def f(self, a, b): pass\n"
    assert conventions(facts_of(source).definitions[0]) == ()


@pytest.mark.parametrize(
    ("method", "wanted"),
    [
        ("def __mul__(self, other): pass", (OBJECTS,)),
        ("def times(self, other): pass", (OBJECTS,)),
        ("def solve(self): pass", (PAIR,)),
        ("def show(self, width=3): pass", (OBJECTS, PAIR)),
        ("def put(self, i, j): pass", ()),
    ],
)
def test_methods_of_a_class_made_from_data(method: str, wanted: tuple[Convention, ...]) -> None:
    """A matrix class multiplies two objects, or is made from both matrices."""
    source = f"class M:\n    def __init__(self, rows): pass\n    {method}\n"
    assert conventions(facts_of(source).definitions[0]) == wanted


def test_a_signature_is_shown_as_written() -> None:
    """As on the first line of the definition."""
    assert signature(definition("a, b, n=3")) == "f(a, b, n)"
