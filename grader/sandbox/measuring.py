"""A call in three requests, each on the host's clock: prepare, go, fetch; and fetch once more.

The time of "go" alone could be forged: a program may answer at once and work while its results are
fetched. So all three are reported, and fetching again shows what fetching takes by itself.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from grader.model.reference import Array
from grader.model.run import Measurement, RunRecord, RunStatus, Target, Value
from grader.sandbox.asking import Giving, asking
from grader.sandbox.values import decode_values
from grader.sandbox.wire import Frame

FACTOR = 4  # results that are wider than the inputs


class Request(Protocol):
    """Sends one request to the child, and waits for its answer."""

    def __call__(
        self, head: dict[str, Any], data: bytes, *, room: int
    ) -> tuple[RunRecord, Frame | None]:
        """Gives the record, and a frame only for an honest "ok"; `room` bounds its bytes."""


def measure(
    request: Request, target: Target, inputs: Sequence[Sequence[Array]], giving: Giving
) -> Measurement:
    """Calls the target once for each of the inputs, back to back.

    All inputs have the same shapes. Raises ViolationError for results that contradict themselves.
    """
    asked = [asking(target, row, giving) for row in inputs]
    head = {**asked[0][0], "op": "prepare", "calls": len(asked)}
    data = b"".join(one for _, one in asked)
    room = FACTOR * len(data)
    prepared, _ = request(head, data, room=0)
    if prepared.status is not RunStatus.OK:
        return Measurement(run=prepared)
    ran, _ = request({"op": "go", "lag": head["lag"]}, b"", room=0)
    if ran.status is not RunStatus.OK:
        return Measurement(run=ran)
    fetched, first = request({"op": "fetch"}, b"", room=room)
    if first is None:
        return Measurement(run=fetched)
    again, _ = request({"op": "fetch"}, b"", room=room)
    if again.status is not RunStatus.OK:
        return Measurement(run=again)
    return Measurement(
        run=ran,
        prepare_seconds=prepared.wall_seconds,
        fetch_seconds=fetched.wall_seconds,
        fetch_again_seconds=again.wall_seconds,
        results=_values(first, len(asked)),
    )


def _values(frame: Frame, count: int) -> tuple[Value, ...]:
    return decode_values(frame[0].get("values"), frame[1], exactly=count)
