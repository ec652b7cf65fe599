"""Finding and loading the course's files: everything wrong is told at once."""

from datetime import timedelta
from pathlib import Path

import pytest

from grader.course import (
    find_course,
    list_assignments,
    load_assignment,
    load_assignments,
    load_course,
)
from grader.course.schemas import MOMENT
from grader.model.course import Case, CaseKind, Limits, Visibility
from grader.model.errors import CourseError
from tests.course.courses import (
    ASSIGNMENT,
    COURSE,
    add_assignment,
    problems_of,
    whats,
    write_course,
)


def test_the_course_is_found_from_below(tmp_path: Path) -> None:
    """Any folder inside the course leads to its root."""
    write_course(tmp_path)
    assert find_course(tmp_path / "assignments" / "demo") == tmp_path.resolve()
    assert find_course(tmp_path) == tmp_path.resolve()


def test_no_course_is_one_sentence(tmp_path: Path) -> None:
    """Outside a course the error says what to do."""
    with pytest.raises(CourseError, match=r"course\.toml: not found in .*--course"):
        find_course(tmp_path)


def test_a_right_course_is_built(tmp_path: Path) -> None:
    """Every key reaches the model, and what is left out has the model's default."""
    course = load_course(write_course(tmp_path))
    assert (course.zone, course.title["ja"]) == ("Asia/Tokyo", "実習")
    assert list_assignments(course) == ("demo",)
    assignment = load_assignment(course, "demo")
    assert assignment.due.utcoffset() == timedelta(hours=9)
    assert assignment.folder == tmp_path / "assignments" / "demo"
    (exercise,) = assignment.exercises
    assert exercise.aliases == ("times", "行列積")
    assert exercise.allowed_imports == ("matplotlib", "time")
    assert exercise.cases == (
        Case(size=1, kind=CaseKind.INTEGERS),
        Case(size=2, kind=CaseKind.INTEGERS),
        Case(size=3, kind=CaseKind.FLOATS),
        Case(size=3, kind=CaseKind.FLOATS),
    )
    assert exercise.limits == Limits(memory_mib=64, call_seconds=2.0)
    assert [criterion.checks for criterion in assignment.rubric] == [("POL001", "COR"), ()]
    assert assignment.rubric[1].visibility is Visibility.STUDENT


@pytest.mark.parametrize("spoil", [lambda t: "\ufeff" + t, lambda t: t.replace("\n", "\r\n")])
def test_marks_and_line_ends_of_windows_are_fine(tmp_path: Path, spoil: object) -> None:
    """A byte-order mark and CRLF change nothing."""
    assert callable(spoil)
    write_course(tmp_path, course=spoil(COURSE))
    path = tmp_path / "assignments" / "demo" / "assignment.toml"
    path.write_bytes(spoil(ASSIGNMENT).encode("utf-8"))
    assert load_assignment(load_course(tmp_path), "demo").id == "demo"


def test_all_problems_of_a_file_come_at_once(tmp_path: Path) -> None:
    """Wrong types, unknown keys and names that do not exist stand in one error."""
    broken = (
        ASSIGNMENT.replace("memory_mib = 64", 'memory_mib = "big", memry = 3')
        .replace('"COR"', '"CORE"')
        .replace('operation = "tiny"', 'operation = "tinny"')
        .replace("+09:00", "")
    )
    write_course(tmp_path, assignment=broken)
    with pytest.raises(CourseError) as caught:
        load_assignment(load_course(tmp_path), "demo")
    told = whats(caught.value, tmp_path, "assignments/demo/assignment.toml")
    for sentence in (
        'exercise[0].limits.memory_mib: must be a whole number of at least 16, got "big"',
        "exercise[0].limits.memry: unknown key; did you mean memory_mib?",
        'rubric[0].checks[1]: there is no check "CORE"; did you mean COR?',
        "exercise[0].operation: there is no reference/tinny.py; did you mean tiny?",
        f"due: must be {MOMENT}, got 2025-04-17T23:59:00 without a UTC offset",
    ):
        assert sentence in told
    assert len(told) == 5
    lines = [int(one.split("line ")[1].split(":")[0]) for one in caught.value.problems]
    assert lines == sorted(lines)


def test_all_files_are_told_at_once(tmp_path: Path) -> None:
    """Loading every assignment lists the problems of all of them."""
    write_course(tmp_path, assignment=ASSIGNMENT.replace("points = 4", "points = -1"))
    add_assignment(tmp_path, "other", "id = ")
    with pytest.raises(CourseError) as caught:
        load_assignments(load_course(tmp_path))
    told = [problem.partition(": ")[0] for problem in caught.value.problems]
    assert told == ["assignments/demo/assignment.toml", "assignments/other/assignment.toml"]


def test_every_right_assignment_is_loaded(tmp_path: Path) -> None:
    """With nothing wrong, all of them come back."""
    course = load_course(write_course(tmp_path))
    assert [assignment.id for assignment in load_assignments(course)] == ["demo"]


@pytest.mark.parametrize("name", ["dmo", "../demo", "", "demo/.."])
def test_an_unknown_assignment_is_a_sentence(tmp_path: Path, name: str) -> None:
    """A name that is not listed is never turned into a path."""
    course = load_course(write_course(tmp_path))
    with pytest.raises(CourseError, match="there is no assignment"):
        load_assignment(course, name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = 3", "title: must be a table with ja and en, got 3"),
        (
            COURSE.replace("Asia/Tokyo", "Asia/Tokio"),
            "zone: must be the name of a time zone, such as",
        ),
        (COURSE.replace("Asia/Tokyo", "../etc"), "zone: must be the name of a time zone, such as"),
        (COURSE.replace("[A-Z]", "[A-Z"), "student_id: must be a regular expression"),
        (COURSE.replace("\\d{2}[A-Z]\\d{4}", "x*"), "student_id: must not match empty text"),
        (COURSE + "zones = 1", "zones: unknown key; did you mean zone?"),
    ],
)
def test_problems_of_the_course_file(tmp_path: Path, text: str, said: str) -> None:
    """course.toml is checked in the same way."""
    with pytest.raises(CourseError) as caught:
        load_course(write_course(tmp_path, course=text))
    assert any(one.startswith(said) for one in whats(caught.value, tmp_path, "course.toml"))


def test_one_problem_is_told_once(tmp_path: Path) -> None:
    """What only follows from another problem of the same key is left out."""
    assert len(problems_of(tmp_path, 'entry = "product"', 'entry = ""')) == 1
