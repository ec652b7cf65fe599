"""Automatic numbering: counts paragraphs and writes their numbers as Word shows them."""

import re
from collections.abc import Callable
from typing import NamedTuple

from .word_styles import Known, Styles, indents
from .word_xml import Node, W, switched, value, whole_number

LEVELS = 9
PLACE = re.compile(r"%([1-9])")
KANJI = "〇一二三四五六七八九"
PLACES = ((10_000, "万"), (1_000, "千"), (100, "百"), (10, "十"))
ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
AIUEO = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
)
HALF = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
IROHA = (
    "イロハニホヘトチリヌルヲワカヨタレソツネナラム"
    "ウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
)
LEGAL = str.maketrans("一二三十", "壱弐参拾")
FULL = str.maketrans("0123456789", "０１２３４５６７８９")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def numeral(number: int, kind: str) -> str:
    """Write a number in a format of w:numFmt; an unknown one is taken for decimal."""
    if kind in ("none", "bullet"):
        return ""
    return FORMATS.get(kind, str)(number) if number >= 0 else str(number)


def _kanji(number: int) -> str:
    if not 0 < number < 100_000:  # noqa: PLR2004 - more than any list
        return KANJI[0] if number == 0 else str(number)
    text = ""
    for place, name in PLACES:
        digit, number = divmod(number, place)
        if digit:
            text += (KANJI[digit] if digit > 1 or name == "万" else "") + name
    return text + (KANJI[number] if number else "")


def _roman(number: int) -> str:
    text = ""
    for size, letters in ROMAN:
        count, number = divmod(min(number, 3_999), size)
        text += letters * count
    return text


def _turning(letters: str) -> Callable[[int], str]:
    """Begin again after the last letter, as Word does with kana."""
    return lambda number: letters[(number - 1) % len(letters)]


def _repeated(number: int) -> str:
    """After z comes aa, then bb."""
    turns, at = divmod(max(number, 1) - 1, len(LETTERS))
    return LETTERS[at] * (min(turns, 20) + 1)


def _enclosed(*ranges: tuple[int, str]) -> Callable[[int], str]:
    """Single characters for 1 to the last one of each range, plain digits above."""

    def write(number: int) -> str:
        least = 1
        for most, first in ranges:
            if least <= number <= most:
                return chr(ord(first) + number - least)
            least = most + 1
        return str(number)

    return write


def _ordinal(number: int) -> str:
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


_circled = _enclosed((20, "①"), (35, "㉑"), (50, "㊱"))
FORMATS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda number: f"{number:02d}",
    **dict.fromkeys(
        ("decimalFullWidth", "decimalFullWidth2"), lambda number: str(number).translate(FULL)
    ),
    "upperRoman": lambda number: _roman(number).upper(),
    "lowerRoman": _roman,
    "upperLetter": lambda number: _repeated(number).upper(),
    "lowerLetter": _repeated,
    "ordinal": _ordinal,
    "numberInDash": lambda number: f"- {number} -",
    **dict.fromkeys(("japaneseCounting", "chineseCounting", "chineseCountingThousand"), _kanji),
    "japaneseLegal": lambda number: _kanji(number).translate(LEGAL),
    **dict.fromkeys(
        ("japaneseDigitalTenThousand", "ideographDigital"),
        lambda number: "".join(KANJI[int(digit)] for digit in str(number)),
    ),
    "aiueo": _turning(HALF),
    "aiueoFullWidth": _turning(AIUEO),
    "iroha": _turning(IROHA),
    "irohaFullWidth": _turning(IROHA),
    "ideographTraditional": _turning("甲乙丙丁戊己庚辛壬癸"),
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "decimalEnclosedFullstop": _enclosed((20, "⒈")),
    "decimalEnclosedParen": _enclosed((20, "⑴")),
}


class _Level(NamedTuple):
    start: int = 1
    kind: str = "decimal"
    text: str = ""
    plain: bool = False  # numbers of other levels become decimal, too
    restart: int = -1  # after which level it begins again: 0 never, -1 after any above
    style: str = ""  # the paragraph style that stands for this level
    indents: Known | None = None  # of its paragraphs


class _NumberedList(NamedTuple):
    """A list: lists of one definition count on together."""

    definition: str
    levels: dict[int, _Level]
    starts: dict[int, int]  # levels that this list begins again


