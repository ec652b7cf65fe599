"""What a message shows of a comparison in an exercise with nets. Pure, as checks.py is."""

from collections.abc import Mapping

from grader.model.evidence import Comparison, ExerciseEvidence
from grader.model.finding import Param
from grader.model.run import WITH_NETS, Convention

ROWS: tuple[Mapping[str, str], ...] = (
    {"ja": "1 回目の勾配", "en": "the gradients of the first step"},
    {"ja": "1 回目の後の重み", "en": "the weights after the first step"},
    {"ja": "2 回目の勾配", "en": "the gradients of the second step"},
    {"ja": "2 回目の後の重み", "en": "the weights after the second step"},
)
"""What the rows of a training step's answer are; its columns are the parameters in a row."""


def in_net(
    evidence: ExerciseEvidence, check: str, case: str, params: Mapping[str, Param]
) -> tuple[str, Mapping[str, Param]]:
    """Gives the sentence for nets in place of that for matrices, where there is one."""
    entry = evidence.entry
    if entry is None or entry.target.convention not in WITH_NETS or check == "COR002":
        return case, params
    if check == "COR003":
        return _shapes(evidence, params)
    if case == "varies":
        return "net-varies", params
    row = params.get("row")
    if entry.target.convention is Convention.STEP and isinstance(row, int):
        what = ROWS[row - 1] if 0 < row <= len(ROWS) else ROWS[-1]
        return ("step-named" if case == "named" else "step"), {**params, "what": what}
    if case == "single":
        return case, params
    return ("net-named" if case == "named" else "net"), params


def _shapes(
    evidence: ExerciseEvidence, params: Mapping[str, Param]
) -> tuple[str, Mapping[str, Param]]:
    """Compares the shapes of parameters where they differ, else those of the results."""
    odd = next((one for one in evidence.comparisons if one.misfits), None)
    if odd is None:
        return "net", params
    return "parameters", {**params, "shapes": _listed(odd)}


def _listed(comparison: Comparison) -> Mapping[str, str]:
    told = [
        (one.name, _shape(one.expected), _shape(one.got)) for one in comparison.misfits if one.got
    ]
    return {
        "ja": "、".join(
            f"`{name}` は {got}（正しくは {wanted}）" if wanted else f"`{name}` {got} は余分"
            for name, wanted, got in told
        ),
        "en": "; ".join(
            f"`{name}` is {got}, not {wanted}" if wanted else f"`{name}` {got} is one too many"
            for name, wanted, got in told
        ),
    }


def _shape(lengths: tuple[int, ...]) -> str:
    return "×".join(map(str, lengths))
