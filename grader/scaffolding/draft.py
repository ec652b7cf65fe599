"""Render the files of a new assignment from templates; write all of them or none."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from grader.backends import BACKENDS, FORMS
from grader.course.loading import UNFILLED, document_problems
from grader.course.references import load_reference, mistakes_as_course_errors
from grader.kinds import FormExample, FormRequest, form_of, kind_of_backend
from grader.model.course import Backend, Course, Form
from grader.model.errors import CourseError, Message
from grader.model.finding import LazyList, LazyText, Param, Verdict
from grader.model.reference import Reference
from grader.plugins import caller_of
from grader.scaffolding.examples import WorkedExample, ask, draft_examples
from grader.scaffolding.exercises import (
    Drafted,
    draft_exercises,
    draft_report,
    draft_rubric,
    of_program,
)
from grader.scaffolding.plan import THERE, AssignmentPlan, known_operations, plan_problems
from grader.wording import LANGUAGES, Language, in_each_language, load_wording

if TYPE_CHECKING:
    from jinja2 import Environment

SCHEMA = "assignment.schema.json"
OF_GRADER = f"grader/course/{SCHEMA}"  # its path in a course that contains grader's source
WIDTH = 100


class Draft(Struct, frozen=True, kw_only=True):
    """The files to write; nothing is written yet."""

    name: str
    files: Mapping[str, str]  # by path in assignments/NAME
    beside: Mapping[str, str] = field(default_factory=dict)  # new files by path in the course
    # grader's own files, by path in the course
    shared: Mapping[str, str] = field(default_factory=dict)
    unfilled: bool = False  # whether the handout still lacks the task
    without_program: tuple[str, ...] = ()  # ids of exercises without examples


def make_draft(plan: AssignmentPlan, course: Course) -> Draft:
    """Render every file. Raises CourseError with all problems of the plan."""
    if problems := plan_problems(plan, course):
        raise CourseError(problems)
    if plan.form:
        return _draft_of_form(plan, course)
    operations = known_operations(course)
    references = {
        operation: load_reference(course, operation)
        for operation in plan.operations
        if operation in operations
    }
    exercises = draft_exercises(plan, course)
    rubric = draft_rubric(exercises, plan.points, report=plan.report)
    worked_examples = [_asked(exercise, course, references) for exercise in exercises]
    shown = [_shown(*pair) for pair in zip(exercises, worked_examples, strict=True)]
    context: dict[str, Any] = {
        **_common(plan, course),
        "exercises": shown,
        "own": next((each["own"] for each in shown if each["own"] is not None), None),
        "tasks": {lang: _tasks(worked_examples, lang) for lang in LANGUAGES},
        "example": _example(exercises[0], worked_examples[0]),
        "rubric": rubric,
    }
    if plan.report:
        report = draft_report(course, exercises)
        context |= {"chapters": report.pop("chapter"), "report": report}
    document = render("assignment.toml", context)
    if problems := document_problems(document, course, plan.name, {*operations, *plan.operations}):
        raise CourseError(problems)
    files = {
        "assignment.toml": document,
        "handout.md": render("handout.md", context),
        f"starter/{plan.source}": _starter(exercises, worked_examples, context, course),
    }
    bare = []
    for exercise, facts, criterion in zip(exercises, worked_examples, rubric, strict=False):
        reference = references.get(exercise.table["operation"])
        examples_made: Sequence[tuple[str, str, Mapping[str, Any]]] = ()
        if reference is not None:
            with mistakes_as_course_errors(course.root, reference.operation):
                examples_made = tuple(
                    draft_examples(course.root, exercise, facts, reference, criterion.points)
                )
        examples = {
            f"examples/{name}/{file}": text
            for name, program, expected in examples_made
            for file, text in (
                (plan.source, program),
                ("expected.toml", render("expected.toml", expected)),
            )
        }
        files |= examples
        bare += [] if examples else [exercise.id]
    return Draft(
        name=plan.name,
        files=files,
        beside={
            f"reference/{operation}.{ending}": render(f"reference.{ending}", {"name": operation})
            for operation in plan.operations
            if operation not in operations
            for ending in ("py", "toml")
        },
        shared=_shared(course),
        unfilled=any(mark in files["handout.md"] for mark in UNFILLED),
        without_program=tuple(bare),
    )


def paths_of(draft: Draft) -> dict[str, str]:
    """Return the files by their paths in the course."""
    own = {f"assignments/{draft.name}/{path}": text for path, text in draft.files.items()}
    return {**draft.beside, **draft.shared, **own}


def _draft_of_form(plan: AssignmentPlan, course: Course) -> Draft:
    """Render the files of one exercise in a plugin's form."""
    title = " / ".join(plan.title.values())
    made = form_of(plan.form).draft(
        FormRequest(title=title, source=plan.source, examples=plan.examples)
    )
    backend = plan.backends[0] if plan.backends else made.backend
    usual = BACKENDS[backend].new_exercise
    exercise = Drafted(
        table={
            "id": plan.name,
            "operation": plan.name,
            "backend": backend.value,
            "calls": made.calls,
            "entry": made.entry,
            "allowed_imports": [*usual.get("allowed_imports", ()), *made.imports],
            "limits": usual["limits"],
        },
        like="",
    )
    if plan.device is not None and BACKENDS[backend].movable:
        exercise.table["device"] = plan.device.value
    criterion = of_program(exercise, plan.points, made.checks, made.shown)
    unsaid = in_each_language(LazyText("new.handout.unsaid"))
    written = "" if made.shown == plan.source else f"`{made.shown}` "
    context: dict[str, Any] = {
        **_common(plan, course),
        "exercises": [
            {
                "entry": made.shown,
                "settings": exercise.table,
                "like": "",
                "own": None,
                "modules": _modules(exercise),
            }
        ],
        "form": made,
        "plugin": caller_of(made.calls),
        "tasks": {lang: f"{written}{unsaid[lang]}" for lang in LANGUAGES},
        "rubric": (criterion,),
    }
    document = render("assignment.toml", context)
    if problems := document_problems(document, course, plan.name, {plan.name}):
        raise CourseError(problems)
    files = {
        "assignment.toml": document,
        "handout.md": render("handout.md", context),
        f"starter/{plan.source}": made.starter,
    }
    for example in made.examples:
        verdicts = dict.fromkeys(example.failed or made.passed, _verdict(example))
        points = 0.0 if example.failed else plan.points
        about = {"exercise": exercise.id, "points": {exercise.id: points}}
        said = in_each_language(example.about)
        expected = {"about": about, "verdicts": verdicts, "said": said, "lookalike": ""}
        files |= {
            f"examples/{example.name}/{plan.source}": example.program,
            f"examples/{example.name}/expected.toml": render("expected.toml", expected),
        }
    return Draft(
        name=plan.name,
        files=files,
        beside={f"reference/{plan.name}.py": made.reference},
        shared=_shared(course),
        unfilled=True,
    )


