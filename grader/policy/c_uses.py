"""What of a compiled C source touches the rule: headers, symbols, assembly, attributes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.model.finding import Location
from grader.model.run import Compiled
from grader.model.static import Certainty, Use
from grader.model.submission import SourceFile
from grader.policy.c_names import header_reason, is_standard, symbol_reason, takes_over
from grader.policy.c_text import Text, relabelled, walk, written

if TYPE_CHECKING:
    from tree_sitter import Node

_HARMLESS = re.compile(r'\(\s*"(?:pause|cls|clear|date|time|ver|chcp [^"]*)"\s*\)', re.IGNORECASE)
_GPU_PRAGMA = re.compile(r"#\s*pragma\s+(?:omp\s+(?:declare\s+)?target|acc)\b")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|.)", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\n", "\n": ""}
_ASSEMBLY = (
    (".incbin", "c-incbin", True, re.compile(r"\.(?:incbin|include)\b", re.IGNORECASE)),
    (
        "syscall",
        "c-syscall",
        True,
        re.compile(
            r"\b(?:syscall|sysenter|vmcall)\b|\bint\s*\$?\s*(?:0x80|128)\b"
            r"|\b(?:svc|swi|scall|ecall)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "asm",
        "c-directive",
        False,
        re.compile(r"(?:^|[;\n])\s*(?:\w+:\s*)*\.(?!p2align|align|balign|loc|L)\w+", re.MULTILINE),
    ),
)
_ATTRIBUTES = {
    **dict.fromkeys(("constructor", "destructor"), ("c-constructor", True)),
    **dict.fromkeys(("section", "ifunc"), ("c-section", False)),
}
_STARTS = (".init", ".fini", ".ctors", ".dtors", ".preinit")


@dataclass(frozen=True, slots=True)
class Source:
    """The submission's texts, by what the compiler calls their last part."""

    main: SourceFile
    files: Mapping[str, SourceFile]

    def place(self, file: str, line: int) -> Location:
        """Names a line as the student knows it."""
        found = self.files.get(file.rpartition("/")[2], self.main)
        return found.location(line) if line else Location(file=found.name, line=0)


def uses(
    compiled: Compiled, text: Text, top: "Node", source: Source, allowed: Sequence[str]
) -> tuple[Use, ...]:
    """Lists every place that touches the rule; of symbols the first place that names each."""
    nodes = list(walk(top))
    found = [*_of_headers(text, source, allowed), *_of_symbols(compiled, text, nodes, source)]
    for node in nodes:
        found += _of_node(node, source.place(*text.place(node)))
    starts = [name for name in compiled.sections if name.startswith(_STARTS)]
    if starts and all(one.reason != "c-constructor" for one in found):
        found.append(_use("POL002", starts[0], "c-constructor", source.place("", 0)))
    label = relabelled({name: one.text for name, one in source.files.items()})
    if label is not None:
        found.append(_use("POL002", "#line", "c-line", source.place(*label), sure=False))
    return tuple(found)


def _of_headers(text: Text, source: Source, allowed: Sequence[str]) -> Iterator[Use]:
    for header in text.headers.values():
        reason = header_reason(header.name)
        known = header.name in allowed if allowed else is_standard(header.name)
        if header.direct and (reason or not known):
            check = "POL003" if reason == "c-leads-out" else "POL001"
            case = reason or ("c-path" if header.name.startswith("/") else "c-header")
            yield _use(check, header.name, case, source.place(header.file, header.line))


def absent_header(name: str, place: Location) -> Use | None:
    """Judges a header that is not here; None when it only is not here."""
    reason = header_reason(name)
    if not reason:
        return None
    return _use("POL003" if reason == "c-leads-out" else "POL001", name, reason, place)


def _of_symbols(
    compiled: Compiled, text: Text, nodes: Sequence["Node"], source: Source
) -> Iterator[Use]:
    named: dict[str, Node] = {}
    for node in nodes:
        if node.type == "identifier":
            named.setdefault(written(node), node)
    for name in compiled.undefined:
        check, reason, sure = symbol_reason(name)
        if check and not (name == "system" and _only_waits(nodes)):
            place = source.place(*text.place(named.get(name)))
            yield _use(check, name, reason, place, sure=sure)
    for name in compiled.defined:
        if takes_over(name):
            place = source.place(*text.place(named.get(name)))
            yield _use("POL002", name, "c-takes-over", place, sure=False)


def _only_waits(nodes: Sequence["Node"]) -> bool:
    """Says whether every system() only waits for a key or clears the screen, as on Windows."""
    around = [
        node.parent for node in nodes if node.type == "identifier" and written(node) == "system"
    ]
    given = [
        written(one.child_by_field_name("arguments"))
        if one is not None and one.type == "call_expression"
        else ""
        for one in around
    ]
    return bool(given) and all(_HARMLESS.fullmatch(one) for one in given)


def _of_node(node: "Node", place: Location) -> Iterator[Use]:
    """Looks at pragmas, inline assembly and attributes."""
    if node.type == "preproc_call" and _GPU_PRAGMA.match(written(node)):
        yield _use("POL001", " ".join(written(node).split())[:60], "c-gpu", place, sure=False)
    elif node.type == "gnu_asm_expression":
        code = _joined(node)
        found = next((one for one in _ASSEMBLY if one[3].search(code)), None)
        if found is not None:
            yield _use("POL002", found[0], found[1], place, sure=found[2])
    elif node.type == "attribute_specifier":
        for word in walk(node):
            name = written(word).strip("_") if word.type == "identifier" else ""
            if name in _ATTRIBUTES:
                reason, sure = _ATTRIBUTES[name]
                yield _use("POL002", name, reason, place, sure=sure)


def _joined(node: "Node") -> str:
    """Joins the texts of an assembly statement as the compiler does."""
    texts = (written(one) for one in walk(node) if one.type == "string_literal")
    bare = (text[text.find('"') + 1 :].removesuffix('"') for text in texts)
    return _ESCAPE.sub(_meant, "".join(bare))


def _meant(escape: re.Match[str]) -> str:
    body = escape[1]
    if body[0] == "x" and len(body) > 1:
        return chr(int(body[1:], 16) % 256)
    if body.isdigit():
        return chr(int(body, 8) % 256) if set(body) <= set("01234567") else body
    return _PLAIN.get(body, body)


def _use(check: str, what: str, reason: str, place: Location, *, sure: bool = True) -> Use:
    certainty = Certainty.SURE if sure else Certainty.UNSURE
    return Use(check=check, what=what, certainty=certainty, reason=reason, location=place)
