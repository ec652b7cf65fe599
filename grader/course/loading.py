"""Find the course and load its TOML files; all problems are reported at once."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from grader.course.meaning import (
    assignment_problems,
    course_problems,
    expected_problems,
    plain_id,
)
from grader.course.schemas import Problem, as_fields, differences, file_class, nearest
from grader.course.toml_source import Document, KeyPath, TomlSource, parse_toml, read_toml
from grader.course.toml_tables import (
    AssignmentFile,
    CourseFile,
    ExerciseTable,
    ExpectedFile,
    SweepTable,
)
from grader.files import nearest_file
from grader.model.course import (
    Assignment,
    Case,
    CaseKind,
    Course,
    Exercise,
    ReportSpec,
    Sweep,
)
from grader.model.errors import CourseError, Message
from grader.model.finding import Param, Verdict
from grader.model.grading import (
    Condition,
    ConditionKind,
    Grading,
)
from grader.plugins import caller_of, table_of

COURSE_FILE = "course.toml"
UNFILLED = ("【ここに", "[Write here")
"""Placeholders in handouts that the instructor has to replace."""

Meaning = Callable[[Document], Iterable[Problem]]


def find_course(start: Path) -> Path:
    """Return the nearest folder at or above `start` with a course.toml, as git finds its own.

    Raises CourseError if there is none.
    """
    if file := nearest_file(start, COURSE_FILE):
        return file.parent
    sentence = "not found in {folder} or above; change to the course folder, or use --course"
    raise CourseError([Message(sentence, {"folder": start.resolve()}, COURSE_FILE)])


def load_course(root: Path) -> Course:
    """Load course.toml. Raises CourseError with every problem in it."""
    source = read_toml(root / COURSE_FILE, COURSE_FILE)
    return _course(_checked(source, "course", course_problems), root)


def list_assignments(course: Course) -> tuple[str, ...]:
    """Return the names of the course's assignments, sorted."""
    files = (course.root / "assignments").glob("*/assignment.toml")
    return tuple(sorted(path.parent.name for path in files))


def load_assignment(course: Course, name: str) -> Assignment:
    """Load one assignment. Raises CourseError with every problem in it."""
    names = list_assignments(course)
    if name not in names:
        about = {"name": name, "nearest": nearest(name, names)}
        sentence = "there is no assignment {name}{nearest}"
        raise CourseError([Message(sentence, about, "assignments")])
    source = read_toml(course.root / _file(name), _file(name))
    meaning = partial(assignment_problems, root=course.root, name=name)
    file: AssignmentFile = _checked(source, "assignment", meaning)
    return _assignment(file, course.root / "assignments" / name, course)


def load_assignments(course: Course) -> tuple[Assignment, ...]:
    """Load every assignment. Raises one CourseError with the problems of all files."""
    return tuple(_each(list_assignments(course), partial(load_assignment, course)).values())


def document_problems(
    text: str, course: Course, name: str, operations: Collection[str]
) -> tuple[Message, ...]:
    """Return the problems of the text of an assignment.toml that has not been written yet.

    `operations` are those whose reference has not been written yet, either.
    """
    meaning = partial(assignment_problems, root=course.root, name=name, coming=operations)
    try:
        _checked(parse_toml(text, _file(name)), "assignment", meaning)
    except CourseError as error:
        return error.messages
    return ()


def place_in(assignment: Assignment, path: KeyPath) -> Message:
    """Return the file, line and key for a problem that is found after loading."""
    source = read_toml(assignment.folder / "assignment.toml", _file(assignment.id))
    return source.where(path)


class Expected(Struct, frozen=True, kw_only=True):
    """Expected results of an example, from its expected.toml."""

    points: Mapping[str, float]  # by criterion
    verdicts: Mapping[str, Verdict]  # by check
    params: Mapping[str, Mapping[str, Param]]  # by check, then by name
    exercise: str = ""  # the only exercise to grade; "" = all


def load_examples(assignment: Assignment) -> Mapping[Path, Expected]:
    """Load the expected.toml of every example, by folder.

    Raises one CourseError with the problems of all of them.
    """
    files = sorted((assignment.folder / "examples").glob("*/expected.toml"))
    load = partial(_load_expected, assignment=assignment)
    return {path.parent: expected for path, expected in _each(files, load).items()}


def _load_expected(path: Path, assignment: Assignment) -> Expected:
    source = read_toml(path, "/".join(path.parts[-5:]))
    meaning = partial(expected_problems, assignment=assignment)
    file: ExpectedFile = _checked(source, "expected", meaning)
    params = {
        code: {key: tuple(value) if isinstance(value, list) else value for key, value in of.items()}
        for code, of in file.params.items()
    }
    return Expected(
        points=file.points, verdicts=file.verdicts, params=params, exercise=file.exercise
    )


Name = TypeVar("Name")
Loaded = TypeVar("Loaded")


def _each(names: Iterable[Name], load: Callable[[Name], Loaded]) -> dict[Name, Loaded]:
    """Load every name; raise one CourseError with the problems of all."""
    loaded: dict[Name, Loaded] = {}
    problems: list[Message] = []
    for name in names:
        try:
            loaded[name] = load(name)
        except CourseError as error:
            problems += error.messages
    if problems:
        raise CourseError(problems)
    return loaded


