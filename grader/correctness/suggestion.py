"""The lines a student can add so that the function is found."""

from collections.abc import Sequence

from grader.correctness.conventions import MATRICES, conventions
from grader.model.course import Exercise
from grader.model.run import Convention
from grader.model.static import Definition

CALLS = {
    Convention.AB: "return {name}({given})",
    Convention.ABN: "return {name}(a, b, len(a))",
    Convention.NAB: "return {name}(len(a), a, b)",
    Convention.ABC: "c = [[0] * len(a) for _ in a]; {name}(a, b, c); return c",
    Convention.OBJECTS: "return {owner}(a).{method}({owner}(b)).rows",
    Convention.PAIR: "return {owner}(a, b).{method}()",
    Convention.ABCN: "c = [[0] * len(a) for _ in a]; {name}(a, b, c, len(a)); return c",
    Convention.CAB: "c = [[0] * len(a) for _ in a]; {name}(c, a, b); return c",
    Convention.NABC: "c = [[0] * len(a) for _ in a]; {name}(len(a), a, b, c); return c",
    Convention.ABRC: "return {name}(a, b, len(a), len(a[0]))",
}


def lines_to_add(
    definitions: Sequence[Definition], exercise: Exercise, inputs: int = MATRICES
) -> tuple[str, str]:
    """Writes a definition of the entry that calls the likeliest function there is."""
    given = ", ".join("abcdefgh"[:inputs])
    first = f"def {exercise.entry}({given}):"
    own = [one for one in definitions if one.name not in exercise.others]
    likely = sorted(own, key=lambda one: (not one.multiplies, -one.loops))
    for definition in likely:
        for convention in conventions(definition, inputs=inputs):
            owner, _, method = definition.name.rpartition(".")
            name = f"{owner}().{method}" if owner else method
            line = CALLS[convention].format(name=name, owner=owner, method=method, given=given)
            return first, line
    return first, "return …"
