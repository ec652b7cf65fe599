"""Compute the course grades by [grading] of course.toml from all gradebooks.

In: the results of every assignment, and the attendance. Out: standings, and the bytes of their
table. Damaged rows and doubtful lines are reported as warnings; nothing is written.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from grader.course import load_assignments
from grader.export.gradebook import ExportOptions, write_xlsx
from grader.gradebook.desk import Desk, damages, file_bytes, opened, overtaken_in
from grader.gradebook.exporting import Order, doubts
from grader.gradebook.opening import undated
from grader.model.course import Course
from grader.model.errors import GraderError
from grader.model.gradebook import Gradebook
from grader.model.grading import Grading
from grader.store import has_traces
from grader.tables import read_table
from grader.totals.attendance import read_attendance
from grader.totals.standing import Standing, StandingRequest
from grader.totals.summing import standings
from grader.totals.table import course_csv, course_rows
from grader.wording import Wording, say

Tell = Callable[[str], None]
"""Takes the text of a warning."""


class CourseGrades(Struct, frozen=True, kw_only=True):
    """The standings of all students, and the gradebooks they were computed from."""

    standings: tuple[Standing, ...]
    books: Mapping[str, Gradebook]  # by assignment
    undamaged: bool  # whether every row of every store could be read


def grade_course(
    course: Course, order: Order, results: Path, words: Wording, warn: Tell
) -> CourseGrades:
    """Compute the standings of all students; raise GraderError if that is impossible."""
    if course.grading is None:
        raise GraderError(
            "course.toml: grading: is missing; it defines what counts for the course grade"
        )
    books, undamaged = _gradebooks(course, results, words, warn)
    if not books:
        raise GraderError(
            "{path}: no assignment has been graded yet; run `grader grade` first", path=results
        )
    request = StandingRequest(now=order.at, confirmed_only=order.confirmed_only)
    attended = _attended(course, course.grading, words, warn)
    everybody = standings(course.grading, books, attended, request)
    return CourseGrades(standings=everybody, books=books, undamaged=undamaged)


def _gradebooks(
    course: Course, results: Path, words: Wording, warn: Tell
) -> tuple[Mapping[str, Gradebook], bool]:
    """Open all gradebooks, by assignment; warn of damaged rows."""
    books: dict[str, Gradebook] = {}
    undamaged = True
    for assignment in load_assignments(course):
        out = results / assignment.id
        if has_traces(out):
            with opened(Desk(course=course, assignment=assignment, out=out, words=words)) as here:
                books[assignment.id] = here.book
                late = undated(assignment, here.collection)
                for doubt in doubts(late, overtaken_in(here), words):
                    warn(f"{assignment.id}: {doubt.text}")
                if unreadable := here.store.unreadable:
                    undamaged = False
                    for line in damages(unreadable, here.store.newest_backup(), words):
                        warn(line)
    return books, undamaged


def _attended(
    course: Course, grading: Grading, words: Wording, warn: Tell
) -> Mapping[str, Fraction | None]:
    """Return how many sessions each student attended; empty if course.toml names no file."""
    if not course.attendance:
        return {}
    path = course.root / course.attendance
    table = read_table(file_bytes(path), path.name)
    attendance = read_attendance(table, grading.attendance, course.student_id)
    for warning in attendance.warnings:
        warn(say(warning, words.lang))
    return attendance.students


def course_file(grades: CourseGrades, order: Order, words: Wording) -> bytes:
    """Format the table as csv, or as a sheet of a workbook beside those of every assignment."""
    if order.form == "csv":
        return course_csv(grades.standings, words)
    first, *others = grades.books.values()
    request = ExportOptions(
        lang=words.lang,
        zone=order.zone,
        confirmed_only=order.confirmed_only,
        others=others,
        sheets={words.text("standing.sheet"): course_rows(grades.standings, words)},
    )
    return write_xlsx(first, request).content
