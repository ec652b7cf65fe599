"""A student's program, started as often as asked: whole, or only its definitions."""

from collections.abc import Callable, Mapping

from grader.model.course import Exercise
from grader.model.run import LoadMode, RunRecord, RunStatus
from grader.model.running import Session
from grader.sandbox.children import Child
from grader.sandbox.session import SandboxSession

COMPANIONS = {"matplotlib": ("mpl_toolkits",)}  # they come with the module that is allowed
NOT_THE_PROGRAM = (RunStatus.PROTOCOL, RunStatus.SANDBOX_ERROR)


class SandboxProgram:
    """Implements model.running.Program.

    Top-level code (sweeps of a minute, input()) must not keep the function from being graded:
    when the whole program does not load, imports, definitions and constants are tried.
    """

    def __init__(
        self, fork: Callable[[], Child], main: str, files: Mapping[str, str], exercise: Exercise
    ) -> None:
        """Takes a way to make confined children; nothing runs yet."""
        self._fork = fork
        self._main = main
        self._files = files
        self._exercise = exercise
        self._mode: LoadMode | None = None
        self._whole_load: RunRecord | None = None

    @property
    def mode(self) -> LoadMode:
        """How much of the program is executed; settled by the first start."""
        return self._mode or LoadMode.WHOLE

    @property
    def whole_load(self) -> RunRecord | None:
        """How executing the whole program ended, when `mode` is DEFINITIONS."""
        return self._whole_load

    def start(self) -> Session:
        """Forks a fresh confined child and loads the program in it."""
        session = self._start(self.mode)
        load = session.load
        if self._mode is not None or load.status is RunStatus.OK or load.status in NOT_THE_PROGRAM:
            self._mode = self.mode
            return session
        session.close()
        second = self._start(LoadMode.DEFINITIONS)
        self._mode = LoadMode.DEFINITIONS
        self._whole_load = load
        return second

    def _start(self, mode: LoadMode) -> SandboxSession:
        session = SandboxSession(self._fork(), self._exercise.limits)
        allowed = self._exercise.allowed_imports
        companions = [name for module in allowed for name in COMPANIONS.get(module, ())]
        session.load_program(self._main, self._files, [*allowed, *companions], mode.value)
        return session
