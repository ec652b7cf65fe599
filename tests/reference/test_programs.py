"""The programs for known answers: right, in every form, by the entry's name."""

from pathlib import Path

import pytest

from grader.course import load_course, load_reference
from grader.model.course import Backend, Form
from tests.cases.course import exercise
from tests.exercises.arrays.course import CONV, CONV_TORCH, failed, watch

ROOT = Path(__file__).parents[2]
OPERATIONS = ("matmul", "convolution")
NAMES = [(one, backend) for one in OPERATIONS for backend in Backend if backend is not Backend.C]
FORMS = {Backend.PYTHON: Form.LISTS, Backend.NUMPY: Form.NUMPY, Backend.TORCH: Form.TORCH}


@pytest.mark.parametrize(("operation", "backend"), NAMES)
def test_every_backend_has_one(operation: str, backend: Backend) -> None:
    """It defines the operation's function and can stand alone."""
    program = load_reference(load_course(ROOT), operation).programs[backend]
    assert f"def {operation}(" in program
    assert "grader" not in program


@pytest.mark.parametrize("form", [Form.TORCH, Form.TORCH_4D, Form.NUMPY, Form.LISTS])
@pytest.mark.parametrize("operation", ["matmul", "convolution"])
def test_it_is_right(operation: str, form: Form) -> None:
    """Through the same questions and comparisons as a student's."""
    from msgspec.structs import replace

    backend = next((one for one, given in FORMS.items() if given is form), Backend.TORCH)
    for library in {Backend.NUMPY: ["numpy"], Backend.TORCH: ["torch"]}.get(backend, []):
        pytest.importorskip(library)
    plain = exercise() if operation == "matmul" else CONV
    asked = replace(plain, backend=backend, entry=operation, gives=(form,))
    if backend is Backend.TORCH:
        asked = replace(asked, dtype=CONV_TORCH.dtype, precision=CONV_TORCH.precision)
    if form is Form.TORCH_4D and operation == "matmul":
        return  # products of batches: no exercise gives matrices so
    program = load_reference(load_course(ROOT), operation).programs[backend]
    evidence = watch(program, asked=asked)
    assert evidence.entry is not None
    assert failed(evidence, asked) == set()
