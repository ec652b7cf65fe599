"""RUN002: what was graded, or what there is instead, why not, and which lines to add."""

from textwrap import indent

import pytest
from msgspec.structs import replace

from grader.cases.reasons import Reason, join_probe, reason_text, split_probe
from grader.exercises.arrays.entry_check import lines_to_add
from grader.exercises.arrays.observing import observe
from grader.model.course import Scope
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Verdict
from grader.source.question import SourceQuestion
from grader.source.reading import read_source
from grader.wording import in_each_language
from tests.cases.course import SEED, exercise, reference
from tests.exercises.arrays.course import failed, judge, watch
from tests.exercises.arrays.programs import RIGHT
from tests.fakes.program import FakeProgram, facts_of
from tests.source.sources import script
from tests.wording.worded import assert_worded

TRIPLE = RIGHT["triple loop"]


def run002(source: str) -> Finding:
    """The finding for a program."""
    return judge(watch(source))["RUN002"]


IN_CLASS = "class Product:\n" + indent(TRIPLE.replace("(a, b)", "(self, a, b)"), "    ")
FOUND = {
    TRIPLE: "",
    IN_CLASS: "found-in-class",
    IN_CLASS.replace("matmul", "calc"): "found",
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
    "def matmul(a):\n    pass\n": "arguments",
    "def matmul(n):\n    return [[1 * 2] * n for _ in range(n)]\n": "arguments",
    "class M:\n    def matmul(self):\n        pass\n": "",
}


UNSURE = [
    "def matmul(a, b, c, rows, columns):\n    return range(rows) * range(columns)\n",
    "def matmul(a, b, rows, columns):\n    return range(rows) * range(columns)\n",
    "def matmul(a, b, how):\n    return how.apply(a, b)\n",
]


@pytest.mark.parametrize("source", UNSURE)
def test_a_call_that_nobody_can_guess_is_for_a_person(source: str) -> None:
    """A function of the right name that wants more than matrices may be right."""
    finding = run002(source)
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "more-arguments")


ONE = {
    "def matmul(a):\n    return a\n": "one-input",
    "B = [[1, 2], [3, 4]]\ndef matmul(a):\n    return [[x * B[0][0] for x in r] for r in a]\n": (
        "one-input"
    ),
    "def matmul(a):\n    return a[0][0] * a[9][9]\n": "one-input",
    "class M:\n    def matmul(a, b):\n        return a\n": "self",
}


@pytest.mark.parametrize("source", ONE)
def test_what_takes_one_input_is_for_a_person(source: str) -> None:
    """It may be right with a matrix of its own, and cannot be called with two."""
    finding = run002(source)
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, ONE[source])


@pytest.mark.parametrize("source", MISSING)
def test_what_there_is_instead_is_told(source: str) -> None:
    """The message lists the definitions, and the lines to add."""
    finding = run002(source)
    assert (finding.verdict, finding.case) == (Verdict.FAILED, MISSING[source])
    assert finding.params["first"] == "def matmul(a, b):"


def test_definitions_are_listed_with_places_and_reasons() -> None:
    """In both languages, with the line of each."""
    finding = run002("x = 1\ndef show(a):\n    pass\ndef tell(a, b):\n    print(end='')\n")
    found = in_each_language(finding.params["found"])
    assert found["en"] == (
        "show(a): cannot be called with two matrices; "
        "tell(a, b): returns nothing (there is no return)"
    )
    assert "show(a)" in found["ja"]
    assert [place.line for place in finding.locations] == [2, 4]


def test_a_function_of_another_library_is_not_proposed() -> None:
    """What NumPy's exercise made for itself is no answer to PyTorch's."""
    evidence = watch("def columns(x, k):\n    print(x * k)\n")
    assert judge(evidence)["RUN002"].params["second"] == "return columns(a, b)"
    elsewhere = join_probe("columns(x, k)", Reason.OTHER_LIBRARY)
    finding = judge(replace(evidence, probes=(elsewhere,)))["RUN002"]
    assert finding.verdict is Verdict.FAILED
    assert finding.params["second"] == "return …"


