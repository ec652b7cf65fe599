"""Results that differ from call to call, and memory of earlier calls: two things."""

import random

import pytest

from grader.model.evidence import Outcome
from grader.model.finding import Verdict
from tests.correctness.course import failed, judge, watch
from tests.correctness.programs import MISTAKES, RIGHT, loops
from tests.fakes.program import FakeProgram

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
