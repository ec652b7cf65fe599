"""A grader that is interrupted: starts on a level what would go on for ten minutes.

    python -m tests.sandbox.interrupted LEVEL WHAT

Says "working" before it begins to wait.
"""

import sys
from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from grader.model.calling import Convention, Target
from grader.model.course import Limits
from grader.reports import reading as documents
from grader.reports.reading import DocumentReader
from grader.sandbox import IsolationLevel, Sandbox
from tests.sandbox.places import exercise

SECONDS = 600.0
LIMITS = Limits(
    load_seconds=SECONDS, call_seconds=SECONDS, cpu_seconds=SECONDS, memory_mib=256, threads=24
)
ENDLESS = "while True:\n    pass\n"
ENDLESS_CALL = "def matmul(a, b):\n    while True:\n        pass\n"
EXERCISE = exercise(limits=LIMITS)
TARGET = Target(name="matmul", convention=Convention.AB)
PAIR = [np.ones((2, 2)), np.ones((2, 2))]


def say() -> None:
    """Says that from now on there is nothing but waiting."""
    sys.stdout.write("working\n")
    sys.stdout.flush()


def load(place: Sandbox) -> None:
    """Loads a program that does not come to its end."""
    program = place.open_program("k.py", {"k.py": ENDLESS}, EXERCISE)
    say()
    program.start()


def call(place: Sandbox) -> None:
    """Calls a function that does not come back."""
    session = place.open_program("k.py", {"k.py": ENDLESS_CALL}, EXERCISE).start()
    say()
    session.call(TARGET, PAIR)


def call_beside(place: Sandbox) -> None:
    """Calls one while a child of another zygote is there as well."""
    first = place.open_program("k.py", {"k.py": ENDLESS_CALL}, EXERCISE).start()
    other = replace(EXERCISE, allowed_imports=("ctypes",))
    session = place.open_program("k.py", {"k.py": ENDLESS_CALL}, other).start()
    assert first.alive
    say()
    session.call(TARGET, PAIR)


def run_script(place: Sandbox) -> None:
    """Runs a program as its author does."""
    program = place.open_program("k.py", {"k.py": ENDLESS}, EXERCISE)
    say()
    program.run_script((), SECONDS)


def read_document(place: Sandbox) -> None:
    """Reads a report; who interrupts this has stopped the child before."""
    say()
    limits = replace(documents.LIMITS, load_seconds=SECONDS, call_seconds=SECONDS)
    DocumentReader(place).read_document("r.pdf", b"%PDF-1.7\n" + b"1 0 obj\n" * 2**20, limits)


WORK: dict[str, Callable[[Sandbox], None]] = {
    work.__name__: work for work in (load, call, call_beside, run_script, read_document)
}

if __name__ == "__main__":
    with Sandbox(IsolationLevel(sys.argv[1])) as place:
        WORK[sys.argv[2]](place)
