"""From a request in the LMS to the answer in the LMS: Moodle's and manaba's own files."""

import csv
import shutil
from pathlib import Path

from openpyxl import load_workbook

from grader.course import load_assignment, load_course
from grader.gradebook.desk import Desk
from tests.commands.conftest import Say
from tests.commands.weeks import DOWNLOADS, decide_all
from tests.gradebook.gradebook_for_tests import EN
from tests.lms.conftest import small
from tests.review.page.asked_app import asking
from tests.review.requests.asked import handles, post
from tests.review.requests.test_importing import written, zipped

__all__ = ["small"]

KEPT, CHANGED = "=1+1 は式です", "+見直しました"


def test_there_and_back(course: Path, say: Say, graded: Path, tmp_path: Path) -> None:
    """Both answers are in the filled files, on the sheets, and no formula in a table."""
    decide_all(say, graded, course)
    box = zipped(
        tmp_path / "box.zip",
        {
            "山田 太郎_90211_assignsubmission_file/a.txt": written("24A1201", "なぜですか", "form"),
            "佐藤 花子_90212_assignsubmission_file/a.txt": written("24A1202", "2 点では", "form"),
        },
    )
    assert say("review", "kadai1", "--requests", box).code == 0
    loaded = load_course(course)
    assignment = load_assignment(loaded, "kadai1")
    desk = Desk(course=loaded, assignment=assignment, out=graded, words=EN)
    with asking(desk) as client:
        for student, text, change in (("24A1201", KEPT, 0.0), ("24A1202", CHANGED, -0.5)):
            handle = handles(client)[student]
            page = client.get("/requests").text
            award = client.get("/state").json["students"][handle]["awards"]["form"]  # type: ignore[index]
            article = page[page.index(f'data-student="{handle}"') :]
            key = article.split('data-request="')[1].split('"')[0]
            target = {
                "student": handle,
                "before": award["points"],
                "after": award["points"] + change,
                "basis": award["basis"],
                "requests": {key: ""},
            }
            content = {"criterion": "form", "text": text, "targets": [target]}
            assert post(client, "/requests/answer", content)[0] == 200
    moodle, manaba = tmp_path / "sheet.csv", tmp_path / "reportlist.xlsx"
    shutil.copy(DOWNLOADS / "moodle-sheet.csv", moodle)
    shutil.copy(DOWNLOADS / "reportlist.xlsx", manaba)
    for name, path in (("moodle", moodle), ("manaba", manaba)):
        said = say("export", "kadai1", "--format", name, "--into", path, "--overwrite")
        assert said.code == 0, said.err
    rows = list(csv.reader(moodle.read_text(encoding="utf-8-sig").splitlines()))
    assert KEPT in rows[1][-1]
    assert CHANGED in rows[2][-1]
    cells = [str(cell.value) for row in load_workbook(manaba).worksheets[0].rows for cell in row]
    for text in (KEPT, CHANGED):
        assert any(text in cell and not cell.startswith(("=", "+")) for cell in cells)
    assert say("export", "kadai1", "--format", "csv").code == 0
    table = (graded / "export" / "kadai1.csv").read_text(encoding="utf-8-sig")
    assert KEPT in table
    assert not any(cell.startswith("=") for row in csv.reader(table.splitlines()) for cell in row)
