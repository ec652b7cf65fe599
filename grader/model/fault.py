"""Our own exceptions as values, so that one of them never stops or changes another's result.

`except Exception` stands in this one function of the house. It guards three boundaries: one
submission of a batch, one room's checks on one piece of evidence, and the whole command.
"""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from grader.model.errors import Killed

T = TypeVar("T")
KILLED = f"{Killed.__module__}.{Killed.__qualname__}: "  # how a traceback's last line names it


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """An exception of ours, where it can be read later."""

    summary: str  # "ZeroDivisionError: division by zero"
    traceback: str

    @property
    def killed(self) -> bool:
        """Whether the machine, or somebody at it, ended one of our processes or a child."""
        return self.summary.startswith(KILLED)


def shielded(work: Callable[[], T]) -> T | Fault:
    """Returns what `work` returns, or the Fault when it raises."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001  the boundary itself
        summary = "".join(traceback.format_exception_only(error)).strip()
        return Fault(summary=summary.splitlines()[-1], traceback=traceback.format_exc())
