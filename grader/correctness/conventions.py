"""Which ways of calling a definition are worth trying, the likeliest first."""

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
"""What parameters are called, by place, where a convention is meant."""
OF_CLASSES = frozenset({Convention.SIZED, Convention.HELD, Convention.CLASS})
"""How a class is made and given its matrices was guessed: only a right result proves it."""


def suits(definition: Definition, exercise: Exercise) -> bool:
    """Whether a function without a name that tells may be the one of this backend."""
    used = {LIBRARY_OF[name] for name in definition.libraries if name in LIBRARY_OF}
    wanted = library_of(exercise.backend)
    return wanted in used if wanted else not used


def replaced_functions(
    source: SourceFacts, exercise: Exercise, inputs: int
) -> tuple[Definition, ...]:
    """Lists what may have been the exercise's function until a later one took its name.

    Nobody can call it any more: cells of a notebook that all say `def matmul` leave the last one.
    """
    return tuple(
        definition
        for definition in source.replaced
        if definition.multiplies and not _is_named_for_another(definition.name, exercise)
        if definition.required <= inputs <= definition.accepts and suits(definition, exercise)
    )


def _is_named_for_another(name: str, exercise: Exercise) -> bool:
    """Whether a name begins names of other exercises alone: `matmul` is no convolution."""
    mine = (exercise.entry, *exercise.aliases)
    begins_mine = any(own.lower().startswith(name.lower()) for own in mine)
    begins_others = any(other.lower().startswith(name.lower()) for other in exercise.others)
    return name in exercise.others or (begins_others and not begins_mine)


def conventions(
    definition: Definition, *, alike: bool = True, inputs: int = MATRICES
) -> tuple[Convention, ...]:
    """Lists the conventions whose number of arguments fits; two arguments come first.

    `alike` says that a and b are of one size: then nobody is asked to take them the other way.
    Of an operation on another number of `inputs` there is one way to call: with all, in order.
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
    """Whether it gives no more than is needed, or what a parameter with a default is for.

    What a student has chosen as a default, such as the size of a block, is the student's.
    """
    optional = max(definition.required, MATRICES) < count <= len(definition.parameters)
    return not optional or is_meant(convention, definition)


def is_meant(convention: Convention, definition: Definition) -> bool:
    """Whether the parameters are called as that convention's would be."""
    names = [name.lower() for name in definition.parameters]
    hints = HINTS.get(convention, ())
    return bool(hints) and all(
        place < len(names) and names[place] in wanted for place, wanted in hints
    )


def _of_objects(definition: Definition) -> tuple[Convention, ...]:
    """Lists the ways to call a method of a class that is made from data."""
    of_one = (Convention.OBJECTS,) if definition.required <= 1 <= definition.accepts else ()
    of_class = (Convention.CLASS,) if _takes_one_beside_self(definition) else ()
    takes_both = definition.required <= MATRICES <= definition.accepts
    sized = (Convention.SIZED,) if takes_both and definition.multiplies else ()
    of_both = (Convention.PAIR,) if definition.required == 0 else ()
    return (*of_one, *of_class, *of_both, *sized)


def _takes_one_beside_self(definition: Definition) -> bool:
    """Whether a method may be one whose self was forgotten: `C.multiply(a, b)` is its call."""
    return "." in definition.name and definition.required == 1 == len(definition.parameters)


def signature(definition: Definition) -> str:
    """Shows a definition as its first line does: "multiply(x, y, n)"."""
    return f"{definition.name}({', '.join(definition.parameters)})"
