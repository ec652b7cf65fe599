"""Find a small call with a wrong answer, to show in the message.

The reference provides inputs of a few small numbers; the first with a wrong answer is shown, with
the result that was really returned. An example decides nothing: the secret cases do.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from grader.cases.children import Children
from grader.cases.comparing import ComparedNumbers, compare
from grader.cases.examples import given_as, written
from grader.cases.questions import CaseQuestion
from grader.model.calling import Convention, Target
from grader.model.evidence import Comparison, Example, Outcome
from grader.model.run import RunStatus
from grader.model.static import Definition

SECONDS = 2.0  # per call; examples are tiny
WRONG = {Outcome.WRONG_VALUE, Outcome.WRONG_SHAPE}
SHOWN = {*WRONG, Outcome.LOW_PRECISION}  # a large error elsewhere may be small here


def names_of(target: Target, definition: Definition | None) -> Sequence[str]:
    """Return the student's parameter names if the matrices come first and in order."""
    if definition is None or target.convention is not Convention.AB:
        return "abcdefgh"
    return (*definition.parameters, *"abcdefgh"[len(definition.parameters) :])


def find_example(
    comparisons: Sequence[Comparison],
    target: Target,
    examples: Sequence[CaseQuestion],
    names: Sequence[str],
    children: Children,
) -> Example | None:
    """Call the function with one example after another, each in a fresh child."""
    if not examples or any(comparison.varies for comparison in comparisons):
        return None
    if any(map(_remembers, comparisons)):
        return _after_another(examples, target, children, names)
    if not any(comparison.outcome in WRONG for comparison in comparisons):
        return None
    for question in examples:
        children.renew()
        answer = _ask(question, target, children)
        if answer.comparison.outcome in SHOWN and answer.numbers is not None:
            return _example(question, answer, names)
        if answer.comparison.run.status not in {RunStatus.OK, RunStatus.RUNTIME_ERROR}:
            return None
    return None


def find_writing_line(
    comparisons: Sequence[Comparison],
    target: Target,
    examples: Sequence[CaseQuestion],
    children: Children,
) -> tuple[str, int] | None:
    """Trace the program during an example, to find where it changes its input."""
    if not any(comparison.inputs_changed for comparison in comparisons):
        return None
    for question in examples:
        children.renew()
        call = children.ask(replace(target, watched=True), question, seconds=SECONDS).call
        if call.writes is not None or call.run.status is not RunStatus.OK:
            return call.writes
    return None


def _remembers(comparison: Comparison) -> bool:
    wrong = comparison.outcome is not Outcome.EQUAL and comparison.run.status is RunStatus.OK
    return wrong and comparison.alone is Outcome.EQUAL


def _after_another(
    examples: Sequence[CaseQuestion], target: Target, children: Children, names: Sequence[str]
) -> Example | None:
    """Call it with the second example, then the first, which must be right on its own."""
    if len(examples) < 2:  # noqa: PLR2004 - one to remember, one to get wrong
        return None
    children.renew()
    if _ask(examples[0], target, children).comparison.outcome is not Outcome.EQUAL:
        return None
    children.renew()
    _ask(examples[1], target, children)
    answer = _ask(examples[0], target, children)
    if answer.comparison.outcome not in WRONG or answer.numbers is None:
        return None
    return _example(examples[0], answer, names, given_as(names, examples[1].inputs))


def _ask(question: CaseQuestion, target: Target, children: Children) -> ComparedNumbers:
    return compare(question, children.ask(target, question, seconds=SECONDS).call)


def _example(
    question: CaseQuestion, answer: ComparedNumbers, names: Sequence[str], earlier: str = ""
) -> Example:
    return Example(
        given=given_as(names, question.inputs),
        expected=written(question.expected),
        got=written(answer.numbers),
        shaped=answer.comparison.outcome is not Outcome.WRONG_SHAPE,
        earlier=earlier,
    )
