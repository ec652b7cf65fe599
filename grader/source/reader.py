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

WALL_SECONDS = 120.0  # only a busy computer needs that long for so little
BUSY = "the reader did not answer within {wall:g} s; the computer was busy"
LIMITS_CPU = importlib.util.find_spec("resource") is not None
# Isolated, so that neither the student's folder nor the user's settings are on its path.
START = "import sys; sys.path += {roots!r}; from grader.source.child import main; main({cpu!r})"
NEEDED = ("grader", "msgspec")  # its modules and, of other kinds, what they read with
Answer = dict[str, Any] | None


class SourceReader:
    """Reads sources in a process of its own, which is started again when it dies or runs over."""

    def __init__(
        self, *, wall_seconds: float = WALL_SECONDS, cpu_seconds: float = CPU_SECONDS
    ) -> None:
        self.pythons: Mapping[str, str] = {}
        """Where other Pythons are, by version: they parse what is to run under them."""
        self._wall_seconds = wall_seconds
        self._cpu_seconds = cpu_seconds
        self._process: _Process | None = None
        self._source: tuple[SourceFile | None, tuple[SourceFile, ...]] = (None, ())
        self._facts: dict[SourceQuestion, SourceFacts] = {}  # about that source

    def __enter__(self) -> Self:
        """Starts the process; it gets ready while the caller does other things."""
        self._process = _Process(self._cpu_seconds)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends the process."""
        self.close()

    def close(self) -> None:
        """Ends the process. Safe to call twice."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def read(self, submission: Submission, exercise: Exercise) -> SourceFacts:
        """Reads a submission that has a source; limits and crashes are facts, not exceptions.

        What was read last is not read twice: `check` looks for empty functions first, and once
        before it has loaded what the check takes.
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
        facts, _ = self._asked(pack_request(main, helpers, question, path))
        if facts.status is ParseStatus.OK:
            self._facts[question] = facts
        return facts

    def compare(
        self, submission: Submission, versions: Iterable[str]
    ) -> Mapping[str, Mapping[str, str]]:
        """Find the files of a program that versions of Python cannot read, by version.

        Each has the version that it needs, "" where no version can read it. The first version that
        reads everything is the last one asked. What could not be compared is not among them.
        """
        if submission.main is None:
            return {}
        pythons = [(version, self.pythons.get(version, "")) for version in versions]
        _, unread = self._asked(pack_comparison(submission.main, submission.helpers, pythons))
        return unread or {}

    def read_with(self, function: str, request: object) -> tuple[SourceFacts, Any]:
        """Has a function of a plugin read under the same limits: "our_fortran.reading:read".

        It is given the request, plain values, and returns SourceFacts and a record of its own, of
        which plain values arrive here; None where it did not get so far.
        """
        return self._asked({"with": function, "request": request})

    def _asked(self, request: Mapping[str, Any]) -> tuple[SourceFacts, Any]:
        """Gives the answer, or what it says of a source that there is none."""
        if self._process is None or not self._process.alive:
            self.close()
            self._process = _Process(self._cpu_seconds)
        try:
            answer = self._process.ask(request, self._wall_seconds)
        except queue.Empty:
            self.close()
            if LIMITS_CPU:  # then it was not the source: it is tried again
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
        # The words of the model carry their bounds, which are msgspec's.
        others = (name for kind in kinds() for name in kind.reads_with)
        specs = [importlib.util.find_spec(name) for name in (*NEEDED, *others)]
        roots = [str(Path(str(spec.origin)).parent.parent) for spec in specs if spec is not None]
        self._popen = subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
            [sys.executable, "-I", "-S", "-c", START.format(roots=roots, cpu=cpu_seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._requests: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        # Pipes have no deadline on every system, so a thread waits for them.
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, request: Mapping[str, Any], seconds: float) -> Answer:
        """Returns the answer, or None when the process died; raises queue.Empty when late."""
        self._requests.put(request)
        return self._answers.get(timeout=seconds)

    def end(self) -> int:
        """Ends the process and returns its exit code."""
        if self.alive:
            self._popen.kill()
        code = self._popen.wait()
        self._requests.put(None)
        self._thread.join()
        return code

    def _talk(self) -> None:
        sending = cast("IO[bytes]", self._popen.stdin)  # both are pipes, as Popen was told
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
