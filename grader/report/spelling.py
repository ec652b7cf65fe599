"""Sentences written one way, so that rules can be plain: no gaps, small letters, powers as n^3."""

import re
from functools import lru_cache

from grader.report.folding import fold

MOST_CHARACTERS = 600

_COMMANDS = re.compile(
    r"\\(?:mathcal|mathrm|mathbf|text|operatorname|left|right|displaystyle|bigl?|bigr?|,|;|!)"
)
_SYMBOLS = (
    (re.compile(r"\\propto|∝|に比例∝"), "∝"),
    (re.compile(r"\\times|\\cdot|[×✕·⋅]"), "*"),
    (re.compile(r"\\(?:approx|simeq|sim)|[≒≈≃]"), "≈"),
    (re.compile(r"\\?\*\*"), "^"),
    (re.compile(r"[{}$]"), ""),
)
_WIDE = "\u3000-\u30ff\u3400-\u9fff、。"
_GAP = re.compile(rf"(?<=[{_WIDE}])\s+|\s+(?=[{_WIDE}])")
_AROUND = re.compile(r"\s*([()^*=])\s*")
_STOP = re.compile(r"[,.](?=\s*$)|[,.](?=[\u3041-\u30ff\u3400-\u9fff])|,(?=\s?[a-z\u3041-\u9fff])")


@lru_cache(maxsize=4_096)
def spelled(text: str) -> str:
    """Folds a sentence for rules, without its full stop; after 600 characters it is cut."""
    plain = fold(_COMMANDS.sub("", text[:MOST_CHARACTERS]))
    for pattern, sign in _SYMBOLS:
        plain = pattern.sub(sign, plain)
    plain = _STOP.sub("、", _AROUND.sub(r"\1", _GAP.sub("", plain)))
    return plain.strip("、 ").rstrip("。.! ")
