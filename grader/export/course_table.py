"""The course's table: where every student stands, with the path to each number.

Columns: id, name; for each part of the course what it adds to the total so far; for each condition
how it stands; the total (blank while anything is open), the least and the most it can still
become, the letter, what is open, and the path: every number with what it was made of.
"""

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

from grader.export.cells import cell
from grader.export.gradebook import Cell
from grader.export.grades import BOM
from grader.model.grading import Rounding
from grader.model.standing import AssignmentStep, ConditionStanding, PartStanding, Range, Standing
from grader.scoring.exact import rounded
from grader.wording import Wording

SHOWN = Rounding(digits=4)  # the numbers themselves are exact


def course_rows(standings: Sequence[Standing], words: Wording) -> list[list[Cell]]:
    """Lists everybody, headings first. A number that is open is a blank, never 0."""
    first = standings[0] if standings else None
    heads = [
        *(words.text(f"standing.{key}") for key in ("student", "name")),
        *(words.of(part.title) for part in (first.parts if first else ()) if not part.inside),
        *(words.of(one.title) for one in (first.conditions if first else ())),
        *(words.text(f"standing.{key}") for key in TAIL),
    ]
    return [list(heads), *(_row(one, words) for one in standings)]


TAIL = ("total", "lowest", "highest", "letter", "state", "open", "path")


def course_csv(standings: Sequence[Standing], words: Wording) -> bytes:
    """Writes the table for a spreadsheet: UTF-8 with BOM, CRLF, no text that is executed."""
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    for row in course_rows(standings, words):
        lines.writerow(_written(one) for one in row)
    return (BOM + text.getvalue()).encode("utf-8", "replace")


def _written(value: Cell) -> str:
    if value is None:
        return ""
    return cell(value) if isinstance(value, str) else f"{value}"


def _row(one: Standing, words: Wording) -> list[Cell]:
    return [
        one.student,
        one.name,
        *(_number(part.adds.known) for part in one.parts if not part.inside),
        *(_condition(condition, words) for condition in one.conditions),
        _number(one.total.known) if one.complete else None,
        _number(one.total.lowest),
        _number(one.total.highest),
        one.letter or "",
        words.text(f"standing.states.{_state(one)}"),
        words.text("list").join(one.open),
        " / ".join((*(_path(part, words) for part in one.parts), _sum(one, words))),
    ]


def _sum(one: Standing, words: Wording) -> str:
    """Says the last step: the sum, and what the course's rounding makes of it."""
    exact, total = (_said_range(each) for each in (one.exact, one.total))
    said = f"{words.text('standing.total')} {exact}"
    return said if exact == total else f"{said} → {total}"


def _said_range(one: Range) -> str:
    low, high = _said(one.lowest), _said(one.highest)
    return low if low == high else f"{low}~{high}"


def _state(one: Standing) -> str:
    if not one.complete:
        return "open"
    return "confirmed" if one.confirmed else "proposed"


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(rounded(value, SHOWN))


def _said(value: Fraction) -> str:
    return f"{float(rounded(value, SHOWN)):g}"


def _condition(one: ConditionStanding, words: Wording) -> str:
    state = words.text(f"standing.conditions.{one.state}")
    if not one.of:
        return state
    return f"{state} ({_said(one.counted)}/{_said(one.of)}, {one.least_percent:g} %)"


def _path(part: PartStanding, words: Wording) -> str:
    """Says the part's own points, what they came from, and what they add."""
    steps = words.text("list").join(_step(step, words) for step in part.steps)
    points, most = _said_range(part.points), _said(part.most)
    if part.inside:
        return f"{words.of(part.title)} {points}/{most} [{steps}]"
    return f"{words.of(part.title)} {points}/{most} → {_said_range(part.adds)} [{steps}]"


def _step(step: AssignmentStep, words: Wording) -> str:
    if not step.complete:
        return f"{step.assignment}: {words.text(f'standing.why.{step.why}')}"
    said = f"{step.assignment}: {_said(step.points.lowest)}/{_said(step.most)}"
    if step.of != step.most and step.of:
        said += f" = {_said(step.awarded.lowest)}/{_said(step.of)}"
    late = f", {step.kept_percent:g} %" if step.late_seconds and step.kept_percent < FULL else ""
    by = words.text("list").join(step.by)
    return f"{said}{late} ({by})" if by else said + late


FULL = 100.0
