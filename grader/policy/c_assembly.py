"""What inline assembly and attributes of a C source do besides computing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.policy.c_tokens import Token, closing

_WORDS = frozenset({"asm", "__asm", "__asm__"})
_QUALIFIERS = frozenset({"volatile", "__volatile__", "__volatile", "inline", "goto"})
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|.)", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\n", "\n": ""}
_TO_THE_KERNEL = re.compile(
    r"\b(?:syscall|sysenter|vmcall)\b|\bint\s*\$?\s*(?:0x80|128)\b|\b(?:svc|swi|scall|ecall)\b",
    re.IGNORECASE,
)
_READS = re.compile(r"\.(?:incbin|include)\b", re.IGNORECASE)
_DIRECTIVE = re.compile(
    r"(?:^|[;\n])\s*(?:\w+:\s*)*\.(?!p2align|align|balign|loc|L)\w+", re.MULTILINE
)
_HOOKS = frozenset({"constructor", "__constructor__", "destructor", "__destructor__"})
_PLACES = frozenset({"section", "__section__", "ifunc", "__ifunc__"})
_STARTS = (".init", ".fini", ".ctors", ".dtors", ".preinit")


@dataclass(frozen=True, slots=True)
class Found:
    """One thing besides computing."""

    what: str
    reason: str  # a case of POL002's wording
    sure: bool
    token: Token | None  # None: only the object shows it


def in_assembly(found: Sequence[Token]) -> Iterator[Found]:
    """Yields what inline assembly does that is no computing."""
    for at, token in enumerate(found):
        if token.text not in _WORDS or not token.is_word:
            continue
        start = at + 1
        while start < len(found) and found[start].text in _QUALIFIERS:
            start += 1
        if start < len(found) and found[start].text == "(":
            inside = found[start + 1 : closing(found, start)]
            yield from _of_text(_joined(inside), token)


def _of_text(text: str, token: Token) -> Iterator[Found]:
    if _READS.search(text):
        yield Found(".incbin", "c-incbin", sure=True, token=token)
    elif _TO_THE_KERNEL.search(text):
        yield Found("syscall", "c-syscall", sure=True, token=token)
    elif _DIRECTIVE.search(text):
        yield Found("asm", "c-directive", sure=False, token=token)


def _joined(found: Sequence[Token]) -> str:
    """Joins the texts of an assembly statement as the compiler does."""
    texts = (one.text for one in found if one.kind == "string")
    bare = (text[text.find('"') + 1 :].removesuffix('"') for text in texts)
    return _ESCAPE.sub(_meant, "".join(bare))


def _meant(escape: re.Match[str]) -> str:
    body = escape[1]
    if body[0] == "x" and len(body) > 1:
        return chr(int(body[1:], 16) % 256)
    if body.isdigit():
        return chr(int(body, 8) % 256) if set(body) <= set("01234567") else body
    return _PLAIN.get(body, body)


def in_attributes(found: Sequence[Token]) -> Iterator[Found]:
    """Yields attributes that have code run before anything is called, or put it elsewhere."""
    for at, token in enumerate(found):
        if token.text in {"__attribute__", "__attribute"}:
            words = [one for one in found[at : closing(found, at + 1)] if one.is_word]
            for word in words:
                if word.text in _HOOKS:
                    yield Found(word.text.strip("_"), "c-constructor", sure=True, token=word)
                elif word.text in _PLACES:
                    yield Found(word.text.strip("_"), "c-section", sure=False, token=word)


def in_sections(sections: Sequence[str]) -> Iterator[Found]:
    """Yields parts of the object that run before anything is called."""
    for name in sections:
        if name.startswith(_STARTS):
            yield Found(name, "c-constructor", sure=True, token=None)
