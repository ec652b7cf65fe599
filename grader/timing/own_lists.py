"""Printed collections: a list of sizes and lists of times, pairs in a list, a dict by size."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.timing import own_words as words
from grader.timing.own_pairs import Pair, counts_up, grows, is_size, is_sorted

MOST_ITEMS = 2000
MOST_LINES = 50  # of one list
LONGEST = 40_000  # characters of one list, over several lines
LONGEST_ROW = 500
FAR = 12  # lines from a list of sizes to one of times
WHOLE = r"\d{1,10}"
FLOAT = r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?"
OPEN = re.compile(r"[\[({][\[({\s\d.,:e+\-]*")
WRAPPED = re.compile(rf"(?:np|numpy)\.(?:u?int|float)\d+\(({FLOAT})\)")
CELL = re.compile(rf"({FLOAT})(s|ms|sec|秒|ミリ秒|[μu]s)?")
UNITS = {"s", "ms", "sec", "秒", "ミリ秒", "μs", "us"}
PAIR = re.compile(rf"[\[(]\s*({WHOLE})\s*,\s*({FLOAT})\s*,?\s*[\])]")
ITEM = re.compile(rf"['\"]?(?:n ?= ?)?({WHOLE})['\"]?\s*:\s*({FLOAT})")
UNIT_BESIDE = re.compile(r"\[[^\[\]{}\d,]{1,9}\]")  # as in "time [s]: [0.1, 0.8]"
DICT = re.compile(r"([^{},]{0,80})\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Collection:
    """Sizes and times from one or two lists."""

    lines: tuple[int, ...]
    name: str
    pairs: tuple[Pair, ...]
    sure: bool = False  # its words say what it is


@dataclass(frozen=True, slots=True)
class _List:
    line: int
    words: str
    numbers: tuple[float, ...]
    whole: bool
    bracketed: bool
    seconds: float = 1.0  # of the unit behind its numbers

    @property
    def may_be_sizes(self) -> bool:
        """Whether all are whole and grow, and no words speak against it."""
        denied = words.NOT_A_SIZE.search(self.words) or words.OTHER.search(self.words)
        named = words.SIZE.search(self.words)
        return (
            self.whole
            and not denied
            and all(map(is_size, self.numbers))
            and is_sorted(self.numbers)
            and len(set(self.numbers)) == len(self.numbers)
            and (self.bracketed or bool(named))
        )

    @property
    def may_be_times(self) -> bool:
        """Whether all are positive and no words speak against it; whole ones need words for it."""
        denied = words.OTHER.search(self.words) or words.GUIDE.search(self.words)
        if denied or min(self.numbers) < 0 or not any(self.numbers):
            return False
        named = bool(words.TIME.search(self.words) or words.names_work(self.words))
        return named or (self.bracketed and not self.whole)


def joined(lines: Sequence[str]) -> list[str]:
    """Puts a list that is printed over several lines on its first, and leaves the others empty."""
    out = list(lines)
    start, depth = -1, 0
    for index, line in enumerate(lines):
        if start < 0:
            at = max(line.find(mark) for mark in "[{")
            start = index if at >= 0 and OPEN.fullmatch(line[at:].strip()) else -1
            depth = 0
        elif len(out[start]) + len(line) <= LONGEST:
            out[start], out[index] = f"{out[start]} {line.strip()}", ""
        depth += sum(line.count(mark) for mark in "[{") - sum(line.count(mark) for mark in "]}")
        if depth <= 0 or index - start > MOST_LINES:
            start = -1
    return out


def collections(lines: Sequence[str]) -> Iterator[Collection]:
    """Gives what the lists, pairs and dicts in these normal lines say."""
    lists: list[_List] = []
    for index, raw in enumerate(lines):
        if not raw:
            continue
        line = WRAPPED.sub(r"\1", raw[:LONGEST])
        yield from _dicts(index, line)
        yield from _pairs(index, line)
        flat = _flat(index, line)
        if flat is not None:
            lists.append(flat)
    yield from _matched(lists)


def _dicts(index: int, line: str) -> Iterator[Collection]:
    for name, body in DICT.findall(line):
        items = ITEM.findall(body)[:MOST_ITEMS]
        if len(items) > 1 and len(items) == body.count(":"):
            yield from _in_one(index, name, items)


def _pairs(index: int, line: str) -> Iterator[Collection]:
    items = PAIR.findall(line)[:MOST_ITEMS]
    rest = PAIR.sub("", line)
    if len(items) > 1 and not re.search(r"\d", rest):
        yield from _in_one(index, rest, items)


def _in_one(index: int, name: str, items: Sequence[tuple[str, str]]) -> Iterator[Collection]:
    """Gives what one collection says, unless its words or numbers speak against times."""
    factor = words.unit(name) or 1.0
    pairs = tuple((float(size), float(seconds) * factor) for size, seconds in items)
    denied = words.OTHER.search(name) or words.GUIDE.search(name)
    if denied or all(seconds % 1 == 0 for _, seconds in pairs):
        return
    sizes = [size for size, _ in pairs]
    sure = bool(words.TIME.search(name) or words.SIZE.search(name) or words.names_work(name))
    if sure or (not counts_up(sizes) and is_sorted(sizes) and grows(pairs)):
        yield Collection((index,), name, pairs, sure)


def _flat(index: int, line: str) -> _List | None:
    """Reads words and the numbers after them, in brackets or not."""
    split = _bracketed(line.strip().rstrip("."))
    bracketed = split is not None
    if split is None and len(line) <= LONGEST_ROW:
        split = _bare(line)
    if split is None:
        return None
    name, body = split
    cells = [CELL.fullmatch(one) for one in re.split(r"[\s,|]+", body) if one not in UNITS]
    if not 1 < len(cells) <= MOST_ITEMS or not all(cells):
        return None
    texts = [cell.group(1) for cell in cells if cell]
    return _List(
        line=index,
        words=name,
        numbers=tuple(map(float, texts)),
        whole=all(one.isdigit() for one in texts),
        bracketed=bracketed,
        seconds=words.unit(f"({body[-8:]})") or words.unit(name) or 1.0,
    )


def _bracketed(line: str) -> tuple[str, str] | None:
    for start, end in ("[]", "()"):
        name, found, body = line.rpartition(start)
        nested = any(mark in UNIT_BESIDE.sub("", name) for mark in "[]{}")
        if found and body.endswith(end) and not nested:
            return name, body[:-1].strip(" ,")
    return None


def _bare(line: str) -> tuple[str, str] | None:
    """Splits a row of a table that lies on its side: a name, and a number for each size."""
    name = line[: next((at for at, one in enumerate(line) if one in "0123456789"), 0)]
    if not name.strip() or name[-1] not in " :=|,\t" or any(mark in name for mark in "[]{}"):
        return None
    return name.strip(" :=|,\t"), line[len(name) :].strip(" |,\t")


def _matched(lists: Sequence[_List]) -> Iterator[Collection]:
    """Joins each list of sizes with the lists of times after it, else with the one before it."""
    for place, sizes in enumerate(lists):
        if not sizes.may_be_sizes or _is_a_row(sizes, lists):
            continue
        after = list(_times(sizes, lists[place + 1 :]))
        for times in after or list(_times(sizes, lists[:place][::-1]))[:1]:
            pairs = tuple(
                (size, seconds * times.seconds)
                for size, seconds in zip(sizes.numbers, times.numbers, strict=True)
            )
            sure = bool(words.SIZE.search(sizes.words) or words.TIME.search(times.words))
            sure = sure or words.names_work(times.words)
            if sure or (not counts_up(sizes.numbers) and grows(pairs)):
                yield Collection((sizes.line, times.line), times.words, pairs, sure)


def _is_a_row(sizes: _List, lists: Sequence[_List]) -> bool:
    """Says whether it has no words and is one of several lists alike, as rows of a matrix are."""
    alike = [
        one
        for one in lists
        if one.whole and one.words == "" and len(one.numbers) == len(sizes.numbers)
    ]
    return sizes.words == "" and len(alike) > 1


def _times(sizes: _List, others: Sequence[_List]) -> Iterator[_List]:
    """Gives the near lists of times up to the next list of sizes."""
    for one in others:
        if one.may_be_sizes or abs(one.line - sizes.line) > FAR:
            return
        if len(one.numbers) == len(sizes.numbers) and one.may_be_times:
            yield one
