"""Detect syntax newer than the reading Python, and the version it needs.

Each construct is an error in every Python before its own. So each one found is removed, and if the
rest parses, only a newer Python is missing; otherwise the rest is a plain mistake. Standard library
only, since another interpreter runs this too (syntax.py).
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, takewhile
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

Version = tuple[int, int]
HERE: Version = sys.version_info[:2]
FSTRINGS, GENERICS, DEFAULTS, TEMPLATES, EXCEPT, LAZY, UNPACKING = (
    (3, 12), (3, 12), (3, 13), (3, 14), (3, 14), (3, 15), (3, 15),
)  # fmt: skip

_FORMATTED = {"f", "fr", "rf"}
_TEMPLATE = {"t", "tr", "rt"}
_QUOTE = "'''|\"\"\"|'|\""
_TOKEN = re.compile(rf"#[^\n]*|(?P<prefix>[^\W\d]\w*)?(?P<quote>{_QUOTE})|\w+|.", re.DOTALL)
_NAMED_CHARACTER = re.compile(r"\\N\{[^{}\n]*\}")
_CONVERSION = re.compile(r"![rsa]\s*(?=[:}])")
_SHOWS_ITSELF = re.compile(r"(?<![=!<>])=\s*\Z")
_BEHIND_PARAMETERS = {"type": {"="}, "def": {"("}, "class": {"(", ":"}}
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class NewerSyntax(NamedTuple):
    """A construct that needs a newer Python."""

    version: Version
    line: int
    example: str  # the construct as written in a textbook


class _Edit(NamedTuple):
    """Removal of one construct from a text."""

    newer: NewerSyntax
    start: int
    end: int
    text: str


def without_newer(code: str, here: Version = HERE) -> tuple[str, NewerSyntax | None]:
    """Remove newer constructs; return the rest, and the newest construct."""
    found: list[NewerSyntax] = []
    for edits_of in (_string_edits, _statement_edits):
        edits = []
        with suppress(SyntaxError, ValueError, tokenize.TokenError), catch_warnings():
            simplefilter("ignore")  # invalid escapes and the like
            for edit in edits_of(code, here):
                edits += [edit] if edit.newer.version > here else []
        for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
            code = code[: edit.start] + edit.text + code[edit.end :]
        found += [edit.newer for edit in edits]
    return code, max(found, key=lambda newer: (newer.version, -newer.line), default=None)


def _string_edits(code: str, here: Version) -> Iterator[_Edit]:
    """Replace each f-string that this Python cannot read, and each t-string, by a plain string."""
    position, line = 0, 1
    while (token := _TOKEN.match(code, position)) is not None:
        end = token.end()
        if token["quote"]:
            end, expressions = _end_of_string(code, token)
            newer = _newer_string(code[position:end], token["prefix"] or "", line)
            if newer is not None:
                for expression in expressions:
                    _ensure_parses(expression, here)
                quote = token["quote"][0] * 3
                filler = "\n" * code.count("\n", position, end)
                yield _Edit(newer=newer, start=position, end=end, text=f"{quote}{filler}{quote}")
        line += code.count("\n", position, end)
        position = end


def _newer_string(literal: str, prefix: str, line: int) -> NewerSyntax | None:
    if prefix.lower() in _TEMPLATE:
        return NewerSyntax(version=TEMPLATES, line=line, example='t"…{x}…"')
    if prefix.lower() not in _FORMATTED:
        return None
    try:
        ast.parse(f"({literal})", mode="eval")
    except SyntaxError:
        return NewerSyntax(version=FSTRINGS, line=line, example='f"…{d["key"]}…"')
    return None


def _ensure_parses(expression: str, here: Version) -> None:
    """Raise SyntaxError if no Python accepts the expression between an f-string's braces."""
    plain, _ = without_newer(_SHOWS_ITSELF.sub("", expression), here)
    listed = ast.parse(f"[{plain}\n]", mode="eval").body
    if isinstance(listed, ast.List) and not listed.elts:
        raise SyntaxError("empty expression")


def _end_of_string(code: str, opening: re.Match[str]) -> tuple[int, Sequence[str]]:
    """Return where a string ends, and the expressions of an f-string or t-string."""
    prefix, quote = (opening["prefix"] or "").lower(), opening["quote"]
    if prefix in _FORMATTED | _TEMPLATE:
        return _end_of_text(code, opening.end(), quote, quote, raw="r" in prefix)
    position = opening.end()
    while not code.startswith(quote, position):
        if position >= len(code) or (code[position] == "\n" and len(quote) == 1):
            raise SyntaxError("unterminated string")
        position += 2 if code[position] == "\\" else 1
    return position + len(quote), ()


def _end_of_text(
    code: str, position: int, stop: str, quote: str, *, raw: bool
) -> tuple[int, Sequence[str]]:
    """Parse text with fields up to `stop`: the quotation mark, or the } of a format."""
    expressions: list[str] = []
    while not code.startswith(stop, position):
        character = code[position : position + 1]
        if not character or code.startswith(quote, position):
            raise SyntaxError("'{' was never closed")
        if character == "\n" and len(quote) == 1:
            raise SyntaxError("unterminated string")
        name = None if raw else _NAMED_CHARACTER.match(code, position)
        if name is not None:
            position = name.end()
        elif stop == quote and code.startswith(("{{", "}}"), position):
            position += 2
        elif character == "{":
            position, inner = _end_of_field(code, position + 1, quote, raw=raw)
            expressions += inner
        elif character == "}":
            raise SyntaxError("single '}' is not allowed")
        else:
            escapes = character == "\\" and code[position + 1 : position + 2] not in {"{", "}"}
            position += 2 if escapes else 1
    return position + len(stop), expressions


