"""Build a function's arguments, and call it as the host requests."""

import math
from collections.abc import Callable
from typing import Any

from . import arrays, nests, values
from .protocol import Argument, CallRequest


def arguments(
    head: CallRequest, data: bytearray
) -> tuple[list[Any], list[Any], list[arrays.Given]]:
    """Build the positional arguments; also return the host's matrices, and their source data."""
    built: list[Any] = []
    matrices: list[Any] = []
    given: list[arrays.Given] = []
    left = memoryview(data)
    for spec in head["args"]:
        if "number" in spec:
            built.append(spec["number"])
            continue
        size = math.prod(spec["shape"]) * int(spec["dtype"][2])
        content = memoryview(bytearray(size)) if "zeros" in spec else left[:size]
        built.append(_matrix(head, spec, content))
        if "zeros" not in spec:
            matrices.append(built[-1])
            given.append((spec["dtype"], spec["shape"], content))
            left = left[size:]
    return built, matrices, given


def _matrix(head: CallRequest, spec: Argument, data: memoryview) -> Any:
    if head["form"] == "lists":
        return nests.unpack(spec["dtype"], spec["shape"], data)
    return arrays.make(head["form"], spec["dtype"], spec["shape"], data, head["device"])


def caller(space: dict[str, Any], head: CallRequest, makers: dict[str, Any]) -> Any:
    """Return a function that calls the target and returns the result, returned or filled in.

    A plugin's function stores further information about its last call in `told`.
    """
    if "by" in head:
        return makers[head["by"]].calling(space, head)
    name, _, method = head["target"].partition(".")
    if head["objects"]:
        return _of_objects(space[name], method, head)
    target = space[name]
    filled = head["result"]

    def call(args: list[Any]) -> Any:
        function = getattr(target(), method) if method else target
        returned = function(*args)
        return returned if filled < 0 else args[filled]

    return call


def _of_objects(make: Any, method: str, head: CallRequest) -> Callable[[list[Any]], Any]:
    """Return a call of a method, whose class is instantiated per matrix, per pair, or by sizes.

    A function that is merely nested in a class is called without an instance.
    """
    how, holds = head["objects"], head["holds"]

    def call(args: list[Any]) -> Any:
        if how == "class":
            return getattr(make, method)(*args)
        if how == "pair":
            return getattr(make(*args), method)()
        if how == "each":
            first, second = map(make, args)
            return getattr(first, method)(second)
        if how == "sized":
            return getattr(_sized(make, head["sizes"]), method)(*args)
        owner = _sized(make, head["sizes"])
        for name, matrix in zip(holds, args, strict=False):
            setattr(owner, name, matrix)
        returned = getattr(owner, method)()
        filled = returned is None and len(holds) > len(args)
        return getattr(owner, holds[-1]) if filled else returned

    return call


def _sized(make: Any, sizes: list[int]) -> Any:
    """Instantiate a class with the sizes it accepts: rows, columns, columns of b, or none."""
    for count in range(1, len(sizes) + 1):
        try:
            return make(*sizes[:count])
        except TypeError:  # it takes more arguments, or none
            continue
    return make()


def contents(head: CallRequest, result: Any) -> Any:
    """Extract the matrix from an instance of the student's class, or from a tuple."""
    if head["objects"]:
        return values.contents(result)
    return result if "by" in head else values.single_out(result)
