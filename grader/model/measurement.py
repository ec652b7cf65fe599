"""A call split into requests that the host timed, and the time of each."""

from msgspec import Struct

from grader.model.calling import Value
from grader.model.run import RunRecord


class Spent(Struct, frozen=True, kw_only=True):
    """The cost of one request to a child in seconds, measured from outside."""

    wall: float  # the host's clock around the request
    cpu: float | None = None  # CPU time of all the child's threads, from the kernel; None: unknown
    queued: float = 0.0  # waiting for a busy CPU, and the host's own work during the request

    @property
    def idle(self) -> float:
        """Time in which it neither computed nor waited for a CPU: it slept or awaited a device."""
        return max(0.0, self.wall - (self.cpu or 0.0) - self.queued)


NOTHING_SPENT = Spent(wall=0.0, cpu=0.0)


class Measurement(Struct, frozen=True, kw_only=True):
    """A call of a student's function, split into requests that the host timed."""

    run: RunRecord  # of the call, or of the first request that failed
    prepare: Spent = NOTHING_SPENT  # the request that creates the inputs
    go: Spent = NOTHING_SPENT  # the request that calls the function
    fetch: Spent = NOTHING_SPENT  # the request that returns the result
    fetch_again: Spent | None = None  # `fetch` repeated, with no work left to do, if requested
    result: Value | None = None  # None unless run.status is OK

    @property
    def wall_seconds(self) -> float:
        """The total on the host's clock."""
        return sum(each.wall for each in self.parts)

    @property
    def parts(self) -> tuple[Spent, ...]:
        """The cost of all requests, in order."""
        again = () if self.fetch_again is None else (self.fetch_again,)
        return (self.prepare, self.go, self.fetch, *again)
