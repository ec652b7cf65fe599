"""Calls one definition with a small probe, in every form and convention that fits, and ranks it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import product

from grader.correctness.children import Children
from grader.correctness.comparing import Answer, compare
from grader.correctness.conventions import conventions, is_meant
from grader.correctness.lookalikes import known_mistakes, models
from grader.correctness.questions import Question
from grader.correctness.reasons import Reason
from grader.correctness.values import same_numbers
from grader.model.course import Form
from grader.model.evidence import Outcome
from grader.model.reference import Array, Reference
from grader.model.run import IN_PLACE, Call, Convention, RunRecord, RunStatus, Target, ValueKind
from grader.model.static import Definition

SECONDS = 1.0  # a probe may take
WITH_LIBRARIES = 10.0  # where the first call may have to load what it needs
CALLS = 20  # that one program is asked at most
ENDS = {RunStatus.SANDBOX_ERROR: Reason.OUR_FAULT, RunStatus.PROTOCOL: Reason.TAMPERING}
PLAIN = {Convention.AB, Convention.BA}
STOPS = 2  # calls of one definition that may run out of time
FAILURES = {Reason.RAISED, Reason.STOPPED}
# What a guest says of a name whose own statement failed: it is there in the text, and graded.
FAILED_AT_THE_TOP = " has no value: line "
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
        """Whether it can be called: a failure with more than a and b may be due to our guess."""
        if self.target is None or self.rank is Rank.UNREACHED:
            return False
        told = bool(self.definition.ways) or self.target.convention in PLAIN
        return told or self.reason not in FAILURES


@dataclass(slots=True, kw_only=True)
class Probing:
    """One program, one probe, and how many calls are left."""

    children: Children
    question: Question
    reference: Reference
    forms: tuple[Form, ...] = (Form.LISTS,)
    seconds: float = SECONDS
    left: int = CALLS
    _known: dict[str, Trial] = field(default_factory=dict)  # by the name of the definition

    def attempt(self, definition: Definition) -> Trial:
        """Tries every form, and in each the conventions in turn, until one is right.

        What gives a known mistake in one form is not tried in another. Each is tried once.
        """
        if definition.name not in self._known:
            self._known[definition.name] = self._best(definition)
        return self._known[definition.name]

    def _best(self, definition: Definition) -> Trial:
        trials: list[Trial] = []
        for form, convention in self._ways(definition):
            last = trials[-1] if trials else None
            if not self.left or (last and self._settled(last, trials, form)):
                break
            if convention is Convention.BA and _swapping_is_far_fetched(definition, trials):
                continue
            trials.append(self._call(definition, convention, form))
        trials += self._adding(definition, trials)
        return max(trials or [self._uncalled(definition)], key=lambda trial: trial.rank)

    def _adding(self, definition: Definition, trials: Sequence[Trial]) -> list[Trial]:
        """Tries a C function that gives no product once more where its c holds 0: it may add."""
        if not definition.ways or any(one.rank >= Rank.LOOKALIKE for one in trials):
            return []
        targets = [one.target for one in trials if one.target and one.reason not in FAILURES]
        cleared = [replace(one, cleared=True) for one in targets][: max(self.left, 0)]
        return [self.ask(definition, one) for one in cleared]

    def _settled(self, last: Trial, trials: list[Trial], form: Form) -> bool:
        if last.rank is Rank.RIGHT or last.reason is Reason.MISSING:
            return True
        changed = last.target is not None and last.target.form is not form
        stops = sum(trial.reason is Reason.STOPPED for trial in trials)
        return stops == STOPS or (changed and any(one.rank is Rank.LOOKALIKE for one in trials))

    def _ways(self, definition: Definition) -> list[tuple[Form, Convention]]:
        """Lists how to call it; what its types say is not tried otherwise: C would do anything."""
        if definition.ways is not None:
            return [(way.form, way.convention) for way in definition.ways]
        return list(product(self.forms, self._conventions(definition)))

    def _conventions(self, definition: Definition) -> tuple[Convention, ...]:
        shapes = {matrix.shape for matrix in self.question.inputs}
        count = len(self.question.inputs)
        return conventions(definition, alike=len(shapes) == 1, inputs=count)

    def _call(self, definition: Definition, convention: Convention, form: Form) -> Trial:
        constant = any(way.constant for way in definition.ways or ())
        name = definition.name
        target = Target(name=name, convention=convention, form=form, constant=constant)
        return self.ask(definition, target)

    def ask(self, definition: Definition, target: Target) -> Trial:
        """Calls it once, in this way."""
        self.left -= 1
        call = self.children.ask(target, self.question, seconds=self.seconds).call
        rank, reason = self._ranked(call, target.convention)
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
        imprecise = answer.comparison.outcome is Outcome.LOW_PRECISION
        if imprecise or (not trivial and known_mistakes(self.question, numbers, mistaken)):
            return Rank.LOOKALIKE, Reason.WRONG
        if answer.comparison.outcome is Outcome.WRONG_SHAPE:
            return Rank.ENTERED, Reason.NOT_A_MATRIX
        return Rank.MATRIX, Reason.WRONG

    def _uncalled(self, definition: Definition) -> Trial:
        if definition.ways == ():
            reason = Reason.TYPES
        elif definition.ways or self._conventions(definition):
            reason = Reason.NOT_TRIED
        else:
            reason = Reason.ARGUMENTS if definition.constructor else Reason.CONSTRUCTOR
        return Trial(definition=definition, target=None, rank=Rank.UNREACHED, reason=reason)


def _swapping_is_far_fetched(definition: Definition, trials: Sequence[Trial]) -> bool:
    """A function that took image and kernel as they are is not given them the other way round.

    Else one that confuses them would pass for right.
    """
    took = any(trial.rank >= Rank.MATRIX for trial in trials)
    return took and not is_meant(Convention.BA, definition)


def _ranked_end(run: RunRecord) -> tuple[Rank, Reason]:
    """Tells a function that failed from one that was never entered: it has no line of its own."""
    if run.status is not RunStatus.RUNTIME_ERROR:
        return Rank.ENTERED, ENDS.get(run.status, Reason.STOPPED)
    if run.lacks_gpu:
        return Rank.ENTERED, Reason.NO_GPU
    if run.traceback is None or run.traceback.frames:
        return Rank.ENTERED, Reason.RAISED
    if run.traceback.type in NOT_THERE and FAILED_AT_THE_TOP not in run.traceback.message:
        return Rank.UNREACHED, Reason.MISSING
    if run.traceback.type == "TypeError":
        return Rank.UNREACHED, Reason.ARGUMENTS
    return Rank.ENTERED, Reason.RAISED
