"""When a child is kept, and when a fresh one is forked."""

from grader.cases.children import Children
from grader.model.calling import Convention, Target
from grader.model.course import CaseKind
from grader.model.run import RunStatus
from tests.cases.test_comparing import asked
from tests.fakes.program import FakeProgram

PAIR = asked(CaseKind.INTEGERS, [[1]], [[2]])
OTHER = asked(CaseKind.INTEGERS, [[3]], [[4]])
GOOD, BAD = (Target(name=name, convention=Convention.AB) for name in ("good", "bad"))
SOURCE = "def good(a, b): return a\ndef bad(a, b): end('signal')\n"


def begin(program: FakeProgram) -> Children:
    """The children of a program that is loaded once."""
    return Children(program, program.start())


def test_a_living_child_is_asked_again_and_remembers() -> None:
    """One process answers many questions; the reply says what it was asked before."""
    program = FakeProgram(SOURCE)
    children = begin(program)
    assert children.ask(GOOD, PAIR).earlier == ()
    assert children.ask(GOOD, OTHER).earlier == (PAIR.inputs,)
    assert program.starts == 1


def test_a_dead_child_is_replaced() -> None:
    """The next question goes to a fresh process that was asked nothing."""
    program = FakeProgram(SOURCE)
    children = begin(program)
    assert children.ask(BAD, PAIR).call.run.status is RunStatus.SIGNAL
    assert not children.answering
    reply = children.ask(GOOD, OTHER)
    assert (reply.earlier, reply.call.run.status) == ((), RunStatus.OK)
    assert program.starts == 2


def test_a_child_that_does_not_load_answers_with_its_load_record() -> None:
    """Nothing is called then; each question forks once more."""
    program = FakeProgram(SOURCE, loads=1)
    children = begin(program)
    children.ask(BAD, PAIR)
    for starts in (2, 3):
        assert children.ask(GOOD, PAIR).call.run.status is RunStatus.RUNTIME_ERROR
        assert program.starts == starts
    assert program.calls == [BAD]


def test_a_fresh_child_is_not_renewed() -> None:
    """Forking costs time: a child that was asked nothing is fresh."""
    program = FakeProgram(SOURCE)
    children = begin(program)
    children.renew()
    assert program.starts == 1
    children.ask(GOOD, PAIR)
    children.renew()
    assert program.starts == 2


def test_a_child_is_kept_for_its_own_target_only() -> None:
    """Calls of other functions, or in another convention, may have left something behind."""
    program = FakeProgram(SOURCE)
    children = begin(program)
    children.ask(GOOD, PAIR)
    children.keep_for(GOOD)
    assert program.starts == 1
    children.keep_for(Target(name="good", convention=Convention.ABC))
    assert program.starts == 2


def test_closing_ends_the_child() -> None:
    """Nothing is left running."""
    children = begin(FakeProgram(SOURCE))
    children.close()
    assert not children.answering
