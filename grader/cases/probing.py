"""Call definitions of a program with a small probe, and rank what they return.

Each kind of entry chooses what to try, and how; this module is common to all.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum

from msgspec import Struct

from grader.cases.children import Children
from grader.cases.comparing import ComparedNumbers, compare
from grader.cases.lookalikes import known_mistakes, models
from grader.cases.questions import CaseQuestion
from grader.cases.reasons import Reason, join_probe, signature
from grader.cases.values import same_numbers
from grader.model.calling import IN_PLACE, Call, Convention, Target, ValueKind
from grader.model.evidence import Entry, EntryHow, Outcome
from grader.model.reference import Array, Reference
from grader.model.run import RunRecord, RunStatus
from grader.model.static import Definition

SECONDS = 1.0  # per probe
MAX_CALLS = 20  # limit per program
REASON_OF_STATUS = {RunStatus.SANDBOX_ERROR: Reason.OUR_FAULT, RunStatus.PROTOCOL: Reason.TAMPERING}
PLAIN = {Convention.AB, Convention.BA}
FAILURES = {Reason.RAISED, Reason.STOPPED}
# Part of the guest's message about a name whose statement failed: it exists, and is graded.
FAILED_AT_THE_TOP = " has no value: line "
NOT_THERE = {"NameError", "AttributeError", "KeyError"}


class Rank(IntEnum):
    """How close a definition comes to the function sought."""

    UNREACHED = 0  # could not be called
    ENTERED = 1  # was called, but returned no matrix of the right shape
    MATRIX = 2  # returned a matrix that is neither right nor a known mistake
    LOOKALIKE = 3
    RIGHT = 4


class Probed(Struct, frozen=True, kw_only=True):
    """The best result of one definition."""

    definition: Definition
    target: Target | None  # None if it was not called
    rank: Rank
    reason: str  # outcome: a Reason, or a plugin's own word

    @property
    def fits(self) -> bool:
        """Whether it can be called. With extra arguments, a failure may be due to our guess."""
        if self.target is None or self.rank is Rank.UNREACHED:
            return False
        sure = bool(self.definition.ways) or self.target.convention in PLAIN
        return sure or self.reason not in FAILURES


class Probing(Struct, kw_only=True):
    """One program, one probe, and the remaining number of calls."""

    children: Children
    question: CaseQuestion
    reference: Reference
    seconds: float = SECONDS
    left: int = MAX_CALLS

    def ask(self, definition: Definition, target: Target) -> Probed:
        """Call a definition once as the target says."""
        self.left -= 1
        call = self.children.ask(target, self.question, seconds=self.seconds).call
        rank, reason = self._ranked(call, target.convention)
        return Probed(definition=definition, target=target, rank=rank, reason=reason)

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

    def _ranked_numbers(self, answer: ComparedNumbers, numbers: Array) -> tuple[Rank, Reason]:
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


def _ranked_end(run: RunRecord) -> tuple[Rank, Reason]:
    """Distinguish a function that failed from one never entered, which has no frame of its own."""
    if run.status is not RunStatus.RUNTIME_ERROR:
        return Rank.ENTERED, REASON_OF_STATUS.get(run.status, Reason.STOPPED)
    if run.lacks_gpu:
        return Rank.ENTERED, Reason.NO_GPU
    if run.traceback is None or run.traceback.frames:
        return Rank.ENTERED, Reason.RAISED
    if run.traceback.type in NOT_THERE and FAILED_AT_THE_TOP not in run.traceback.message:
        return Rank.UNREACHED, Reason.MISSING
    if run.traceback.type == "TypeError":
        return Rank.UNREACHED, Reason.ARGUMENTS
    return Rank.ENTERED, Reason.RAISED


UNTRIED = {Reason.NOT_TRIED, Reason.OUR_FAULT}


class Discovery(Struct, frozen=True, kw_only=True):
    """The result of the search."""

    entry: Entry | None
    probes: tuple[str, ...]  # "multiply(x, y): none" for each that was rejected
    right: bool = False  # the chosen one answered the probe correctly
    untried: bool = False  # others may be right
    hidden: bool = False  # the requested function exists but cannot be called


def last_of_each_name(definitions: Iterable[Definition]) -> list[Definition]:
    """Return the definitions left after the program ran: later ones replace earlier ones."""
    return list({definition.name: definition for definition in definitions}.values())


def last_part(definition: Definition) -> str:
    """Return a name in lower case, without its class."""
    return definition.name.rpartition(".")[2].lower()


def found_in(trials: Sequence[Probed], taken: Probed | None, how: EntryHow) -> Discovery:
    """Return the chosen function, and the reasons against the others."""
    rest = [trial for trial in trials if trial is not taken]
    probes = tuple(join_probe(signature(trial.definition), _reason(trial)) for trial in rest)
    others = tuple(trial.definition.name for trial in rest if trial.rank is Rank.RIGHT)
    if taken is None or taken.target is None:
        return Discovery(entry=None, probes=probes)
    entry = Entry(
        target=taken.target,
        how=how,
        file=taken.definition.file,
        line=taken.definition.line,
        others=others,
    )
    untried = any(_may_be_right(trial) for trial in rest)
    return Discovery(entry=entry, probes=probes, right=taken.rank is Rank.RIGHT, untried=untried)


def _may_be_right(trial: Probed) -> bool:
    """Return whether it was not tried, has a fixed size, or was stopped before the full limit."""
    open_ = trial.reason in {Reason.STOPPED, Reason.FIXED} and trial.definition.multiplies
    return open_ or trial.reason in UNTRIED


def _reason(trial: Probed) -> str:
    if trial.rank is Rank.LOOKALIKE and not trial.definition.multiplies:
        return Reason.NO_PRODUCT
    return trial.reason
