"""The reader process: what it answers, and that it never takes the host down."""

import os
import signal
import sys
import threading

import pytest

from grader.model.static import ParseStatus
from grader.source import SourceReader
from tests.source.sources import exercise, names, script, submission

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX limits and signals")


def test_reads_one_program_after_the_other() -> None:
    """Facts come back whole, and nothing of one program is kept for the next."""
    helper = script("import numpy\ndef f(a, b): return a * b\n", "helper.py")
    with SourceReader() as reader:
        first = reader.read(submission(script("from helper import f"), [helper]), exercise())
        second = reader.read(submission(script("x =（1")), exercise())
        third = reader.read(submission(script("from helper import f")), exercise(["helper"]))
    assert names(first) == ["POL001 numpy"]
    assert first.local_modules == ("helper.py",)
    assert [(one.name, one.file, one.parameters) for one in first.definitions] == [
        ("f", "helper.py", ("a", "b"))
    ]
    assert second.status is ParseStatus.SYNTAX_ERROR
    assert second.syntax is not None
    assert second.syntax.character == "（"
    assert third.uses == ()


def test_what_was_read_last_is_not_read_again() -> None:
    """The same source under the same question; another question is asked."""
    handed_in = submission(script("import csv"))
    with SourceReader() as reader:
        first = reader.read(handed_in, exercise())
        assert reader.read(handed_in, exercise()) is first
        assert not reader.read(handed_in, exercise(["csv"])).uses
        assert reader.read(submission(script("import re")), exercise()).uses != first.uses


def test_starts_by_itself_and_closes_twice() -> None:
    """Without `with` the process starts at the first request."""
    reader = SourceReader()
    assert reader.read(submission(script("import csv")), exercise()).uses
    reader.close()
    reader.close()


def test_monster_is_a_fact_and_the_next_program_is_read() -> None:
    """A source too large for the reader says so; the reader goes on."""
    with SourceReader() as reader:
        for code in ("x = " + "1+" * 100_000 + "1", "x=1\n" * 1_250_000, "-" * 100_000 + "1"):
            facts = reader.read(submission(script(code)), exercise())
            assert facts.status is ParseStatus.TOO_COMPLEX
        assert reader.read(submission(script("import csv")), exercise()).uses


@needs_posix
def test_a_busy_computer_says_nothing_of_a_source() -> None:
    """A reader that is late and has not computed is ended; that is our fault, and tried again."""
    with SourceReader(wall_seconds=0) as reader:
        facts = reader.read(submission(script("x = 1")), exercise())
        assert facts.status is ParseStatus.CRASHED
        assert "busy" in facts.detail


@needs_posix
def test_processor_time() -> None:
    """A source that takes too much processor time is too complex."""
    chain = "import time\n" + "\n".join(f"a{i} = a{i + 1}" for i in range(12_000))
    with SourceReader(cpu_seconds=0) as reader:
        facts = reader.read(submission(script(chain + "\na12000 = time")), exercise())
    assert facts.status is ParseStatus.TOO_COMPLEX
    assert facts.detail == "CPU time"


@needs_posix
def test_crash_is_ours() -> None:
    """A reader that dies over a program is our fault, and the next program is read all the same."""
    with SourceReader() as reader:
        assert reader._process is not None
        pid = reader._process._popen.pid
        os.kill(pid, signal.SIGSTOP)
        killer = threading.Timer(0.3, os.kill, (pid, signal.SIGKILL))
        killer.start()
        facts = reader.read(submission(script("x = 1")), exercise())
        killer.join()
        assert facts.status is ParseStatus.CRASHED
        assert facts.detail
        assert reader.read(submission(script("import csv")), exercise()).uses


@needs_posix
def test_death_between_two_programs_is_not_noticed() -> None:
    """A reader that was ended while nobody needed it is started again."""
    with SourceReader() as reader:
        process = reader._process
        assert process is not None
        os.kill(process._popen.pid, signal.SIGKILL)
        process._popen.wait()
        assert names(reader.read(submission(script("import csv")), exercise())) == ["POL001 csv"]


def test_without_a_source() -> None:
    """Asking about nothing is the caller's mistake."""
    with pytest.raises(ValueError, match="no source"):
        SourceReader().read(submission(None), exercise())


def test_asking_a_dead_process() -> None:
    """A process that cannot be written to has no answer."""
    with SourceReader() as reader:
        process = reader._process
        assert process is not None
        process._popen.kill()
        process._popen.wait()
        assert process.ask({"text": "x" * 1_000_000}, 30) is None
