"""Which function is taken, how it is called, and why others were not taken."""

import pytest

from grader.cases.children import Children
from grader.cases.probing import Discovery, Probing
from grader.cases.questions import probe
from grader.exercises.arrays.discovery import Attempts, discover
from grader.model.calling import Convention
from grader.model.evidence import EntryHow
from tests.cases.course import SEED, exercise, reference
from tests.exercises.arrays.programs import MISTAKES, RIGHT
from tests.fakes.program import FakeProgram, facts_of

RIGHT_BODY = "return [[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]"
FILLS = """
    for i in range(len(a)):
        for j in range(len(a)):
            c[i][j] = sum(a[i][k] * b[k][j] for k in range(len(a)))"""
DOT = "def dot(a, b):\n    return sum(x * y for x, y in zip(a, b))\n"
SCALARS = "def scale(a, b):\n    return [[x * b for x in row] for row in a]\n"
ADDS = "def plus(a, b):\n    return [[x + y for x, y in zip(p, q)] for p, q in zip(a, b)]\n"


def find(program: str | FakeProgram, left: int = 20, names: tuple[str, ...] = ()) -> Discovery:
    """Looks for the entry; `names` are those that the program binds."""
    program = program if isinstance(program, FakeProgram) else FakeProgram(program)
    children = Children(program, program.start())
    probing = Probing(
        children=children,
        question=probe(exercise(), reference(), SEED),
        reference=reference(),
        left=left,
    )
    return discover(
        facts_of(program.source).definitions, exercise(), Attempts(probing=probing), names=names
    )


CONVENTIONS = {
    f"def matmul(a, b):\n    {RIGHT_BODY}": Convention.AB,
    f"def matmul(a, b, n):\n    {RIGHT_BODY}\n": Convention.ABN,
    f"def matmul(x, y, z):\n    a, b = x, y; range(z)\n    {RIGHT_BODY}\n": Convention.ABN,
    f"def matmul(n, a, b):\n    range(n)\n    {RIGHT_BODY}\n": Convention.NAB,
    f"def matmul(x, a, b):\n    range(x)\n    {RIGHT_BODY}\n": Convention.NAB,
    f"def matmul(a, b, c):{FILLS}\n": Convention.ABC,
    f"def matmul(a, b, out):\n    c = out{FILLS}\n": Convention.ABC,
    f"def matmul(a, b, c, n):\n    range(n){FILLS}\n": Convention.ABCN,
    f"def matmul(a, b, n=None):\n    {RIGHT_BODY}\n": Convention.AB,
    f"def matmul(*all):\n    a, b = all\n    {RIGHT_BODY}\n": Convention.AB,
}


@pytest.mark.parametrize("source", CONVENTIONS)
def test_conventions_are_found_by_trying(source: str) -> None:
    """The right way of calling is found, whatever the parameters are called."""
    entry = find(source).entry
    assert entry is not None
    assert (entry.target.name, entry.target.convention) == ("matmul", CONVENTIONS[source])
    assert entry.how is EntryHow.NAME


