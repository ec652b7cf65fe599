"""Parameters of a student's net that have other shapes than those of the net asked for."""

from grader.correctness.questions import Question
from grader.model.net import Misfit
from grader.model.run import Call

Shape = tuple[int, ...]


def misfits(question: Question, call: Call) -> tuple[Misfit, ...]:
    """Pairs what has no counterpart; a net that only lacks parameters has no misfit.

    What a guest says of its net decides no verdict: this is asked only about wrong numbers.
    """
    if call.net is None or not question.parameters:
        return ()
    wanted: list[Shape] = [one.shape for one in question.parameters]
    strange = []
    for parameter in call.net.parameters:
        if parameter.shape in wanted:
            wanted.remove(parameter.shape)
        else:
            strange.append(parameter)
    found = []
    for parameter in strange:
        expected = next((one for one in wanted if len(one) == len(parameter.shape)), ())
        if expected:
            wanted.remove(expected)
        found.append(Misfit(name=parameter.name, expected=expected, got=parameter.shape))
    return tuple(found)
