"""What is not certain is refused with a sentence, and the row with it; nothing is guessed."""

from pathlib import Path

import pytest

from grader.model.gradebook import Comment
from grader.review import Problem, Warn, import_table, open_gradebook
from grader.store import Store
from grader.tables import read_tables
from tests.review.gradebook_for_tests import (
    EN,
    JA,
    KADAI1,
    LAWFUL,
    NAMES,
    NOON,
    RIGHT,
    class_of_three,
    decided,
    grade_one,
    reopened,
)
from tests.review.tables_for_tests import (
    COMMENT,
    FORM,
    ID,
    MAX,
    NAME,
    PROGRAM,
    RULES,
    SIGNED,
    STATE,
    TOTAL,
    csv_of,
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
        (PROGRAM, "4.5", "too-many"),
        (PROGRAM, "９９", "too-many"),
        (NAME, "佐藤 花子", "other-name"),
        (NAME, "山田", "other-name"),
        (MAX, "10", "other-max"),
        (MAX, "?", "other-max"),
        (TOTAL, "5", "total"),
        (TOTAL, "欠席", "total"),
    ],
)
def test_a_row_with_a_problem_changes_nothing(
    tmp_path: Path, column: int, text: str, kind: str
) -> None:
    """Not its other cells either; the other rows are taken."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1201", RULES, "1")
    put(rows, "24A1201", COMMENT, "別のコメント")
    put(rows, "24A1201", column, text)
    put(rows, "24A1203", FORM, "2")
    found = take(tmp_path, rows)
    assert decisions_in(found) == [("24A1203", "form", 2.0)]
    assert found.comments == ()
    assert kinds_in(found)[0] == [kind]
    (problem,) = found.problems
    assert problem.row == 3
    for words in (JA, EN):
        assert text in problem.say(words)


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (NAME, "山田太郎"),
        (NAME, "山田\u3000太郎"),
        (NAME, ""),
        (MAX, "8.0"),
        (MAX, "８"),
        (TOTAL, "8.00"),
        (TOTAL, "7"),
        (STATE, "確認"),
    ],
)
def test_other_spellings_are_no_problem(tmp_path: Path, column: int, text: str) -> None:
    """A total that follows from the edited criteria is none either."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1201", RULES, "1")
    put(rows, "24A1201", column, text)
    found = take(tmp_path, rows)
    assert decisions_in(found) == [("24A1201", "rules", 1.0)]
    assert kinds_in(found) == ([], [])


@pytest.mark.parametrize(
    ("identity", "kind"),
    [
        ("24A120", "no-id"),
        ("", "no-id"),
        ("24A1202", "same-id"),
        ("2.4E+05", "no-id"),
    ],
)
def test_an_edited_id_is_refused(tmp_path: Path, identity: str, kind: str) -> None:
    """The name never says whose row it is."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "2")
    put(rows, "24A1203", ID, identity)
    found = take(tmp_path, rows)
    assert found.decisions == ()
    assert kind in kinds_in(found)[0]


@pytest.mark.parametrize("identity", ["1201", "1201.0", "０１２０１"])
def test_lost_zeros_are_refused(tmp_path: Path, identity: str) -> None:
    """Even when only one student's id would be it with its zeros."""
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "001201")
    rows = [["id", "program (/4)"], [identity, "3"]]
    book = reopened(tmp_path, {})
    found = import_table(read_tables(csv_of(rows), "a.csv"), book, (), SIGNED)
    assert found.decisions == ()
    (problem,) = found.problems
    assert (problem.kind, problem.student) == (Problem.LOST_ZEROS, "001201")


def test_zeros_that_are_there_are_no_problem(tmp_path: Path) -> None:
    """Nor are two students whose ids differ in zeros alone."""
    with Store(tmp_path, "kadai1") as store:
        for student in ("001201", "1201"):
            grade_one(store, student, RIGHT, LAWFUL)
    rows = [["id", "program (/4)"], ["001201", "3"], ["1201", "2"]]
    found = import_table(read_tables(csv_of(rows), "a.csv"), reopened(tmp_path, {}), (), SIGNED)
    assert decisions_in(found) == [("001201", "program", 3.0), ("1201", "program", 2.0)]