TAKEN = {
    "name before everything": (
        f"def good(a, b):\n    {RIGHT_BODY}\ndef matmul(a, b):\n    return None\n",
        "matmul",
        EntryHow.NAME,
    ),
    "name although it raises": (
        "def matmul(a, b):\n    return a[len(a)][0] * b\n",
        "matmul",
        EntryHow.NAME,
    ),
    "name although it ends the child": (
        "def matmul(a, b):\n    end('timeout')\n",
        "matmul",
        EntryHow.NAME,
    ),
    "name with a size, although it returns nothing": (
        "def matmul(a, b, n):\n    print(end='')\n",
        "matmul",
        EntryHow.NAME,
    ),
    "name in another case": (f"def MATMUL(a, b):\n    {RIGHT_BODY}\n", "MATMUL", EntryHow.ALIAS),
    "alias": (f"def multiply(a, b):\n    {RIGHT_BODY}\n", "multiply", EntryHow.ALIAS),
    "method with the name": (
        f"class M:\n    def matmul(self, a, b):\n        {RIGHT_BODY}\n",
        "M.matmul",
        EntryHow.ALIAS,
    ),
    "alias that is a mistake": (
        MISTAKES["transposed"].replace("matmul", "mat_mul") + ADDS,
        "mat_mul",
        EntryHow.ALIAS,
    ),
    "alias that raises, and nothing better": (
        "def multiply(a, b):\n    return a[9] * b\n",
        "multiply",
        EntryHow.ALIAS,
    ),
    "alias that returns something wrong": (
        "def dot(a, b):\n    return None\ndef mul(a, b):\n    return [[1, 2], [3, 4]]\n",
        "mul",
        EntryHow.ALIAS,
    ),
    "anything that multiplies": (
        f"def run(a, b):\n    {RIGHT_BODY}\n",
        "run",
        EntryHow.PROBE,
    ),
    "right before alias that is a helper": (
        f"{DOT}def run(a, b):\n    {RIGHT_BODY}\n",
        "run",
        EntryHow.PROBE,
    ),
    "right before a mistake": (
        MISTAKES["elementwise"].replace("matmul", "hadamard")
        + f"def run(a, b):\n    {RIGHT_BODY}\n",
        "run",
        EntryHow.PROBE,
    ),
    "right before an alias that is a mistake": (
        MISTAKES["elementwise"].replace("matmul", "multiply")
        + f"def gyoretsu(a, b):\n    {RIGHT_BODY}\n",
        "gyoretsu",
        EntryHow.PROBE,
    ),
    "right before an alias for whole numbers": (
        MISTAKES["truncated-inputs"].replace("matmul", "mul")
        + f"def run(a, b):\n    {RIGHT_BODY}\n",
        "run",
        EntryHow.PROBE,
    ),
    "a right alias before a right function": (
        f"def run(a, b):\n    {RIGHT_BODY}\ndef multiply(a, b):\n    {RIGHT_BODY}\n",
        "multiply",
        EntryHow.ALIAS,
    ),
    "an alias that is a mistake before another mistake": (
        MISTAKES["elementwise"].replace("matmul", "hadamard")
        + MISTAKES["transposed"].replace("matmul", "mat_mul"),
        "mat_mul",
        EntryHow.ALIAS,
    ),
    "name with a mistake before a right function": (
        MISTAKES["elementwise"] + f"def run(a, b):\n    {RIGHT_BODY}\n",
        "matmul",
        EntryHow.NAME,
    ),
    "the first right one": (
        f"def one(a, b):\n    {RIGHT_BODY}\n" + RIGHT["triple loop"].replace("matmul", "two"),
        "one",
        EntryHow.PROBE,
    ),
    "a mistake that multiplies": (
        ADDS + MISTAKES["swapped"].replace("matmul", "calc"),
        "calc",
        EntryHow.PROBE,
    ),
    "method": (
        f"class M:\n    def run(self, a, b):\n        {RIGHT_BODY}\n",
        "M.run",
        EntryHow.PROBE,
    ),
    "the last definition of a name": (
        f"def run(a, b):\n    pass\ndef run(a, b):\n    {RIGHT_BODY}\n",
        "run",
        EntryHow.PROBE,
    ),
    "another, because the name is gone when the program has run": (
        f"def matmul(a, b):\n    pass\ndel matmul\ndef run(a, b):\n    {RIGHT_BODY}\n",
        "run",
        EntryHow.PROBE,
    ),
    "another, because the name takes no matrices": (
        f"def matmul():\n    pass\ndef run(a, b):\n    {RIGHT_BODY}\n",
        "run",
        EntryHow.PROBE,
    ),
}


@pytest.mark.parametrize(("source", "name", "how"), TAKEN.values(), ids=TAKEN.keys())
def test_the_likeliest_is_taken(source: str, name: str, how: EntryHow) -> None:
    """Name, alias, right, mistake: in this order."""
    entry = find(source).entry
    assert entry is not None
    assert (entry.target.name, entry.how) == (name, how)


