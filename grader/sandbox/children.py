"""What the host needs of a child process, warm or cold."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Protocol

from grader.sandbox.wire import MAX_JSON, Frame


class Ending(Enum):
    """Why a request got no answer."""

    TIMEOUT = auto()
    OUTPUT = auto()  # printed more than allowed
    MEMORY = auto()  # holds more memory or threads than allowed
    CLOSED = auto()  # the channel's other end is gone
    VIOLATION = auto()  # bytes that the guest never sends


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A request without an answer."""

    ending: Ending
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit:
    """How the process ended, from the kernel."""

    by_itself: bool  # before the host killed it
    code: int = 0
    signal: int = 0
    cpu_seconds: float = 0.0
    peak_mib: float = 0.0
    out_of_memory: bool = False  # killed at the limit of its own cgroup
    starved: bool = False  # killed for memory that it was allowed: others had used it up
    unknown: bool = False  # nobody is left who could tell: a fault of ours


class Child(Protocol):
    """One confined process and the channel to it."""

    def exchange(
        self,
        head: Mapping[str, Any] | None,
        data: bytes,
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Sends a request (None: only listens) and waits for one frame."""

    def end(self, grace: float) -> Exit:
        """Waits `grace` seconds for the process to end, then kills it. Safe to call twice."""

    @property
    def returned(self) -> float:
        """The host's clock (perf_counter) when the last request's function had returned, or 0."""

    @property
    def output(self) -> str:
        """The last of what it printed."""

    @property
    def shown(self) -> str:
        """What it printed; of a long output both ends."""
