"""Suggest a correction for a line that does not parse: `retrun c`, `else if`, `i++`.

A suggestion is verified: with it the line parses, so the error disappears or moves further down.
"""

import ast
import difflib
import keyword
import re
import unicodedata
import warnings
from collections.abc import Iterator

from msgspec import Struct

MOST_CHARACTERS = 20_000  # of a text that is parsed repeatedly
MOST_WORDS = 12  # of a line
CLOSE = 0.6  # difflib's ratio: 0.67 for `fro` and `for`, 0.5 for `on` and `in`
SHORT = 3  # letters: short words may have one wrong letter, or two exchanged
C_FOR = re.compile(
    r"\bfor\s*\(\s*(?:int\s+)?(\w+)\s*=\s*(\w+)\s*;\s*\1\s*<\s*([^;=]+?)\s*;"
    r"\s*(?:\1\s*\+\+|\+\+\s*\1|\1\s*\+=\s*1)\s*\)\s*[:{]?"
)
OTHER_LANGUAGES = (
    (re.compile(r"\bel(?:se?)?\s*-?\s*if\b"), "elif"),
    (re.compile(r"&&"), "and"),
    (re.compile(r"\|\|"), "or"),
    (re.compile(r"=<"), "<="),
    (re.compile(r"=>"), ">="),
    (re.compile(r"<>"), "!="),
    (re.compile(r"\b([^\W\d]\w*)\s*\+\+"), r"\1 += 1"),
    (re.compile(r"\b([^\W\d]\w*)\s*--"), r"\1 -= 1"),
    (C_FOR, r"for \1 in range(\2, \3):"),
    (re.compile(r"\bfor\s+(\w+)\s*=\s*(\w+)\s+to\s+([^:]+?)\s*(?=:)"), r"for \1 in range(\2, \3)"),
    (re.compile(r"\bfor\s+([^\W\d]\w*)(?=\s+(?!in\b)\w)"), r"for \1 in"),
    (re.compile(r"(\S+)\s+(?:do|then)\s*:?\s*$"), r"\1:"),
    (re.compile(r";\s*$"), ":"),
    (re.compile(r"(?<=[\w)\]]\s)[xX](?=\s[\w(])"), "*"),
    (re.compile(r"\b([^\W\d]\w*)\((\w+)\)\((\w+)\)"), r"\1[\2][\3]"),
)
WORD = re.compile(r"[^\W\d]\w*")


class Suggestion(Struct, frozen=True):
    """A part of a line, and its replacement."""

    column: int  # 1-based
    wrong: str
    right: str


def suggest(error: SyntaxError, text: str) -> Suggestion | None:
    """Return a correction that makes the line of an error parse; None if there is none."""
    lines, number = text.split("\n"), error.lineno or 0
    if not 0 < number <= len(lines) or len(text) > MOST_CHARACTERS:
        return None
    line = lines[number - 1]
    for begin, end, right in _candidates(line):
        changed = line[:begin] + right + line[end:]
        if _parses_to(lines, number, changed):
            return Suggestion(begin + 1, line[begin:end], right)
    return None


def _candidates(line: str) -> Iterator[tuple[int, int, str]]:
    """Yield possible corrections: operators of other languages, then keywords, closest first."""
    for pattern, right in OTHER_LANGUAGES:
        for found in pattern.finditer(line):
            if found[0] != right:
                yield found.start(), found.end(), found.expand(right)
    for found in [*WORD.finditer(line)][:MOST_WORDS]:
        word = unicodedata.normalize("NFKC", found[0])
        if found[0] in keyword.kwlist:
            continue
        for meant in _close(word):
            yield found.start(), found.end(), meant


def _close(word: str) -> list[str]:
    same = [meant for meant in keyword.kwlist if meant.casefold() == word.casefold()]
    if 1 < len(word) <= SHORT:
        return same + [meant for meant in keyword.kwlist if _one_off(word, meant)]
    return same or difflib.get_close_matches(word, keyword.kwlist, n=3, cutoff=CLOSE)


def _one_off(word: str, meant: str) -> bool:
    """Return whether the words differ by one letter, or by two exchanged neighbours."""
    if len(word) != len(meant):
        longer, shorter = sorted((word, meant), key=len, reverse=True)
        leaves = (longer[:place] + longer[place + 1 :] for place in range(len(longer)))
        return len(longer) == len(shorter) + 1 and shorter in leaves
    unlike = [place for place in range(len(word)) if word[place] != meant[place]]
    exchanged = len(unlike) == len("ab") and sorted(word) == sorted(meant)
    return len(unlike) == 1 or (exchanged and unlike[1] - unlike[0] == 1)


def _parses_to(lines: list[str], number: int, changed: str) -> bool:
    text = "\n".join((*lines[: number - 1], changed, *lines[number:]))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        return (error.lineno or 0) > number
    except (ValueError, RecursionError, MemoryError):
        return False
    return True
