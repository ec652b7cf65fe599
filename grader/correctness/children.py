"""Child processes to put questions to: one that lives, or a fresh one."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from grader.correctness.questions import CaseQuestion
from grader.model.calling import IN_PLACE, Call, Target, Value
from grader.model.reference import Inputs
from grader.model.run import RunStatus
from grader.model.running import Program, Session


class Reply(Struct, frozen=True, kw_only=True):
    """A call, and what the same process was called with before."""

    call: Call
    earlier: tuple[Inputs, ...]  # oldest first
    calls: tuple[Inputs, ...] = ()  # the same, each as often as it was called, and this one, too


class Children:
    """Forks a fresh child whenever the last one no longer answers."""

    def __init__(
        self,
        program: Program,
        first: Session,
        heard: Callable[[CaseQuestion, Call], Call] = lambda _, call: call,
    ) -> None:
        """Begins with a session with the program in it; `heard` reads what a plugin's call told."""
        self._heard = heard
        self._program = program
        self._session = first
        self._asked: list[tuple[Target, Inputs]] = []
        self._calls: list[Inputs] = []

    @property
    def answering(self) -> bool:
        """Whether the last child can be called again."""
        return self._session.alive and self._session.load.status is RunStatus.OK

    def ask(self, target: Target, question: CaseQuestion, *, seconds: float | None = None) -> Reply:
        """Calls the target once; a child that cannot be loaded again is its own answer."""
        if not self.answering:
            self.renew()
        earlier = tuple(inputs for _, inputs in self._asked)
        if not self.answering:
            return Reply(call=Call(run=self._session.load), earlier=earlier)
        self._asked.append((target, question.inputs))
        filled = question.shape if target.convention in IN_PLACE else ()
        call = self._session.call(
            replace(target, shape=filled), question.given(target.form), seconds=seconds
        )
        call = self._heard(question, call)
        if call.run.status is RunStatus.PROTOCOL:
            self._session.close()  # nobody believes such a child once more
        before = (*self._calls, *[question.inputs] * call.before)
        self._calls += [question.inputs] * (call.before + 1 + call.after)
        return Reply(call=call, earlier=earlier, calls=before)

    def result_twice(
        self, target: Target, first: CaseQuestion, later: CaseQuestion
    ) -> tuple[Value | None, Value | None]:
        """Call with two questions in a row; see Session."""
        if not self.answering:
            self.renew()
        if not self.answering:
            return None, None
        for question in (first, later):
            self._asked.append((target, question.inputs))
            self._calls.append(question.inputs)
        inputs = (first.given(target.form), later.given(target.form))
        return self._session.result_twice(target, *inputs)

    def renew(self, *, even_if_fresh: bool = False) -> None:
        """Ends the child and forks a fresh one, unless this one is as good as fresh."""
        if self.answering and not self._asked and not even_if_fresh:
            return
        self._session.close()
        self._session = self._program.start()
        self._asked, self._calls = [], []

    def keep_for(self, target: Target) -> None:
        """Forks a fresh child if anything but this target was called in this one.

        Another function of the program may have changed what the graded one relies on.
        """
        if any(called != target for called, _ in self._asked):
            self.renew()

    def close(self) -> None:
        """Ends the last child."""
        self._session.close()
