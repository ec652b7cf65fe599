"""What printed lines say: one line its size and times, lines below a header the columns of a table.

A number is what the words before it and the unit after it make of it. Lines are normal ones
(words.normal).
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from grader.patterns import lazy_regex
from grader.timing.reported import words
from grader.timing.reported.pairs import Pair, as_float, counts_up, is_size, is_sorted

LONGEST_LINE = 300
MOST_NUMBERS = 8
KERNEL = 7  # a size up to this beside a larger one is that of a kernel
NUMBER = lazy_regex(
    r"(?<![a-z0-9_.])[-+]?(?:\d{1,3}(?:,\d{3})+(?![\d.,])|\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?"
)
DIMENSIONS = lazy_regex(r"(?<![\w.])(\d{1,6}) ?[x×*] ?(\d{1,6})(?: ?[x×*] ?(\d{1,6}))?(?![\w.])")
SQUARE = "\1size"  # stands for "64 x" in "64 x 64"
POWER = lazy_regex(r"(?<![\w.])(\d{1,2}) ?(?:\^|\*\*) ?(\d{1,2})(?!\d)")
CLOCK = lazy_regex(r"(?<![\d:])0:(\d\d):(\d\d\.\d+)(?!\d)")  # a timedelta
UNIT_AFTER = lazy_regex(
    rf"\s?[\[(]?\s?({'|'.join(words.UNIT_WORDS.values())})(?![a-z/]| ?[=:])\s?[\])]?"
)
OTHER_AFTER = lazy_regex(
    r"\s?[\[(]?(?:%|倍|回|番|個|人|点|[行列]目|コア|スレッド|エポック|ビット"
    r"|(?:[kmgt]?i?b|bytes?|[kmgt]?flops?(?:/s)?|it|iter\w*|loops?|runs?|trials?|threads?|cores?"
    r"|epochs?|fps|[kmg]?hz|bits?|x|times)(?![a-z0-9]))(?! ?[=:])\s?[\])]?"
)
NOISE = lazy_regex(
    r'traceback|file "|error:|exception|warning|it/s|s/it|[█▏▎▍▌▋▊▉]|\d%\||epoch|エポック|loss|損失'
    r"|正解率|accuracy|(?<![a-z])(?:nan|inf)(?![a-z])|理論|予測|近似|期待|外挿|expected|predict|theor"
    r"|\d ?[-+*/x×] ?\d+ ?= ?[\d.]+$"
)
FILLER = lazy_regex(
    r"[\s:=\-–>→<()\[\]|,;、。#*・'\"~≒]|のとき|の時|の場合|では|での|結果|best|最短|は|で|の|が"
)
INDEX = lazy_regex(r"[a-z_)\]]\[ *$|= *$")


class Number(Struct, frozen=True):
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


class PrintedLine(Struct, frozen=True):
    """What a line says."""

    shape: str  # the line with # for numbers: lines of one series are alike
    size: int = 0  # 0: none
    times: tuple[Number, ...] = ()
    sure_size: bool = False  # its words say so
    sure_time: bool = False


def read_line(text: str) -> PrintedLine:
    """Reads a normal line; without size and times when it says none, or something else."""
    if len(text) > LONGEST_LINE or NOISE.search(text):
        return PrintedLine("")
    text = DIMENSIONS.sub(_one_size, POWER.sub(_power, CLOCK.sub(_seconds, text)))
    numbers = _numbers(text)
    shape = " ".join(NUMBER.sub("#", text).split())
    if not 0 < len(numbers) <= MOST_NUMBERS:
        return PrintedLine(shape)
    size, sure = _size(numbers, text)
    rest = [number for number in numbers if number is not size]
    times = [number for number in rest if number.says_time]
    if times:
        return PrintedLine(shape, _int(size), tuple(times), sure, sure_time=True)
    times = [number for number in rest if number.may_be_time]
    if len(times) != len(rest) or (len(times) > 1 and not all(map(_is_work, times))):
        return PrintedLine(shape)
    if size is not None and not sure and times and not _speaks_for_itself(size, times[0]):
        return PrintedLine(shape)
    return PrintedLine(shape, _int(size), tuple(times), sure)


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
    numbers: list[Number] = []
    end = 0
    for match in NUMBER.finditer(text):
        if text[end : match.start()].rstrip().endswith("±"):
            end = _after(text, match.end())[2]
            continue
        key = re.split(r"[,;、。|/](?=.*\w)", text[end : match.start()])[-1]
        unit, other, end = _after(text, match.end())
        digits = match.group().replace(",", "")
        whole = digits.lstrip("+-").isdigit()
        numbers.append(Number(as_float(float(digits)), whole, key, unit, other))
        if len(numbers) > MOST_NUMBERS:
            break
    return numbers


def _after(text: str, at: int) -> tuple[float | None, bool, int]:
    """Gives the unit after a number, whether it is none of time, and where the next words start."""
    unit = UNIT_AFTER.match(text, at)
    if unit:
        return words.unit(f"({unit.group(1)})"), False, unit.end()
    other = OTHER_AFTER.match(text, at)
    return None, bool(other), other.end() if other else at


def _size(numbers: Sequence[Number], text: str) -> tuple[Number | None, bool]:
    """Finds the one number that is the size, and whether its words say so."""
    named = [number for number in numbers if number.says_size and not _is_kernel(number, text)]
    largest = max((number.value for number in named), default=0)
    named = [number for number in named if number.value > KERNEL or largest <= KERNEL]
    if named:
        return (named[0], True) if len({number.value for number in named}) == 1 else (None, False)
    free = [
        number
        for number in numbers
        if number.may_be_size and not number.says_time and not number.says_size
    ]
    if len(free) != 1 or INDEX.search(free[0].key):
        return None, False
    return free[0], False


def _is_kernel(number: Number, text: str) -> bool:
    return number.value <= KERNEL and ("kernel" in text or "カーネル" in text)


def _speaks_for_itself(size: Number, time: Number) -> bool:
    """Whether a line without units and words for them is still about a program's time."""
    bare = not FILLER.sub("", size.key) and not FILLER.sub("", time.key)
    return bare or _is_work(size) or _is_work(time)