def _verdict(example: FormExample) -> str:
    return (Verdict.FAILED if example.failed else Verdict.PASSED).value


def _common(plan: AssignmentPlan, course: Course) -> dict[str, Any]:
    """Return the variables that the templates of every assignment need."""
    return {
        "plan": plan,
        "schema": f"../../{OF_GRADER}" if _has_grader(course) else f"../{SCHEMA}",
        "points": f"{plan.points:g}",
        "due": _due(plan.due, course.zone),
        "own": None,
        "form": None,
        "example": {},
        "report": None,
        "text": in_each_language,
    }


def _has_grader(course: Course) -> bool:
    return (course.root / OF_GRADER).is_file()


def _shared(course: Course) -> Mapping[str, str]:
    return {} if _has_grader(course) else {f"assignments/{SCHEMA}": _schema()}


def _asked(exercise: Drafted, course: Course, references: Mapping[str, Reference]) -> WorkedExample:
    sizes: Mapping[str, Sequence[int]] = exercise.table["cases"]
    every = tuple(size for kind in ("integers", "floats") for size in sizes.get(kind, ()))
    operation = exercise.table["operation"]
    reference = references.get(operation)
    with mistakes_as_course_errors(course.root, operation):
        worked = ask(course.root, reference, every)
    if (own := kind_of_backend(exercise.backend).drafting()) is None:
        return worked
    program = reference.programs.get(exercise.backend, "") if reference else ""
    return replace(worked, parameters=own.parameters(program, operation), inputs=())


