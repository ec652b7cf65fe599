"""A call in three requests, so that the host's clock runs around the work and nothing else.

"prepare" builds the arguments, "go" calls the function, "fetch" hands the result over. The host
does not believe these borders: what one of the others takes too long is added to the work.
"""

from typing import Any

from . import arrays, values
from .calling import arguments, caller, contents
from .frames import RETURNED, Wire


class Measured:
    """The call that was prepared, and its result."""

    def __init__(self, wire: Wire) -> None:
        """Starts with nothing prepared."""
        self._wire = wire
        self._given: list[Any] = []
        self._result: Any = None
        self._head: dict[str, Any] = {}
        self._call: Any = None

    def prepare(self, space: dict[str, Any], head: dict[str, Any], data: bytes) -> None:
        """Builds the arguments."""
        self._result = None
        self._given, _ = arguments(head, data)
        self._head = head
        self._call = caller(space, head)
        if head["lag"]:
            arrays.wait()

    def go(self) -> None:
        """Calls once, and waits for the device."""
        given, self._given = self._given, []
        self._result = self._call(given)
        if self._head["lag"]:
            self._wire.write(RETURNED)
            arrays.wait()

    def fetch(self, most: int) -> tuple[dict[str, Any], bytes]:
        """Packs the result, in at most so many bytes."""
        heads, data = values.pack_all([contents(self._head, self._result)], most)
        return {"ok": True, "values": heads}, data
