"""The host's end of the reader process: one request at a time, with a deadline."""

import contextlib
import importlib.util
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

from grader.kinds import kinds
from grader.model.course import Exercise
from grader.model.static import ParseStatus, SourceFacts
from grader.model.submission import SourceFile, Submission
from grader.plugins import foreign_packages
from grader.source.frames import (
    CPU_SECONDS,
    MOST_ANSWER,
    pack_comparison,
    pack_request,
    read_frame,
    unpack_facts,
    write_frame,
)
from grader.source.question import SourceQuestion, question_about

WALL_SECONDS = 120.0  # reached only on a busy computer
BUSY = "the reader did not answer within {wall:g} s; the computer was busy"
LIMITS_CPU = importlib.util.find_spec("resource") is not None
# Isolated, so that neither the student's folder nor the user's settings are on its path.
START = "import sys; sys.path += {roots!r}; from grader.source.child import main; main({cpu!r})"
NEEDED = ("grader", "msgspec")  # our modules and, for other kinds, the libraries they read with
Answer = dict[str, Any] | None


class SourceReader:
    """Reads sources in a separate process, restarted if it dies or exceeds its limits."""

    def __init__(
        self, *, wall_seconds: float = WALL_SECONDS, cpu_seconds: float = CPU_SECONDS
    ) -> None:
        self.pythons: Mapping[str, str] = {}
        """Paths of other Pythons, by version: they parse programs that run under them."""
        self._wall_seconds = wall_seconds
        self._cpu_seconds = cpu_seconds
        self._process: _Process | None = None
        self._source: tuple[SourceFile | None, tuple[SourceFile, ...]] = (None, ())
        self._facts: dict[SourceQuestion, SourceFacts] = {}  # about that source

    def __enter__(self) -> Self:
        """Start the process; it gets ready in the background."""
        self._process = _Process(self._cpu_seconds)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process."""
        self.close()

    def close(self) -> None:
        """End the process. Idempotent."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def read(self, submission: Submission, exercise: Exercise) -> SourceFacts:
        """Read a submission that has a source; limits and crashes are facts, not exceptions.

        The last result is cached: `check` first looks for empty functions, before it has loaded
        what the check needs.
        """
        if submission.main is None:
            raise ValueError("there is no source to read")
        main, helpers = submission.main, submission.helpers
        if (main, helpers) != self._source:
            self._source, self._facts = (main, helpers), {}
        question = question_about(exercise)
        if question in self._facts:
            return self._facts[question]
        path = self.pythons.get(question.python, "")
        facts, _ = self._ask_process(pack_request(main, helpers, question, path))
        if facts.status is ParseStatus.OK:
            self._facts[question] = facts
        return facts

    def compare(
        self, submission: Submission, versions: Iterable[str]
    ) -> Mapping[str, Mapping[str, str]]:
        """Map versions of Python to the files that they cannot read.

        Each file is mapped to the version that it needs, or "" if none can read it. Versions after
        the first that reads everything are not asked. Versions that could not be compared are
        missing.
        """
        if submission.main is None:
            return {}
        pythons = [(version, self.pythons.get(version, "")) for version in versions]
        _, unread = self._ask_process(pack_comparison(submission.main, submission.helpers, pythons))
        return unread or {}

    def read_with(self, function: str, request: object) -> tuple[SourceFacts, Any]:
        """Let a plugin's function read under the same limits: "our_fortran.reading:read".

        It receives the request as plain values and returns SourceFacts and a record, which arrives
        as plain values; None if it failed.
        """
        return self._ask_process({"with": function, "request": request})

    def _ask_process(self, request: Mapping[str, Any]) -> tuple[SourceFacts, Any]:
        """Return the answer, or facts that explain why there is none."""
        if self._process is None or not self._process.alive:
            self.close()
            self._process = _Process(self._cpu_seconds)
        try:
            answer = self._process.ask(request, self._wall_seconds)
        except queue.Empty:
            self.close()
            if LIMITS_CPU:  # then the source is not the cause: a retry may succeed
                detail = BUSY.format(wall=self._wall_seconds)
                return SourceFacts(status=ParseStatus.CRASHED, detail=detail), None
            return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail="wall time"), None
        return (self._died(self._process.end()), None) if answer is None else unpack_facts(answer)

    def _died(self, code: int) -> SourceFacts:
        self._process = None
        if code == -getattr(signal, "SIGXCPU", 0):
            return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail="CPU time")
        return SourceFacts(status=ParseStatus.CRASHED, detail=f"the reader ended with {code}")


class _Process:
    """One reader process, and the thread that talks to it."""

    def __init__(self, cpu_seconds: float) -> None:
        # The model's records contain msgspec's constraints.
        others = [name for kind in kinds() for name in kind.reads_with]
        others += foreign_packages()  # for `read_with`
        specs = [importlib.util.find_spec(name) for name in (*NEEDED, *others)]
        roots = [str(Path(str(spec.origin)).parent.parent) for spec in specs if spec is not None]
        self._popen = subprocess.Popen(  # noqa: S603 - our own interpreter and our own command
            [sys.executable, "-I", "-S", "-c", START.format(roots=roots, cpu=cpu_seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._requests: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        # Pipes lack deadlines on some systems, so a thread waits for them.
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, request: Mapping[str, Any], seconds: float) -> Answer:
        """Return the answer, or None if the process died; raise queue.Empty after `seconds`."""
        self._requests.put(request)
        return self._answers.get(timeout=seconds)

    def end(self) -> int:
        """End the process and return its exit code."""
        if self.alive:
            self._popen.kill()
        code = self._popen.wait()
        self._requests.put(None)
        self._thread.join()
        return code

    def _talk(self) -> None:
        sending = cast("IO[bytes]", self._popen.stdin)  # both are pipes
        receiving = cast("IO[bytes]", self._popen.stdout)
        while (request := self._requests.get()) is not None:
            try:
                write_frame(sending, request)
                self._answers.put(read_frame(receiving, MOST_ANSWER))
            except (OSError, ValueError):
                self._answers.put(None)
        with contextlib.suppress(OSError):
            sending.close()
        receiving.close()
