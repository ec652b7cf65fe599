"""Programs through the whole room: what must be flagged, and what must not."""

import pytest
from msgspec.structs import replace

from grader.exercises.arrays.case_runs import MAX_DEATHS
from grader.model.evidence import Outcome
from grader.model.finding import Location, Verdict
from grader.model.program import Plot
from grader.model.run import LoadMode, RunRecord, RunStatus
from grader.model.running import LATER_CALLS
from grader.model.static import Mark
from tests.cases.course import SEED, exercise
from tests.exercises.arrays.course import failed, judge, watch
from tests.exercises.arrays.programs import FEW_DIGITS, MISTAKES, RIGHT, loops
from tests.fakes.program import FakeProgram


@pytest.mark.parametrize("source", RIGHT.values(), ids=RIGHT.keys())
def test_right_programs_are_not_flagged(source: str) -> None:
    """However a right product is written, every check passes, and no example is looked for."""
    evidence = watch(source)
    findings = judge(evidence)
    assert evidence.example is None
    assert {one.outcome for one in evidence.comparisons} == {Outcome.EQUAL}
    assert {one.verdict for one in findings.values()} == {Verdict.PASSED}


@pytest.mark.parametrize("name", MISTAKES)
def test_known_mistakes_are_named(name: str) -> None:
    """Each known mistake fails with its own name."""
    findings = judge(watch(MISTAKES[name]))
    assert findings["COR002"].verdict is Verdict.FAILED
    assert findings["COR002"].params["lookalike"] == name
    blamed = "COR005" if name in {"state-left", "stale-result"} else "COR001"
    assert findings[blamed].verdict is Verdict.FAILED


@pytest.mark.parametrize("name", FEW_DIGITS)
def test_few_digits_are_no_wrong_formula(name: str) -> None:
    """A right formula with too few digits fails for that alone, and is named where it can be."""
    evidence = watch(FEW_DIGITS[name])
    assert failed(evidence) == {"COR007"}
    if name.startswith("rounded"):
        assert judge(evidence)["COR007"].params["lookalike"] == name


@pytest.mark.parametrize("digits", [9, 10])
def test_what_was_rounded_late_is_left_to_a_person(digits: int) -> None:
    """No type with fewer digits comes so near: it was computed as asked, and then rounded."""
    source = loops(result=f"[[round(x, {digits}) for x in r] for r in c]")
    found = judge(watch(source))["COR007"]
    assert (found.verdict, found.case) == (Verdict.UNDECIDED, "late")


TRIPLE = RIGHT["triple loop"]


def codes(source: str) -> dict[str, Verdict]:
    """The verdict of every check."""
    return {code: finding.verdict for code, finding in judge(watch(source)).items()}


OVERWRITTEN = f"{TRIPLE}\nmatmul = matmul([[1]], [[2]])\n"
MATRIX_CLASS = """
class Matrix:
    def __init__(self, data):
        self.data = data
    def __mul__(self, other):
        columns = list(zip(*other.data))
        return Matrix([[sum(x * y for x, y in zip(r, c)) for c in columns] for r in self.data])
"""


CALLABLE = """
class Product:
    def __call__(self, a, b):
        return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
matmul = Product()
"""


@pytest.mark.parametrize("source", [OVERWRITTEN, MATRIX_CLASS, CALLABLE])
def test_right_products_that_are_hard_to_find(source: str) -> None:
    """A function that the top level overwrites, and a class made from its data, are found."""
    assert set(codes(source).values()) == {Verdict.PASSED}


GROWING = """
def matmul(a, b, c=[]):
    for r in a:
        c.append([sum(x * y for x, y in zip(r, s)) for s in zip(*b)])
    return c
"""

MUST_FLAG = {
    "returns nothing": ("def matmul(a, b): pass", {"RUN008"}),
    "returns a generator": ("def matmul(a, b): return (r for r in a)", {"RUN008"}),
    "returns strings": (loops(result="[[str(x) for x in r] for r in c]"), {"RUN008"}),
    "returns truth values": (loops(result="[[x > 0 for x in r] for r in c]"), {"RUN008"}),
    "returns ragged rows": (loops(result="c[:-1] + [c[-1] + [0]]"), {"RUN008", "COR003"}),
    "returns one row less": (loops(result="c[:-1] or [[1, 2]]"), {"COR003"}),
    "returns NaN": (loops(zeros="[[float('nan')] * n for _ in range(n)]"), {"COR006"}),
    "returns NaN in one place": (
        loops(result="[r if i else [float('nan')] + r[1:] for i, r in enumerate(c)]"),
        {"COR006"},
    ),
    "is wrong at one size": (loops("a[i][k] * b[k][j] + (n == 5)"), {"COR001"}),
    "is wrong by one bit in an int": (
        loops(result="[[x ^ 1 if isinstance(x, int) else x for x in r] for r in c]"),
        {"COR001"},
    ),
    "changes its input": (
        TRIPLE.replace("    return c", "    b[0][0] = 0\n    return c"),
        {"COR004"},
    ),
    "empties its input": (
        TRIPLE.replace("    return c", "    a.clear()\n    return c"),
        {"COR004"},
    ),
    "grows a default argument": (
        GROWING,
        {"COR005"},
    ),
    "counts its calls": (
        "calls = []\n"
        + TRIPLE.replace(
            "    return c", "    calls.append(1)\n    return c if len(calls) < 3 else [[0] * n] * n"
        ),
        {"COR005"},
    ),
    "raises on the second call": (
        "calls = []\n"
        + TRIPLE.replace(
            "    return c", "    calls.append(1)\n    return c if len(calls) < 2 else calls[9]"
        ),
        {"COR005"},
    ),
    "is wrong and remembers": (
        MISTAKES["state-left"].replace("b[k][j]", "b[k][j] + 1"),
        {"COR001"},
    ),
    "works on the lists of the first call": (MISTAKES["stale-result"], {"COR002", "COR005"}),
}


