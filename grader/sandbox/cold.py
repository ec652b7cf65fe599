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
    ROOM_MIB,
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
    """Talks to one interpreter; threads read its pipes, because Windows cannot poll them."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        limits: Limits,
        *,
        contained: bool = False,
    ) -> None:
        """Starts the interpreter; `contained`: bubblewrap does, and tells how it ended."""
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
        self._watchdog = Watchdog(lambda: with_descendants(pid), limits, base_mib=ROOM_MIB)
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
        """Reads some output; says whether there may be more."""
        if hasattr(select, "poll"):  # everywhere but on Windows
            _wait_readable(pipe, None)  # not while holding the lock
        with self._taking:
            data = pipe.read(CHUNK)
            self.printed.add(data)
        return bool(data)

    def _has_untaken_output(self) -> bool:
        """Says whether something was printed that is not yet counted (never, on Windows)."""
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
        """Sends a request and waits for one frame; see Child."""
        if head is not None:
            self._send(encode(head, *([data] if isinstance(data, bytes) else data)))
        lag = bool(head and head.get("lag"))
        self._parser = FrameParser(max_data, returning=lag, max_json=max_json)
        answer = self._listen(seconds)
        self.returned, self.stands = self._parser.returned, self._parser.stands
        # What was printed before the reply counts, however the two arrived.
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
        """Writes in a thread: a child that does not read must not hold up the host."""

        def write() -> None:
            with contextlib.suppress(OSError, ValueError):
                if self._process.stdin is not None:
                    self._process.stdin.write(message)

        threading.Thread(target=write, daemon=True).start()

    def usage(self) -> Usage | None:
        """Tells nothing: who is allowed to start processes can have these do the work."""
        return None

    def end(self, grace: float) -> ChildExit:
        """Waits a little, then kills; see Child."""
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
            # A pipe that is still read belongs to its reader: the number might be given out anew.
            if pipe is not None and not (reader and reader.is_alive()):
                _close(pipe)
        # Around a container, 128 + n is how bubblewrap reports a death by signal n; the guest is
        # kept from exiting with such a number where it matters.
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
        """Takes what nobody asked for until the readers meet the end of their pipes."""
        deadline = time.monotonic() + LAST_WORDS_SECONDS
        while any(reader.is_alive() for reader in self._readers) and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                self._events.get(timeout=LAST_WORDS_SECONDS / 1000)


def _wait_readable(pipe: IO[bytes], milliseconds: int | None) -> bool:
    """Waits until there is something to read, or the other end is closed."""
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
    """Closes in a thread: on some platforms closing waits for a reader of the same pipe."""
    threading.Thread(target=pipe.close, daemon=True).start()
