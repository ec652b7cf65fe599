"""Comments as a table of any program takes them without harm."""

from grader.wording import visible

KEPT = "\t\u200c\u200d"  # tabs, and what joins emoji and the letters of some scripts
MOST = 32_000  # characters; a cell of a spreadsheet holds 32,767


def plain_lines(text: str) -> list[str]:
    """Return the lines of a comment, with nothing in them that cannot be seen."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    if len(plain) > MOST:
        plain = plain[:MOST] + "…"
    return [visible(line, limit=len(line) + 1, keep=KEPT) for line in plain.split("\n")]


def as_text(text: str) -> str:
    r"""Return a comment with "\n" between its lines; "" for one that says nothing."""
    return "\n".join(plain_lines(text)) if text.strip() else ""
