"""What an exercise of values is judged by: a reference's text, and the questions."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct, field

from grader.exercises.values.questions import Step, UnfitTest, literal_of, read_step
from grader.exercises.values.table import TestTable
from grader.model.course import Exercise
from grader.model.errors import Message

PROGRAM = "program"  # the word under `calls` for what is run as a script
Key = tuple[str | int, ...]


class RunRequest(Struct, frozen=True, kw_only=True):
    """A run of a program."""

    input: str = ""
    arguments: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    output: str | None = None  # None: the reference's, or none is compared
    written: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, Any] = field(default_factory=dict)  # with the values that they have

    @property
    def compares_output(self) -> bool:
        """Whether what it prints counts; a test of files or variables may leave it out."""
        return self.output is not None or not (self.written or self.variables)

    @property
    def text(self) -> str:
        """What it is given, as it is shown."""
        given = [f"{name}:\n{content.rstrip()}" for name, content in self.files.items()]
        given += [f"$ {shlex.join(self.arguments)}"] if self.arguments else []
        return "\n".join([*given, self.input] if self.input else given)


class Question(Struct, frozen=True, kw_only=True):
    """One test: steps of one object's life, or a run."""

    steps: tuple[Step, ...] = ()
    run: RunRequest | None = None
    name: Mapping[str, str] = field(default_factory=dict)
    hint: Mapping[str, str] = field(default_factory=dict)
    hidden: bool = False
    random: bool = False

    @property
    def text(self) -> str:
        """What is asked, as it is shown."""
        if self.run is not None:
            return self.run.text
        return "\n".join(step.text for step in self.steps)


class ValuesReference(Struct, frozen=True, kw_only=True):
    """A reference, which runs in a sandbox only."""

    file: str  # "reference/spiral.py"
    text: str
    defined: frozenset[str]
    imports: tuple[str, ...]
    questions: tuple[Question, ...]
    programs: Mapping[str, str] = field(
        default_factory=dict
    )  # there are none to compare times with


def questions_of(exercise: Exercise) -> Iterator[tuple[Key, Callable[[], Question]]]:
    """Gives what makes each question of the table, with its key in the exercise."""
    for number, text in enumerate(exercise.own.tests):
        yield ("values", "tests", number), partial(_short, text, exercise)
    for number, test in enumerate(exercise.own.test):
        yield ("values", "test", number), partial(_long, test, exercise)


def _short(text: str, exercise: Exercise) -> Question:
    if exercise.calls == PROGRAM:
        return Question(run=RunRequest(input=text))
    return of_steps([text])


def of_steps(texts: Any) -> Question:
    """Makes a question of steps as they are written. Raises UnfitTest."""
    steps = tuple(map(read_step, texts))
    if not any(step.is_asked for step in steps):
        raise UnfitTest(Message("must have a step whose value is compared"))
    return Question(steps=steps)


def _long(test: TestTable, exercise: Exercise) -> Question:
    told: dict[str, Any] = {"name": test.name or {}, "hint": test.hint or {}, "hidden": test.hidden}
    if exercise.calls != PROGRAM:
        if not test.steps:
            raise UnfitTest(Message("must have steps"))
        return Question(steps=of_steps(test.steps).steps, **told)
    if test.steps:
        raise UnfitTest(Message('has steps, which only apply to calls = "value"'))
    run = RunRequest(
        input=test.input,
        arguments=test.arguments,
        files=test.files,
        output=test.output,
        written=test.written,
        variables={name: literal_of(text) for name, text in test.variables.items()},
    )
    return Question(run=run, **told)


def made_by_reference(case: Any, exercise: Exercise) -> Question:
    """Makes a question of what a reference's `case(rng)` returned. Raises UnfitTest."""
    if exercise.calls == PROGRAM:
        if not isinstance(case, str):
            raise UnfitTest(Message("case(rng) must return the input of a program, as text"))
        return Question(run=RunRequest(input=case), random=True)
    texts = [case] if isinstance(case, str) else case
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise UnfitTest(Message("case(rng) must return a test, or a list of steps, as text"))
    return Question(steps=of_steps(texts).steps, random=True)
