"""Formulas as one line of text: Word's equations, EQ fields, and letters of symbol fonts."""

import re
from collections.abc import Callable

from .word_xml import M, Node, local

MOST = 4_000  # letters of one equation
ONE = re.compile(r"[-−+]?(?:\w+|\w+[.,]\w+|.)", re.DOTALL)  # needs no brackets
NARY = "∫"  # the default sign of m:nary
PRIVATE = 0xF000  # where Word keeps the letters of symbol fonts
GREEK = dict(
    zip(
        "ABGDEZHQIKLMNXOPRSTUFCYWabgdezhqiklmnxoprstufcywVJjv",
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςϑφϖ",
        strict=True,
    )
)
MATHEMATICS = {
    0xA3: "≤", 0xA5: "∞", 0xAC: "←", 0xAE: "→", 0xB0: "°", 0xB1: "±", 0xB3: "≥", 0xB4: "×",
    0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…",
    0xCE: "∈", 0xD1: "∇", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xDB: "⇔", 0xDE: "⇒", 0xE5: "∑",
    0xF2: "∫",
}  # fmt: skip
MARKS = {
    0x6C: "●", 0x6E: "■", 0x75: "◆", 0xA7: "▪", 0xA8: "□", 0xD8: "➢", 0xDF: "←", 0xE0: "→",
    0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFC: "✓", 0xFE: "☑",
}  # fmt: skip
ROUND = re.compile(r"(?is)\beq\b.*\\o\s*(?:\\\w+\s*)?\(\s*[○◯]\s*[,;，]\s*(.{1,6}?)\s*\)")
FRACTION = re.compile(r"(?is)\\f\s*\(\s*([^(),;]{1,60})[,;]\s*([^(),;]{1,60})\)")
OVER = re.compile(r"(?is)\beq\b.*\\o\s*(?:\\\w+\s*)?\(.*[,;，]\s*(.{1,60})\)\s*$")


def linear(node: Node) -> str:
    """Write an equation, or a part of it, in one line: n^3, (a+b)/2, √(x), ∑_(i=1)^n."""
    name = local(node)
    if name == "t":
        return node.text or ""
    if name.endswith("Pr") or name in ("del", "moveFrom"):
        return ""
    if name in ("tab", "br"):
        return " "
    shape = SHAPES.get(name) if str(node.tag).startswith(M) else None
    return (shape or _in_order)(node)[:MOST]


def _in_order(node: Node) -> str:
    return "".join(linear(child) for child in node)


def _parts(node: Node, *names: str) -> list[str]:
    """Return the text of the named parts; "" for a missing one."""
    parts = (node.find(M + name) for name in names)
    return ["" if part is None else _in_order(part).strip() for part in parts]


def _each(node: Node, name: str) -> list[str]:
    return [_in_order(child).strip() for child in node.iterchildren(M + name)]


def _sign(node: Node, holder: str, name: str, usual: str) -> str:
    """Return the m:val of a property; "" in the file means none."""
    sign = node.find(f"{M}{holder}/{M}{name}")
    return usual if sign is None else str(sign.get(M + "val", usual))[:8]


def bracketed(text: str) -> str:
    """Put brackets around a term of several parts, unless it has them."""
    holds = ONE.fullmatch(text) or (text.startswith("(") and _closes_last(text))
    return text if holds else f"({text})"


def _closes_last(text: str) -> bool:
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def _limits(low: str, high: str) -> str:
    return (f"_{bracketed(low)}" if low else "") + (f"^{bracketed(high)}" if high else "")


def _fraction(node: Node) -> str:
    above, below = _parts(node, "num", "den")
    return f"{bracketed(above)}/{bracketed(below)}"


def _raised(node: Node) -> str:
    body, low, high = _parts(node, "e", "sub", "sup")
    body = body if not high or body.endswith(")") else bracketed(body)
    return body + _limits(low, high)


def _root(node: Node) -> str:
    degree, body = _parts(node, "deg", "e")
    return f"{degree if degree != '2' else ''}√({body})"


def _nary(node: Node) -> str:
    low, high, body = _parts(node, "sub", "sup", "e")
    return f"{_sign(node, 'naryPr', 'chr', NARY)}{_limits(low, high)} {body}"


def _between(node: Node) -> str:
    left, right = _sign(node, "dPr", "begChr", "("), _sign(node, "dPr", "endChr", ")")
    return left + _sign(node, "dPr", "sepChr", "|").join(_each(node, "e")) + right


def _function(node: Node) -> str:
    name, body = _parts(node, "fName", "e")
    return f"{name} {body}" if body[:1].isalnum() else name + body


def _limit(node: Node) -> str:
    return "{}_({})".format(*_parts(node, "e", "lim"))


def _matrix(node: Node) -> str:
    return f"[{'; '.join(', '.join(_each(row, 'e')) for row in node.iterchildren(M + 'mr'))}]"


SHAPES: dict[str, Callable[[Node], str]] = {
    "f": _fraction,
    **dict.fromkeys(("sSup", "sSub", "sSubSup", "sPre"), _raised),
    "rad": _root,
    "nary": _nary,
    "d": _between,
    "func": _function,
    "limLow": _limit,
    "limUpp": _limit,
    "m": _matrix,
    # Signs that only align the rows are left out.
    "eqArr": lambda node: "; ".join(_each(node, "e")).replace("&", ""),
    "oMathPara": lambda node: " ".join(_in_order(each) for each in node.iterchildren(M + "oMath")),
}


def symbol(code: int, font: str) -> str:
    """Return the letter that a symbol font draws for a code; "□" for one that is not known."""
    code = code - PRIVATE if code >= PRIVATE else code
    if "wingdings" in font.lower():
        return MARKS.get(code, "□")
    letter = chr(code) if 0x20 <= code < 0x7F else ""  # noqa: PLR2004 - ASCII
    return GREEK.get(letter) or MATHEMATICS.get(code) or letter or "□"


def without_private(text: str, font: str) -> str:
    """Replace letters of symbol fonts that are in ordinary text."""
    return re.sub("[\uf020-\uf0ff]", lambda letter: symbol(ord(letter.group()), font), text)


def eq_text(instruction: str) -> str:
    """Write what an EQ field draws: digits in circles, words with readings, fractions."""
    if circled := ROUND.search(instruction):
        inner = circled.group(1)
        number = int(inner) if inner.isdecimal() else 0
        return chr(ord("①") + number - 1) if 0 < number <= 20 else inner  # noqa: PLR2004 - to ⑳
    if fraction := FRACTION.search(instruction):
        return "({})/({})".format(*map(str.strip, fraction.groups()))
    over = OVER.search(instruction)
    return over.group(1).strip() if over else ""
