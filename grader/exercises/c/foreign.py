"""Parts of a C source that only another compiler or system has, and their removal.

`main` is never graded. So a source that needs such things only in `main` is compiled without it,
and its functions are graded. If a function needs them, a person has to look.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from grader.exercises.c.plugin import PLUGIN
from grader.exercises.c.record import CSource
from grader.exercises.c.text import without_comments
from grader.kinds import SourceRead
from grader.model.evidence import Records
from grader.model.static import ParseStatus
from grader.model.submission import Submission
from grader.records import opened_record

# Vector instructions: <mmintrin.h> to <immintrin.h> with their parts, Arm's, POWER's.
_INTRINSICS = re.compile(
    r"[a-z0-9]+intrin\.h|mm3dnow\.h|arm_(?:neon|sve|sme|acle|bf16|fp16|mve|neon_sve_bridge)\.h"
    r"|altivec\.h"
)
_HEADERS = re.compile(
    r"stdafx|pch|targetver|windows|winsock2?|ws2tcpip|win(?:def|base|user|con|nt|types)"
    r"|minwindef|mmsystem|conio|process|io|direct|dos|graphics|intrin|tchar|sal|crtdbg|share"
    r"|mach/.*|mach-o/.*|libkern/.*|TargetConditionals|AvailabilityMacros|\w+api(?:set)?"
    r"|omp|bits/stdc\+\+"
)
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"\n]+)[>\"][^\n]*", re.MULTILINE)
# The bounds-checked functions of C11's annex K, and names reserved for implementations.
_FUNCTION = re.compile(
    r"(?:v?[fs]?n?w?(?:printf|scanf)|(?:str|wcs|w?mem)\w+|(?:f|fre|_wf)open|gets|tmp(?:file|nam)"
    r"|getenv|(?:gm|local|asc|c)time|bsearch|qsort|rand|wcr?s?r?tomb|wc?s?r?tombs|mbs\w+)_s"
    r"|_[a-z]\w*"
)
_KEYWORD = re.compile(
    r"__(?:declspec|cdecl|stdcall|fastcall|vectorcall|thiscall|forceinline|assume|pragma|int(?:8|16"
    r"|32|64)|unaligned|ptr(?:32|64)|try|except|finally|leave)|_(?:TCHAR|tmain|T|TEXT)"
)
_ALIGNED = re.compile(r"\b__declspec\s*\(\s*align\s*\(([^()]*)\)\s*\)")
_SAME_HERE = (  # Microsoft's keywords, and their equivalents here
    (_ALIGNED, r"__attribute__((aligned(\1)))"),
    (re.compile(r"\b__declspec\s*\([^()]*(?:\([^()]*\)[^()]*)*\)"), ""),
    (re.compile(r"\b(?:__(?:cdecl|stdcall|fastcall|vectorcall|thiscall)|WINAPI|APIENTRY)\b"), ""),
    (re.compile(r"\b__forceinline\b"), "inline __attribute__((always_inline))"),
    (re.compile(r"\b__int64\b"), "long long"),
    (re.compile(r"\b__int32\b"), "int"),
    (re.compile(r"\b__int16\b"), "short"),
    (re.compile(r"\b__int8\b"), "char"),
)
_MAIN = re.compile(r"\b(?:w?main|_tmain|w?WinMain|_tWinMain)\s*(?=\()")
_MASKED = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL)
_CLOSING = {"(": ")", "{": "}"}


def is_intrinsics(header: str) -> bool:
    """Return whether a header declares vector instructions."""
    return _INTRINSICS.fullmatch(header) is not None


def is_foreign_header(header: str) -> bool:
    """Return whether a missing header belongs to another system, compiler or processor."""
    return _is_of_another_compiler(header) or is_intrinsics(header)


def _is_of_another_compiler(header: str) -> bool:
    return _HEADERS.fullmatch(header.removesuffix(".h")) is not None


def is_foreign_function(name: str) -> bool:
    """Return whether a missing function is another compiler's, rather than forgotten."""
    return _FUNCTION.fullmatch(name) is not None


