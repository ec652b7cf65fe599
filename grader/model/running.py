"""Interfaces of the sandbox: a program that can be started and called."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from grader.model.calling import Call, Target, Value
from grader.model.course import Exercise, Limits
from grader.model.measurement import Measurement
from grader.model.program import Plot, ProgramRun
from grader.model.reference import Array
from grader.model.run import LoadMode, RunRecord, Traceback

Frame = tuple[Mapping[str, Any], Any]  # JSON, and bytes, or a view of them if requested

LATER_CALLS = 4  # calls after which a first result is read again, since buffers may be used in turn


class Session(Protocol):
    """One confined child process with the program loaded in it."""

    @property
    def load(self) -> RunRecord:
        """How loading ended; calls are only possible if its status is OK."""

    @property
    def alive(self) -> bool:
        """Whether the child still answers: not after a timeout, a crash or an exceeded limit."""

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Call the target with copies of the matrices; `seconds` can shorten the limit."""

    def measure(
        self, target: Target, inputs: Sequence[Array], *, again: bool = True
    ) -> Measurement:
        """Call the target once and time each part; with `again`, fetch the result twice."""

    def result_twice(
        self, target: Target, inputs: Sequence[Array], later: Sequence[Array]
    ) -> tuple[Value | None, Value | None]:
        """Call the target repeatedly; return the first result before and after later calls.

        None if a call failed, or if results are in memory of ours.
        """

    def plots(self) -> tuple[Plot, ...]:
        """Return what the program has plotted so far."""

    def close(self) -> None:
        """End the child. Safe to call twice."""


class ScriptResult(Struct, frozen=True, kw_only=True):
    """A run of the whole program, and the matrices left in its variables."""

    run: ProgramRun  # its products and series are found later
    values: Mapping[str, Value] = field(default_factory=dict)  # by name: "X", "obj.data"


class Program(Protocol):
    """One student's program, which can be started in any number of fresh children."""

    @property
    def mode(self) -> LoadMode:
        """How much of it is executed; decided by the first start."""

    @property
    def whole_load(self) -> RunRecord | None:
        """How executing the whole program ended if `mode` is DEFINITIONS."""

    def restrict(self) -> None:
        """Execute only definitions in children started from now on."""

    def start(self) -> Session:
        """Fork a fresh confined child and load the program in it."""

    def run_script(
        self,
        answers: Sequence[str],
        seconds: float,
        *,
        draws: bool = False,
        pictures: bool = True,
    ) -> ScriptResult:
        """Run it in a fresh child as its author does, with these lines for input().

        It is stopped after `seconds`; the output until then is returned. `mode` does not matter. If
        it `draws`, the child has the real matplotlib, if that is installed, and with it NumPy: its
        results prove nothing for an exercise that forbids NumPy. With `pictures`, its figures are
        drawn again as pictures.
        """

    def run_under(self, module: str, seconds: float) -> Frame | None:
        """Run the script under a plugin's guest module, and return its reply: hostile input.

        `module` is in the plugin's folder `guest` and has a function `answer(head, files)`. The
        child is like one of `run_script`, never like the graded one. None if it did not answer
        properly within `seconds`.
        """


class AskedSession(Session, Protocol):
    """A child that a plugin tests in its own way."""

    def ask_program(
        self, by: str, request: Mapping[str, Any], *, seconds: float | None = None
    ) -> tuple[RunRecord, Frame | None]:
        """Let `answer(program, request, data)` of a plugin's guest module test the program.

        The module is the `maker` of the exercise's plugin; its first argument is a GuestProgram of
        `grader/guest/runner.py`. The answer is hostile input; None if the run failed.
        """

    def read_error(self, error: Any) -> Traceback:
        """Read an exception that the guest described, and add the lines of the program.

        Raises sandbox.ViolationError if the bytes do not describe an exception.
        """


class AskedProgram(Protocol):
    """A program in Python that a plugin tests in its own way."""

    def start_to_ask(self, *, execute: bool = True) -> AskedSession:
        """Fork a fresh confined child with the program in it.

        Without `execute`, the program is only executed when the plugin's module requests it.
        """


class Opener(Protocol):
    """A sandbox, as seen by code that has a program to run."""

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Take the texts of a program by logical name; nothing runs before its first start."""


class SandboxDoor(Opener, Protocol):
    """Everything that observing a submission needs from a sandbox."""

    def open_to_ask(self, main: str, files: Mapping[str, str], exercise: Exercise) -> AskedProgram:
        """Take the texts of a program in Python that the exercise's plugin tests in its own way."""

    def workshop(self, exercise: Exercise) -> Any:
        """Return the workshop for programs of the exercise's kind, if they are not Python.

        None if they are Python. Only the kind's plugin knows its type: see kinds.Workshop.
        """

    def expect(self, texts: Iterable[str]) -> None:
        """Announce the texts to be run, so that what they mention is imported once."""

    def begin(self, exercise: Exercise, *, draws: bool = False) -> None:
        """Start what this exercise's children need, in the background.

        A failure is only reported when a child is started. With `draws`, it is started for a script
        run.
        """

    def begin_quick(self, exercises: Iterable[Exercise]) -> None:
        """Start what is quick and the same for all programs, before any is known."""

    @property
    def alone(self) -> bool:
        """Whether a single submission is observed here, not a class."""

    def begin_fork(self, libraries: Any, limits: Limits, more: Any) -> None:
        """Start what `fork` will need, in the background."""

    def fork(self, libraries: Any, limits: Limits, more: Any) -> Any:
        """Start a child without a program, for a plugin's own guest module.

        Takes sandbox.Libraries and sandbox.Mounts, and returns a sandbox.Child, which a
        SandboxSession calls by "extend". Raises SandboxUnavailable.
        """
