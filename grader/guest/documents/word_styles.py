"""Word's styles: what a paragraph or a run looks like, and what it is said to be."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from .word_fonts import Fonts
from .word_names import W14, Node, W, colour, switched, value, whole

Known = dict[str, Any]  # properties that are said at all; the rest comes from what is below

DEEPEST = 30  # styles based on each other
HEADING = re.compile(r"(?i)(?<![表図])(?:heading|見出し)\s*([1-9１-９])(?!\d)")
PLAIN_HEADING = ("heading", "見出し")  # as Pages calls the first level
CONTENTS = re.compile(r"(?i)^(toc\s*\d|目次\s*\d|table of figures|図表目次|index \d)|^contents \d")
CLEAR = ("clear", "nil", None)
RAISED = 4  # half points above the line; LibreOffice writes exponents so
BODY_LEVEL = 9  # of w:outlineLvl


class Style(NamedTuple):
    """A paragraph style with all that it is based on."""

    name: str = ""
    level: int = 0
    level_from: str = ""
    contents: bool = False
    run: Known = {}  # noqa: RUF012 - never changed
    paragraph: Known = {}  # noqa: RUF012


class _Raw(NamedTuple):
    """A style as it is written down."""

    name: str
    base: str
    run: Known
    paragraph: Known
    shaded: bool  # a table style that paints cells


class Styles:
    """The styles of a file by their ids."""

    def __init__(self, root: Node | None, fonts: Fonts) -> None:
        self._fonts = fonts
        self._nodes: dict[str, Node] = {}
        self._raw: dict[str, _Raw] = {}
        self._made: dict[str, Style] = {}
        self._default = ""
        self._floor: Known = {"size": 10.0}
        self._floor_paragraph: Known = {}
        for node in () if root is None else root.iterchildren(W + "style"):
            key = node.get(W + "styleId", "")
            self._nodes[key] = node
            usual = node.get(W + "default") in ("1", "true", "on")
            if usual and node.get(W + "type", "paragraph") == "paragraph":
                self._default = key
        defaults = None if root is None else root.find(W + "docDefaults")
        if defaults is not None:
            run = defaults.find(f"{W}rPrDefault/{W}rPr")
            self._floor |= self.run(run)
            self._floor_paragraph = paragraph_properties(defaults.find(f"{W}pPrDefault/{W}pPr"))

    def _read(self, key: str) -> _Raw:
        """Reads a style when it is used: templates bring a hundred that are not."""
        if key not in self._raw:
            node = self._nodes[key]
            shades = node.iter(W + "shd") if node.get(W + "type") == "table" else ()
            self._raw[key] = _Raw(
                (value(node, "name") or key).split(",")[0].strip(),
                value(node, "basedOn") or "",
                self.run(node.find(W + "rPr")),
                paragraph_properties(node.find(W + "pPr")),
                any(shade_of(one) != "" for one in shades),
            )
        return self._raw[key]

    def run(self, node: Node | None) -> Known:
        """Reads what a w:rPr says."""
        return run_properties(node, self._fonts)

    def _chain(self, key: str) -> list[_Raw]:
        """A style and what it is based on, nearest first."""
        chain: list[_Raw] = []
        seen: set[str] = set()
        while key in self._nodes and key not in seen and len(chain) < DEEPEST:
            seen.add(key)
            chain.append(self._read(key))
            key = chain[-1].base
        return chain

    def paragraph(self, key: str | None) -> Style:
        """Gives the style of this id; an unknown one is the default style."""
        known = key if key is not None and key in self._nodes else self._default
        if known not in self._made:
            self._made[known] = self._make(known)
        return self._made[known]

    def _make(self, key: str) -> Style:
        chain = self._chain(key)
        run, paragraph = dict(self._floor), dict(self._floor_paragraph)
        for raw in reversed(chain):
            run |= raw.run
            paragraph |= raw.paragraph
        level, level_from = _level(chain)
        contents = any(CONTENTS.match(raw.name) for raw in chain)
        name = chain[0].name if chain else ""
        return Style(name, level, level_from, contents, run, {**paragraph, "id": key})

    def character(self, key: str) -> Known:
        """Gives what a character style says."""
        known: Known = {}
        for raw in reversed(self._chain(key)):
            known |= raw.run
        return known

    def paints(self, key: str | None) -> bool:
        """Says whether a table style colours cells, so that white letters may be readable."""
        return any(raw.shaded for raw in self._chain(key or ""))

    def numbering(self, key: str) -> int:
        """Gives the list that a numbering style stands for, 0 for none."""
        return next(
            (raw.paragraph["list"] for raw in self._chain(key) if "list" in raw.paragraph), 0
        )


def _level(chain: list[_Raw]) -> tuple[int, str]:
    """What heading a style is; its nearest word counts."""
    named = False
    if chain and chain[0].name.lower() in PLAIN_HEADING and "outline" not in chain[0].paragraph:
        return 1, "style"
    for raw in chain:
        found = HEADING.search(raw.name)
        named = named or found is not None
        if "outline" in raw.paragraph:
            level = raw.paragraph["outline"]
            return (0, "") if level == 0 else (level, "style" if named else "outline-level")
        if found:
            return int(found.group(1)), "style"
    return 0, ""


def paragraph_properties(node: Node | None) -> Known:
    """Reads what a w:pPr says: outline (1 = top, 0 = text), list, list_level, centred, ground."""
    known: Known = {}
    if node is None:
        return known
    outline = value(node, "outlineLvl")
    if outline is not None:
        level = whole(outline, BODY_LEVEL)
        known["outline"] = level + 1 if 0 <= level < BODY_LEVEL else 0
    numbered = node.find(W + "numPr")
    if numbered is not None:
        for name, key in (("numId", "list"), ("ilvl", "list_level")):
            text = value(numbered, name)
            if text is not None:
                known[key] = max(0, whole(text, 0))
    if (aligned := value(node, "jc")) is not None:
        known["centred"] = aligned == "center"
    if (shade := node.find(W + "shd")) is not None:
        known["ground"] = shade_of(shade)
    return known


def run_properties(node: Node | None, fonts: Fonts) -> Known:
    """Reads what a w:rPr says.

    That is size, bold, latin, east, colour, vanish, ground, marked, raised, outlined, unfilled and
    character, each only if it is said.
    """
    known: Known = {}
    for one in () if node is None else node:
        name = str(one.tag).rpartition("}")[2]
        if one.tag.startswith(W14):
            known |= _of_2010(one, name)
        elif name == "rFonts":
            known |= fonts.of(one)
        elif (read := RUN.get(name)) is not None:
            known[read[0]] = read[1](one)
    return known


def _ink(node: Node) -> str:
    """Some programs name only the colour of the theme, whose ground is white."""
    found = colour(node.get(W + "val"))
    plain = node.get(W + "themeShade") is None
    white = plain and node.get(W + "themeColor") in ("background1", "light1")
    return found or ("FFFFFF" if white else "")


def _size(node: Node) -> float:
    return max(0, whole(node.get(W + "val"), 20, 3_276)) / 2


def shade_of(node: Node) -> str | None:
    """Gives the colour of a shading: six digits, "" for none, None for one that is a pattern."""
    if node.get(W + "val") not in CLEAR:
        return None
    found = colour(node.get(W + "fill"))
    return None if not found and node.get(W + "themeFill") else found


RUN: dict[str, tuple[str, Callable[[Node], Any]]] = {
    "sz": ("size", _size),
    "b": ("bold", switched),
    "color": ("colour", _ink),
    "vanish": ("vanish", switched),
    "shd": ("ground", shade_of),
    "highlight": ("marked", lambda node: node.get(W + "val", "none") not in ("none", "white")),
    "vertAlign": ("raised", lambda node: node.get(W + "val") == "superscript"),
    "position": ("raised", lambda node: whole(node.get(W + "val"), 0) >= RAISED),
    "outline": ("outlined", switched),
    "shadow": ("outlined", switched),
    "emboss": ("outlined", switched),
    "imprint": ("outlined", switched),
    "rStyle": ("character", lambda node: node.get(W + "val", "")),
}


def _of_2010(node: Node, name: str) -> Known:
    """Effects of newer Words: letters without fill, with an outline or a glow."""
    none = node.find(W14 + "noFill") is not None
    if name == "textFill" and none:
        return {"unfilled": True}
    if name in ("textOutline", "glow", "shadow", "reflection") and not none:
        return {"outlined": True}
    return {}
