"""When an assignment is due, and what being late costs: as the instructor wrote it."""

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from grader.model.course import Assignment, LateKind, LatePolicy, LateStep, Retention
from grader.model.errors import CourseError
from tests.course.courses import ASSIGNMENT, COURSE, problems_of, whats, write_course

JST = timezone(timedelta(hours=9))
SOURCE = 'source = "demo.py"'
STEPS = 'late = {{ policy = "steps", steps = [{{ {} }}, {{ {} }}] }}'


def loaded(root: Path, *, course: str = "", assignment: str = "") -> Assignment:
    """Loads the assignment with lines more in either file."""
    text = ASSIGNMENT.replace(SOURCE, f"{SOURCE}\n{assignment}", 1)
    write_course(root, course=COURSE + course, assignment=text)
    return load_assignment(load_course(root), "demo")


def course_problems(root: Path, more: str) -> tuple[str, ...]:
    """What loading a course with these lines complains about."""
    write_course(root, course=COURSE + more)
    with pytest.raises(CourseError) as caught:
        load_course(root)
    return whats(caught.value, root, "course.toml")


@pytest.mark.parametrize(
    ("late", "policy"),
    [
        ('{ policy = "none" }', LatePolicy()),
        ('{ policy = "none", cut_off_hours = 72 }', LatePolicy(cut_off_hours=72)),
        (
            '{ policy = "per-day", percent_per_day = 10, least_percent = 50 }',
            LatePolicy(kind=LateKind.PER_DAY, percent_per_day=10, least_percent=50),
        ),
        (
            STEPS.format("hours = 24, percent = 80", "hours = 48.5, percent = 80").removeprefix(
                "late = "
            ),
            LatePolicy(
                kind=LateKind.STEPS,
                steps=(LateStep(hours=24, percent=80), LateStep(hours=48.5, percent=80)),
            ),
        ),
        ('{ policy = "cut-off" }', LatePolicy(kind=LateKind.CUT_OFF)),
        (
            '{ policy = "cut-off", cut_off_hours = 24 }',
            LatePolicy(kind=LateKind.CUT_OFF, cut_off_hours=24),
        ),
    ],
)
def test_what_being_late_costs(tmp_path: Path, late: str, policy: LatePolicy) -> None:
    """In the assignment, or as the course's default."""
    assert loaded(tmp_path, assignment=f"late = {late}").late == policy
    assert loaded(tmp_path, course=f"late = {late}").late == policy


def test_the_assignment_wins_over_the_course(tmp_path: Path) -> None:
    """What it does not say is the course's."""
    course = 'grace_seconds = 59\nlate = { policy = "cut-off" }'
    found = loaded(tmp_path, course=course)
    assert (found.grace_seconds, found.late.kind) == (59, LateKind.CUT_OFF)
    own = loaded(tmp_path, course=course, assignment='grace_seconds = 0\nlate.policy = "none"')
    assert (own.grace_seconds, own.late.kind) == (0, LateKind.NONE)
    plain = loaded(tmp_path)
    assert (plain.grace_seconds, plain.late, plain.extensions) == (0, LatePolicy(), {})


def test_extensions_are_by_student(tmp_path: Path) -> None:
    """However the id is written; another zone is fine."""
    found = loaded(
        tmp_path,
        assignment="extensions = { 24a1201 = 2025-04-20T23:59:00+09:00,"
        ' "２４Ａ１２０２" = 2025-04-17T15:00:00Z }',
    )
    assert found.extensions == {
        "24A1201": datetime(2025, 4, 20, 23, 59, tzinfo=JST),
        "24A1202": datetime(2025, 4, 17, 15, 0, tzinfo=UTC),
    }
    assert found.deadline.of("24A1203") == found.due


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("grace_seconds = -1", "grace_seconds: must be a whole number of at least 0, got -1"),
        ('late = { policy = "perday" }', 'late.policy: must be one of "none", "per-day", "steps"'),
        ("late = { }", "late.policy: is missing; specify one of"),
        ('late = { policy = "per-day" }', "late.percent_per_day: is missing; the policy per-day"),
        ('late = { policy = "steps" }', "late.steps: is missing; the policy steps requires it"),
        (
            'late = { policy = "none", percent_per_day = 10 }',
            "late.percent_per_day: applies only to the policy per-day, not to none",
        ),
        (
            'late = { policy = "cut-off", least_percent = 10 }',
            "late.least_percent: applies only to the policy per-day or steps, not to cut-off",
        ),
        (
            STEPS.format("hours = 24, percent = 80", "hours = 24, percent = 50"),
            "late.steps[1].hours: must be more than 24 of the previous step, got 24",
        ),
        (
            STEPS.format("hours = 24, percent = 50", "hours = 48, percent = 80"),
            "late.steps[1].percent: must not be more than 50 of the previous step, got 80",
        ),
        (
            'late = { policy = "steps", steps = [{ hours = 24, percent = 101 }] }',
            "late.steps[0].percent: must be a number of at most 100, got 101",
        ),
        (
            STEPS.format("hours = true, percent = 80", "hours = 24, percent = 80"),
            "late.steps[0].hours: must be a number of more than 0, got true",
        ),
        ("late.per_day = 10\nlate.policy = 'none'", "late.per_day: unknown key; did you mean p"),
        ("extensions.24A1201 = 2025-04-20", "extensions.24A1201: must be a date and time with a"),
        (
            'extensions.24A1201 = "soon"',
            "extensions.24A1201: must be a date and time with a UTC offset",
        ),
        ("extensions.24A1201 = 3", "extensions.24A1201: must be a date and time with a UTC offset"),
        ("extensions.24A1201 = 2025-04-20T23:59:00", "2025-04-20T23:59:00 without a UTC offset"),
        (
            "extensions.24A1201 = 2025-04-10T23:59:00+09:00",
            "extensions.24A1201: must not be before due, 2025-04-17T23:59:00+09:00",
        ),
        (
            "extensions = { 24A1201 = 2025-04-20T23:59:00Z, 24a1201 = 2025-04-20T23:59:00Z }",
            'extensions.24a1201: is the same student as "24A1201"',
        ),
        ('extensions." " = 2025-04-20T23:59:00Z', "extensions. : must be a student ID"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, line: str, said: str) -> None:
    """One wrong value, one sentence."""
    (problem,) = problems_of(tmp_path, SOURCE, f"{SOURCE}\n{line}")
    assert said in problem


