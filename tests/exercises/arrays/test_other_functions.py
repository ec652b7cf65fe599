"""What is found by another name, and is wrong: all that may be meant is tried before it fails."""

import pytest

from grader.model.evidence import Doubt, EntryHow, Outcome
from grader.model.finding import Verdict
from grader.sandbox.checks import runs_to_its_end
from tests.cases.course import exercise
from tests.exercises.arrays.course import failed, judge, watch
from tests.exercises.arrays.programs import MISTAKES, RIGHT, loops
from tests.fakes.program import FakeProgram

TRIPLE = RIGHT["triple loop"]
ELEMENTWISE = MISTAKES["elementwise"]


def named(source: str, name: str) -> str:
    """The same program with another name for its function."""
    return source.replace("def matmul", f"def {name}")


SMALL_ONLY = loops(result="c if n < 6 else [[0] * n] * n")
RAISES_LATER = loops(result="c if n < 6 else c[n]")
HANGS_LATER = loops(result="c if n < 6 else end('timeout')")
CUTS = MISTAKES["truncated-result"]

ANOTHER_IS_RIGHT = {
    "element-wise under an alias": named(ELEMENTWISE, "multiply") + named(TRIPLE, "gyoretsu"),
    "whole numbers only, under an alias": named(CUTS, "multiply") + named(TRIPLE, "product"),
    "whole numbers only, both without a name": named(CUTS, "f_int") + named(TRIPLE, "f_double"),
    "small sizes only": named(SMALL_ONLY, "multiply") + named(TRIPLE, "gyoretsu"),
    "raises at larger sizes": named(RAISES_LATER, "mul") + named(TRIPLE, "gyoretsu"),
    "hangs at larger sizes": named(HANGS_LATER, "mul") + named(TRIPLE, "gyoretsu"),
    "two that are wrong later": named(SMALL_ONLY, "first")
    + named(RAISES_LATER, "second")
    + named(TRIPLE, "third"),
}


@pytest.mark.parametrize("source", ANOTHER_IS_RIGHT.values(), ids=ANOTHER_IS_RIGHT.keys())
@pytest.mark.parametrize("turned", [False, True])
def test_a_right_function_goes_before_a_wrong_one(source: str, *, turned: bool) -> None:
    """Whatever it is called, and wherever it stands."""
    parts = source.split("def ")
    program = "def ".join([parts[0], *reversed(parts[1:])]) if turned else source
    evidence = watch(program)
    assert {one.outcome for one in evidence.comparisons} == {Outcome.EQUAL}
    assert {one.verdict for one in judge(evidence).values()} == {Verdict.PASSED}


def test_what_was_passed_over_is_told() -> None:
    """The evidence says that it was tried, and was wrong."""
    evidence = watch(named(SMALL_ONLY, "multiply") + named(TRIPLE, "gyoretsu"))
    assert evidence.entry is not None
    assert (evidence.entry.target.name, evidence.entry.how) == ("gyoretsu", EntryHow.PROBE)
    assert "multiply(a, b): wrong" in evidence.probes


NOBODY_IS_RIGHT = {
    "only a mistake under an alias": (named(ELEMENTWISE, "multiply"), {"COR001", "COR002"}),
    "a mistake and a sum": (
        named(MISTAKES["transposed"], "mat_mul") + named(MISTAKES["inputs-added"], "plus"),
        {"COR001", "COR002"},
    ),
    "right in the probe only": (named(SMALL_ONLY, "multiply"), {"COR001"}),
    "two that are right in the probe only": (
        named(SMALL_ONLY, "multiply") + named(loops(result="c if n < 5 else [[0] * n] * n"), "f"),
        {"COR001"},
    ),
    "the right name, though another is right": (
        ELEMENTWISE + named(TRIPLE, "gyoretsu"),
        {"COR001", "COR002"},
    ),
}


@pytest.mark.parametrize(("source", "codes"), NOBODY_IS_RIGHT.values(), ids=NOBODY_IS_RIGHT.keys())
def test_a_wrong_function_fails_when_all_were_tried(source: str, codes: set[str]) -> None:
    """The one that was found first; the name that was asked for needs no other function."""
    evidence = watch(source)
    assert failed(evidence) == codes
    assert judge(evidence)["RUN002"].verdict is Verdict.PASSED


