"""The content of a reference file: inputs, the right answer, and lookalikes."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from grader.model.course import Case

Array = Any  # numpy.ndarray; this room does not import numpy
Inputs = tuple[Array, ...]


class Excerpt(Struct, frozen=True, kw_only=True):
    """Some elements of an answer that is too large to be stored."""

    shape: tuple[int, ...]  # of the answer
    places: Array  # of the elements, counted in C order
    elements: Array


Answer = Any  # an Array or an Excerpt


class Lookalike(Struct, frozen=True, kw_only=True):
    """An executable model of a known mistake.

    `compute(inputs, earlier)` returns what a program with this mistake returns for `inputs` when it
    was called with `earlier` before (oldest first) in the same process; None if the mistake does
    not show.

    A mistake with endless forms is a family. It also has `fit(inputs, result)`, which returns the
    answer of the form closest to this result, or None if no form is close. `compute` is then one of
    the forms, to prove that the family can be distinguished. A family is named only if no other
    mistake explains a program; of several families, the first is named.
    """

    compute: Callable[[Inputs, Sequence[Inputs]], Answer | None]
    name: Mapping[str, str]  # by language: the name of the mistake
    lesson: Mapping[str, str]  # by language: why it happens, and what to do
    lessons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Lessons for one backend, in place of `lesson`: "numpy", "c"."""
    fit: Callable[[Inputs, Array], Answer | None] | None = None
    relation: str = ""  # for a family that depends only on the right answer: one of RELATIONS
    precision: bool = False  # right, but with too few digits: COR007 instead of COR002
    excusable: bool = False  # right if the report justifies it: a person decides
    seen_as: tuple[str, ...] = ()
    """Marks of source text with this mistake (see grader.source.marks), whose line is shown."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """By language: the lesson if a line is shown, if it differs. In all lessons {a}, {b}, {c}, {i},
    {j}, {k} and {s} stand for the program's own names."""
    by_sign: bool = False  # visible only in results whose elements have one sign, as not all have
    fine: bool = False  # too small a difference to be visible in single precision


class Reference(Struct, frozen=True, kw_only=True):
    """One operation in one variant: reference/<operation>.py, loaded by path.

    `inputs(case, rng)` makes the arguments, int64 or float64 arrays. `expected(*inputs)` returns
    the right answer, exact for integers. `scale(*inputs)` returns for each element the sum of the
    absolute values of its terms, as float64: the unit of rounding errors. A reference may look up
    all of this instead of computing it. ValueError means that there is no answer, because the
    shapes do not fit or these inputs cannot be looked up.

    `wrong_rows(inputs, result, rng)` returns the rows of a finite result of the right shape that
    are wrong or doubtful, in less time than the answer takes; it may miss a wrong row with a
    probability that it states. With it, `shape(*inputs)` returns the answer's shape without
    computing the answer. None: the answer is computed.

    `examples` are inputs for showing a wrong result, as nested lists: few small numbers, so that
    they fit into a sentence and can be worked out by hand. The second is as large as the first.

    `constants` are for plugins whose exercises are about such an operation: they say which
    constants they need, and what the arguments are.
    """

    operation: str
    inputs: Callable[[Case, random.Random], Inputs]
    expected: Callable[..., Array]
    scale: Callable[..., Array]
    lookalikes: Mapping[str, Lookalike]
    of_backend: Mapping[str, Mapping[str, Lookalike]] = field(default_factory=dict)
    """Additional or alternative lookalikes, by backend."""
    wrong_rows: Callable[[Inputs, Array, random.Random], Array] | None = None
    shape: Callable[..., tuple[int, ...]] | None = None
    examples: tuple[Sequence[Any], ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)  # by language: what is computed
    advice: str = ""  # which sizes reveal what others cannot, for choosing cases
    arguments: tuple[str, ...] = ()  # names of the inputs: ("a", "b")
    probe: int = 2  # size of the inputs with which a function is searched for
    programs: Mapping[str, str] = field(default_factory=dict)  # right ones: "numpy", "python-fast"
    constants: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    """Texts, and lists of texts, by their upper-case names."""