def test_a_wrong_due_hides_nothing(tmp_path: Path) -> None:
    """An extension cannot be compared with a deadline that is none."""
    text = f"{SOURCE}\nextensions.24A1201 = 2025-04-10T23:59:00+09:00"
    write_course(
        tmp_path,
        assignment=ASSIGNMENT.replace(SOURCE, text).replace("T23:59:00+09:00\ns", "\ns", 1),
    )
    with pytest.raises(CourseError, match="due: must be a date and time"):
        load_assignment(load_course(tmp_path), "demo")


def test_where_the_lists_lie_and_how_long_data_stay(tmp_path: Path) -> None:
    """Files need not be there yet."""
    write_course(
        tmp_path,
        course=COURSE + 'roster = "roster.csv"\nattendance = "lists/出席.xlsx"\n'
        'docs_url = "https://example.ac.jp:8443/~lab/grader/"\n'
        "[retention]\nkeep_days = 365\nkeep_until = 2026-03-31\n"
        "[lms.webclass]\npattern = '(?P<student>[^/]+)/(?P<file>.+)'\n",
    )
    course = load_course(tmp_path)
    assert (course.roster, course.attendance) == ("roster.csv", "lists/出席.xlsx")
    assert course.lms == {"webclass": "(?P<student>[^/]+)/(?P<file>.+)"}
    assert course.retention == Retention(keep_days=365, keep_until=date(2026, 3, 31))
    assert load_assignment(course, "demo").docs_url == "https://example.ac.jp:8443/~lab/grader/"
    write_course(tmp_path)
    plain = load_course(tmp_path)
    assert (plain.roster, plain.attendance, plain.lms, plain.retention) == ("", "", {}, None)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('roster = "/etc/passwd"', "roster: must be a path inside the course folder, such as"),
        ('roster = "../roster.csv"', 'roster: must be a path inside the course folder, got "../ro'),
        ('attendance = "C:\\\\a.csv"', "attendance: must be a path inside the course folder, such"),
        ('attendance = ""', "attendance: must be a path inside the course folder, such as"),
        ('docs_url = "http://example.jp/"', "docs_url: must be an https address without ? and #"),
        ('docs_url = "https://example.jp/?a=1"', "docs_url: must be an https address without ?"),
        ('docs_url = "javascript:alert(1)"', "docs_url: must be an https address without ? and"),
        ('docs_url = "https://a.jp/\\"x"', "docs_url: must be an https address without ? and #"),
        ("retention = { }", "retention: must be a table with keep_days or keep_until, got"),
        ("retention.keep_days = -1", "retention.keep_days: must be a whole number of at least 0"),
        ('retention.keep_until = "spring"', "retention.keep_until: must be a date, such as 2026"),
        ("retention.keep_until = 2026-03-31T00:00:00", "retention.keep_until: must be a date, su"),
        ("lms.web = { }", "lms.web.pattern: is missing; specify a regular expression"),
        ("lms.Web.pattern = '(?P<name>.)(?P<file>.)'", "lms: must be a short name of lower-case"),
        ("lms.web.pattern = '(?P<file>'", "lms.web.pattern: must be a regular expression: missin"),
        ("lms.web.pattern = '(?P<student>.)'", "lms.web.pattern: requires a group (?P<file>…)"),
        ("lms.web.pattern = '(?P<file>.)'", "lms.web.pattern: requires a group for the owner"),
        (
            "lms.web.pattern = '(?P<studnt>.)(?P<name>.)(?P<file>.)'",
            "lms.web.pattern: has an unknown group studnt; did you mean student?",
        ),
        ("lms.web.pattern = '(?P<name>.?)(?P<file>.*)'", "lms.web.pattern: must not match empty"),
        (
            "lms.web.pattern = '(?P<name>(\\w+\\s*)*)/(?P<file>.+)'",
            "lms.web.pattern: may never finish: it repeats a repetition",
        ),
    ],
)
def test_what_does_not_fit_in_the_course_is_told(tmp_path: Path, more: str, said: str) -> None:
    """One wrong value, one sentence."""
    (problem,) = course_problems(tmp_path, more)
    assert problem.startswith(said)
