"""Read the course's files once and check them completely.

In: `course.toml`, `assignments/*/assignment.toml`, `reference/*.py`. Out: Course, Assignment,
Reference, or one CourseError that lists every problem. Not here: submissions, running, points.
"""

from grader.course.loading import (
    COURSE_FILE,
    UNFILLED,
    Expected,
    any_report,
    find_course,
    list_assignments,
    load_assignment,
    load_assignments,
    load_course,
    load_examples,
    place_in,
)
from grader.course.references import (
    KINDS,
    ask_reference,
    load_for_exercise,
    load_reference,
    load_references,
    mistakes_as_course_errors,
    reference_files,
    silenced_references,
)

__all__ = [
    "COURSE_FILE",
    "KINDS",
    "UNFILLED",
    "Expected",
    "any_report",
    "ask_reference",
    "find_course",
    "list_assignments",
    "load_assignment",
    "load_assignments",
    "load_course",
    "load_examples",
    "load_for_exercise",
    "load_reference",
    "load_references",
    "mistakes_as_course_errors",
    "place_in",
    "reference_files",
    "silenced_references",
]
