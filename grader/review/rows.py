"""Whose row is whose in an edited table. The id decides; what else stands there has to agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.model.columns import Column, column_of
from grader.model.gradebook import Grade, Gradebook
from grader.model.points import same
from grader.people import same_id, was_made_a_number, without_zeros
from grader.review.cells import bare, read_points, same_name
from grader.review.layout import Layout
from grader.review.remarks import Problem, Remark, Warn
from grader.tables import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One student's row of an edited table."""

    number: int  # 1-based
    grade: Grade
    points: Mapping[str, str]  # by criterion: the cell, never blank
    total: str = ""
    comment: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows that can be taken, and why others cannot."""

    rows: tuple[Row, ...]
    problems: tuple[Remark, ...]
    warnings: tuple[Remark, ...]


def read_rows(table: Table, layout: Layout, gradebook: Gradebook) -> Rows:
    """Goes through every row but the headings, above them as well: a table may be sorted anyhow."""
    exactly, known = gradebook.by_student, _by_id(gradebook)
    most = sum(one.points for one in gradebook.assignment.rubric)
    rows: list[Row] = []
    remarks: list[Remark | None] = []
    places: dict[str, list[int]] = {}
    for at, cells in enumerate(table.rows):
        if at == layout.heading or column_of(_cell(cells, layout, Column.ID)) is Column.ID:
            continue
        identity = _cell(cells, layout, Column.ID)
        grade = exactly.get(bare(identity)) or known.get(same_id(bare(identity)))
        if grade is None:
            remarks.append(_nobody(at, cells, layout, known))
            continue
        places.setdefault(grade.student, []).append(at + 1)
        remark = _other_name(at, cells, layout, grade) or _other_max(at, cells, layout, most)
        remarks.append(remark)
        if remark is None:
            rows.append(_row(at, cells, layout, grade))
    several = {one: numbers for one, numbers in places.items() if len(numbers) > 1}
    said = [*(one for one in remarks if one), *(_several(*one) for one in several.items())]
    return Rows(
        rows=tuple(one for one in rows if one.grade.student not in several),
        problems=tuple(one for one in said if isinstance(one.kind, Problem)),
        warnings=tuple(one for one in said if isinstance(one.kind, Warn)),
    )


def _by_id(gradebook: Gradebook) -> Mapping[str, Grade]:
    """Lists students by id as ids are compared; two that look the same are nobody's."""
    found: dict[str, list[Grade]] = {}
    for one in gradebook.grades:
        found.setdefault(same_id(bare(one.student)), []).append(one)
    return {one: grades[0] for one, grades in found.items() if len(grades) == 1}


def _cell(cells: Sequence[str], layout: Layout, column: Column) -> str:
    at = layout.columns.get(column, -1)
    return cells[at] if 0 <= at < len(cells) else ""


def _nobody(
    at: int, cells: Sequence[str], layout: Layout, known: Mapping[str, Grade]
) -> Remark | None:
    """Says what is the matter with a row that is nobody's; nothing when it is just another row."""
    written = bare(_cell(cells, layout, Column.ID))
    identity = same_id(written)
    lost = without_zeros(identity)
    likely = [one.student for key, one in known.items() if lost and without_zeros(key) == lost]
    if likely:
        params = {"id": written}
        return Remark(kind=Problem.LOST_ZEROS, row=at + 1, student=likely[0], params=params)
    name = bare(_cell(cells, layout, Column.NAME))
    if name and any(one.name and same_name(name, one.name) for one in known.values()):
        return Remark(kind=Problem.NO_ID, row=at + 1, params={"name": name, "id": written})
    if at < layout.heading or not identity:
        return None
    if was_made_a_number(identity):
        return Remark(kind=Problem.CHANGED_ID, row=at + 1, params={"id": written})
    return Remark(kind=Warn.STRANGER, row=at + 1, params={"id": written})


def _other_name(at: int, cells: Sequence[str], layout: Layout, grade: Grade) -> Remark | None:
    name = bare(_cell(cells, layout, Column.NAME))
    if not name or not grade.name or same_name(name, grade.name):
        return None
    params = {"name": name, "known": grade.name}
    return Remark(kind=Problem.OTHER_NAME, row=at + 1, student=grade.student, params=params)


def _other_max(at: int, cells: Sequence[str], layout: Layout, most: float) -> Remark | None:
    found = bare(_cell(cells, layout, Column.MAX))
    if not found or same(read_points(found), most):
        return None
    return Remark(kind=Problem.OTHER_MAX, row=at + 1, params={"found": found, "max": most})


def _row(at: int, cells: Sequence[str], layout: Layout, grade: Grade) -> Row:
    return Row(
        number=at + 1,
        grade=grade,
        points={
            criterion: text
            for criterion, column in layout.criteria.items()
            if column < len(cells) and (text := bare(cells[column]))
        },
        total=bare(_cell(cells, layout, Column.TOTAL)),
        comment=_cell(cells, layout, Column.COMMENT),
        state=_cell(cells, layout, Column.STATE),
    )


def _several(student: str, rows: Sequence[int]) -> Remark:
    params = {"rows": tuple(map(str, rows))}
    return Remark(kind=Problem.SAME_ID, student=student, params=params)
