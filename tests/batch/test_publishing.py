"""The files for people, from what was graded."""

import csv
import json
from pathlib import Path

from msgspec.structs import replace

from grader.batch import ClassResult, Graded, ResultFiles
from grader.model.collection import Collected, Collection, Identity
from grader.model.course import Lateness
from tests.export.samples import ASSIGNMENT, evidence_of, finding, observed, sheet_of
from tests.timing.sweeps import timed


def published(out: Path, *graded: Graded) -> ResultFiles:
    """Writes everybody's files and the class's."""
    files = ResultFiles(out=out, assignment=ASSIGNMENT, lang="ja")
    files.begin([one.sheet.student for one in graded])
    for one in graded:
        files.publish_sheet(one)
    files.publish_class(ClassResult(graded=graded))
    return files


def one_student(*, with_times: bool, student: str = "24A1201") -> Graded:
    """A right program, timed or not."""
    evidence = evidence_of(observed(timing=timed() if with_times else None), student=student)
    return Graded(evidence=evidence, sheet=sheet_of(finding("COR001"), student=student))


def test_measured_times_reach_the_sheet_and_the_summary(tmp_path: Path) -> None:
    """Of those who were timed, beside those who were not."""
    others = one_student(with_times=False, student="24A1202")
    published(tmp_path, one_student(with_times=True), others)
    summary = (tmp_path / "summary.html").read_text(encoding="utf-8")
    assert "実行時間: matmul" in summary
    assert "測定した学生: 1 人" in summary
    assert "NumPy の 53000" in (tmp_path / "sheets" / "24A1201.html").read_text(encoding="utf-8")
    sheets = [json.loads((tmp_path / "sheets" / f"24A120{n}.json").read_bytes()) for n in (1, 2)]
    timings = [sheet["exercises"][0]["timing"] for sheet in sheets]
    assert timings[0]["exponent"] == 2.97
    assert timings[1] is None


def test_without_times_the_summary_says_nothing_of_them(tmp_path: Path) -> None:
    """Also of what was judged before there were any."""
    graded = one_student(with_times=False)
    empty = replace(graded, evidence=evidence_of())
    published(tmp_path, empty)
    assert "計算時間" not in (tmp_path / "summary.html").read_text(encoding="utf-8")


def test_everybody_of_the_class_is_listed(tmp_path: Path) -> None:
    """With names, lateness and a mark; and who has no sheet, with the reason."""
    collection = Collection(
        assignment="kadai1",
        lms="moodle",
        students=(Collected(student="24A1205", who=Identity(), files=()),),
        not_submitted=("24A1203", "24A1204"),
        surely_missing=("24A1203",),
        claimed=("24A1204",),
        names={"24A1201": "山田 太郎", "24A1203": "鈴木 一郎", "24A1204": "", "24A1205": ""},
    )
    files = ResultFiles(out=tmp_path, assignment=ASSIGNMENT, lang="en", collection=collection)
    here, before = (one_student(with_times=False, student=f"24A120{n}") for n in (1, 2))
    late = replace(here.sheet, lateness=Lateness(late_seconds=90, kept_percent=100))
    files.begin(["24A1201", "24A1202"])
    files.publish_class(
        ClassResult(graded=(replace(here, sheet=late),), elsewhere=(before,)),
    )
    with (tmp_path / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    shown = ("name", "late (min)", "missing", "in this run")
    assert {student: [row[key] for key in shown] for student, row in rows.items()} == {
        "24A1201": ["山田 太郎", "2", "", "yes"],
        "24A1202": ["", "", "", "no"],
        "24A1203": ["鈴木 一郎", "", "not submitted", "no"],
        "24A1204": ["", "", "not known", "no"],
        "24A1205": ["", "", "not graded", "no"],
    }
    summary = (tmp_path / "summary.html").read_text(encoding="utf-8")
    for text in ("山田 太郎", "2 min late", "not in the folder of the last run", "鈴木 一郎"):
        assert summary.count(text) == 1, text