def _file(name: str) -> str:
    return f"assignments/{name}/assignment.toml"


def _checked(source: TomlSource, name: str, meaning: Meaning) -> Any:
    """Convert a file to its class; raise CourseError with all problems, in order of lines.

    Only the first problem of a key is reported: the others follow from it.
    """
    first: dict[KeyPath, Message] = {}
    problems, sound = differences(source.document, name)
    for path, message in (*problems, *meaning(sound)):
        first.setdefault(path, message)
    if first:
        paths = sorted(first, key=source.line)
        raise CourseError([replace(first[path], where=source.where(path)) for path in paths])
    kind = file_class(name)
    return msgspec.convert(as_fields(source.document, kind), kind, strict=False)


def _same(table: Any, kind: type[Any], *others: str) -> dict[str, Any]:
    """Return the fields that the file and the model share, except `others`."""
    names = {field.name for field in fields(kind)} - set(others)
    return {
        field.name: getattr(table, field.name) for field in fields(table) if field.name in names
    }


def _given(**values: Any) -> dict[str, Any]:
    """Drop values that are not in the file, so that the default of the model or course applies."""
    return {name: value for name, value in values.items() if value is not None}


def _course(file: CourseFile, root: Path) -> Course:
    level = file.sandbox.accept_level if file.sandbox else None
    feedback_lang = file.feedback.lang if file.feedback else None
    return Course(
        root=root,
        **_same(file, Course, "late", "lms", "grading"),
        lms={name: layout.pattern for name, layout in file.lms.items()},
        grading=_grading(file.grading) if file.grading else None,
        **_given(late=file.late, accept_level=level, feedback_lang=feedback_lang),
    )


def _grading(grading: Grading) -> Grading:
    """Fill in all assignments where a condition names none."""
    parts = grading.parts
    every = tuple(
        assignment for part in parts if not part.optional for assignment in part.assignments
    )
    return replace(
        grading,
        conditions=tuple(_condition(condition, every) for condition in grading.conditions),
    )


def _condition(condition: Condition, every: tuple[str, ...]) -> Condition:
    """Default a condition of recognition to all assignments that are not optional."""
    if condition.assignments or condition.kind is not ConditionKind.RECOGNITION:
        return condition
    return replace(condition, assignments=every)


def _assignment(file: AssignmentFile, folder: Path, course: Course) -> Assignment:
    """Build the assignment; grace period and late policy default to the course's."""
    grace = course.grace_seconds if file.grace_seconds is None else file.grace_seconds
    return Assignment(
        **_same(file, Assignment, "grace_seconds", "extensions", "late", "python"),
        python=(file.python,) if isinstance(file.python, str) else file.python,
        exercises=_exercises(file.exercise),
        folder=folder,
        grace_seconds=grace,
        extensions={plain_id(student): until for student, until in file.extensions.items()},
        late=file.late or course.late,
        docs_url=course.docs_url,
    )


def _exercises(tables: Sequence[ExerciseTable]) -> tuple[Exercise, ...]:
    """Build the exercises; those that share an entry are labelled with their ids."""
    entries = [table.entry for table in tables]
    names = [{table.entry, *table.aliases} for table in tables]
    built = []
    for number, table in enumerate(tables):
        others = set[str]().union(*names[:number], *names[number + 1 :]) - names[number]
        label = table.id if entries.count(table.entry) > 1 else ""
        built.append(_exercise(table, tuple(sorted(others)), label))
    return tuple(built)


def _exercise(table: ExerciseTable, others: tuple[str, ...], label: str) -> Exercise:
    cases = (
        Case(size=size, kind=kind) for kind in CaseKind for size in getattr(table.cases, kind.value)
    )
    called_by = caller_of(table.calls)
    return Exercise(
        **_same(table, Exercise, "allowed_imports", "variant", "cases", "sweep"),
        allowed_imports=tuple(sorted(table.allowed_imports)),
        variant=tuple(sorted(table.variant.items())),
        cases=tuple(cases),
        sweep=_sweep(table.sweep) if table.sweep else None,
        compilation=table.compile,
        called_by=called_by,
        own=own_table(table, called_by),
        others=others,
        label=label,
    )


def own_table(table: Any, plugin: str) -> Any:
    """Return the table of an exercise's plugin; its defaults if the file has none."""
    made = table_of(plugin)
    if made is None:
        return None
    own = getattr(table, plugin, None)
    return made() if own is None else own


def _sweep(table: SweepTable) -> Sweep:
    """Expand a geometric series of sizes; the last size is always included."""
    sizes = list(table.sizes)
    if table.first is not None and table.last is not None:
        size = float(table.first)
        while round(size) < table.last:
            sizes.append(round(size))
            size *= table.factor
        sizes.append(table.last)
    return Sweep(sizes=tuple(dict.fromkeys(sizes)), **_same(table, Sweep, "sizes"))


def any_report() -> Assignment:
    """Return an assignment that requires what every report needs: legible text, chapters, a graph.

    Used for reports whose assignment is unknown.
    """
    return Assignment(
        id="",
        title={},
        due=datetime.max.replace(tzinfo=UTC),
        source="",
        exercises=(),
        rubric=(),
        folder=Path(),
        report=ReportSpec(),
    )
