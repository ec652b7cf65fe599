"""What power "twice the size, eight times the time" states."""

import math
import re
from collections.abc import Sequence

MOST = 9.0  # the largest exponent that somebody may mean
ALIKE = 0.6  # how far exponents are apart that several factors state, since factors are rounded
_COUNTS = {
    "twice": 2, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2, "triple": 3, "tripled": 3,
    "triples": 3, "tripling": 3, "two": 2, "three": 3, "four": 4, "eight": 8, "nine": 9, "ten": 10,
    "twenty-seven": 27, "hundred": 100, "thousand": 1000, "quadruples": 4, "quadrupled": 4,
    "二": 2, "三": 3, "四": 4, "八": 8, "九": 9, "十": 10, "百": 100, "千": 1000,
}  # fmt: skip
_TIMES = r"((?<![\d.])\d{1,6}(?:\.\d{1,4})?|[二三四八九十百千])\s?倍"
_PAIRS = (
    re.compile(rf"(?:{_TIMES}|(?<![二三四八九十百千\d])(?:倍)(?=に|ご|増)).{{0,40}}?{_TIMES}"),
    re.compile(
        r"\b(doubl(?:es?|ed|ing)|tripl(?:es?|ed|ing)|twice|ten times|10 times|2 times"
        r"|two times)\b.{0,80}?"
        r"\b(\d{1,6}(?:\.\d{1,4})?|two|three|four|eight|nine|ten|twenty-seven|hundred"
        r"|thousand)(?:[- ]?(?:times|fold)\b|x\b)"
    ),
    re.compile(
        r"\b(doubl(?:es?|ed|ing)|tripl(?:es?|ed|ing)|twice)\b.{0,80}?factor of (?:about "
        r"|roughly |around )?(\d{1,6}(?:\.\d{1,4})?(?![\d^])|eight|four)"
    ),
    re.compile(
        r"factor of (?:about |roughly |around )?(\d{1,6}(?:\.\d{1,4})?(?![\d^])|eight"
        r"|four).{0,60}?\b(doubl(?:es?"
        r"|ed|ing)|twice)\b"
    ),
    re.compile(
        r"\b(\d{1,6}(?:\.\d{1,4})?|eight|four)(?:[- ]?(?:times|fold)\b"
        r"|x\b).{0,60}?\b(doubl(?:es?|ed"
        r"|ing)|twice)\b"
    ),
)
_LISTED = re.compile(r"[、・や,と ]*")
_NOT_SO = re.compile(r"速|高速|以上|より|を超え|未満|以下| ?faster| ?speed| or more")


def factor(text: str) -> float | None:
    """Gives the exponent when a size so many times larger takes so many times longer."""
    matches = [*re.finditer(_TIMES, text)]
    if len(matches) > 2 and len(matches) % 2 == 0:  # noqa: PLR2004 -- more than one pair
        together = _LISTED.fullmatch(text, matches[0].end(), matches[1].start())
        return _from_several([each[1] for each in matches], together=together is not None)
    for pattern in _PAIRS:
        for match in pattern.finditer(text):
            exponent = _from_factors(match[1] or "2", match[2])
            if exponent is not None and not _NOT_SO.match(text, match.end()):
                return exponent
    return None


def _from_several(printed: Sequence[str], *, together: bool) -> float | None:
    """Reads "2倍、3倍 … 8倍、27倍" or "2倍で8倍、3倍で27倍": all of one exponent, or none."""
    half = len(printed) // 2
    sizes, times = (printed[:half], printed[half:]) if together else (printed[::2], printed[1::2])
    pairs = [_from_factors(size, time) for size, time in zip(sizes, times, strict=True)]
    known = [exponent for exponent in pairs if exponent is not None]
    alike = len(known) == half and max(known) - min(known) <= ALIKE
    return known[0] if alike else None


def _from_factors(size: str, time: str) -> float | None:
    if time in {"double", "doubles", "doubled", "doubling", "twice"} and size not in _COUNTS:
        size, time = time, size
    by = float(_COUNTS.get(size, 0)) or _number(size)
    longer = float(_COUNTS.get(time, 0)) or _number(time)
    if by <= 1 or longer < 1 or not math.isfinite(by * longer):
        return None
    exponent = round(math.log(longer) / math.log(by), 2)
    return exponent if exponent <= MOST else None


def _number(text: str) -> float:
    return float(text[:9]) if text[:1].isdigit() else 0.0