def _shown(exercise: Drafted, worked: WorkedExample) -> dict[str, Any]:
    table, own = exercise.table, kind_of_backend(exercise.backend).drafting()
    form = Form(table.get("gives", ["lists"])[0])
    plain = form is Form.LISTS or own is not None
    kind = table.get("dtype", "float64")
    given: Param = LazyText(f"forms.{form}.in_handout") if form in FORMS else form.value
    if not plain:
        given = LazyList("list", (given, kind))
    call = f"({', '.join(worked.parameters)})" if exercise.is_function else ""
    return {
        "entry": exercise.entry,
        "table": table,
        "settings": {key: value for key, value in table.items() if key != "cases"},
        "like": exercise.like,
        "own": own,
        "parameters": worked.parameters,
        "call": f"{exercise.entry}{call}",
        "given": in_each_language(given),
        "uses": BACKENDS[exercise.backend].printed,
        "modules": _modules(exercise),
        "task": {lang: worked.task.get(lang, table["operation"]) for lang in LANGUAGES},
    }


def _modules(exercise: Drafted) -> str:
    return ", ".join(f"`{module}`" for module in exercise.table.get("allowed_imports", ()))


def _tasks(worked_examples: Iterable[WorkedExample], lang: Language) -> str:
    """Return the tasks, one per operation; a placeholder where one has none."""
    words = load_wording(lang)
    unsaid = words.text("new.handout.unsaid")
    tasks = dict.fromkeys(worked.task.get(lang) or unsaid for worked in worked_examples)
    return words.text("new.handout.and").join(tasks)


def _example(exercise: Drafted, worked: WorkedExample, made: str = "{}") -> dict[str, Any]:
    """Return a call with its result; `made` is the constructor applied to lists."""
    if not worked.inputs or not exercise.is_function:
        return {}
    arguments = zip(worked.parameters, worked.inputs, strict=True)
    lines = [f"{name} = {made.format(value)}" for name, value in arguments]
    call = f"{exercise.entry}({', '.join(worked.parameters)})"
    shown = f"{call}  # {worked.result}"
    printed = f"print({call})  # {worked.result}"
    return {"lines": [*lines, shown], "printed": [*lines, printed], "exact": worked.exact}


def _starter(
    exercises: Sequence[Drafted],
    worked_examples: Sequence[WorkedExample],
    context: Mapping[str, Any],
    course: Course,
) -> str:
    """Render a file with one function for each exercise.

    An entry that a plugin calls is no function to stub: the starter of the assignment with the
    same settings is copied.
    """
    if not all(exercise.is_function for exercise in exercises):
        name = exercises[0].like.partition(",")[0]
        starters = sorted((course.root / "assignments" / name / "starter").glob("*.py"))
        return starters[0].read_text(encoding="utf-8") if name and starters else ""
    titles = context["plan"].title.values()
    if context["own"] is not None:
        template = _templates().from_string(context["own"].starter)
        return template.render({**context, "title": " / ".join(titles).replace("*/", "* /")})
    made = BACKENDS[exercises[0].backend].makes
    used = {exercise.backend for exercise in exercises}
    libraries = [BACKENDS[backend] for backend in Backend if backend in used]
    more = {
        "timed": all("time" in exercise.table.get("allowed_imports", ()) for exercise in exercises),
        "imports": [
            (each.import_line, each.may_be_absent and len(used) > 1)
            for each in libraries
            if each.import_line
        ],
        "main": _example(exercises[0], worked_examples[0], made).get("printed", ()),
    }
    return render("starter.py", {**context, **more})


def _schema() -> str:
    return files("grader.course").joinpath(SCHEMA).read_text(encoding="utf-8")


def _due(due: datetime, zone: str) -> Mapping[str, str]:
    month = LazyText(f"new.handout.months.{due.month}")
    parts: dict[str, Param] = {
        "year": due.year,
        "month": month,
        "day": due.day,
        "clock": f"{due:%H:%M}",
    }
    return in_each_language(LazyText("new.handout.due", {**parts, "zone": zone}))


