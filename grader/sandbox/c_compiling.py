"""Has a C source compiled in a child of its own, and reads what came of it as hostile input.

In: a source's text and flags. Out: Compiled, and the bytes of a shared library. However the
compiler ends, that is a fact about the source; a child that does not get ready, or that is killed
from outside, is ours.
"""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grader.model.c_source import Compiled
from grader.model.course import Limits
from grader.model.errors import Killed
from grader.model.run import RunRecord, RunStatus
from grader.sandbox.c_messages import Messages, read_messages
from grader.sandbox.c_toolchain import Toolchain
from grader.sandbox.children import Child
from grader.sandbox.session import FROM_OUTSIDE, SandboxSession
from grader.sandbox.values import text
from grader.sandbox.wire import Frame, ViolationError

SOURCE = "program.c"  # as the guest calls it, whatever the student does
OWN = ("_grader_guest.c_compiling",)  # the guest's modules that a child needs
STEPS = ("preprocess", "compile", "link", "symbols", "sections")
TEXT_BYTES, LIBRARY_BYTES, SAID_LETTERS = 8 * 2**20, 32 * 2**20, 2**20
TOO_LARGE = f"the library would be larger than {LIBRARY_BYTES >> 20} MiB"
HEADER_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,80}\.h")
SYMBOL = re.compile(r"^(\S{1,200}) ([A-Za-z])\b", re.MULTILINE)
SECTION = re.compile(r"^ +\d+ (\S{1,200}) +[0-9a-f]{8}", re.MULTILINE)
MOST_SYMBOLS = 2_000
NOT_STARTED = -1
FROM_ELSEWHERE = frozenset("Uvw")  # nm(1): undefined, also weakly
OPENMP_SYMBOLS = ("GOMP_", "omp_")
# What the driver says of a part of it that was killed, after its own name, and what its linker says
# at the very end, where a linker that lives says something else.
SIGNALS = "Hangup|Interrupt|Quit|Killed|Terminated"
PART_KILLED = rf": fatal error: (?:{SIGNALS}) signal terminated program"
LINKER_KILLED = re.compile(
    r"^collect2: fatal error: ld terminated with signal (?:1|2|3|9|15) .*\n"
    r"(?:compilation terminated\.\n)?\Z",
    re.MULTILINE,
)
LIMITS = Limits(
    cpu_seconds=30.0,
    memory_mib=1_024,
    disk_mib=128,  # assembler, object and library
    threads=24,  # processes, for a child that starts some
    output_bytes=65_536,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What is to be compiled, and how."""

    name: str  # as the student calls it
    text: str
    flags: tuple[str, ...]
    headers: Mapping[str, str] = field(default_factory=dict)  # the student's own, by name

    @property
    def files(self) -> Mapping[str, bytes]:
        """What the compiler finds in its folder."""
        named = {name.rpartition("/")[2]: text for name, text in self.headers.items()}
        kept = {name: text for name, text in named.items() if HEADER_NAME.fullmatch(name)}
        files = {**kept, SOURCE: self.text}
        return {name: one.encode("utf-8", "surrogatepass") for name, one in files.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What compiling gave: for those who read, and for those who run."""

    compiled: Compiled
    library: bytes = b""  # an ELF file, as the linker wrote it; b"" = there is none


def compile_in_child(
    fork: Callable[[Limits], Child],
    toolchain: Toolchain,
    source: Source,
    seconds: float,
    folder: str = "",
) -> Result:
    """Compiles in a fresh child, in its own folder or in the one that is named.

    Raises SandboxUnavailable when the child did not get ready, or somebody else ended it or one of
    the compiler's programs.
    """
    limits = replace(LIMITS, cpu_seconds=max(1.0, seconds), call_seconds=seconds)
    child = fork(limits)
    session = SandboxSession(child, limits)
    mark = secrets.token_hex(8)  # no source can pretend to be the compiler
    try:
        head, data = _asking(toolchain, source, folder)
        head["named"] = mark if toolchain.repeats else ""
        caps = (TEXT_BYTES + LIBRARY_BYTES, 2 * SAID_LETTERS)
        record, frame = session.ask(head, data, seconds, caps)
    finally:
        session.close()
    if frame is not None and _was_killed(frame, mark):
        if not child.end(0).out_of_memory:
            raise Killed("a program of the compiler was ended from outside")
        record, frame = replace(record, status=RunStatus.MEMORY), None
    return _result(record, frame, source, toolchain, mark)


def _was_killed(frame: Frame, mark: str) -> bool:
    """Whether a program of the compiler was, which looks like an error in the source else."""
    try:
        steps = [_step(frame[0], step) for step in STEPS]
    except ViolationError:
        return False
    part = re.compile(f"^{mark}{PART_KILLED}", re.MULTILINE)
    signals = [-code for code, _ in steps if code < NOT_STARTED]
    told = any(part.search(said) or LINKER_KILLED.search(said) for _, said in steps)
    return told or not FROM_OUTSIDE.isdisjoint(signals)


def _asking(toolchain: Toolchain, source: Source, folder: str) -> tuple[dict[str, Any], bytes]:
    head: dict[str, Any] = {
        "op": "c-compile",
        "gcc": toolchain.gcc,
        "nm": toolchain.nm,
        "objdump": toolchain.objdump,
        "path": toolchain.search_path,
        "flags": list(source.flags),
        "folder": folder,
        "files": [[name, len(content)] for name, content in source.files.items()],
        "text_bytes": TEXT_BYTES,
        "library_bytes": LIBRARY_BYTES,
    }
    return head, b"".join(source.files.values())


def _result(
    record: RunRecord, frame: Frame | None, source: Source, toolchain: Toolchain, mark: str
) -> Result:
    known = Compiled(run=record, compiler=f"gcc {toolchain.version}", flags=source.flags)
    if frame is None:
        return Result(compiled=known)
    try:
        return _decode(frame, known, source.name, mark)
    except ViolationError as violation:
        broken = replace(record, status=RunStatus.PROTOCOL, detail=str(violation))
        return Result(compiled=replace(known, run=broken))


def _decode(frame: Frame, known: Compiled, name: str, mark: str) -> Result:
    head, data = frame
    preprocessed, library = _parts(head.get("sizes"), data)
    preprocess, compiling, linking = (
        _step(head, step) for step in ("preprocess", "compile", "link")
    )
    messages = read_messages(compiling[1].replace(mark, "gcc"), SOURCE, name)
    if compiling[0] == 0 and linking[0] != 0:
        said = linking[1].replace(mark, "gcc")
        messages = messages.with_errors(read_messages(said, SOURCE, name))
    if head.get("too_large") is True:
        messages = messages.with_errors(Messages(errors=(TOO_LARGE,)))
    done = compiling[0] == 0 and linking[0] == 0 and bool(library)
    found = SYMBOL.findall(_step(head, "symbols")[1])[:MOST_SYMBOLS]
    undefined = tuple(sorted({one for one, kind in found if kind in FROM_ELSEWHERE}))
    compiled = replace(
        known,
        run=known.run if done else _refused(known.run, messages),
        preprocessed=preprocessed.decode("utf-8", "replace") if preprocess[0] == 0 else "",
        cut=head.get("cut") is True,
        undefined=undefined,
        defined=tuple(sorted({one for one, kind in found if kind.isupper() and kind != "U"})),
        sections=tuple(sorted(set(SECTION.findall(_step(head, "sections")[1])[:MOST_SYMBOLS]))),
        warnings=messages.warnings,
        errors=messages.errors,
        openmp=any(one.startswith(OPENMP_SYMBOLS) for one in undefined),
    )
    return Result(compiled=compiled, library=library if done else b"")


def _refused(record: RunRecord, messages: Messages) -> RunRecord:
    tail = "\n".join((*messages.errors, *messages.warnings)[:20])
    return replace(record, status=RunStatus.RUNTIME_ERROR, stderr_tail=tail)


def _parts(sizes: object, data: bytes) -> tuple[bytes, bytes]:
    match sizes:
        case [int() as first, int() as second] if first >= 0 and first + second == len(data):
            return data[:first], data[first:]
    raise ViolationError("parts that are not as long as they are said to be")


def _step(head: Mapping[str, Any], name: str) -> tuple[int, str]:
    """Reads how one program ended; NOT_STARTED and nothing when it was not."""
    steps = head.get("steps")
    if not isinstance(steps, dict):
        raise ViolationError("steps that are not described")
    match steps.get(name):
        case None:
            return NOT_STARTED, ""
        case {"code": int() as code, "said": str() as said}:
            return code, text(said, SAID_LETTERS)
    raise ViolationError("a step that is not described")
