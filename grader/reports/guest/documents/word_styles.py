"""The looks of paragraphs and runs in a Word file, and the meaning of their styles.

Properties are plain dicts that contain only what is stated, so that nearer ones override farther
ones: defaults, styles, the run. python-docx reads them one by one, and raises errors for what
LibreOffice and others write (w:jc "start", w:highlight "none", w:sz "10.5").
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from .word_xml import (
    TWIP,
    W14,
    A,
    Node,
    W,
    colour,
    is_off_page,
    near,
    shade_of,
    switched,
    value,
    whole_number,
)

Known = dict[str, Any]

DEEPEST = 30  # styles based on each other
HEADING = re.compile(r"(?i)(?<![表図])(?:heading|見出し)\s*([1-9１-９])(?!\d)")
PLAIN_HEADING = ("heading", "見出し")  # as in Pages, for the first level
CONTENTS = re.compile(r"(?i)^(toc\s*\d|目次\s*\d|table of figures|図表目次|index \d)|^contents \d")
RAISED = 4  # half points above the line; LibreOffice writes exponents this way
BODY_LEVEL = 9  # of w:outlineLvl
TINY = 2.0  # points; smaller letters, and letters in lower lines or rows, are unreadable
CLEAR = 97_000  # of 100,000
FARTHEST = 700.0  # points by which a letter is raised or lowered; about the height of a page
HALF, SQUEEZED = 0.5, 0.1  # in sizes: width of a Latin letter; minimum distance between letters
NARROW = 10  # percent of the usual width of letters
WIDE = 9_000  # twips; assumed width of a frame of unknown size
INDENTS = (  # a hanging indent overrides that of the first line
    ("left", 1, ("left", "start")), ("left_chars", 1, ("leftChars", "startChars")),
    ("first", 1, ("firstLine",)), ("first_chars", 1, ("firstLineChars",)),
    ("first", -1, ("hanging",)), ("first_chars", -1, ("hangingChars",)),
)  # fmt: skip
HIGHLIGHTS = {
    "black": "000000", "blue": "0000FF", "cyan": "00FFFF", "green": "00FF00",
    "magenta": "FF00FF", "red": "FF0000", "yellow": "FFFF00", "white": "FFFFFF",
    "darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000", "darkMagenta": "800080",
    "darkRed": "800000", "darkYellow": "808000", "darkGray": "808080", "lightGray": "C0C0C0",
}  # fmt: skip


class LetterLook(NamedTuple):
    """The look of letters."""

    size: float = 0.0
    bold: bool = False
    latin: str = ""
    east: str = ""
    hidden: str = ""
    spacing: float = 0.0  # points between letters, in addition to their widths
    fit: float = 0.0  # points into which all letters are fitted; 0 = not fitted


def look_of(known: Known, ground: str | None, hidden: str = "", exact: float = 0.0) -> LetterLook:
    """Build the look of a run; `ground` is the colour under it, None if unknown.

    `exact` is the height of its line in points, if fixed.
    """
    size = known.get("size", 0.0)
    return LetterLook(
        size,
        known.get("bold", False),
        known.get("latin", ""),
        known.get("east", ""),
        hidden or _moved(known, size, exact) or _hidden(known, size, ground),
        known.get("spacing", 0.0),
        known.get("fit", 0.0),
    )


def is_squeezed(text: str, look: LetterLook) -> bool:
    """Return whether letters are so close that they overlap, or run backwards."""
    letters = "".join(text.split())
    least = SQUEEZED * look.size * len(letters)
    step = width_of(letters) * look.size + look.spacing * len(letters)
    return step < least or 0 < look.fit < least


def width_of(text: str) -> float:
    """Estimate the width of a text, in units of its letters' size."""
    return sum(1.0 if east_asian_width(letter) in "WF" else HALF for letter in text)


