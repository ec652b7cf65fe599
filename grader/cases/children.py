"""Child processes that run cases: a live one, or a fresh one."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from grader.cases.questions import CaseQuestion
from grader.model.calling import IN_PLACE, Call, Target, Value
from grader.model.reference import Inputs
from grader.model.run import RunStatus
from grader.model.running import LATER_CALLS, Program, Session


class Reply(Struct, frozen=True, kw_only=True):
    """The result of a call, with the earlier calls in the same process."""

    call: Call
    earlier: tuple[Inputs, ...]  # oldest first
    # `earlier` with each call repeated as often as it was made, then this call's own repetitions
    calls: tuple[Inputs, ...] = ()


class Children:
    """Forks a fresh child whenever the last one no longer answers."""

    def __init__(
        self,
        program: Program,
        first: Session,
        heard: Callable[[CaseQuestion, Call], Call] = lambda _, call: call,
    ) -> None:
        """Start with a session that has loaded the program; `heard` decodes a plugin's calls."""
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
        """Call the target once; if a child cannot load the program, that is the result."""
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
            self._session.close()  # a child that violated the protocol is not used again
        before = (*self._calls, *[question.inputs] * call.before)
        self._calls += [question.inputs] * (call.before + 1 + call.after)
        return Reply(call=call, earlier=earlier, calls=before)

    def result_twice(
        self, target: Target, first: CaseQuestion, later: CaseQuestion
    ) -> tuple[Value | None, Value | None]:
        """Return the first call's result, packed before and after later calls; see Session."""
        if not self.answering:
            self.renew()
        if not self.answering:
            return None, None
        for question in (first, *[later] * LATER_CALLS):
            self._asked.append((target, question.inputs))
            self._calls.append(question.inputs)
        inputs = (first.given(target.form), later.given(target.form))
        return self._session.result_twice(target, *inputs)

    def renew(self, *, even_if_fresh: bool = False) -> None:
        """End the child and fork a fresh one, unless this one was never called."""
        if self.answering and not self._asked and not even_if_fresh:
            return
        self._session.close()
        self._session = self._program.start()
        self._asked, self._calls = [], []

    def keep_for(self, target: Target) -> None:
        """Fork a fresh child if this one has called anything but the target.

        Another function of the program may have changed state that the graded one uses.
        """
        if any(called != target for called, _ in self._asked):
            self.renew()

    def close(self) -> None:
        """End the last child."""
        self._session.close()
