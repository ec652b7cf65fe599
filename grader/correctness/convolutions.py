"""Matrices among a program's variables one of which is another under a kernel, as products.py."""

from collections.abc import Iterator, Mapping, Sequence

from grader.correctness.operands import Operand, operands
from grader.correctness.precision import share
from grader.model.program import Product
from grader.model.reference import Array
from grader.model.run import Value

KERNELS = range(2, 12)  # rows of a kernel, which has as many columns
MOST_TERMS = 1 << 32  # of all that is computed here
WRAP = 2**63


def convolutions(values: Mapping[str, Value]) -> tuple[Product, ...]:
    """Finds an image X, a square kernel W and Z that is X correlated with W where W fits in X.

    The kernel is not flipped. Kernels that stay the same when they are turned by 180° show no flip
    and prove nothing; constant images and results neither. Reported with X left and W right;
    `size` is the number of X's rows.
    """
    found: dict[str, Product] = {}
    matrices = operands(values)
    terms = 0
    for image, kernel, results in _candidates(matrices):
        terms += image.floats.size * kernel.floats.size
        if terms > MOST_TERMS:
            break
        for result in results:
            if result.name not in found and _is_correlation(image, kernel, result):
                found[result.name] = Product(
                    left=image.name, right=kernel.name, result=result.name, size=image.shape[0]
                )
    return tuple(found[one.name] for one in matrices if one.name in found)


def _candidates(
    matrices: Sequence[Operand],
) -> Iterator[tuple[Operand, Operand, list[Operand]]]:
    """Gives images and kernels by shape, with what may be their result."""
    for kernel in filter(_is_kernel, matrices):
        side = kernel.shape[0]
        for image in matrices:
            rows, columns = image.shape
            if min(rows, columns) > side:
                shape = (rows - side + 1, columns - side + 1)
                results = [one for one in matrices if one.shape == shape]
                if results:
                    yield image, kernel, results


def _is_kernel(one: Operand) -> bool:
    import numpy as np

    rows, columns = one.shape
    return rows == columns and rows in KERNELS and not np.array_equal(one.floats, _turned(one))


def _turned(one: Operand) -> Array:
    turned: Array = one.floats[::-1, ::-1]
    return turned


def _is_correlation(image: Operand, kernel: Operand, result: Operand) -> bool:
    whole = _whole(image, kernel, result)
    if whole is None and not result.held:
        return False
    first = slice(kernel.shape[0])
    return _is_right(image, kernel, result, rows=first) and _is_right(image, kernel, result)


def _is_right(image: Operand, kernel: Operand, result: Operand, rows: slice = slice(None)) -> bool:
    """Compares the result of these rows of the image, which are the first ones."""
    import numpy as np

    whole = _whole(image, kernel, result)
    if whole is not None:
        part = _correlated(whole[0][rows], whole[1])
        return np.array_equal(part, whole[2][: len(part)])
    pair = image.floats[rows], kernel.floats
    with np.errstate(all="ignore"):
        part = _correlated(*pair)
        away = np.abs(result.floats[: len(part)] - part)
        scale = _correlated(*map(np.abs, pair))
        return bool((away <= share(result.precision) * scale).all() and np.isfinite(scale).all())


def _whole(image: Operand, kernel: Operand, result: Operand) -> tuple[Array, Array, Array] | None:
    """Gives all three as int64 where no sum wraps and the result's type holds every sum."""
    if image.whole is None or kernel.whole is None or result.whole is None:
        return None
    if image.largest * kernel.largest * kernel.whole.size >= (result.held or WRAP):
        return None
    return image.whole, kernel.whole, result.whole


def _correlated(image: Array, kernel: Array) -> Array:
    import numpy as np

    side = len(kernel)
    rows, columns = image.shape[0] - side + 1, image.shape[1] - side + 1
    total = np.zeros((rows, columns), dtype=image.dtype)
    for (p, q), weight in np.ndenumerate(kernel):
        total += weight * image[p : p + rows, q : q + columns]
    return total
