"""Builds what a function is given, and calls it the way the host says."""

import math
from collections.abc import Callable
from typing import Any

from . import arrays, nests, nets, values


def arguments(head: dict[str, Any], data: bytes) -> tuple[list[Any], list[Any]]:
    """Builds the positional arguments; the second item are the matrices the host gave as input."""
    built: list[Any] = []
    matrices: list[Any] = []
    for spec in head["args"]:
        if "int" in spec:
            built.append(spec["int"])
            continue
        size = math.prod(spec["shape"]) * int(spec["dtype"][2])
        content = bytes(size) if "zeros" in spec else data[:size]
        built.append(_matrix(head, spec, content))
        if "zeros" not in spec:
            matrices.append(built[-1])
            data = data[size:]
    return built, matrices


def _matrix(head: dict[str, Any], spec: dict[str, Any], data: bytes) -> Any:
    if head["form"] == "lists":
        return nests.unpack(spec["dtype"], spec["shape"], data)
    return arrays.make(head["form"], spec["dtype"], spec["shape"], data, head["device"])


def caller(space: dict[str, Any], head: dict[str, Any]) -> Callable[[list[Any]], Any]:
    """Finds the target, and gives the way to call it; the result is what it returns or fills."""
    if head.get("net_call"):
        return nets.NetCall(space, head)
    name, _, method = head["target"].partition(".")
    if head["objects"]:
        return _of_objects(space[name], method, pair=head["objects"] == "pair")
    found = space[name]
    filled = head["result"]

    def call(given: list[Any]) -> Any:
        function = getattr(found(), method) if method else found
        returned = function(*given)
        return returned if filled < 0 else given[filled]

    return call


def _of_objects(make: Any, method: str, *, pair: bool) -> Callable[[list[Any]], Any]:
    """Calls a method of a class that is made from one matrix each, or from both."""

    def call(given: list[Any]) -> Any:
        if pair:
            return getattr(make(*given), method)()
        first, second = (make(one) for one in given)
        return getattr(first, method)(second)

    return call


def contents(head: dict[str, Any], result: Any) -> Any:
    """Takes the matrix out of an object of the student's class, or of a tuple with other values."""
    if head["objects"]:
        return values.contents(result)
    return result if "net_call" in head else values.single_out(result)
