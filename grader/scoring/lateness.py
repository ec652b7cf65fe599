"""What being late costs one student on one assignment."""

from grader.model.collection import Received
from grader.model.course import Assignment
from grader.model.lateness import Lateness


def lateness_of(assignment: Assignment, student: str, received: Received | None) -> Lateness | None:
    """Counts by the deadline, grace, extension and policy; None: nobody knows when it came in.

    A time that is known only to the minute counts as the first second of that minute.
    """
    if received is None:
        return None
    late = assignment.deadline.late_seconds(student, received.at)
    return Lateness(late_seconds=late, kept_percent=assignment.kept_percent(late))
