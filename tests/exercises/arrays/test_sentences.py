"""Every finding of the room can be said in both languages, with all its placeholders filled."""

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from grader.model.evidence import Doubt, ExerciseEvidence, Outcome
from grader.model.finding import Finding
from grader.model.run import RunRecord, RunStatus
from grader.wording import load_wording
from tests.exercises.arrays import test_checks as made
from tests.exercises.arrays import test_forms as forms
from tests.exercises.arrays.course import CONV, CONV_TORCH, judge, watch
from tests.exercises.arrays.programs import FEW_DIGITS, MISTAKES, RIGHT, loops
from tests.exercises.arrays.test_entry_check import IN_CLASS
from tests.exercises.arrays.test_observing import MUST_FLAG
from tests.tree import ROOT

PROGRAMS = [
    *FEW_DIGITS.values(),
    loops(result="[[round(x, 10) for x in r] for r in c]"),
    *MISTAKES.values(),
    *(source for source, _ in MUST_FLAG.values()),
    "print(end='')",
    "def show(a): pass",
    "def matmul(): pass",
    RIGHT["triple loop"].replace("matmul", "calc"),
    RIGHT["triple loop"].replace("matmul", "calc") + RIGHT["zip"].replace("matmul", "keisan"),
    RIGHT["triple loop"].replace("(a, b)", "(a, b, size)"),
    IN_CLASS,
    "def matmul(a, b, how): return how.apply(a, b)",
    "def matmul(a, b):\n    return [[1, 2], [3, 4]]\n",
    "".join(f"def f{i}(a, b, c):\n    return None\n" for i in range(9)),
]
VALUES = [None, 6, [1], ([[1]], 0.5), [[1], [1, 2]], [["1"]], {1: 2}, [[Fraction(1, 2)]]]


FORMS = [
    *((source, CONV) for source in [*forms.WRONG.values(), forms.same(), forms.RIGHT["in place"]]),
    (forms.ROUNDED, forms.SINGLE),
    ("def other(a, b):\n    return a\n", replace(CONV, others=("other",))),
    *((source, CONV_TORCH) for source in [*forms.ON_TORCH.values(), *forms.NARROW.values()]),
]


@cache
def all_findings() -> list[Finding]:
    """What the programs and values of the other tests give."""
    found = [finding for source in PROGRAMS for finding in judge(watch(source)).values()]
    for source, asked in FORMS:
        found += judge(watch(source, asked=asked), asked).values()
    for timing in made.NOT_RIGHT_WHILE_TIMED.values():
        found += judge(made.timed(timing)).values()
    for value in VALUES:
        found += judge(made.evidence(made.of_value(value))).values()
    for evidence in (*doubtful(), *vectors()):
        found += judge(evidence).values()
    for evidence in changed_arrays():
        found += judge(evidence, CONV).values()
    return found


def doubtful() -> Iterator[ExerciseEvidence]:
    """What is left to a person, and a name that is only the library's."""
    wrong = made.evidence(made.comparison(Outcome.WRONG_VALUE))
    assert wrong.entry is not None
    for doubt in Doubt:
        yield replace(wrong, entry=replace(wrong.entry, doubt=doubt))
    for probe in (
        *("matmul(a, b): star", "Matrix.multiply(a, b): object", "matmul(a, b): replaced"),
        *("M.matmul(b): self", "matmul(a): one-input"),
    ):
        yield replace(wrong, entry=None, comparisons=(), probes=(probe,))
    yield made.evidence(replace(made.comparison(Outcome.WRONG_VALUE), varies=True))
    yield made.evidence(replace(made.comparison(Outcome.WRONG_VALUE), given="[[1]], [[2]]"))
    shrunk = replace(made.comparison(Outcome.WRONG_SHAPE), expected_shape=(1, 1), shape=(2, 2))
    yield made.evidence(shrunk)
    yield made.evidence(replace(made.comparison(Outcome.EQUAL), container="tuple with float"))
    changed = made.evidence(replace(made.comparison(Outcome.EQUAL), inputs_changed=True))
    yield replace(changed, changes_at=("kadai1.py", 3))
    yield made.evidence(replace(made.comparison(Outcome.EQUAL), overwritten=True))
    took = RunRecord(status=RunStatus.OK, wall_seconds=1.0)
    yield made.evidence(replace(made.of_value(0.5), run=took))


def changed_arrays() -> Iterator[ExerciseEvidence]:
    """What writes into an array that it was given, and where."""
    changed = made.evidence(replace(made.comparison(Outcome.EQUAL), inputs_changed=True))
    yield changed
    yield replace(changed, changes_at=("kadai2.py", 3))
    yield made.evidence(replace(made.comparison(Outcome.EQUAL), overwritten=True))
    yield made.evidence(replace(made.comparison(Outcome.LOW_PRECISION), error_ratio=2.0**27))


def vectors() -> Iterator[ExerciseEvidence]:
    """Wrong elements of answers that have no rows and columns."""
    for outcome in (Outcome.WRONG_VALUE, Outcome.NOT_FINITE, Outcome.LOW_PRECISION):
        yield made.evidence(replace(made.comparison(outcome), expected_shape=(3,)))


SCRIPTS = ("lifted", "program", "lifted-uncallable", "program-uncallable", "unproved")
# For these a whole program is run: test_as_written.py


def test_every_finding_has_its_sentence() -> None:
    """No sentence is missing and no placeholder is left without a value."""
    for wording in (load_wording("ja"), load_wording("en")):
        for finding in all_findings():
            sentence = wording.exactly(finding)
            assert sentence.title
            assert sentence.message


def test_every_sentence_is_used() -> None:
    """Each case in the wording comes up in some program: none is dead."""
    said = {(finding.check, finding.case or "plain") for finding in all_findings()}
    own = ROOT / "grader" / "exercises" / "arrays" / "ja.toml"
    data = tomllib.loads(own.read_text(encoding="utf-8"))["checks"]
    scripts = {("RUN002", case) for case in SCRIPTS}
    cases = {
        (code, case)
        for code, entry in data.items()
        if code in {"RUN002", "RUN008"} or code.startswith("COR")
        for case in entry["cases"]
    }
    others = {(code, case) for code, case in cases if _is_of_others(case)}
    assert cases - scripts - others <= said


def _is_of_others(case: str) -> bool:
    """Whether it is about C."""
    return case == "c" or case.startswith("c-")
