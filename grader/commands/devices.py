"""The `--device` option, and the libraries, device, CPUs and memory of this machine."""

import os
import sys
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grader.batch import JobFit
    from grader.model.course import Assignment, Course, Exercise
    from grader.model.machine import Capabilities
    from grader.observing import Setup
    from grader.sandbox import IsolationLevel
    from grader.wording import Wording

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
    """Find the libraries, the device and the Pythons that these assignments need.

    `choice` is "auto", "cpu" or "gpu". Raise SandboxUnavailable if "gpu" is not available.
    """
    from grader.model.machine import Capabilities
    from grader.sandbox import find_capabilities

    assignments = [*assignments]
    wanted = libraries_for(assignments)
    pythons = {version for assignment in assignments for version in assignment.python}
    if not (wanted or pythons):
        return Capabilities()
    return find_capabilities(wanted, choice, pythons=pythons)


def prepared_setup(
    course: "Course", assignment: "Assignment", level: "IsolationLevel", device: str
) -> "Setup":
    """Load what the whole class shares, and find what the machine has for the exercises.

    `device` is "" if the exercises run on other machines.
    """
    from grader.model.machine import Capabilities
    from grader.observing import machine_facts, prepare_setup
    from grader.sandbox import ensure_walls

    capabilities = capabilities_for([assignment], device) if device else Capabilities()
    ensure_walls(level, capabilities.pythons)
    return prepare_setup(course, assignment, machine_facts(level), os.environ, capabilities)


def libraries_for(assignments: Iterable["Assignment"]) -> list[str]:
    """Return the libraries that the exercises of these assignments need."""
    exercises = [exercise for assignment in assignments for exercise in assignment.exercises]
    return sorted({name for exercise in exercises for name in _libraries(exercise)})


def _libraries(exercise: "Exercise") -> set[str]:
    """Return the libraries to look for, without stand-ins (except DRAWING) and the stdlib."""
    from grader.backends import library_of
    from grader.kinds import kind_of
    from grader.model.machine import DRAWING, STOOD_IN

    own = library_of(exercise.backend)
    beside = {"numpy"} if exercise.sweep is not None else set()  # NumPy is timed as well
    if (looked_for := kind_of(exercise).libraries(exercise)) is not None:
        return {*looked_for, *beside}
    known = {*STOOD_IN, *sys.stdlib_module_names} - {DRAWING}
    return {*exercise.allowed_imports, *((own,) if own else ()), *beside} - known


def cpus() -> int:
    """Count the CPUs that this process may use; in a container these may be fewer than all."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def fitted(wanted: int, setup: "Setup", words: "Wording") -> "JobFit":
    """Lower the number of jobs to what fits into memory, and warn on stderr."""
    from grader.batch import fit, needed_mib
    from grader.sandbox import find_headroom

    headroom = find_headroom()
    needed = needed_mib(setup.assignment, setup.capabilities)
    job_fit = fit(wanted, needed, headroom)
    if headroom is None:
        return job_fit
    where = words.text("batch.memory_group" if headroom.grouped else "batch.memory_machine")
    tell = partial(words.text, needed=needed, free=headroom.mib, where=where)
    if job_fit.jobs < wanted:
        text = tell("batch.fewer_jobs", jobs=job_fit.jobs, wanted=wanted)
        click.secho(text, fg="yellow", err=True)
    if not job_fit.enough:
        click.secho(tell("batch.short_of_memory"), fg="yellow", err=True)
    return job_fit
