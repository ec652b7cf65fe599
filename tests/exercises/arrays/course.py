"""A program observed and judged as an exercise of this repository, or as a convolution."""

from msgspec.structs import replace

from grader.cases.own_calls import own_calls
from grader.exercises.arrays.observing import observe
from grader.model.course import (
    Backend,
    Case,
    CaseKind,
    Exercise,
    Form,
    Precision,
    Scope,
)
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Verdict
from tests.asking import exercise_checks
from tests.cases.course import SEED, convolution, exercise, reference
from tests.fakes.program import FakeProgram, facts_of

CHECKS = exercise_checks("RUN002", "RUN008", "COR")

CONV = Exercise(
    id="conv_numpy",
    operation="convolution",
    backend=Backend.NUMPY,
    entry="conv",
    aliases=("convolve",),
    scope=Scope.FUNCTION,
    gives=(Form.NUMPY, Form.LISTS),
    cases=tuple(
        Case(size=size, kind=kind)
        for kind, sizes in {
            CaseKind.INTEGERS: (3, 4, 5, 7),
            CaseKind.FLOATS: (3, 7, 7, 10),
            CaseKind.LARGE: (40,),
        }.items()
        for size in sizes
    ),
    others=("matmul",),
)
CONV_TORCH = replace(
    CONV,
    id="conv_torch",
    backend=Backend.TORCH,
    gives=(Form.TORCH, Form.TORCH_4D, Form.NUMPY),
    dtype="float32",
    precision=Precision.SINGLE,
)


def watch(
    source: str | FakeProgram, seed: bytes = SEED, asked: Exercise | None = None
) -> ExerciseEvidence:
    """Observes a program; without an exercise that of kadai1."""
    program = source if isinstance(source, FakeProgram) else FakeProgram(source)
    asked = asked or exercise()
    right = reference() if asked.operation == "matmul" else convolution()
    return observe(facts_of(program.source), asked, right, program, seed)


def judge(evidence: ExerciseEvidence, asked: Exercise | None = None) -> dict[str, Finding]:
    """Every finding of the room, by code."""
    asked = asked or exercise()
    own = own_calls(asked)
    findings = [one for check in CHECKS for one in check(evidence, asked)]
    if own is not None:
        findings = [own.answered(one, evidence, asked) for one in findings]
    assert len({one.check for one in findings}) == len(findings)
    return {one.check: one for one in findings}


def failed(evidence: ExerciseEvidence, asked: Exercise | None = None) -> set[str]:
    """The codes that failed."""
    found = judge(evidence, asked)
    return {code for code, finding in found.items() if finding.verdict is Verdict.FAILED}
