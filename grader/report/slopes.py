"""What exponent a sentence reads off as a slope: "両対数グラフの傾きは2.9"."""

import re
from collections.abc import Iterator

from grader.report.growth import DENIES_WHAT_FOLLOWS, LEAST, MOST, NUMBER, value_of

_SLOPE = re.compile(
    rf"(?:傾き|勾配|べき?指数|冪指数|指数|べき|\bslopes?\b|\bexponents?\b|gradient|order)"
    rf"(?P<before>[^\d、]{{0,32}}?)(?P<value>{NUMBER})(?P<after>.{{0,14}})"
)
_NO_SLOPE = re.compile(r"\s?(?:度|つ|種|本|%|点|回|\*10|e-|乗|次|倍|個|秒|章|節|行|列|[a-z]\^)")
_MORE = re.compile(r"(?<![\d.^])(\d\.\d{1,4})(?![\d.]|\s?(?:秒|ms|s\b|倍|%|\*))")
_THEORY = re.compile(r"理論|予想|期待|予測|expected|theor|ideal|close to|near|than|(?:本来|論理)")
_TO_THEORY = re.compile(
    r"(?:[^、\d]{0,4}?)(?:に(?:近|ほぼ|極め|非常)|とほぼ|と(?:一致|同じ|比べ|概ね)|より"
    r"|に(?:一致|相当近))"
)


def slope(text: str) -> float | None:
    """Gives the exponent that a spelled text reads off as a slope, rather than one of theory."""
    best: float | None = None
    for match in _SLOPE.finditer(text):
        for value, theory in _slopes(match, text):
            if not theory:
                return value
            best = value if best is None else best
    return best


def _slopes(match: re.Match[str], text: str) -> Iterator[tuple[float, bool]]:
    if not _NO_SLOPE.match(match["after"]):
        value = value_of(match["value"])
        theory = _THEORY.search(match["before"]) or _TO_THEORY.match(match["after"])
        if LEAST <= value <= MOST and not DENIES_WHAT_FOLLOWS.search(match["before"]):
            yield value, bool(theory)
    for more in _MORE.finditer(text, match.end("value")):
        if LEAST <= float(more[1]) <= MOST:
            yield float(more[1]), bool(_TO_THEORY.match(text, more.end()))