NOT_TAKEN = {
    "returns nothing": ("def show(a, b):\n    print(end='')\n", "show(a, b): none"),
    "raises": ("def show(a, b):\n    return a[9]\n", "show(a, b): raised"),
    "adds": (ADDS, "plus(a, b): no-product"),
    "is another operation": (SCALARS, "scale(a, b): raised"),
    "is another product": (
        "def f(a, b):\n    return [[a[0][0] * 7, 1], [2, 3]]\n",
        "f(a, b): wrong",
    ),
    "returns its argument": (
        "def same(a, b):\n    return a if 1 * 1 else b\n",
        "same(a, b): wrong",
    ),
    "leaves zeros": ("def show(a, b, c):\n    return 1 * 1\n", "show(a, b, c): none"),
    "wants something else": (
        "def matmul(a, b, c, rows, columns):\n    range(rows)\n",
        "matmul(a, b, c, rows, columns): more-arguments",
    ),
    "is too large": (
        "def run(a, b):\n    return [[1 * 1] * 3] * 3\n",
        "run(a, b): not-a-matrix",
    ),
    "ends the child": ("def run(a, b):\n    end('signal')\n", "run(a, b): stopped"),
    "is our fault": ("def run(a, b):\n    end('sandbox-error')\n", "run(a, b): our-fault"),
    "is tampering": ("def run(a, b):\n    end('protocol')\n", "run(a, b): tampering"),
    "takes too little": ("def run(a):\n    return a\n", "run(a): arguments"),
    "takes too much": ("def run(a, b, c, d, e):\n    pass\n", "run(a, b, c, d, e): arguments"),
    "cannot be made": (
        f"class M:\n  def __init__(self, n): pass\n  def run(self, a, b, x):\n    {RIGHT_BODY}\n",
        "M.run(a, b, x): object",
    ),
    "is gone": ("def run(a, b):\n    pass\ndel run\n", "run(a, b): missing"),
    "became something else": (
        "def run(a, b):\n    pass\ndef run(a, b):\n    pass\nrun = 3\n",
        "run(a, b): arguments",
    ),
}


@pytest.mark.parametrize(("source", "probe_"), NOT_TAKEN.values(), ids=NOT_TAKEN.keys())
def test_others_are_not_taken_and_why(source: str, probe_: str) -> None:
    """A function that does not multiply is no entry; the evidence says why."""
    found = find(source)
    assert found.entry is None
    assert found.probes == (probe_,)


STARRED = f"exec('def matmul(a, b): {RIGHT_BODY}')\n"  # stands for `from library import *`


@pytest.mark.parametrize(
    ("names", "taken"), [((), True), (("*",), False), (("*", "matmul"), True), (("matmul",), True)]
)
def test_what_only_a_star_import_defines_is_nobody_s(
    names: tuple[str, ...],
    taken: bool,  # noqa: FBT001 - a table of facts
) -> None:
    """A name that the program binds itself counts, whatever else it imports."""
    found = find(STARRED, names=names)
    assert (found.entry is not None) is taken
    assert found.probes == (() if taken else ("matmul(a, b): star",))


def test_other_right_ones_are_told() -> None:
    """Several right functions: the first is graded, the others are in the evidence."""
    source = f"def one(a, b):\n    {RIGHT_BODY}\ndef two(a, b):\n    {RIGHT_BODY}\n"
    entry = find(source).entry
    assert entry is not None
    assert entry.others == ("two",)


def test_calls_are_bounded() -> None:
    """After the last call the rest is not tried, and the evidence says so."""
    program = FakeProgram("".join(f"def f{i}(a, b, c):\n    return None\n" for i in range(9)))
    found = find(program)
    assert len(program.calls) == 20
    assert found.probes[-1] == "f8(a, b, c): not-tried"


def test_no_more_is_tried_than_needed() -> None:
    """A function of the right name is called once and nothing else is."""
    program = FakeProgram(RIGHT["triple loop"] + ADDS + SCALARS)
    find(program)
    assert [target.name for target in program.calls] == ["matmul"]


def test_after_a_right_one_only_products_are_tried() -> None:
    """What multiplies nothing is not called once a right function is known."""
    program = FakeProgram(f"def run(a, b):\n    {RIGHT_BODY}\n" + ADDS + SCALARS)
    find(program)
    assert [target.name for target in program.calls] == ["matmul", "run", "scale"]


def test_a_failed_type_check_inside_is_an_entry() -> None:
    """A TypeError with a line of the student's own is the function's, not the call's."""
    entry = find("def matmul(a, b):\n    return a * b\n").entry
    assert entry is not None


def test_an_exception_from_nowhere_is_the_functions() -> None:
    """Code without lines of the student's file failed, but it was there and was called."""
    source = "def matmul(a, b):\n    pass\nexec('def matmul(a, b): raise ValueError')\n"
    entry = find(source).entry
    assert entry is not None
    assert entry.how is EntryHow.NAME
