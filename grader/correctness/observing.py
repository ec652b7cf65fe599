"""Puts every case to one program and writes down what came back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.correctness.children import Children, Reply
from grader.correctness.comparing import Answer, compare
from grader.correctness.discovery import Found, discover
from grader.correctness.lookalikes import known_mistakes, models, of_type, with_mistakes
from grader.correctness.net_evidence import net_evidence
from grader.correctness.nets import discover_net, is_used
from grader.correctness.probing import CALLS, SECONDS, WITH_LIBRARIES, Probing
from grader.correctness.questions import (
    Question,
    count_inputs,
    probe,
    questions,
    secret_questions,
)
from grader.model.course import Backend, Calls, CaseKind, DeviceKind, Exercise
from grader.model.evidence import Comparison, ExerciseEvidence, Lesson, Outcome
from grader.model.reference import Inputs, Reference
from grader.model.run import USED_UP, Call, LoadMode, RunStatus, Target
from grader.model.running import Program
from grader.model.static import SourceFacts

DEATHS = 2  # cases that may end their child before the rest is not run
REPEATS = 3  # wrong cases that are asked again in a fresh child
NO_REPEAT = {*USED_UP, RunStatus.PROTOCOL, RunStatus.SANDBOX_ERROR}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One case as it went."""

    question: Question
    answer: Answer
    earlier: tuple[Inputs, ...]  # what the same process was called with before
    asked: bool = True  # False: given up before this case


def observe(
    facts: SourceFacts, exercise: Exercise, reference: Reference, program: Program, seed: bytes
) -> ExerciseEvidence:
    """Loads the program, finds its function, runs the cases; what it does is all in the answer."""
    session = program.start()
    children = Children(program, session)
    try:
        evidence = ExerciseEvidence(
            exercise=exercise.id,
            source=facts,
            load=session.load,
            load_mode=program.mode,
            whole_load=program.whole_load,
            seed=seed.hex(),
            inputs=count_inputs(exercise, reference),
        )
        if session.load.status is not RunStatus.OK:
            return evidence
        evidence = replace(evidence, plots=session.plots())
        found = _find(facts, exercise, reference, children, seed)
        if found.entry is None and program.mode is LoadMode.WHOLE and facts.definitions:
            # The top level may have put something else under the function's name.
            program.restrict()
            children.renew(even_if_fresh=True)
            again = _find(facts, exercise, reference, children, seed)
            if again.entry is not None:
                found = again
                evidence = replace(evidence, load_mode=program.mode)
        evidence = replace(evidence, entry=found.entry, probes=found.probes)
        if found.entry is None:
            hidden = exercise.calls is not Calls.ARRAYS and is_used(facts)
            return replace(evidence, unproved=hidden)
        listed = questions(exercise, reference, seed)
        secret = secret_questions(exercise, reference, seed)
        comparisons = _compared((listed, secret), found.entry.target, children, reference)
        evidence = replace(evidence, net=net_evidence(comparisons, listed, found.entry, children))
    finally:
        children.close()
    return replace(evidence, comparisons=comparisons, lessons=_lessons(comparisons, reference))


def _find(
    facts: SourceFacts, exercise: Exercise, reference: Reference, children: Children, seed: bytes
) -> Found:
    probing = Probing(
        children=children,
        question=probe(exercise, reference, seed),
        reference=reference,
        forms=exercise.gives,
        seconds=_probe_seconds(exercise),
        left=CALLS * len(exercise.gives),
    )
    if exercise.calls is Calls.ARRAYS:
        found = discover(facts.definitions, exercise, probing)
    else:
        found = discover_net(facts, exercise, probing)
    if found.entry is not None:
        children.keep_for(found.entry.target)
    return found


def _probe_seconds(exercise: Exercise) -> float:
    """On a GPU the first call loads libraries and compiles, so that it may take its full time."""
    if exercise.device is DeviceKind.GPU:
        return exercise.limits.call_seconds
    seconds = SECONDS if exercise.backend is Backend.PYTHON else WITH_LIBRARIES
    return min(seconds, exercise.limits.call_seconds)


