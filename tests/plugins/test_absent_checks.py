"""A rubric that names a check which nothing here answers: its points stay open, and it is said."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.__main__ import cli
from grader.course import load_assignment, load_course
from grader.judging import absent_checks
from grader.model.finding import Finding, Verdict
from grader.scoring import score
from tests.course.courses import ASSIGNMENT, write_course

CODES = ["POL001", "COR001", "COR002", "COR003", "COR004", "COR005", "COR006", "COR007"]
PASSED = [
    Finding(check=code, subject="" if code == "POL001" else "product", verdict=Verdict.PASSED)
    for code in CODES
]


@pytest.mark.parametrize("code", ["ZZZ001", "ZZZ", "TIM999"])
def test_points_that_hang_on_an_absent_check_stay_open(code: str, tmp_path: Path) -> None:
    """Neither full points nor none."""
    named = ASSIGNMENT.replace('checks = ["POL001"', f'checks = ["{code}", "POL001"', 1)
    write_course(tmp_path, assignment=named)
    assignment = load_assignment(load_course(tmp_path), "demo")
    assert absent_checks(assignment) == (code,)
    award, _ = score(PASSED, assignment, "24A0001").awards
    assert (award.points, award.checks) == (None, (code,))

    (tmp_path / "whole").mkdir()
    whole = write_course(tmp_path / "whole")
    award, _ = score(PASSED, load_assignment(load_course(whole), "demo"), "24A0001").awards
    assert award.points == award.max


def test_whoever_asks_about_the_course_is_told(tmp_path: Path) -> None:
    """In a sentence with the code; verify takes it for what has to be mended."""
    named = ASSIGNMENT.replace('checks = ["POL001"', 'checks = ["ZZZ001", "POL001"', 1)
    write_course(tmp_path, assignment=named)
    words = ["verify", "demo", "--course", str(tmp_path), "--lang", "en"]
    ran = CliRunner().invoke(cli, words, standalone_mode=False)
    assert "ZZZ001" in ran.output
    assert "stay open" in ran.output
    assert ran.return_value == 1
