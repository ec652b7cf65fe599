"""Which column of an edited table holds what: found by the headings, wherever they stand now."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.model.course import Assignment
from grader.model.errors import IntakeError
from grader.model.gradebook import CRITERION, Column, column_of, criteria_by_name, criterion_of
from grader.model.scoresheet import same
from grader.review.cells import bare, read_points
from grader.review.remarks import Problem, Remark, Warn
from grader.tables import Table, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where things stand. Columns are numbered from 0."""

    heading: int  # the row of the headings, from 0
    columns: Mapping[Column, int]
    criteria: Mapping[str, int]  # those whose points can be taken
    problems: tuple[Remark, ...] = ()
    warnings: tuple[Remark, ...] = ()


def find_layout(table: Table, assignment: Assignment) -> Layout:
    """Finds the headings. IntakeError when this is no table of ours, or two columns hold ids."""
    heading = next((at for at, row in enumerate(table.rows) if _is_heading(row)), None)
    if heading is None:
        raise IntakeError(
            "{name}: has no row of headings with the id and the criteria; give a table "
            "that `grader export` wrote",
            name=table.name,
        )
    row = [unicodedata.normalize("NFKC", one) for one in table.rows[heading]]
    own = [(column, at) for at, one in enumerate(row) if (column := column_of(one)) is not None]
    ids = criteria_by_name(assignment.rubric)
    named = [(criterion_of(text), at) for at, text in enumerate(row)]
    criteria = [(ids.get(one, one), at) for one, at in named if one is not None]
    if sum(column is Column.ID for column, _ in own) > 1:
        raise IntakeError(
            "{name}: two columns are headed as the id; remove one of them", name=table.name
        )
    twice = [*_twice([column for column, _ in own]), *_twice([one for one, _ in criteria])]
    remarks = [
        *(_remark(Problem.SAME_HEADING, heading, one) for one in twice),
        *_unfit(criteria, row, heading, assignment),
    ]
    unfit = {str(one.params["heading"]) for one in remarks}
    return Layout(
        heading=heading,
        columns={column: at for column, at in own if column not in twice},
        criteria={
            one: at for one, at in criteria if one not in twice and bare(row[at]) not in unfit
        },
        problems=tuple(one for one in remarks if isinstance(one.kind, Problem)),
        warnings=tuple(one for one in remarks if isinstance(one.kind, Warn)),
    )


def choose_table(tables: Sequence[Table], assignment: Assignment) -> Table:
    """Picks the sheet of a workbook that holds this assignment. IntakeError when that is unclear.

    A workbook has a sheet for each assignment, named by its id.
    """
    ours = [one for one in tables if any(map(_is_heading, one.rows))] or list(tables[:1])
    named = [one for one in ours if one.sheet == assignment.id]
    if len(named or ours) == 1:
        return (named or ours)[0]
    if not ours:
        return table_of(())
    raise IntakeError(
        "{name}: has several sheets with points, and none is named {assignment}; name "
        "the one to read so",
        name=ours[0].name,
        assignment=assignment.id,
    )


def _is_heading(row: Sequence[str]) -> bool:
    cells = [unicodedata.normalize("NFKC", one) for one in row]
    known = {column_of(one) for one in cells}
    points = any(criterion_of(one) is not None for one in cells)
    return Column.ID in known and (points or Column.COMMENT in known)


def _twice(found: Sequence[str]) -> list[str]:
    return [one for one in dict.fromkeys(found) if found.count(one) > 1]


def _unfit(
    criteria: Sequence[tuple[str, int]], row: Sequence[str], heading: int, assignment: Assignment
) -> list[Remark]:
    """Names columns of criteria that the rubric does not have, or not with these points."""
    most = {one.id: one.points for one in assignment.rubric}
    remarks = []
    for criterion, at in criteria:
        written = CRITERION.fullmatch(bare(row[at]))
        if criterion not in most:
            remarks.append(_remark(Warn.UNKNOWN_CRITERION, heading, bare(row[at])))
        elif written and not same(read_points(written["max"]), most[criterion]):
            said = _remark(Problem.OTHER_POINTS, heading, bare(row[at]), max=most[criterion])
            remarks.append(said)
    return remarks


def _remark(kind: Problem | Warn, heading: int, text: str, **params: float) -> Remark:
    return Remark(kind=kind, row=heading + 1, params={"heading": text, **params})
