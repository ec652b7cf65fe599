"""Calling conventions worth trying for a definition, most likely first."""

from grader.backends import LIBRARY_OF, library_of
from grader.model.calling import Convention
from grader.model.course import Exercise
from grader.model.static import Definition, SourceFacts

ARITY = {
    Convention.AB: 2,
    Convention.BA: 2,
    Convention.ABN: 3,
    Convention.NAB: 3,
    Convention.ABC: 3,
    Convention.CAB: 3,
    Convention.AB1: 3,
    Convention.AB0: 3,
    Convention.ABCN: 4,
    Convention.NABC: 4,
    Convention.ABRC: 4,
    Convention.ABNK: 4,
}
MATRICES = 2
SIZES = {"n", "size", "dim", "num", "len", "order", "m", "length", "rows", "row", "h", "height"}
WIDTHS = {"w", "width", "columns", "column", "cols", "col", "m"}
LENGTHS = {"k", "ksize", "kernel_size", "k_size", "kn", "kh", "filter_size"}
RESULTS = {"c", "result", "res", "ans", "answer", "out", "output", "ret", "z", "y"}
KERNELS = {"k", "kernel", "ker", "w", "weight", "weights", "filter", "filt", "filters", "mask"}
STRIDES = {"stride", "s", "step", "strides"}
PADDINGS = {"padding", "pad", "p"}
OF_IMAGES = {Convention.BA, Convention.ABNK, Convention.AB1, Convention.AB0}
HINTS = {
    Convention.BA: ((0, KERNELS),),
    Convention.ABN: ((2, SIZES),),
    Convention.NAB: ((0, SIZES),),
    Convention.ABC: ((2, RESULTS - {"z", "y"}),),
    Convention.CAB: ((0, RESULTS),),
    Convention.AB1: ((2, STRIDES),),
    Convention.AB0: ((2, PADDINGS),),
    Convention.ABCN: ((2, RESULTS), (3, SIZES)),
    Convention.NABC: ((0, SIZES), (3, RESULTS)),
    Convention.ABRC: ((2, SIZES), (3, WIDTHS)),
    Convention.ABNK: ((2, SIZES), (3, LENGTHS)),
}
"""Parameter names, by position, that suggest a convention."""
OF_CLASSES = frozenset({Convention.SIZED, Convention.HELD, Convention.CLASS})
"""How a class is instantiated and given its matrices is a guess, proved only by a right result."""


def suits(definition: Definition, exercise: Exercise) -> bool:
    """Return whether a function with an uninformative name may belong to this backend."""
    used = {LIBRARY_OF[name] for name in definition.libraries if name in LIBRARY_OF}
    wanted = library_of(exercise.backend)
    return wanted in used if wanted else not used


def replaced_functions(
    source: SourceFacts, exercise: Exercise, inputs: int
) -> tuple[Definition, ...]:
    """Return functions that may have been the exercise's until a later definition replaced them.

    They can no longer be called: of notebook cells that all say `def matmul`, the last remains.
    """
    return tuple(
        definition
        for definition in source.replaced
        if definition.multiplies and not _is_named_for_another(definition.name, exercise)
        if definition.required <= inputs <= definition.accepts and suits(definition, exercise)
    )


def _is_named_for_another(name: str, exercise: Exercise) -> bool:
    """Return whether a name is a prefix of other exercises' names only, as `matmul` may be."""
    mine = (exercise.entry, *exercise.aliases)
    begins_mine = any(own.lower().startswith(name.lower()) for own in mine)
    begins_others = any(other.lower().startswith(name.lower()) for other in exercise.others)
    return name in exercise.others or (begins_others and not begins_mine)


def conventions(
    definition: Definition, *, alike: bool = True, inputs: int = MATRICES
) -> tuple[Convention, ...]:
    """Return the conventions with a fitting number of arguments, two arguments first.

    `alike`: a and b have the same shape, so that swapping them is not tried. With another number of
    `inputs` than two, there is one convention: all of them, in order.
    """
    if inputs != MATRICES:
        fits = definition.constructor and definition.required <= inputs <= definition.accepts
        return (Convention.AB,) if fits else ()
    if definition.holds and definition.multiplies and definition.required == 0:
        return (Convention.HELD,) if definition.constructor else (Convention.PAIR, Convention.HELD)
    if not definition.constructor:
        return _of_objects(definition)
    if _takes_one_beside_self(definition):
        return (Convention.CLASS,)
    fitting = (
        convention
        for convention, count in ARITY.items()
        if definition.required <= count <= definition.accepts
        and _is_asked_for(convention, count, definition)
        and not (alike and convention in OF_IMAGES)
    )
    return tuple(
        sorted(
            fitting,
            key=lambda convention: (ARITY[convention], not is_meant(convention, definition)),
        )
    )


def _is_asked_for(convention: Convention, count: int, definition: Definition) -> bool:
    """Return whether only required parameters, or optional ones for this purpose, are passed.

    A student's default, such as a block size, is kept.
    """
    optional = max(definition.required, MATRICES) < count <= len(definition.parameters)
    return not optional or is_meant(convention, definition)


def is_meant(convention: Convention, definition: Definition) -> bool:
    """Return whether the parameters are named as usual for that convention."""
    names = [name.lower() for name in definition.parameters]
    hints = HINTS.get(convention, ())
    return bool(hints) and all(
        place < len(names) and names[place] in wanted for place, wanted in hints
    )


def _of_objects(definition: Definition) -> tuple[Convention, ...]:
    """Return the ways to call a method of a class that is instantiated with data."""
    of_one = (Convention.OBJECTS,) if definition.required <= 1 <= definition.accepts else ()
    of_class = (Convention.CLASS,) if _takes_one_beside_self(definition) else ()
    takes_both = definition.required <= MATRICES <= definition.accepts
    sized = (Convention.SIZED,) if takes_both and definition.multiplies else ()
    of_both = (Convention.PAIR,) if definition.required == 0 else ()
    return (*of_one, *of_class, *of_both, *sized)


def _takes_one_beside_self(definition: Definition) -> bool:
    """Return whether a method may lack `self`: then it is called as `C.multiply(a, b)`."""
    return "." in definition.name and definition.required == 1 == len(definition.parameters)
