"""Derive facts about a C source from the result of compiling it. Runs nothing."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from grader.exercises.c.foreign import foreign_keyword, is_foreign_function, is_foreign_header
from grader.exercises.c.functions import Function, functions, has_fixed_size, loop_depth, ways
from grader.exercises.c.record import Compiled, CSource
from grader.exercises.c.rule import CFiles, absent_header, uses
from grader.exercises.c.text import CText, read_text, walk, written
from grader.model.run import RunStatus
from grader.model.static import (
    Certainty,
    Definition,
    ParseStatus,
    SourceFacts,
    SyntaxTrouble,
    Use,
)
from grader.model.submission import SourceFile

if TYPE_CHECKING:
    from tree_sitter import Node

_TIMES = re.compile("mul|fma|mla|gemm|dot")
_SAID = re.compile(
    r"(?P<file>[^:\n]+):(?P<line>\d+):(?:(?P<column>\d+):)? (?:fatal )?error: (?P<said>.*)"
)
_LOST = re.compile(r"undefined reference to [^\n]*")
_ABSENT = re.compile(r"(?P<header>\S+): No such file or directory")
_NAMED = re.compile(r"'(\w+)'")
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
_STARTS_THREADS = ("GOMP_", "omp_", "pthread_create", "thrd_create")  # prefixes of symbols
_LIMITS = {
    RunStatus.TIMEOUT: "the compiler's time",
    RunStatus.MEMORY: "the compiler's memory",
    RunStatus.OUTPUT: "the compiler's output",
    RunStatus.SIGNAL: "the compiler, which ended without a message",
    RunStatus.PROTOCOL: "what the compiler may answer",
}


Request = tuple[Compiled, SourceFile, tuple[SourceFile, ...], tuple[str, ...]]


def read(request: Any) -> tuple[SourceFacts, CSource]:
    """Read an encoded Request; see source.SourceReader.read_with."""
    return read_c(*msgspec.convert(request, Request))


def read_c(
    compiled: Compiled, main: SourceFile, helpers: Sequence[SourceFile], allowed: Sequence[str]
) -> tuple[SourceFacts, CSource]:
    """Return what the source includes, defines and links, or why it cannot be compiled."""
    by_name = {file.name.rpartition("/")[2]: file for file in (*helpers, main)}
    source = CFiles(main, by_name)
    about = CSource(compiler=compiled.compiler, flags=compiled.flags, warnings=compiled.warnings)
    if compiled.run.status is RunStatus.SANDBOX_ERROR:
        return SourceFacts(status=ParseStatus.CRASHED, detail=compiled.run.detail), about
    if compiled.run.status in _LIMITS:
        detail = _LIMITS[compiled.run.status]
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=detail), about
    if compiled.run.status is not RunStatus.OK:
        return _refused(compiled, source), about
    text = read_text(compiled, frozenset(source.files))
    if text.too_long or compiled.cut:
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail="its length"), about
    facts = _facts(compiled, text, source, allowed)
    foreign = next(filter(is_foreign_function, compiled.unresolved), "")
    if foreign and not any(use.certainty is Certainty.SURE for use in facts.uses):
        return SourceFacts(status=ParseStatus.FOREIGN, detail=foreign), about
    headers = tuple(sorted(name for name, header in text.headers.items() if header.direct))
    return facts, replace(about, headers=headers)


def _facts(compiled: Compiled, text: CText, source: CFiles, allowed: Sequence[str]) -> SourceFacts:
    top = text.parse()
    defined = list(functions(top, text))
    callables = [function for function in defined if function.name != "main"]
    return SourceFacts(
        status=ParseStatus.OK,
        uses=uses(compiled, text, top, source, allowed),
        definitions=tuple(_definition(function, source) for function in callables),
        names=tuple(sorted({function.name for function in defined})),
        multiplies=any(_multiplies(function.body) for function in defined)
        # a function may be in the part that was not understood
        or (top.has_error and _multiplies(top)),
        parallel=any(symbol.startswith(_STARTS_THREADS) for symbol in compiled.undefined),
    )


def _definition(function: Function, source: CFiles) -> Definition:
    count = len(function.parameters)
    return Definition(
        name=function.name,
        file=source.place(function.file, function.line).file,
        line=function.line,
        parameters=tuple(parameter.name for parameter in function.parameters),
        required=count,
        accepts=count,
        loops=loop_depth(function.body),
        multiplies=_multiplies(function.body),
        ways=ways(function),
        fixed=has_fixed_size(function),
        unwritten=_UNWRITTEN.fullmatch(written(function.body)) is not None,
    )


def _multiplies(body: "Node") -> bool:
    """Return whether there is a multiplication, by operator or intrinsic."""
    return any(
        part.type in {"*", "*="} or (part.type == "identifier" and _TIMES.search(written(part)))
        for part in walk(body)
    )


def _refused(compiled: Compiled, source: CFiles) -> SourceFacts:
    """Return why the compiler refused it: its first error, which may have caused the others."""
    linked = _linked(compiled, source)
    if linked:
        return SourceFacts(status=ParseStatus.OK, uses=linked)
    first_error = next((match for line in compiled.errors if (match := _SAID.match(line))), None)
    if first_error is None and (no_input := _LOST.search("\n".join(compiled.errors))) is not None:
        trouble = SyntaxTrouble(
            location=source.place("", 0), column=0, message=no_input[0], lesson="c-lost"
        )
        return SourceFacts(status=ParseStatus.SYNTAX_ERROR, syntax=trouble)
    if first_error is None:
        detail = compiled.errors[0] if compiled.errors else compiled.run.detail
        return SourceFacts(status=ParseStatus.TOO_COMPLEX, detail=detail)
    place = source.place(first_error["file"], int(first_error["line"]))
    absent = _ABSENT.match(first_error["said"])
    if absent is not None:
        use = absent_header(absent["header"], place)
        if use is not None:
            return SourceFacts(status=ParseStatus.OK, uses=(use,))
    if foreign := _foreign_word(source, first_error, absent["header"] if absent else ""):
        return SourceFacts(status=ParseStatus.FOREIGN, detail=foreign)
    trouble = SyntaxTrouble(
        location=place,
        column=int(first_error["column"] or 1),
        message=first_error["said"],
        character=_stray_character(
            source, first_error["file"], int(first_error["line"]), first_error["said"]
        ),
        lesson="c-no-header" if absent else _lesson(first_error["said"]),
    )
    return SourceFacts(status=ParseStatus.SYNTAX_ERROR, syntax=trouble)


def _linked(compiled: Compiled, source: CFiles) -> tuple[Use, ...]:
    """Return the certainly forbidden parts of a source that failed only at linking."""
    if not compiled.preprocessed:
        return ()
    text = read_text(compiled, frozenset(source.files))
    if text.too_long:
        return ()
    forbidden = uses(compiled, text, text.parse(), source, ())
    return tuple(use for use in forbidden if use.certainty is Certainty.SURE)


def _lesson(message: str) -> str:
    plain = _plainly(message)
    return next((case for words, case in _LESSONS if words in plain), "c-error")


def _plainly(message: str) -> str:
    return message.replace("\N{LEFT SINGLE QUOTATION MARK}", "'").replace(
        "\N{RIGHT SINGLE QUOTATION MARK}", "'"
    )


def _foreign_word(source: CFiles, error: re.Match[str], header: str) -> str:
    """Return what the compiler failed at, if only another compiler has it."""
    if header:
        return header if is_foreign_header(header) else ""
    named = next(filter(is_foreign_function, _NAMED.findall(_plainly(error["said"]))), "")
    return named or foreign_keyword(_line(source, error["file"], int(error["line"])))


def _line(source: CFiles, file: str, line: int) -> str:
    file_with_error: SourceFile = source.files.get(file.rpartition("/")[2], source.main)
    lines = file_with_error.text.split("\n")
    return lines[line - 1] if 0 < line <= len(lines) else ""


def _stray_character(source: CFiles, file: str, line: int, message: str) -> str:
    """Return the non-ASCII character that the compiler failed at, if any."""
    suffix = _SUFFIX.search(message)
    if suffix is not None:
        return next((character for character in suffix[1] if not character.isascii()), "")
    if not any(words in message for words in _STRAY):
        return ""
    text = _line(source, file, line)
    return next((character for character in _QUOTED.sub("", text) if not character.isascii()), "")
