"""Moodle's gradebook, Gradescope's results, one column to paste, and what all formats have."""

import io
import json
import zipfile
from collections.abc import Sequence
from typing import Literal

import openpyxl
import pytest
from msgspec.structs import replace

from grader.export.gradebook import Left, Stranger
from grader.lms.notices import NoticeKind
from grader.lms.plugin import PLUGIN
from grader.model.errors import IntakeError
from grader.model.formats import INTO
from grader.wording import load_wording
from tests.export.gradebook.books import CONTENT as CRITERION
from tests.export.gradebook.books import (
    HOSTILE,
    award,
    book,
    checked,
    confirmed,
    export,
    grade,
    into,
    known,
    says,
)
from tests.lms.moodle_reader import moodle_reads


def test_what_needs_a_file_of_the_lms_asks_for_it() -> None:
    """In words."""
    for form in PLUGIN.formats:
        if form.kind is INTO:
            with pytest.raises(IntakeError, match="--into"):
                export(form.name, book(grade("24A1201", 6, 2)))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_notice_has_words(lang: Literal["ja", "en"]) -> None:
    """Of every kind."""
    words = load_wording(lang).data["ui"]["export"]["notice"]
    assert {kind.value for kind in NoticeKind} <= words.keys()


def test_moodles_gradebook_has_known_students_only() -> None:
    """One unknown user would stop the whole import there."""
    written = export(
        "moodle-gradebook",
        book(
            says(grade("24A1201", 6, 1.5), "よい\n次も"),
            grade("山田 太郎_31202", 6, 2),
            grade("24A1203", 6, None),
        ),
    )
    assert moodle_reads(written.content) == [
        ["IDナンバ", "課題1 行列積", "フィードバック"],
        ["24A1201", "7.5", "<p>よい<br>次も</p>"],
    ]
    assert {(one.student, one.why) for one in written.left} == {
        ("山田 太郎_31202", Left.NO_ID),
        ("24A1203", Left.OPEN),
    }


def test_moodles_gradebook_has_addresses_when_all_have_one() -> None:
    """A column with holes cannot be mapped to."""
    one = known(grade("24A1201", 6, 1.5), mail="a@example.ac.jp")
    other = grade("24A1202", 6, 2)
    with_hole = moodle_reads(export("moodle-gradebook", book(one, other), lang="en").content)
    assert with_hole[0] == ["ID number", "Assignment 1", "Feedback"]
    full = moodle_reads(export("moodle-gradebook", book(one), lang="en").content)
    assert full == [
        ["ID number", "Email address", "Assignment 1", "Feedback"],
        ["24A1201", "a@example.ac.jp", "7.5", ""],
    ]


@pytest.mark.parametrize("comment", HOSTILE)
def test_comments_in_moodles_gradebook_harm_nobody(comment: str) -> None:
    """Every student keeps their own row."""
    grades = [says(grade(f"24A120{one}", 6, 2), comment) for one in range(3)]
    rows = moodle_reads(export("moodle-gradebook", book(*grades)).content)
    assert [row[:2] for row in rows[1:]] == [[f"24A120{one}", "8"] for one in range(3)]


def test_a_total_above_the_maximum_goes_nowhere() -> None:
    """Moodle would stop the import."""
    with pytest.raises(IntakeError, match="9 of 8"):
        export("moodle-gradebook", book(grade("24A1201", 7, 2)))


def test_gradescopes_results() -> None:
    """A file for each student: the score, and a test for each criterion."""
    late = says(confirmed(grade("24A1201", 6, 1.5)), "よい")
    written = export("gradescope", book(late, grade("24A1202", 6, None)), lang="en")
    with zipfile.ZipFile(io.BytesIO(written.content)) as archive:
        assert archive.namelist() == ["24A1201/results.json"]
        results = json.loads(archive.read("24A1201/results.json"))
    assert (results["score"], results["output"]) == (7.5, "よい")
    assert [
        (one["name"], one["score"], one["max_score"], one["status"], one["visibility"])
        for one in results["tests"]
    ] == [("content", 6, 6, "passed", "visible"), ("form", 1.5, 2, "failed", "hidden")]
    assert written.content == export("gradescope", book(late), lang="en").content


def test_gradescope_is_told_no_reason_of_a_person() -> None:
    """What a person wrote to a colleague is not for the student."""
    one = grade("24A1201", 6, 2)
    assert one.sheet is not None
    said = replace(award(CRITERION, 6), decided_by="TA 1", reason="秘密")
    one = replace(one, sheet=replace(one.sheet, awards=(said, one.sheet.awards[1])))
    with zipfile.ZipFile(io.BytesIO(export("gradescope", book(one)).content)) as archive:
        assert "秘密" not in archive.read("24A1201/results.json").decode()


