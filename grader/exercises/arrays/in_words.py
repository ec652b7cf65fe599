"""Describe a case's inputs and its expected result, with the texts `[ui.shape]`."""

from collections.abc import Sequence

from grader.model.evidence import Comparison
from grader.model.finding import LazyList, LazyText, Param

Shape = tuple[int, ...]
VECTOR, MATRIX = 1, 2  # axes
VOWELS = ("8", "11×", "18×")  # numbers that start with a vowel in spoken English
PLACES = ("first", "second")


def kind_in_words(axes: int) -> LazyText:
    """Return the name of an array with `axes` axes; 0 (unknown) is called a matrix."""
    return LazyText(f"shape.{_kind(axes)}")


def inputs_in_words(comparison: Comparison) -> LazyText | LazyList:
    """Describe the inputs: "3×3 matrices", "a vector of length 4", "a 5×5 matrix and …"."""
    size = comparison.case.size
    shapes = comparison.given_shapes or ((size, size), (size, size))
    if len(shapes) > 1 and len({*shapes}) == 1:
        return _several(shapes[0])
    return _joined([_one(shape) for shape in shapes])


def answer_in_words(comparison: Comparison) -> dict[str, Param]:
    """Describe the expected result: `answer` by its kind, `like` by an example."""
    axes = len(comparison.expected_shape)
    return {"answer": kind_in_words(axes), "like": LazyText(f"shape.like_{_kind(axes)}")}


def shape_in_words(shape: Shape) -> str | LazyText:
    """Format a shape as rows × columns; a vector's as its length."""
    if len(shape) == VECTOR:
        return LazyText("shape.length", {"length": shape[0]})
    return _sides(shape)


def input_in_words(place: int, comparison: Comparison) -> LazyText | None:
    """Return the name of an input: "the first matrix"; None beyond the second."""
    if place >= len(PLACES):
        return None
    shapes = comparison.given_shapes
    kind = kind_in_words(len(shapes[place]) if place < len(shapes) else MATRIX)
    return LazyText(f"shape.{PLACES[place]}", {"kind": kind})


def _kind(axes: int) -> str:
    return {0: "matrix", VECTOR: "vector", MATRIX: "matrix"}.get(axes, "array")


def _sides(shape: Shape) -> str:
    return "×".join(map(str, shape))


def _several(shape: Shape) -> LazyText:
    if not shape:
        return LazyText("shape.numbers")
    if len(shape) == VECTOR:
        return LazyText("shape.vectors", {"length": shape[0]})
    kind = "matrices" if len(shape) == MATRIX else "arrays"
    return LazyText(f"shape.{kind}", {"sides": _sides(shape)})


def _one(shape: Shape) -> LazyText:
    if not shape:
        return LazyText("shape.a_number")
    if len(shape) == VECTOR:
        return LazyText("shape.a_vector", {"length": shape[0]})
    sides = _sides(shape)
    article = "an" if sides.startswith(VOWELS) else "a"
    return LazyText(f"shape.{article}", {"sides": sides, "kind": kind_in_words(len(shape))})


def _joined(inputs: Sequence[LazyText]) -> LazyText | LazyList:
    *first, last = inputs
    return LazyList("between.and", (LazyList("shape.comma", tuple(first)), last)) if first else last
