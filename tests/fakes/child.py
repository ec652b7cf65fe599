"""A child process that answers what a test tells it to: the narrow edge of the sandbox room."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.guest.protocol import MAX_JSON
from grader.sandbox.children import ChildExit, Failure, Frame, Output, Raw, Usage, nothing

Answer = Callable[[Mapping[str, Any]], Frame | Failure]


class FakeChild:
    """Says it is ready, then gives one prepared answer after the other."""

    def __init__(self, *answers: Answer, ready: Frame | Failure = ({"ready": True}, b"")) -> None:
        """Takes the answers; each sees the request it answers."""
        self.printed = Output(1_000)
        self.printed.add(b"printed")
        self.returned = self.in_vain = self.added = self.kept_waiting = 0.0
        self.stands: tuple[int, int] | None = None
        self.when_ended: Callable[[], None] = nothing
        self._answers = list(answers)
        self._ready = ready
        self.exit = ChildExit(by_itself=True)
        self.requests: list[Mapping[str, Any]] = []
        self.seconds: list[float] = []  # that each request was given

    def exchange(
        self,
        head: Mapping[str, Any] | None,
        data: bytes | Sequence[Raw],
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Gives the next answer."""
        if head is None:
            return self._ready
        self.requests.append(head)
        self.seconds.append(seconds)
        return self._answers.pop(0)(head)

    def usage(self) -> Usage | None:
        """Is no process, and uses nothing."""
        return None

    def end(self, grace: float) -> ChildExit:
        """Says how it ended."""
        return self.exit
