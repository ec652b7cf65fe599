"""What the readable texts in a picture say for axes: rows of even numbers, names of quantities."""

import math
import re
import unicodedata
from collections.abc import Sequence

from grader.patterns import lazy_regex

SCALE = 0.45  # for a row of evenly spaced numbers among the texts; two axes have two
NAMED = 0.2  # for a text that names time, size, loss …
SHORTEST = 3  # numbers that make a scale
NUMBER = lazy_regex(r"[-−]?\d+(?:\.\d+)?(?:[eE][-+−]?\d+)?$")
QUANTITY = lazy_regex(
    r"時間|秒|サイズ|大きさ|次数|要素数|個数|誤差|回数|速度|性能"
    r"|(?<![a-z])(?:time|sec|ms|size|elapsed|runtime|loss|accuracy|error|gflops|epochs?|seconds?)(?![a-z])",
    re.IGNORECASE,
)


def weighed_texts(texts: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """Gives how much texts speak for a graph, and by what."""
    rows = min(2, scales(texts))
    named = names_a_quantity(texts)
    words = (*(("numbers",) if rows else ()), *(("quantity",) if named else ()))
    return SCALE * rows + NAMED * named, words


def scales(texts: Sequence[str]) -> int:
    """Counts rows of at least three numbers at even steps or ratios, as two axes carry them."""
    numbers = _numbers(texts)
    rows, start = 0, 0
    while start <= len(numbers) - SHORTEST:
        length = max(_even(numbers[start:]), _even(_logarithms(numbers[start:])))
        if length > SHORTEST or (length == SHORTEST and _even(numbers[start:]) == SHORTEST):
            rows += 1
            start += length
        else:
            start += 1
    return rows


def names_a_quantity(texts: Sequence[str]) -> bool:
    """Says whether a text names what an axis measures."""
    return any(QUANTITY.search(unicodedata.normalize("NFKC", text)) for text in texts)


def _numbers(texts: Sequence[str]) -> list[float]:
    """Reads the numbers; a word between them ends a row, which NaN stands for."""
    numbers: list[float] = []
    for text in texts:
        for word in unicodedata.normalize("NFKC", text).split():
            plain = word.replace("−", "-").replace("–", "-").replace(",", "")
            numbers.append(float(plain) if NUMBER.match(plain) and len(plain) < 20 else math.nan)  # noqa: PLR2004
    return numbers[:400]


def _logarithms(numbers: Sequence[float]) -> list[float]:
    return [math.log(n) if n > 0 else math.nan for n in numbers[:40]]


def _even(numbers: Sequence[float]) -> int:
    """Counts how many numbers from the first on follow one another at the same step."""
    if len(numbers) < SHORTEST or math.isnan(step := numbers[1] - numbers[0]) or step == 0:
        return 0
    count = 2
    while count < len(numbers) and abs(numbers[count] - numbers[count - 1] - step) <= 0.01 * abs(
        step
    ):
        count += 1
    return count if count >= SHORTEST else 0
