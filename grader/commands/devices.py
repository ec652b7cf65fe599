"""What this machine offers to the exercises at hand, and the option that chooses among it."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grader.model.course import Assignment, Exercise
    from grader.model.machine import Capabilities

device_option = click.option(
    "--device",
    type=click.Choice(["auto", "cpu", "gpu"]),
    default="auto",
    show_default=True,
    help=(
        "Where to run GPU exercises. auto: a GPU if available; cpu: the CPU instead "
        "(PyTorch only); gpu: always a GPU."
    ),
)


def capabilities_for(assignments: Iterable["Assignment"], choice: str) -> "Capabilities":
    """Finds the libraries and the device that the exercises of these assignments ask for.

    `choice` is "auto", "cpu" or "gpu". SandboxUnavailable says why "gpu" cannot be had.
    """
    from grader.model.machine import Capabilities
    from grader.sandbox import find_capabilities

    wanted = libraries_for(assignments)
    return find_capabilities(wanted, choice) if wanted else Capabilities()


def libraries_for(assignments: Iterable["Assignment"]) -> list[str]:
    """Names the libraries that the exercises of these assignments ask for."""
    exercises = [exercise for assignment in assignments for exercise in assignment.exercises]
    return sorted({name for exercise in exercises for name in _libraries(exercise)})


def _libraries(exercise: "Exercise") -> set[str]:
    """Names what is looked for; of what is recorded elsewhere, only what draws for script runs."""
    from grader.model.course import Backend
    from grader.model.machine import BACKEND_LIBRARY, C_READERS, COMPILER, DRAWING, STOOD_IN

    own = BACKEND_LIBRARY.get(exercise.backend)
    beside = {"numpy"} if exercise.sweep is not None else set()  # what it is timed beside
    if exercise.backend is Backend.C:
        return {COMPILER, *C_READERS, *beside}
    known = {*STOOD_IN, *sys.stdlib_module_names} - {DRAWING}
    return {*exercise.allowed_imports, *((own,) if own else ()), *beside} - known
