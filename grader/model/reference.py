"""What a reference file in the course offers: inputs, the right answer, and lookalikes."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from grader.model.course import Case

Array = Any  # numpy.ndarray; this room does not import numpy
Inputs = tuple[Array, ...]


class Excerpt(Struct, frozen=True, kw_only=True):
    """Some elements of an answer that is too large to be kept whole."""

    shape: tuple[int, ...]  # of the answer
    places: Array  # of the elements, counted in C order
    elements: Array


Answer = Any  # an Array or an Excerpt


class Lookalike(Struct, frozen=True, kw_only=True):
    """An executable model of a known mistake.

    `compute(inputs, earlier)` is what a program with this mistake returns for `inputs` when it was
    called with `earlier` before (oldest first) in the same process; None when the mistake does
    not show.

    A mistake that comes in endless forms, a family, has `fit(inputs, result)` as well: what a
    program with the form that is nearest to this result returns, or None for no such form. Then
    `compute` is one form, to prove that it is told apart. A family is named only where no other
    mistake explains a program; of several the first.
    """

    compute: Callable[[Inputs, Sequence[Inputs]], Answer | None]
    name: Mapping[str, str]  # by language: what the mistake is called
    lesson: Mapping[str, str]  # by language: why it happens and what to do
    lessons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Lessons that hold for exercises of one backend, in place of the lesson: "numpy", "c"."""
    fit: Callable[[Inputs, Array], Answer | None] | None = None
    relation: str = ""  # of a family that looks at nothing but the right answer: one of RELATIONS
    precision: bool = False  # right, but with too few digits: COR007 rather than COR002
    excusable: bool = False  # right if the report gives a reason for it: a person decides
    seen_as: tuple[str, ...] = ()
    """Marks of a text that does this (see grader.source.marks): the line is shown with it."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """By language: the lesson where the line is shown, if it is another one. In all lessons {a},
    {b}, {c}, {i}, {j}, {k} and {s} stand for what the program calls them."""
    by_sign: bool = False  # shows only in results with elements of one sign, which not all have
    fine: bool = False  # too small a difference to show where single precision is enough


class Reference(Struct, frozen=True, kw_only=True):
    """One operation, in one variant: reference/<operation>.py, loaded by path.

    `inputs(case, rng)` makes the arguments, int64 or float64 arrays; `expected(*inputs)` the right
    answer, exact for integers; `scale(*inputs)` the sum of the absolute values of the terms of each
    element, float64 of the answer's shape: rounding errors are measured in units of it. It may
    look all of this up instead of computing it. ValueError: there is no answer, since the shapes do
    not fit, or these inputs cannot be looked up.

    `wrong_rows(inputs, result, rng)` names the rows of a finite result of the right shape that are
    wrong or in doubt, in less time than the answer takes; it may miss a wrong one with a
    probability that it states. With it, `shape(*inputs)` gives the answer's shape without the
    answer. None: the answer is computed.

    `examples` are inputs to show a wrong result with, as nested lists: few small numbers, so that
    a sentence has room for them and a reader can work them out; the second as large as the first.

    `constants` are for the plugins whose exercises are about such an operation: they say which they
    need, and what the arguments are.
    """

    operation: str
    inputs: Callable[[Case, random.Random], Inputs]
    expected: Callable[..., Array]
    scale: Callable[..., Array]
    lookalikes: Mapping[str, Lookalike]
    of_backend: Mapping[str, Mapping[str, Lookalike]] = field(default_factory=dict)
    """Instead of `lookalikes`, or beside them, by backend."""
    wrong_rows: Callable[[Inputs, Array, random.Random], Array] | None = None
    shape: Callable[..., tuple[int, ...]] | None = None
    examples: tuple[Sequence[Any], ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)  # what is computed, by language
    advice: str = ""  # which sizes show what others cannot, for whoever chooses the cases
    arguments: tuple[str, ...] = ()  # what the inputs are called: ("a", "b")
    probe: int = 2  # size of the inputs that a function is looked for with
    programs: Mapping[str, str] = field(default_factory=dict)  # right ones: "numpy", "python-fast"
    constants: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    """Texts, and lists of texts, by their names in capital letters."""
