"""What a reference file in the course offers: inputs, the right answer, and lookalikes."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.model.course import Case

Array = Any  # numpy.ndarray; this room does not import numpy
Inputs = tuple[Array, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookalike:
    """An executable model of a known mistake.

    `compute(inputs, earlier)` is what a program with this mistake returns for `inputs` when it was
    called with `earlier` before (oldest first) in the same process; None when the mistake does
    not show.
    """

    compute: Callable[[Inputs, Sequence[Inputs]], Array | None]
    name: Mapping[str, str]  # {"ja": …, "en": …}: what the mistake is called
    lesson: Mapping[str, str]  # {"ja": …, "en": …}: why it happens and what to do
    precision: bool = False  # right, but with too few digits: COR007 rather than COR002


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One operation: reference/<operation>.py, loaded by path.

    `inputs(case, rng)` makes the arguments, int64 or float64 arrays; `expected(*inputs)` the right
    answer, exact for integers; `bound(*inputs)` the componentwise error a float answer may have,
    same shape as the answer.
    """

    operation: str
    inputs: Callable[[Case, random.Random], Inputs]
    expected: Callable[..., Array]
    bound: Callable[..., Array]
    lookalikes: Mapping[str, Lookalike]
