"""A student's program, started as often as asked: whole, or only its definitions."""

from collections.abc import Callable, Mapping, Sequence

from grader.model.course import Exercise, Limits, Scope
from grader.model.run import LoadMode, RunRecord, RunStatus
from grader.model.running import Session, Whole
from grader.sandbox.asking import ON_CPU, Giving
from grader.sandbox.children import Child
from grader.sandbox.session import SandboxSession
from grader.sandbox.whole import roomy

COMPANIONS = {"matplotlib": ("mpl_toolkits",)}  # they come with the module that is allowed
NOT_THE_PROGRAM = (RunStatus.PROTOCOL, RunStatus.SANDBOX_ERROR)


# What the guest executes, most first; the last two count as "definitions only".
WHOLE, ASSIGNMENTS, STRICT = "whole", "assignments", "definitions"
# The same for a file that holds several exercises, where nothing needs to succeed.
PIECES, PIECES_STRICT = "pieces", "pieces, strictly"
LADDERS = {
    Scope.FILE: (WHOLE, ASSIGNMENTS, STRICT),
    Scope.FUNCTION: (PIECES, PIECES_STRICT),
}


class SandboxProgram:
    """Implements model.running.Program.

    Top-level code (sweeps of a minute, input()) must not keep the function from being graded.
    When the whole program does not load, its imports, definitions and assignments are tried, the
    assignments each for itself; at last only those that are constants.
    """

    def __init__(
        self,
        fork: Callable[[Limits], Child],
        main: str,
        files: Mapping[str, str],
        exercise: Exercise,
        giving: Giving = ON_CPU,
    ) -> None:
        """Takes a way to make confined children; nothing runs yet."""
        self._giving = giving
        self._fork = fork
        self._main = main
        self._files = files
        self._exercise = exercise
        self._ladder = LADDERS[exercise.scope]
        self._settled = ""  # what the guest executes, once that is known
        self._whole_load: RunRecord | None = None

    @property
    def mode(self) -> LoadMode:
        """How much of the program is executed; settled by the first start."""
        whole = (self._settled or self._ladder[0]) == WHOLE
        return LoadMode.WHOLE if whole else LoadMode.DEFINITIONS

    @property
    def whole_load(self) -> RunRecord | None:
        """How executing the whole program ended, when `mode` is DEFINITIONS."""
        return self._whole_load

    def restrict(self) -> None:
        """Says that from now on only definitions are executed; see model.running.Program."""
        self._settled = self._ladder[-1]

    def start(self) -> Session:
        """Forks a fresh confined child and loads the program in it."""
        if self._settled:
            return self._start(self._settled)
        self._settled, *others = self._ladder
        session = self._start(self._settled)
        if session.load.status is RunStatus.OK or session.load.status in NOT_THE_PROGRAM:
            return session
        self._whole_load = session.load
        for self._settled in others:
            session.close()
            session = self._start(self._settled)
            if session.load.status is RunStatus.OK:
                break
        return session

    def _start(self, how: str) -> SandboxSession:
        limits = self._exercise.limits
        session = SandboxSession(self._fork(limits), limits, self._giving)
        session.load_program(self._main, self._files, self._allowed(), how)
        return session

    def run_whole(self, answers: Sequence[str], seconds: float) -> Whole:
        """Runs it in a fresh child as its author does; see model.running.Program."""
        limits = roomy(self._exercise.limits, seconds)
        session = SandboxSession(self._fork(limits), limits, self._giving)
        return session.run_whole((self._main, self._files, self._allowed()), answers, seconds)

    def _allowed(self) -> list[str]:
        allowed = self._exercise.allowed_imports
        return [*allowed, *(name for module in allowed for name in COMPANIONS.get(module, ()))]
