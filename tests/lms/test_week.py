"""A TA's weeks with downloads of an LMS, on the command line."""

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.commands.weeks import (
    DOWNLOADS,
    ROSTER,
    STUDENTS,
    assert_exported,
    collect,
    decide_all,
    rows_of,
)


@pytest.mark.parametrize(
    ("download", "lms", "missing"),
    [("moodle.zip", "moodle", 3), ("manaba.zip", "manaba", 1)],
)
def test_table_of_a_download(course: Path, say: Say, download: str, lms: str, missing: int) -> None:
    """What it was taken for, who is who, who handed in nothing."""
    said = say(
        "collect", DOWNLOADS / download, "-a", "kadai1", *ROSTER, "--dry-run", "--lang", "en"
    )
    assert said.code == 0, said.err
    assert f"download from {lms}" in said.out
    assert "24A1202  佐藤 花子" in said.out
    assert f"No submission ({missing}):" in said.out
    assert not (course / "submissions" / "kadai1").exists()


def test_json_is_the_manifest(course: Path, say: Say) -> None:
    """One document on stdout, and the same in the folder."""
    said = say("collect", DOWNLOADS / "moodle.zip", "-a", "kadai1", *ROSTER, "--json")
    document = json.loads(said.out)
    folder = course / "submissions" / "kadai1"
    assert document == json.loads((folder / "collected.json").read_text(encoding="utf-8"))
    assert document["lms"] == "moodle"
    assert [one["proposals"] for one in document["unassigned"]] == [
        ["24A1206", "24A1207"],
        ["24A1207", "24A1206"],
    ]
    by_id = {one["student"]: one for one in document["students"]}
    assert by_id["24A1205"]["late_seconds"] == 8 * 3600 + 13 * 60 + 26
    assert by_id["24A1202"]["late_seconds"] == 0  # 42 s, and the course grants 59


def test_assigned_by_a_person(course: Path, say: Say) -> None:
    """Two people of one name are told apart by whoever knows them; twice is the same as once."""
    labels = ("--assign", "田中 実_31205=24A1206", "--assign", "田中 実_31206=24A1207")
    for _ in range(2):
        collect(say, DOWNLOADS / "moodle.zip", *labels)
        folder = course / "submissions" / "kadai1"
        assert [one.name for one in sorted(folder.iterdir()) if one.name in STUDENTS] == [*STUDENTS]


def test_the_time_of_the_download_counts(course: Path, say: Say, small: Path) -> None:
    """Grading knows when each submission came."""
    collect(say, small)
    assert say("grade", "kadai1", "--no-timing").code == 0
    sheet = json.loads((course / "results/kadai1/sheets/24A1201.json").read_text("utf-8"))
    assert sheet["received"] == {
        "at": "2025-04-17T09:01:00+09:00",
        "source": "archive",
        "late_seconds": 0,
        "kept_percent": 100.0,
        "earned": sheet["total"],
    }
    assert "INT001" in {one["check"] for one in sheet["findings"]}


def test_a_zip_is_collected_first(course: Path, say: Say, small: Path) -> None:
    """What was downloaded can be graded at once; nobody is guessed."""
    said = say("grade", "kadai1", small, "--no-timing")
    assert said.code == 0, said.err
    names = {one.stem for one in (course / "results/kadai1/sheets").glob("*.json")}
    assert names == {"山田 太郎_31201", "佐藤 花子_31202"}


def test_the_later_extension_is_known_without_running(course: Path, say: Say, small: Path) -> None:
    """A deadline that changes changes the sheets by regrade alone."""
    path = course / "assignments/kadai1/assignment.toml"
    text = path.read_text(encoding="utf-8")
    policy = '\n[late]\npolicy = "per-day"\npercent_per_day = 10\n'
    path.write_text(text.replace("2025-04-17T23:59:00", "2025-04-15T23:59:00") + policy, "utf-8")
    collect(say, small)
    say("grade", "kadai1", "--no-timing")
    sheet = course / "results/kadai1/sheets/24A1201.json"
    assert json.loads(sheet.read_text("utf-8"))["received"]["kept_percent"] == 80.0
    path.write_text(text + policy, "utf-8")
    assert say("regrade", "kadai1").code == 0
    assert json.loads(sheet.read_text("utf-8"))["received"]["kept_percent"] == 100.0


