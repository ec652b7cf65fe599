"""Keys change with what matters and with nothing else; seeds are secret and can be had again."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.model.course import Assignment, Backend, Case, CaseKind, Criterion, Exercise, Limits
from grader.model.submission import Submission
from grader.store import Identity, evidence_key, identity_of, seed_of

EXERCISE = Exercise(
    id="matmul",
    operation="matmul",
    backend=Backend.PYTHON,
    entry="matmul",
    cases=(Case(size=2, kind=CaseKind.INTEGERS),),
)
ASSIGNMENT = Assignment(
    id="kadai1",
    title={"ja": "課題1", "en": "1"},
    due=datetime(2025, 4, 17, tzinfo=UTC),
    source="kadai1.py",
    exercises=(EXERCISE,),
    rubric=(),
    folder=Path("a"),
)
SUBMISSION = Submission(
    assignment="kadai1",
    student="24A1201",
    folder=None,
    main=None,
    helpers=(),
    candidates=(),
    files=(),
    troubles=(),
    digest="d",
)
SAME: dict[str, Any] = {
    "identity": Identity(student="24A1201", digest="d", main="kadai1.py"),
    "assignment": ASSIGNMENT,
    "reference_digests": {"matmul": "r"},
    "machine": {"rung": "A", "python": "3.11"},
}


@pytest.mark.parametrize(
    "change",
    [
        {"identity": Identity(student="24A1202", digest="d", main="kadai1.py")},
        {"identity": Identity(student="24A1201", digest="e", main="kadai1.py")},
        {"identity": Identity(student="24A1201", digest="d", main="other.py")},
        {"assignment": replace(ASSIGNMENT, exercises=(replace(EXERCISE, entry="f"),))},
        {"assignment": replace(ASSIGNMENT, exercises=(replace(EXERCISE, cases=()),))},
        {
            "assignment": replace(
                ASSIGNMENT, exercises=(replace(EXERCISE, limits=Limits(memory_mib=1)),)
            )
        },
        {"assignment": replace(ASSIGNMENT, file_bytes=1)},
        {"assignment": replace(ASSIGNMENT, source="other.py")},
        {"reference_digests": {"matmul": "s"}},
        {"machine": {"rung": "B", "python": "3.11"}},
    ],
)
def test_key_changes_with_what_the_observation_depends_on(change: dict[str, Any]) -> None:
    """Files, exercise, reference and machine are all in the key."""
    assert evidence_key(**{**SAME, **change}) != evidence_key(**SAME)


@pytest.mark.parametrize(
    "change",
    [
        {"assignment": replace(ASSIGNMENT, due=datetime(2026, 1, 1, tzinfo=UTC))},
        {"assignment": replace(ASSIGNMENT, title={"ja": "別", "en": "other"})},
        {"assignment": replace(ASSIGNMENT, rubric=(Criterion(id="x", title={}, points=1.0),))},
        {"assignment": replace(ASSIGNMENT, folder=Path("elsewhere"))},
        {"machine": {"python": "3.11", "rung": "A"}},
    ],
)
def test_key_ignores_what_only_moves_points_and_words(change: dict[str, Any]) -> None:
    """A new rubric, date, title or place runs nobody's program again."""
    assert evidence_key(**{**SAME, **change}) == evidence_key(**SAME)


def test_identity_of_a_submission_without_source() -> None:
    """Nothing to grade has an identity too."""
    assert identity_of(SUBMISSION) == Identity(student="24A1201", digest="d", main="")


@pytest.mark.parametrize(
    "other",
    [
        lambda: seed_of(b"k2", SUBMISSION, EXERCISE),
        lambda: seed_of(b"k1", replace(SUBMISSION, student="24A1202"), EXERCISE),
        lambda: seed_of(b"k1", replace(SUBMISSION, digest="e"), EXERCISE),
        lambda: seed_of(b"k1", replace(SUBMISSION, assignment="kadai2"), EXERCISE),
        lambda: seed_of(b"k1", SUBMISSION, replace(EXERCISE, id="f")),
    ],
)
def test_seed_differs_with_secret_student_files_and_exercise(other: Callable[[], bytes]) -> None:
    """Nobody shares inputs with anybody, nor with their own earlier attempt."""
    assert other() != seed_of(b"k1", SUBMISSION, EXERCISE)


def test_seed_is_had_again() -> None:
    """A restarted batch meets the same inputs: 32 bytes from the same parts."""
    seed = seed_of(b"k1", SUBMISSION, EXERCISE)
    assert seed == seed_of(b"k1", SUBMISSION, EXERCISE)
    assert len(seed) == 32


def test_names_that_are_not_unicode_have_keys_and_seeds() -> None:
    """A broken folder name stops nothing."""
    odd = replace(SUBMISSION, student="\udc83")
    assert seed_of(b"k1", odd, EXERCISE)
    assert evidence_key(**{**SAME, "identity": identity_of(odd)})
