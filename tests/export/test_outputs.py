"""The files under OUT."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.export.outputs import write_class, write_sheet
from grader.export.pages import render_sheet_html
from grader.export.summary import ClassRow
from grader.model.errors import StoreError
from grader.model.finding import Verdict
from grader.model.timing import Timing
from tests.export.samples import ASSIGNMENT, evidence_of, finding, observed, sheet_of
from tests.timing.sweeps import timed

ROW = ClassRow(sheet=sheet_of(), stem="24A1201")


def test_a_student_has_two_files(tmp_path: Path) -> None:
    """Under `sheets`, for a program and for a person."""
    write_sheet(tmp_path, ROW, evidence_of(), ASSIGNMENT, "en")
    folder = tmp_path / "sheets"
    assert sorted(path.name for path in folder.iterdir()) == ["24A1201.html", "24A1201.json"]
    sheet = json.loads((folder / "24A1201.json").read_bytes())
    assert sheet["awards"][0]["title"] == "Content"
    assert '<html lang="en">' in (folder / "24A1201.html").read_text(encoding="utf-8")


def test_sheets_share_their_style_and_the_pages_of_checks(tmp_path: Path) -> None:
    """Every file that a sheet leads to is there, once, and says what it says alone."""
    sheet, task = sheet_of(finding("COR001", Verdict.FAILED)), replace(ASSIGNMENT, docs_url="")
    for stem in ("24A1201", "24A1202"):
        write_sheet(tmp_path, ClassRow(sheet=sheet, stem=stem), evidence_of(), task, "ja")
    folder = tmp_path / "sheets"
    page = (folder / "24A1202.html").read_text(encoding="utf-8")
    paths = [(folder / path).resolve() for path in re.findall(r'href="(\.\./[^"]+)"', page)]
    assert {path.name for path in paths} >= {"style.css", "COR001.html"}
    assert all(path.is_file() for path in paths)
    assert "<style" not in page
    assert {path.suffix for path in tmp_path.rglob("*.*")} == {".html", ".json", ".css"}
    alone = render_sheet_html(sheet, evidence_of(), task, "ja")
    explained = (tmp_path / "checks" / "COR001.html").read_text(encoding="utf-8")
    (about,) = re.findall(r'<section class="about">(.*?)</section>', explained, re.DOTALL)
    assert about in alone
    (style,) = re.findall("<style>(.*?)</style>", alone)
    shared = (tmp_path / "style.css").read_text(encoding="utf-8")
    declared = re.compile(r"(?<=[{;])[\w-]+:[^;}]*")
    assert {*declared.findall(style)} <= {*declared.findall(shared)}


def test_the_class_has_two_files(tmp_path: Path) -> None:
    """Beside the folder of sheets."""
    write_class(tmp_path, [ROW], ASSIGNMENT, "ja")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["grades.csv", "summary.html"]
    assert b"24A1201,6," in (tmp_path / "grades.csv").read_bytes()
    assert "sheets/24A1201.html" in (tmp_path / "summary.html").read_text(encoding="utf-8")


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    """The same sheet gives the same bytes."""
    seen = []
    for _ in range(2):
        write_sheet(tmp_path, ROW, evidence_of(), ASSIGNMENT, "ja")
        write_class(tmp_path, [ROW], ASSIGNMENT, "ja")
        seen.append({p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()})
    assert seen[0] == seen[1]


def test_what_was_drawn_before_is_not_drawn_again(tmp_path: Path) -> None:
    """It is taken from the page that is there, as long as its figures are the same."""
    row = replace(ROW, timings={"matmul": timed()})
    pages = [tmp_path / "sheets" / "24A1201.html", tmp_path / "summary.html"]
    marked, kept = '<path class="rule', '<path class="kept rule'

    def written(timing: Timing) -> list[str]:
        write_sheet(tmp_path, row, evidence_of(observed(timing=timing)), ASSIGNMENT, "ja")
        write_class(tmp_path, [replace(row, timings={"matmul": timing})], ASSIGNMENT, "ja")
        return [path.read_text(encoding="utf-8") for path in pages]

    first = written(timed())
    for path, page in zip(pages, first, strict=True):
        path.write_text(page.replace(marked, kept), encoding="utf-8")
    assert all(kept in page and marked not in page for page in written(timed()))
    sheet, summary = written(timed(2e-7))
    assert kept not in sheet
    assert kept in summary  # the points are as they were
    for path in pages:
        path.write_bytes(b"\xff")
    assert written(timed()) == first


def test_a_planted_link_leads_nowhere(tmp_path: Path) -> None:
    """Neither a linked folder nor a linked file is written through."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "grades.csv").write_text("untouched")
    out = tmp_path / "out"
    out.mkdir()
    (out / "sheets").symlink_to(outside)
    (out / "grades.csv").symlink_to(outside / "grades.csv")
    with pytest.raises(StoreError, match="is a link"):
        write_sheet(out, ROW, evidence_of(), ASSIGNMENT, "ja")
    write_class(out, [ROW], ASSIGNMENT, "ja")
    assert [path.name for path in outside.iterdir()] == ["grades.csv"]
    assert (outside / "grades.csv").read_text() == "untouched"
