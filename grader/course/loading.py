"""Finds the course and loads its TOML files, telling every problem at once."""

from collections.abc import Collection, Sequence
from pathlib import Path

from grader.course.building import build_assignment, build_course
from grader.course.meaning import assignment_problems, course_problems
from grader.course.schemas import Problem, nearest, schema_problems
from grader.course.toml_file import Document, parse_toml, read_toml
from grader.model.course import Assignment, Course
from grader.model.errors import CourseError

_COURSE = "course.toml"


def find_course(start: Path) -> Path:
    """Walks up from `start` to the folder that holds course.toml, as git does.

    Raises CourseError when there is none.
    """
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / _COURSE).is_file():
            return folder
    raise CourseError(
        (f"{_COURSE}: not found in {here} or above; go to the course's folder, or give --course",)
    )


def load_course(root: Path) -> Course:
    """Loads course.toml. Raises CourseError with every problem in it."""
    document = read_toml(root / _COURSE, _COURSE)
    _refuse(_COURSE, [*schema_problems(document, "course"), *course_problems(document)])
    return build_course(document, root)


def list_assignments(course: Course) -> tuple[str, ...]:
    """Lists the names of the course's assignments, sorted."""
    files = (course.root / "assignments").glob("*/assignment.toml")
    return tuple(sorted(path.parent.name for path in files))


def load_assignment(course: Course, name: str) -> Assignment:
    """Loads one assignment. Raises CourseError with every problem in it."""
    names = list_assignments(course)
    if name not in names:
        raise CourseError((f"assignments: there is no assignment {name}{nearest(name, names)}",))
    file = f"assignments/{name}/assignment.toml"
    document = read_toml(course.root / file, file)
    _refuse(file, _problems(document, course, name))
    return build_assignment(document, course.root / "assignments" / name, course)


def load_assignments(course: Course) -> tuple[Assignment, ...]:
    """Loads every assignment. Raises one CourseError with the problems of all files."""
    loaded: list[Assignment] = []
    problems: list[str] = []
    for name in list_assignments(course):
        try:
            loaded.append(load_assignment(course, name))
        except CourseError as error:
            problems.extend(error.problems)
    if problems:
        raise CourseError(tuple(problems))
    return tuple(loaded)


def _problems(document: Document, course: Course, name: str) -> list[Problem]:
    return [
        *schema_problems(document, "assignment"),
        *assignment_problems(document, course.root, name),
    ]


def document_problems(
    text: str, course: Course, name: str, operations: Collection[str]
) -> tuple[str, ...]:
    """Says what is wrong with the text of an assignment.toml that is yet to be written."""
    file = f"assignments/{name}/assignment.toml"
    document = parse_toml(text, file)
    meant = assignment_problems(document, course.root, name, operations)
    return tuple(
        f"{file}: {key}: {what}" for key, what in (*schema_problems(document, "assignment"), *meant)
    )


def _refuse(file: str, problems: Sequence[Problem]) -> None:
    """Raises when there is a problem. The first about a key is enough: the rest follow from it."""
    first: dict[str, str] = {}
    for key, what in problems:
        first.setdefault(key, what)
    if first:
        raise CourseError(tuple(f"{file}: {key}: {what}" for key, what in first.items()))
