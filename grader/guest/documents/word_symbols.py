"""Letters of the fonts Symbol and Wingdings, and formulas in the old EQ fields, as plain text."""

import re

PRIVATE = 0xF000  # where Word keeps the letters of symbol fonts
GREEK = dict(
    zip(
        "ABGDEZHQIKLMNXOPRSTUFCYWabgdezhqiklmnxoprstufcywVJjv",
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςϑφϖ",
        strict=True,
    )
)
MATHEMATICS = {
    0xA3: "≤", 0xA5: "∞", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°",
    0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷",
    0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC5: "⊕", 0xC7: "∩", 0xC8: "∪", 0xCE: "∈",
    0xD0: "∠", 0xD1: "∇", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xDB: "⇔", 0xDE: "⇒", 0xE5: "∑",
    0xF2: "∫",
}  # fmt: skip
MARKS = {
    0x6C: "●", 0x6E: "■", 0x71: "❑", 0x75: "◆", 0x76: "❖", 0xA7: "▪", 0xA8: "□", 0xD8: "➢",
    0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓",
    0xFE: "☑",
}  # fmt: skip
ROUND = re.compile(r"(?is)\beq\b.*\\o\s*(?:\\\w+\s*)?\(\s*[○◯]\s*[,;，]\s*(.{1,6}?)\s*\)")
FRACTION = re.compile(r"(?is)\\f\s*\(\s*([^(),;]{1,60})[,;]\s*([^(),;]{1,60})\)")
OVER = re.compile(r"(?is)\beq\b.*\\o\s*(?:\\\w+\s*)?\(.*[,;，]\s*(.{1,60})\)\s*$")


def symbol(code: int, font: str) -> str:
    """Gives the letter that a symbol font draws for a code; "□" for one that is not known."""
    code = code - PRIVATE if code >= PRIVATE else code
    if "wingdings" in font.lower():
        return MARKS.get(code, "□")
    letter = chr(code) if 0x20 <= code < 0x7F else ""  # noqa: PLR2004 - ASCII
    return GREEK.get(letter) or MATHEMATICS.get(code) or letter or "□"


def without_private(text: str, font: str) -> str:
    """Replaces letters of symbol fonts that stand in ordinary text."""
    if not any("\uf020" <= letter <= "\uf0ff" for letter in text):
        return text
    changed = (
        symbol(ord(letter), font) if "\uf020" <= letter <= "\uf0ff" else letter for letter in text
    )
    return "".join(changed)


def eq_text(instruction: str) -> str:
    """Writes what an EQ field draws: digits in circles, words with readings, fractions."""
    if found := ROUND.search(instruction):
        inner = found.group(1)
        number = int(inner) if inner.isdecimal() else 0
        return chr(ord("①") + number - 1) if 0 < number <= 20 else inner  # noqa: PLR2004 - to ⑳
    if found := FRACTION.search(instruction):
        return f"({found.group(1).strip()})/({found.group(2).strip()})"
    found = OVER.search(instruction)
    return found.group(1).strip() if found else ""
