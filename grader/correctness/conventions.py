"""Which ways of calling a definition are worth trying, the likeliest first."""

from grader.model.run import Convention
from grader.model.static import Definition

ARITY = {
    Convention.AB: 2,
    Convention.ABN: 3,
    Convention.NAB: 3,
    Convention.ABC: 3,
    Convention.ABCN: 4,
}
SIZES = ("n", "size", "dim", "num", "len", "order", "m", "length")
RESULTS = ("c", "result", "res", "ans", "answer", "out", "output", "ret")


def conventions(definition: Definition) -> tuple[Convention, ...]:
    """Lists the conventions whose number of arguments fits; two arguments come first."""
    if not definition.constructor:
        return _of_objects(definition)
    fitting = (
        convention
        for convention, count in ARITY.items()
        if definition.required <= count <= definition.accepts
    )
    return tuple(sorted(fitting, key=lambda convention: _unlikely(convention, definition)))


def _of_objects(definition: Definition) -> tuple[Convention, ...]:
    """Lists the ways to call a method of a class that is made from data."""
    one = (Convention.OBJECTS,) if definition.required <= 1 <= definition.accepts else ()
    return (*one, Convention.PAIR) if definition.required == 0 else one


def _unlikely(convention: Convention, definition: Definition) -> tuple[int, bool]:
    """Orders by the number of arguments, then by what the parameters are called."""
    names = [name.lower() for name in definition.parameters[: ARITY[convention]]]
    hints = {
        Convention.ABN: names[2:3],
        Convention.NAB: names[:1],
        Convention.ABC: names[2:3],
    }
    wanted = RESULTS if convention is Convention.ABC else SIZES
    return ARITY[convention], not any(name in wanted for name in hints.get(convention, ()))


def signature(definition: Definition) -> str:
    """Shows a definition as its first line does: "multiply(x, y, n)"."""
    return f"{definition.name}({', '.join(definition.parameters)})"
