"""Several exercises on a sheet and in the class: where each stands, and what waits."""

import pytest
from msgspec.structs import replace

from grader.export.class_grid import waiting_of
from grader.export.pages import render_sheet_html, render_summary_html
from grader.export.sheet_view import view_sheet
from grader.export.status import standing
from grader.export.summary import ClassRow, view_class
from grader.model.course import Backend, Criterion, DeviceKind
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.scoresheet import GRADER, Award, ScoreSheet
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import (
    ASSIGNMENT,
    EXERCISE,
    RAISED,
    evidence_of,
    observed,
    sheet_of,
)

WORDS = Bilingual(load_wording("ja"), load_wording("en"))
GPU = replace(
    EXERCISE, id="torch", entry="matmul_torch", backend=Backend.TORCH, device=DeviceKind.GPU
)
CUPY = replace(GPU, id="cupy", entry="matmul_cupy", backend=Backend.CUPY)
EXTRA = replace(GPU, id="extra", entry="conv_cupy", optional=True)
EXERCISES = (EXERCISE, GPU, CUPY, EXTRA)
TASK = replace(
    ASSIGNMENT,
    exercises=EXERCISES,
    rubric=tuple(
        Criterion(id=one.id, title={"ja": one.id, "en": one.id}, points=2, exercises=(one.id,))
        for one in EXERCISES[:3]
    ),
)


def about(exercise: str, verdict: Verdict, code: str = "COR001", **params: Param) -> Finding:
    """One finding."""
    return Finding(check=code, subject=exercise, verdict=verdict, params=params)


FINDINGS = (
    about("", Verdict.PASSED, "INT002"),
    about("matmul", Verdict.PASSED),
    about("matmul", Verdict.FAILED, "COR004", size=3),
    about("torch", Verdict.PASSED),
    about("cupy", Verdict.PASSED, "POL001"),
    about("cupy", Verdict.WAITING, needs=("gpu", "cupy")),
    about("cupy", Verdict.WAITING, "COR002", needs=("gpu", "cupy")),
    about("extra", Verdict.SKIPPED, left_out="conv_cupy"),
)


def award(criterion: str, points: float | None, reason: str, *checks: str) -> Award:
    """One award of two points."""
    return Award(
        criterion=criterion,
        title={"ja": criterion, "en": criterion},
        points=points,
        max=2,
        decided_by="" if points is None else GRADER,
        reason=reason,
        checks=checks,
    )


SHEET = ScoreSheet(
    assignment="kadai1",
    student="24A1201",
    awards=(
        award("matmul", 0.0, "failed", "COR004"),
        award("torch", 2.0, "passed"),
        award("cupy", None, "waiting", "gpu", "cupy"),
    ),
    findings=FINDINGS,
)


@pytest.fixture
def evidence() -> Evidence:
    """One exercise on its device, one on the CPU instead, one waiting, one left out."""
    return evidence_of(
        observed(),
        replace(observed(), exercise="torch", rank=1),
        ExerciseEvidence(exercise="cupy", source=None, waiting=("gpu", "cupy")),
        ExerciseEvidence(exercise="extra", source=None),
    )


def test_the_most_telling_finding_says_where_an_exercise_stands() -> None:
    """Failed before waiting, waiting before passed; what was left out stands for itself."""
    stands = {one.id: standing(FINDINGS, one.id) for one in EXERCISES}
    assert [one.verdict for one in stands.values() if one] == [
        *(Verdict.FAILED, Verdict.PASSED, Verdict.WAITING, Verdict.SKIPPED),
    ]
    assert standing(FINDINGS, "none") is None


def test_every_exercise_has_its_line_and_its_findings(evidence: Evidence) -> None:
    """Nothing about an exercise stands outside of its own part of the page."""
    view = view_sheet(SHEET, evidence, TASK, WORDS)
    assert [one.name for one in view.exercises] == [
        *("matmul", "matmul_torch", "matmul_cupy", "conv_cupy"),
    ]
    names = [one.verdict_name.ja for one in view.exercises]
    assert names == ["不合格", "合格", "GPU・cupy 待ち", "提出なし (任意)"]
    assert [one.on_cpu for one in view.exercises] == [False, True, False, False]
    assert [len(one.mend) for one in view.exercises] == [1, 0, 0, 0]
    assert "GPU・cupy が必要" in view.exercises[2].message.ja
    apart = (*view.mend, *view.wait, *view.notes, *view.passed, *view.skipped)
    assert {card.finding.subject for card in apart} == {""}
    assert view.runs == []


