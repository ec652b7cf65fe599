"""Results that differ from call to call, and memory of earlier calls: two things."""

import random

import pytest
from msgspec.structs import replace

from grader.exercises.arrays.observing import observe
from grader.model.course import Case, CaseKind
from grader.model.evidence import Outcome
from grader.model.finding import Verdict
from tests.cases.course import SEED, exercise, reference
from tests.exercises.arrays.course import failed, judge, watch
from tests.exercises.arrays.programs import MISTAKES, RIGHT, loops
from tests.fakes.program import FakeProgram, facts_of

CHANCE = {
    "right as chance has it": "import random\n"
    + loops(result="c if random.random() < 0.5 else [[-x - 1 for x in r] for r in c]"),
    "seldom wrong": "import random\n"
    + loops(result="c if random.random() < 0.8 else [[-x - 1 for x in r] for r in c]"),
    "another error each time": "import random\n"
    + loops(result="[[x + random.choice([0, 0, 1, 2, 3]) for x in r] for r in c]"),
    "seldom not finite": "import random\n"
    + loops(result="c if random.random() < 0.6 else [[float('nan')] * n] * n"),
}


@pytest.mark.parametrize("name", CHANCE)
@pytest.mark.parametrize("seed", range(6))
def test_chance_is_no_memory(name: str, seed: int) -> None:
    """A program that is now right and now wrong is wrong, and not for remembering anything."""
    random.seed(seed)  # our fake runs the program in this process
    evidence = watch(CHANCE[name])
    wrong = any(one.outcome is not Outcome.EQUAL for one in evidence.comparisons)
    assert failed(evidence) <= {"COR001", "COR006"}
    assert bool(failed(evidence)) is wrong


def test_the_sentence_says_that_results_differ() -> None:
    """Where it was seen: in a case that is right in a fresh process."""
    told = []
    for seed in range(6):
        random.seed(seed)
        finding = judge(watch(CHANCE["seldom wrong"]))["COR001"]
        told.append((finding.verdict, finding.case))
    assert (Verdict.FAILED, "varies") in told


MEMORY = {
    "counts its calls": "calls = []\n"
    + loops(
        result="c if len(calls) < 3 else [[0] * n] * n", step="c[i][j] += {term}; calls.append(1)"
    ),
    "adds to what is left": MISTAKES["state-left"],
    "gives the first result again": MISTAKES["stale-result"],
}


@pytest.mark.parametrize("source", MEMORY.values(), ids=MEMORY.keys())
def test_memory_is_still_told_as_memory(source: str) -> None:
    """The same calls in the same order give the same wrong results."""
    assert "COR005" in failed(watch(source))


def test_a_right_program_is_asked_nothing_more() -> None:
    """Only what is right alone and wrong after others is asked again and again."""
    for source in (RIGHT["triple loop"], MISTAKES["transposed"]):
        program = FakeProgram(source)
        watch(program)
        assert program.starts <= 1 + 1 + 1  # one for the example


LATE = 20  # calls: more than there are cases
AT_LAST = "calls = []\n" + loops(
    result="(calls.append(1), c if len(calls) != {late} else {end})[1]"
)
WRONG = AT_LAST.format(late=LATE, end="[[x + 1 for x in r] for r in c]")
THREADS = {
    (WRONG, True): True,
    (WRONG, False): False,
    (AT_LAST.format(late=LATE, end="1 / 0"), True): False,
    (RIGHT["triple loop"], True): False,
}


@pytest.mark.parametrize(("source", "parallel"), THREADS)
def test_threads_are_given_more_chances_to_go_wrong(source: str, *, parallel: bool) -> None:
    """Only a wrong answer counts: what else ends a call may come of a busy computer."""
    facts = replace(facts_of(source), parallel=parallel)
    evidence = observe(facts, exercise(), reference(), FakeProgram(source), SEED)
    assert bool(failed(evidence)) is THREADS[source, parallel]
    assert failed(evidence) <= {"COR001", "COR005"}


LATER = """
import numpy as np
calls = []
def matmul(a, b):
    calls.append(1)
    c = np.array(a) @ np.array(b)
    return (c if len(calls) < 5 else c + 1).tolist()
"""


@pytest.mark.parametrize(("sizes", "fails"), [((300,), False), ((300, 7), True)])
def test_only_what_is_soon_done_is_asked_again(sizes: tuple[int, ...], fails: bool) -> None:  # noqa: FBT001
    """Two dozen calls of large matrices would take the time of the whole exercise."""
    facts = replace(facts_of(LATER), parallel=True)
    cases = tuple(Case(size=size, kind=CaseKind.LARGE) for size in sizes)
    asked = replace(exercise(), cases=cases, secret_sizes=0)
    evidence = observe(facts, asked, reference(), FakeProgram(LATER), SEED)
    wrong = [each.case.size for each in evidence.comparisons if each.outcome is not Outcome.EQUAL]
    assert wrong == [7] * fails
