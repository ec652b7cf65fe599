"""What the tests of C programs share: an exercise, sources, a way to call."""

from collections.abc import Mapping

import numpy as np

from grader.exercises.c.compiling import find_toolchain
from grader.exercises.c.program import CWorkshop
from grader.exercises.c.record import Compiled
from grader.model.calling import Call, Convention, Target
from grader.model.course import Backend, Compilation, Exercise, Form, Limits
from grader.model.run import RunStatus
from grader.model.running import Session
from grader.sandbox import Sandbox

NO_COMPILER = find_toolchain() is None
WHY = "there is no gcc here"
FLAGS = ("-O2", "-fopenmp", "-Wall", "-Wextra", "-std=gnu17")
EXERCISE = Exercise(
    id="matmul",
    operation="matmul",
    backend=Backend.C,
    entry="matmul",
    limits=Limits(load_seconds=5.0, call_seconds=5.0, cpu_seconds=4.0, memory_mib=256),
    compilation=Compilation(flags=FLAGS, seconds=20.0),
)
TARGET = Target(name="matmul", convention=Convention.NABC, form=Form.C_DOUBLE, constant=True)
RIGHT = """
void matmul(int n, const double *a, const double *b, double *c) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}
"""


def compile_in(
    sandbox: Sandbox, main: str, files: Mapping[str, str], exercise: Exercise
) -> Compiled:
    """Compiles a program as reading one does."""
    workshop = sandbox.workshop(exercise)
    assert isinstance(workshop, CWorkshop)
    return workshop.compile_program(main, files, exercise)


def pair(size: int) -> list[np.ndarray]:
    """Makes two matrices of whole numbers."""
    numbers = np.random.default_rng(size)
    return [numbers.integers(-9, 10, (size, size)).astype(float) for _ in range(2)]


def is_right(session: Session, size: int = 5, target: Target = TARGET) -> bool:
    """Says whether the program multiplies."""
    given = pair(size)
    called = session.call(target, given)
    assert called.run.status is RunStatus.OK, called.run
    return np.array_equal(answer(called), given[0] @ given[1])


def answer(called: Call) -> np.ndarray:
    """Gives the matrix that came back."""
    assert called.result is not None
    value = called.result
    return np.frombuffer(value.data, dtype=value.dtype).reshape(value.shape)