def _end_of_field(code: str, start: int, quote: str, *, raw: bool) -> tuple[int, Sequence[str]]:
    """Parse a field after its {: its expression, and those in its format."""
    position, closing = start, list[str]()
    while (token := _TOKEN.match(code, position)) is not None:
        if token["quote"]:
            position, _ = _end_of_string(code, token)
            continue
        text = token[0]
        conversion = _CONVERSION.match(code, position)
        if not closing and (text in {"}", ":"} or conversion is not None):
            expression = code[start:position]
            position = conversion.end() if conversion is not None else position
            if code[position] == "}":
                return position + 1, (expression,)
            end, inner = _end_of_text(code, position + 1, "}", quote, raw=raw)
            return end, (expression, *inner)
        if text in _CLOSING:
            closing.append(_CLOSING[text])
        elif text in _CLOSING.values() and (not closing or closing.pop() != text):
            raise SyntaxError(f"unmatched '{text}'")
        position = token.end()
    raise SyntaxError("'{' was never closed")


def _statement_edits(code: str, _: Version) -> Iterator[_Edit]:
    """Yield edits for constructs visible in the tokens; strings are already plain."""
    tokens = _Tokens(code)
    for index, word in enumerate(tokens.words[:-3]):
        following = tokens.words[index + 1]
        if word in _BEHIND_PARAMETERS and tokens.is_name(index + 1):
            yield from tokens.parameters(index)
        elif word == "lazy" and following in {"import", "from"}:
            yield tokens.edit(LAZY, "lazy import …", index, index + 1)
        elif word == "except":
            yield from tokens.exceptions(index + 2 if following == "*" else index + 1)
        elif word in _CLOSING and following in {"*", "**"}:
            yield from tokens.unpacking(index + 1)


class _Tokens:
    """The tokens of a text, and edits of it."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._tokens = [
            token
            for token in tokenize.generate_tokens(io.StringIO(code).readline)
            if token.type not in {tokenize.NL, tokenize.COMMENT}
        ]
        self.words = [token.string for token in self._tokens]
        self._lines = [0, *accumulate(len(line) + 1 for line in code.split("\n"))]

    def is_name(self, index: int) -> bool:
        return self._tokens[index].type == tokenize.NAME

    def edit(
        self, version: Version, example: str, first: int, behind: int, text: str = ""
    ) -> _Edit:
        """Replace the tokens from `first` up to `behind` (exclusive) with a text."""
        places = (self._tokens[first].start, self._tokens[behind].start)
        start, end = (self._lines[row - 1] + column for row, column in places)
        newer = NewerSyntax(version=version, line=places[0][0], example=example)
        filler = "\\\n" * self._code.count("\n", start, end)
        return _Edit(newer=newer, start=start, end=end, text=f"{text}{filler}")

    def parameters(self, index: int) -> Iterator[_Edit]:
        """Remove `type`, and the [] after the name of a type, function or class."""
        word, group = self.words[index], index + 2
        behind = _behind_group(self.words, group) if self.words[group] == "[" else group
        if self.words[behind] not in _BEHIND_PARAMETERS[word]:
            return
        if word == "type":
            yield self.edit(GENERICS, "type X = …", index, index + 1)
        if behind > group:
            default = "=" in _outermost(self.words[group + 1 : behind - 1])
            version, example = (DEFAULTS, "[T = …]") if default else (GENERICS, f"{word} x[T]")
            yield self.edit(version, example, group, behind)

    def exceptions(self, first: int) -> Iterator[_Edit]:
        """Put several exceptions in parentheses, as older versions require."""
        around = _outside_groups(self.words, first)
        caught = list(takewhile(lambda part: part[1] != ":", around))
        behind = caught[-1][0] + 1 if caught else first
        names = [name for _, name in caught]
        if "," in names and "as" not in names and self.words[behind : behind + 1] == [":"]:
            yield self.edit(EXCEPT, "except A, B:", first, first, "(")
            yield self.edit(EXCEPT, "except A, B:", behind, behind, ")")

    def unpacking(self, star: int) -> Iterator[_Edit]:
        """Remove the star at the start of a comprehension."""
        inside = _outermost(self.words[star : _behind_group(self.words, star - 1) - 1])
        if "for" in inside and "," not in inside[: inside.index("for")]:
            example = f"{self.words[star - 1]}{self.words[star]}x for …"
            yield self.edit(UNPACKING, example, star, star + 1)


def _outside_groups(words: Sequence[str], first: int) -> Iterator[tuple[int, str]]:
    """Yield the tokens from `first` on with their indices, skipping those in brackets."""
    depth = 0
    for index in range(first, len(words)):
        depth -= words[index] in _CLOSING.values()
        if depth < 0:
            return
        if not depth:
            yield index, words[index]
        depth += words[index] in _CLOSING


def _outermost(words: Sequence[str]) -> list[str]:
    return [word for _, word in _outside_groups(words, 0)]


def _behind_group(words: Sequence[str], opening: int) -> int:
    """Return the index after the bracket that closes the one at `opening`, or the last index."""
    around = _outside_groups(words, opening + 1)
    inner = [index for index, _ in around]
    return min((inner[-1] if inner else opening) + 2, len(words) - 1)
