"""A small term for tests: the rules of a course, and everybody's points in it."""

from datetime import timedelta

from grader.model.gradebook import Gradebook
from grader.model.grading import Grading, Part
from grader.totals.standing import Standing, StandingRequest
from grader.totals.summing import standings
from tests.scoring.terms import DUE, TITLE, graded

BEFORE = StandingRequest(now=DUE - timedelta(days=1))
AFTER = StandingRequest(now=DUE + timedelta(days=1))


def part(
    name: str, items: dict[str, float], percent: float | None = None, inside: str = ""
) -> Part:
    """A part; without percent it is optional."""
    return Part(
        id=name,
        title=TITLE,
        assignments=tuple(items),
        points=items,
        percent=percent,
        optional=percent is None,
        inside=inside,
    )


KADAI = {f"kadai{number}": 8.0 for number in range(1, 9)}
PROJECT = {"project1": 20.0, "project2": 20.0}
OPTION = {"option1": 5.0, "option2": 5.0}
COURSE = Grading(
    parts=(part("reports", KADAI, 60), part("optional", OPTION), part("project", PROJECT, 40))
)
"""The rules of the course, without conditions."""


def standing(grading: Grading, *books: Gradebook, asked: StandingRequest = AFTER) -> Standing:
    """Where the only student stands."""
    (one,) = standings(grading, {book.assignment.id: book for book in books}, {}, asked)
    return one


def term(points: dict[str, float]) -> list[Gradebook]:
    """Gradebooks of the whole course with these points, the others full but the optional ones."""
    full = {**KADAI, **PROJECT, **dict.fromkeys(OPTION, 0.0)}
    most = {**KADAI, **PROJECT, **OPTION}
    return [graded(name, points.get(name, full[name]), most=most[name]) for name in full]