def foreign_keyword(line: str) -> str:
    """Return the first word on a line that only another compiler knows, or ""."""
    word = re.search(rf"\b(?:{_KEYWORD.pattern})\b", without_comments(line))
    return word[0] if word is not None else ""


def without_foreign(text: str, *, main: bool) -> tuple[str, tuple[str, ...]]:
    """Return a source without what only another compiler has, and the removed names.

    Line numbers are kept. Unless `main` is kept, it becomes a declaration.
    """
    names: list[str] = []

    def drop(include: re.Match[str]) -> str:
        if not _is_of_another_compiler(include[1]) or include[1] == "omp.h":
            return include[0]
        names.append(include[1])
        return ""

    text = _INCLUDE.sub(drop, text)
    for words, same in _SAME_HERE:
        if found := words.search(without_comments(text)):
            names.append(found[0].partition("(")[0].strip())
            text = words.sub(same, text)
    if not main and (place := _definition_of_main(text)) is not None:
        start, end = place
        lines = "\n" * text.count("\n", start, end)
        text = f"{text[:start]}main(void);{lines}{text[end:]}"
        names.append("main")
    return text, tuple(dict.fromkeys(names))


def _definition_of_main(text: str) -> tuple[int, int] | None:
    """Return the span of the definition of `main`, from its name to the end of its body."""
    bare = _MASKED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for name in _MAIN.finditer(bare):
        behind = _behind_group(bare, name.end())
        body = re.compile(r"\s*(?=\{)").match(bare, behind) if behind else None
        end = _behind_group(bare, body.end()) if body is not None else 0
        if body is not None and end:
            return name.start(), end
    return None


def _behind_group(text: str, opening: int) -> int:
    """Return the index after the bracket that closes the one at `opening`, or 0."""
    depth = 0
    for bracket in _brackets(text, opening):
        depth += 1 if bracket[0] == text[opening] else -1
        if not depth:
            return bracket.end()
    return 0


def _brackets(text: str, start: int) -> Iterator[re.Match[str]]:
    both = re.escape(text[start] + _CLOSING[text[start]])
    return re.compile(f"[{both}]").finditer(text, start)


def read_without_foreign(
    submission: Submission, read: Callable[[Submission], tuple[SourceRead, Sequence[str]]]
) -> SourceRead:
    """Read a source; if necessary, without what only another compiler has, and without `main`.

    If the rest needs it too, the original is kept, and a person has to look. `read` also returns
    the functions that are called and defined nowhere.
    """
    first, _ = read(submission)
    if first.facts.status is not ParseStatus.FOREIGN:
        return first
    for main in (True, False):
        without, names = _without_foreign(submission, main=main)
        if not names:
            continue
        again, unresolved = read(without)
        if unresolved and any(map(_is_of_another_compiler, names)):
            continue  # they may be functions of a header that was removed, such as Sleep
        gradable = any(found.ways and found.multiplies for found in again.facts.definitions)
        if again.facts.status is ParseStatus.OK and gradable:
            assert isinstance(again.record, CSource)
            left_out = tuple(dict.fromkeys((first.facts.detail, *names)))
            return replace(again, record=replace(again.record, left_out=left_out))
    return first


def left_out_again(submission: Submission, records: Records) -> Submission:
    """Remove what was removed when the source was read."""
    source = opened_record(records, PLUGIN.name, CSource)
    if source is None or not source.left_out:
        return submission
    return _without_foreign(submission, main="main" not in source.left_out)[0]


def _without_foreign(submission: Submission, *, main: bool) -> tuple[Submission, tuple[str, ...]]:
    if submission.main is None:
        return submission, ()
    text, names = without_foreign(submission.main.text, main=main)
    return replace(submission, main=replace(submission.main, text=text)), names
