"""Letters that follow each other become runs, and runs on one base line become rows."""

from collections import Counter
from typing import NamedTuple

from .pdf_letters import Ink, Letter
from .pdf_space import Box, union

NEAR, BACK = 1.0, 0.7  # in sizes: a gap that a run bridges; how far a letter may reach back
LEVEL = 0.25  # in sizes: how far base lines of one run are apart
RAISED = 0.16
SMALL = 0.86  # in sizes of the row: a raised or lowered letter is smaller than this
REACH = 0.6
GAP_LATIN, GAP_CJK, GAP_TAB = 0.17, 0.62, 1.9  # in sizes: when a gap is a space, a tab
CJK = 0x2E80
ENDS = frozenset(".):;,")  # after them a small gap before Japanese is a space, too
TAKES_POWER = frozenset(")]}|nNmMkKxXpPaAbBtT0123456789")


class Run(NamedTuple):
    """Letters that were drawn one after the other on one base line."""

    letters: list[Letter]
    box: Box
    upright: bool  # False: read from top to bottom, letter under letter
    ink: Ink  # of the first letter
    size: float  # of most letters
    base: float  # of most letters

    @property
    def text(self) -> str:
        """Gives what is written."""
        return spell(self.letters) if self.upright else "".join(_texts(self.letters))


def make_runs(letters: list[Letter]) -> list[Run]:
    """Cuts the letters of a page, in the order of drawing, into runs."""
    runs: list[list[Letter]] = []
    ways: list[bool] = []
    for letter in letters:
        if not letter.text.strip() and not (runs and _follows(runs[-1][-1], letter)):
            continue
        if runs and _doubled(runs[-1][-1], letter):
            continue
        if runs and _same_kind(runs[-1][-1].ink, letter.ink):
            last = runs[-1][-1]
            if ways[-1] and _follows(last, letter):
                runs[-1].append(letter)
                continue
            if (len(runs[-1]) == 1 or not ways[-1]) and _stands_under(last, letter):
                runs[-1].append(letter)
                ways[-1] = False
                continue
        runs.append([letter])
        ways.append(True)
    return [
        Run(run, union(letter.box for letter in run), way, run[0].ink, *_main(run))
        for run, way in zip(runs, ways, strict=True)
        if any(letter.text.strip() for letter in run)
    ]


def _same_kind(first: Ink, second: Ink) -> bool:
    return (
        first is second
        or (first.turns, first.unseen, first.pale) == (second.turns, second.unseen, second.pale)
    )  # fmt: skip


def _doubled(last: Letter, letter: Letter) -> bool:
    """Says whether a letter is drawn again over itself, as some programs draw bold."""
    reach = 0.12 * letter.ink.size
    return (
        last.text == letter.text
        and last.ink is not letter.ink
        and abs(last.start - letter.start) < reach
        and abs(last.base - letter.base) < reach
        and letter.end - letter.start > 2 * reach
    )


def _follows(last: Letter, letter: Letter) -> bool:
    size = max(last.ink.size, letter.ink.size, 1.0)
    gap = letter.start - last.end
    if not -BACK * size <= gap <= NEAR * size:
        return False
    if letter.start < last.start - LEVEL * size:
        return False
    apart = abs(letter.base - last.base)
    return apart <= LEVEL * size or (
        apart <= REACH * size
        and gap <= LEVEL * size
        and min(last.ink.size, letter.ink.size) < SMALL * size
    )


def _stands_under(last: Letter, letter: Letter) -> bool:
    """Says whether a letter follows in vertical writing."""
    size = max(last.ink.size, 1.0)
    return (
        ord(last.text[0]) >= CJK
        and ord(letter.text[0]) >= CJK
        and letter.ink.size == last.ink.size
        and abs(letter.start - last.start) < LEVEL * size
        and 0.7 * size < letter.base - last.base < 1.3 * size
    )


def spell(letters: list[Letter]) -> str:
    """Writes out letters of one base line: spaces where gaps are, `^` before raised digits."""
    size, base = _main(letters)
    written: list[str] = []
    last: Letter | None = None
    raised = False
    for letter in letters:
        up = _raised(letter, size, base)
        if last is not None:
            written.append(_between(last, letter, size))
            if up and not raised and letter.text.strip() and _takes_power(last):
                written.append("^")
        written.append(letter.text)
        last, raised = letter, up
    return _paired("".join(written))


def _takes_power(letter: Letter) -> bool:
    """Says whether a raised letter after this one is a power, and no mark of a note."""
    code = ord(letter.text[-1])
    return letter.text[-1] in TAKES_POWER or 0x1D400 <= code <= 0x1D7FF  # noqa: PLR2004 - italics


def _raised(letter: Letter, size: float, base: float) -> bool:
    return letter.ink.size < SMALL * size and base - letter.base > RAISED * size


def _between(last: Letter, letter: Letter, size: float) -> str:
    gap = letter.start - last.end
    if last.text.isspace() or letter.text.isspace():
        return "\t" if gap > GAP_TAB * size else ""
    if gap > GAP_TAB * size:
        return "\t"
    wide = ord(last.text[-1]) >= CJK or ord(letter.text[0]) >= CJK
    if wide and last.text not in ENDS:
        return " " if gap > GAP_CJK * size else ""
    return " " if gap > GAP_LATIN * min(last.ink.size, letter.ink.size) else ""


def _main(letters: list[Letter]) -> tuple[float, float]:
    """Gives the size of most letters, and the base line of most letters of that size."""
    first = letters[0]
    if all(letter.ink is first.ink and letter.base == first.base for letter in letters):
        return first.ink.size, first.base
    sizes = Counter([letter.ink.size for letter in letters])
    most = max(sizes.values())
    size = max(size for size, count in sizes.items() if count * 2 >= most)
    bases = Counter([round(letter.base, 1) for letter in letters if letter.ink.size == size])
    return size, bases.most_common(1)[0][0]


def _texts(letters: list[Letter]) -> list[str]:
    return [letter.text for letter in letters]


def _paired(text: str) -> str:
    """Joins the halves of letters beyond the first 65,536; half ones are lost."""
    if text.isascii() or text.isprintable():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
