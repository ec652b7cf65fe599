"""Facts about a net besides its results: structure, libraries, times. They decide no verdict."""

from collections.abc import Sequence

from msgspec.structs import replace

from grader.cases.children import Children
from grader.cases.questions import CaseQuestion
from grader.exercises.nets.record import NetFacts, NetRecord, ShapeMismatch
from grader.exercises.nets.replies import decode_net
from grader.exercises.nets.search import asking, target_of
from grader.exercises.nets.words import INFERENCE, MODEL, STEP
from grader.model.calling import Call, Target
from grader.model.evidence import Comparison, Entry, Outcome
from grader.model.reference import Inputs
from grader.model.run import RunStatus
from grader.sandbox.children import ViolationError

REPEATS = 24  # training steps, or forward passes, timed together
ROUNDS = 3  # attempts per request, the fastest of which counts
SECONDS = 5.0  # per request
STEP_INPUTS = 3  # arguments of a step before the parameters: x, y and the learning rate


def look_at_net(
    comparisons: Sequence[Comparison],
    questions: Sequence[CaseQuestion],
    entry: Entry,
    children: Children,
) -> NetRecord | None:
    """Ask a net once more, with the profiler; None if that shows nothing.

    For wrong nets only deviations of the structure are recorded. They are recorded for a result of
    another shape too, even if some other case failed.
    """
    target = entry.target
    if not questions:
        return None
    asked = tuple(target.request["net"])
    if all(comparison.run.status is RunStatus.OK for comparison in comparisons):
        right = all(comparison.outcome is Outcome.EQUAL for comparison in comparisons)
        call = children.ask(asking(target, profiled=right), questions[-1]).call
        if not isinstance(call.told, NetFacts):
            return None
        record = NetRecord(facts=call.told, asked=asked)
        if right:
            return _timed(record, target, questions[-1], children)
        return replace(record, mismatches=_mismatches(target, questions[-1], call))
    other = [
        comparison.case for comparison in comparisons if comparison.outcome is Outcome.WRONG_SHAPE
    ]
    question = next((question for question in questions if question.case in other), None)
    if question is None:
        return None
    mismatches = _mismatches(target, question, children.ask(target, question).call)
    return NetRecord(asked=asked, mismatches=mismatches)


def _mismatches(target: Target, question: CaseQuestion, call: Call) -> tuple[ShapeMismatch, ...]:
    """Compare a student's net with the expected one; the exercise's own net needs no check."""
    own = target.request["call"] == MODEL and isinstance(call.told, NetFacts)
    return shape_mismatches(call.told, question.inputs[1:]) if own else ()


def _timed(
    record: NetRecord, target: Target, question: CaseQuestion, children: Children
) -> NetRecord:
    """Time a training step and inference with the same net, by the host's clock."""
    if target.request["call"] != STEP:
        return record
    x, *others = question.inputs
    batch = replace(question, inputs=(x[: len(x) // 2], *others[STEP_INPUTS - 1 :]))
    pairs = (("model", "model"), ("x", "x"))
    plain = target_of("", INFERENCE, question.reference, pairs)
    # A training request makes two steps per repetition, so it has half as many.
    train = _seconds(target, question, children, REPEATS // 2)
    infer = _seconds(plain, batch, children, REPEATS)
    if not train or not infer:
        return record
    return replace(record, train_seconds=train, infer_seconds=infer, steps=REPEATS)


def _seconds(target: Target, question: CaseQuestion, children: Children, times: int) -> float:
    """Return the time of `times` repetitions, without creating the net; 0 if it failed."""
    spent = []
    for many in (1, 1 + times):
        tries = []
        for _ in range(ROUNDS):
            call = children.ask(asking(target, times=many), question, seconds=SECONDS).call
            if call.run.status is not RunStatus.OK:
                return 0.0
            tries.append(call.run.wall_seconds)
        spent.append(min(tries))
    return max(0.0, spent[1] - spent[0])


def hear(question: CaseQuestion, call: Call, calls: str) -> Call:
    """Decode what the guest module reported about a net; see OwnCalls."""
    if call.told is None:
        return call
    try:
        facts = decode_net(call.told)
    except ViolationError as violation:
        run = replace(call.run, status=RunStatus.PROTOCOL, detail=str(violation))
        return Call(run=run)
    odd = calls == MODEL and bool(shape_mismatches(facts, question.inputs[1:]))
    return replace(call, told=facts, misshapen=odd)


Shape = tuple[int, ...]


def shape_mismatches(facts: NetFacts, parameters: Inputs) -> tuple[ShapeMismatch, ...]:
    """Return parameters without counterpart; a net that only lacks parameters has none.

    The guest's report decides no verdict: it is used only to explain wrong numbers.
    """
    wanted: list[Shape] = [parameter.shape for parameter in parameters]
    strange = []
    for parameter in facts.parameters:
        if parameter.shape in wanted:
            wanted.remove(parameter.shape)
        else:
            strange.append(parameter)
    mismatches = []
    for parameter in strange:
        expected = next((shape for shape in wanted if len(shape) == len(parameter.shape)), ())
        if expected:
            wanted.remove(expected)
        mismatches.append(
            ShapeMismatch(name=parameter.name, expected=expected, got=parameter.shape)
        )
    return tuple(mismatches)