def _compared(
    asked: tuple[Sequence[Question], Sequence[Question]],
    target: Target,
    children: Children,
    reference: Reference,
) -> tuple[Comparison, ...]:
    """Asks all, names known mistakes if any is wrong, and asks wrong ones again alone.

    The secret sizes are asked of whoever is right for all listed ones.
    """
    listed, secret = asked
    attempts: list[Attempt] = []
    deaths = 0
    for question in listed:
        if deaths == DEATHS:
            attempts.append(_given_up(question, attempts[-1]))
            continue
        attempts.append(_ask_fairly(question, target, children))
        deaths += not children.answering
    if all(map(_is_equal, attempts)):
        attempts += [_ask_fairly(question, target, children) for question in secret]
    if all(_is_equal(attempt) for attempt in attempts):
        return tuple(attempt.answer.comparison for attempt in attempts)
    named = [_named(attempt, reference) for attempt in attempts]
    return tuple(_alone(named, attempts, target, children))


def _ask(question: Question, target: Target, children: Children) -> Attempt:
    reply: Reply = children.ask(target, question)
    return Attempt(question=question, answer=compare(question, reply.call), earlier=reply.earlier)


def _ask_fairly(question: Question, target: Target, children: Children) -> Attempt:
    """Asks again in a fresh child if earlier calls may have used up what this one is allowed."""
    attempt = _ask(question, target, children)
    if not attempt.earlier or attempt.answer.comparison.run.status not in USED_UP:
        return attempt
    children.renew()
    return _ask(question, target, children)


def _given_up(question: Question, last: Attempt) -> Attempt:
    answer = compare(question, Call(run=last.answer.comparison.run))
    unasked = replace(answer, comparison=replace(answer.comparison, asked=False))
    return Attempt(question=question, answer=unasked, earlier=(), asked=False)


def _is_equal(attempt: Attempt) -> bool:
    return attempt.answer.comparison.outcome is Outcome.EQUAL


def _named(attempt: Attempt, reference: Reference) -> Comparison:
    """Adds every known mistake that the result equals."""
    answer = attempt.answer
    if answer.numbers is None or attempt.question.case.kind is CaseKind.LARGE:
        return answer.comparison  # of large results a known mistake takes long to compute
    mistaken = models(attempt.question, attempt.earlier, reference)
    names = known_mistakes(attempt.question, answer.numbers, mistaken)
    outcome = with_mistakes(answer.comparison.outcome, names, reference)
    names += of_type(answer.comparison.elements, outcome, reference, names)
    return replace(answer.comparison, lookalikes=names, outcome=outcome)


def _alone(
    comparisons: Sequence[Comparison],
    attempts: Sequence[Attempt],
    target: Target,
    children: Children,
) -> list[Comparison]:
    """Says of wrong cases how they end in a fresh process; the first in a process is alone."""
    repeats = 0
    answered: list[Comparison] = []
    for comparison, attempt in zip(comparisons, attempts, strict=True):
        alone: Outcome | None = None
        if attempt.asked and not attempt.earlier:
            alone = comparison.outcome
        elif _worth_repeating(comparison, attempt) and repeats < REPEATS:
            repeats += 1
            children.renew()
            alone = _ask(attempt.question, target, children).answer.comparison.outcome
        answered.append(replace(comparison, alone=alone))
    return answered


def _worth_repeating(comparison: Comparison, attempt: Attempt) -> bool:
    wrong = comparison.outcome is not Outcome.EQUAL
    return attempt.asked and wrong and comparison.run.status not in NO_REPEAT


def _lessons(comparisons: Sequence[Comparison], reference: Reference) -> dict[str, Lesson]:
    """Keeps the words of every mistake named in a wrong case."""
    names = {
        name
        for comparison in comparisons
        if comparison.outcome is not Outcome.EQUAL
        for name in comparison.lookalikes
    }
    return {
        key: Lesson(name=lookalike.name, lesson=lookalike.lesson, excusable=lookalike.excusable)
        for key, lookalike in reference.lookalikes.items()
        if key in names
    }
