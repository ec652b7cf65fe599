"""POL004: what the calculation is done with."""

import pytest

from grader.model.course import Backend, Exercise, Scope
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Verdict
from grader.model.static import ParseStatus, Requirement, SourceFacts
from grader.source.checks import required_library
from grader.source.question import SourceQuestion
from grader.source.reading import read_source
from tests import corpora
from tests.corpora import Outcome, Row
from tests.source.sources import script

ALLOWED = ("cupy", "cupyx", "numpy", "scipy", "torch")
MATMUL = {
    "numpy": ("@", "numpy.dot", "numpy.matmul", "numpy.einsum", "numpy.sum"),
    "cupy": ("@", "cupy.dot", "cupy.matmul", "cupy.RawKernel"),
    "torch": ("@", "torch.matmul", "torch.mm", "torch.addmm", "torch.nn.functional.linear"),
}
CONV = {
    "numpy": ("scipy.signal", "scipy.ndimage", "numpy"),
    "cupy": ("cupyx.scipy.signal", "cupyx.scipy.ndimage", "cupy"),
    "torch": ("torch.nn.functional.conv2d", "torch.nn.Conv2d"),
}
APIS = {"matmul": MATMUL, "convolution": CONV}
CP, T = "import cupy as cp\n", "import torch\n"
DEF = "def f(a, b):\n"


def facts_of(backend: str, apis: dict[str, tuple[str, ...]], code: str) -> SourceFacts:
    """What the reader says about the function f."""
    question = SourceQuestion(
        allowed=ALLOWED, whole_program=False, entry="f", library=backend, requires=apis[backend]
    )
    return read_source(script(code), [], question)


def judged(facts: SourceFacts, requires: tuple[str, ...] = ("numpy.dot",)) -> list[Finding]:
    """What POL004 says."""
    exercise = Exercise(
        id="f", operation="matmul", backend=Backend.NUMPY, entry="f", requires=requires,
        scope=Scope.FUNCTION,
    )  # fmt: skip
    return list(required_library(ExerciseEvidence(exercise="f", source=facts), exercise))


def answered(row: Row) -> str:
    """What POL004 says of f, with its case and whether it shows a place."""
    facts = facts_of(row.given["backend"], APIS[row.given["operation"]], row.program)
    (finding,) = judged(facts)
    if finding.verdict is Verdict.FAILED:
        assert bool(finding.locations) is (finding.case != "none")
    return f"{finding.verdict} {finding.case}".strip()


def compared(label: str, said: str) -> Outcome:
    """A failure in what does not fail is an accusation; another case of one is only wrong."""
    if said == label:
        return Outcome.RIGHT
    if said.startswith("failed"):
        return Outcome.WRONG if label.startswith("failed") else Outcome.ACCUSED
    return Outcome.OPEN if said.startswith("undecided") else Outcome.WRONG


def test_what_the_calculation_is_done_with() -> None:
    """Another name, a method, a helper, a class: used is used; doubt waits for a person."""
    corpora.hold("requirement", answered, outcome=compared)


def test_an_own_file_is_no_library() -> None:
    """What a star import of an own file brings is looked up there."""
    question = SourceQuestion(
        allowed=ALLOWED, whole_program=False, entry="f", library="cupy", requires=MATMUL["cupy"]
    )
    main = "from ops.plain import *\nfrom ops import fast\nf = fast.matmul\n"
    helpers = {
        "ops/__init__.py": "",
        "ops/plain.py": "def g(a):\n    return a\n",
        "ops/fast.py": CP + "def matmul(a, b):\n    return cp.matmul(a, b)\n",
    }
    others = [script(text, name) for name, text in helpers.items()]
    facts = read_source(script(main), others, question)
    assert (facts.requirement, facts.instead) == (Requirement.MET, ())


@pytest.mark.parametrize("body", ["raise NotImplementedError", "pass", "...", '"""Not yet."""'])
def test_what_is_not_written_yet_is_not_accused(body: str) -> None:
    """A starter file's function uses nothing, and that is told elsewhere."""
    facts = facts_of("torch", MATMUL, T + DEF + f"    {body}\n")
    (finding,) = judged(facts)
    assert (finding.verdict, dict(finding.params)) == (Verdict.SKIPPED, {"because": "RUN003"})


def test_nothing_to_look_at_is_not_passed() -> None:
    """Without a function there is nothing to judge; without a demand there is no finding."""
    (finding,) = judged(facts_of("numpy", MATMUL, "x = 1\n"))
    assert (finding.verdict, dict(finding.params)) == (Verdict.SKIPPED, {"because": "RUN002"})
    assert judged(SourceFacts(status=ParseStatus.OK), requires=()) == []
