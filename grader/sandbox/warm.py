"""A child of the zygote: one socket, one output pipe, one process descriptor."""

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from grader.sandbox.children import Ending, Exit, Failure
from grader.sandbox.output import Output
from grader.sandbox.watchdog import TICK_SECONDS, Watchdog
from grader.sandbox.wire import MAX_JSON, Frame, FrameParser, ViolationError, encode

CHUNK = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Handles:
    """The host's ends of one child."""

    channel: socket.socket
    out: int  # what it prints
    process: int
    group: int = 0  # of the processes that it may start; 0: it can start none


class WarmChild:
    """Talks to one forked child; the host's clock and caps rule every exchange."""

    def __init__(
        self,
        handles: Handles,
        output_cap: int,
        collect: Callable[[bool], Exit],
        watchdog: Watchdog | None,
    ) -> None:
        """Takes over the descriptors; `collect` asks the zygote how the process ended."""
        self._channel = handles.channel
        self._out = handles.out
        self._process = handles.process
        self._group = handles.group
        self._collect = collect
        self._output = Output(output_cap)
        self._watchdog = watchdog
        self._exit: Exit | None = None
        self._parser = FrameParser(0)
        self._channel.setblocking(False)  # noqa: FBT003
        os.set_blocking(self._out, False)
        # Looked up here: platforms without poll can still import this file.
        self._readable = select.POLLIN | select.POLLHUP | select.POLLERR
        self._poll = select.poll()
        self._poll.register(self._channel, self._readable)
        self._poll.register(self._out, self._readable)

    def exchange(
        self,
        head: Mapping[str, Any] | None,
        data: bytes,
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Sends a request and waits for one frame; see Child."""
        if head is not None and self._has_unasked_bytes():
            return Failure(ending=Ending.VIOLATION, detail="a reply that nobody asked for")
        unsent = memoryview(encode(head, data) if head is not None else b"")
        lag = bool(head and head.get("lag"))
        self._parser = FrameParser(max_data, returning=lag, max_json=max_json)
        answer = self._exchange(unsent, seconds)
        # What was printed before the reply counts, however the two arrived.
        return self._drain_all() or answer

    def _exchange(self, unsent: memoryview, seconds: float) -> Frame | Failure:
        deadline = time.monotonic() + seconds
        while True:
            unsent = self._send(unsent)
            left = deadline - time.monotonic()
            if left <= 0:
                return Failure(ending=Ending.TIMEOUT)
            for descriptor, _ in self._poll.poll(min(left, TICK_SECONDS) * 1000):
                answer = self._drain() if descriptor == self._out else self._receive()
                if answer is not None:
                    return answer
            if self._watchdog and (alarm := self._watchdog.alarm()):
                return Failure(ending=Ending.MEMORY, detail=alarm)

    def _has_unasked_bytes(self) -> bool:
        with contextlib.suppress(BlockingIOError, ConnectionError):
            return bool(self._channel.recv(1, socket.MSG_PEEK))
        return False

    def _send(self, unsent: memoryview) -> memoryview:
        if unsent:
            with contextlib.suppress(BlockingIOError, ConnectionError):
                unsent = unsent[self._channel.send(unsent) :]
        events = self._readable | (select.POLLOUT if unsent else 0)
        self._poll.modify(self._channel, events)
        return unsent

    def _receive(self) -> Frame | Failure | None:
        try:
            data = self._channel.recv(CHUNK)
        except BlockingIOError:
            return None
        except ConnectionError:
            data = b""
        if not data:
            return Failure(ending=Ending.CLOSED)
        try:
            return self._parser.feed(data)
        except ViolationError as violation:
            return Failure(ending=Ending.VIOLATION, detail=str(violation))

    def _drain(self) -> Failure | None:
        """Reads what was printed; closed pipes are no longer polled."""
        try:
            data = os.read(self._out, CHUNK)
        except BlockingIOError:
            return None
        if not data:
            self._poll.unregister(self._out)
        return Failure(ending=Ending.OUTPUT) if self._output.add(data) else None

    def _drain_all(self) -> Failure | None:
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._out, CHUNK):
                if self._output.add(data):
                    return Failure(ending=Ending.OUTPUT)
        return None

    def end(self, grace: float) -> Exit:
        """Waits a little, kills, and collects; see Child."""
        if self._exit is None:
            by_itself = grace > 0 and self._ended_within(grace)
            if not by_itself:
                self._end_group()
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(self._process, signal.SIGKILL)
            self._exit = self._collect(by_itself)
            self._drain_all()
            self._channel.close()
            os.close(self._out)
            os.close(self._process)
        return self._exit

    def _end_group(self) -> None:
        """Ends what it started. It is not yet collected itself: the number is still its own."""
        if self._group:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group, signal.SIGKILL)

    def _ended_within(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self._process, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    @property
    def returned(self) -> float:
        """When the function had returned; see Child."""
        return self._parser.returned

    @property
    def output(self) -> str:
        """The last of what it printed."""
        return self._output.tail

    @property
    def shown(self) -> str:
        """Both ends of what it printed."""
        return self._output.ends
