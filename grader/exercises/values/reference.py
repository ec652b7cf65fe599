"""The basis for judging values: a reference's text, and the questions."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct, field

from grader.exercises.values.questions import Step, UnfitTest, literal_of, read_step
from grader.exercises.values.table import GroupTable, TestTable
from grader.model.course import Exercise
from grader.model.errors import Message

EXIT_CODE = "$?"  # the place of a wrong one; no variable and no file is called so
PROGRAM = "program"  # the word under `calls` for what is run as a script
Key = tuple[str | int, ...]


class RunRequest(Struct, frozen=True, kw_only=True):
    """A run of a program."""

    input: str = ""
    arguments: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    exit_code: int | None = None  # None: any
    output: str | None = None  # None: the reference's, or none is compared
    written: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, Any] = field(default_factory=dict)  # with the values that they have

    @property
    def compares_output(self) -> bool:
        """Whether the output counts; a test of files or variables may ignore it."""
        return self.output is not None or not (self.written or self.variables)

    @property
    def text(self) -> str:
        """The input, as displayed."""
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
    group: str = ""

    @property
    def text(self) -> str:
        """The question, as displayed."""
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
    """Yield what makes each question of the table, with its key in the exercise."""
    for number, text in enumerate(exercise.own.tests):
        yield ("values", "tests", number), partial(_short, text, exercise)
    for place, group in enumerate(exercise.own.group):
        for number, text in enumerate(group.tests):
            key = ("values", "group", place, "tests", number)
            yield key, partial(_short, text, exercise, group)
    for number, test in enumerate(exercise.own.test):
        yield ("values", "test", number), partial(_long, test, exercise)


def _short(text: str, exercise: Exercise, group: GroupTable | None = None) -> Question:
    about = _of_group(group) if group is not None else {}
    if exercise.calls == PROGRAM:
        return Question(run=RunRequest(input=text), **about)
    return Question(steps=of_steps([text]).steps, **about)


def _of_group(group: GroupTable) -> dict[str, Any]:
    return {"group": group.id, "name": group.name, "hint": group.hint or {}}


def of_steps(texts: Any) -> Question:
    """Make a question of steps as they are written. Raises UnfitTest."""
    steps = tuple(map(read_step, texts))
    if not any(step.is_asked for step in steps):
        raise UnfitTest(Message("must have a step whose value is compared"))
    return Question(steps=steps)


def _long(test: TestTable, exercise: Exercise) -> Question:
    groups = {group.id: group for group in exercise.own.group}
    if test.group and test.group not in groups:
        params = {"value": f'"{test.group}"', "nearest": ""}
        raise UnfitTest(Message("there is no group {value}{nearest}", params))
    told = _of_group(groups[test.group]) if test.group else {}
    told |= {key: text for key in ("name", "hint") if (text := getattr(test, key))}
    told["hidden"] = test.hidden
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
        exit_code=test.exit_code,
        written=test.written,
        variables={name: literal_of(text) for name, text in test.variables.items()},
    )
    return Question(run=run, **told)


def made_by_reference(case: Any, exercise: Exercise, group: GroupTable | None = None) -> Question:
    """Make a question from the result of a reference's `case(rng)`. Raises UnfitTest."""
    about = _of_group(group) if group is not None else {}
    if exercise.calls == PROGRAM:
        if not isinstance(case, str):
            raise UnfitTest(Message("case(rng) must return the input of a program, as text"))
        return Question(run=RunRequest(input=case), random=True, **about)
    texts = [case] if isinstance(case, str) else case
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise UnfitTest(Message("case(rng) must return a test, or a list of steps, as text"))
    return Question(steps=of_steps(texts).steps, random=True, **about)
