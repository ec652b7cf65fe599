"""What a message shows of a comparison. Pure, as everything that checks.py imports."""

from collections.abc import Mapping, Sequence

from grader.model.evidence import Comparison, ExerciseEvidence
from grader.model.finding import Param
from grader.model.run import ValueKind

ROWS_COLUMNS = 2
EXACT_TYPES = {"int", "float", "Fraction", "Decimal"}

Params = Mapping[str, Param]


def mistake_params(evidence: ExerciseEvidence, names: Sequence[str]) -> Params:
    """Names the mistakes, and what the first of them teaches."""
    lessons = [evidence.lessons[name] for name in names]
    return {
        "lookalike": names[0],
        "name": {
            "ja": "、または".join(one.name["ja"] for one in lessons),
            "en": ", or ".join(one.name["en"] for one in lessons),
        },
        "lesson": lessons[0].lesson,
    }


def exact_types_only(wrong: Sequence[Comparison]) -> bool:
    """Says whether results are no matrix only because of exact numbers that nobody compares."""
    return bool(wrong) and all(
        one.kind is ValueKind.OTHER
        and bool(one.elements)
        and set(one.elements.split(" and ")) <= EXACT_TYPES
        for one in wrong
    )


def kind(comparison: Comparison) -> str:
    """Names the sentence for a result that is no matrix."""
    is_row = comparison.kind is ValueKind.MATRIX and comparison.container in {"list", "tuple"}
    match comparison.kind:
        case ValueKind.NONE | ValueKind.RAGGED | ValueKind.SCALAR:
            return comparison.kind.value
        case _ if exact_types_only([comparison]):
            return "exact-numbers"
        case _ if comparison.elements and not is_row:
            return "elements"
        case _ if comparison.container == "tuple" and comparison.description.startswith("([["):
            return "several"
        case _ if comparison.container in {"list", "tuple"}:
            return "flat"
        case _:
            return "other"


def size_of(comparison: Comparison) -> int:
    """Gives the size of the case."""
    return comparison.case.size


def value_params(comparison: Comparison) -> Params:
    """Shows a result that is no matrix."""
    return {
        "size": comparison.case.size,
        "container": comparison.container,
        "elements": comparison.elements,
        "description": comparison.description,
    }


def shape_params(comparison: Comparison) -> Params:
    """Shows rows and columns, as they are and as they should be."""
    return {
        "size": comparison.case.size,
        "expected": "×".join(map(str, comparison.expected_shape)),
        "got": "×".join(map(str, comparison.shape)),
    }


def element(comparison: Comparison) -> tuple[str, Params]:
    """Shows the inputs with the element where they are short."""
    params = element_params(comparison)
    if comparison.varies:
        return "varies", params
    if not is_table(comparison):
        return "place", params
    if not comparison.given:
        return "", params
    return "inputs", {**params, "given": comparison.given}


def is_table(comparison: Comparison) -> bool:
    """Says whether the right answer has rows and columns; a vector and a batch have not."""
    return len(comparison.expected_shape) in {0, ROWS_COLUMNS}


def element_params(comparison: Comparison) -> Params:
    """Shows the first wrong element."""
    first = comparison.first_wrong
    assert first is not None  # compare() shows one of every wrong result
    place = "".join(f"[{index}]" for index in first.place)
    return {
        "size": comparison.case.size,
        "row": first.row + 1,
        "column": first.column + 1,
        **({} if is_table(comparison) else {"place": place}),
        "expected": first.expected,
        "got": first.got,
    }
