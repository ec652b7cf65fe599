"""A time limit that a process sets itself, so that it can still report what it did.

It serves honest programs only; the host's clock is authoritative.
"""

import signal
from _thread import allocate_lock
from collections.abc import Callable
from typing import Any

AGAIN_SECONDS = 0.2  # until it rings again if the program caught Cut

# Taken before the student's program is loaded; missing on some platforms.
_set_timer: Any = getattr(signal, "setitimer", None)
_set_handler: Any = signal.signal
_RINGING, _REAL = getattr(signal, "SIGALRM", None), getattr(signal, "ITIMER_REAL", None)


class Cut(BaseException):
    """The time is up."""


class Alarm:
    """Timer of the main thread."""

    def __init__(self) -> None:
        self.rang = False
        self._on = False
        self._holds = False
        self._gate = allocate_lock()
        self._gate.acquire()  # never released

    def within(self, seconds: float, work: Callable[[], None], *, holds: bool = False) -> None:
        """Call `work`; when its time is up, Cut is raised in it.

        If the work catches Cut, `holds` blocks the thread forever when the alarm rings again.
        """
        self.rang, self._on, self._holds = False, True, holds
        try:
            self._set(max(seconds, AGAIN_SECONDS / 100))
            try:
                work()
            finally:
                self._on = False
        except Cut:
            self._on = False
        finally:
            self._set(0)

    def _set(self, seconds: float) -> None:
        if _set_timer is not None:
            _set_handler(_RINGING, self._ring)
            _set_timer(_REAL, seconds, AGAIN_SECONDS if seconds else 0)

    def _ring(self, *_: object) -> None:
        if not self._on:
            return
        if self.rang and self._holds:
            self._gate.acquire()
        self.rang = True
        raise Cut
