"""Format the course's table: each student's standing, with the derivation of each number.

Columns: id, name; for each part of the course what it adds to the total so far; for each condition
its state; the total (blank while anything is open); the least and the greatest final total; the
letter; what is open; and the path, which derives every number.
"""

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

from grader.export.cells import cell
from grader.export.gradebook import Cell
from grader.export.grades import BOM
from grader.model.grading import Rounding
from grader.totals.standing import AssignmentStep, ConditionStanding, PartStanding, Range, Standing
from grader.totals.summing import rounded
from grader.wording import Wording

SHOWN = Rounding(digits=4)  # only for display; the numbers themselves are exact
FULL = 100.0
TAIL = ("total", "lowest", "highest", "letter", "state", "open", "path")


def course_rows(standings: Sequence[Standing], words: Wording) -> list[list[Cell]]:
    """Return one row per student, after the headings. An open number is a blank, never 0."""
    first = standings[0] if standings else None
    heads = [
        *(words.text(f"standing.{key}") for key in ("student", "name")),
        *(words.of(part.title) for part in (first.parts if first else ()) if not part.inside),
        *(words.of(condition.title) for condition in (first.conditions if first else ())),
        *(words.text(f"standing.{key}") for key in TAIL),
    ]
    return [list(heads), *(_row(standing, words) for standing in standings)]


def course_csv(standings: Sequence[Standing], words: Wording) -> bytes:
    """Format the table for a spreadsheet: UTF-8 with BOM, CRLF, no text that is executed."""
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    for row in course_rows(standings, words):
        lines.writerow(cell(value) if isinstance(value, str) else value for value in row)
    return (BOM + text.getvalue()).encode("utf-8", "replace")


def _row(standing: Standing, words: Wording) -> list[Cell]:
    state = "confirmed" if standing.confirmed else "proposed" if standing.complete else "open"
    return [
        standing.student,
        standing.name,
        *(_number(part.adds.known) for part in standing.parts if not part.inside),
        *(_condition(condition, words) for condition in standing.conditions),
        _number(standing.total.known) if standing.complete else None,
        _number(standing.total.lowest),
        _number(standing.total.highest),
        standing.letter or "",
        words.text(f"standing.states.{state}"),
        words.text("list").join(standing.open),
        " / ".join((*(_path(part, words) for part in standing.parts), _sum(standing, words))),
    ]


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(rounded(value, SHOWN))


def _said(value: Fraction) -> str:
    return f"{_number(value):g}"


def _said_range(points: Range) -> str:
    low, high = _said(points.lowest), _said(points.highest)
    return low if low == high else f"{low}~{high}"


def _condition(condition: ConditionStanding, words: Wording) -> str:
    state = words.text(f"standing.conditions.{condition.state}")
    if not condition.of:
        return state
    counted = f"{_said(condition.counted)}/{_said(condition.of)}"
    return f"{state} ({counted}, {condition.least_percent:g} %)"


def _path(part: PartStanding, words: Wording) -> str:
    """Format a part's own points, their derivation, and what they add."""
    steps = words.text("list").join(_step(step, words) for step in part.steps)
    adds = "" if part.inside else f" → {_said_range(part.adds)}"
    points = f"{_said_range(part.points)}/{_said(part.most)}"
    return f"{words.of(part.title)} {points}{adds} [{steps}]"


def _step(step: AssignmentStep, words: Wording) -> str:
    if not step.complete:
        return f"{step.assignment}: {words.text(f'standing.why.{step.why}')}"
    sentence = f"{step.assignment}: {_said(step.points.lowest)}/{_said(step.most)}"
    if step.of != step.most and step.of:
        sentence += f" = {_said(step.awarded.lowest)}/{_said(step.of)}"
    late = f", {step.kept_percent:g} %" if step.late_seconds and step.kept_percent < FULL else ""
    by = words.text("list").join(step.by)
    return f"{sentence}{late} ({by})" if by else sentence + late


def _sum(standing: Standing, words: Wording) -> str:
    """Format the last step: the sum, and its value after the course's rounding."""
    exact, total = _said_range(standing.exact), _said_range(standing.total)
    sentence = f"{words.text('standing.total')} {exact}"
    return sentence if exact == total else f"{sentence} → {total}"
