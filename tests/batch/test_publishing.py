"""The files for people, from what was graded."""

import json
from dataclasses import replace
from pathlib import Path

from grader.batch import ClassResult, Graded, ResultFiles
from tests.export.samples import ASSIGNMENT, evidence_of, finding, observed, sheet_of
from tests.export.sweeps import timed


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
    assert "計算時間: matmul" in summary
    assert "測った人: 1 人" in summary
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
