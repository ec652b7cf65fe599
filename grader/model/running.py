"""The edge of the sandbox: a program that can be started and called."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from grader.model.calling import Call, Target, Value
from grader.model.course import Exercise, Limits
from grader.model.measurement import Measurement
from grader.model.program import Plot, ProgramRun
from grader.model.reference import Array
from grader.model.run import LoadMode, RunRecord, Traceback

Frame = tuple[Mapping[str, Any], Any]  # JSON, and bytes, or a view of them where it was asked for

LATER_CALLS = 4  # after which a first result is looked at again: buffers may be used in turn


class Session(Protocol):
    """One confined child process with the program loaded in it."""

    @property
    def load(self) -> RunRecord:
        """How loading ended; calls are possible only when its status is OK."""

    @property
    def alive(self) -> bool:
        """Whether the child still answers. After a timeout, a crash or a limit it does not."""

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Call the target with copies of the matrices; `seconds` shortens the limit (probes)."""

    def measure(
        self, target: Target, inputs: Sequence[Array], *, again: bool = True
    ) -> Measurement:
        """Call the target once, and return what each part took; `again`: fetches a second time."""

    def result_twice(
        self, target: Target, inputs: Sequence[Array], later: Sequence[Array]
    ) -> tuple[Value | None, Value | None]:
        """Call the target again and again; return the first result before and after later calls.

        None where a call did not end well, and where results lie in memory of ours.
        """

    def plots(self) -> tuple[Plot, ...]:
        """What the program plotted so far."""

    def close(self) -> None:
        """End the child. Safe to call twice."""


class ScriptResult(Struct, frozen=True, kw_only=True):
    """A run of the whole program, and the matrices that were left among its variables."""

    run: ProgramRun  # its products and series are for others to find
    values: Mapping[str, Value] = field(default_factory=dict)  # by name: "X", "obj.data"


class Program(Protocol):
    """One student's program: starts a fresh child as often as asked."""

    @property
    def mode(self) -> LoadMode:
        """How much of it is executed; settled by the first start."""

    @property
    def whole_load(self) -> RunRecord | None:
        """How executing the whole program ended, when `mode` is DEFINITIONS."""

    def restrict(self) -> None:
        """Execute only definitions from now on, in children started later."""

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

        After `seconds` it is stopped; what it showed until then is told. `mode` does not matter.
        Where it `draws`, the child holds the real matplotlib, if that is installed, and with it
        NumPy: what it computes proves nothing of an exercise that forbids NumPy. Its figures are
        drawn once more for their `pictures`.
        """

    def run_under(self, module: str, seconds: float) -> Frame | None:
        """Run the script under a plugin's guest module, and return its reply: hostile input.

        `module` is in the plugin's folder `guest` and has a function `answer(head, files)`. The
        child is one that `run_script` would get; the graded child is never like that. None where it
        did not answer within `seconds`, or not as a guest does.
        """


class AskedSession(Session, Protocol):
    """A child that a plugin asks in its own way."""

    def ask_program(
        self, by: str, request: Mapping[str, Any], *, seconds: float | None = None
    ) -> tuple[RunRecord, Frame | None]:
        """Let `answer(program, request, data)` of a plugin's guest module ask the program.

        The module is the `maker` of the exercise's plugin; its first argument is a GuestProgram of
        `grader/guest/runner.py`. The answer is hostile input; None where the run did not end well.
        """

    def read_error(self, error: Any) -> Traceback:
        """Read an exception that the guest described, and add the lines of the program.

        Raises sandbox.ViolationError if the bytes do not describe an exception.
        """


class AskedProgram(Protocol):
    """A program in Python that a plugin asks in its own way."""

    def start_to_ask(self, *, execute: bool = True) -> AskedSession:
        """Fork a fresh confined child with the program in it.

        Without `execute`, nothing of it is executed until the plugin's module has it done.
        """


class Opener(Protocol):
    """A sandbox, seen by those who have a program to run in it."""

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Take the texts of a program by logical name; nothing runs before its first start."""


class SandboxDoor(Opener, Protocol):
    """Everything that observing a submission needs from a sandbox."""

    def open_to_ask(self, main: str, files: Mapping[str, str], exercise: Exercise) -> AskedProgram:
        """Take the texts of a program in Python that the exercise's plugin asks in its own way."""

    def workshop(self, exercise: Exercise) -> Any:
        """Return the workshop for programs of the exercise's kind, if they are not Python.

        None where they are. What it is, only the plugin of the kind knows: see kinds.Workshop.
        """

    def expect(self, texts: Iterable[str]) -> None:
        """Learn which texts are run from now on, so that what they mention is imported once."""

    def begin(self, exercise: Exercise, *, draws: bool = False) -> None:
        """Begin what this exercise's children need; it gets ready while the caller goes on.

        Where that does not begin, nobody hears of it before a child is started. With `draws` it is
        begun for a script run.
        """

    def begin_quick(self, exercises: Iterable[Exercise]) -> None:
        """Start what is quick and the same for all programs, before any is known."""

    @property
    def alone(self) -> bool:
        """Whether one submission is looked at here, not a class."""

    def begin_fork(self, libraries: Any, limits: Limits, more: Any) -> None:
        """Begin what `fork` will need; it gets ready while the caller goes on."""

    def fork(self, libraries: Any, limits: Limits, more: Any) -> Any:
        """Start a child that gets no program, for a plugin's own module of `guest`.

        Given sandbox.Libraries and sandbox.Mounts, it returns a sandbox.Child, which a
        SandboxSession asks by "extend". Raises SandboxUnavailable.
        """