def test_moodle_worksheet_is_filled_after_a_backup(
    course: Path, say: Say, graded: Path, tmp_path: Path
) -> None:
    """Only our rows change, and the file as it was lies beside it."""
    decide_all(say, graded, course)
    sheet = tmp_path / "sheet.csv"
    shutil.copy(DOWNLOADS / "moodle-sheet.csv", sheet)
    said = say("export", "kadai1", "--format", "moodle", "--into", sheet, "--lang", "en")
    assert said.code == 0, said.err
    (backup,) = tmp_path.glob("sheet.backup-*.csv")
    assert backup.read_bytes() == (DOWNLOADS / "moodle-sheet.csv").read_bytes()
    before, after = rows_of(backup), rows_of(sheet)
    changed = [old[0] for old, new in zip(before, after, strict=True) if old != new]
    assert changed == ["参加者31201", "参加者31202"]
    assert after[1][9].startswith("<p>")


@pytest.mark.parametrize(
    ("lang", "table", "told"),
    [
        ("en", "", "Comments to students: Japanese, the language of the file."),
        ("ja", "", "学生へのコメント: 日本語 (表の言語"),
        ("ja", '[feedback]\nlang = "en"\n', "学生へのコメント: 英語 (course.toml"),
        ("en", '[feedback]\nlang = "ja"\n', "Comments to students: Japanese ([feedback] lang"),
    ],
)
@pytest.mark.parametrize("headings", ["ja", "en"])
def test_comments_are_in_the_language_of_the_sheet_or_course(
    course: Path, say: Say, graded: Path, lang: str, table: str, told: str, headings: str
) -> None:
    """The locale of whoever exports decides nothing that all students read; it is said."""
    decide_all(say, graded, course)
    with (course / "course.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{table}")
    sheet = course / "sheet.csv"
    text = (DOWNLOADS / "moodle-sheet.csv").read_text(encoding="utf-8-sig")
    if headings == "en":
        first = (
            "Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
            "Last modified (submission),Last modified (grade),Feedback comments"
        )
        text = first + text[text.index("\n") :].replace("参加者", "Participant ")
        told = told.replace("Japanese, the", "English, the").replace("日本語 (表", "英語 (表")
    sheet.write_text(text, encoding="utf-8-sig")
    said = say("export", "kadai1", "--format", "moodle", "--into", sheet, "--lang", lang)
    assert said.code == 0, said.err
    assert told in said.out
    japanese = re.search("[ぁ-ん]", rows_of(sheet)[1][9]) is not None
    assert japanese == ("Japanese" in told or "日本語" in told)


def test_a_teachers_grades_stay(course: Path, say: Say, graded: Path, tmp_path: Path) -> None:
    """Points that were typed into the LMS are told, and replaced only when it is asked for."""
    decide_all(say, graded, course)
    sheet = tmp_path / "sheet.csv"
    text = (DOWNLOADS / "moodle-sheet.csv").read_text(encoding="utf-8")
    sheet.write_text(text.replace(",,8.00", ",3.50,8.00", 1), encoding="utf-8")
    order = ("export", "kadai1", "--format", "moodle", "--into", sheet, "--lang", "en")
    said = say(*order)
    assert "24A1201 (row 2, 評点): 3.50 in the LMS table was kept (grader has " in said.err
    assert rows_of(sheet)[1][4] == "3.50"
    assert rows_of(sheet)[2][4] not in ("", "3.50")
    said = say(*order)  # what we wrote is ours
    assert said.err.count("in the LMS table was kept") == 1
    said = say(*order, "--overwrite")
    assert "24A1201 (row 2, 評点): 3.50 -> " in said.err
    assert rows_of(sheet)[1][4] != "3.50"


def test_nobody_gets_0_for_files_that_may_be_theirs(
    course: Path, say: Say, small: Path, tmp_path: Path
) -> None:
    """Two of one name wait to be told apart; these may be either's, and nobody else's."""
    quick = tmp_path / "quick.zip"  # everybody of the download, with a program that ends at once
    with zipfile.ZipFile(DOWNLOADS / "moodle.zip") as whole, zipfile.ZipFile(quick, "w") as archive:
        for member in whole.infolist():
            member.filename = member.filename.replace(".ipynb", ".py")
            if member.filename.endswith(".py"):
                archive.writestr(member, "import numpy\n")
    collect(say, small, quick)
    assert say("grade", "kadai1", "--no-timing").code == 0
    assert say("export", "--course", "--lang", "en").code == 0
    heads, *rows = rows_of(course / "results" / "course.csv")
    paths = {row[0]: row[heads.index("path")] for row in rows}
    for student in ("24A1206", "24A1207"):
        assert "kadai1: submission unknown" in paths[student]
    assert [student for student, path in paths.items() if "kadai1: 0/" in path] == ["24A1219"]
    said = say("review", "kadai1", "--list", "--lang", "en")
    assert "There are files without an owner" in said.out


