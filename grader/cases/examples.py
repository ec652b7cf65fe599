"""The reference's examples (inputs of a few small numbers), and matrices in Python's notation."""

from collections.abc import Sequence

from grader.cases.questions import CaseQuestion
from grader.model.course import Backend, Case, CaseKind, Exercise
from grader.model.reference import Array, Inputs, Reference

MAX_SHOWN = 40  # numbers of a result in a message
DIGITS = 6


def example_questions(exercise: Exercise, reference: Reference) -> tuple[CaseQuestion, ...]:
    """Return the questions of the reference's examples."""
    return tuple(_question(inputs, exercise, reference) for inputs in example_inputs(reference))


def example_inputs(reference: Reference) -> tuple[Inputs, ...]:
    """Return the reference's examples as arrays."""
    import numpy as np

    return tuple(tuple(map(np.array, matrices)) for matrices in reference.examples)


def _question(inputs: Inputs, exercise: Exercise, reference: Reference) -> CaseQuestion:
    integers = all(matrix.dtype.kind == "i" for matrix in inputs)
    kind = CaseKind.INTEGERS if integers else CaseKind.FLOATS
    return CaseQuestion(
        case=Case(size=len(inputs[0]), kind=kind),
        inputs=inputs,
        reference=reference,
        precision=exercise.precision,
        dtype=exercise.dtype,
        rounds=exercise.backend is not Backend.PYTHON,
    )


def given_as(names: Sequence[str], inputs: Inputs) -> str:
    """Format inputs for pasting: "a = [[1, 2]]; b = [[3], [4]]"."""
    pairs = zip(names, inputs, strict=False)
    return "; ".join(f"{name} = {matrix.tolist()}" for name, matrix in pairs)


def written(numbers: Array) -> str:
    """Format a matrix as Python does; a large one as its shape."""
    if numbers.size > MAX_SHOWN:
        return "×".join(map(str, numbers.shape))
    return nested(numbers.tolist())


def nested(numbers: object) -> str:
    """Format nested lists as Python does, floats with six digits."""
    if isinstance(numbers, list):
        return f"[{', '.join(map(nested, numbers))}]"
    if isinstance(numbers, float):
        return f"{numbers:.{DIGITS}g}"
    return str(numbers)
