"""Proves for `grader verify` that the reference answers, and that tests reveal known mistakes."""

import hashlib
from collections.abc import Iterator, Mapping
from itertools import combinations

from msgspec.structs import replace

from grader.exercises.values.asking import (
    Answers,
    Asking,
    Judge,
    drawn,
    open_reference,
    same_answers,
)
from grader.exercises.values.questions import UnfitTest
from grader.exercises.values.record import Outcome
from grader.exercises.values.reference import Question, ValuesReference
from grader.kinds import Proof, ReadingTools
from grader.model.course import Exercise
from grader.model.errors import Message
from grader.model.run import RunStatus

SEEDS = 3  # sets of tests that a reference makes, by which mistakes have to be told apart

NO_VALUE = "the answer to {asked} cannot be compared, it is no plain value: {got}"
CONTRADICTS = "the test says that {asked} is {expected}, but the reference gives {got}"
ALIKE = "{mistake} = {other}: no test distinguishes these mistakes"


def prove(exercise: Exercise, reference: ValuesReference, tools: ReadingTools) -> Proof:
    """Asks the reference as if it were a student's program, and the mistakes likewise."""
    model = open_reference(reference, exercise, tools.sandbox)
    try:
        load = model.session.load
        if load.status is not RunStatus.OK:
            error = load.traceback
            said = f"{error.type}: {error.message}"[:300] if error else load.status.value
            return Proof(reference=(Message("{error}", {"error": said}, reference.file),))
        try:
            questions = [*reference.questions]
            for number in range(SEEDS):
                seed = hashlib.sha256(f"proof {number}".encode()).hexdigest()
                questions += drawn(model, exercise, reference, seed)
        except UnfitTest as problem:
            return Proof(reference=(replace(problem.message, where=reference.file),))
        answers = [(question, model.ask(question)) for question in questions]
        judge = Judge(rule=exercise.own, reference=reference, model=model)
        problems = tuple(dict.fromkeys(_problems(answers, judge)))
        if problems:
            return Proof(reference=problems)
        return Proof(lookalikes=tuple(_alike(answers, judge, model, exercise)))
    finally:
        model.close()


def _problems(answers: list[tuple[Question, Answers]], judge: Judge) -> Iterator[Message]:
    """Finds tests that the reference does not answer, or answers otherwise than they say."""
    for question, right in answers:
        result = judge.outcome(question, right, right)
        asked = question.text[:200]
        if result.outcome is Outcome.RIGHT:
            continue
        error = result.run.traceback if result.run is not None else None
        if result.outcome in {Outcome.ENDED, Outcome.NO_TEST}:
            how = result.run.status.value if result.run is not None else ""
            params = {"asked": asked, "how": how}
            yield Message(
                "the reference does not answer {asked} ({how})", params, judge.reference.file
            )
        elif error is not None and result.outcome is Outcome.RAISED:
            params = {"asked": asked, "error": f"{error.type}: {error.message}"[:200]}
            yield Message("the reference raises at {asked}: {error}", params, judge.reference.file)
        elif result.outcome is Outcome.FOREIGN:
            params = {"asked": asked, "got": result.got}
            yield Message(NO_VALUE, params, judge.reference.file)
        else:
            params = {"asked": asked, "expected": result.expected, "got": result.got}
            yield Message(CONTRADICTS, params, judge.reference.file)


def _alike(
    answers: list[tuple[Question, Answers]], judge: Judge, model: Asking, exercise: Exercise
) -> Iterator[Message]:
    """Finds mistakes that answer every test as the reference does, or as another mistake does."""
    of_mistakes: Mapping[str, list[Answers]] = {
        mistake.id: [
            model.ask(question, {exercise.entry: mistake.function}) for question, _ in answers
        ]
        for mistake in exercise.own.mistake
    }

    def are_alike(one: list[Answers], other: list[Answers]) -> bool:
        questions = (question for question, _ in answers)
        return all(
            same_answers(question, first, second, judge.rule)
            for question, first, second in zip(questions, one, other, strict=True)
        )

    right = [each for _, each in answers]
    for name, given in of_mistakes.items():
        if are_alike(right, given):
            yield Message("{mistake} = correct: no test reveals this mistake", {"mistake": name})
    for one, other in combinations(of_mistakes, 2):
        if are_alike(of_mistakes[one], of_mistakes[other]):
            yield Message(ALIKE, {"mistake": one, "other": other})