@pytest.mark.parametrize(("source", "wanted"), MUST_FLAG.values(), ids=MUST_FLAG.keys())
def test_wrong_programs_are_flagged(source: str, wanted: set[str]) -> None:
    """Exactly the checks that say what is wrong fail."""
    assert failed(watch(source)) == wanted


MUST_NOT_FLAG = {
    "keeps a count": "calls = []\n"
    + TRIPLE.replace("    return c", "    calls.append(1)\n    return c"),
    "caches by value": """
cache = {}
def matmul(a, b):
    key = str(a) + str(b)
    if key not in cache:
        cache[key] = [[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]
    return cache[key]
""",
    "changes its input and puts it back": TRIPLE.replace(
        "    return c", "    a.reverse()\n    a.reverse()\n    return c"
    ),
    "turns its input into floats": TRIPLE.replace(
        "    n = len(a)", "    n = len(a)\n    for r in a: r[:] = [float(x) for x in r]"
    ),
    "runs out of output after many calls": "calls = []\n"
    + TRIPLE.replace(
        "    return c", "    calls.append(1)\n    return c if len(calls) < 4 else end('output')"
    ),
    "grows until a limit": "calls = []\n"
    + TRIPLE.replace(
        "    return c", "    calls.append(1)\n    return c if len(calls) < 6 else end('memory')"
    ),
}


@pytest.mark.parametrize("source", MUST_NOT_FLAG.values(), ids=MUST_NOT_FLAG.keys())
def test_harmless_habits_are_not_flagged(source: str) -> None:
    """State that changes no result, and limits that only many calls together reach, are fine."""
    assert set(codes(source).values()) == {Verdict.PASSED}


def test_one_program_costs_few_processes() -> None:
    """A right program costs one child, a wrong one another, and one for an example."""
    right, wrong = FakeProgram(TRIPLE), FakeProgram(MISTAKES["transposed"])
    watch(right)
    watch(wrong)
    assert right.starts == 1
    pair = 1 + LATER_CALLS  # whether a result outlives later calls
    assert len(right.calls) == 1 + len(exercise().cases) + exercise().secret_sizes + pair
    assert wrong.starts == 1 + 1 + 1


def test_a_function_found_by_probing_gets_a_fresh_process() -> None:
    """What other functions did to the program does not count."""
    source = "ready = []\ndef f(a, b, c):\n    ready.append(1)\n" + TRIPLE.replace(
        "matmul", "run"
    ).replace("    return c", "    return c if not ready else a")
    evidence = watch(source)
    assert {one.outcome for one in evidence.comparisons} == {Outcome.EQUAL}


def test_a_function_that_dies_is_given_up() -> None:
    """Three deaths, then the rest is not run but has the same status."""
    program = FakeProgram("def matmul(a, b):\n    end('signal')\n")
    evidence = watch(program)
    assert len(program.calls) == 1 + MAX_DEATHS
    assert [one.run.status for one in evidence.comparisons] == [RunStatus.SIGNAL] * 9


def test_an_endless_loop_costs_the_limit_once() -> None:
    """Where the smallest case does not come back, no other is waited for."""
    program = FakeProgram("def matmul(a, b):\n    end('timeout')\n")
    evidence = watch(program)
    assert len(program.calls) == len(("probe", "case"))
    assert [one.run.status for one in evidence.comparisons] == [RunStatus.TIMEOUT] * 9
    assert evidence.comparisons[-1].alone is None
    assert judge(evidence)["COR001"].params == {"because": "RUN004"}


@pytest.mark.parametrize(("name", "shown"), [("shared-rows-sum", True), ("transposed", False)])
def test_the_line_that_makes_all_rows_one_is_shown(name: str, *, shown: bool) -> None:
    """Beside the mistake that it comes to, and beside no other."""
    evidence = watch(MISTAKES[name])
    assert evidence.source is not None
    place = Location(file="kadai1.py", line=3, text="c = [[0] * n] * n")
    mark = Mark(name="[[0]*n]*n", location=place)
    source = replace(evidence.source, marks={"matmul": (mark,)})
    finding = judge(replace(evidence, source=source))["COR002"]
    assert finding.locations == ((place,) if shown else ())


