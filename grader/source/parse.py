"""Convert bytes to a syntax tree as the interpreter does, or explain the one reason why not."""

import ast
import io
import re
import tokenize
import unicodedata
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from grader.model.finding import Location
from grader.model.static import SyntaxTrouble
from grader.model.submission import SourceFile, SourceKind
from grader.source.misspelt import suggest
from grader.source.newer import EXCEPT, Version
from grader.source.nodes import nodes_of
from grader.source.syntax import OWN, ParserDiedError, Syntax

LINE_END = re.compile(r"\r\n|\r|\n")
SHOWN = 120  # characters of a line in a message
MOST_BYTES = 524_288  # for larger sources the parser needs seconds and gigabytes
MOST_NODES = 100_000


class TooComplex(Exception):
    """The source is too complex to be written by hand; the message says in which way."""


class Parsed(Struct, frozen=True, kw_only=True):
    """One parsed file. `trees` has two if the interpreter reads another text than is run."""

    name: str
    trees: tuple[ast.Module, ...]
    lines: tuple[str, ...]
    cells: tuple[tuple[int, int], ...]

    def place(self, line: int) -> Location:
        """Return the location of a line; in a notebook, relative to its cell."""
        shown = self.lines[line - 1].strip()[:SHOWN] if 0 < line <= len(self.lines) else ""
        begin, cell = 1, 0
        for first, number in self.cells:
            if first <= line:
                begin, cell = first, number
        return Location(file=self.name, line=line - begin + 1, text=shown, cell=cell)


def parse(source: SourceFile, syntax: Syntax = OWN) -> Parsed | SyntaxTrouble:
    """Parse one file with a version's syntax. Raises TooComplex beyond the parser's limits."""
    try:
        return _parse(source, syntax)
    except ParserDiedError as error:
        raise TooComplex(f"{source.name}: the parser of Python {error} ended") from error


def _parse(source: SourceFile, syntax: Syntax) -> Parsed | SyntaxTrouble:
    if len(source.raw) > MOST_BYTES or len(source.text) > MOST_BYTES:
        raise TooComplex(f"{source.name}: {max(len(source.raw), len(source.text))} bytes")
    versions = _versions(source)
    read = Parsed(
        name=source.name,
        trees=(),
        lines=tuple(LINE_END.split(versions[-1][1])),
        cells=source.cells if source.kind is SourceKind.NOTEBOOK else (),
    )
    trees = []
    for code, shown in versions:
        try:
            trees.append(syntax.tree(code))
        except SyntaxError as error:
            return _explained(error, shown, read, syntax)
        except (ValueError, UnicodeError) as error:
            return SyntaxTrouble(location=read.place(1), column=1, message=str(error))
        except (RecursionError, MemoryError) as error:
            raise TooComplex(f"{source.name}: nested too deeply") from error
    _count(trees, source.name)
    return Parsed(name=read.name, trees=tuple(trees), lines=read.lines, cells=read.cells)


def _count(trees: list[ast.Module], name: str) -> None:
    if sum(len(nodes_of(tree)) for tree in trees) > MOST_NODES:
        raise TooComplex(f"{name}: more than {MOST_NODES} elements")


def _versions(source: SourceFile) -> list[tuple[bytes | str, str]]:
    """Return what to parse, each with its text: the interpreter's bytes, and what will run."""
    shown = source.text.removeprefix("\ufeff")
    if source.kind is SourceKind.NOTEBOOK:
        return [(shown, shown)]
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source.raw).readline)
        read = source.raw.decode(encoding).removeprefix("\ufeff")
    except (SyntaxError, LookupError, UnicodeError):
        return [(shown, shown)]  # intake decoded it differently, and that text is run
    if LINE_END.split(read) == LINE_END.split(shown):
        return [(source.raw, read)]
    return [(source.raw, read), (shown, shown)]


def _counted_in_characters(error: SyntaxError, shown: str, syntax: Syntax) -> SyntaxError:
    """Parse the text again: with bytes, the parser counts some columns in bytes."""
    try:
        syntax.tree(shown)
    except SyntaxError as other:
        error = other
    return error


