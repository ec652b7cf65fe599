"""What a person edited comes back as decisions; what nobody touched does not."""

from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.errors import GraderError
from grader.model.gradebook import Comment
from grader.store import Store, same_files
from grader.wording import Language
from tests.gradebook.gradebook_for_tests import (
    LAWFUL,
    NAMES,
    NOON,
    WRONG,
    class_of_three,
    decided,
    grade_one,
    reopened,
)
from tests.gradebook.tables_for_tests import (
    COMMENT,
    FORM,
    ID,
    NAME,
    PROGRAM,
    RULES,
    SIGNED,
    STATE,
    TOTAL,
    decisions_in,
    export_csv,
    keep,
    kinds_in,
    put,
    rows_of,
    take,
    told,
    written,
)


def test_a_table_that_nobody_touched_says_nothing(tmp_path: Path) -> None:
    """No decision, no problem, no warning."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    found = take(tmp_path, rows)
    assert (found.decisions, found.comments, found.problems, found.warnings) == ((), (), (), ())
    assert set(found.unchanged) == {"24A1201", "24A1202", "24A1203"}


def test_an_edited_cell_is_a_decision(tmp_path: Path) -> None:
    """Of the person who imports, with a reason that names no file: students read it."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "1.5")
    put(rows, "24A1201", PROGRAM, "3")
    found = take(tmp_path, rows)
    assert decisions_in(found) == [("24A1203", "form", 1.5), ("24A1201", "program", 3.0)]
    assert {(one.by, one.at, one.reason) for one in found.decisions} == {
        ("TA2", SIGNED.at, "表で変更")
    }
    assert kinds_in(found) == []
    keep(tmp_path, found)
    assert [one.total for one in reopened(tmp_path).grades] == [7.5, 7.0, 8.0]


def test_a_second_import_changes_nothing(tmp_path: Path) -> None:
    """Whatever the first one took."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "1.5")
    put(rows, "24A1201", COMMENT, "図が\n見やすい")
    keep(tmp_path, take(tmp_path, rows))
    again = take(tmp_path, rows)
    assert (again.decisions, again.comments, kinds_in(again)) == ((), (), [])


def test_a_comment_is_kept_and_is_the_reason(tmp_path: Path) -> None:
    """Of every decision made in its row; its lines stay in the comment."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "1")
    put(rows, "24A1203", RULES, "1")
    put(rows, "24A1203", COMMENT, " 図1の軸に\r\n単位がない ")
    found = take(tmp_path, rows)
    assert {one.reason for one in found.decisions} == {"図1の軸に 単位がない"}
    assert found.comments == (
        Comment(student="24A1203", text="図1の軸に\n単位がない", by="TA2", at=SIGNED.at),
    )
    keep(tmp_path, found)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "2")
    assert [one.reason for one in take(tmp_path, rows).decisions] == ["図1の軸に 単位がない"]


@pytest.mark.parametrize(
    "comment",
    [
        "=2 点",
        "-1 点: 単位がない",
        "'引用'",
        "1-2",
        "よい\n=1\n\nとても",
        "\t字下げ",
        "𠮷野家 😀 晓",
    ],
)
def test_a_comment_alone_is_kept_and_comes_back_as_it_was(tmp_path: Path, comment: str) -> None:
    """It needs no decision; guards against formulas do not become part of it."""
    class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide_all((), [Comment(student="24A1201", text=comment, by="TA", at=NOON)])
    _, rows = export_csv(tmp_path)
    assert take(tmp_path, rows).comments == ()
    put(rows, "24A1202", COMMENT, next(row for row in rows if row[ID] == "24A1201")[COMMENT])
    found = take(tmp_path, rows)
    assert [(one.student, one.text) for one in found.comments] == [("24A1202", comment.strip())]
    assert found.decisions == ()


@pytest.mark.parametrize("cell", ["-", " － ", "'-"])
def test_a_comment_is_taken_away_by_a_dash(tmp_path: Path, cell: str) -> None:
    """A blank would change nothing; twice is the same as once, and without one it says nothing."""
    class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide_all([], [Comment(student="24A1203", text="別人宛", by="TA", at=NOON)])
    _, rows = export_csv(tmp_path)
    for student in ("24A1203", "24A1201"):
        put(rows, student, COMMENT, cell)
    found = take(tmp_path, rows)
    assert [(one.student, one.text) for one in found.comments] == [("24A1203", "")]
    keep(tmp_path, found)
    assert "別人宛" not in reopened(tmp_path).by_student["24A1203"].feedback
    assert take(tmp_path, rows).comments == ()


def test_blanks_change_nothing(tmp_path: Path) -> None:
    """A cell that was emptied is no 0, and an emptied comment stays."""
    class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide_all((), [Comment(student="24A1201", text="よい", by="TA", at=NOON)])
    _, rows = export_csv(tmp_path)
    for column in (PROGRAM, FORM, TOTAL, NAME, STATE, COMMENT):
        put(rows, "24A1201", column, " \u3000")
    found = take(tmp_path, rows)
    assert (found.decisions, found.comments, kinds_in(found)) == ((), (), [])


