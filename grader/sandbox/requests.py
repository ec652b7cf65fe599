"""Encode a call for the guest: which function, which arguments, in which form."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from grader.guest.protocol import Argument, CallRequest, Objects, Operation
from grader.model.calling import IN_PLACE, Convention, Target
from grader.model.course import Form
from grader.model.reference import Array
from grader.sandbox.children import Raw

OBJECTS: Mapping[Convention, Objects] = {
    Convention.OBJECTS: "each",
    Convention.PAIR: "pair",
    Convention.SIZED: "sized",
    Convention.HELD: "held",
    Convention.CLASS: "class",
}
PAIR = 2  # matrices; most conventions are about two
DTYPES = {"float64": "<f8", "float32": "<f4", "int32": "<i4"}


class ArrayPlacement(Struct, frozen=True, kw_only=True):
    """Element type and device of arrays and tensors."""

    dtype: str = "float64"  # or "float32", "int32"
    device: str = "cpu"  # or "cuda", PyTorch's name for AMD's GPUs too


ON_CPU = ArrayPlacement()


def call_request(
    op: Operation, target: Target, inputs: Sequence[Array], placement: ArrayPlacement
) -> tuple[CallRequest, list[Raw]]:
    """Return a request about one call, and its data.

    The data are views of the matrices if these already have the order in which they are sent.
    """
    arrays = [_converted(matrix, target.form, placement) for matrix in inputs]
    arguments, result, data = _arguments(target, arrays)
    request: CallRequest = {
        "op": op,
        "target": target.name,
        "args": arguments,
        "result": result,
        "objects": OBJECTS.get(target.convention, ""),
        "sizes": [int(length) for length in (*inputs[0].shape[-2:], *inputs[-1].shape[-1:])],
        "holds": list(target.holds),
        "form": target.form.value,
        "returns": target.convention not in IN_PLACE,
        "device": placement.device,
        "lag": placement.device != "cpu",
    }
    if target.by:
        request["by"], request["request"] = target.by, dict(target.request)
    return request, data


def _converted(matrix: Array, form: Form, placement: ArrayPlacement) -> Array:
    """Convert a matrix to the element type sent over the channel."""
    dtype = DTYPES[placement.dtype]
    if form is Form.LISTS:
        dtype = "<i8" if matrix.dtype.kind in "iu" else "<f8"
    return matrix.astype(dtype, order="C", copy=False)


def _arguments(target: Target, inputs: Sequence[Array]) -> tuple[list[Argument], int, list[Raw]]:
    """Encode the positional arguments; also return the index of the one that holds the result."""
    matrices: list[Argument] = [
        {"shape": list(array.shape), "dtype": array.dtype.str} for array in inputs
    ]
    if len(matrices) != PAIR or target.convention is Convention.OWN:
        return matrices, -1, [_bytes_of(array) for array in inputs]
    a, b = matrices
    n, k = (_number(array.shape[-2:][0]) for array in inputs)  # for a vector, its length
    columns = _number(inputs[0].shape[-1])
    shape = target.shape or (inputs[0].shape[0], inputs[-1].shape[-1])
    c: Argument = {
        "zeros": True,
        "shape": [int(length) for length in shape],
        "dtype": inputs[0].dtype.str,
    }
    if target.cleared:
        c["cleared"] = True
    arguments: list[Argument] = {
        Convention.ABN: [a, b, n],
        Convention.NAB: [n, a, b],
        Convention.ABC: [a, b, c],
        Convention.ABCN: [a, b, c, n],
        Convention.BA: [b, a],
        Convention.AB1: [a, b, _number(1)],
        Convention.AB0: [a, b, _number(0)],
        Convention.ABRC: [a, b, n, columns],
        Convention.ABNK: [a, b, n, k],
        Convention.CAB: [c, a, b],
        Convention.NABC: [n, a, b, c],
        Convention.CABN: [c, a, b, n],
        Convention.NCAB: [n, c, a, b],
        Convention.NNNABC: [n, n, n, a, b, c],
        Convention.ABCNNN: [a, b, c, n, n, n],
    }.get(target.convention, matrices)
    result = arguments.index(c) if target.convention in IN_PLACE else -1
    ordered = reversed(inputs) if target.convention is Convention.BA else inputs
    return arguments, result, [_bytes_of(array) for array in ordered]


def _number(number: int) -> Argument:
    return {"number": int(number)}


def _bytes_of(array: Array) -> Raw:
    return memoryview(array.reshape(-1).view("u1"))
