"""The class at a glance, aligned whatever the script."""

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from grader.commands.class_table import aligned, class_row, show_class
from grader.model.course import Backend, Exercise
from grader.model.finding import Finding, Verdict
from grader.model.scoresheet import Award, ScoreSheet
from grader.wording import load_wording

ENGLISH = load_wording("en")
ONE = (Exercise(id="matmul", operation="matmul", backend=Backend.PYTHON, entry="matmul"),)


def sheet_with(*findings: tuple[str, Verdict], points: float | None = 0.0) -> ScoreSheet:
    """A sheet with these findings and one decided and one open criterion."""
    awards = [
        Award(
            criterion=name, title={}, points=given, max=most, decided_by="grader", reason="passed"
        )
        for name, given, most in (("program", points, 4.0), ("form", None, 2.0))
    ]
    return ScoreSheet(
        assignment="kadai1",
        student="24A1201",
        awards=tuple(awards),
        findings=tuple(
            Finding(check=check, subject="matmul", verdict=verdict) for check, verdict in findings
        ),
    )


@pytest.mark.parametrize(
    ("findings", "verdicts", "finding"),
    [
        ([("RUN001", Verdict.PASSED)], "passed", ""),
        ([("RUN001", Verdict.PASSED), ("COR001", Verdict.SKIPPED)], "passed", ""),
        ([("COR002", Verdict.FAILED), ("COR001", Verdict.FAILED)], "failed", "COR002"),
        (
            [("COR001", Verdict.FAILED), ("POL001", Verdict.UNDECIDED)],
            "failed needs review",
            "COR001",
        ),
        (
            [("RUN009", Verdict.UNDECIDED), ("COR001", Verdict.BROKEN)],
            "grader error needs review",
            "COR001",
        ),
    ],
)
def test_what_presses_most_comes_first(
    findings: list[tuple[str, Verdict]], verdicts: str, finding: str
) -> None:
    """Failed before broken before undecided; within those the first one told."""
    row = class_row(sheet_with(*findings), ONE, ENGLISH)
    assert row[3].startswith(verdicts)
    assert row[4].startswith(finding)
    assert bool(row[4]) is bool(finding)


def test_what_costs_points_is_named_before_what_costs_none() -> None:
    """A late program that never ends is told for never ending; late alone is still told."""
    sheet = sheet_with(("INT001", Verdict.FAILED), ("RUN004", Verdict.FAILED))
    (program, form) = sheet.awards
    costly = replace(program, reason="failed", checks=("RUN004",))
    row = class_row(replace(sheet, awards=(costly, form)), ONE, ENGLISH)
    assert row[4].startswith("RUN004")
    assert class_row(sheet, ONE, ENGLISH)[4].startswith("INT001")


@pytest.mark.parametrize(("points", "said"), [(None, "-/6"), (0.0, "0/6"), (3.5, "3.5/6")])
def test_points_nobody_decided_are_not_zero(points: float | None, said: str) -> None:
    """A dash is not a nought; the points that are open stand beside."""
    row = class_row(sheet_with(points=points), ONE, ENGLISH)
    assert row[1] == said
    assert row[2] == ("6" if points is None else "2")


def test_full_width_characters_count_two() -> None:
    """The second column begins at the same place in every line."""
    lines = aligned([["提出者", "x"], ["24A1201", "x"], ["é", "x"]])
    assert {cell_len(line) for line in lines} == {10}


def test_name_cannot_write_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Escape sequences, line ends and markup in a student's folder name are only shown."""
    odd = replace(sheet_with(), student="\x1b[31m[bold]x\n")
    show_class([odd], ONE, ENGLISH)
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert len(shown.splitlines()) == 2
    assert "[bold]x" in shown


def test_several_exercises_have_a_mark_each(capsys: pytest.CaptureFixture[str]) -> None:
    """A column of marks, and a line that says what stands where."""
    several = (*ONE, replace(ONE[0], id="gpu", entry="matmul_gpu"), replace(ONE[0], id="none"))
    sheet = sheet_with(("COR001", Verdict.FAILED))
    waiting = Finding(
        check="COR001", subject="gpu", verdict=Verdict.WAITING, params={"needs": ("gpu",)}
    )
    sheet = replace(sheet, findings=(*sheet.findings, waiting))
    row = class_row(sheet, several, ENGLISH)
    assert row[:4] == ["24A1201", "×… ", "0/6", "2"]
    assert row[4] == "failed waiting for a GPU"
    assert row[5].startswith("COR001")
    show_class([sheet], several, ENGLISH)
    assert "matmul matmul_gpu matmul" in capsys.readouterr().out
