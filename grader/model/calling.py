"""How a student's function is called, and what it returns."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from grader.model.course import Form
from grader.model.run import RunRecord


class Convention(StrEnum):
    """How the function is called; the names are those of the course's slides."""

    AB = "(a, b)"  # all inputs in order; (a) for an operation on one matrix
    ABN = "(a, b, n)"
    NAB = "(n, a, b)"
    ABC = "(a, b, c)"  # fills c in place
    ABCN = "(a, b, c, n)"
    BA = "(b, a)"  # for a convolution: kernel first
    ABRC = "(a, b, rows, columns)"  # the numbers of rows and columns of a
    ABNK = "(a, b, n, k)"  # the lengths of a and b
    AB1 = "(a, b, 1)"  # with a stride
    AB0 = "(a, b, 0)"  # with a padding
    CAB = "(c, a, b)"
    NABC = "(n, a, b, c)"
    OBJECTS = "C(a).method(C(b))"  # a class made from its data; C(a) * C(b) calls __mul__
    PAIR = "C(a, b).method()"  # a class made from both matrices
    OWN = "own"  # defined by a plugin: see Target.by
    CABN = "(c, a, b, n)"
    NCAB = "(n, c, a, b)"
    NNNABC = "(n, n, n, a, b, c)"  # rows, columns and terms, as in BLAS
    ABCNNN = "(a, b, c, n, n, n)"
    SIZED = "C(n).method(a, b)"  # a class made from sizes: one, or rows, columns, columns of b
    HELD = "c = C(n); c.a, c.b = a, b; c.method()"  # or C() if it takes no size
    CLASS = "C.method(a, b)"  # a function in a class, called without an object


class ValueKind(StrEnum):
    """The kind of the result."""

    MATRIX = "matrix"  # rectangular and numeric
    NONE = "none"
    RAGGED = "ragged"
    SCALAR = "scalar"
    OTHER = "other"


class Value(Struct, frozen=True, kw_only=True):
    """A value from the sandbox whose bytes have been checked against its own header."""

    kind: ValueKind
    container: str = ""  # "list of list", "numpy.ndarray", "torch.Tensor", "generator", …
    elements: str = ""  # "int", "float", "int and float", "float32", "bfloat16", "str", …
    device: str = ""  # where a tensor or array was: "cpu", "cuda:0"
    shape: tuple[int, ...] = ()
    dtype: str = ""  # of `data`: "<i8", "<i4", "<f8", "<f4", "<f2", …
    data: bytes | memoryview = b""  # C order
    description: str = ""  # short repr for messages, from the student's program


class Call(Struct, frozen=True, kw_only=True):
    """One call of a student's function."""

    run: RunRecord
    result: Value | None = None  # None unless run.status is OK
    # The inputs after the call; None for one that is byte for byte the same.
    inputs_after: tuple[Value | None, ...] = ()
    told: Any = None  # more information from the module that called it; see Target.by
    misshapen: bool = False  # according to `told`, some parts have the wrong shape
    before: int = 0  # how often the function was called with the same inputs before …
    after: int = 0  # … and after it, in this process: each memory layout needs a call
    writes: tuple[str, int] | None = None  # (file, line) that first wrote to an input, if requested


WITH_OBJECTS = frozenset(
    {Convention.OBJECTS, Convention.PAIR, Convention.SIZED, Convention.HELD, Convention.CLASS}
)


IN_PLACE = frozenset(
    {
        Convention.ABC,
        Convention.ABCN,
        Convention.CAB,
        Convention.NABC,
        Convention.CABN,
        Convention.NCAB,
        Convention.NNNABC,
        Convention.ABCNNN,
    }
)
"""Conventions of functions that fill a matrix argument."""


class Target(Struct, frozen=True, kw_only=True):
    """A callable, and how to call it."""

    name: str  # "matmul", "Solver.multiply"
    convention: Convention
    form: Form = Form.LISTS
    shape: tuple[int, ...] = ()  # of the c that it fills, for conventions with c
    holds: tuple[str, ...] = ()  # attributes that hold a and b, and the one with the result
    constant: bool = False  # whether its inputs are declared const
    cleared: bool = False  # whether c is zeroed before the call, where it would not be otherwise
    watched: bool = False  # whether to find the line that writes to its inputs, which is slower
    by: str = ""  # for the convention OWN: the plugin's guest module that calls it
    request: Mapping[str, Any] = field(default_factory=dict)  # for that module
    shown: str = ""  # the call in words: "(model, x)"

    @property
    def way(self) -> str:
        """How it is called, in words."""
        return self.shown or self.convention.value


class Edge(StrEnum):
    """A memory error of a function; RunRecord.detail begins with it, then ": "."""

    BEFORE = "before"  # accessed memory before a matrix
    BEHIND = "behind"  # accessed memory after a matrix
    FIXED = "fixed"  # wrote into an input, even if it restored it
