"""The headings say what a column holds; what is not clear is not read."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.gradebook.importing import choose_table
from grader.model.errors import IntakeError
from grader.tables import table_of
from tests.gradebook.gradebook_for_tests import KADAI1, class_of_three
from tests.gradebook.tables_for_tests import (
    FORM,
    PROGRAM,
    csv_of,
    decisions_in,
    export_csv,
    kinds_in,
    put,
    take,
)
from tests.wording.worded import in_japanese


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("form (/3)", ["no-criterion"]),
        ("rules (/2)", ["same-heading"]),
        ("style (/2)", ["no-criterion"]),
        ("form points", []),
        ("メモ", []),
    ],
)
def test_columns_that_are_not_the_rubrics(tmp_path: Path, heading: str, kinds: list[str]) -> None:
    """A criterion that the rubric has not is a problem: of another assignment, or an older one."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    rows[0][FORM] = heading
    put(rows, "24A1203", PROGRAM, "3")
    found = take(tmp_path, rows)
    assert ("24A1203", "program", 3.0) in decisions_in(found)
    assert kinds_in(found) == kinds
    assert [problem.row for problem in found.problems] == [1] * len(kinds)


def test_a_heading_may_lose_its_maximum(tmp_path: Path) -> None:
    """The title or the id is the criterion's all the same; with both, the table is refused."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    rows[0][FORM] = "form"
    put(rows, "24A1203", FORM, "2")
    found = take(tmp_path, rows)
    assert decisions_in(found) == [("24A1203", "form", 2.0)]
    assert kinds_in(found) == []
    doubled = [[*row, "1" if at else "form (/2)"] for at, row in enumerate(rows)]
    assert kinds_in(take(tmp_path, doubled)) == ["same-heading"]


def test_a_row_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    """Half a number would be another one; a last line that just does not end is read."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "1.5")
    rows.sort(key=lambda row: row[0].removeprefix("'") == "24A1203")
    content = csv_of(rows).removesuffix(b"\r\n")
    assert decisions_in(take(tmp_path, content)) == [("24A1203", "form", 1.5)]
    torn = take(tmp_path, content[: content.rindex(b"1.5") + 1])
    assert decisions_in(torn) == []
    assert kinds_in(torn) == ["cut-off"]


@pytest.mark.parametrize(
    "rows",
    [
        [["a", "b"], ["1", "2"]],
        [["学籍番号", "氏名"], ["24A1201", "山田 太郎"]],
        [["学籍番号", "id", "form (/2)"], ["24A1201", "24A1201", "1"]],
        [],
    ],
)
def test_other_tables_are_refused_as_a_whole(tmp_path: Path, rows: list[list[str]]) -> None:
    """With a sentence that says what to give."""
    class_of_three(tmp_path)
    with pytest.raises(IntakeError, match=r"^a\.csv: ") as refused:
        take(tmp_path, rows, "a.csv")
    assert in_japanese(refused.value) != str(refused.value)


@pytest.mark.parametrize("name", ["kadai2.csv", "kadai2.backup-20260501.csv", "kadai2_TA1.csv"])
def test_the_table_of_another_assignment_is_refused(tmp_path: Path, name: str) -> None:
    """Its criteria may have the same titles; what it has no name of is taken as it is."""
    class_of_three(tmp_path)
    rows = [["id", "form (/2)"], ["24A1201", "1"]]
    others = ["kadai2", "kadai10", "kadai"]
    with pytest.raises(IntakeError, match="named after the assignment kadai2") as refused:
        take(tmp_path, rows, name, others=others)
    assert in_japanese(refused.value) != str(refused.value)
    for own in ("kadai1.csv", "kadai1 (2).csv", "kadai20.csv", "table.csv"):
        assert take(tmp_path, rows, own, others=others).decisions


def test_the_sheet_of_the_assignment_is_read() -> None:
    """By its name; among several others nothing is guessed."""
    one = table_of((("id", "form (/2)"), ("24A1201", "1")), "a.xlsx", sheet="kadai1")
    other = replace(one, sheet="kadai2")
    assert choose_table([other, one], KADAI1) is one
    assert choose_table([table_of((("授業",),)), other], KADAI1) is other
    with pytest.raises(IntakeError, match="no row of headings"):
        choose_table([], KADAI1)
    with pytest.raises(IntakeError, match="none is named kadai1") as refused:
        choose_table([other, replace(one, sheet="Sheet1")], KADAI1)
    assert in_japanese(refused.value) != str(refused.value)
