"""A call in three requests, so that the host's clock runs around the work and nothing else.

"prepare" builds the arguments, "go" calls the function, "fetch" hands the results over. The host
does not believe these borders: what one of the others takes too long is added to the work.
"""

from typing import Any

from . import arrays, values
from .calling import arguments, caller, contents
from .frames import RETURNED, Wire


class Measured:
    """The calls that were prepared, and their results."""

    def __init__(self, wire: Wire) -> None:
        """Starts with nothing prepared."""
        self._wire = wire
        self._prepared: list[list[Any]] = []
        self._results: list[Any] = []
        self._head: dict[str, Any] = {}
        self._call: Any = None

    def prepare(self, space: dict[str, Any], head: dict[str, Any], data: bytes) -> None:
        """Builds the arguments of as many calls as `head` says; their data stand in a row."""
        self._results = []
        size = len(data) // head["calls"]
        parts = [data[at * size : (at + 1) * size] for at in range(head["calls"])]
        self._prepared = [arguments(head, part)[0] for part in parts]
        self._head = head
        self._call = caller(space, head)
        if head["lag"]:
            arrays.wait()

    def go(self) -> None:
        """Calls once for each, and waits for the device."""
        call = self._call
        prepared, self._prepared = self._prepared, []
        self._results = [call(given) for given in prepared]
        if self._head["lag"]:
            self._wire.write(RETURNED)
            arrays.wait()

    def fetch(self, most: int) -> tuple[dict[str, Any], bytes]:
        """Packs the results, in the order of the calls, in at most so many bytes."""
        results = [contents(self._head, one) for one in self._results]
        heads, data = values.pack_all(results, most)
        return {"ok": True, "values": heads}, data
