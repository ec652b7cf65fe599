"""What people decided: which decisions fit the rubric, and which one counts."""

from collections.abc import Iterable

from grader.model.course import Assignment, Criterion
from grader.model.errors import GraderError
from grader.model.scoresheet import GRADER, Decision


def fits(decision: Decision, criterion: Criterion) -> bool:
    """Says whether the points lie between 0 and the criterion's; NaN does not."""
    return 0 <= decision.points <= criterion.points


def accept_decision(decision: Decision, assignment: Assignment) -> Decision:
    """Returns the decision, or raises GraderError when the rubric has no place for it."""
    criterion = next((one for one in assignment.rubric if one.id == decision.criterion), None)
    if criterion is None:
        ids = ", ".join(one.id for one in assignment.rubric)
        raise GraderError(f"{assignment.id} has no criterion {decision.criterion!r} (it has {ids})")
    if not fits(decision, criterion):
        raise GraderError(
            f"{decision.points:g} points for {criterion.id}: it takes 0 to {criterion.points:g}"
        )
    if decision.by.strip() in ("", GRADER):
        raise GraderError(f"the decision about {criterion.id} does not say who decided")
    if decision.at.utcoffset() is None:
        raise GraderError(f"the decision about {criterion.id} does not say in which time zone")
    return decision


def latest_decision(decisions: Iterable[Decision], student: str, criterion: str) -> Decision | None:
    """Picks the latest decision about one criterion; of two at the same time, the last given."""
    ours = [one for one in decisions if (one.student, one.criterion) == (student, criterion)]
    return max(reversed(ours), key=lambda decision: decision.at) if ours else None
