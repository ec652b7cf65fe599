"""One child at a time on a device: a lock that threads, processes and other graders respect."""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.sandbox.children import Child, Exit, Failure
from grader.sandbox.wire import MAX_JSON, Frame

try:
    import fcntl
except ImportError:  # Windows: no child of a sandbox gets a device there
    fcntl = None  # type: ignore[assignment]


class Lane:
    """The right to use a device; one sandbox may take it several times over, from its thread."""

    def __init__(self, nodes: tuple[str, ...]) -> None:
        """Names the device by its files; locks nothing yet."""
        self._file = lock_file(nodes)
        self._descriptor = -1
        self._taken = 0

    def take(self) -> None:
        """Waits until no other child uses the device."""
        self._taken += 1
        if self._taken > 1 or fcntl is None:
            return
        self._descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        with contextlib.suppress(OSError):
            self._file.chmod(0o666)  # graders of other users wait for it as well
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)

    def give_back(self) -> None:
        """Lets the next one in, when everything that was taken is given back."""
        self._taken -= 1
        if self._taken == 0 and self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def lock_file(nodes: tuple[str, ...]) -> Path:
    """Names the lock of a device, in a folder that all users of the machine share."""
    digest = hashlib.sha256("\n".join(nodes).encode()).hexdigest()[:16]
    shared = Path("/run/lock")
    folder = shared if os.access(shared, os.W_OK) else Path(tempfile.gettempdir())
    return folder / f"grader-device-{digest}.lock"


class LaneChild:
    """A child that gives its lane back when it ends."""

    def __init__(self, child: Child, lane: Lane) -> None:
        """Takes a child whose lane has been taken."""
        self._child = child
        self._lane: Lane | None = lane

    def exchange(
        self,
        head: Mapping[str, Any] | None,
        data: bytes,
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Sends a request and waits for one frame; see Child."""
        return self._child.exchange(head, data, seconds, max_data, max_json)

    def end(self, grace: float) -> Exit:
        """Ends the child, then lets the next one in; see Child."""
        try:
            return self._child.end(grace)
        finally:
            if self._lane is not None:
                self._lane.give_back()
                self._lane = None

    @property
    def returned(self) -> float:
        """When the function had returned; see Child."""
        return self._child.returned

    @property
    def output(self) -> str:
        """The last of what it printed."""
        return self._child.output

    @property
    def shown(self) -> str:
        """Both ends of what it printed."""
        return self._child.shown
