"""The measurements among what a program printed: tables, lists, and lines that are alike."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from grader.model.course import Exercise
from grader.model.run import Series, SeriesSource
from grader.patterns import lazy_regex
from grader.timing.reported import words
from grader.timing.reported.lines import KERNEL, NOISE, columns, name_of, read_line
from grader.timing.reported.pairs import (
    FEWEST_BARE,
    Pair,
    counts_up,
    grows,
    is_mixed,
    is_size,
    is_sorted,
    tidy,
)

FAR = 50  # lines from a size to its time
HEADING = 80  # characters
MOST_LINES = 10_000


class _Run(Struct):
    """Samples of lines that are alike, below one heading."""

    name: str
    heading: str
    sure_size: bool = True
    sure_time: bool = True
    pairs: list[Pair] = field(default_factory=list)


def printed(output: str, exercises: Sequence[Exercise]) -> Iterator[Series]:
    """Gives a series for each table column, each pair of lists and each sequence of like lines.

    Numbers without words have to look like times over sizes: no indices, growing with the size.
    """
    lines = joined(_both_ends(words.normal(output).splitlines()))
    for column in columns(lines):
        yield from _series(column.name, column.caption, column.pairs, exercises)
        for index in column.lines:
            lines[index] = ""
    for printed_pairs in collections(tuple(lines)):
        heading = _heading(lines, printed_pairs.lines[-1])
        enough = (
            printed_pairs.sure or _says_what(heading) or len(printed_pairs.pairs) >= FEWEST_BARE
        )
        if enough and (words.TIME.search(printed_pairs.name) or not _is_other(heading)):
            yield from _series(name_of(printed_pairs.name), heading, printed_pairs.pairs, exercises)
        for index in printed_pairs.lines:
            lines[index] = ""
    for run in _runs(lines):
        if _is_sound(run):
            yield from _series(run.name, run.heading, run.pairs, exercises)


def _series(
    name: str, heading: str, pairs: Sequence[Pair], exercises: Sequence[Exercise]
) -> Iterator[Series]:
    measured = None if is_mixed(pairs) else tidy(pairs)
    if measured is not None:
        exercise = words.whose((name, heading), exercises)
        shown = name if words.names_work(name) or not heading else f"{heading} {name}"
        yield Series(
            source=SeriesSource.PRINT,
            name=shown.strip()[:HEADING],
            sizes=measured[0],
            seconds=measured[1],
            exercise=exercise,
        )


def _heading(lines: Sequence[str], at: int) -> str:
    """Gives the next line above that has words and no numbers; "" when there is none near."""
    for line in reversed(lines[max(0, at - 3) : at]):
        if _is_heading(line):
            return name_of(line)
    return ""


def _is_heading(text: str) -> bool:
    """Whether a line names what comes below: words, at most with the size of a kernel."""
    if len(text) > HEADING or not any(map(str.isalpha, text)) or any(mark in text for mark in "[{"):
        return False
    line = read_line(text)
    return not line.times and (not line.size or (line.size <= KERNEL and words.names_work(text)))


def _both_ends(lines: list[str]) -> list[str]:
    half = MOST_LINES // 2
    return lines if len(lines) <= 2 * half else [*lines[:half], *lines[-half:]]


def _is_other(heading: str) -> bool:
    """Whether what stands below a heading is something else than times."""
    other = (words.OTHER, words.GUIDE, NOISE)
    return not words.TIME.search(heading) and any(pattern.search(heading) for pattern in other)


def _runs(lines: Sequence[str]) -> Iterator[_Run]:
    """Groups the samples of lines that are alike, anew where the sizes start again."""
    runs: dict[tuple[str, int], list[_Run]] = {}
    size, sure, since = 0, False, 0
    heading = ""
    for index, text in enumerate(lines):
        if not text:
            continue
        line = read_line(text)
        if not line.times and _is_heading(text):
            heading = name_of(text)
        elif line.size:
            size, sure, since = line.size, line.sure_size, index
        if not line.times or not size or index - since > FAR:
            continue
        for place, time in enumerate(line.times):
            many = len(line.times) > 1
            name = name_of(time.key) if many else name_of(line.shape)
            run = _run(runs.setdefault((line.shape, place), []), name, heading, size)
            run.sure_size &= sure
            run.sure_time &= line.sure_time
            run.pairs.append((size, time.seconds))
    for alike in runs.values():
        yield from _join_repeats(alike)


def _run(runs: list[_Run], name: str, heading: str, size: int) -> _Run:
    """Gives the last run, or a new one where the sizes change their direction."""
    if runs:
        first, last = runs[-1].pairs[0][0], runs[-1].pairs[-1][0]
        turned = size > last if first > last else first < last and size < last
        if not turned:
            return runs[-1]
    runs.append(_Run(name=name, heading=heading))
    return runs[-1]


def _join_repeats(runs: Sequence[_Run]) -> Iterator[_Run]:
    """Joins runs over the same sizes below the same heading, when their times agree."""
    left: list[_Run] = []
    for run in runs:
        last = left[-1] if left else None
        same = last and last.heading == run.heading and _sizes(last) == _sizes(run)
        if last and same and not is_mixed([*last.pairs, *run.pairs]):
            last.pairs.extend(run.pairs)
        else:
            left.append(run)
    yield from left


def _sizes(run: _Run) -> set[float]:
    return {size for size, _ in run.pairs}


def _is_sound(run: _Run) -> bool:
    """Whether these are times over sizes; what the words leave open the numbers decide."""
    sizes = sorted(_sizes(run))
    if run.sure_size and run.sure_time:
        return True
    if not run.sure_size and words.NOT_A_SIZE.match(run.heading):
        return False
    if not run.sure_size and (counts_up(sizes) or not is_sorted([size for size, _ in run.pairs])):
        return False
    if run.sure_time:
        return True
    named = run.sure_size or any(map(_says_what, (run.name, run.heading)))
    enough = named or len(sizes) >= FEWEST_BARE
    return enough and grows(run.pairs) and not _is_other(run.heading)


def _says_what(text: str) -> bool:
    return bool(words.TIME.search(text)) or words.names_work(text)


MOST_ITEMS = 2000
MOST_LIST_LINES = 50  # of one list
LONGEST_LIST = 40_000  # characters of one list, over several lines
LONGEST_ROW = 500
FAR_LIST = 12  # lines from a list of sizes to one of times
WHOLE = r"\d{1,10}"
FLOAT = r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?"
OPEN = lazy_regex(r"[\[({][\[({\s\d.,:e+\-]*")
WRAPPED = lazy_regex(rf"(?:np|numpy)\.(?:u?int|float)\d+\(({FLOAT})\)")
CELL = lazy_regex(rf"({FLOAT})(s|ms|sec|秒|ミリ秒|[μu]s)?")
UNITS = {"s", "ms", "sec", "秒", "ミリ秒", "μs", "us"}
PAIR = lazy_regex(rf"[\[(]\s*({WHOLE})\s*,\s*({FLOAT})\s*,?\s*[\])]")
ITEM = lazy_regex(rf"['\"]?(?:n ?= ?)?({WHOLE})['\"]?\s*:\s*({FLOAT})")
UNIT_BESIDE = lazy_regex(r"\[[^\[\]{}\d,]{1,9}\]")  # as in "time [s]: [0.1, 0.8]"
DICT = lazy_regex(r"([^{},]{0,80})\{([^{}]*)\}")


class PrintedPairs(Struct, frozen=True):
    """Sizes and times from one or two lists."""

    lines: tuple[int, ...]
    name: str
    pairs: tuple[Pair, ...]
    sure: bool = False  # its words say what it is


class _NumberList(Struct, frozen=True):
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
        elif len(out[start]) + len(line) <= LONGEST_LIST:
            out[start], out[index] = f"{out[start]} {line.strip()}", ""
        depth += sum(line.count(mark) for mark in "[{") - sum(line.count(mark) for mark in "]}")
        if depth <= 0 or index - start > MOST_LIST_LINES:
            start = -1
    return out


def collections(lines: Sequence[str]) -> Iterator[PrintedPairs]:
    """Gives what the lists, pairs and dicts in these normal lines say."""
    lists: list[_NumberList] = []
    for index, raw in enumerate(lines):
        if not raw:
            continue
        line = WRAPPED.sub(r"\1", raw[:LONGEST_LIST])
        yield from _dicts(index, line)
        yield from _pairs(index, line)
        flat = _flat(index, line)
        if flat is not None:
            lists.append(flat)
    yield from _matched(lists)


def _dicts(index: int, line: str) -> Iterator[PrintedPairs]:
    for name, body in DICT.findall(line):
        items = ITEM.findall(body)[:MOST_ITEMS]
        if len(items) > 1 and len(items) == body.count(":"):
            yield from _pairs_of_one(index, name, items)


def _pairs(index: int, line: str) -> Iterator[PrintedPairs]:
    items = PAIR.findall(line)[:MOST_ITEMS]
    rest = PAIR.sub("", line)
    if len(items) > 1 and not re.search(r"\d", rest):
        yield from _pairs_of_one(index, rest, items)


def _pairs_of_one(
    index: int, name: str, items: Sequence[tuple[str, str]]
) -> Iterator[PrintedPairs]:
    """Gives what one collection says, unless its words or numbers speak against times."""
    factor = words.unit(name) or 1.0
    pairs = tuple((float(size), float(seconds) * factor) for size, seconds in items)
    denied = words.OTHER.search(name) or words.GUIDE.search(name)
    if denied or all(seconds % 1 == 0 for _, seconds in pairs):
        return
    sizes = [size for size, _ in pairs]
    sure = bool(words.TIME.search(name) or words.SIZE.search(name) or words.names_work(name))
    if sure or (not counts_up(sizes) and is_sorted(sizes) and grows(pairs)):
        yield PrintedPairs((index,), name, pairs, sure)


def _flat(index: int, line: str) -> _NumberList | None:
    """Reads words and the numbers after them, in brackets or not."""
    split = _bracketed(line.strip().rstrip("."))
    bracketed = split is not None
    if split is None and len(line) <= LONGEST_ROW:
        split = _bare(line)
    if split is None:
        return None
    name, body = split
    cells = [CELL.fullmatch(text) for text in re.split(r"[\s,|]+", body) if text not in UNITS]
    if not 1 < len(cells) <= MOST_ITEMS or not all(cells):
        return None
    texts = [cell.group(1) for cell in cells if cell]
    return _NumberList(
        line=index,
        words=name,
        numbers=tuple(map(float, texts)),
        whole=all(text.isdigit() for text in texts),
        bracketed=bracketed,
        seconds=words.unit(f"({body[-8:]})") or words.unit(name) or 1.0,
    )


def _bracketed(line: str) -> tuple[str, str] | None:
    for start, end in ("[]", "()"):
        name, opening, body = line.rpartition(start)
        nested = any(mark in UNIT_BESIDE.sub("", name) for mark in "[]{}")
        if opening and body.endswith(end) and not nested:
            return name, body[:-1].strip(" ,")
    return None


def _bare(line: str) -> tuple[str, str] | None:
    """Splits a row of a table that lies on its side: a name, and a number for each size."""
    name = line[: next((at for at, character in enumerate(line) if character in "0123456789"), 0)]
    if not name.strip() or name[-1] not in " :=|,\t" or any(mark in name for mark in "[]{}"):
        return None
    return name.strip(" :=|,\t"), line[len(name) :].strip(" |,\t")


def _matched(lists: Sequence[_NumberList]) -> Iterator[PrintedPairs]:
    """Joins each list of sizes with the lists of times after it, else with the one before it."""
    for place, sizes in enumerate(lists):
        if not sizes.may_be_sizes or _is_matrix_row(sizes, lists):
            continue
        after = list(_times_beside(sizes, lists[place + 1 :]))
        for times in after or list(_times_beside(sizes, lists[:place][::-1]))[:1]:
            pairs = tuple(
                (size, seconds * times.seconds)
                for size, seconds in zip(sizes.numbers, times.numbers, strict=True)
            )
            sure = bool(words.SIZE.search(sizes.words) or words.TIME.search(times.words))
            sure = sure or words.names_work(times.words)
            if sure or (not counts_up(sizes.numbers) and grows(pairs)):
                yield PrintedPairs((sizes.line, times.line), times.words, pairs, sure)


def _is_matrix_row(sizes: _NumberList, lists: Sequence[_NumberList]) -> bool:
    """Whether it has no words and is one of several lists alike, as rows of a matrix are."""
    alike = [
        times
        for times in lists
        if times.whole and times.words == "" and len(times.numbers) == len(sizes.numbers)
    ]
    return sizes.words == "" and len(alike) > 1


def _times_beside(sizes: _NumberList, others: Sequence[_NumberList]) -> Iterator[_NumberList]:
    """Gives the near lists of times up to the next list of sizes."""
    for other in others:
        if other.may_be_sizes or abs(other.line - sizes.line) > FAR_LIST:
            return
        if len(other.numbers) == len(sizes.numbers) and other.may_be_times:
            yield other
