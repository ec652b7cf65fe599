"""Calls one definition with a 2x2 probe, in every convention that fits, and ranks what it does."""

from dataclasses import dataclass
from enum import IntEnum

from grader.correctness.children import Children
from grader.correctness.comparing import Answer, compare
from grader.correctness.conventions import conventions
from grader.correctness.lookalikes import known_mistakes, models
from grader.correctness.questions import Question
from grader.correctness.reasons import Reason
from grader.correctness.values import same_numbers
from grader.model.evidence import Outcome
from grader.model.reference import Array, Reference
from grader.model.run import Call, Convention, RunRecord, RunStatus, Target, ValueKind
from grader.model.static import Definition

SECONDS = 1.0  # a probe may take
CALLS = 20  # that one program is asked at most
ENDS = {RunStatus.SANDBOX_ERROR: Reason.OUR_FAULT, RunStatus.PROTOCOL: Reason.TAMPERING}
IN_PLACE = {Convention.ABC, Convention.ABCN}
FAILURES = {Reason.RAISED, Reason.STOPPED}
NOT_THERE = {"NameError", "AttributeError", "KeyError"}


class Rank(IntEnum):
    """How near a definition comes to the function looked for."""

    UNREACHED = 0  # it could not be called
    ENTERED = 1  # it was called, and gave no matrix of the right shape
    MATRIX = 2  # it gave one that is neither right nor a known mistake
    LOOKALIKE = 3
    RIGHT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The best that one definition did."""

    definition: Definition
    target: Target | None  # None when it was not called
    rank: Rank
    reason: Reason  # what it did

    @property
    def fits(self) -> bool:
        """Whether it can be called: a failure with more than (a, b) may be due to our guess."""
        if self.target is None or self.rank is Rank.UNREACHED:
            return False
        return self.target.convention is Convention.AB or self.reason not in FAILURES


@dataclass(slots=True, kw_only=True)
class Probing:
    """One program, one probe, and how many calls are left."""

    children: Children
    question: Question
    reference: Reference
    seconds: float = SECONDS
    left: int = CALLS

    def attempt(self, definition: Definition) -> Trial:
        """Tries the conventions in turn until one is right, and keeps the best."""
        trials: list[Trial] = []
        for convention in conventions(definition):
            if not self.left or (trials and trials[-1].rank is Rank.RIGHT):
                break
            trials.append(self._call(definition, convention))
        return max(trials or [_uncalled(definition)], key=lambda trial: trial.rank)

    def _call(self, definition: Definition, convention: Convention) -> Trial:
        self.left -= 1
        target = Target(name=definition.name, convention=convention)
        call = self.children.ask(target, self.question.inputs, seconds=self.seconds).call
        rank, reason = self._ranked(call, convention)
        return Trial(definition=definition, target=target, rank=rank, reason=reason)

    def _ranked(self, call: Call, convention: Convention) -> tuple[Rank, Reason]:
        if call.run.status is not RunStatus.OK:
            return _ranked_end(call.run)
        answer = compare(self.question, call)
        if answer.numbers is None:
            is_none = answer.comparison.kind is ValueKind.NONE
            return Rank.ENTERED, Reason.NONE if is_none else Reason.NOT_A_MATRIX
        if convention in IN_PLACE and not answer.numbers.any():
            return Rank.ENTERED, Reason.NONE  # the zeros that it was given to fill
        return self._ranked_numbers(answer, answer.numbers)

    def _ranked_numbers(self, answer: Answer, numbers: Array) -> tuple[Rank, Reason]:
        if answer.comparison.outcome is Outcome.EQUAL:
            return Rank.RIGHT, Reason.RIGHT
        trivial = not numbers.any() or any(
            same_numbers(numbers, matrix) for matrix in self.question.inputs
        )
        mistaken = models(self.question, (), self.reference)
        if not trivial and known_mistakes(self.question, numbers, mistaken):
            return Rank.LOOKALIKE, Reason.WRONG
        return Rank.MATRIX, Reason.WRONG


def _uncalled(definition: Definition) -> Trial:
    if conventions(definition):
        reason = Reason.NOT_TRIED
    else:
        reason = Reason.ARGUMENTS if definition.constructor else Reason.CONSTRUCTOR
    return Trial(definition=definition, target=None, rank=Rank.UNREACHED, reason=reason)


def _ranked_end(run: RunRecord) -> tuple[Rank, Reason]:
    """Tells a function that failed from one that was never entered: it has no line of its own."""
    if run.status is not RunStatus.RUNTIME_ERROR:
        return Rank.ENTERED, ENDS.get(run.status, Reason.STOPPED)
    if run.traceback is None or run.traceback.frames:
        return Rank.ENTERED, Reason.RAISED
    if run.traceback.type in NOT_THERE:
        return Rank.UNREACHED, Reason.MISSING
    if run.traceback.type == "TypeError":
        return Rank.UNREACHED, Reason.ARGUMENTS
    return Rank.ENTERED, Reason.RAISED
