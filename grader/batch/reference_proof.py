"""Proves a reference: it answers every case usably, and the cases tell its mistakes apart."""

import hashlib
import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

from grader.correctness import MAX_DIMENSIONS, RIGHT, secret_cases, separation
from grader.model.course import Case, CaseKind, Exercise
from grader.model.reference import Array, Reference

SEEDS = 8  # different inputs with which the known mistakes are told apart
KINDS = "if"  # of the elements of inputs: int64 or float64


def reference_problems(exercise: Exercise, reference: Reference) -> Iterator[str]:
    """Asks the reference every case: its inputs, its answer and its scale must be usable."""
    for case, seed in _asked(exercise):
        place = f"{case.size}x{case.size} {case.kind}"
        inputs = reference.inputs(case, random.Random(seed))  # noqa: S311  nothing secret here
        if not _are_inputs(inputs):
            yield f"{place}: inputs() must return a tuple of NumPy arrays, int64 or float64"
            return
        answer, scale = reference.expected(*inputs), reference.scale(*inputs)
        for name, found in (("expected", answer), ("scale", scale)):
            if not _is_array(found):
                yield f"{place}: {name}() must return a NumPy array, got {type(found).__name__}"
                return
        most = max(one.ndim for one in (*inputs, answer) if hasattr(one, "ndim"))
        if most > MAX_DIMENSIONS:
            yield (
                f"{place}: an array has {most} axes, and programs can be given, and can return,"
                f" at most {MAX_DIMENSIONS}; let inputs() and expected() make fewer"
            )
            return
        for name, found in (("expected", answer), ("scale", scale)):
            if not _is_array(found):
                yield f"{place}: {name}() must return a NumPy array, got {type(found).__name__}"
                return
        yield from _answer_problems(place, case.kind, answer, scale)


def _asked(exercise: Exercise) -> Iterator[tuple[Case, bytes]]:
    """Gives every listed case, and sizes such as each submission is asked besides."""
    for seed in _seeds(exercise):
        rng = random.Random(seed)  # noqa: S311  nothing secret here
        for case in (*exercise.cases, *secret_cases(exercise, rng)):
            yield case, seed


def _answer_problems(place: str, kind: CaseKind, answer: Array, scale: Array) -> Iterator[str]:
    # Whole numbers may have an answer of real ones, which is compared with the rounding bound.
    wanted = "f" if kind is CaseKind.FLOATS else KINDS
    if scale.shape != answer.shape:
        yield f"{place}: expected has shape {answer.shape}, scale {scale.shape}"
    elif answer.dtype.kind not in wanted or not _finite(answer):
        yield f"{place}: expected is not finite, or of type {answer.dtype}"
    elif not (scale >= 0).all() or not _finite(scale):
        yield f"{place}: scale is negative or not finite"


def _is_array(found: Any) -> bool:
    return hasattr(found, "dtype") and bool(getattr(found, "shape", ()))


def _are_inputs(found: Any) -> bool:
    return isinstance(found, tuple) and all(
        _is_array(one) and one.dtype.kind in KINDS for one in found
    )


def _finite(numbers: Array) -> bool:
    return bool((abs(numbers) < math.inf).all())  # false for NaN


def lookalike_problems(exercise: Exercise, reference: Reference) -> Iterator[str]:
    """Says which mistakes the cases cannot tell apart, and which sizes might."""
    advice = f"; {reference.advice}" if reference.advice else ""
    for one, other in separation(reference, exercise, _seeds(exercise)).pairs:
        what = "shows this mistake" if other == RIGHT else "tells these mistakes apart"
        yield f"{one} = {other}: no size in cases {what}{advice}"


def _seeds(exercise: Exercise) -> Sequence[bytes]:
    """Makes the same seeds in every run, so that a failing proof fails again."""
    return [hashlib.sha256(f"{exercise.id} {n}".encode()).digest() for n in range(SEEDS)]
