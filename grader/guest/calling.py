"""Builds what a function is given, and calls it the way the host says."""

import math
from collections.abc import Callable
from typing import Any

from . import arrays, nests, values
from .protocol import Argument, CallRequest


def arguments(
    head: CallRequest, data: bytearray
) -> tuple[list[Any], list[Any], list[arrays.Given]]:
    """Builds the positional arguments; gives also those of the host, and what each is made from."""
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
    """Finds the target, and gives the way to call it; the result is what it returns or fills.

    What a plugin's module calls keeps in `told` what else there is to say of its last call.
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
    """Calls a method of a class that is made from one matrix each, from both, or from sizes.

    A function that only stands in a class is called without an object of it.
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
    """Makes an object from the sizes that its class takes: rows, columns, columns of b, or none."""
    for count in range(1, len(sizes) + 1):
        try:
            return make(*sizes[:count])
        except TypeError:  # it wants more, or nothing
            continue
    return make()


def contents(head: CallRequest, result: Any) -> Any:
    """Takes the matrix out of an object of the student's class, or of a tuple with other values."""
    if head["objects"]:
        return values.contents(result)
    return result if "by" in head else values.single_out(result)