def test_what_runs_before_it_hangs_is_kept() -> None:
    """Small sizes are compared even if large ones never end."""
    evidence = watch(TRIPLE.replace("    return c", "    return c if n < 5 else end('timeout')"))
    outcomes = [one.outcome for one in evidence.comparisons]
    assert outcomes[:3] == [Outcome.EQUAL] * 3
    assert outcomes[3] is Outcome.NOT_RUN
    findings = judge(evidence)
    assert findings["COR001"].verdict is Verdict.SKIPPED


def test_a_proven_mistake_stays_although_larger_cases_hang() -> None:
    """Wrong values at small sizes are a failure whatever happens later."""
    source = MISTAKES["transposed"].replace(
        "    return c", "    return c if n < 5 else end('timeout')"
    )
    findings = judge(watch(source))
    assert findings["COR001"].verdict is Verdict.FAILED
    assert findings["COR002"].params["lookalike"] == "transposed"
    assert findings["COR003"].verdict is Verdict.SKIPPED


def test_a_program_that_does_not_load_is_not_called() -> None:
    """The load record says it all."""
    program = FakeProgram("1 / 0\n" + TRIPLE)
    evidence = watch(program)
    assert evidence.load is not None
    assert evidence.load.status is RunStatus.RUNTIME_ERROR
    assert not program.calls
    assert {one.params["because"] for one in judge(evidence).values()} == {"RUN003"}


def test_a_program_that_loads_only_once() -> None:
    """A fresh child that cannot load is the answer of its case."""
    program = FakeProgram(TRIPLE.replace("    return c", "    end('signal')"), loads=1)
    evidence = watch(program)
    assert {one.outcome for one in evidence.comparisons} == {Outcome.NOT_RUN}
    assert evidence.comparisons[0].run.status is RunStatus.RUNTIME_ERROR


def test_the_smallest_wrong_size_is_shown() -> None:
    """The message takes the smallest case that is wrong, with rows and columns from 1."""
    finding = judge(watch(loops(terms="range(min(n, 4))")))["COR001"]
    assert finding.params["size"] == 5
    assert (finding.params["row"], finding.params["column"]) == (1, 1)


def test_our_own_failure_is_never_the_students() -> None:
    """A sandbox error in any case breaks the checks, tampering leaves them undecided."""
    for status, verdict in (("sandbox-error", Verdict.BROKEN), ("protocol", Verdict.UNDECIDED)):
        source = TRIPLE.replace("    return c", f"    return c if n < 7 else end('{status}')")
        for code, finding in judge(watch(source)).items():
            assert finding.verdict is (Verdict.PASSED if code == "RUN002" else verdict), code


def test_plots_seed_and_modes_are_in_the_evidence() -> None:
    """What later rooms need is written down."""
    plot = Plot(kind="plot", x=(1.0,), y=(2.0,))
    failed_whole = RunRecord(status=RunStatus.TIMEOUT)
    program = FakeProgram(
        TRIPLE, mode=LoadMode.DEFINITIONS, whole_load=failed_whole, plotted=(plot,)
    )
    evidence = watch(program)
    assert evidence.plots == (plot,)
    assert evidence.seed == SEED.hex()
    assert evidence.load_mode is LoadMode.DEFINITIONS
    assert evidence.whole_load == failed_whole


def test_lessons_are_kept_only_for_what_went_wrong() -> None:
    """A right program needs no lessons; a wrong one has those of all its candidates."""
    assert watch(TRIPLE).lessons == {}
    lessons = watch(MISTAKES["transposed"]).lessons
    assert "transposed" in lessons
    assert set(lessons["transposed"].name) == {"ja", "en"}


def test_nothing_found_is_no_comparison() -> None:
    """Without a function there is nothing to compare, and only RUN002 fails."""
    evidence = watch("print(end='')\n")
    assert evidence.comparisons == ()
    assert failed(evidence) == {"RUN002"}


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(
            bytes([number]) * 32, marks=pytest.mark.repetition("one seed") if number else ()
        )
        for number in range(6)
    ],
)
def test_verdicts_do_not_depend_on_the_seed(seed: bytes) -> None:
    """Whatever numbers a student gets, the same mistake gets the same name."""
    for name in ("k-short", "truncated-steps", "shared-rows-last", "a-squared", "state-left"):
        assert judge(watch(MISTAKES[name], seed))["COR002"].params["lookalike"] == name
    for name in ("float32", "rounded-6"):
        assert failed(watch(FEW_DIGITS[name], seed)) == {"COR007"}
    for name in ("Strassen", "exact sum"):
        assert not failed(watch(RIGHT[name], seed))