def _is_work(number: Number) -> bool:
    return words.names_work(number.key)


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Gives where the last of these words ends; -1 = there is none."""
    return max((match.end() for match in pattern.finditer(text)), default=-1)


def _one_size(match: re.Match[str]) -> str:
    sides = {int(group) for group in match.groups() if group}
    return f" {SQUARE} {sides.pop()} " if len(sides) == 1 else " "


def _seconds(match: re.Match[str]) -> str:
    return f"{60 * int(match.group(1)) + float(match.group(2))}s"


def _power(match: re.Match[str]) -> str:
    base, exponent = int(match.group(1)), int(match.group(2))
    return str(base**exponent) if base**exponent <= words.MOST_CHARACTERS else match.group()


MOST_CELLS = 20
LONGEST_ROW = 500
FAR = 3  # lines from the first row up to its header, and from there to its caption
FEWEST_ROWS = 2
RULE = lazy_regex(r"[\s\-+=|─━┼│:*_┌┬┐└┴┘├┤]*")
BARS = lazy_regex(r"[|│┃]")
GAP = lazy_regex(r"(\d)\s+(?=(?:s|ms|sec|秒|ミリ秒|[μu]s)(?:\s|$))")
MISSING = {"", "-", "--", "—", "n/a", "na", "none", "skip", "skipped", "timeout", "×", "x", "*"}


class TimesColumn(Struct, frozen=True):
    """One column of times."""

    lines: range  # of the whole table
    name: str
    caption: str
    pairs: tuple[Pair, ...]


class _TimesRow(Struct, frozen=True):
    line: int
    cells: tuple[tuple[float, float | None] | None, ...]  # value, seconds of its unit


def columns(lines: Sequence[str]) -> Iterator[TimesColumn]:
    """Gives the columns of times of all tables with a header among these normal lines."""
    rows: list[_TimesRow] = []
    for index, line in enumerate([*lines, "the end"]):
        row = _row(index, line) if line else None
        if row and (not rows or len(row.cells) == len(rows[0].cells)):
            rows.append(row)
        elif row or not RULE.fullmatch(line):
            yield from _table(lines, rows)
            rows = [row] if row else []


def _cells(line: str) -> list[str]:
    if BARS.search(line):
        return [cell.strip() for cell in BARS.split(line.strip().strip("|│┃"))]
    for mark in ("\t", ","):
        if mark in line:
            return [cell.strip() for cell in line.strip().split(mark)]
    return line.split()


def _row(index: int, line: str) -> _TimesRow | None:
    """Reads a row: a whole number, and numbers or nothing in the other cells."""
    if len(line) > LONGEST_ROW or not NUMBER.search(line):
        return None
    texts = _cells(GAP.sub(r"\1", line))
    if not FEWEST_ROWS <= len(texts) <= MOST_CELLS:
        return None
    cells = [_cell(text) for text in texts]
    named = all(cell or text in MISSING for cell, text in zip(cells, texts, strict=True))
    if not named or cells[0] is None or not any(cells[1:]) or cells[0][0] % 1:
        return None
    return _TimesRow(index, tuple(cells))


def _cell(text: str) -> tuple[float, float | None] | None:
    """Reads a number with or without a unit, "64x64" and "n=64"."""
    bare = re.sub(r"^n ?= ?", "", text)
    side = re.fullmatch(r"(\d{1,6}) ?[x×*] ?\1", bare)
    if side:
        return float(side.group(1)), None
    match = NUMBER.match(bare)
    if match is None:
        return None
    value = float(match.group().replace(",", ""))
    rest = bare[match.end() :]
    unit = UNIT_AFTER.fullmatch(rest) if rest else None
    known = not rest or unit or OTHER_AFTER.fullmatch(rest)
    if not known or abs(value) > words.MOST_CHARACTERS**2:
        return None
    return value, words.unit(f"({unit.group(1)})") if unit else None


def _table(lines: Sequence[str], rows: Sequence[_TimesRow]) -> Iterator[TimesColumn]:
    if len(rows) < FEWEST_ROWS:
        return
    at, header = _header(lines, rows)
    if not header:
        return
    first = len(rows[0].cells) - len(header)  # 1: pandas prints its index before the first column
    sizes = [cell[0] for row in rows if (cell := row.cells[first])]
    if len(sizes) < len(rows) or not (words.SIZE.search(header[0]) or is_sorted(sizes)):
        return
    caption = _words_above(lines, at)[1]
    table = range(at, rows[-1].line + 1)
    for index, name in enumerate(header[1:], start=first + 1):
        if _is_time(name, caption):
            factor = words.unit(name) or words.unit(header[0]) or words.unit(caption) or 1.0
            cells = [(size, row.cells[index]) for size, row in zip(sizes, rows, strict=True)]
            pairs = tuple((size, cell[0] * (cell[1] or factor)) for size, cell in cells if cell)
            yield TimesColumn(table, name, caption, pairs)


def _header(lines: Sequence[str], rows: Sequence[_TimesRow]) -> tuple[int, list[str]]:
    """Finds the names of the columns, and their line; none when nothing says that it is one."""
    at, line = _words_above(lines, rows[0].line)
    count = len(rows[0].cells)
    has_index = counts_up([row.cells[0][0] for row in rows if row.cells[0]])
    fused = re.sub(r"\s+(?=[\[(])", "", line)
    for cells in (_cells(line), re.split(r"\s{2,}", line.strip()), _cells(fused)):
        fits = len(cells) == count or (has_index and len(cells) == count - 1)
        if fits and _names_columns(cells):
            return at, cells
    return at, []


def _words_above(lines: Sequence[str], at: int) -> tuple[int, str]:
    """Gives the next line above that is more than a rule."""
    for index in range(at - 1, max(at - 1 - FAR, -1), -1):
        if not RULE.fullmatch(lines[index]):
            return index, lines[index]
    return at, ""


def _names_columns(cells: Sequence[str]) -> bool:
    if NOISE.search(" ".join(cells)):
        return False
    if words.NOT_A_SIZE.search(cells[0]) or words.OTHER.search(cells[0]):
        return False
    return bool(words.SIZE.search(cells[0])) or any(_is_time(cell, "") for cell in cells[1:])


def _is_time(name: str, caption: str) -> bool:
    if words.OTHER.search(name) or words.GUIDE.search(name):
        return False
    if words.TIME.search(name) or words.unit(name) or words.names_work(name):
        return bool(words.TIME.search(name)) or not words.OTHER.search(caption)
    return bool(words.TIME.search(caption))
