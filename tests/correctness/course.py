"""This repository as a course: its real exercise and its real reference."""

from functools import cache
from pathlib import Path

from grader.correctness import EXERCISE_CHECKS, observe
from grader.course import load_assignment, load_course, load_reference
from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Verdict
from grader.model.reference import Reference
from tests.fakes.program import FakeProgram, facts_of

ROOT = Path(__file__).parents[2]
SEED = bytes(range(32))


@cache
def exercise() -> Exercise:
    """The matmul exercise of kadai1."""
    return load_assignment(load_course(ROOT), "kadai1").exercises[0]


@cache
def reference() -> Reference:
    """reference/matmul.py."""
    return load_reference(load_course(ROOT), "matmul")


def watch(source: str | FakeProgram, seed: bytes = SEED) -> ExerciseEvidence:
    """Observes a program."""
    program = source if isinstance(source, FakeProgram) else FakeProgram(source)
    return observe(facts_of(program.source), exercise(), reference(), program, seed)


def judge(evidence: ExerciseEvidence) -> dict[str, Finding]:
    """Every finding of the room, by code."""
    findings = [one for check in EXERCISE_CHECKS for one in check(evidence, exercise())]
    assert len({one.check for one in findings}) == len(findings)
    return {one.check: one for one in findings}


def failed(evidence: ExerciseEvidence) -> set[str]:
    """The codes that failed."""
    return {code for code, finding in judge(evidence).items() if finding.verdict is Verdict.FAILED}
