"""What is seen of a net beside its numbers: structure, libraries, times. No verdict."""

from collections.abc import Sequence
from dataclasses import replace

from grader.correctness.children import Children
from grader.correctness.questions import Question
from grader.model.evidence import Comparison, Entry, Outcome
from grader.model.net import NetEvidence, NetFacts
from grader.model.run import WITH_NETS, Convention, RunStatus, Target

REPEATS = 24  # steps in one request, of which there are two for each batch
ROUNDS = 3  # requests, the quickest of which counts
SECONDS = 5.0  # of one of them
STEP_INPUTS = 3  # what a step is given before the parameters: x, y and the learning rate


def net_evidence(
    comparisons: Sequence[Comparison],
    asked: Sequence[Question],
    entry: Entry,
    children: Children,
) -> NetEvidence | None:
    """Asks a net once more, with the profiler; None in exercises without a net.

    Of nets that are wrong only the structure is told.
    """
    target = entry.target
    ended = all(one.run.status is RunStatus.OK for one in comparisons)
    if target.convention not in WITH_NETS or not asked or not ended:
        return None
    right = all(one.outcome is Outcome.EQUAL for one in comparisons)
    facts = _facts(replace(target, profiled=right), asked[-1], children)
    if facts is None:
        return None
    found = NetEvidence(facts=facts, asked=target.net)
    return _timed(found, target, asked[-1], children) if right else found


def _facts(target: Target, question: Question, children: Children) -> NetFacts | None:
    return children.ask(target, question).call.net


def _timed(
    found: NetEvidence, target: Target, question: Question, children: Children
) -> NetEvidence:
    """Lays a training step beside inference with the same net, on the host's clock."""
    if target.convention is not Convention.STEP:
        return found
    x, *others = question.inputs
    batch = replace(question, inputs=(x[: len(x) // 2], *others[STEP_INPUTS - 1 :]))
    plain = Target(
        name="",
        convention=Convention.INFERENCE,
        form=target.form,
        net=target.net,
        loss=target.loss,
        roles=(("model", "model"), ("x", "x")),
    )
    # A training request makes two steps a round: it is given half as many.
    train = _seconds(target, question, children, REPEATS // 2)
    infer = _seconds(plain, batch, children, REPEATS)
    if not train or not infer:
        return found
    return replace(found, train_seconds=train, infer_seconds=infer, steps=REPEATS)


def _seconds(target: Target, question: Question, children: Children, times: int) -> float:
    """Takes the time of so many repetitions, without that of making the net; 0 = it failed."""
    spent = []
    for many in (1, 1 + times):
        tries = []
        for _ in range(ROUNDS):
            call = children.ask(replace(target, times=many), question, seconds=SECONDS).call
            if call.run.status is not RunStatus.OK:
                return 0.0
            tries.append(call.run.wall_seconds)
        spent.append(min(tries))
    return max(0.0, spent[1] - spent[0])
