"""Calls with a neural network: what is asked of the guest, and what it says of the net."""

from collections.abc import Mapping
from typing import Any

from grader.model.net import Layer, NetFacts, Parameter, Served
from grader.model.run import Convention, Target
from grader.sandbox.values import text
from grader.sandbox.wire import ViolationError

CALLS = {
    Convention.MODEL: "model",
    Convention.STEP: "step",
    Convention.INFERENCE: "inference",
}
ON_CPU = {
    "aten::mkldnn_convolution": "oneDNN",
    "aten::mkldnn_linear": "oneDNN",
    "aten::_slow_conv2d_forward": "ATen",
    "aten::_slow_conv2d_backward": "ATen",
    "aten::slow_conv_dilated2d": "ATen",
    "aten::addmm": "ATen (BLAS)",
    "aten::mm": "ATen (BLAS)",
    "aten::addmv": "ATen (BLAS)",
}
"""PyTorch's operations, as its dispatcher calls them on a CPU."""
MOST = 64  # layers, parameters, operations
MOST_AXES = 8
MOST_LENGTH = 1 << 31
NAME = 100
KERNEL = 300


def net_head(target: Target) -> dict[str, Any]:
    """Spells out the net and its call."""
    return {
        "net_call": CALLS[target.convention],
        "net": list(target.net),
        "loss": target.loss,
        "roles": [list(pair) for pair in target.roles],
        "times": target.times,
        "profiled": target.profiled,
    }


def decode_net(found: object) -> NetFacts | None:
    """Reads what the guest says of a net; raises ViolationError for what it never says."""
    if found is None:
        return None
    if not isinstance(found, dict):
        raise ViolationError("a net that is not described")
    said = found.get("said")
    return NetFacts(
        layers=tuple(
            Layer(
                kind=text(one.get("kind"), NAME),
                name=text(one.get("name"), NAME),
                shape=_shape(one.get("shape")),
            )
            for one in _tables(found.get("layers"))
        ),
        parameters=tuple(
            Parameter(name=text(one.get("name"), NAME), shape=_shape(one.get("shape")))
            for one in _tables(found.get("parameters"))
        ),
        said=_said(said) if isinstance(said, dict) else {},
        served=tuple(_served(one) for one in _tables(found.get("served", []))),
    )


def _tables(found: object) -> list[Mapping[str, Any]]:
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ViolationError("a net's parts that are no list")
    return found[:MOST]


def _shape(found: object) -> tuple[int, ...]:
    if not isinstance(found, list) or len(found) > MOST_AXES:
        raise ViolationError("a shape that is none")
    if not all(type(one) is int and 0 <= one < MOST_LENGTH for one in found):
        raise ViolationError("a shape that is none")
    return tuple(found)


def _said(found: Mapping[Any, Any]) -> dict[str, bool]:
    return {text(key, NAME): value is True for key, value in list(found.items())[:MOST]}


def _served(one: Mapping[str, Any]) -> Served:
    kernels = one.get("kernels")
    if not isinstance(kernels, list):
        raise ViolationError("kernels that are no list")
    names = tuple(text(name, KERNEL) for name in kernels[:MOST])
    operation = text(one.get("operation"), NAME)
    return Served(
        operation=operation,
        kernels=names,
        library=_library(operation, names),
    )


def _library(operation: str, kernels: tuple[str, ...]) -> str:
    """Names who did the work: by the kernels on a GPU, else by PyTorch's own operation."""
    from grader.sandbox.machine.kernels import libraries_of  # which imports this room

    if kernels:
        return ", ".join(libraries_of((name, operation) for name in kernels))
    return ON_CPU.get(operation, "")
