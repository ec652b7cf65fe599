"""How a student's function is called, and what it returns."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from grader.model.course import Form
from grader.model.run import RunRecord


class Convention(StrEnum):
    """How the function is called; the names are those of the course's slides."""

    AB = "(a, b)"  # what there is to give, in its order: of an operation on one matrix, (a)
    ABN = "(a, b, n)"
    NAB = "(n, a, b)"
    ABC = "(a, b, c)"  # fills c in place
    ABCN = "(a, b, c, n)"
    BA = "(b, a)"  # a convolution's kernel first
    ABRC = "(a, b, rows, columns)"  # those of a
    ABNK = "(a, b, n, k)"  # the lengths of both
    AB1 = "(a, b, 1)"  # a stride
    AB0 = "(a, b, 0)"  # a padding
    CAB = "(c, a, b)"
    NABC = "(n, a, b, c)"
    OBJECTS = "C(a).method(C(b))"  # a class made from its data; C(a) * C(b) is __mul__
    PAIR = "C(a, b).method()"  # a class made from both matrices
    OWN = "own"  # in a way that only a plugin knows: see Target.by
    CABN = "(c, a, b, n)"
    NCAB = "(n, c, a, b)"
    NNNABC = "(n, n, n, a, b, c)"  # rows, columns and terms, as in BLAS
    ABCNNN = "(a, b, c, n, n, n)"
    SIZED = "C(n).method(a, b)"  # a class made from one size or more: rows, columns, columns of b
    HELD = "c = C(n); c.a, c.b = a, b; c.method()"  # or C(), where that needs nothing
    CLASS = "C.method(a, b)"  # a function in a class that is called without an object


class ValueKind(StrEnum):
    """The kind of the result."""

    MATRIX = "matrix"  # rectangular and numeric
    NONE = "none"
    RAGGED = "ragged"
    SCALAR = "scalar"
    OTHER = "other"


class Value(Struct, frozen=True, kw_only=True):
    """A value that left the sandbox, already checked against its own header."""

    kind: ValueKind
    container: str = ""  # "list of list", "numpy.ndarray", "torch.Tensor", "generator", …
    elements: str = ""  # "int", "float", "int and float", "float32", "bfloat16", "str", …
    device: str = ""  # where a tensor or array was: "cpu", "cuda:0"
    shape: tuple[int, ...] = ()
    dtype: str = ""  # of `data`: "<i8", "<i4", "<f8", "<f4", "<f2", …
    data: bytes | memoryview = b""  # C order
    description: str = ""  # short repr for messages, never trusted


class Call(Struct, frozen=True, kw_only=True):
    """One call of a student's function."""

    run: RunRecord
    result: Value | None = None  # None unless run.status is OK
    # The matrices it was given, after the call; None: byte for byte the same.
    inputs_after: tuple[Value | None, ...] = ()
    told: Any = None  # more information from the module that called it; see Target.by
    misshapen: bool = False  # according to `told`, some parts have the wrong shape
    before: int = 0  # times that the function was called with the same in this process, before it …
    after: int = 0  # … and after it: matrices may be laid out in several ways
    writes: tuple[str, int] | None = None  # (file, line) that first wrote into an input, if asked


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
"""Conventions whose function fills a matrix that it is given."""


class Target(Struct, frozen=True, kw_only=True):
    """Which callable to call, and how."""

    name: str  # "matmul", "Solver.multiply"
    convention: Convention
    form: Form = Form.LISTS
    shape: tuple[int, ...] = ()  # of the c that it fills, for conventions with one
    holds: tuple[str, ...] = ()  # attributes that take a and b, and the one with the result
    constant: bool = False  # it says that it does not write into its inputs
    cleared: bool = False  # whether that c holds 0 before, where it would not by itself
    watched: bool = False  # looked at for the line that writes into its inputs; that takes longer
    by: str = ""  # the plugin's module inside the sandbox that calls it, for the convention OWN
    request: Mapping[str, Any] = field(default_factory=dict)  # for that module
    shown: str = ""  # how that is written down: "(model, x)"

    @property
    def way(self) -> str:
        """The way it is called, for people."""
        return self.shown or self.convention.value


class Edge(StrEnum):
    """What a function did to a matrix's memory; RunRecord.detail begins with it, then ": "."""

    BEFORE = "before"  # touched what lies before a matrix
    BEHIND = "behind"  # touched what lies behind one
    FIXED = "fixed"  # wrote into an input, though it was then as before