@pytest.mark.parametrize(
    ("identity", "kind"), [("1.23E+11", Problem.CHANGED_ID), ("24A7777", Warn.STRANGER)]
)
def test_rows_of_nobody_are_said(tmp_path: Path, identity: str, kind: str) -> None:
    """So that no edit is lost silently."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    rows.append([identity, "", "4", "2", "2"])
    found = take(tmp_path, rows)
    assert found.decisions == ()
    (remark,) = (*found.problems, *found.warnings)
    assert remark.kind == kind
    assert identity in remark.say(JA)
    assert found.refused == {len(rows)}


def test_lines_that_were_not_taken_are_counted(tmp_path: Path) -> None:
    """Each once, whatever is wrong with it; an average below is no student's line."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1202", PROGRAM, "x")
    put(rows, "24A1202", RULES, "y")
    rows += [["24A1203", "佐藤 花子", "4"], ["24A7777", "", "4"], ["平均", "", "4"]]
    assert take(tmp_path, rows).refused == {
        1 + at for at, row in enumerate(rows) if row[0] in ("24A1202", "24A1203", "24A7777")
    }


def test_two_rows_of_one_student_are_both_refused(tmp_path: Path) -> None:
    """Also when one of them has another's name."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "2")
    rows.append(["24A1203", "", "4", "2", "1"])
    found = take(tmp_path, rows)
    assert found.decisions == ()
    assert kinds_in(found)[0] == ["same-id"]
    assert "2" in found.problems[0].say(JA)
    assert "5" in found.problems[0].say(JA)


def test_cells_are_told_by_the_tables_heading_and_in_its_order(tmp_path: Path) -> None:
    """The table has no ids of criteria, and is corrected from top to bottom."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1201", PROGRAM, "five")
    rows.append(["24A1299", "", "", "", ""])
    put(rows, "24A1203", FORM, "9")
    found = take(tmp_path, rows)
    told = [problem.say(JA) for problem in found.problems]
    assert [problem.row for problem in found.problems] == sorted(
        problem.row for problem in found.problems
    )
    assert any("「動作」の「five」" in sentence for sentence in told)
    assert any("“Form”: 9 is not" in problem.say(EN) for problem in found.problems)


def test_a_newer_decision_is_not_overwritten(tmp_path: Path) -> None:
    """Somebody else decided after the export: both have to talk."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1203", 1.5, by="TA3", hours=5))
    put(rows, "24A1203", FORM, "2")
    put(rows, "24A1203", RULES, "1")
    found = take(tmp_path, rows)
    assert found.decisions == ()
    assert kinds_in(found)[0] == ["decided-since"]
    assert "TA3" in found.problems[0].say(JA)


def test_a_newer_comment_is_not_overwritten(tmp_path: Path) -> None:
    """The same for what a person wrote."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide_all((), [Comment(student="24A1203", text="新しい", by="TA3", at=NOON)])
    put(rows, "24A1203", COMMENT, "別の")
    found = take(tmp_path, rows)
    assert (found.comments, kinds_in(found)[0]) == ((), ["commented-since"])


def test_a_table_confirms_nobody(tmp_path: Path) -> None:
    """The word is said to have no effect; the row's points are taken."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", STATE, "確定")
    put(rows, "24A1203", FORM, "2")
    found = take(tmp_path, rows)
    assert decisions_in(found) == [("24A1203", "form", 2.0)]
    assert kinds_in(found) == ([], ["state"])


def test_another_assignments_table_is_noticed(tmp_path: Path) -> None:
    """Its rubric may have the very same criteria."""
    for number in range(9):
        with Store(tmp_path, "kadai1") as store:
            grade_one(store, f"24A120{number}")
    _, rows = export_csv(tmp_path)
    for row in rows[1:]:
        row[PROGRAM : RULES + 1] = ["1", "1"]
    assert "other-table" in kinds_in(take(tmp_path, rows))[1]


def test_students_whose_ids_look_the_same_are_nobodys(tmp_path: Path) -> None:
    """Upper and lower case in one class: what is neither exactly is not guessed."""
    with Store(tmp_path, "kadai1") as store:
        for student in ("s1", "S1"):
            grade_one(store, student)
        book = open_gradebook(store, KADAI1, JA, names=NAMES)
    rows = [["id", "form (/2)"], ["ｓ1", "1"], ["S1", "2"]]
    found = import_table(read_tables(csv_of(rows), "a.csv"), book, (), SIGNED)
    assert decisions_in(found) == [("S1", "form", 2.0)]
    assert "stranger" in kinds_in(found)[1]
