"""The findings of a program with several exercises, exercise by exercise; what was not tried."""

from collections.abc import Iterable, Sequence

import click

from grader.commands.marks import MARKS
from grader.export import standing
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.wording import Wording


def heading(
    findings: Iterable[Finding], exercise: str, name: str, evidence: Evidence, words: Wording
) -> None:
    """Prints where an exercise stands in one line."""
    stands = standing(findings, exercise)
    if stands is None:
        return
    mark, colour = MARKS[stands.verdict]
    on_cpu = any(one.exercise == exercise and one.rank == 1 for one in evidence.exercises)
    note = f"  {words.text('check.on_cpu')}" if on_cpu else ""
    click.echo()
    click.secho(f"── {mark} {name}", fg=colour, bold=True, nl=False)
    click.secho(f"  {words.verdict_of(stands)}{note}", fg=colour)


def not_tried(findings: Sequence[Finding], assignment: Assignment, words: Wording) -> str:
    """Says in one line which exercises wait for what; "" when none does."""
    groups: dict[str, list[str]] = {}
    for exercise in assignment.exercises:
        stands = standing(findings, exercise.id)
        if stands is not None and stands.verdict is Verdict.WAITING:
            groups.setdefault(words.verdict_of(stands), []).append(exercise.shown)
    if not groups:
        return ""
    parts = tuple(f"{' '.join(entries)} ({needs})" for needs, entries in groups.items())
    return words.text("check.not_here", exercises=parts)
