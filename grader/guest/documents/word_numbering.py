"""Automatic numbering: counts paragraphs and writes their numbers as Word shows them."""

import re
from typing import NamedTuple

from .word_names import Node, W, switched, value, whole
from .word_numerals import numeral
from .word_styles import Styles

LEVELS = 9
PLACE = re.compile(r"%([1-9])")


class _Level(NamedTuple):
    """How one level of a list is numbered."""

    start: int = 1
    kind: str = "decimal"
    text: str = ""
    plain: bool = False  # numbers of other levels become decimal, too
    restart: int = -1  # after which level it begins anew: 0 never, -1 after any above
    style: str = ""  # the paragraph style that stands for this level


class _List(NamedTuple):
    """A list: lists of one definition count on together."""

    definition: str
    levels: dict[int, _Level]
    starts: dict[int, int]  # levels that this list begins anew


class Numbering:
    """The lists of a file and how far they have counted."""

    def __init__(self, root: Node | None, styles: Styles) -> None:
        self._definitions: dict[str, dict[int, _Level]] = {}
        self._lists: dict[int, _List] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._begun: set[int] = set()
        if root is None:
            return
        linked = {}
        for node in root.iterchildren(W + "abstractNum"):
            key = node.get(W + "abstractNumId", "")
            self._definitions[key] = {
                _index(level): _level(level) for level in node.iterchildren(W + "lvl")
            }
            if (style := value(node, "numStyleLink")) is not None:
                linked[key] = styles.numbering(style)
        for node in root.iterchildren(W + "num"):
            self._lists[whole(node.get(W + "numId"), 0)] = self._list(node)
        self._follow(linked)

    def _list(self, node: Node) -> _List:
        definition = value(node, "abstractNumId") or ""
        levels, starts = dict(self._definitions.get(definition, {})), {}
        for change in node.iterchildren(W + "lvlOverride"):
            index = _index(change)
            level = change.find(W + "lvl")
            if level is not None:
                levels[index] = _level(level)
            if (start := value(change, "startOverride")) is not None:
                starts[index] = whole(start, 1)
        return _List(definition, levels, starts)

    def _follow(self, linked: dict[str, int]) -> None:
        """A definition may only point at a style whose list is meant."""
        for key, one in self._lists.items():
            other = self._lists.get(linked.get(one.definition, 0))
            if not one.levels and other is not None:
                self._lists[key] = _List(other.definition, other.levels, one.starts)

    def next(self, key: int, level: int | None, style: str) -> tuple[str, bool]:
        """Counts a paragraph of list `key` and gives its number, and whether it has any mark.

        Without a level, the one that the paragraph's style stands for counts. Bullets have no
        number.
        """
        one = self._lists.get(key)
        if one is None:
            return "", False
        if level is None:
            named = (index for index, each in one.levels.items() if each.style == style)
            level = next(named, 0)
        level = min(level, LEVELS - 1)
        found = one.levels.get(level)
        if found is None:
            return "", False
        counts = self._count(key, one, level)
        if found.kind == "bullet":
            return "", True
        text = self._written(one, found, counts)
        return text, bool(text.strip())

    def _count(self, key: int, one: _List, level: int) -> list[int | None]:
        counts = self._counts.setdefault(one.definition, [None] * LEVELS)
        if key not in self._begun:
            self._begun.add(key)
            for index, start in one.starts.items():
                counts[index] = start - 1
        start = one.levels[level].start
        before = counts[level]
        counts[level] = start if before is None else before + 1
        for below in range(level + 1, LEVELS):
            restart = one.levels.get(below, _Level()).restart
            if restart < 0 or level < restart:
                counts[below] = None
        return counts

    def _written(self, one: _List, found: _Level, counts: list[int | None]) -> str:
        def number(match: re.Match[str]) -> str:
            index = int(match.group(1)) - 1
            level = one.levels.get(index, _Level())
            count = counts[index]
            kind = "decimal" if found.plain and level.kind != "none" else level.kind
            return numeral(level.start if count is None else count, kind)

        return PLACE.sub(number, found.text)


def _index(node: Node) -> int:
    return max(0, min(LEVELS - 1, whole(node.get(W + "ilvl"), 0)))


def _level(node: Node) -> _Level:
    kinds = [one.get(W + "val", "decimal") for one in node.iter(W + "numFmt")]
    plain = node.find(W + "isLgl")
    return _Level(
        start=whole(value(node, "start"), 0, 32_767),
        kind=kinds[-1] if kinds else "decimal",  # of two ways to say it, the plainer comes last
        text=(value(node, "lvlText") or "")[:100],
        plain=plain is not None and switched(plain),
        restart=whole(value(node, "lvlRestart"), -1),
        style=value(node, "pStyle") or "",
    )
