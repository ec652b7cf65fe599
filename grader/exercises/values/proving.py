"""Prove for `grader verify` that the reference answers, and that tests reveal known mistakes."""

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from msgspec.structs import replace

from grader.course.references import FILL_IN
from grader.exercises.values.asking import (
    REFERENCE_LIMITS,
    Answers,
    Asking,
    Judge,
    drawn,
    open_reference,
    same_answers,
    to_fill_in,
)
from grader.exercises.values.questions import UnfitTest
from grader.exercises.values.record import Outcome
from grader.exercises.values.reference import PROGRAM, Question, ValuesReference
from grader.kinds import Proof, ReadingTools
from grader.model.course import Exercise
from grader.model.errors import Message
from grader.model.run import RunStatus, Traceback

SEEDS = 3  # generated sets of tests that help to tell mistakes apart

TO_FILL_IN = "FILL IN {function}(): {what}"
NO_VALUE = "the answer to {asked} cannot be compared, it is no plain value: {got}"
CONTRADICTS = "the test says that {asked} is {expected}, but the reference gives {got}"
ENDLESS = "did not finish within {seconds} s (in {function}(), test {asked})"
UNSAID = (
    "{error} (in {function}(), test {asked}), and so students' programs have to raise {name}; "
    "where that is meant, write {asked} raises {name}"
)
ALIKE = "{mistake} = {other}: no test distinguishes these mistakes"


def prove(exercise: Exercise, reference: ValuesReference, tools: ReadingTools) -> Proof:
    """Ask the reference as if it were a student's program, and also the known mistakes."""
    model = open_reference(reference, exercise, tools.sandbox)
    try:
        load = model.session.load
        if load.status is not RunStatus.OK:
            error = load.traceback
            said = f"{error.type}: {error.message}"[:300] if error else load.status.value
            return Proof(reference=(Message("{error}", {"error": said}, reference.file),))
        listens = exercise.calls != PROGRAM  # a reference in place of a program has to print
        if listens:
            model.exchange({"what": "listen", "file": reference.file})
        try:
            questions = [*reference.questions]
            for number in range(SEEDS):
                seed = hashlib.sha256(f"proof {number}".encode()).hexdigest()
                questions += drawn(model, exercise, reference, seed)
        except UnfitTest as problem:
            return Proof(reference=(replace(problem.message, where=reference.file),))
        answers = _answers(model, questions)
        judge = Judge(rule=exercise.own, reference=reference, model=model)
        problems = tuple(dict.fromkeys(_problems(answers, judge)))
        prints = _prints(model, reference) if listens else ()
        if problems:
            return Proof(reference=problems, prints=prints)
        return Proof(
            warnings=(*_unfilled(reference), *dict.fromkeys(_unsaid(answers, reference))),
            prints=prints,
            lookalikes=tuple(_alike(answers, judge, model, exercise)),
        )
    finally:
        model.close()


def _answers(model: Asking, questions: Iterable[Question]) -> list[tuple[Question, Answers]]:
    """Ask every question, until one does not finish."""
    answers: list[tuple[Question, Answers]] = []
    for question in questions:
        said = model.ask(question)
        answers.append((question, said))
        if any(each.ended is not None for each in said):
            break
    return answers


def _prints(model: Asking, reference: ValuesReference) -> tuple[str, ...]:
    """Return the reference's lines that print when it is read or when it was asked."""
    _, reply = model.exchange({"what": "heard"})
    heard = reply.get("lines", []) if isinstance(reply, dict) else []
    at_once = {
        node.lineno
        for node in ast.parse(reference.text).body
        if isinstance(node, ast.Expr) and ast.unparse(node).startswith("print(")
    }
    return tuple(f"{reference.file}: line {line}" for line in sorted(at_once.union(heard)))