def test_what_the_score_is_made_of(evidence: Evidence) -> None:
    """Points so far, of what is decided, and what waits for what."""
    view = view_sheet(SHEET, evidence, TASK, WORDS)
    assert (view.points, view.max, view.open_points) == (2.0, 6, 2)
    assert view.decided_note.ja == "採点済みの 4 点分のうち 2 点。"
    assert [one.ja for one in view.waits] == ["GPU・cupy 待ち: 2 点分。"]
    assert [one.en for one in view.waits] == ["Waiting for a GPU and cupy: 2 points."]


def test_the_page_shows_it(evidence: Evidence) -> None:
    """A table with links to the details, the mark of the CPU, and the word for provisional."""
    page = render_sheet_html(SHEET, evidence, TASK, "ja")
    for text in (
        'href="#exercise-torch"',
        'id="exercise-torch"',
        "CPU で確認",
        "暫定",
        "GPU・cupy 待ち",
    ):
        assert text in page, text
    assert 'class="exercise failed" id="exercise-matmul" open' in page
    assert 'class="exercise waiting" id="exercise-cupy">' in page


def test_one_exercise_looks_as_ever() -> None:
    """There is no table of one line."""
    page = render_sheet_html(sheet_of(RAISED), evidence_of(observed()), ASSIGNMENT, "ja")
    assert 'class="overview"' not in page
    assert "暫定" in page


def test_class_is_a_grid() -> None:
    """A mark for each student and exercise; who waits for a device waits for no person."""
    rows = [ClassRow(sheet=SHEET, stem="24A1201")]
    view = view_class(rows, TASK, WORDS)
    assert view.exercises == ["matmul", "matmul_torch", "matmul_cupy", "conv_cupy"]
    (student,) = view.students
    assert [mark.verdict for mark in student.marks] == [
        *(Verdict.FAILED, Verdict.PASSED, Verdict.WAITING, Verdict.SKIPPED),
    ]
    assert student.marks[2].text.ja == "matmul_cupy: GPU・cupy 待ち"
    assert [(line.title.ja, len(line.students)) for line in view.devices] == [("GPU・cupy 待ち", 1)]
    assert view.waiting == []
    assert [chip.check for chip in student.chips] == ["COR004"]
    assert 'class="mark waiting"' in render_summary_html(rows, TASK, "ja")


def test_what_is_waited_for_is_one_thing_to_do() -> None:
    """All needs together, every student once, and the command."""
    torch = replace(SHEET, findings=(*FINDINGS, about("torch", Verdict.WAITING, needs=("gpu",))))
    view = view_class([ClassRow(sheet=torch, stem="24A1201")], TASK, WORDS)
    assert view.waits is not None
    assert (view.waits.people.ja, view.waits.needs.ja) == ("1 人", "GPU・cupy")
    assert "`grader grade kadai1 … --device gpu`" in view.waits.advice.ja
    assert "`grader grade kadai1 … --device gpu`" in view.waits.advice.en
    assert view.waits.on_cpu is not None
    assert view.waits.on_cpu.en.startswith("Exercises that use PyTorch can also be checked")


@pytest.mark.parametrize(
    ("needs", "option"), [(("gpu", "cupy"), " --device gpu"), (("numpy",), "")]
)
def test_option_and_cpu_are_told_where_they_help(needs: tuple[str, ...], option: str) -> None:
    """A library is installed, not chosen; CuPy has no CPU to run on."""
    sheet = replace(SHEET, findings=(about("cupy", Verdict.WAITING, needs=needs),))
    waiting = waiting_of([sheet, sheet], EXERCISES)
    assert waiting is not None
    assert (waiting.option, waiting.students, waiting.on_cpu) == (option, 1, ())
    assert waiting_of([sheet_of()], EXERCISES) is None
