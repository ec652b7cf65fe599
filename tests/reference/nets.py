"""The references about nets, and PyTorch's own answer to the same question."""

import random
from pathlib import Path
from typing import Any

import numpy as np

from grader.course import load_course, load_reference
from grader.model.course import (
    Backend,
    Case,
    CaseKind,
    Exercise,
    Form,
    Precision,
)
from grader.model.reference import Array, Inputs, Reference

ROOT = Path(__file__).parents[2]
EPS = {"float32": 2.0**-23, "float64": 2.0**-52}


def reference(operation: str, **choices: str | int) -> Reference:
    """The reference in a variant."""
    return load_reference(load_course(ROOT), operation, tuple(sorted(choices.items())))


def made(wanted: Reference, size: int, kind: CaseKind, dtype: str, seed: int = 0) -> Inputs:
    """The inputs of a case, as numbers that the type holds."""
    inputs = wanted.inputs(Case(size=size, kind=kind), random.Random(seed))
    return tuple(
        one if one.dtype.kind == "i" else one.astype(dtype).astype(np.float64) for one in inputs
    )


def in_torch(wanted: Reference, parameters: Inputs, dtype: str) -> Any:
    """The net of the reference, written as its layers say."""
    import torch
    from torch import nn

    layers = [eval(f"nn.{layer}", {"nn": nn}) for layer in wanted.constants["NET"]]
    net = nn.Sequential(*layers).to(getattr(torch, dtype))
    with torch.no_grad():
        for own, numbers in zip(net.parameters(), parameters, strict=True):
            own.copy_(torch.from_numpy(numbers))
    return net


def units(answer: Array, wanted: Reference, inputs: Inputs, dtype: str) -> float:
    """How many units an answer is away; see grader/cases/values.py."""
    errors = abs(answer.astype(np.float64) - wanted.expected(*inputs))
    return float((errors / wanted.scale(*inputs)).max() / EPS[dtype])


def asked(operation: str, calls: str, *cases: Case) -> Exercise:
    """An exercise of these cases."""
    return Exercise(
        id=operation,
        operation=operation,
        backend=Backend.TORCH,
        entry="Net",
        calls=calls,
        called_by="nets",
        gives=(Form.TORCH,),
        dtype="float32",
        precision=Precision.SINGLE,
        cases=cases,
    )
