"""A TA's week on the command line: collect, grade, review, export, purge."""

import zipfile
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.commands.weeks import DOWNLOADS, assert_exported, collect, decide_all, rows_of


def test_assignment_to_nobody_is_explained(course: Path, say: Say, small: Path) -> None:
    """A pair without "=" is a sentence."""
    said = say("collect", small, "-a", "kadai1", "--assign", "田中 実")
    assert said.code == 2
    assert "LABEL=ID" in said.err


def test_graded_from_where_it_was_collected(course: Path, say: Say, small: Path) -> None:
    """Without a folder, grade takes submissions/ASSIGNMENT."""
    said = say("grade", "kadai1")
    assert said.code == 2
    assert "grader collect" in said.err
    collect(say, small)
    assert say("grade", "kadai1", "--no-timing").code == 0
    names = {one.stem for one in (course / "results/kadai1/sheets").glob("*.json")}
    assert names == {"24A1201", "24A1202"}


def test_a_zip_is_collected_first(course: Path, say: Say, small: Path) -> None:
    """A folder for each student, zipped, can be graded at once."""
    said = say("grade", "kadai1", small, "--no-timing")
    assert said.code == 0, said.err
    names = {one.stem for one in (course / "results/kadai1/sheets").glob("*.json")}
    assert names == {"24A1201", "24A1202"}


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


@pytest.mark.parametrize(
    ("form", "file", "code"),
    [
        ("xlsx", "kadai1.xlsx", 0),
        ("junit", "kadai1-junit.xml", 0),
        ("html", "kadai1-html.zip", 0),
    ],
)
def test_formats_without_a_file(say: Say, graded: Path, form: str, file: str, code: int) -> None:
    """Each has a place of its own in the results folder, which only its owner opens."""
    assert_exported(say, graded, form, file, code)


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
