"""What power "twice the size, eight times the time" states, and "half the size, an eighth"."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.report.clauses import SIZE, TIME

MOST = 9.0  # the largest exponent that somebody may mean
ALIKE = 0.6  # how far exponents are apart that several factors state, since factors are rounded
NEAR = 80  # letters between two factors of one statement

_COUNTS = {
    "two": 2, "three": 3, "four": 4, "eight": 8, "nine": 9, "ten": 10, "sixteen": 16,
    "twenty-seven": 27, "hundred": 100, "thousand": 1000,
    "二": 2, "三": 3, "四": 4, "八": 8, "九": 9, "十": 10, "百": 100, "千": 1000,
}  # fmt: skip
_PARTS = {
    "third": 3, "quarter": 4, "fourth": 4, "eighth": 8, "ninth": 9, "tenth": 10, "sixteenth": 16,
    "twenty-seventh": 27, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_VERBS = {"doubl": 2, "twice": 2, "tripl": 3, "quadrupl": 4}
_COUNT = rf"\d{{1,6}}(?:\.\d{{1,4}})?|{'|'.join(_COUNTS)}"
_FACTOR = re.compile(
    rf"(?<![\d.])(?P<times>{_COUNT})\s?倍|(?<![\d.])(?P<under>{_COUNT})分の[1一]|(?P<half>半分|半減)"
    r"|(?<![二三四八九十百千\d.])(?P<bare>倍)(?=に|ご|増)"
    rf"|\b(?P<fold>{_COUNT})(?:[- ]?(?:times|fold)\b|x\b)"
    rf"|factor of (?:about |roughly |around )?(?P<of>{_COUNT})(?![\d^])"
    rf"|\b(?P<verb>{'|'.join(_VERBS)})(?:es?|ed|ing)?\b|\b(?P<halved>hal(?:f|ves?|ved|ving))\b"
    r"|(?<![\d./^*])1/(?P<over>\d{1,4})(?![\d/.])"
    rf"|\b(?:one|an?)[- ](?P<part>{'|'.join(_PARTS)})\b(?! power)"
)
_FROM_TO = re.compile(r"(\d{1,5})から(\d{1,5})(?:に|へ|まで)|\bfrom (\d{1,5}) to (\d{1,5})\b")
_LISTED = re.compile(r"[、・や,と ]*")
_NOT_SO = re.compile(r"以上|より|を超え|未満|以下| or more")
_SHORTER = re.compile(
    r"(?:も|ほど|くらい|程度)?(?:速|高速|短)"
    r"| ?(?:faster|quicker|shorter|speed|less)"
)
_TIME_FIRST = re.compile(
    r"\b(?:when|if|as (?:the|n)|with|each time|every time|whenever)\b|\bfor (?:an? )?$"
)
_STEPS = re.compile(r"倍(?:に(?:す|し|な|増)|ごと)|半分に|doubl|tripl|twice|halv")
_OF_A_BACKEND = re.compile(
    r"(?:python|numpy|scipy|cupy|torch|[cg]pu|c言語|リスト)"
    r"版?の(?:約|およそ|ほぼ)?$"
)


@dataclass(frozen=True, slots=True)
class _Factor:
    """So many times as much; less than 1 for a part."""

    value: float
    start: int
    end: int


def factor(text: str) -> float | None:
    """Gives the exponent when a size so many times as large takes so many times as long."""
    if not (SIZE.search(text) or _STEPS.search(text)):
        return None
    factors = [each for each in _factors(text) if not _OF_A_BACKEND.search(text[: each.start])]
    if len(factors) > 2 and len(factors) % 2 == 0:  # noqa: PLR2004 -- more than one pair
        return _from_several(text, factors)
    if len(factors) == 1 and (span := _FROM_TO.search(text)) and span.end() <= factors[0].start:
        first, last = (float(group) for group in span.groups() if group)
        if first and last:
            factors.insert(0, _Factor(last / first, span.start(), span.end()))
    for one, two in pairwise(factors):
        exponent = _from_pair(text, one, two)
        if exponent is not None:
            return exponent
    return None


def _factors(text: str) -> Iterator[_Factor]:
    for match in _FACTOR.finditer(text):
        printed = match[str(match.lastgroup)]
        match match.lastgroup:
            case "times" | "fold" | "of":
                value = _number(printed)
            case "under" | "over":
                value = 1 / (_number(printed) or 1.0)
            case "part":
                value = 1 / _PARTS[printed]
            case "verb":
                value = float(_VERBS[printed])
            case "bare":
                value = 2.0
            case _:
                value = 0.5
        yield _Factor(value, match.start(), match.end())


def _from_pair(text: str, one: _Factor, two: _Factor) -> float | None:
    between = text[one.end : two.start]
    if len(between) > NEAR or _NOT_SO.match(text, two.end):
        return None
    before = text[: one.start]
    of_time = TIME.search(before) and not SIZE.search(before)
    if _TIME_FIRST.search(between) or (of_time and SIZE.search(between)):
        return _exponent(two.value, one.value)
    if _SHORTER.match(text, two.end) and two.value > 1:
        return _exponent(one.value, 1 / two.value) if one.value < 1 else None
    return _exponent(one.value, two.value)


def _from_several(text: str, factors: Sequence[_Factor]) -> float | None:
    """Reads "2倍、3倍 … 8倍、27倍" or "2倍で8倍、3倍で27倍": all of one exponent, or none."""
    half = len(factors) // 2
    together = _LISTED.fullmatch(text, factors[0].end, factors[1].start) is not None
    sizes, times = (factors[:half], factors[half:]) if together else (factors[::2], factors[1::2])
    pairs = [_exponent(size.value, time.value) for size, time in zip(sizes, times, strict=True)]
    known = [exponent for exponent in pairs if exponent is not None]
    alike = len(known) == half and max(known) - min(known) <= ALIKE
    return known[0] if alike else None


def _exponent(size: float, time: float) -> float | None:
    if size <= 0 or size == 1 or time <= 0:
        return None
    exponent = round(math.log(time) / math.log(size), 2)
    return abs(exponent) if 0 <= exponent <= MOST else None


def _number(text: str) -> float:
    return float(_COUNTS.get(text, 0)) or (float(text) if text[:1].isdigit() else 0.0)
