"""`grader export --course` writes everybody's grade, and leaves exports of an assignment alone."""

import csv
import io
from pathlib import Path

import openpyxl

from tests.commands.conftest import Say


def test_the_table_of_the_course(course: Path, say: Say, graded: Path) -> None:
    """Everybody is in it, as csv or beside the assignments' sheets; what is open is no 0."""
    said = say("export", "--course", "--json")
    assert said.code == 0, said.err
    assert said.document["file"] == str(course / "results" / "course.csv")
    students = {each["student"]: each for each in said.document["students"]}
    assert {"24A1201", "24A1202"} <= set(students)
    assert not students["24A1201"]["complete"]
    assert students["24A1201"]["least"] < students["24A1201"]["most"]
    table = (course / "results" / "course.csv").read_text(encoding="utf-8-sig")
    rows = [*csv.DictReader(io.StringIO(table))]
    assert {row["id"] for row in rows} == set(students)
    assert {row["total"] for row in rows} == {""}
    target = course / "whole.xlsx"
    assert say("export", "--course", course, "--format", "xlsx", "-o", target).code == 0
    assert openpyxl.load_workbook(target).sheetnames == ["kadai1", "course"]


def test_with_an_assignment_the_folder_is_the_course(
    course: Path, say: Say, graded: Path, tmp_path: Path
) -> None:
    """As with every other command; what is no folder is told to be none."""
    target = tmp_path / "kadai1.csv"
    said = say("export", "kadai1", "--course", course, "-o", target, "--json")
    assert said.code == 0, said.err
    assert said.document["assignment"] == "kadai1"
    assert target.is_file()
    assert say("export", "kadai1", "--course", "-o", target).code == 0
    said = say("export", "--course", "kadai1")
    assert said.code == 2
    assert "kadai1 is not a folder; put the assignment first" in said.err


def test_only_tables_of_ours_hold_the_course(course: Path, say: Say, graded: Path) -> None:
    """Nothing else has a place for it."""
    said = say("export", "--course", "--format", "html")
    assert said.code == 2
    assert "can only be csv or xlsx" in said.err


def test_no_assignment_and_no_course_is_wrong_usage(course: Path, say: Say) -> None:
    """In either language, with both ways to go on."""
    for lang, sentence in (
        ("ja", "課題を指定するか、授業全体なら --course を付けてください。"),
        ("en", "specify an assignment, or use --course for the whole course"),
    ):
        said = say("export", "--lang", lang)
        assert said.code == 2
        assert sentence in said.err
