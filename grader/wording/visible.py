"""Text that others wrote, made safe to look at."""

import unicodedata

PICTURES = 0x2400  # the block of Unicode with a picture for each control character
CUT = "…"


def visible(text: str, *, limit: int = 500, keep: str = "") -> str:
    """Shows what cannot be seen, and at most `limit` characters.

    Control characters become their pictures (␀, ␊, ␡); characters that change the direction of
    text, have no width, or are half of a pair become `<U+202E>`. Nothing that is left can move
    other text about. `keep` names control characters to leave alone, such as a line feed.
    """
    shown = text if len(text) <= limit else text[: limit - 1] + CUT
    if shown.isprintable():
        return shown
    return "".join(
        character if character.isprintable() or character in keep else _picture(character)
        for character in shown
    )


def _picture(character: str) -> str:
    code = ord(character)
    if unicodedata.category(character) == "Zs":  # wide and non-breaking spaces move nothing
        return character
    if code < 0x20:  # noqa: PLR2004 - the C0 controls
        return chr(PICTURES + code)
    return "␡" if character == "\x7f" else f"<U+{code:04X}>"
