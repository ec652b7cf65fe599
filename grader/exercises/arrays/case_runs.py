"""Call the function with one case after another, and record the outcomes."""

import math
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.cases.children import Children, Reply
from grader.cases.comparing import ComparedNumbers, compare
from grader.cases.questions import CaseQuestion
from grader.exercises.arrays.search import Search
from grader.model.calling import Call, Target
from grader.model.course import CaseKind
from grader.model.evidence import Outcome
from grader.model.reference import Inputs
from grader.model.run import USED_UP, RunStatus

GRADER_FAULTS = frozenset({RunStatus.PROTOCOL, RunStatus.SANDBOX_ERROR})
"""Outcomes of a case that prove nothing about the function."""

SLOWEST_GROWTH, STEEPEST_GROWTH = 2.0, 4.0  # exponents between which the time grows with the size
MAX_DEATHS = 2  # number of cases that may end their child before the rest is skipped
RACE_ATTEMPTS = 24  # repetitions of a case, since a race between threads fails only sometimes
MAX_RACE_SIZE = 256  # rows: threads meet in larger cases, but a call still takes milliseconds


class CaseRun(Struct, frozen=True, kw_only=True):
    """The outcome of one case."""

    question: CaseQuestion
    answer: ComparedNumbers
    earlier: tuple[Inputs, ...]  # earlier calls in the same process
    calls: tuple[Inputs, ...] = ()  # `earlier`, repeated as often as they were called; see Reply
    was_called: bool = True  # False: skipped


def put_all(
    all_questions: Sequence[CaseQuestion],
    target: Target,
    search: Search,
    *,
    until_wrong: bool = False,
) -> list[CaseRun]:
    """Run all cases until too many ended their child, or one is wrong if `until_wrong`.

    The secret sizes come last, only if all listed ones are right. The large one is skipped if the
    program is too slow for it, since speed was not required.
    """
    children, seconds = search.children, search.exercise.limits.call_seconds
    attempts: list[CaseRun] = []
    deaths = 0
    for question in all_questions:
        listed = (attempt for attempt in attempts if not attempt.question.case.secret)
        if question.case.secret and not all(map(is_equal, listed)):
            break
        if deaths == MAX_DEATHS or _never_ended(attempts):
            attempts.append(given_up(question, attempts[-1]))
            continue
        if _is_beyond_reach(question, attempts, seconds, power=SLOWEST_GROWTH):
            continue
        attempt = ask_fairly(question, target, children)
        ran_out = attempt.answer.comparison.run.status is RunStatus.TIMEOUT
        if ran_out and _is_beyond_reach(question, attempts, seconds / 2, power=STEEPEST_GROWTH):
            continue
        attempts.append(attempt)
        deaths += not children.answering
        if until_wrong and not is_equal(attempts[-1]):
            break
    return attempts


def _is_beyond_reach(
    question: CaseQuestion, attempts: Sequence[CaseRun], seconds: float, power: float
) -> bool:
    """Return whether a large secret size would take that long, judging by the next smaller one."""
    case = question.case
    smaller = [run for run in attempts if run.question.case.size < case.size]
    if not smaller or not (case.secret and case.kind is CaseKind.LARGE):
        return False
    last = max(smaller, key=lambda run: run.question.case.size)
    took = last.answer.comparison.run.wall_seconds
    return took * math.pow(case.size / last.question.case.size, power) >= seconds


def once_more_with_threads(
    attempts: list[CaseRun], target: Target, search: Search
) -> list[CaseRun]:
    """Repeat a case for a program with threads that was always right: a race fails only sometimes.

    Only a wrong answer counts. Other failures may be due to a busy computer.
    """
    if not search.facts.parallel or not all(map(is_equal, attempts)):
        return attempts
    cases = [run.question.case for run in attempts]
    listed = [place for place, case in enumerate(cases) if not case.secret]
    quick = [place for place in listed if cases[place].size <= MAX_RACE_SIZE]
    if not quick:
        return attempts
    place = max(quick, key=lambda place: cases[place].size)
    for _ in range(RACE_ATTEMPTS):
        again = ask(attempts[place].question, target, search.children)
        if again.answer.comparison.run.status is not RunStatus.OK:
            break
        if not is_equal(again):
            return [*attempts[:place], again, *attempts[place + 1 :]]
    return attempts


def _never_ended(attempts: Sequence[CaseRun]) -> bool:
    """Return whether the first, smallest case timed out: no other would be faster."""
    return bool(attempts) and attempts[0].answer.comparison.run.status is RunStatus.TIMEOUT


def ask(question: CaseQuestion, target: Target, children: Children) -> CaseRun:
    """Run one case, and compare the result."""
    reply: Reply = children.ask(target, question)
    return CaseRun(
        question=question,
        answer=compare(question, reply.call),
        earlier=reply.earlier,
        calls=reply.calls,
    )


def ask_fairly(question: CaseQuestion, target: Target, children: Children) -> CaseRun:
    """Repeat a case in a fresh child if earlier calls may have used up its allowance."""
    attempt = ask(question, target, children)
    run = attempt.answer.comparison.run
    if not attempt.earlier or not (run.status in USED_UP or run.lacks_threads):
        return attempt
    children.renew()
    return ask(question, target, children)


def given_up(question: CaseQuestion, last: CaseRun) -> CaseRun:
    """Return the result for a skipped case, given how the last one ended."""
    answer = compare(question, Call(run=last.answer.comparison.run))
    unasked = replace(answer, comparison=replace(answer.comparison, asked=False))
    return CaseRun(question=question, answer=unasked, earlier=(), was_called=False)


def is_equal(attempt: CaseRun) -> bool:
    """Return whether the result was right."""
    return attempt.answer.comparison.outcome is Outcome.EQUAL
