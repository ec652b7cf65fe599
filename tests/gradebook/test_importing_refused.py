"""What is not certain is refused with a sentence, and the table with it; nothing is guessed."""

from pathlib import Path

import pytest

from grader.store import Store
from tests.gradebook.gradebook_for_tests import EN, JA, LAWFUL, RIGHT, class_of_three, grade_one
from tests.gradebook.tables_for_tests import (
    COMMENT,
    FORM,
    ID,
    NAME,
    PROGRAM,
    RULES,
    TOTAL,
    decisions_in,
    export_csv,
    kinds_in,
    put,
    take,
)


@pytest.mark.parametrize(
    ("column", "text", "kind"),
    [
        (PROGRAM, "7,5", "bad-points"),
        (PROGRAM, "3点", "bad-points"),
        (PROGRAM, "三", "bad-points"),
        (PROGRAM, "1e0", "bad-points"),
        (PROGRAM, "5月7日", "bad-points"),
        (PROGRAM, "-1", "bad-points"),
        (PROGRAM, "nan", "bad-points"),
        (PROGRAM, "TRUE", "bad-points"),
        (PROGRAM, "1.2.3", "bad-points"),
        (PROGRAM, "4.5", "bad-points"),
        (PROGRAM, "９９", "bad-points"),
        (NAME, "佐藤 花子", "other-name"),
        (NAME, "山田", "other-name"),
    ],
)
def test_a_bad_cell_is_named(tmp_path: Path, column: int, text: str, kind: str) -> None:
    """With its file, row, student and heading, and what to do."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1201", column, text)
    put(rows, "24A1203", FORM, "2")
    found = take(tmp_path, rows)
    assert kinds_in(found) == [kind]
    for words in (JA, EN):
        said = found.problems[0].say(words)
        assert said.startswith(
            ("kadai1.csv の 3 行目 (24A1201): ", "kadai1.csv, row 3 (24A1201): ")
        )
        assert text in said
    if kind == "bad-points":
        assert "“It works”" in found.problems[0].say(EN)


@pytest.mark.parametrize("text", ["山田太郎", "山田\u3000太郎", ""])
def test_other_spellings_are_no_problem(tmp_path: Path, text: str) -> None:
    """Of a name."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1201", RULES, "1")
    put(rows, "24A1201", NAME, text)
    found = take(tmp_path, rows)
    assert decisions_in(found) == [("24A1201", "rules", 1.0)]
    assert kinds_in(found) == []


@pytest.mark.parametrize(("text", "kinds"), [("5", ["total"]), ("欠席", ["total"]), ("8.00", [])])
def test_a_total_that_was_changed_alone_is_told(
    tmp_path: Path, text: str, kinds: list[str]
) -> None:
    """It is no decision; where points changed too, it is nothing."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1201", TOTAL, text)
    found = take(tmp_path, rows)
    assert (found.edits, found.problems, kinds_in(found)) == ((), (), kinds)
    put(rows, "24A1201", FORM, "1")
    assert kinds_in(take(tmp_path, rows)) == []


@pytest.mark.parametrize(
    ("identity", "kinds"),
    [
        ("24A120", ["unknown-id"]),
        ("", ["no-id"]),
        ("2.4E+05", ["unknown-id"]),
        ("24A1201", ["other-name", "same-id"]),
    ],
)
def test_an_edited_id_is_refused(tmp_path: Path, identity: str, kinds: list[str]) -> None:
    """The name never says whose row it is."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "2")
    rows[1][ID] = identity
    found = take(tmp_path, rows)
    assert kinds_in(found) in (kinds, kinds[:1])
    assert found.problems[0].row == 2


@pytest.mark.parametrize("identity", ["1201", "1201.0", "０１２０１"])
def test_lost_zeros_are_refused(tmp_path: Path, identity: str) -> None:
    """Even when only one student's id would be it with its zeros."""
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "001201")
    found = take(tmp_path, [["id", "program (/4)"], [identity, "3"]], names={})
    assert (decisions_in(found), kinds_in(found)) == ([], ["unknown-id"])


def test_zeros_that_are_there_are_no_problem(tmp_path: Path) -> None:
    """Nor are two students whose ids differ in zeros alone."""
    with Store(tmp_path, "kadai1") as store:
        for student in ("001201", "1201"):
            grade_one(store, student, RIGHT, LAWFUL)
    found = take(tmp_path, [["id", "program (/4)"], ["001201", "3"], ["1201", "2"]], names={})
    assert decisions_in(found) == [("001201", "program", 3.0), ("1201", "program", 2.0)]


def test_an_average_below_is_no_students_row(tmp_path: Path) -> None:
    """But an id that nobody has is a problem, so that no edit is lost silently."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    rows += [["平均", "", "4"], ["以上40名", "", ""], ["24A7777", "", "4"], ["1.23E+11", "", "4"]]
    found = take(tmp_path, rows)
    assert kinds_in(found) == ["unknown-id", "unknown-id"]
    assert [problem.row for problem in found.problems] == [7, 8]


@pytest.mark.parametrize(
    ("row", "kinds"),
    [
        (["", "", "4"], ["no-id"]),
        (["", "鈴木 三郎", "", "", "", "", "", "", "", "", "", "", "良い"], ["no-id"]),
        (["", "", ""], []),
        (["", "平均", "4"], []),
        (["", "作成 TA2", ""], []),
    ],
)
def test_points_without_an_id_are_named(tmp_path: Path, row: list[str], kinds: list[str]) -> None:
    """They would be lost silently; a line of totals or a note is no student's."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    assert rows[0][COMMENT] == "コメント"
    found = take(tmp_path, [*rows, row])
    assert kinds_in(found) == kinds
    assert ["row 5" in each.say(EN) for each in found.problems] == [True] * len(kinds)


def test_two_rows_of_one_student_are_refused(tmp_path: Path) -> None:
    """Both are named."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    rows.append(["24A1203", "", "4", "2", "1"])
    (problem,) = take(tmp_path, rows).problems
    assert (problem.kind, problem.row) == ("same-id", 5)
    assert "Row 2" in problem.say(EN)


def test_students_whose_ids_look_the_same_are_nobodys(tmp_path: Path) -> None:
    """Upper and lower case in one class: what is neither exactly is not guessed."""
    with Store(tmp_path, "kadai1") as store:
        for student in ("s1", "S1"):
            grade_one(store, student)
    found = take(tmp_path, [["id", "form (/2)"], ["ｓ1", "1"], ["S1", "2"]], names={})
    assert decisions_in(found) == [("S1", "form", 2.0)]
    assert kinds_in(found) == ["unknown-id"]


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [("Fomr", ["no-criterion"]), ("体栽", ["no-criterion"]), ("備考", []), ("Remarks", [])],
)
def test_a_misspelt_heading_loses_no_column(tmp_path: Path, heading: str, kinds: list[str]) -> None:
    """Columns of other things are nobody's mistake."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    rows[0][FORM] = heading
    put(rows, "24A1203", FORM, "0")
    found = take(tmp_path, rows)
    assert kinds_in(found) == kinds
    assert decisions_in(found) == []