def test_a_second_download_replaces_folders_and_says_where_the_old_ones_are(
    course: Path, say: Say, small: Path, tmp_path: Path
) -> None:
    """With what was edited by hand; the earlier folder makes no student, and is not graded."""
    collect(say, small)
    folder = course / "submissions/kadai1"
    (folder / "24A1201/kadai1.py").write_text("import numpy  # mended\n", encoding="utf-8")
    newer = tmp_path / "newer.zip"
    with zipfile.ZipFile(newer, "w") as archive:
        entry = "山田 太郎_31201_assignsubmission_file/kadai1.py"
        archive.writestr(zipfile.ZipInfo(entry, (2025, 4, 17, 20, 0, 0)), "import numpy as np\n")
    said = say("collect", newer, "-a", "kadai1", *ROSTER, "--lang", "en")
    assert said.code == 0, said.err
    away = ".earlier/24A1201/20250417-090100"
    assert f"(1):\n  24A1201 → {away}\n" in said.out
    assert f"files edited by hand (kadai1.py) are now in {away}" in said.err
    assert "mended" in (folder / away / "kadai1.py").read_text(encoding="utf-8")
    assert (folder / "24A1202/kadai1.py").is_file()
    assert say("grade", "kadai1", "--no-timing").code == 0
    sheets = {path.stem for path in (course / "results/kadai1/sheets").glob("*.json")}
    assert sheets == {"24A1201", "24A1202"}


@pytest.mark.parametrize(
    ("form", "file", "code"),
    [
        ("moodle-gradebook", "kadai1-moodle-gradebook.csv", 1),  # nobody has a total yet
        ("gradescope", "kadai1-gradescope.zip", 1),
        ("gradescope-checks", "kadai1-gradescope-checks.zip", 1),
        ("moodle-feedback", "kadai1-moodle-feedback.zip", 0),
    ],
)
def test_formats_without_a_file(say: Say, graded: Path, form: str, file: str, code: int) -> None:
    """Each has a place of its own in the results folder, which only its owner opens."""
    assert_exported(say, graded, form, file, code)


def test_a_file_to_fill_has_to_be_there(course: Path, say: Say) -> None:
    """A sentence and exit code 2."""
    said = say("export", "kadai1", "--format", "moodle", "--lang", "en")
    assert said.code == 2
    assert "fills in an LMS file" in said.err


def test_an_export_is_one_document(course: Path, say: Say, graded: Path, tmp_path: Path) -> None:
    """Who is in the file and who was left out; the column itself; the course's totals."""
    decide_all(say, graded, course)
    sheet = tmp_path / "sheet.csv"
    sheet.write_bytes((DOWNLOADS / "moodle-sheet.csv").read_bytes())
    order = ("export", "kadai1", "--format", "moodle", "--into", sheet)
    tried = say(*order, "--dry-run", "--json").document
    assert sheet.read_bytes() == (DOWNLOADS / "moodle-sheet.csv").read_bytes()
    told = say(*order, "--dry-run", "--lang", "en")
    assert f"Students whose points would be written: {len(tried['students'])}\n" in told.out
    assert told.out.endswith("Nothing was written (--dry-run).\n")
    said = say(*order, "--json").document
    assert [said[key] for key in ("students", "left_out")] == [
        tried[key] for key in ("students", "left_out")
    ]
    assert (said["assignment"], said["format"], said["file"]) == ("kadai1", "moodle", str(sheet))
    assert {"24A1201", "24A1202"} <= {*said["students"]}
    assert {one["student"] for one in said["left_out"]}.isdisjoint(said["students"])
    assert {one["kind"] for one in said["changes"]} == {"new"}
    ids = tmp_path / "ids.csv"
    ids.write_text("学籍番号,点数\n24A1202,\n24A1201,\n", encoding="utf-8")
    words = ("--format", "column", "--into", ids, "--column", "点数")
    said = say("export", "kadai1", *words, "--json").document
    assert len(said["column"].splitlines()) >= len(said["students"]) > 0
    said = say("export", "--course", "--json").document
    totals = {one["student"]: (one["least"], one["most"]) for one in said["students"]}
    assert 0 <= totals["24A1201"][0] <= totals["24A1201"][1]
    assert Path(said["file"]).is_file()
