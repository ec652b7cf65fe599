"""A cold child: a fresh interpreter per job, over pipes. Works on every platform."""

import contextlib
import os
import queue
import select
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO

from grader.guest.protocol import MAX_JSON, Request
from grader.model.course import Limits
from grader.sandbox.children import (
    MARGIN_MIB,
    TICK_SECONDS,
    ChildExit,
    Ending,
    Failure,
    Frame,
    FrameParser,
    Output,
    Raw,
    Usage,
    ViolationError,
    Watchdog,
    encode,
    nothing,
    with_descendants,
)

CHUNK = 1 << 16
CLOSED, TOO_MUCH = "closed", "too much"
LAST_WORDS_SECONDS = 1.0
SIGNAL_BASE = 128


class ColdChild:
    """Talks to one interpreter. Threads read its pipes, because Windows cannot poll them."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        limits: Limits,
        *,
        contained: bool = False,
    ) -> None:
        """Start the interpreter; `contained`: bubblewrap starts it and relays its exit."""
        self._contained = contained
        self._process = subprocess.Popen(  # noqa: S603 - our own command, no shell
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment),
            bufsize=0,
            start_new_session=True,
        )
        self.printed = Output(limits.output_bytes)
        self.returned = self.in_vain = self.added = self.kept_waiting = 0.0
        self.stands: tuple[int, int] | None = None
        self.when_ended: Callable[[], None] = nothing
        pid = self._process.pid
        self._watchdog = Watchdog(lambda: with_descendants(pid), limits, base_mib=MARGIN_MIB)
        self._taking = threading.Lock()
        self._events: queue.Queue[bytes | str] = queue.Queue(64)
        self._exit: ChildExit | None = None
        self._parser = FrameParser(0)
        self._readers = [
            threading.Thread(target=self._read_replies, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_output, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read_replies(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while data := pipe.read(CHUNK):
                self._events.put(data)
        self._events.put(CLOSED)

    def _read_output(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while self._take_output(pipe):
                if self.printed.is_too_much:
                    self._events.put(TOO_MUCH)
                    return

    def _take_output(self, pipe: IO[bytes]) -> bool:
        """Read some output; return whether there may be more."""
        if hasattr(select, "poll"):  # everywhere except Windows
            _wait_readable(pipe, None)  # not while holding the lock
        with self._taking:
            data = pipe.read(CHUNK)
            self.printed.add(data)
        return bool(data)

    def _has_untaken_output(self) -> bool:
        """Return whether output is not yet counted (always False on Windows)."""
        pipe, reader = self._process.stderr, self._readers[1]
        if not hasattr(select, "poll") or pipe is None or not reader.is_alive():
            return False
        with self._taking:
            return _wait_readable(pipe, 0)

    def exchange(
        self,
        head: Request | None,
        data: bytes | Sequence[Raw],
        seconds: float,
        max_data: int,
        max_json: int = MAX_JSON,
    ) -> Frame | Failure:
        """Send a request and wait for one frame; see Child."""
        if head is not None:
            self._send(encode(head, *([data] if isinstance(data, bytes) else data)))
        lag = bool(head and head.get("lag"))
        self._parser = FrameParser(max_data, returning=lag, max_json=max_json)
        answer = self._listen(seconds)
        self.returned, self.stands = self._parser.returned, self._parser.stands
        # Output printed before the reply counts, in whatever order the two arrive.
        deadline = time.monotonic() + LAST_WORDS_SECONDS
        while self._has_untaken_output() and time.monotonic() < deadline:
            time.sleep(LAST_WORDS_SECONDS / 1000)
        return Failure(ending=Ending.OUTPUT) if self.printed.is_too_much else answer

    def _listen(self, seconds: float) -> Frame | Failure:
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return Failure(ending=Ending.TIMEOUT)
            with contextlib.suppress(queue.Empty):
                answer = _answer(self._events.get(timeout=min(left, TICK_SECONDS)), self._parser)
                if answer is not None:
                    return answer
            if alarm := self._watchdog.alarm():
                return Failure(ending=Ending.MEMORY, detail=alarm)

    def _send(self, message: bytes) -> None:
        """Write in a thread, so that a child that does not read cannot block the host."""

        def write() -> None:
            with contextlib.suppress(OSError, ValueError):
                if self._process.stdin is not None:
                    self._process.stdin.write(message)

        threading.Thread(target=write, daemon=True).start()

    def usage(self) -> Usage | None:
        """Return None: a child that may start processes can let them do the work."""
        return None

    def end(self, grace: float) -> ChildExit:
        """Wait, then kill; see Child."""
        if self._exit is not None:
            return self._exit
        by_itself = True
        try:
            code = self._process.wait(grace)
        except subprocess.TimeoutExpired:
            by_itself = False
            self._process.kill()
            code = self._process.wait()
        self._release_readers()
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        for pipe, reader in zip(pipes, (None, *self._readers), strict=True):
            # Do not close a pipe under its reader: the descriptor might be reused.
            if pipe is not None and not (reader and reader.is_alive()):
                _close(pipe)
        # Inside a container, bubblewrap reports death by signal n as 128 + n. Where it matters, the
        # guest cannot exit with such a code itself.
        relayed = code - SIGNAL_BASE if self._contained and code > SIGNAL_BASE else 0
        number = (-code if code < 0 else relayed) if os.name == "posix" else 0
        self._exit = ChildExit(
            by_itself=by_itself,
            code=0 if number else abs(code),
            signal=number,
            cpu_seconds=self._watchdog.cpu_seconds,
        )
        self.when_ended()
        return self._exit

    def _release_readers(self) -> None:
        """Discard pending events until the readers reach the end of their pipes."""
        deadline = time.monotonic() + LAST_WORDS_SECONDS
        while any(reader.is_alive() for reader in self._readers) and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                self._events.get(timeout=LAST_WORDS_SECONDS / 1000)


def _wait_readable(pipe: IO[bytes], milliseconds: int | None) -> bool:
    """Wait until there is something to read, or the other end is closed."""
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    return any(event & select.POLLIN for _, event in poll.poll(milliseconds))


def _answer(event: bytes | str, parser: FrameParser) -> Frame | Failure | None:
    if event == TOO_MUCH:
        return Failure(ending=Ending.OUTPUT)
    if isinstance(event, str):
        return Failure(ending=Ending.CLOSED)
    try:
        return parser.feed(event)
    except ViolationError as violation:
        return Failure(ending=Ending.VIOLATION, detail=str(violation))


def _close(pipe: IO[bytes]) -> None:
    """Close in a thread: on some platforms, closing waits for a reader of the same pipe."""
    threading.Thread(target=pipe.close, daemon=True).start()
