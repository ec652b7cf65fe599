"""Find a small call with a wrong answer, to show in the message.

The reference provides inputs of few small numbers; the first with a wrong answer is shown. The
result shown was really returned. It decides nothing: that is what the secret cases are for.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from grader.correctness.children import Children
from grader.correctness.comparing import ComparedNumbers, compare
from grader.correctness.questions import CaseQuestion
from grader.model.calling import Convention, Target
from grader.model.course import Backend, Case, CaseKind, Exercise
from grader.model.evidence import Comparison, Example, Outcome
from grader.model.reference import Array, Inputs, Reference
from grader.model.run import RunStatus
from grader.model.static import Definition

MAX_SHOWN = 40  # numbers of a result in a message
DIGITS = 6
SECONDS = 2.0  # per call; examples are tiny
WRONG = {Outcome.WRONG_VALUE, Outcome.WRONG_SHAPE}
SHOWN = {*WRONG, Outcome.LOW_PRECISION}  # a large error elsewhere may be a small one here


def example_questions(exercise: Exercise, reference: Reference) -> tuple[CaseQuestion, ...]:
    """Return the questions of the reference's examples."""
    return tuple(_question(inputs, exercise, reference) for inputs in example_inputs(reference))


def example_inputs(reference: Reference) -> tuple[Inputs, ...]:
    """Return the reference's examples as arrays."""
    import numpy as np

    return tuple(tuple(map(np.array, matrices)) for matrices in reference.examples)


def _question(inputs: Inputs, exercise: Exercise, reference: Reference) -> CaseQuestion:
    integers = all(matrix.dtype.kind == "i" for matrix in inputs)
    kind = CaseKind.INTEGERS if integers else CaseKind.FLOATS
    return CaseQuestion(
        case=Case(size=len(inputs[0]), kind=kind),
        inputs=inputs,
        reference=reference,
        precision=exercise.precision,
        dtype=exercise.dtype,
        rounds=exercise.backend is not Backend.PYTHON,
    )


def names_of(target: Target, definition: Definition | None) -> Sequence[str]:
    """Return the student's parameter names, if the matrices come first and in order."""
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
    """Call it with the second example, then the first, which must be right by itself."""
    if len(examples) < 2:  # noqa: PLR2004 - one to be remembered, one to be spoilt
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


def given_as(names: Sequence[str], inputs: Inputs) -> str:
    """Format inputs for pasting: "a = [[1, 2]]; b = [[3], [4]]"."""
    pairs = zip(names, inputs, strict=False)
    return "; ".join(f"{name} = {matrix.tolist()}" for name, matrix in pairs)


def written(numbers: Array) -> str:
    """Format a matrix as Python does; a large one as its shape."""
    if numbers.size > MAX_SHOWN:
        return "×".join(map(str, numbers.shape))
    return nested(numbers.tolist())


def nested(numbers: object) -> str:
    """Format nested lists as Python does, floats with six digits."""
    if isinstance(numbers, list):
        return f"[{', '.join(map(nested, numbers))}]"
    if isinstance(numbers, float):
        return f"{numbers:.{DIGITS}g}"
    return str(numbers)
