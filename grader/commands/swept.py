"""Print the times measured here, for a student to compare with the report's graphs."""

import click

from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.times import time_text
from grader.model.timing import Curve
from grader.protocols import graphs_of
from grader.wording import Wording


def show_swept(timed: Evidence, assignment: Assignment, words: Wording) -> None:
    """Print the times measured here, to compare with the graphs of the report.

    The grader reads no numbers from graphs, so the student compares them by eye.
    """
    graphs = graphs_of(timed, words)
    entries = {exercise.id: exercise.shown for exercise in assignment.exercises}
    curves = {
        evidence.exercise: evidence.timing.curve
        for evidence in timed.exercises
        if evidence.timing is not None
    }
    swept = [
        f"  {entries[exercise]}: {_swept(curve, words)}"
        for exercise, curve in curves.items()
        if curve.points
    ]
    if not graphs or not swept:
        return
    click.echo()
    click.secho(words.text("check.graphs", graphs=tuple(graphs)), dim=True)
    for line in swept:
        click.secho(line, dim=True)


def _swept(curve: Curve, words: Wording) -> str:
    """Show the first, a middle and the last size, and how the time grew."""
    some = {curve.points[at].size: curve.points[at] for at in (0, len(curve.points) // 2, -1)}
    times = words.text("list").join(
        f"n = {size}: {time_text(point.best)}" for size, point in some.items()
    )
    return f"{times}  (n^{curve.fit.exponent:.2f})" if curve.fit.known else times