def test_rows_and_columns_may_be_anywhere(tmp_path: Path) -> None:
    """Sorted with the headings in the middle, columns swapped, notes around, rows deleted."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "2")
    heading, *people = rows
    people = [row for row in people if row[ID] != "24A1202"]
    moved = [["課題1 の成績", *[""] * 12], [""] * 13, people[0], heading, people[1], heading]
    moved += [["", "合計", "8", "4", "4", "16"], ["平均", "", "4", "2"], []]
    moved = [["", *reversed(row), "メモ"] for row in moved]
    found = take(tmp_path, moved)
    assert decisions_in(found) == [("24A1203", "form", 2.0)]
    assert found.problems == ()


def test_the_id_may_be_wide_or_guarded(tmp_path: Path) -> None:
    """And so may points be."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "１．５")
    put(rows, "24A1203", ID, "'２４ａ１２０３ ")
    put(rows, "24A1201", FORM, "'0")
    found = take(tmp_path, rows)
    assert decisions_in(found) == [("24A1203", "form", 1.5), ("24A1201", "form", 0.0)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_either_language_is_read(tmp_path: Path, lang: Language) -> None:
    """A table is read back whichever language wrote it."""
    book = class_of_three(tmp_path)
    rows = rows_of(written(book, lang=lang))
    put(rows, "24A1203", FORM, "2")
    assert decisions_in(take(tmp_path, rows)) == [("24A1203", "form", 2.0)]


def test_a_title_is_known_by_its_letters(tmp_path: Path) -> None:
    """Blanks and wide marks of a heading may differ from those that the title has today."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    rows[0][FORM] = rows[0][FORM].replace("体裁", "体\u3000裁")
    put(rows, "24A1203", FORM, "2")
    found = take(tmp_path, rows)
    assert decisions_in(found) == [("24A1203", "form", 2.0)]
    assert kinds_in(found) == []


def test_the_list_says_who_decided_what_stands_and_when(tmp_path: Path) -> None:
    """Nothing remembers the export: what was decided or regraded since is named and replaced."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1203", WRONG, LAWFUL)
        store.decide(decided("24A1202", 1.0, by="TA3", hours=5))
        store.decide_all([], [Comment(student="24A1202", text="前の", by="TA3", at=NOON)])
    put(rows, "24A1203", FORM, "1.5")
    put(rows, "24A1202", COMMENT, "新しい")
    found = take(tmp_path, rows)
    assert told(found) == [
        "24A1203 “It works”: 0 (grader) -> 4",
        "24A1203 “Form”: not graded -> 1.5",
        "24A1202 “Form”: 1 (TA3, 2025-05-03 17:00) -> 2",
        "24A1202 comment: 前の (TA3, 2025-05-03 12:00) -> 新しい",
    ]
    assert kinds_in(found) == []
    keep(tmp_path, found)
    assert [one.total for one in reopened(tmp_path).grades] == [7.5, 8.0, 8.0]


def test_points_are_compared_as_the_table_writes_them(tmp_path: Path) -> None:
    """With four digits: a third of a point that nobody touched is no edit."""
    class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1203", 1 / 3, hours=5))
    _, rows = export_csv(tmp_path)
    assert "0.3333" in next(row for row in rows if row[ID] == "24A1203")
    assert take(tmp_path, rows).edits == ()


def test_a_decision_is_about_the_files_of_now(tmp_path: Path) -> None:
    """As on the page: whoever hands in again is named until somebody decides anew."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "1.5")
    (made,) = take(tmp_path, rows).decisions
    with Store(tmp_path, "kadai1") as store:
        assert same_files(made.evidence, store.observed()["24A1203"].key)
    assert made.evidence


def test_who_handed_in_nothing_may_get_points(tmp_path: Path) -> None:
    """For paper; the list says that there are no files."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    rows.append(["24A1209", "", "4", "2", "1", *[""] * 9])
    found = take(tmp_path, rows, names={**NAMES, "24A1209": "鈴木 一郎"})
    assert [one[0] for one in decisions_in(found)] == ["24A1209"] * 3
    assert told(found)[0] == "24A1209 “It works”: no submission -> 4"


@pytest.mark.parametrize("by", ["", " ", "grader"])
def test_somebody_decides(tmp_path: Path, by: str) -> None:
    """Never nobody, and never the grader; and the time has a zone."""
    class_of_three(tmp_path)
    with pytest.raises(GraderError, match="the decisions in the table have no name"):
        take(tmp_path, [["id", "form"]], signed=replace(SIGNED, by=by))
    with pytest.raises(GraderError, match="time zone"):
        take(tmp_path, [["id", "form"]], signed=replace(SIGNED, at=datetime(2025, 5, 1)))  # noqa: DTZ001
