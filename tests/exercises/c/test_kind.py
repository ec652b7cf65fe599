"""What the engine is told of exercises in C, and when they are observed again."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader import kinds
from grader.exercises.c.kind import KIND
from grader.exercises.c.record import CSource
from grader.judging import judge
from grader.model.course import Assignment, Backend, Exercise
from grader.model.evidence import ExerciseEvidence, nothing_observed
from grader.model.finding import Verdict
from grader.model.machine import Capabilities
from grader.model.static import ParseStatus, SourceFacts
from grader.plugins import installed
from grader.records import opened_record
from grader.store import SubmissionIdentity, exercise_keys

IN_C = Exercise(id="matmul_c", operation="matmul", backend=Backend.C, entry="matmul")
IN_PYTHON = replace(IN_C, id="matmul", backend=Backend.PYTHON)
ASSIGNMENT = Assignment(
    id="optional1",
    title={"ja": "任意課題1", "en": "Optional 1"},
    due=datetime(2025, 4, 17, tzinfo=UTC),
    source="matmul.c",
    exercises=(IN_C, IN_PYTHON),
    rubric=(),
    folder=Path("a"),
)


def keys() -> Mapping[str, str]:
    """The keys of one submission's exercises."""
    identity = SubmissionIdentity(student="24A1201", digest="d", main="matmul.c")
    return exercise_keys(identity, ASSIGNMENT, {"matmul": "r"})


def raise_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the plugin observe otherwise from now on."""
    plugin = installed()["c"]
    raised = {**installed(), "c": replace(plugin, schema=plugin.schema + 1)}
    monkeypatch.setattr(kinds, "installed", lambda: raised)


def test_a_raised_schema_has_only_exercises_in_c_observed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The key of an exercise in Python stays what it was."""
    before = keys()
    raise_schema(monkeypatch)
    after = keys()
    assert before["matmul_c"] != after["matmul_c"]
    assert before["matmul"] == after["matmul"]


def test_what_another_version_observed_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's points become 0 by it."""
    records = kinds.records_of(IN_C, CSource(compiler="gcc 12"))
    source = SourceFacts(status=ParseStatus.OK)
    observed = ExerciseEvidence(exercise=IN_C.id, source=source, records=records)
    evidence = replace(nothing_observed("24A1201", "optional1"), exercises=(observed,))
    raise_schema(monkeypatch)
    about = [each for each in judge(evidence, ASSIGNMENT) if each.subject == IN_C.id]
    assert {each.verdict for each in about} == {Verdict.WAITING}
    assert {each.params["other_version"] for each in about} == {"c"}


def test_its_record_is_opened_by_the_plugin_alone() -> None:
    """It is packed with the number of the schema."""
    source = CSource(compiler="gcc 12", left_out=("main",))
    records = kinds.records_of(IN_C, source)
    assert records["c"].schema == installed()["c"].schema
    assert opened_record(records, "c", CSource) == source
    assert kinds.records_of(IN_PYTHON, source) == {}


def test_without_a_compiler_it_waits() -> None:
    """What is missing is named in the order in which it is needed."""
    readers = {"tree_sitter": "1", "tree_sitter_c": "1"}
    assert kinds.missing(IN_C, Capabilities(libraries=readers)) == ("gcc",)
    assert kinds.missing(IN_C, Capabilities(libraries={**readers, "gcc": "12"})) == ()
    assert kinds.missing(IN_C, Capabilities()) == ("gcc", "tree_sitter", "tree_sitter_c")


def test_who_answers_for_what() -> None:
    """By the backend, and by how a file ends."""
    assert kinds.kind_of(IN_C) is kinds.kind_of_backend("c") is KIND
    assert kinds.kind_of_file("Matmul.C.txt") is KIND
    assert kinds.kind_of(IN_PYTHON) is kinds.kind_of_file("kadai1.ipynb") is kinds.PYTHON
    assert kinds.kind_of_file("report.pdf") is None
