"""Makes the facts about a C source from what compiling it showed. Runs nothing."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grader.model.run import Compiled, CSource, RunStatus
from grader.model.static import (
    Certainty,
    Definition,
    ParseStatus,
    SourceFacts,
    SyntaxTrouble,
    Use,
)
from grader.model.submission import SourceFile
from grader.policy.c_functions import Function, Sizes, functions, sizes, ways
from grader.policy.c_loops import assignments, own_loops, techniques
from grader.policy.c_rule import Source, absent_header, is_of_another_system, uses
from grader.policy.c_text import Text, read_text, walk, written

if TYPE_CHECKING:
    from tree_sitter import Node

_TIMES = re.compile("mul|fma|mla|gemm|dot")
_SAID = re.compile(
    r"(?P<file>[^:\n]+):(?P<line>\d+):(?:(?P<column>\d+):)? (?:fatal )?error: (?P<said>.*)"
)
_LOST = re.compile(r"undefined reference to [^\n]*")
_ABSENT = re.compile(r"(?P<header>\S+): No such file or directory")
_STRAY = ("stray '", "is not valid in an identifier", "universal character", "extended character")
_SUFFIX = re.compile(r"invalid suffix \"([^\"]+)\"")  # of a number
_LESSONS = (
    ("expected ';'", "c-semicolon"),
    ("expected ',' or ';'", "c-semicolon"),
    ("undeclared", "c-undeclared"),
    ("implicit declaration", "c-undeclared"),
    ("expected declaration or statement at end of input", "c-brace"),
    ("unterminated", "c-brace"),
    ("missing terminating", "c-quote"),
    ("unknown type name", "c-type"),
    ("conflicting types", "c-conflict"),
    ("redefinition of", "c-conflict"),
)
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|//.*|/\*.*?\*/")
_UNWRITTEN = re.compile(r"\{(?:\s|;|\(void\)\s*\w+\s*;|return\s*;)*\}")
_PRODUCT = 3  # loops of one
_LIMITS = {
    RunStatus.TIMEOUT: "the compiler's time",
    RunStatus.MEMORY: "the compiler's memory",
    RunStatus.OUTPUT: "the compiler's output",
    RunStatus.SIGNAL: "the compiler, which ended without a message",
    RunStatus.PROTOCOL: "what the compiler may answer",
}


def read_c(
    compiled: Compiled, main: SourceFile, helpers: Sequence[SourceFile], allowed: Sequence[str]
) -> SourceFacts:
    """Says what the source includes, defines and links, or why it cannot be compiled."""
    named = {one.name.rpartition("/")[2]: one for one in (*helpers, main)}
    source = Source(main, named)
    about = CSource(compiler=compiled.compiler, flags=compiled.flags, warnings=compiled.warnings)
    if compiled.run.status is RunStatus.SANDBOX_ERROR:
        return SourceFacts(status=ParseStatus.CRASHED, detail=compiled.run.detail, c=about)
    if compiled.run.status in _LIMITS:
        detail = _LIMITS[compiled.run.status]
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=detail, c=about)
    if compiled.run.status is not RunStatus.OK:
        return _refused(compiled, source, about)
    text = read_text(compiled, frozenset(source.files))
    if text.too_long or compiled.cut:
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail="its length", c=about)
    return _facts(compiled, text, source, allowed)


def _facts(compiled: Compiled, text: Text, source: Source, allowed: Sequence[str]) -> SourceFacts:
    top = text.parse()
    found = list(functions(top, text))
    callable_ones = [one for one in found if one.name != "main"]
    known = sizes(top, text, source)
    definitions = [_definition(one, text, source, known) for one in callable_ones]
    if not any(one.ways for one in definitions):
        loops = {one.name: own_loops(one, top, text, source, known) for one in found}
        listed = [_definition(one, text, source, known) for one in found]
        # Where another function may be what is meant, that of `main` proves nothing.
        others = [one for one in definitions if one.multiplies and one.loops >= _PRODUCT]
        if all(loops[one.name] for one in others):
            definitions = [
                replace(one, ways=loops[one.name])
                for one in listed
                if one.name != "main" or loops[one.name]
            ]
    return SourceFacts(
        status=ParseStatus.OK,
        uses=uses(compiled, text, top, source, allowed),
        definitions=tuple(definitions),
        names=tuple(sorted({one.name for one in found})),
        multiplies=any(_multiplies(one.body) for one in found)
        or (top.has_error and _multiplies(top)),  # a function may be in what was not understood
        c=CSource(
            compiler=compiled.compiler,
            flags=compiled.flags,
            headers=tuple(sorted(name for name, one in text.headers.items() if one.direct)),
            warnings=compiled.warnings,
            techniques=techniques(top, text, found),
            main=len(found) > len(callable_ones),
        ),
    )


def _definition(function: Function, text: Text, source: Source, known: Sizes) -> Definition:
    count = len(function.parameters)
    return Definition(
        name=function.name,
        file=source.place(function.file, function.line).file,
        line=function.line,
        parameters=tuple(one.name for one in function.parameters),
        required=count,
        accepts=count,
        loops=max((len(one.loops) for one in assignments(function.body, text)), default=0),
        multiplies=_multiplies(function.body),
        ways=ways(function, known),
        unwritten=_UNWRITTEN.fullmatch(written(function.body)) is not None,
    )


def _multiplies(body: "Node") -> bool:
    """Says whether there is a sign of multiplying, in the language or by an intrinsic."""
    return any(
        one.type in {"*", "*="} or (one.type == "identifier" and _TIMES.search(written(one)))
        for one in walk(body)
    )


def _refused(compiled: Compiled, source: Source, about: CSource) -> SourceFacts:
    """Says why the compiler refused it: the first error; the others may come from it."""
    linked = _linked(compiled, source)
    if linked:
        return SourceFacts(status=ParseStatus.OK, uses=linked, c=about)
    said = next((found for line in compiled.errors if (found := _SAID.match(line))), None)
    if said is None and (lost := _LOST.search("\n".join(compiled.errors))) is not None:
        trouble = SyntaxTrouble(
            location=source.place("", 0), column=0, message=lost[0], lesson="c-lost"
        )
        return SourceFacts(status=ParseStatus.SYNTAX_ERROR, syntax=trouble, c=about)
    if said is None:
        detail = compiled.errors[0] if compiled.errors else compiled.run.detail
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=detail, c=about)
    place = source.place(said["file"], int(said["line"]))
    absent = _ABSENT.match(said["said"])
    if absent is not None:
        use = absent_header(absent["header"], place)
        if use is not None:
            return SourceFacts(status=ParseStatus.OK, uses=(use,), c=about)
        if is_of_another_system(absent["header"]):
            detail = absent["header"]
            return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=detail, c=about)
    trouble = SyntaxTrouble(
        location=place,
        column=int(said["column"] or 1),
        message=said["said"],
        character=_foreign(source, said["file"], int(said["line"]), said["said"]),
        lesson="c-no-header" if absent else _lesson(said["said"]),
    )
    return SourceFacts(status=ParseStatus.SYNTAX_ERROR, syntax=trouble, c=about)


def _linked(compiled: Compiled, source: Source) -> tuple[Use, ...]:
    """Finds what is surely forbidden in a source that only did not get through to the end."""
    if not compiled.preprocessed:
        return ()
    text = read_text(compiled, frozenset(source.files))
    if text.too_long:
        return ()
    found = uses(compiled, text, text.parse(), source, ())
    return tuple(one for one in found if one.certainty is Certainty.SURE)


def _lesson(said: str) -> str:
    plain = said.replace("\N{LEFT SINGLE QUOTATION MARK}", "'").replace(
        "\N{RIGHT SINGLE QUOTATION MARK}", "'"
    )
    return next((case for words, case in _LESSONS if words in plain), "c-error")


def _foreign(source: Source, file: str, line: int, said: str) -> str:
    """Finds the character that the compiler stumbled over, if it was one from outside ASCII."""
    suffix = _SUFFIX.search(said)
    if suffix is not None:
        return next((one for one in suffix[1] if not one.isascii()), "")
    if not any(words in said for words in _STRAY):
        return ""
    found: SourceFile = source.files.get(file.rpartition("/")[2], source.main)
    lines = found.text.split("\n")
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return next((one for one in _QUOTED.sub("", text) if not one.isascii()), "")