def test_gradescopes_results_by_checks() -> None:
    """A test for each check; only what is about the student's work has a status."""
    written = export("gradescope-checks", book(checked("24A1201")), lang="en")
    with zipfile.ZipFile(io.BytesIO(written.content)) as archive:
        results = json.loads(archive.read("24A1201/results.json"))
    assert results["score"] == 7.5
    assert [(one["tags"], one.get("status")) for one in results["tests"]] == [
        (["REP014"], "failed"),
        (["POL001", "m"], "passed"),
        (["COR001", "m"], None),
        (["COR002", "m"], None),
    ]
    assert all("score" not in one and one["output"] for one in results["tests"])


def test_gradescope_is_told_no_classmates_name() -> None:
    """Whatever a check quotes."""
    classmate = grade("24A1202", 6, 2, "佐藤 花子")
    written = export("gradescope-checks", book(checked("24A1201"), classmate))
    with zipfile.ZipFile(io.BytesIO(written.content)) as archive:
        assert "佐藤 花子" not in archive.read("24A1201/results.json").decode()


def test_labels_become_safe_names() -> None:
    """Nothing leaves the folder it is unpacked in."""
    written = export("gradescope", book(grade("../x", 6, 2), grade("a/b", 6, 2)))
    with zipfile.ZipFile(io.BytesIO(written.content)) as archive:
        names = archive.namelist()
    assert len(names) == 2
    assert all(name.count("/") == 1 and not name.startswith(".") for name in names)


LOCKED: list[list[str | int | None]] = [
    ["成績報告書", None, None],
    [None, None, None],
    ["番号", "学籍番号", "評価"],
    [1, "24A1203", None],
    [2, "24A1299", None],
    [3, "２４a１２０１", None],
    [None, None, None],
    [4, "24A1202", None],
    ["合計", None, "=SUM(C4:C8)"],
]
CLASS = (grade("24A1201", 6, 1.5), grade("24A1202", 6, None), grade("24A1203", 4, 2))


def locked(rows: Sequence[Sequence[str | int | None]]) -> bytes:
    """A workbook of the registrar's office."""
    made = openpyxl.Workbook()
    for row in rows:
        made.worksheets[0].append(list(row))
    content = io.BytesIO()
    made.save(content)
    return content.getvalue()


def test_one_column_in_the_order_of_a_workbook() -> None:
    """One line per row from the first student to the last; blank where there is nothing."""
    written = export("column", book(*CLASS), into=into(locked(LOCKED), "報告.xlsx"))
    assert written.content.decode().split("\n") == ["6", "", "7.5", "", "", ""]
    assert written.filled == ("24A1201", "24A1203")
    assert written.strangers == (Stranger(row=5, who="24A1299"),)
    assert [(one.student, one.why) for one in written.left] == [("24A1202", Left.OPEN)]
    notice = written.notices[0]
    assert (notice.kind, notice.params) == (NoticeKind.FIRST_ROW, {"row": 4, "last": 8})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_one_column_in_the_order_of_a_table(encoding: str) -> None:
    """Any table will do, in any encoding of Japan."""
    text = "学籍番号,氏名\r\n24A1203,高橋 次郎\r\n24A1201,山田 太郎\r\n"
    written = export("column", book(*CLASS), into=into(text.encode(encoding), "list.csv"))
    assert written.content == b"6\n7.5\n"
    assert ("24A1202", Left.NO_ROW) in {(one.student, one.why) for one in written.left}


def test_ids_that_excel_is_kept_from_changing() -> None:
    """As a formula of a text, and with an apostrophe."""
    text = 'id\n"=""24A1203"""\n\'24A1201\n'
    assert export("column", book(*CLASS), into=into(text)).content == b"6\n7.5\n"


def test_a_student_who_stands_there_twice_is_left_blank() -> None:
    """Which row is meant, a person knows."""
    written = export("column", book(*CLASS), into=into("id\n24A1203\n24A1201\n24A1203\n"))
    assert written.content == b"\n7.5\n\n"
    assert ("24A1203", Left.SEVERAL) in {(one.student, one.why) for one in written.left}


def test_a_row_with_somebody_elses_name_is_left_blank() -> None:
    """The ids of two rows changed places."""
    people = [grade("24A1201", 6, 1.5, "山田 太郎"), grade("24A1203", 4, 2, "高橋 次郎")]
    text = "学籍番号,氏名\n24A1203,山田太郎\n24A1201,高橋次郎\n"
    written = export("column", book(*people), into=into(text))
    assert written.content == b"\n\n"
    assert [(one.student, one.why, one.detail) for one in written.left] == [
        ("24A1201", Left.CONFLICT, "3"),
        ("24A1203", Left.CONFLICT, "2"),
    ]
    right = "学籍番号,氏名,担当\n24A1203,高橋次郎,山田太郎\n24A1201,山田太郎,山田太郎\n"
    assert export("column", book(*people), into=into(right)).content == b"6\n7.5\n"


def test_a_table_without_ids() -> None:
    """Names alone are not enough for final marks."""
    with pytest.raises(IntakeError, match="no column contains the IDs"):
        export("column", book(*CLASS), into=into("氏名,点\n山田 太郎,\n"))


def test_nobody_at_all() -> None:
    """An empty gradebook writes empty files, and fails nowhere."""
    for kind in ("moodle-gradebook", "gradescope"):
        assert export(kind, book()).filled == ()