def _unfilled(reference: ValuesReference) -> Iterator[Message]:
    """Find places of a template that are not filled in, although every test is answered."""
    for number, line in enumerate(reference.text.splitlines(), start=1):
        if match := FILL_IN.search(line.rstrip("\"')")):
            yield Message(TO_FILL_IN, match.groupdict(), _place(reference, number))


def _unsaid(
    answers: list[tuple[Question, Answers]], reference: ValuesReference
) -> Iterator[Message]:
    """Find exceptions that no test names and no `raise` statement of the reference raises."""
    raises = {
        node.lineno for node in ast.walk(ast.parse(reference.text)) if isinstance(node, ast.Raise)
    }
    for question, right in answers:
        for step, said in zip(question.steps, right, strict=False):
            if said.raised is None or step.raises or step.answered:
                continue
            error = said.raised.error
            where, function = _raised_at(error, reference)
            if isinstance(where, Message) and where.params["line"] not in raises:
                params = {
                    "asked": step.text[:200],
                    "error": f"{error.type}: {error.message}"[:200],
                    "function": function,
                    "name": error.type,
                }
                yield Message(UNSAID, params, where)


def _problems(answers: list[tuple[Question, Answers]], judge: Judge) -> Iterator[Message]:
    """Find tests that the reference does not answer, or answers differently from their text."""
    reference = judge.reference
    for question, right in answers:
        asked = question.text[:200]
        raised = right[-1].raised if right else None
        if raised is not None and (match := to_fill_in(raised.error)):
            yield Message(TO_FILL_IN, match.groupdict(), _raised_at(raised.error, reference)[0])
            continue
        result = judge.outcome(question, right, right)
        if result.outcome is Outcome.RIGHT:
            continue
        error = result.run.traceback if result.run is not None else None
        if error is not None and result.outcome is Outcome.RAISED:
            where, function = _raised_at(error, reference)
            params: dict[str, object] = {
                "asked": asked,
                "error": f"{error.type}: {error.message}"[:200],
                "function": function,
            }
            yield Message("{error} (in {function}(), test {asked})", params, where)
        elif result.run is not None and result.run.status is RunStatus.TIMEOUT:
            line = result.run.stood[1] if result.run.stood is not None else 0
            params = {
                "asked": asked,
                "function": _function_at(reference, line),
                "seconds": f"{REFERENCE_LIMITS.call_seconds:g}",
            }
            yield Message(ENDLESS, params, _place(reference, line) if line else reference.file)
        elif result.outcome in {Outcome.ENDED, Outcome.NO_TEST}:
            how = result.run.status.value if result.run is not None else ""
            params = {"asked": asked, "how": how}
            yield Message("the reference does not answer {asked} ({how})", params, reference.file)
        elif result.outcome is Outcome.FOREIGN:
            params = {"asked": asked, "got": result.got}
            yield Message(NO_VALUE, params, reference.file)
        else:
            params = {"asked": asked, "expected": result.expected, "got": result.got}
            yield Message(CONTRADICTS, params, reference.file)


def _raised_at(error: Traceback, reference: ValuesReference) -> tuple[Message | str, str]:
    """Return the innermost line of the reference in a traceback, and its function."""
    lines = [line for file, line, _ in error.frames if file == reference.file]
    if not lines:
        return reference.file, "reference"
    return _place(reference, lines[-1]), _function_at(reference, lines[-1])


def _function_at(reference: ValuesReference, line: int) -> str:
    """Return the name of the function that contains a line."""
    inside = [
        node
        for node in ast.walk(ast.parse(reference.text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(inside, key=lambda node: node.lineno).name if inside else "reference"


def _place(reference: ValuesReference, line: int) -> Message:
    return Message("{file}: line {line}", {"file": reference.file, "line": line})


def _alike(
    answers: list[tuple[Question, Answers]], judge: Judge, model: Asking, exercise: Exercise
) -> Iterator[Message]:
    """Find mistakes that answer every test like the reference, or like another mistake."""
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
