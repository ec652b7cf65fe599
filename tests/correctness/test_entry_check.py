"""RUN002: what is said when the function is there, and when it is not."""

import pytest

from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Verdict
from tests.correctness.course import judge, watch
from tests.correctness.programs import RIGHT

TRIPLE = RIGHT["triple loop"]


def run002(source: str) -> Finding:
    """The finding for a program."""
    return judge(watch(source))["RUN002"]


FOUND = {
    TRIPLE: "",
    TRIPLE.replace("matmul", "mat_mul"): "found",
    TRIPLE.replace("matmul", "calc"): "found",
    TRIPLE.replace("matmul", "calc") + TRIPLE.replace("matmul", "keisan"): "several",
    TRIPLE.replace("(a, b)", "(a, b, size)"): "convention",
}


@pytest.mark.parametrize("source", FOUND)
def test_what_was_graded_is_told(source: str) -> None:
    """Nothing to tell about `matmul(a, b)`; otherwise a note names function and form."""
    finding = run002(source)
    assert (finding.verdict, finding.case) == (Verdict.PASSED, FOUND[source])
    assert bool(finding.params) is bool(finding.case)


MISSING = {
    "print(end='')\n": "nothing",
    "def show(a):\n    pass\n": "",
    "def matmul():\n    pass\n": "arguments",
    "class M:\n    def matmul(self):\n        pass\n": "",
}


UNSURE = [
    "def matmul(a, b, c, rows, columns):\n    return range(rows) * range(columns)\n",
    "def matmul(a, b, rows, columns):\n    return range(rows) * range(columns)\n",
    "def matmul(a, b, how):\n    return how.apply(a, b)\n",
    "class M:\n    def matmul(a, b):\n        pass\n",
]


@pytest.mark.parametrize("source", UNSURE)
def test_a_call_that_nobody_can_guess_is_for_a_person(source: str) -> None:
    """A function of the right name that wants more than matrices may be right."""
    finding = run002(source)
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "more-arguments")


@pytest.mark.parametrize("source", MISSING)
def test_what_there_is_instead_is_told(source: str) -> None:
    """The message lists the definitions, and the lines to add."""
    finding = run002(source)
    assert (finding.verdict, finding.case) == (Verdict.FAILED, MISSING[source])
    assert finding.params["first"] == "def matmul(a, b):"


def test_definitions_are_listed_with_places_and_reasons() -> None:
    """In both languages, with the line of each."""
    finding = run002("x = 1\ndef show(a):\n    pass\ndef tell(a, b):\n    print(end='')\n")
    found = finding.params["found"]
    assert isinstance(found, dict)
    assert found["en"] == (
        "show(a): cannot be called with two matrices; "
        "tell(a, b): returns nothing (there is no return)"
    )
    assert "show(a)" in found["ja"]
    assert [place.line for place in finding.locations] == [2, 4]


def others(evidence: ExerciseEvidence) -> set[tuple[Verdict, object]]:
    """What the checks of values say."""
    return {
        (finding.verdict, finding.params.get("because"))
        for code, finding in judge(evidence).items()
        if code != "RUN002"
    }


def test_checks_of_values_wait_for_a_function() -> None:
    """They are skipped because of RUN002."""
    assert others(watch("def show(a):\n    pass\n")) == {(Verdict.SKIPPED, "RUN002")}


def test_too_many_functions_are_for_a_person() -> None:
    """What could not be tried is not held against the student."""
    evidence = watch("".join(f"def f{i}(a, b, c):\n    return None\n" for i in range(9)))
    finding = judge(evidence)["RUN002"]
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "many")
    assert others(evidence) == {(Verdict.UNDECIDED, "RUN002")}


@pytest.mark.parametrize(
    ("status", "verdict", "because"),
    [("sandbox-error", Verdict.BROKEN, None), ("protocol", Verdict.UNDECIDED, "RUN009")],
)
def test_a_search_that_our_side_or_tampering_ended(
    status: str, verdict: Verdict, because: str | None
) -> None:
    """It proves nothing about the program."""
    evidence = watch(f"def f(a, b):\n    end('{status}')\n")
    finding = judge(evidence)["RUN002"]
    assert (finding.verdict, finding.params.get("because")) == (verdict, because)
    assert others(evidence) == {(verdict, because)}
