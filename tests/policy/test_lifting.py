"""Plain scripts as functions: what is lifted computes what the program does."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.model.static import Lifted, SourceFacts
from grader.policy.question import Question
from grader.policy.reading import read_source
from tests.policy.sources import script

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data" / "lifting"
ALLOWED = ("copy", "cupy", "math", "matplotlib", "numpy", "random", "scipy", "sys", "time", "torch")
LIBRARIES = {"python": "", "numpy": "numpy", "torch": "torch", "cupy": "cupy"}


def programs(*files: str) -> list[Any]:
    """Every program of the files: its operation, its backend, its text."""
    found: list[Any] = []
    for file in files:
        parts = (DATA / file).read_text("utf-8").split("#: ")[1:]
        for number, part in enumerate(parts, start=1):
            head, _, text = part.partition("\n")
            operation, backend, title = head.split(maxsplit=2)
            found.append(pytest.param(operation, backend, text, id=f"{file}:{number} {title}"))
    return found


def facts_of(text: str, operation: str = "matmul", backend: str = "python") -> SourceFacts:
    """Reads a program for one exercise."""
    question = Question(allowed=ALLOWED, operation=operation, library=LIBRARIES[backend])
    return read_source(script(text), (), question)


def loaded(lifted: Lifted) -> Callable[[Any, Any], Any]:
    """Loads what was lifted, as a program of its own."""
    space: dict[str, Any] = {}
    exec(compile(lifted.text, "<lifted>", "exec"), space)
    function: Callable[[Any, Any], Any] = space[lifted.name]
    return function


def inputs(operation: str) -> Iterator[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Matrices of several sizes, each pair twice in a row."""
    rng = np.random.default_rng(7)
    for size in (2, 3, 5):
        shapes = ((size, size),) * 2 if operation == "matmul" else ((size + 3, size + 3), (3, 3))
        whole = [rng.integers(-9, 10, shape).astype(float) for shape in shapes]
        parts = [rng.standard_normal(shape) for shape in shapes]
        for pair in (whole, whole, parts, parts):
            yield pair[0], pair[1]


def given(matrix: np.ndarray[Any, Any], backend: str, operation: str) -> Any:
    """A matrix as an exercise of the backend is given it."""
    if backend == "torch":
        import torch

        tensor = torch.from_numpy(matrix)
        return tensor[None, None] if operation == "convolution" else tensor
    return matrix if backend == "numpy" else matrix.tolist()


def expected(operation: str, one: np.ndarray[Any, Any], two: np.ndarray[Any, Any]) -> Any:
    """The product, or the valid correlation."""
    if operation == "matmul":
        return one @ two
    from scipy.signal import correlate2d

    return correlate2d(one, two, mode="valid")


@pytest.mark.parametrize(("operation", "backend", "text"), programs("loops.py", "library.py"))
def test_lifted_function_computes_what_is_asked(operation: str, backend: str, text: str) -> None:
    """Each of these programs is right, so is what is lifted; and inputs stay as they were."""
    lifted = facts_of(text, operation, backend).lifted
    assert lifted is not None
    function = loaded(lifted)
    for one, two in inputs(operation):
        gave = [given(matrix.copy(), backend, operation) for matrix in (one, two)]
        result = np.asarray(function(*gave)).squeeze()
        np.testing.assert_allclose(result, expected(operation, one, two), atol=1e-9)
        for matrix, after in zip((one, two), gave, strict=True):
            np.testing.assert_array_equal(np.asarray(after).squeeze(), matrix)


@pytest.mark.parametrize(("operation", "backend", "text"), programs("left_alone.py"))
def test_what_is_not_sure_is_left_alone(operation: str, backend: str, text: str) -> None:
    """None of these can be proved to be a function of two matrices, and of nothing else."""
    facts = facts_of(text, operation, backend)
    assert facts.lifted is None, facts.lifted.text
