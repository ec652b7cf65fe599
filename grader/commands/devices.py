"""What this machine offers to the exercises at hand."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model.course import Assignment
    from grader.model.machine import Capabilities


def capabilities_for(assignments: Iterable["Assignment"], choice: str) -> "Capabilities":
    """Finds the libraries and the device that the exercises of these assignments ask for.

    `choice` is "auto", "cpu" or "gpu". SandboxUnavailable says why "gpu" cannot be had.
    """
    from grader.model.machine import Capabilities

    del assignments, choice  # nothing that exercises ask for so far is found out beforehand
    return Capabilities()
