"""Ways of calling, the likeliest first."""

import pytest

from grader.cases.reasons import signature
from grader.exercises.arrays.conventions import conventions
from grader.model.calling import Convention
from grader.model.static import Definition
from tests.fakes.program import facts_of

AB, ABN, NAB, ABC, ABCN, BA, ABRC, ABNK, AB1, AB0, CAB, NABC, OBJECTS, PAIR, *_, CLASS = Convention
THREE = (ABN, NAB, ABC, CAB)


def definition(parameters: str) -> Definition:
    """A function with these parameters."""
    return facts_of(f"def f({parameters}): pass").definitions[0]


@pytest.mark.parametrize(
    ("parameters", "wanted"),
    [
        ("", ()),
        ("a", ()),
        ("a, b", (AB,)),
        ("a, b, n", THREE),
        ("A, B, SIZE", THREE),
        ("n, a, b", (NAB, ABN, ABC, CAB)),
        ("a, b, c", (ABC, ABN, NAB, CAB)),
        ("a, b, Result", (ABC, ABN, NAB, CAB)),
        ("c, a, b", (CAB, ABN, NAB, ABC)),
        ("x, y, z", THREE),
        ("a, b, c, n", (ABCN, NABC, ABRC)),
        ("n, a, b, c", (NABC, ABCN, ABRC)),
        ("a, b, rows, cols", (ABRC, ABCN, NABC)),
        ("a, b, n=3", (AB, ABN)),
        ("a, b, block=8", (AB,)),  # the student's own choice
        ("a, b, c=None, n=None", (AB, ABC, ABCN)),
        ("a, b, c, d, e", ()),
        ("*both", (AB, *THREE, ABCN, NABC, ABRC)),
    ],
)
def test_what_fits_is_tried_in_order(parameters: str, wanted: tuple[Convention, ...]) -> None:
    """Fewer arguments first, then by what the parameters are called."""
    assert conventions(definition(parameters)) == wanted


@pytest.mark.parametrize(
    ("parameters", "wanted"),
    [
        ("x, k", (AB, BA)),
        ("image, kernel", (AB, BA)),
        ("kernel, image", (BA, AB)),
        ("W, x", (BA, AB)),
        ("x, k, n", (*THREE, AB1, AB0)),
        ("x, k, stride", (AB1, *THREE, AB0)),
        ("x, k, padding", (AB0, *THREE, AB1)),
        ("x, k, h, w", (ABRC, ABCN, NABC, ABNK)),
        ("x, k, n, ksize", (ABNK, ABCN, NABC, ABRC)),
    ],
)
def test_an_image_and_its_kernel(parameters: str, wanted: tuple[Convention, ...]) -> None:
    """Of matrices of different sizes either may come first."""
    assert conventions(definition(parameters), alike=False) == wanted


def test_methods_need_a_class_that_can_be_made() -> None:
    """Without a plain constructor there is nothing to call."""
    source = "class M:\n    def __init__(self, n): pass\n    def f(self, a, b, c): return a * b\n"
    assert conventions(facts_of(source).definitions[0]) == ()


def test_a_class_with_a_size_is_made_where_its_method_multiplies() -> None:
    """Another method that takes two things is not tried."""
    source = "class M:\n    def __init__(self, n): pass\n    def f(self, a, b): return {}\n"
    assert conventions(facts_of(source.format("a * b")).definitions[0]) == (Convention.SIZED,)
    assert conventions(facts_of(source.format("a")).definitions[0]) == ()


@pytest.mark.parametrize(
    ("method", "wanted"),
    [
        ("def __mul__(self, other): pass", (OBJECTS, CLASS)),
        ("def times(self, other): pass", (OBJECTS, CLASS)),
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