def _moved(known: Known, size: float, exact: float) -> str:
    """Return why letters are invisible: shifted off the page, or out of a line of fixed height."""
    shift = abs(known.get("shift", 0.0))
    if shift > FARTHEST:
        return "outside"
    return "invisible" if exact and shift > exact + size else ""


def _hidden(known: Known, size: float, ground: str | None) -> str:
    outlined = known.get("outlined", False)
    if known.get("vanish") or (known.get("unfilled") and not outlined):
        return "invisible"
    if size < TINY or 0 < known.get("width", 100) < NARROW:
        return "tiny"
    shade = known.get("ground", "")
    under = known.get("highlight") or (ground if shade == "" else shade)
    ink = known.get("colour")
    return "pale" if ink and under and not outlined and near(ink, under) else ""


class Style(NamedTuple):
    """A paragraph style, including all styles on which it is based."""

    key: str
    name: str
    level: int  # level of the heading, 0 for none
    level_from: str
    contents: bool
    run: Known
    paragraph: Known


class Styles:
    """The styles of a file by their ids."""

    def __init__(self, root: Node | None, theme: Node | None) -> None:
        self._fonts = _fonts_of(theme)
        self._nodes: dict[str, Node] = {}
        self._made: dict[str, Style] = {}
        self._characters: dict[str, Known] = {}
        self._painted: dict[str, bool] = {}
        self._default = ""
        self._run: Known = {"size": 10.0}
        self._paragraph: Known = {}
        if root is None:
            return
        for node in root.iterchildren(W + "style"):
            key = node.get(W + "styleId", "")
            self._nodes[key] = node
            usual = node.get(W + "default") in ("1", "true", "on")
            if usual and node.get(W + "type", "paragraph") == "paragraph":
                self._default = key
        self._run |= self.run(root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr"))
        paragraph = root.find(f"{W}docDefaults/{W}pPrDefault/{W}pPr")
        self._paragraph = paragraph_properties(paragraph)

    def _chain(self, key: str) -> list[Node]:
        """Return a style and the styles on which it is based, nearest first."""
        chain: list[Node] = []
        while (node := self._nodes.get(key)) is not None and node not in chain:
            chain.append(node)
            key = value(node, "basedOn") or ""
            if len(chain) == DEEPEST:
                break
        return chain

    def paragraph(self, key: str | None) -> Style:
        """Return the style of this id; an unknown one is the default style."""
        key = key if key is not None and key in self._nodes else self._default
        if key not in self._made:
            chain = self._chain(key)
            run, paragraph = dict(self._run), dict(self._paragraph)
            for node in reversed(chain):
                run |= self.run(node.find(W + "rPr"))
                paragraph |= paragraph_properties(node.find(W + "pPr"))
            names = [_name(node) for node in chain]
            contents = any(CONTENTS.match(name) for name in names)
            level = _level(chain, names)
            self._made[key] = Style(
                key, names[0] if names else "", *level, contents, run, paragraph
            )
        return self._made[key]

    def character(self, key: str) -> Known:
        """Return the properties of a character style."""
        if key not in self._characters:
            known = self._characters.setdefault(key, {})
            for node in reversed(self._chain(key)):
                known |= self.run(node.find(W + "rPr"))
        return self._characters[key]

    def paints(self, key: str) -> bool:
        """Return whether a table style colours cells, so that white letters may be readable."""
        if key not in self._painted:
            shades = (shade for node in self._chain(key) for shade in node.iter(W + "shd"))
            self._painted[key] = any(shade_of(shade) != "" for shade in shades)
        return self._painted[key]

    def numbering(self, key: str) -> int:
        """Return the list of a numbering style; 0 for none."""
        properties = (paragraph_properties(node.find(W + "pPr")) for node in self._chain(key))
        return next((known["list"] for known in properties if "list" in known), 0)

    def run(self, node: Node | None) -> Known:
        """Read the properties in a w:rPr."""
        known: Known = {}
        for child in () if node is None else node.iterchildren("*"):
            name = child.tag.rpartition("}")[2]
            if child.tag.startswith(W14):
                known |= _effect(child, name)
            elif name == "rFonts":
                known |= self._faces(child)
            elif name in RUN:
                key, read = RUN[name]
                known[key] = read(child)
            if name == "position":
                known["shift"] = whole_number(child.get(W + "val"), 0) / 2
        return known

    def _faces(self, node: Node) -> Known:
        """Read a w:rFonts: "latin" and "east", each only if stated."""
        latin = self._themed(node, "asciiTheme", "hAnsiTheme")
        east = self._themed(node, "eastAsiaTheme")
        latin = latin or node.get(W + "ascii") or node.get(W + "hAnsi")
        east = east or node.get(W + "eastAsia")
        return {name: face for name, face in (("latin", latin), ("east", east)) if face}

    def _themed(self, node: Node, *names: str) -> str:
        theme = next((node.get(W + name) for name in names if node.get(W + name)), "")
        part = "east" if theme.endswith("EastAsia") else "latin"  # "minorEastAsia", "majorHAnsi"
        return self._fonts.get(theme[:5] + part, "")


def _fonts_of(theme: Node | None) -> dict[str, str]:
    """Return the fonts of a theme, for Latin letters and for Japanese."""
    fonts: dict[str, str] = {}
    for name in ("major", "minor"):
        scheme = None if theme is None else next(theme.iter(f"{A}{name}Font"), None)
        if scheme is not None:
            latin, east = scheme.find(A + "latin"), scheme.find(A + "ea")
            named = (east, scheme.find(f"{A}font[@script='Jpan']"))
            faces = (node.get("typeface", "") for node in named if node is not None)
            fonts[name + "latin"] = "" if latin is None else latin.get("typeface", "")
            fonts[name + "east"] = next(filter(None, faces), "")
    return fonts


def _name(style: Node) -> str:
    return (value(style, "name") or style.get(W + "styleId", "")).split(",")[0].strip()


def _level(chain: list[Node], names: list[str]) -> tuple[int, str]:
    """Return the heading level of a style, and why; its nearest statement counts."""
    named = False
    for node, name in zip(chain, names, strict=True):
        outline = paragraph_properties(node.find(W + "pPr")).get("outline")
        if node is chain[0] and outline is None and name.lower() in PLAIN_HEADING:
            return 1, "style"
        heading = HEADING.search(name)
        named = named or heading is not None
        if outline is not None:
            return (outline, "style" if named else "outline-level") if outline else (0, "")
        if heading:
            return int(heading.group(1)), "style"
    return 0, ""


def paragraph_properties(node: Node | None) -> Known:
    """Read the properties in a w:pPr.

    They are outline (1 = top, 0 = text), list, list_level, centred, ground, clipped, exact (the
    height of a line in points, 0 if it grows), and indents: left and first in twips, left_chars and
    first_chars in hundredths of a character.
    """
    known: Known = {}
    if node is None:
        return known
    if (outline := value(node, "outlineLvl")) is not None:
        level = whole_number(outline, BODY_LEVEL)
        known["outline"] = level + 1 if 0 <= level < BODY_LEVEL else 0
    for name, key in (("numId", "list"), ("ilvl", "list_level")):
        numbered = node.find(f"{W}numPr/{W}{name}")
        if numbered is not None and (text := numbered.get(W + "val")) is not None:
            known[key] = max(0, whole_number(text, 0))
    if (aligned := value(node, "jc")) is not None:
        known["centred"] = aligned == "center"
    if (shade := node.find(W + "shd")) is not None:
        known["ground"] = shade_of(shade)
    spacing = node.find(W + "spacing")
    if spacing is not None and spacing.get(W + "line"):
        known["clipped"] = "tiny" if is_low(spacing, "line", "lineRule") else ""
        fixed = spacing.get(W + "lineRule") == "exact"
        known["exact"] = whole_number(spacing.get(W + "line"), 0) / 20 if fixed else 0.0
    if clipped := _framed_away(node.find(W + "framePr")):
        known["clipped"] = clipped
    return known | indents(node)


def _framed_away(frame: Node | None) -> str:
    """Return why a frame's content is invisible (off the page, lower than any letter) or ""."""
    if frame is None:
        return ""
    sides = [
        (whole_number(frame.get(W + at), 0) * TWIP, whole_number(frame.get(W + size), WIDE) * TWIP)
        for at, size in (("x", "w"), ("y", "h"))
    ]
    if any(is_off_page(at, size) for at, size in sides):
        return "outside"
    return "tiny" if is_low(frame, "h", "hRule") else ""


def indents(properties: Node | None) -> Known:
    """Read the indents of a w:pPr, named as in `paragraph_properties`."""
    known: Known = {}
    node = None if properties is None else properties.find(W + "ind")
    if node is None:
        return known
    for key, sign, names in INDENTS:
        said = next((node.get(W + name) for name in names if node.get(W + name)), None)
        if said is not None:
            known[key] = sign * whole_number(said, 0)
    return known


def is_low(node: Node, size: str, rule: str) -> bool:
    """Return whether the content of a line or row of this height in twips is clipped."""
    twips = whole_number(node.get(W + size), 240)
    return node.get(W + rule) == "exact" and 0 < twips < TINY * 20


def _ink(node: Node) -> str:
    """Return a colour; for programs that state only the theme's, on a white ground."""
    plain = node.get(W + "themeShade") is None
    white = plain and node.get(W + "themeColor") in ("background1", "light1")
    return colour(node.get(W + "val")) or ("FFFFFF" if white else "")


RUN: dict[str, tuple[str, Callable[[Node], Any]]] = {
    "sz": ("size", lambda node: max(0, whole_number(node.get(W + "val"), 20, 3_276)) / 2),
    "b": ("bold", switched),
    "color": ("colour", _ink),
    "vanish": ("vanish", switched),
    "shd": ("ground", shade_of),
    "highlight": ("highlight", lambda node: HIGHLIGHTS.get(node.get(W + "val"), "")),
    "w": ("width", lambda node: whole_number(node.get(W + "val"), 100)),
    "vertAlign": ("raised", lambda node: node.get(W + "val") == "superscript"),
    "position": ("raised", lambda node: whole_number(node.get(W + "val"), 0) >= RAISED),
    **dict.fromkeys(("outline", "shadow", "emboss", "imprint"), ("outlined", switched)),
    "spacing": ("spacing", lambda node: whole_number(node.get(W + "val"), 0) / 20),
    "fitText": ("fit", lambda node: whole_number(node.get(W + "val"), 0) / 20),
    "rStyle": ("character", lambda node: node.get(W + "val", "")),
}


def _effect(node: Node, name: str) -> Known:
    """Return effects of newer Word versions: letters without fill, with an outline or a glow."""
    none = node.find(W14 + "noFill") is not None
    if name == "textFill":
        return {"unfilled": none or _is_clear(node), **_filled(node)}
    if name in ("textOutline", "glow", "shadow", "reflection") and not none:
        return {"outlined": True}
    return {}


def _is_clear(fill: Node) -> bool:
    """Return whether a fill is nearly transparent; w14:alpha is its transparency in 1/100,000."""
    inks = [*fill.iter(W14 + "srgbClr", W14 + "schemeClr")]
    alphas = [ink.find(W14 + "alpha") for ink in inks]
    return bool(inks) and all(
        alpha is not None and whole_number(alpha.get(W14 + "val"), 0) >= CLEAR for alpha in alphas
    )


def _filled(fill: Node) -> Known:
    """Return the colour of a plain fill, which overrides w:color; modified colours are ignored."""
    ink = fill.find(f"{W14}solidFill/{W14}srgbClr")
    if ink is None or any(child.tag != W14 + "alpha" for child in ink.iterchildren("*")):
        return {}
    return {"colour": colour(ink.get(W14 + "val"))}
