"""What a case was given, and what it should have returned, in the words for such shapes."""

from collections.abc import Mapping, Sequence

from grader.model.evidence import Comparison

Words = Mapping[str, str]
Shape = tuple[int, ...]
VECTOR, MATRIX = 1, 2  # axes
VOWELS = ("8", "11×", "18×")  # numbers that English reads with a vowel first
ORDINALS = (("1 つ目の", "the first "), ("2 つ目の", "the second "))


def kind_in_words(axes: int) -> Words:
    """Name what has so many axes: a matrix where that is not known."""
    match axes:
        case 1:
            return {"ja": "ベクトル", "en": "vector"}
        case 0 | 2:
            return {"ja": "行列", "en": "matrix"}
        case _:
            return {"ja": "配列", "en": "array"}


def inputs_in_words(comparison: Comparison) -> Words:
    """Describe the inputs: "3×3 matrices", "a vector of length 4", "a 5×5 matrix and …"."""
    size = comparison.case.size
    shapes = comparison.given_shapes or ((size, size), (size, size))
    if len(shapes) > 1 and len({*shapes}) == 1:
        return {"ja": _japanese(shapes[0]), "en": _several(shapes[0])}
    return {
        "ja": "と".join(map(_japanese, shapes)),
        "en": _joined([_one(shape) for shape in shapes]),
    }


def answer_in_words(comparison: Comparison) -> dict[str, Words]:
    """Describe what should have come back: `answer` by its kind, `like` by an example."""
    axes = len(comparison.expected_shape)
    like = {
        VECTOR: {"ja": "`[1, 2]` のようなリスト", "en": "a list, such as `[1, 2]`"},
        MATRIX: {
            "ja": "`[[1, 2], [3, 4]]` のようなリストのリスト",
            "en": "a list of lists, such as `[[1, 2], [3, 4]]`",
        },
    }
    nested = {"ja": "入れ子のリスト", "en": "nested lists"}
    return {
        "answer": kind_in_words(axes),
        "like": like.get(axes or MATRIX, nested),
    }


def shape_in_words(shape: Shape) -> str | Words:
    """Write a shape as rows × columns; of a vector the length."""
    if len(shape) == VECTOR:
        return {"ja": f"長さ {shape[0]}", "en": f"length {shape[0]}"}
    return _sides(shape)


def input_in_words(place: int, comparison: Comparison) -> Words | None:
    """Name one of the inputs: "the first matrix"; None beyond the second."""
    if place >= len(ORDINALS):
        return None
    shapes = comparison.given_shapes
    kind = kind_in_words(len(shapes[place]) if place < len(shapes) else MATRIX)
    ja, en = ORDINALS[place]
    return {"ja": ja + kind["ja"], "en": en + kind["en"]}


def _sides(shape: Shape) -> str:
    return "×".join(map(str, shape))


def _japanese(shape: Shape) -> str:
    if not shape:
        return "数"
    if len(shape) == VECTOR:
        return f"長さ {shape[0]} のベクトル"
    return f"{_sides(shape)} の{kind_in_words(len(shape))['ja']}"


def _several(shape: Shape) -> str:
    if not shape:
        return "numbers"
    if len(shape) == VECTOR:
        return f"vectors of length {shape[0]}"
    return f"{_sides(shape)} {'matrices' if len(shape) == MATRIX else 'arrays'}"


def _one(shape: Shape) -> str:
    if not shape:
        return "a number"
    if len(shape) == VECTOR:
        return f"a vector of length {shape[0]}"
    sides = _sides(shape)
    article = "an" if sides.startswith(VOWELS) else "a"
    return f"{article} {sides} {kind_in_words(len(shape))['en']}"


def _joined(words: Sequence[str]) -> str:
    *first, last = words or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last
