"""Format the output of `grader check` as HTML: headings for findings, code as code."""

import html
import re
from collections.abc import Iterator

STYLE = re.compile(r"\x1b\[([0-9;]*)m")
BOLD, DIM = "1", "2"
COLOURS = {"31": "red", "32": "green", "33": "yellow", "36": "code", "90": "dim"}
MARKS = tuple("×△…○－─")


def html_of(printed: str) -> str:
    """Format lines that contain a terminal's style codes."""
    parts: list[str] = []
    excerpt: list[str] = []
    for line in printed.split("\n"):
        pieces = [*_pieces(line)]
        if pieces and all("code" in styles for styles, text in pieces if text.strip()):
            excerpt.append(STYLE.sub("", line).removeprefix("    "))
            continue
        if excerpt:
            parts.append(_excerpt(excerpt))
            excerpt = []
        if text := "".join(_span(styles, text) for styles, text in pieces):
            first = pieces[0][0] if pieces else frozenset()
            heading = "bold" in first and STYLE.sub("", line).startswith(MARKS)
            parts.append(f"<h3>{text}</h3>" if heading else f"<p>{text}</p>")
    return "\n".join(parts)


def _pieces(line: str) -> Iterator[tuple[frozenset[str], str]]:
    """Yield the texts of a line, each with its styles."""
    styles: set[str] = set()
    for number, part in enumerate(STYLE.split(line)):
        if number % 2 == 0:
            if part:
                yield frozenset(styles), part
            continue
        for code in part.split(";"):
            if code in {"", "0"}:
                styles.clear()
            elif code in {BOLD, DIM}:
                styles.add("bold" if code == BOLD else "dim")
            elif code in COLOURS:
                styles.add(COLOURS[code])


def _span(styles: frozenset[str], text: str) -> str:
    shown = html.escape(text)
    return f'<span class="{" ".join(sorted(styles))}">{shown}</span>' if styles else shown


def _excerpt(lines: list[str]) -> str:
    """Show the location, then the line with its pointer; it can be scrolled by keyboard."""
    where, *code = lines
    shown = f'<p class="where">{html.escape(where)}</p>'
    if code:
        shown += f'<pre tabindex="0">{html.escape(chr(10).join(code))}</pre>'
    return shown
