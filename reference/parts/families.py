"""Mistakes that come in endless forms: each is fitted to the result that it may explain.

A family says something true of the whole result, whatever made it so: "right, but still 0 in
places". It is named only where no closer mistake explains a program, and the first that fits is.
How each is fitted to a result, grader knows (`RELATIONS`); here stands one form of each.
"""

from collections.abc import Callable, Mapping

from grader.cases.lookalikes import RELATIONS
from grader.model.reference import Array, Inputs

from .words import Family, Formula


def families(expected: Formula) -> dict[str, Family]:
    """Lists, the closest first, what can be said of a result beside the right one."""
    return {key: _family(expected, key) for key in RELATIONS}


def _family(expected: Formula, key: str) -> Family:
    def fitted(inputs: Inputs, result: Array) -> Array | None:
        return RELATIONS[key](expected(*inputs), result)

    form = FORMS[key]
    return Family(
        compute=lambda inputs, _earlier: form(expected(*inputs)), fit=fitted, relation=key
    )


def _spared(right: Array) -> Array:
    import numpy as np

    rows, columns = np.indices(right.shape)[-2:]
    return np.where((rows + 2 * columns) % 3, right, 0)


def _rolled(right: Array) -> Array:
    import numpy as np

    return np.roll(right.ravel(), 1).reshape(right.shape)


def _placed(right: Array) -> Array:
    import numpy as np

    return np.pad(right, [(0, 3)] * right.ndim)


FORMS: Mapping[str, Callable[[Array], Array]] = {
    "offset": lambda right: right + 7,
    "multiple": lambda right: right * 3,
    "partly-zero": _spared,
    "misplaced": _rolled,
    "cut-off": lambda right: right[:-1, :-2],
    "too-large": _placed,
}
