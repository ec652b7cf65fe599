"""One printed line: the size and the times that it says.

A number is what the words before it and the unit after it make of it. Lines are normal ones
(own_words.normal).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grader.timing import own_words as words
from grader.timing.own_pairs import as_float, is_size

LONGEST_LINE = 300
MOST_NUMBERS = 8
KERNEL = 7  # a size up to this beside a larger one is that of a kernel
NUMBER = re.compile(
    r"(?<![a-z0-9_.])[-+]?(?:\d{1,3}(?:,\d{3})+(?![\d.,])|\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?"
)
DIMENSIONS = re.compile(r"(?<![\w.])(\d{1,6}) ?[x×*] ?(\d{1,6})(?: ?[x×*] ?(\d{1,6}))?(?![\w.])")
SQUARE = "\1size"  # stands for "64 x" in "64 x 64"
POWER = re.compile(r"(?<![\w.])(\d{1,2}) ?(?:\^|\*\*) ?(\d{1,2})(?!\d)")
CLOCK = re.compile(r"(?<![\d:])0:(\d\d):(\d\d\.\d+)(?!\d)")  # a timedelta
UNIT_AFTER = re.compile(
    rf"\s?[\[(]?\s?({'|'.join(words.UNIT_WORDS.values())})(?![a-z/]| ?[=:])\s?[\])]?"
)
OTHER_AFTER = re.compile(
    r"\s?[\[(]?(?:%|倍|回|番|個|人|点|[行列]目|コア|スレッド|エポック|ビット"
    r"|(?:[kmgt]?i?b|bytes?|[kmgt]?flops?(?:/s)?|it|iter\w*|loops?|runs?|trials?|threads?|cores?"
    r"|epochs?|fps|[kmg]?hz|bits?|x|times)(?![a-z0-9]))(?! ?[=:])\s?[\])]?"
)
NOISE = re.compile(
    r'traceback|file "|error:|exception|warning|it/s|s/it|[█▏▎▍▌▋▊▉]|\d%\||epoch|エポック|loss|損失'
    r"|正解率|accuracy|(?<![a-z])(?:nan|inf)(?![a-z])|理論|予測|近似|期待|外挿|expected|predict|theor"
    r"|\d ?[-+*/x×] ?\d+ ?= ?[\d.]+$"
)
FILLER = re.compile(
    r"[\s:=\-–>→<()\[\]|,;、。#*・'\"~≒]|のとき|の時|の場合|では|での|結果|best|最短|は|で|の|が"
)
INDEX = re.compile(r"[a-z_)\]]\[ *$|= *$")


@dataclass(frozen=True, slots=True)
class Number:
    """A number with the words before it."""

    value: float
    whole: bool  # as it is written
    key: str
    unit: float | None  # seconds of the unit after it
    other: bool  # what comes after it is no unit of time

    @property
    def says_size(self) -> bool:
        """Whether its words call it a size."""
        return self.may_be_size and _last(words.SIZE, self.key) > _last(words.TIME, self.key)

    @property
    def may_be_size(self) -> bool:
        """Whether it can be one."""
        denied = self.unit is not None or self.other or words.NOT_A_SIZE.search(self.key)
        return self.whole and is_size(self.value) and not denied

    @property
    def says_time(self) -> bool:
        """Whether its words or its unit call it a time."""
        if self.other or self.value < 0:
            return False
        if self.unit is not None:
            return True
        last = _last(words.TIME, self.key)
        return last > _last(words.SIZE, self.key) and last > _last(words.OTHER, self.key)

    @property
    def may_be_time(self) -> bool:
        """Whether nothing speaks against it, and a backend or no word at all stands before it."""
        denied = self.whole or self.other or self.value < 0 or words.OTHER.search(self.key)
        return not denied and (not FILLER.sub("", self.key) or words.names_work(self.key))

    @property
    def seconds(self) -> float:
        """The time it says, in seconds when nothing else is said."""
        return self.value * (self.unit or words.unit(self.key) or 1.0)


@dataclass(frozen=True, slots=True)
class Line:
    """What a line says."""

    shape: str  # the line with # for numbers: lines of one series are alike
    size: int = 0  # 0: none
    times: tuple[Number, ...] = ()
    sure_size: bool = False  # its words say so
    sure_time: bool = False


def read_line(text: str) -> Line:
    """Reads a normal line; without size and times when it says none, or something else."""
    if len(text) > LONGEST_LINE or NOISE.search(text):
        return Line("")
    text = DIMENSIONS.sub(_one_size, POWER.sub(_power, CLOCK.sub(_seconds, text)))
    numbers = _numbers(text)
    shape = " ".join(NUMBER.sub("#", text).split())
    if not 0 < len(numbers) <= MOST_NUMBERS:
        return Line(shape)
    size, sure = _size(numbers, text)
    rest = [one for one in numbers if one is not size]
    times = [one for one in rest if one.says_time]
    if times:
        return Line(shape, _int(size), tuple(times), sure, sure_time=True)
    times = [one for one in rest if one.may_be_time]
    if len(times) != len(rest) or (len(times) > 1 and not all(map(_is_work, times))):
        return Line(shape)
    if size is not None and not sure and times and not _speaks_for_itself(size, times[0]):
        return Line(shape)
    return Line(shape, _int(size), tuple(times), sure)


def name_of(shape: str) -> str:
    """Gives the words of a line without its numbers and signs."""
    bare = re.sub(
        rf"#\s?[\[(]?({'|'.join(words.UNIT_WORDS.values())})(?![a-z])",
        " ",
        shape.replace(SQUARE, " "),
    )
    return " ".join(re.sub(r"[^\w+×]|(?<!\w)_+", " ", bare).split())


def _int(size: Number | None) -> int:
    return 0 if size is None else int(size.value)


def _numbers(text: str) -> list[Number]:
    found: list[Number] = []
    end = 0
    for match in NUMBER.finditer(text):
        if text[end : match.start()].rstrip().endswith("±"):
            end = _after(text, match.end())[2]
            continue
        key = re.split(r"[,;、。|/](?=.*\w)", text[end : match.start()])[-1]
        unit, other, end = _after(text, match.end())
        digits = match.group().replace(",", "")
        whole = digits.lstrip("+-").isdigit()
        found.append(Number(as_float(float(digits)), whole, key, unit, other))
        if len(found) > MOST_NUMBERS:
            break
    return found


def _after(text: str, at: int) -> tuple[float | None, bool, int]:
    """Gives the unit after a number, whether it is none of time, and where the next words start."""
    unit = UNIT_AFTER.match(text, at)
    if unit:
        return words.unit(f"({unit.group(1)})"), False, unit.end()
    other = OTHER_AFTER.match(text, at)
    return None, bool(other), other.end() if other else at


def _size(numbers: Sequence[Number], text: str) -> tuple[Number | None, bool]:
    """Finds the one number that is the size, and whether its words say so."""
    said = [one for one in numbers if one.says_size and not _is_kernel(one, text)]
    largest = max((one.value for one in said), default=0)
    said = [one for one in said if one.value > KERNEL or largest <= KERNEL]
    if said:
        return (said[0], True) if len({one.value for one in said}) == 1 else (None, False)
    free = [one for one in numbers if one.may_be_size and not one.says_time and not one.says_size]
    if len(free) != 1 or INDEX.search(free[0].key):
        return None, False
    return free[0], False


def _is_kernel(number: Number, text: str) -> bool:
    return number.value <= KERNEL and ("kernel" in text or "カーネル" in text)


def _speaks_for_itself(size: Number, time: Number) -> bool:
    """Says whether a line without units and words for them is still about a program's time."""
    bare = not FILLER.sub("", size.key) and not FILLER.sub("", time.key)
    return bare or _is_work(size) or _is_work(time)


def _is_work(number: Number) -> bool:
    return words.names_work(number.key)


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Gives where the last of these words ends; -1 = there is none."""
    return max((match.end() for match in pattern.finditer(text)), default=-1)


def _one_size(match: re.Match[str]) -> str:
    sides = {int(one) for one in match.groups() if one}
    return f" {SQUARE} {sides.pop()} " if len(sides) == 1 else " "


def _seconds(match: re.Match[str]) -> str:
    return f"{60 * int(match.group(1)) + float(match.group(2))}s"


def _power(match: re.Match[str]) -> str:
    base, exponent = int(match.group(1)), int(match.group(2))
    return str(base**exponent) if base**exponent <= words.MOST_CHARACTERS else match.group()
