"""An exercise whose plugin is not here waits; with another number it is observed anew."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader import plugins
from grader.course import load_assignment, load_course
from grader.judging import judge
from grader.model.evidence import ExerciseEvidence, Record, nothing_observed
from grader.model.finding import Finding, Verdict
from grader.model.static import ParseStatus, SourceFacts
from grader.plugins import Plugin
from grader.scoring import score
from grader.store import SubmissionIdentity, exercise_keys
from grader.wording import load_wording
from tests.tree import ROOT

WORD = "sculpture"
IDENTITY = SubmissionIdentity(student="24A0001", digest="d", main="kadai1.py")


def install(monkeypatch: pytest.MonkeyPatch, *found: Plugin) -> None:
    """Has these plugins here beside the real ones."""
    here = {**plugins.installed(), **{plugin.name: plugin for plugin in found}}
    monkeypatch.setattr(plugins, "found", lambda: (here, ()))


def sculptor(schema: int = 1) -> Plugin:
    """A plugin that knows the word."""
    calls = {WORD: "nowhere:NOTHING"}
    return Plugin(name="stone", package="grader", schema=schema, calls=calls)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """This course, with an exercise of kadai1 that calls what nobody here knows, and one more."""
    for folder in ("assignments/kadai1", "reference"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "reference/matmul.py").write_text("", encoding="utf-8")
    text = (ROOT / "assignments/kadai1/assignment.toml").read_text(encoding="utf-8")
    text = text.replace('backend = "python"\n', f'backend = "python"\ncalls = "{WORD}"\n', 1)
    (tmp_path / "assignments/kadai1/assignment.toml").write_text(text, encoding="utf-8")
    course = (ROOT / "course.toml").read_text(encoding="utf-8")
    (tmp_path / "course.toml").write_text(course, encoding="utf-8")
    return tmp_path


def judged(root: Path, records: Mapping[str, Record]) -> tuple[tuple[Finding, ...], float | None]:
    """What is found of a program that was read, and the points for its exercise."""
    assignment = load_assignment(load_course(root), "kadai1")
    (exercise,) = assignment.exercises
    seen = ExerciseEvidence(
        exercise=exercise.id, source=SourceFacts(status=ParseStatus.OK), records=records
    )
    nothing = nothing_observed("24A0001", "kadai1")
    files = ("kadai1.py",)
    evidence = replace(nothing, main=files[0], files=files, candidates=files, exercises=(seen,))
    findings = judge(evidence, assignment)
    sheet = score(findings, assignment, "24A0001")
    points = [award.points for award in sheet.awards if award.criterion == "program"]
    return findings, points[0] if points else None


def test_an_exercise_of_an_absent_plugin_waits(root: Path) -> None:
    """The course is loaded all the same; what only a run shows is neither passed nor failed."""
    findings, points = judged(root, {})
    run = [one for one in findings if one.check.startswith(("COR", "RUN")) and one.subject]
    assert {one.verdict for one in run} == {Verdict.WAITING}
    assert points is None
    for lang in ("ja", "en"):
        assert WORD in load_wording(lang).exactly(run[0]).message
        assert WORD in load_wording(lang).needs(run[0].params["needs"])


def test_a_record_of_another_version_waits(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its plugin is here, and cannot say what an older one meant."""
    install(monkeypatch, sculptor(schema=2))
    findings, points = judged(root, {"stone": Record(schema=1, data={})})
    run = [one for one in findings if one.check.startswith(("COR", "RUN")) and one.subject]
    assert {one.verdict for one in run} == {Verdict.WAITING}
    assert {one.params["other_version"] for one in run} == {"stone"}
    assert points is None


def test_only_exercises_of_a_plugin_are_observed_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When its number is raised; the key of a function of arrays stays."""
    keys = []
    for schema in (1, 2):
        install(monkeypatch, sculptor(schema))
        assignment = load_assignment(load_course(root), "kadai1")
        (exercise,) = assignment.exercises
        assert exercise.kind == "stone"
        plain = replace(exercise, id="plain", calls="arrays", called_by="")
        both = replace(assignment, exercises=(exercise, plain))
        keys.append(exercise_keys(IDENTITY, both, {exercise.operation: "r"}))
    before, after = keys
    assert before["plain"] == after["plain"]
    assert before[exercise.id] != after[exercise.id]
