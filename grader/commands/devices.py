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
    help="Where GPU exercises run: a GPU if there is one; the CPU instead (PyTorch only); a GPU.",
)


def capabilities_for(assignments: Iterable["Assignment"], choice: str) -> "Capabilities":
    """Finds the libraries and the device that the exercises of these assignments ask for.

    `choice` is "auto", "cpu" or "gpu". SandboxUnavailable says why "gpu" cannot be had.
    """
    from grader import sandbox
    from grader.model.machine import Capabilities

    find_capabilities = getattr(sandbox, "find_capabilities", _installed)
    exercises = [one for assignment in assignments for one in assignment.exercises]
    wanted = {name for exercise in exercises for name in _libraries(exercise)}
    found: Capabilities = find_capabilities(sorted(wanted), choice) if wanted else Capabilities()
    return found


def _installed(names: Iterable[str], choice: str) -> "Capabilities":
    """Looks for installed libraries only."""
    from importlib import metadata
    from importlib.util import find_spec

    from grader.model.machine import Capabilities

    here = {name: metadata.version(name) for name in names if find_spec(name) is not None}
    return Capabilities(libraries=here, cpu_instead=choice == "cpu")


def _libraries(exercise: "Exercise") -> set[str]:
    """Names what has to be installed for an exercise; matplotlib is only stood in for."""
    from grader.model.machine import BACKEND_LIBRARY, STOOD_IN

    own = BACKEND_LIBRARY.get(exercise.backend)
    known = {*STOOD_IN, *sys.stdlib_module_names}
    return {*exercise.allowed_imports, *((own,) if own else ())} - known