class Numbering:
    """The lists of a file and how far they have counted."""

    def __init__(self, root: Node | None, styles: Styles) -> None:
        self._definitions: dict[str, dict[int, _Level]] = {}
        self._lists: dict[int, _NumberedList] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._begun: set[int] = set()
        behind_styles = {}
        for node in () if root is None else root.iterchildren(W + "abstractNum"):
            key = node.get(W + "abstractNumId", "")
            levels = node.iterchildren(W + "lvl")
            self._definitions[key] = {_index(level): _level(level) for level in levels}
            if (style := value(node, "numStyleLink")) is not None:
                behind_styles[key] = styles.numbering(style)
        for node in () if root is None else root.iterchildren(W + "num"):
            self._lists[whole_number(node.get(W + "numId"), 0)] = self._list(node)
        for key, a_list in self._lists.items():
            other = self._lists.get(behind_styles.get(a_list.definition, 0))
            if not a_list.levels and other is not None:
                self._lists[key] = other._replace(starts=a_list.starts)

    def _list(self, node: Node) -> _NumberedList:
        definition = value(node, "abstractNumId") or ""
        levels, starts = dict(self._definitions.get(definition, {})), {}
        for change in node.iterchildren(W + "lvlOverride"):
            if (level := change.find(W + "lvl")) is not None:
                levels[_index(change)] = _level(level)
            if (start := value(change, "startOverride")) is not None:
                starts[_index(change)] = whole_number(start, 1)
        return _NumberedList(definition, levels, starts)

    def next(self, key: int, level: int | None, style: str) -> tuple[str, bool]:
        """Count a paragraph of list `key` and return its number, and whether it has any mark.

        Without a level, the one that the paragraph's style stands for counts. Bullets have no
        number.
        """
        a_list = self._lists.get(key)
        if a_list is None:
            return "", False
        level = _level_of(a_list, level, style)
        if level not in a_list.levels:
            return "", False
        counts = self._count(key, a_list, level)
        if a_list.levels[level].kind == "bullet":
            return "", True
        text = _written(a_list.levels, a_list.levels[level], counts)
        return text, bool(text.strip())

    def indents(self, key: int, level: int | None, style: str) -> Known:
        """Return the indents that the level of a list gives its paragraphs."""
        a_list = self._lists.get(key)
        if a_list is None:
            return {}
        return a_list.levels.get(_level_of(a_list, level, style), _Level()).indents or {}

    def _count(self, key: int, a_list: _NumberedList, level: int) -> list[int | None]:
        counts = self._counts.setdefault(a_list.definition, [None] * LEVELS)
        if key not in self._begun:
            self._begun.add(key)
            for index, start in a_list.starts.items():
                counts[index] = start - 1
        before = counts[level]
        counts[level] = a_list.levels[level].start if before is None else before + 1
        for below in range(level + 1, LEVELS):
            restart = a_list.levels.get(below, _Level()).restart
            if restart < 0 or level < restart:
                counts[below] = None
        return counts


def _level_of(a_list: _NumberedList, level: int | None, style: str) -> int:
    if level is None:
        of_style = (at for at, each in a_list.levels.items() if each.style == style)
        level = next(of_style, 0)
    return min(level, LEVELS - 1)


def _written(levels: dict[int, _Level], shown: _Level, counts: list[int | None]) -> str:
    def number(match: re.Match[str]) -> str:
        index = int(match.group(1)) - 1
        level, count = levels.get(index, _Level()), counts[index]
        kind = "decimal" if shown.plain and level.kind != "none" else level.kind
        return numeral(level.start if count is None else count, kind)

    return PLACE.sub(number, shown.text)


def _index(node: Node) -> int:
    return max(0, min(LEVELS - 1, whole_number(node.get(W + "ilvl"), 0)))


def _level(node: Node) -> _Level:
    kinds = [each.get(W + "val", "decimal") for each in node.iter(W + "numFmt")]
    plain = node.find(W + "isLgl")
    return _Level(
        start=whole_number(value(node, "start"), 0, 32_767),
        kind=kinds[-1] if kinds else "decimal",  # of two ways to say it, the plainer comes last
        text=(value(node, "lvlText") or "")[:100],
        plain=plain is not None and switched(plain),
        restart=whole_number(value(node, "lvlRestart"), -1),
        style=value(node, "pStyle") or "",
        indents=indents(node.find(W + "pPr")),
    )