def test_more_functions_than_are_tried_leave_it_open() -> None:
    """Where there may be a right one that nobody came to, a person looks."""
    many = "".join(
        named(loops(result=f"c if n < 6 else [[{number}] * n] * n"), f"f{number}")
        for number in range(9)
    )
    evidence = watch(many)
    assert evidence.entry is not None
    assert evidence.entry.doubt is Doubt.OTHERS
    findings = judge(evidence)
    assert (findings["RUN002"].verdict, findings["RUN002"].case) == (
        Verdict.UNDECIDED,
        "doubt-others",
    )
    assert not failed(evidence)


def test_a_right_function_behind_too_many_calls_is_not_failed() -> None:
    """The calls of the search are bounded, and what it did not come to is not judged."""
    wants = "".join(f"def f{n}(a, b, c):\n    return c[0][0] * 1\n" for n in range(9))
    program = FakeProgram(named(ELEMENTWISE, "multiply") + wants + "def z(a, b):\n    return 1\n")
    evidence = watch(program)
    assert judge(evidence)["RUN002"].case == "doubt-others"
    assert not failed(evidence)


FILLS = """
def matmul(a, b, c):
    n = len(a)
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    {after}
"""


def test_an_exception_after_the_result_was_filled_in_is_for_a_person() -> None:
    """At once, or only at some size: equal evidence, equal verdict."""
    for after in ("raise ValueError", "print(c[3][3], end='')", "n == 7 and c[n]"):
        evidence = watch(FILLS.format(after=after))
        assert judge(evidence)["RUN002"].verdict is Verdict.UNDECIDED, after
        assert not failed(evidence), after
    assert failed(watch(FILLS.format(after="c[0][0] += n > 5"))) == {"COR001"}
    assert not failed(watch(FILLS.format(after="")))


def test_a_function_that_returns_has_no_such_excuse() -> None:
    """What raises before it returns gave no result."""
    evidence = watch(loops(result="c if n < 5 else c[n]"))
    assert judge(evidence)["RUN002"].verdict is Verdict.PASSED
    assert evidence.entry is not None
    assert evidence.entry.doubt is None


LACKS = 'raise RuntimeError("can\'t start new thread")'
THREADS = """
started = []
def matmul(a, b):
    started.append(len(a) if {each} else 9)
    if sum(started) > 30:
        {lacks}
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
"""


def test_threads_of_earlier_calls_cost_nothing() -> None:
    """As any limit that only many calls together reach: the call is made in a fresh process."""
    evidence = watch(THREADS.format(each=False, lacks=LACKS))
    assert {one.verdict for one in judge(evidence).values()} == {Verdict.PASSED}
    ordinary = watch(THREADS.format(each=False, lacks="raise RuntimeError('too many')"))
    assert "COR005" in failed(ordinary)


def test_more_threads_than_we_allow_are_for_a_person() -> None:
    """The limit is ours."""
    evidence = watch(THREADS.format(each=True, lacks=LACKS))
    (found,) = [one for one in runs_to_its_end(evidence, exercise()) if one.check == "RUN003"]
    assert (found.verdict, found.case) == (Verdict.UNDECIDED, "threads")
    assert not failed(evidence)
    ordinary = watch(THREADS.format(each=True, lacks="raise RuntimeError('too many')"))
    (found,) = [one for one in runs_to_its_end(ordinary, exercise()) if one.check == "RUN003"]
    assert found.verdict is Verdict.FAILED


def test_what_the_search_leaves_open_is_open_for_every_check() -> None:
    """A run that ended badly as well."""
    many = "".join(
        named(loops(result=f"c if n < {number + 3} else c[n]"), f"f{number}") for number in range(9)
    )
    evidence = watch(many)
    (found,) = [one for one in runs_to_its_end(evidence, exercise()) if one.check == "RUN003"]
    assert (found.verdict, found.params) == (Verdict.UNDECIDED, {"because": "RUN002"})
