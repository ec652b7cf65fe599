"""Draft correct and wrong answers to a new assignment from the course's own programs."""

import ast
import inspect
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from grader.course.references import ask_reference
from grader.kinds import kind_of_backend
from grader.model.course import Backend, Case, CaseKind
from grader.model.finding import LazyText
from grader.model.reference import Inputs, Reference
from grader.scaffolding.exercises import Drafted
from grader.wording import in_each_language

SEED = 1  # a fixed seed makes the examples reproducible
MAX_NUMBERS = 40  # maximum number of elements in an example
DIGITS = 4
TEMPLATE = ("a",)  # parameters of a reference that is not filled in yet
RIGHT = "right_{}"  # the name of the correct function inside a wrong program

OF_ARRAYS = "result * 0"
OF_LISTS = """\
def zeros(part):
    return [zeros(one) for one in part] if isinstance(part, list) else 0
"""

PASSED = ("POL001", "RUN002", "RUN003", "COR001", "COR002", "COR003")


class WorkedExample(Struct, frozen=True, kw_only=True):
    """The task of an operation, and an example call; nearly empty without a reference."""

    parameters: tuple[str, ...] = TEMPLATE
    task: Mapping[str, str] = field(default_factory=dict)  # by language; may be empty
    inputs: tuple[Any, ...] = ()  # nested lists; empty if there is no example
    result: Any = None
    exact: bool = True  # whether the result consists of whole numbers and is shown exactly


def ask(root: Path, reference: Reference | None, sizes: tuple[int, ...]) -> WorkedExample:
    """Ask a reference for the example in a handout."""
    if reference is None:
        return WorkedExample()
    size = max(2, min(sizes, default=2))
    case = Case(size=size, kind=CaseKind.INTEGERS)
    inputs, answer, _ = ask_reference(root, reference, case, random.Random(SEED))  # noqa: S311 - shown to all students
    parameters = _parameters(reference.expected, inputs)
    if answer.size + sum(array.size for array in inputs) > MAX_NUMBERS:
        return WorkedExample(parameters=parameters, task=reference.asks)
    return WorkedExample(
        parameters=parameters,
        task=reference.asks,
        inputs=tuple(array.tolist() for array in inputs),
        result=answer.round(DIGITS).tolist(),
        exact=answer.dtype.kind != "f",
    )


def _parameters(expected: Callable[..., Any], inputs: Inputs) -> tuple[str, ...]:
    """Return the parameter names of the reference's function, if it names each input."""
    names = tuple(inspect.signature(expected).parameters)
    return names if len(names) == len(inputs) else tuple("abcdefgh"[: len(inputs)])


def zeros_known_as(root: Path, reference: Reference, cases: tuple[Case, ...]) -> str | None:
    """Return the lookalike that zeros match; "" for none, None if zeros may be correct."""
    names = list(reference.lookalikes)
    for case in cases:
        inputs, answer, _ = ask_reference(root, reference, case, random.Random(SEED))  # noqa: S311 - not secret
        if not answer.any():
            return None
        names = [name for name in names if _is_zeros(reference, name, inputs, answer.shape)]
    return names[0] if names else ""


def _is_zeros(reference: Reference, name: str, inputs: Inputs, shape: tuple[int, ...]) -> bool:
    model = reference.lookalikes[name].compute(inputs, ())
    return model is not None and model.shape == shape and not model.any()


def draft_examples(
    root: Path, exercise: Drafted, worked: WorkedExample, reference: Reference, points: float
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield (name, program, expected) of a correct example and of a wrong one.

    Yields nothing if the course has no correct program of the operation for this backend.
    """
    program = reference.programs.get(exercise.backend)
    right = program and renamed(program, reference.operation, exercise.entry, exercise.backend)
    if not program or right is None:
        return
    own = kind_of_backend(exercise.backend).drafting()
    usual = PASSED if own is None else own.passed
    passed = (*usual, *(("POL004",) if exercise.table.get("requires") else ()))
    verdicts = dict.fromkeys(sorted(passed), "passed")
    yield f"{exercise.id}-right", right, _expected(exercise, points, verdicts)
    mistake = zeros_known_as(root, reference, _cases(exercise))
    wrong = _spoilt(program, exercise, worked, reference)
    if mistake is None or wrong is None:
        return
    failed = ("COR001", "COR002") if mistake else ("COR001",)
    verdicts = dict.fromkeys(failed, "failed")
    yield f"{exercise.id}-wrong-zeros", wrong, _expected(exercise, 0.0, verdicts, mistake)


def _spoilt(
    program: str, exercise: Drafted, worked: WorkedExample, reference: Reference
) -> str | None:
    """Return the program with an entry that returns zeros; None if it cannot be written."""
    entry, backend = exercise.entry, exercise.backend
    base = renamed(program, reference.operation, RIGHT.format(entry), backend)
    if base is None or not exercise.is_function:
        return None
    if (own := kind_of_backend(backend).drafting()) is not None:
        return own.spoilt(base, entry, RIGHT.format(entry))
    return spoilt(base, entry, worked.parameters, backend)


def _cases(exercise: Drafted) -> tuple[Case, ...]:
    sizes: Mapping[str, Sequence[int]] = exercise.table["cases"]
    kinds = (CaseKind.INTEGERS, CaseKind.FLOATS)
    return tuple(Case(size=size, kind=kind) for kind in kinds for size in sizes.get(kind, ()))


def _expected(
    exercise: Drafted, points: float, verdicts: Mapping[str, str], lookalike: str = ""
) -> Mapping[str, Any]:
    about = {"exercise": exercise.id, "points": {exercise.id: points}}
    said = in_each_language(LazyText(f"new.expected.{'right' if points else 'zeros'}"))
    return {"about": about, "verdicts": verdicts, "said": said, "lookalike": lookalike}


def renamed(program: str, function: str, entry: str, backend: Backend) -> str | None:
    """Rename a function of the program; return None if there is no such function."""
    if (own := kind_of_backend(backend).drafting()) is not None:
        return own.renamed(program, function, entry)
    return _renamed_in_python(program, function, entry)


def _renamed_in_python(program: str, function: str, entry: str) -> str | None:
    """Rename a function of a Python program; return None if there is no such function.

    Only the definition and plain uses of the name change, not `library.function`.
    """
    tree = ast.parse(program)
    spots = [
        (statement.lineno, statement.col_offset + len("def "))
        for statement in tree.body
        if isinstance(statement, ast.FunctionDef) and statement.name == function
    ]
    if not spots:
        return None
    spots += [
        (node.lineno, node.col_offset)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == function
    ]
    lines = [line.encode() for line in program.splitlines(keepends=True)]
    for line, column in sorted(spots, reverse=True):  # columns are in bytes
        text = lines[line - 1]
        after = column + len(function.encode())
        lines[line - 1] = text[:column] + entry.encode() + text[after:]
    return b"".join(lines).decode()


def spoilt(program: str, entry: str, parameters: Sequence[str], backend: Backend) -> str:
    """Append an entry that returns zeros of the right shape; `program` has the correct function."""
    listed = ", ".join(parameters)
    helper, zeros = ("", OF_ARRAYS)
    if backend is Backend.PYTHON:  # a matrix, a vector or a batch
        helper, zeros = (f"\n\n{OF_LISTS}", "zeros(result)")
    return (
        f"{program.rstrip()}\n{helper}\n\ndef {entry}({listed}):\n"
        f"    result = {RIGHT.format(entry)}({listed})\n    return {zeros}\n"
    )