AGAIN = "import numpy as np\n{before}\ndef matmul(a, b):\n    return np.dot(a, b)\n"
PYTHON = replace(
    exercise(),
    entry="matmul_python",
    aliases=("matmul_list",),
    others=("conv_python", "convolution_python", "matmul_numpy"),
    scope=Scope.FUNCTION,
)
GONE = {
    "begins the name": "def matmul(a, b):\n    return [[x * y for x in a] for y in b]",
    "has nobody's name": "def keisan(a, b):\n    return a * b\ndef keisan(n):\n    return n",
}
NOTHING_GONE = {
    "with the library, too": "def matmul(a, b):\n    return np.sum(a * b)",
    "multiplies nothing": "def matmul(a, b):\n    return [a, b]",
    "takes no matrices": "def matmul(n):\n    return n * n",
    "begins another's name": "def conv(a, b):\n    return a * b\ndef conv(n):\n    return n",
    "has another's name": "def matmul_numpy(a, b):\n    return a * b\nmatmul_numpy = np.dot",
    "nothing before": "",
}


def replaced_by(before: str) -> ExerciseEvidence:
    """What is seen of a program whose last function uses another library than the exercise's."""
    source = AGAIN.format(before=before)
    facts = read_source(script(source), (), SourceQuestion(allowed=("numpy",), whole_program=False))
    return observe(facts, PYTHON, reference(), FakeProgram(source), SEED)


@pytest.mark.parametrize("before", GONE.values(), ids=GONE.keys())
def test_a_function_whose_name_was_taken_is_for_a_person(before: str) -> None:
    """Cells of a notebook that all say `def matmul` leave the last; the others were written."""
    evidence = replaced_by(before)
    finding = judge(evidence, PYTHON)["RUN002"]
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "replaced")
    assert finding.locations[0].line == 2
    assert_worded(finding)
    assert others(evidence) == {(Verdict.UNDECIDED, "RUN002")}


@pytest.mark.parametrize("before", NOTHING_GONE.values(), ids=NOTHING_GONE.keys())
def test_what_was_another_exercises_was_not_this_ones(before: str) -> None:
    """Then the function is missing, as before."""
    assert judge(replaced_by(before), PYTHON)["RUN002"].verdict is Verdict.FAILED


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


BODY = "return [[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]"
FILL = "c[:] = [[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]"


@pytest.mark.parametrize(
    ("source", "call"),
    [
        (f"def g(a, b):\n    {BODY}\n", "return g(a, b)"),
        (f"def g(a, b, n):\n    {BODY}\n", "return g(a, b, len(a))"),
        (f"def g(n, a, b):\n    {BODY}\n", "return g(len(a), a, b)"),
        (f"def g(a, b, c):\n    {FILL}\n", "g(a, b, c); return c"),
        (f"def g(a, b, c, n):\n    {FILL}\n", "g(a, b, c, len(a)); return c"),
        (f"class M:\n    def g(self, a, b):\n        {BODY}\n", "return M().g(a, b)"),
        (f"def h(a, b):\n    return a\ndef g(a, b):\n    {BODY}\n", "return g(a, b)"),
        (f"def h(a):\n    return a * 2\ndef g(a, b):\n    {BODY}\n", "return g(a, b)"),
    ],
)
def test_lines_call_what_there_is(source: str, call: str) -> None:
    """The suggestion fits the likeliest function, and following it makes every check pass."""
    first, second = lines_to_add(facts_of(source).definitions, exercise())
    assert first == "def matmul(a, b):"
    assert second.endswith(call)
    assert not failed(watch(f"{source}\n{first}\n    {second}\n"))


def test_without_a_function_the_return_is_suggested() -> None:
    """There is nothing to call."""
    assert lines_to_add((), exercise())[1] == "return …"


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words(reason: Reason) -> None:
    """In both languages, and it comes back from what was stored."""
    assert split_probe(join_probe("f(a: b)", reason)) == ("f(a: b)", reason, reason)
    assert all(in_each_language(reason_text(reason)).values())


def test_an_unknown_reason_is_shown_as_it_is() -> None:
    """Evidence of another version stays readable."""
    assert split_probe("f(a): moon") == ("f(a)", None, "moon")
    assert reason_text("moon") == "moon"
