"""The measurements among what a program printed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grader.model.course import Exercise
from grader.model.program import Series, Source
from grader.timing import own_words as words
from grader.timing.own_lines import KERNEL, NOISE, name_of, read_line
from grader.timing.own_lists import collections, joined
from grader.timing.own_pairs import FEWEST_BARE, Pair, counts_up, grows, is_mixed, is_sorted, tidy
from grader.timing.own_tables import columns

FAR = 50  # lines from a size to its time
HEADING = 80  # characters
MOST_LINES = 10_000


@dataclass(slots=True)
class _Run:
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
    for found in collections(tuple(lines)):
        heading = _heading(lines, found.lines[-1])
        enough = found.sure or _says_what(heading) or len(found.pairs) >= FEWEST_BARE
        if enough and (words.TIME.search(found.name) or not _is_other(heading)):
            yield from _series(name_of(found.name), heading, found.pairs, exercises)
        for index in found.lines:
            lines[index] = ""
    for run in _runs(lines):
        if _is_sound(run):
            yield from _series(run.name, run.heading, run.pairs, exercises)


def _series(
    name: str, heading: str, pairs: Sequence[Pair], exercises: Sequence[Exercise]
) -> Iterator[Series]:
    found = None if is_mixed(pairs) else tidy(pairs)
    if found is not None:
        exercise = words.whose((name, heading), exercises)
        shown = name if words.names_work(name) or not heading else f"{heading} {name}"
        yield Series(
            source=Source.PRINT,
            name=shown.strip()[:HEADING],
            sizes=found[0],
            seconds=found[1],
            exercise=exercise,
        )


def _heading(lines: Sequence[str], at: int) -> str:
    """Gives the next line above that has words and no numbers; "" when there is none near."""
    for line in reversed(lines[max(0, at - 3) : at]):
        if _is_heading(line):
            return name_of(line)
    return ""


def _is_heading(text: str) -> bool:
    """Says whether a line names what comes below: words, at most with the size of a kernel."""
    if len(text) > HEADING or not any(map(str.isalpha, text)) or any(one in text for one in "[{"):
        return False
    line = read_line(text)
    return not line.times and (not line.size or (line.size <= KERNEL and words.names_work(text)))


def _both_ends(lines: list[str]) -> list[str]:
    half = MOST_LINES // 2
    return lines if len(lines) <= 2 * half else [*lines[:half], *lines[-half:]]


def _is_other(heading: str) -> bool:
    """Says whether what stands below a heading is something else than times."""
    other = (words.OTHER, words.GUIDE, NOISE)
    return not words.TIME.search(heading) and any(one.search(heading) for one in other)


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
        yield from _again(alike)


def _run(runs: list[_Run], name: str, heading: str, size: int) -> _Run:
    """Gives the last run, or a new one where the sizes change their direction."""
    if runs:
        first, last = runs[-1].pairs[0][0], runs[-1].pairs[-1][0]
        turned = size > last if first > last else first < last and size < last
        if not turned:
            return runs[-1]
    runs.append(_Run(name=name, heading=heading))
    return runs[-1]


def _again(runs: Sequence[_Run]) -> Iterator[_Run]:
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
    """Says whether these are times over sizes; what the words leave open the numbers decide."""
    sizes = sorted(_sizes(run))
    if run.sure_size and run.sure_time:
        return True
    if not run.sure_size and words.NOT_A_SIZE.match(run.heading):
        return False
    if not run.sure_size and (counts_up(sizes) or not is_sorted([one for one, _ in run.pairs])):
        return False
    if run.sure_time:
        return True
    said = run.sure_size or any(map(_says_what, (run.name, run.heading)))
    enough = said or len(sizes) >= FEWEST_BARE
    return enough and grows(run.pairs) and not _is_other(run.heading)


def _says_what(text: str) -> bool:
    return bool(words.TIME.search(text)) or words.names_work(text)