def render(template: str, context: Mapping[str, Any]) -> str:
    """Render a template of the folder `templates`."""
    return _templates().get_template(f"{template}.jinja").render(context)


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(  # noqa: S701 - not HTML: TOML, Markdown and programs
        loader=PackageLoader("grader.scaffolding"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(toml=_toml, in_docstring=_in_docstring)
    return environment


def _in_docstring(text: str) -> str:
    """Replace the characters that could end a docstring."""
    return text.replace("\\", "/").replace('"', "'")


def _toml(value: Any) -> str:
    """Format a value as TOML; a table becomes one key per line, with long lists wrapped."""
    import tomlkit

    if not isinstance(value, Mapping):
        return str(_item(value).as_string())
    document = tomlkit.document()
    for key, entry in value.items():
        item = _item(entry)
        long = len(f"{key} = {item.as_string()}") > WIDTH and isinstance(entry, list | tuple)
        document.add(key, _wrapped(entry) if long else item)
    return document.as_string().rstrip("\n")


def _item(value: Any) -> Any:
    """Convert a value for one line: tables inline, texts readable, no point in whole numbers."""
    import tomlkit

    if isinstance(value, Mapping):
        table, items = tomlkit.inline_table(), {key: _item(entry) for key, entry in value.items()}
        for key, item in items.items():
            table.append(key, item)
        if inside := list(items.values()):
            inside[0].trivia.indent = inside[-1].trivia.trail = " "
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        array.extend(map(_item, value))
        return array
    if isinstance(value, str) and '"' in value and "'" not in value and value.isprintable():
        return tomlkit.string(value, literal=True)  # as an instructor would write it
    is_whole = isinstance(value, float) and value.is_integer()
    return tomlkit.item(int(value) if is_whole else value)


def _wrapped(values: Iterable[Any]) -> Any:
    """Convert a list to a TOML array of as many lines as needed."""
    import tomlkit

    array = tomlkit.array()
    for line in _lines(map(_item, values)):
        array.add_line(*line)
    array.add_line(indent="")
    return array


def _lines(items: Iterable[Any]) -> Iterator[list[Any]]:
    line: list[Any] = []
    width = 4
    for item in items:
        more = len(item.as_string()) + 2
        if line and width + more > WIDTH + 1:
            yield line
            line, width = [], 4
        line.append(item)
        width += more
    yield line


def write_draft(draft: Draft, course: Course) -> None:
    """Create assignments/NAME, and the files beside it that the draft needs.

    The folder is built elsewhere in the course and moved when it is complete. Raises CourseError if
    a file is in the way or cannot be written; then the draft's files are removed.
    """
    assignments = course.root / "assignments"
    made: list[Path] = []
    try:
        assignments.mkdir(exist_ok=True)
        for name, text in draft.beside.items():
            write_new(course.root / name, text, made)
        _move_in(draft.files, assignments, draft.name)
    except BaseException as error:
        for path in reversed(made):
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            reason = {"reason": error.strerror or str(error)}
            message = Message("cannot be written: {reason}", reason, f"assignments/{draft.name}")
            raise CourseError([message]) from error
        raise
    for name, text in draft.shared.items():
        _refresh(course.root / name, text)


def write_new(path: Path, text: str, made: list[Path]) -> None:
    """Write a file that does not exist yet, and append it to `made`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            made.append(path)
            file.write(text)
    except FileExistsError as error:
        where = f"{path.parent.name}/{path.name}"
        raise CourseError([Message(THERE, where=where)]) from error


def _move_in(files: Mapping[str, str], assignments: Path, name: str) -> None:
    # Beside `assignments`, where it is not taken for one, and on the same disk.
    place = Path(tempfile.mkdtemp(prefix=".new-", dir=assignments.resolve().parent))
    try:
        folder = place / name
        for file, text in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        target = assignments / name
        if os.path.lexists(target):
            raise CourseError([Message(THERE, where=f"assignments/{name}")])
        folder.rename(target)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _refresh(path: Path, text: str) -> None:
    """Write one of grader's own files, such as a schema, if its content differs."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8", newline="\n")