def _explained(error: SyntaxError, shown: str, read: Parsed, syntax: Syntax) -> SyntaxTrouble:
    """Return the mistake, or the newer Python that is needed."""
    whole = (_counted_in_characters(error, shown, syntax), shown, 1)
    blamed, text, first = _of_one_cell(read, syntax) or whole
    plain, newer = syntax.without_newer(text)
    if newer is None:
        return _trouble(blamed, read, first, text)
    try:
        syntax.tree(plain)
    except (SyntaxError, ValueError) as other:
        return _trouble(other if isinstance(other, SyntaxError) else blamed, read, first, text)
    return SyntaxTrouble(
        location=read.place(newer.line + first - 1),
        column=0,
        message=newer.example,
        lesson="newer-except" if newer.version == EXCEPT and "except" in newer.example else "newer",
        needs=_written(newer.version),
        here=_written(syntax.version),
    )


def _written(version: Version) -> str:
    return ".".join(map(str, version))


def _of_one_cell(read: Parsed, syntax: Syntax) -> tuple[SyntaxError, str, int] | None:
    """Find the first notebook cell that does not parse by itself, as Jupyter runs them.

    Return the error, the cell, and its first line.
    """
    for (first, _), (end, _) in pairwise((*read.cells, (len(read.lines) + 1, 0))):
        cell = "\n".join(read.lines[first - 1 : end - 1])
        try:
            syntax.tree(cell)
        except SyntaxError as error:
            return error, cell, first
    return None


def _trouble(error: SyntaxError, read: Parsed, first: int, text: str) -> SyntaxTrouble:
    """Describe an error in a text that begins in line `first`."""
    line, column = (error.lineno or 1) + first - 1, max(error.offset or 1, 1)
    shown = read.lines[line - 1] if line <= len(read.lines) else ""
    strange = _strange_character(shown, column, error.msg)
    trouble = SyntaxTrouble(location=read.place(line), column=column, message=error.msg)
    if strange:
        return replace(trouble, column=strange[0], character=strange[1])
    if meant := suggest(error, text):
        return replace(
            trouble, column=meant.column, lesson="misspelt", wrong=meant.wrong, right=meant.right
        )
    # Python points to the end of a line with too little indentation
    if type(error) is IndentationError:
        trouble = replace(trouble, column=len(_blank(shown)) + 1)
    if isinstance(error, IndentationError) and (steps := _indents(text, line - first + 1)):
        number, indents = steps
        return replace(trouble, above=read.place(number + first - 1), indents=indents)
    return trouble


def _indents(text: str, number: int) -> tuple[int, tuple[int, ...]] | None:
    """Count the indentation of a line and of the lines above it.

    Return the number of the nearest code line above, and the indentation of the line, of that line,
    and of the open blocks. None if there are tabs.
    """
    lines = LINE_END.split(text)[:number]
    code = [
        (place, line)
        for place, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if len(code) < 2 or code[-1][0] != number or "\t" in "".join(_blank(line) for _, line in code):  # noqa: PLR2004
        return None
    open_blocks: list[int] = []
    for _, line in code[:-1]:
        blanks = len(_blank(line))
        open_blocks = [*(each for each in open_blocks if each < blanks), blanks]
    (above, line_above), (_, line) = code[-2:]
    return above, (len(_blank(line)), len(_blank(line_above)), *open_blocks)


def _blank(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _strange_character(line: str, column: int, message: str) -> tuple[int, str] | None:
    """Find a character inserted by an input method: the message names it or points to it."""
    named = re.search(r"\(U\+([0-9A-F]{4,6})\)", message)
    if named:
        character = chr(int(named[1], 16))
        return line.find(character) + 1 or column, character
    blamed = line[column - 1 : column]
    if _strange(blamed):
        return column, blamed
    return None


def _strange(character: str) -> bool:
    """Return whether a character only looks like Python (full-width forms, quotes, spaces)."""
    if not character or character.isascii() or character.isidentifier():
        return False
    return unicodedata.normalize("NFKC", character) != character or not character.isalnum()
