"""A TA's week on the command line: collect, grade, review, export, purge."""

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.commands.weeks import DOWNLOADS, ROSTER, STUDENTS, collect, decide_all, rows_of


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


def test_assignment_to_nobody_is_explained(course: Path, say: Say) -> None:
    """A pair without "=" is a sentence."""
    said = say("collect", DOWNLOADS / "moodle.zip", "-a", "kadai1", "--assign", "田中 実")
    assert said.code == 2
    assert "LABEL=ID" in said.err


def test_graded_from_where_it_was_collected(course: Path, say: Say, small: Path) -> None:
    """Without a folder, grade takes submissions/ASSIGNMENT, and knows when it came."""
    said = say("grade", "kadai1")
    assert said.code == 2
    assert "grader collect" in said.err
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


def test_round_trip_and_confirmation(course: Path, say: Say, graded: Path) -> None:
    """Edited points are decisions; a confirmation holds for them; the export says so."""
    decide_all(say, graded, course)
    said = say("review", "kadai1", "--confirm", "all", "--by", "TA1", "--lang", "en")
    assert "TA1 confirmed the points of 2 students." in said.out
    table = graded / "export" / "kadai1.csv"
    table.write_bytes(filled_in := table.read_bytes() + b"24A1299\r\n")
    said = say("export", "kadai1", "--lang", "en", "--confirmed-only")
    assert "Changed since the last export: 2" in said.err
    kept = max((graded / "export").glob("kadai1.backup-*.csv"))
    assert kept.read_bytes() == filled_in
    assert "The earlier kadai1.csv was kept beside the new table" in said.err
    assert str(kept) in said.err
    states = {row[0]: row for row in rows_of(graded / "export" / "kadai1.csv")}
    assert "confirmed" in states["24A1201"]
    assert "TA1" in states["24A1201"]
    assert "not submitted" in states["24A1219"]


def test_what_is_handed_in_after_an_import_is_named(course: Path, say: Say, graded: Path) -> None:
    """Points from a table were given upon the submissions of that time, as those of the page."""
    decide_all(say, graded, course)
    told = "Students whose submissions changed after a TA graded them (1): 24A1201. "
    assert told not in say("review", "kadai1", "--list", "--lang", "en").out
    (course / "submissions/kadai1/24A1201/kadai1.py").write_text("import scipy\n", "utf-8")
    assert told in say("grade", "kadai1", "--no-timing", "--lang", "en").out
    assert told in say("review", "kadai1", "--list", "--lang", "en").out
    assert told in say("export", "kadai1", "--lang", "en").err
    assert f"kadai1: {told}" in say("export", "--course", "--lang", "en").err


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


@pytest.mark.parametrize(
    ("form", "file", "code"),
    [
        ("xlsx", "kadai1.xlsx", 0),
        ("moodle-gradebook", "kadai1-moodle-gradebook.csv", 1),  # nobody has a total yet
        ("gradescope", "kadai1-gradescope.zip", 1),
        ("gradescope-checks", "kadai1-gradescope-checks.zip", 1),
        ("junit", "kadai1-junit.xml", 0),
        ("html", "kadai1-html.zip", 0),
        ("moodle-feedback", "kadai1-moodle-feedback.zip", 0),
    ],
)
def test_formats_without_a_file(
    course: Path, say: Say, graded: Path, form: str, file: str, code: int
) -> None:
    """Each has a place of its own in the results folder, which only its owner opens."""
    said = say("export", "kadai1", "--format", form)
    assert said.code == code, said.err
    assert (graded / "export" / file).is_file()
    assert graded.stat().st_mode & 0o077 == 0


def test_pages_hold_one_student_each(course: Path, say: Say, graded: Path) -> None:
    """No page of the zip names anybody else."""
    say("export", "kadai1", "--format", "html")
    with zipfile.ZipFile(graded / "export" / "kadai1-html.zip") as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    assert sorted(pages) == ["24A1201.html", "24A1202.html"]
    assert "24A1202" not in pages["24A1201.html"]
    assert "佐藤" not in pages["24A1201.html"]


@pytest.mark.parametrize(
    "wrong",
    [
        ("kadai1", "--format", "moodle"),
        ("kadai1", "--format", "csv", "--into", DOWNLOADS / "roster.csv"),
        (),
        ("--course", "--format", "html"),
        ("--course", "nowhere"),
    ],
)
def test_what_cannot_go_together(course: Path, say: Say, wrong: tuple[object, ...]) -> None:
    """Each is a sentence and exit code 2."""
    said = say("export", *wrong)
    assert said.code == 2
    assert "grader: " in said.err


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_the_course(course: Path, say: Say, graded: Path, form: str) -> None:
    """Everybody stands somewhere, and what is open is a range, not 0."""
    said = say("export", "--course", "--format", form, "--lang", "en")
    assert said.code == 0, said.err
    assert "11 students, final totals: 0" in said.out
    assert said.err.count("Assignments not graded yet: kadai2") == 1
    path = course / "results" / f"course.{form}"
    if form == "csv":
        heads, *rows = rows_of(path)
        first = dict(zip(heads, rows[0], strict=True))
        assert (first["id"], first["total"], first["at most"]) == ("24A1201", "", "100.0")
        assert "kadai2: not available yet" in first["path"]
    else:
        assert zipfile.is_zipfile(path)


def test_purge_lists_and_then_removes(course: Path, say: Say, graded: Path) -> None:
    """Nothing goes without --yes; what goes is what was listed."""
    assert "keep_days" in say("purge", "--lang", "en").out
    path = course / "course.toml"
    text = path.read_text("utf-8") + "\n[retention]\nkeep_days = 30\n"
    path.write_text(text, encoding="utf-8")
    said = say("purge", "--lang", "en")
    assert "results/kadai1" in said.out
    assert graded.is_dir()
    assert say("purge", "--yes").code == 0
    assert not graded.exists()
    assert not (course / "submissions" / "kadai1").exists()
