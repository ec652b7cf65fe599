"""Make questions with answers, for a kit without references."""

from typing import Any

from msgspec.structs import replace

from grader.exercises.values.asking import Answers, drawn, open_reference
from grader.exercises.values.comparing import difference
from grader.exercises.values.guest.value_data import Items, Sub, Table
from grader.exercises.values.questions import Step, UnfitTest, literal_of
from grader.exercises.values.reference import Question, RunRequest, ValuesReference
from grader.exercises.values.table import TestTable, ValuesTable
from grader.kinds import ReadingTools
from grader.model.course import Exercise

MOST_LETTERS = 20_000  # of an answer
EXACT = ValuesTable(relative=0.0, absolute=0.0, dtype=True)


def publish(
    exercise: Exercise, reference: ValuesReference, tools: ReadingTools, seed: bytes
) -> Exercise:
    """Ask the reference once; leave out hidden tests, and tests without a unique answer.

    Generated tests are those of `seed`. Known mistakes stay with the course.
    """
    model = open_reference(reference, exercise, tools.sandbox)
    try:
        questions = [*reference.questions, *drawn(model, exercise, reference, seed.hex())]
        answered = [
            test
            for question in questions
            if not question.hidden and (test := _answered(question, model.ask(question), reference))
        ]
    finally:
        model.close()
    groups = tuple(replace(group, tests=(), case="") for group in exercise.own.group)
    own = replace(exercise.own, tests=(), test=tuple(answered), group=groups, random=0, mistake=())
    return replace(exercise, own=own)


def _answered(question: Question, answers: Answers, reference: ValuesReference) -> TestTable | None:
    """Convert a test with the reference's answers; None if they cannot be written."""
    told: dict[str, Any] = {"name": question.name or None, "hint": question.hint or None}
    told["group"] = question.group
    if question.run is not None:
        printed = answers[0].ran.printed if answers[0].ran is not None else None
        return _of_run(question.run, printed, told)
    if "check" in reference.defined and not all(step.answered for step in question.steps):
        return None
    steps: list[str] = []
    for step, said in zip(question.steps, answers, strict=False):
        if said.raised is not None and not step.answered:
            name = step.raises or said.raised.names[0]
            words = f": {step.words}" if step.words else ""
            steps.append(f"{step.text} raises {name}{words}")
            continue
        written = _step(step, said.value)
        if written is None or said.ended is not None:
            return None
        steps.append(written)
    complete = len(answers) == len(question.steps)
    return TestTable(steps=tuple(steps), **told) if complete or steps else None


def _step(step: Step, value: Any) -> str | None:
    if step.bind:
        return step.text
    text = as_written(step.answer if step.answered else value)
    return None if text is None else f"{step.text} == {text}"


def _of_run(run: RunRequest, printed: str | None, told: dict[str, Any]) -> TestTable | None:
    variables = {name: as_written(value) for name, value in run.variables.items()}
    output = run.output
    if output is None and run.compares_output:
        output = printed
        if output is None:
            return None
    return TestTable(
        input=run.input,
        arguments=run.arguments,
        files=dict(run.files),
        output=output,
        exit_code=run.exit_code,
        written=dict(run.written),
        variables={name: text for name, text in variables.items() if text is not None},
        **told,
    )


def as_written(value: Any) -> str | None:
    """Write a value as a test can contain it; None if reading it back would differ."""
    plain: Any = value.items if isinstance(value, Items) else value
    while isinstance(plain, Sub):
        plain = plain.value
    if isinstance(plain, Table):
        return None
    if hasattr(plain, "dtype"):
        text = f'array({plain.tolist()!r}, "{plain.dtype.name}")'
    else:
        text = repr(set(plain)) if isinstance(plain, frozenset) and plain else repr(plain)
    try:
        same = difference(plain, literal_of(text), EXACT) is None
    except UnfitTest:
        return None
    return text if same and len(text) <= MOST_LETTERS else None
