"""Finds the functions that C tokens define, and how their types let them be called."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.model.course import Form
from grader.model.run import Convention
from grader.model.static import Way
from grader.policy.c_tokens import Token, closing

_NOT_NAMES = frozenset({"if", "for", "while", "switch", "return", "sizeof", "do", "else", "case"})
_ATTRIBUTES = frozenset({"__attribute__", "__attribute", "__declspec", "_Alignas", "__extension__"})
_INTEGERS = frozenset(
    {
        "int", "long", "short", "unsigned", "signed", "size_t", "ssize_t", "ptrdiff_t", "int32_t",
        "int64_t", "uint32_t", "uint64_t", "__int64",
    }
)  # fmt: skip
_FLOATS = {"double": Form.C_DOUBLE, "float": Form.C_FLOAT}
_RESULTS = frozenset(
    {"c", "result", "res", "ans", "answer", "out", "output", "ret", "z", "r", "dst"}
)
_MATRICES = 3


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: how it is called, and what it is."""

    name: str
    kind: str  # "int", "c-double", "c-float", "c-rows", "fixed", "other"
    constant: bool  # what it points to may not be written


@dataclass(frozen=True, slots=True)
class Function:
    """One definition."""

    name: str
    parameters: tuple[Parameter, ...]
    variadic: bool
    hidden: bool  # static: nobody outside can call it
    returns: str  # "void", "pointer", "value"
    attributes: tuple[str, ...]
    file: str
    line: int
    body: tuple[Token, ...]


def typedefs(found: Sequence[Token]) -> dict[str, tuple[str, ...]]:
    """Collects the names that stand for a plain type: `typedef double real;`."""
    names: dict[str, tuple[str, ...]] = {}
    for at, token in enumerate(found):
        if token.text != "typedef":
            continue
        end = next((k for k in range(at, len(found)) if found[k].text in {";", "{"}), len(found))
        words = [one.text for one in found[at + 1 : end]]
        if end < len(found) and found[end].text == ";" and words and "(" not in words:
            names[words[-1]] = tuple(words[:-1])
    return names


def functions(found: Sequence[Token]) -> Iterator[Function]:
    """Yields every function with a body at the top of the text, in its order."""
    known = typedefs(found)
    start = at = 0
    while at < len(found):
        token = found[at]
        if token.kind == "pragma" or (token.text == ";" and not _is_old_style(found[start:at])):
            start = at + 1
        elif token.text in {"(", "["}:
            at = closing(found, at)
        elif token.text == "{":
            end = closing(found, at)
            head = found[start:at]
            one = _function(head, tuple(found[at + 1 : end]), known)
            if one is not None:
                yield one
                start = end + 1
            at = end
        at += 1


def _is_old_style(head: Sequence[Token]) -> bool:
    """Says whether declarations of C before 1989 stand between a head and its body.

    `void f(n, a) int n; double *a; {`: names alone in the brackets, then a word.
    """
    opening = next((k for k, one in enumerate(head) if one.text == "("), 0)
    if not opening or not head[opening - 1].is_word:
        return False
    end = closing(head, opening)
    given, rest = head[opening + 1 : end], head[end + 1 :]
    names = all(one.is_word if at % 2 == 0 else one.text == "," for at, one in enumerate(given))
    return bool(given) and names and bool(rest) and rest[0].is_word and rest[0].text not in _LABELS


_LABELS = _ATTRIBUTES | {"asm", "__asm", "__asm__"}  # that stand behind a prototype


def _function(
    head: Sequence[Token], body: tuple[Token, ...], known: dict[str, tuple[str, ...]]
) -> Function | None:
    """Reads what stands before a brace; None when it is no function's head."""
    bare, attributes = _without_attributes(head)
    if any(one.text == "=" for one in bare) or not bare:
        return None
    opening = next((k for k, one in enumerate(bare) if one.text == "("), 0)
    if not opening or not bare[opening - 1].is_word or bare[opening - 1].text in _NOT_NAMES:
        return None
    end = closing(bare, opening)
    name, before = bare[opening - 1], [one.text for one in bare[: opening - 1]]
    given = _split(bare[opening + 1 : end])
    return Function(
        name=name.text,
        parameters=tuple(_parameter(one, known) for one in given),
        variadic=any(one and one[-1].text == "..." for one in given),
        hidden="static" in before,
        returns="pointer" if "*" in before else "void" if "void" in before else "value",
        attributes=tuple(attributes),
        file=name.file,
        line=name.line,
        body=body,
    )


