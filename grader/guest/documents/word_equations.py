"""Word's equations as one line of text: n^3, (a+b)/(c), √(x), ∑_(i=1)^n."""

import re
from collections.abc import Callable

from .word_names import M, Node, local

MOST = 4_000  # letters of one equation
ONE = re.compile(r"[-−+]?(?:\w+|\w+[.,]\w+|.)", re.DOTALL)  # needs no brackets
NARY = "∫"  # what m:nary is without a sign


def linear(node: Node) -> str:
    """Writes an equation, or a part of it, in one line."""
    name = local(node)
    if name == "t":
        return node.text or ""
    if name.endswith("Pr") or name in ("del", "moveFrom"):
        return ""
    if name in ("tab", "br"):
        return " "
    known = SHAPES.get(name) if str(node.tag).startswith(M) else None
    return (known or _in_order)(node)[:MOST]


def _in_order(node: Node) -> str:
    return "".join(linear(child) for child in node)


def _part(node: Node, name: str) -> str:
    child = node.find(M + name)
    return "" if child is None else _in_order(child).strip()


def _sign(node: Node, holder: str, name: str, usual: str) -> str:
    """Gives the m:val of a property; "" in the file means none."""
    found = node.find(f"{M}{holder}/{M}{name}")
    return usual if found is None else str(found.get(M + "val", usual))[:8]


def bracketed(text: str) -> str:
    """Puts brackets around what would not hold together without them."""
    whole = ONE.fullmatch(text) or (text.startswith("(") and _closes_last(text))
    return text if whole else f"({text})"


def _closes_last(text: str) -> bool:
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def _fraction(node: Node) -> str:
    return f"{bracketed(_part(node, 'num'))}/{bracketed(_part(node, 'den'))}"


def _raised(node: Node) -> str:
    base, low, high = _part(node, "e"), _part(node, "sub"), _part(node, "sup")
    base = base if not high or base.endswith(")") else bracketed(base)
    text = base + (f"_{bracketed(low)}" if low else "")
    return text + (f"^{bracketed(high)}" if high else "")


def _root(node: Node) -> str:
    degree = _part(node, "deg")
    return f"{degree if degree not in ('', '2') else ''}√({_part(node, 'e')})"


def _nary(node: Node) -> str:
    low, high = _part(node, "sub"), _part(node, "sup")
    limits = (f"_{bracketed(low)}" if low else "") + (f"^{bracketed(high)}" if high else "")
    return f"{_sign(node, 'naryPr', 'chr', NARY)}{limits} {_part(node, 'e')}"


def _between(node: Node) -> str:
    left, right = _sign(node, "dPr", "begChr", "("), _sign(node, "dPr", "endChr", ")")
    inner = (_in_order(child).strip() for child in node.iterchildren(M + "e"))
    return left + _sign(node, "dPr", "sepChr", "|").join(inner) + right


def _function(node: Node) -> str:
    name, inner = _part(node, "fName"), _part(node, "e")
    return f"{name} {inner}" if inner[:1].isalnum() else name + inner


def _limit(node: Node) -> str:
    return f"{_part(node, 'e')}_({_part(node, 'lim')})"


def _matrix(node: Node) -> str:
    rows = (
        ", ".join(_in_order(cell).strip() for cell in row.iterchildren(M + "e"))
        for row in node.iterchildren(M + "mr")
    )
    return f"[{'; '.join(rows)}]"


def _rows(node: Node) -> str:
    """Signs that only align the rows are left out."""
    rows = (_in_order(row).replace("&", "").strip() for row in node.iterchildren(M + "e"))
    return "; ".join(rows)


def _run(node: Node) -> str:
    return "".join(linear(child) for child in node if local(child) != "rPr")


def _paragraph(node: Node) -> str:
    return " ".join(_in_order(child) for child in node.iterchildren(M + "oMath"))


SHAPES: dict[str, Callable[[Node], str]] = {
    "f": _fraction,
    "sSup": _raised,
    "sSub": _raised,
    "sSubSup": _raised,
    "sPre": _raised,
    "rad": _root,
    "nary": _nary,
    "d": _between,
    "func": _function,
    "limLow": _limit,
    "limUpp": _limit,
    "m": _matrix,
    "eqArr": _rows,
    "r": _run,
    "oMathPara": _paragraph,
}
