"""Names of fonts, as a run or the theme gives them."""

from .word_names import A, Node, W

LATIN, EAST = ("asciiTheme", "hAnsiTheme"), ("eastAsiaTheme",)


class Fonts:
    """The two fonts of a theme, for Latin letters and for Japanese ones each."""

    def __init__(self, theme: Node | None) -> None:
        self._names: dict[str, str] = {}
        if theme is None:
            return
        for name in ("major", "minor"):
            scheme = next(theme.iter(f"{A}{name}Font"), None)
            if scheme is not None:
                self._names[name + "latin"] = _face(scheme, "latin")
                self._names[name + "east"] = _face(scheme, "ea") or _japanese(scheme)

    def of(self, node: Node) -> dict[str, str]:
        """Reads a w:rFonts: "latin" and "east", each only if it is said."""
        latin = self._themed(node, LATIN) or node.get(W + "ascii") or node.get(W + "hAnsi")
        east = self._themed(node, EAST) or node.get(W + "eastAsia")
        return {name: text for name, text in (("latin", latin), ("east", east)) if text}

    def _themed(self, node: Node, names: tuple[str, ...]) -> str:
        for name in names:
            theme = node.get(W + name, "")  # "minorEastAsia", "majorHAnsi"
            if theme:
                part = "east" if theme.endswith("EastAsia") else "latin"
                return self._names.get(theme[:5] + part, "")
        return ""


def _face(scheme: Node, name: str) -> str:
    found = scheme.find(A + name)
    return "" if found is None else str(found.get("typeface", ""))


def _japanese(scheme: Node) -> str:
    for font in scheme.iterchildren(A + "font"):
        if font.get("script") == "Jpan":
            return str(font.get("typeface", ""))
    return ""
