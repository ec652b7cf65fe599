"""Walks the loops of a C function down to its assignments. Only `for` is followed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.policy.c_tokens import Token, closing

DEEPEST = 40  # statements inside statements
_ASSIGNS = frozenset({"=", "+="})
_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Loop:
    """The head of a `for`."""

    variable: str
    begins: tuple[str, ...]  # the tokens that its variable is set to
    step: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Access:
    """One element of an array: `a[i*n+k]`, `a[i][k]`."""

    array: str
    indices: tuple[tuple[str, ...], ...]  # the tokens of each pair of brackets

    @property
    def words(self) -> frozenset[str]:
        """The names in its indices."""
        return frozenset(one for part in self.indices for one in part if _WORD.fullmatch(one))

    def row(self, variables: frozenset[str]) -> str:
        """Names the loop variable that is multiplied by a length, or the first of two indices."""
        if len(self.indices) > 1:
            found = [one for one in self.indices[0] if one in variables]
            return found[0] if len(found) == 1 else ""
        tokens = self.indices[0]
        times = [at for at, one in enumerate(tokens) if one == "*"]
        around = {tokens[k] for at in times for k in (at - 1, at + 1) if 0 <= k < len(tokens)}
        rows = [one for one in dict.fromkeys(tokens) if one in around & variables]
        return rows[0] if len(rows) == 1 else ""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A statement that sets something, and the loops around it, outermost first."""

    loops: tuple[Loop, ...]
    left: tuple[Token, ...]
    right: tuple[Token, ...]
    adds: bool  # "+=", or what stands on the left is added on the right
    line: int


def assignments(body: Sequence[Token]) -> Iterator[Assignment]:
    """Yields every assignment, in order."""
    at = 0
    while at < len(body):
        found: list[Assignment] = []
        at = _statement(body, at, (), found)
        yield from found


def _statement(
    body: Sequence[Token], at: int, loops: tuple[Loop, ...], found: list[Assignment]
) -> int:
    """Reads one statement; returns where the next begins."""
    token = body[at]
    if token.text == "{":
        end = closing(body, at)
        at += 1
        while at < end and len(loops) < DEEPEST:
            at = _statement(body[:end] if len(body) > end else body, at, loops, found)
        return end + 1
    opened = at + 1 < len(body) and body[at + 1].text == "("
    if token.text == "for" and opened:
        end = closing(body, at + 1)
        inner = (*loops, _loop(body[at + 2 : end], token.line))
        return _inside(body, end + 1, inner, found)
    if token.text in {"if", "while", "switch"} and opened:
        return _inside(body, closing(body, at + 1) + 1, loops, found)
    if token.text in {"else", "do"} or token.kind == "pragma":
        return at + 1
    end = _end(body, at)
    one = _assignment(body[at:end], loops)
    if one is not None:
        found.append(one)
    return end + 1


def _inside(
    body: Sequence[Token], at: int, loops: tuple[Loop, ...], found: list[Assignment]
) -> int:
    """Reads what a loop or condition governs; pragmas before it belong to it."""
    while at < len(body) and body[at].kind == "pragma":
        at += 1
    return _statement(body, at, loops, found) if at < len(body) and len(loops) < DEEPEST else at


def _end(body: Sequence[Token], at: int) -> int:
    """Finds the semicolon that ends a statement."""
    while at < len(body) and body[at].text != ";":
        if body[at].text in {"(", "[", "{"} and body[at].kind == "mark":
            at = closing(body, at)
        at += 1
    return at


def _loop(head: Sequence[Token], line: int) -> Loop:
    parts: list[list[str]] = [[]]
    for token in head:
        if token.text == ";":
            parts.append([])
        else:
            parts[-1].append(token.text)
    first = parts[0]
    equals = first.index("=") if "=" in first else 0
    comma = first.index(",") if "," in first else len(first)
    return Loop(
        variable=first[equals - 1] if equals else "",
        begins=tuple(first[equals + 1 : comma]) if equals else (),
        step=tuple(parts[2]) if len(parts) > 2 else (),  # noqa: PLR2004  after two semicolons
        line=line,
    )


def _assignment(statement: Sequence[Token], loops: tuple[Loop, ...]) -> Assignment | None:
    at = next((k for k, one in enumerate(statement) if one.text in _ASSIGNS), 0)
    if not at:
        return None
    left, right = tuple(statement[:at]), tuple(statement[at + 1 :])
    texts, again = [one.text for one in right], [one.text for one in left]
    adds = statement[at].text == "+=" or (texts[: len(again)] == again and "+" in texts)
    return Assignment(loops, left, right, adds, statement[0].line)


def accesses(found: Sequence[Token]) -> Iterator[Access]:
    """Yields the elements of arrays among tokens."""
    at = 0
    while at < len(found):
        if found[at].is_word and at + 1 < len(found) and found[at + 1].text == "[":
            name, indices = found[at].text, []
            at += 1
            while at < len(found) and found[at].text == "[":
                end = closing(found, at)
                indices.append(tuple(one.text for one in found[at + 1 : end]))
                at = end + 1
            yield Access(name, tuple(indices))
        else:
            at += 1