def _without_attributes(head: Sequence[Token]) -> tuple[list[Token], list[str]]:
    bare: list[Token] = []
    words: list[str] = []
    at = 0
    while at < len(head):
        if head[at].text in _ATTRIBUTES:
            follows = at + 1 < len(head) and head[at + 1].text == "("
            end = closing(head, at + 1) if follows else at
            words += [one.text for one in head[at : end + 1] if one.is_word]
            at = end + 1
            continue
        bare.append(head[at])
        at += 1
    return bare, words


def _split(found: Sequence[Token]) -> list[list[Token]]:
    """Divides at commas outside brackets. `(void)` and `()` have none."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in found:
        depth += (token.text in {"(", "["}) - (token.text in {")", "]"})
        if token.text == "," and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    if [one.text for one in parts[0]] in ([], ["void"]) and len(parts) == 1:
        return []
    return parts


def _parameter(found: Sequence[Token], known: dict[str, tuple[str, ...]]) -> Parameter:
    bare, _ = _without_attributes(found)
    inner = next((k for k, one in enumerate(bare) if one.text == "["), len(bare))
    name = next((one.text for one in reversed(bare[:inner]) if one.is_word), "")
    words = [word for one in bare[:inner] for word in known.get(one.text, (one.text,))]
    constant = "const" in words[: words.index("*")] if "*" in words else "const" in words
    return Parameter(name=name, kind=_kind(words, bare[inner:]), constant=constant)


def _kind(words: Sequence[str], brackets: Sequence[Token]) -> str:
    """Says what a parameter takes, from the words before its first bracket and what follows."""
    lengths = _lengths(brackets)
    depth = words.count("*") + len(lengths)
    base = next((_FLOATS[word] for word in words if word in _FLOATS), None)
    if base is None:
        integer = not depth and not _INTEGERS.isdisjoint(words)
        return "int" if integer else "other"
    if "long" in words or depth not in {1, 2}:
        return "other"
    if any(length.isdigit() for length in lengths[1:]) or (
        "(" in words and any(length.isdigit() for length in lengths)
    ):
        return "fixed"  # its rows have one length only
    if words.count("*") == depth > 1 or (words.count("*") == 1 and lengths and "(" not in words):
        return Form.C_ROWS if base is Form.C_DOUBLE else "other"
    return base


def _lengths(brackets: Sequence[Token]) -> list[str]:
    """Gives what stands in each pair of brackets, in one text."""
    found: list[str] = []
    at = 0
    while at < len(brackets):
        if brackets[at].text == "[":
            end = closing(brackets, at)
            found.append("".join(one.text for one in brackets[at + 1 : end]))
            at = end
        at += 1
    return found


def ways(function: Function) -> tuple[Way, ...]:
    """Lists how it can be called with n, a, b and c, the likeliest first; () = not at all."""
    kinds = [one.kind for one in function.parameters]
    matrices = [one for one in function.parameters if one.kind not in {"int", "other", "fixed"}]
    forms = {one.kind for one in matrices}
    if function.hidden or function.variadic or len(matrices) != _MATRICES or len(forms) != 1:
        return ()
    if function.returns == "pointer" or "other" in kinds or "fixed" in kinds:
        return ()
    shape = "".join("n" if kind == "int" else "p" for kind in kinds)
    first = _result_first(matrices)
    conventions = _CONVENTIONS.get(shape, ())
    ordered = sorted(conventions, key=lambda one: _fills_first(one) is not first)
    if any(one.constant for one in matrices) and len(ordered) > 1:
        ordered = ordered[:1]  # the const ones are read, so there is no other way
    form, constant = Form(matrices[0].kind), sum(one.constant for one in matrices) > 1
    return tuple(Way(form=form, convention=one, constant=constant) for one in ordered)


_CONVENTIONS = {
    "nppp": (Convention.NABC, Convention.NCAB),
    "pppn": (Convention.ABCN, Convention.CABN),
    "nnnppp": (Convention.NNNABC,),
    "pppnnn": (Convention.ABCNNN,),
}


def _fills_first(convention: Convention) -> bool:
    return convention in {Convention.NCAB, Convention.CABN}


def _result_first(matrices: Sequence[Parameter]) -> bool:
    """Says whether the first of three matrices is the one that is filled."""
    first, *_, last = matrices
    if first.constant is not last.constant:
        return last.constant
    return first.name.lower() in _RESULTS and last.name.lower() not in _RESULTS
