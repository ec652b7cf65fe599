"""Programs as rows of tokens in which names, comments, layout and literals do not count.

A fingerprint is the hash of consecutive tokens, as in Schleimer, Wilkerson and Aiken 2003. They
thin out the fingerprints of millions of documents by winnowing; those of a class all fit into
memory, and only the full set shows exactly how many programs contain a passage.
"""

import builtins
import keyword
import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from msgspec import Struct

MOST_LETTERS = 65_536  # characters read of a program
ROW = 12  # tokens of one fingerprint: two or three short statements
NAME, TEXT, NUMBER = "N", "S", "0"
C_NAMES = (".c", ".h", ".cc", ".cpp", ".cu")
C_WORDS = re.compile(
    r"auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline"
    r"|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union"
    r"|unsigned|void|volatile|while"
)
C_TYPES = frozenset(("char", "double", "float", "int", "long", "short", "unsigned", "void"))
LIBRARY = frozenset(dir(builtins))
SETS = frozenset({"=", "+=", "-=", "*=", "/=", ":="})

# Broken programs are read as far as possible, even a string whose quote is never closed.
_REST = r"""
    (?P<number> 0[xX][0-9a-fA-F_]+ | (?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?\w* )
  | (?P<name> [^\W\d]\w* )
  | (?P<sign> \*\*=? | //=? | <<=? | >>=? | -> | \+\+ | -- | && | \|\| | [-+*/%@&|^=<>!:]= | \S )
"""
_PYTHON = re.compile(
    r"""
    (?P<note> \#[^\n]* | \\\n )
  | (?P<text> (?:[rbfuRBFU]{1,2}(?=['"]))? (?:
        '{3} (?:[^'\\]|\\.|'(?!''))* (?:'{3})? | "{3} (?:[^"\\]|\\.|"(?!""))* (?:"{3})?
      | '(?:[^'\\\n]|\\.)*'? | "(?:[^"\\\n]|\\.)*"? ) )
  | """
    + _REST,
    re.VERBOSE | re.DOTALL,
)
_C = re.compile(
    r"""
    (?P<note> //[^\n]* | /\*(?:[^*]|\*(?!/))*(?:\*/)? | (?<![^\n])[ \t]*\#(?:[^\\\n]|\\.)* )
  | (?P<text> '(?:[^'\\\n]|\\.)*'? | "(?:[^"\\\n]|\\.)*"? )
  | """
    + _REST,
    re.VERBOSE | re.DOTALL,
)


class ComparableProgram(Struct, frozen=True, kw_only=True):
    """One program, ready to be compared."""

    lines: Sequence[str]
    of_line: Sequence[int]  # line number (from 0) of each token
    prints: Sequence[int]  # at each token, the fingerprint of the tokens from there on

    @property
    def all_prints(self) -> frozenset[int]:
        """The set of fingerprints."""
        return frozenset(self.prints)

    def covered(self, shared: frozenset[int]) -> set[int]:
        """Return the indices of tokens in passages with one of these fingerprints."""
        return {
            token
            for at, each in enumerate(self.prints)
            if each in shared
            for token in range(at, at + ROW)
        }

    def marked(self, shared: frozenset[int]) -> frozenset[int]:
        """Return the numbers of the lines, from 0, that contain a part of such a passage."""
        return frozenset(self.of_line[token] for token in self.covered(shared))


def read_program(text: str, name: str) -> ComparableProgram:
    """Make a program comparable; `name` is its file's, which says the language."""
    text = text[:MOST_LETTERS].replace("\r\n", "\n").replace("\r", "\n")
    tokens = _as_compared(list(_tokens(text, name)))
    symbols = [symbol for symbol, _ in tokens]
    return ComparableProgram(
        lines=text.split("\n"),
        of_line=[line for _, line in tokens],
        prints=[_print(symbols[at : at + ROW]) for at in range(len(symbols) - ROW + 1)],
    )


def _print(symbols: Sequence[str]) -> int:
    row = "\0".join(symbols).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(row, digest_size=8).digest(), "big")


def _tokens(text: str, name: str) -> Iterator[tuple[str, str, int]]:
    """Yield the kind, text and line of each token, without comments and docstrings."""
    pattern = _C if name.lower().endswith(C_NAMES) else _PYTHON
    line, read, depth = 0, 0, 0
    for match in pattern.finditer(text):
        line += text.count("\n", read, match.start())
        read, value, kind = match.start(), match[0], match.lastgroup or ""
        alone = depth <= 0 and not text[text.rfind("\n", 0, read) + 1 : read].strip()
        if kind == "note" or (kind == "text" and alone):
            continue
        depth += (value in "([{") - (value in ")]}")
        yield kind, value, line


def _as_compared(read: Sequence[tuple[str, str, int]]) -> list[tuple[str, int]]:
    """Return the value by which each token is compared, and its line.

    Names from libraries are kept: a program that plots is not similar to one that prints. Names
    that the program defines or assigns, as in `sum = 0`, are all treated as equal.
    """
    values = ["", "", *(value for _, value, _ in read), ""]
    own = {
        value
        for at, value in enumerate(values[2:-1], start=2)
        if values[at - 1] in {"def", "class"}
        or values[at + 1] in SETS
        or (values[at - 1] in C_TYPES and values[at + 1] == "(")
    }
    compared = []
    for at, (kind, value, line) in enumerate(read):
        beyond, earlier, following = values[at], values[at + 1], values[at + 3]
        if kind == "name" and not (keyword.iskeyword(value) or C_WORDS.fullmatch(value)):
            called = following == "(" or value in LIBRARY or earlier == "import"
            library = called or (earlier == "." and beyond != "self")
            compared.append((value if library and value not in own else NAME, line))
        else:
            compared.append(({"text": TEXT, "number": NUMBER}.get(kind, value), line))
    return compared
