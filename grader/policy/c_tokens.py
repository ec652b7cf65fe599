"""Cuts preprocessed C into tokens that know their line. Linear in the length of the text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST_TOKENS = 200_000  # of the student's own text, after the preprocessor

_TOKEN = re.compile(
    r"""
      (?P<space>[ \t\f\v]+)
    | (?P<word>[^\W\d]\w*)
    | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"?)
    | (?P<char>[uUL]?'(?:[^'\\\n]|\\.)*'?)
    | (?P<mark><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||\#\#|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_LINE = re.compile(r"#[ \t]+(\d+)[ \t]+\"((?:[^\"\\]|\\.)*)\"((?:[ \t]+\d+)*)[ \t]*\Z")
_ESCAPE = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, text or mark; of a line that begins with "#", all of it in one."""

    text: str
    kind: str  # "word", "number", "string", "char", "mark", "pragma"
    file: str
    line: int

    @property
    def is_word(self) -> bool:
        """Whether it is a name or a keyword."""
        return self.kind == "word"


@dataclass(frozen=True, slots=True)
class Marker:
    """One line marker: where the lines below it come from."""

    line: int
    file: str
    enters: bool
    returns: bool


def marker(line: str) -> Marker | None:
    """Reads a line marker; None when the line is none."""
    found = _LINE.match(line)
    if found is None:
        return None
    flags = found[3].split()
    file = _ESCAPE.sub(r"\1", found[2])
    return Marker(line=int(found[1]), file=file, enters="1" in flags, returns="2" in flags)


def tokens(line: str, file: str, number: int) -> Iterator[Token]:
    """Cuts one line; a pragma stays whole."""
    if line.lstrip().startswith("#"):
        yield Token(line.strip(), "pragma", file, number)
        return
    for found in _TOKEN.finditer(line):
        if found.lastgroup not in {None, "space"}:
            yield Token(found[0], str(found.lastgroup), file, number)


def closing(found: Sequence[Token], start: int) -> int:
    """Finds the bracket that closes the one at `start`; the end of all when there is none."""
    depth = 0
    for at in range(start, len(found)):
        text = found[at].text
        if text in {"(", "[", "{"} and found[at].kind == "mark":
            depth += 1
        elif text in {")", "]", "}"} and found[at].kind == "mark":
            depth -= 1
            if depth == 0:
                return at
    return len(found)
