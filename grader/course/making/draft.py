"""Every file of a new assignment, with its text, before anything is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any

from grader.course.loading import document_problems
from grader.course.making.asked import Asked, ask
from grader.course.making.examples import draft_examples
from grader.course.making.exercises import Drafted, draft_exercises
from grader.course.making.handout import draft_handout
from grader.course.making.marks import Criterion, draft_report, draft_rubric
from grader.course.making.plan import Plan, known_operations, plan_problems
from grader.course.making.programs import prototype_in_c
from grader.course.making.starter import draft_starter
from grader.course.making.template import template_files
from grader.course.making.texts import UNFILLED, texts
from grader.course.making.toml_text import lines_of, value_text
from grader.course.references import load_reference, mistakes_as_course_errors
from grader.model.course import Backend, Course
from grader.model.errors import CourseError
from grader.model.reference import Reference

SCHEMA = "assignment.schema.json"
IN_C = ("int n", "const double *a", "const double *b", "double *c")
OF_GRADER = f"grader/course/{SCHEMA}"  # where it lies in a course with grader's own source


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be written; nothing is there yet."""

    name: str
    files: Mapping[str, str]  # by path in assignments/NAME
    beside: Mapping[str, str] = field(default_factory=dict)  # by path in the course, new
    shared: Mapping[str, str] = field(default_factory=dict)  # the same, of grader's own
    unfilled: bool = False  # whether the handout does not say yet what is computed
    without_program: tuple[str, ...] = ()  # exercises that have no examples yet


def make_draft(plan: Plan, course: Course) -> Draft:
    """Makes every file. Raises CourseError with everything that keeps the plan from it."""
    if problems := plan_problems(plan, course):
        raise CourseError(problems)
    known = known_operations(course)
    references = {one: load_reference(course, one) for one in plan.operations if one in known}
    exercises = draft_exercises(plan, course)
    rubric = draft_rubric(exercises, plan.points, report=plan.report)
    asked = [(one, _asked(one, course, references)) for one in exercises]
    in_course = (course.root / OF_GRADER).is_file()
    schema = f"../../{OF_GRADER}" if in_course else f"../{SCHEMA}"
    found: dict[str, str] = {
        "assignment.toml": _document(plan, course, exercises, rubric, schema),
        "handout.md": draft_handout(plan, course.zone, asked, rubric),
        f"starter/{plan.source}": draft_starter(plan, asked, course),
    }
    bare = []
    for (one, facts), criterion in zip(asked, rubric, strict=False):
        reference = references.get(one.table["operation"])
        examples = _examples(plan, one, facts, reference, criterion)
        found |= examples
        bare += [] if examples else [one.id]
    new = [one for one in plan.operations if one not in known]
    return Draft(
        name=plan.name,
        files=found,
        beside={name: text for one in new for name, text in template_files(one).items()},
        shared={} if in_course else {f"assignments/{SCHEMA}": _schema()},
        unfilled=any(mark in found["handout.md"] for mark in UNFILLED),
        without_program=tuple(bare),
    )


def _asked(exercise: Drafted, course: Course, references: Mapping[str, Reference]) -> Asked:
    sizes: Mapping[str, Sequence[int]] = exercise.table["cases"]
    every = tuple(size for kind in ("integers", "floats") for size in sizes.get(kind, ()))
    operation = exercise.table["operation"]
    reference = references.get(operation)
    with mistakes_as_course_errors(course.root, operation):
        asked = ask(reference, every)
    if exercise.backend is not Backend.C:
        return asked
    program = reference.programs.get(Backend.C, "") if reference else ""
    parameters = prototype_in_c(program, operation) or IN_C
    return replace(asked, parameters=parameters, given=())


def _examples(
    plan: Plan, exercise: Drafted, asked: Asked, reference: Reference | None, criterion: Criterion
) -> dict[str, str]:
    if reference is None:
        return {}
    found = {}
    for name, program, expected in draft_examples(exercise, asked, reference, criterion.points):
        found[f"examples/{name}/{plan.source}"] = program
        found[f"examples/{name}/expected.toml"] = expected
    return found


def _document(
    plan: Plan,
    course: Course,
    exercises: Sequence[Drafted],
    rubric: Sequence[Criterion],
    schema: str,
) -> str:
    """Writes assignment.toml; what it says is checked as if it had been read."""
    report = draft_report(course, exercises) if plan.report else None
    text = "\n".join(_lines(plan, exercises, rubric, report, schema)) + "\n"
    operations = {*known_operations(course), *plan.operations}
    if problems := document_problems(text, course, plan.name, operations):
        raise CourseError(problems)
    return text


def _lines(
    plan: Plan,
    exercises: Sequence[Drafted],
    rubric: Sequence[Criterion],
    report: dict[str, Any] | None,
    schema: str,
) -> Iterator[str]:
    words = texts()["assignment"]
    yield (
        words["head"]
        .strip("\n")
        .format(
            schema=schema,
            name=plan.name,
            id=value_text(plan.name),
            due=plan.due.isoformat(timespec="seconds"),
            source=value_text(plan.source),
            title_ja=value_text(plan.title["ja"]),
            title_en=value_text(plan.title["en"]),
        )
    )
    for one in exercises:
        yield from ("", "[[exercise]]")
        if one.like:
            yield words["like"].format(like=one.like)
        settings = {key: value for key, value in one.table.items() if key != "cases"}
        yield from lines_of(settings)
        yield words["cases"].strip("\n")
        yield from lines_of({"cases": one.table["cases"]})
    if report is not None:
        chapters = report.pop("chapter")
        yield from ("", words["report"].strip("\n"), "[report]", *lines_of(report))
        for chapter in chapters:
            yield from ("", "[[report.chapter]]", *lines_of(chapter))
    yield from ("", words["rubric"].strip("\n").format(points=f"{plan.points:g}"))
    for criterion in rubric:
        yield from ("[[rubric]]", *lines_of(criterion.table), "")


def _schema() -> str:
    return files("grader.course").joinpath(SCHEMA).read_text(encoding="utf-8")
