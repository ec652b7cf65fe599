"""A call in requests that the host timed, and what each of them took."""

from msgspec import Struct

from grader.model.calling import Value
from grader.model.run import RunRecord


class Spent(Struct, frozen=True, kw_only=True):
    """The cost of one request to a child in seconds, measured from outside."""

    wall: float  # the host's clock around the request
    cpu: float | None = None  # the kernel's account of all the child's threads; None: not known
    queued: float = 0.0  # it wanted a CPU that others had; with what the host spent meanwhile

    @property
    def idle(self) -> float:
        """Time without computing or wanting to: it slept, or waited for work done elsewhere."""
        return max(0.0, self.wall - (self.cpu or 0.0) - self.queued)


NOTHING_SPENT = Spent(wall=0.0, cpu=0.0)


class Measurement(Struct, frozen=True, kw_only=True):
    """A call of a student's function, in requests that the host timed."""

    run: RunRecord  # the call; of the first request that did not end well, that one
    prepare: Spent = NOTHING_SPENT  # until the inputs were there
    go: Spent = NOTHING_SPENT  # until the function had come back
    fetch: Spent = NOTHING_SPENT  # until the result had arrived
    fetch_again: Spent | None = None  # the same once more, with nothing left to do, if asked for
    result: Value | None = None  # None unless run.status is OK

    @property
    def wall_seconds(self) -> float:
        """All of it on the host's clock."""
        return sum(each.wall for each in self.parts)

    @property
    def parts(self) -> tuple[Spent, ...]:
        """All requests, in their order."""
        again = () if self.fetch_again is None else (self.fetch_again,)
        return (self.prepare, self.go, self.fetch, *again)
