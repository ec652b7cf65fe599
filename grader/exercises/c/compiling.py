"""Compile a C source in a child of its own, and decode the result as hostile input.

In: a source's text and flags. Out: Compiled, and the bytes of a shared library. Any exit of the
compiler is a fact about the source; a child that does not get ready, or is killed from outside, is
our fault. The toolchain is determined first: outside the sandbox, this machine's compiler is only
queried about itself.
"""

import re
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

from msgspec import Struct, field
from msgspec.structs import replace

from grader.exercises.c.guest.c_protocol import CompileRecord, CompileRequest, Step, StepRecord
from grader.exercises.c.kind import COMPILER_LIMITS
from grader.exercises.c.record import Compiled
from grader.guest.protocol import ExtendRequest, Operation, OwnReply
from grader.model.course import Limits
from grader.model.errors import Killed
from grader.model.run import RunRecord, RunStatus
from grader.model.running import Frame
from grader.sandbox import (
    FROM_OUTSIDE,
    Child,
    Mounts,
    SandboxSession,
    ViolationError,
    clip,
    ensure_not_busy,
    read_as,
)

PLACES = "/usr/local/bin:/usr/bin:/bin"  # of a system's compiler, not one in a user's home
TOOLS = ("as", "ld", "nm", "objdump")
PARTS = ("cc1", "collect2", "crti.o", "libgcc.a", "libgomp.spec", "liblto_plugin.so")
ASK_SECONDS = 20
HEADERS = re.compile(r"^ (/\S+)$", re.MULTILINE)
NUMBER = re.compile(r"\b(\d+(?:\.\d+)+)\b")


class Toolchain(Struct, frozen=True, kw_only=True):
    """A working compiler."""

    gcc: str
    nm: str
    objdump: str
    version: str  # "12.2.0"
    reads: tuple[str, ...]  # files and folders needed for compiling, sorted
    repeats: bool = True  # messages begin with the name under which it is called

    @property
    def search_path(self) -> str:
        """The folders of its programs, as in PATH."""
        tools = (Path(path).parent for path in (self.gcc, self.nm))
        return ":".join(dict.fromkeys([*map(str, tools), *PLACES.split(":")]))

    def mounts(self, writable: tuple[str, ...] = ()) -> Mounts:
        """Return the mounts that a guest needs to run it."""
        return Mounts(folders=self.reads, writable=writable, tools="compiler")


@cache
def find_toolchain() -> Toolchain | None:
    """Query this machine's compiler for its parts, once; None if there is none."""
    if sys.platform != "linux":
        return None
    tools = {name: shutil.which(name, path=PLACES) for name in ("gcc", *TOOLS)}
    if not all(tools.values()):
        return None
    gcc = str(tools["gcc"])
    try:
        version = NUMBER.search(_ask_tool(gcc, "-dumpfullversion", "-dumpversion"))
        read = {*map(str, tools.values()), *_parts(gcc), *_header_folders(gcc)}
    except (OSError, subprocess.SubprocessError):
        return None
    read |= _shared_folders([*map(str, tools.values()), *_parts(gcc)])
    existing = sorted(path for path in {*read, "/etc/ld.so.cache"} if Path(path).exists())
    return Toolchain(
        gcc=gcc,
        nm=str(tools["nm"]),
        objdump=str(tools["objdump"]),
        version=version.group(1) if version else "",
        reads=tuple(existing),
        repeats=_repeats_its_name(gcc),
    )


def compiler_version() -> str | None:
    """Return the version of the compiler for C exercises; None if there is none."""
    toolchain = find_toolchain()
    return toolchain.version if toolchain else None


def _ask_tool(gcc: str, *question: str) -> str:
    run = subprocess.run(  # noqa: S603 - the compiler is queried about itself
        [gcc, *question],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=ASK_SECONDS,
        env={"PATH": PLACES, "LC_ALL": "C"},
        encoding="utf-8",
        errors="replace",
    )
    return run.stdout


def _repeats_its_name(gcc: str) -> bool:
    """Run the compiler under an invented name: a wrapper may report its own name instead."""
    name = Path(gcc).resolve().with_name("grader-asks")
    run = subprocess.run(  # noqa: S603 - the compiler is queried about itself
        [str(name)],
        executable=gcc,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=ASK_SECONDS,
        env={"PATH": PLACES, "LC_ALL": "C"},
    )
    return run.stderr.startswith(f"{name.name}: fatal error: no input files".encode())


def _parts(gcc: str) -> list[str]:
    """Return the folders of the compiler's parts; a relative name means not found."""
    answers = [_ask_tool(gcc, f"-print-prog-name={name}") for name in PARTS[:2]]
    answers += [_ask_tool(gcc, f"-print-file-name={name}") for name in PARTS[2:]]
    paths = [Path(answer.strip()) for answer in answers]
    return [str(path.parent.resolve()) for path in paths if path.is_absolute()]


def _header_folders(gcc: str) -> Iterator[str]:
    """Yield the header search path, from the verbose output for an empty file."""
    output = _ask_tool(gcc, "-E", "-v", "-x", "c", "/dev/null")
    _, _, listed = output.partition("#include <...>")
    for path in HEADERS.findall(listed.partition("End of search list")[0]):
        yield str(Path(path).resolve())


def _shared_folders(programs: Iterable[str]) -> set[str]:
    """Return folders in which the programs' shared libraries may be, besides the system's."""
    homes = {Path(program).resolve().parent.parent for program in programs}
    nested = [home / name for home in homes for name in ("lib", "lib64")]
    return {str(path) for path in nested if path.is_dir() and path.is_relative_to("/usr/local")}


MOST_MESSAGES, LETTERS = 60, 400
KIND_OF_MESSAGE = re.compile(r": (warning|error|fatal error|note): ")
# GNU programs prefix messages with their name; full paths are useless to a student.
FOLDERS = re.compile(r"(?<![\w.])/(?:[\w.+-]+/)+")
# The compiler's temporary file for the assembler, with a random name.
PASSED_ON = re.compile(r"(?:\./)?\bcc\w{6}\.(?:s|o)\b")
NOTHING_NEW = re.compile(
    r"In (?:file included|function)|In member|: note: |^\s*from |^compilation terminated"
    r"|: At top level:|: Assembler messages:|: In function|^collect2: "
)


class CompilerMessages(Struct, frozen=True, kw_only=True):
    """Messages such as "matmul.c:12:5: warning: …", in order."""

    warnings: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()

    def with_errors(self, others: "CompilerMessages") -> "CompilerMessages":
        """Append another program's errors."""
        return replace(self, errors=(*self.errors, *others.errors)[:MOST_MESSAGES])


def read_messages(output: str, source: str, name: str) -> CompilerMessages:
    """Classify messages; `source` is the file's name in the guest, `name` its original name."""
    warnings: list[str] = []
    errors: list[str] = []
    shown = "".join(letter for letter in name.rpartition("/")[2] if letter.isprintable())
    own = re.compile(rf"(?<![\w./-])(?:\./)?{re.escape(source)}(?=:|\b)")
    for line in output.splitlines():
        if not line.strip() or NOTHING_NEW.search(line):
            continue
        named = own.sub(lambda _: shown, PASSED_ON.sub("assembler", line))
        message = FOLDERS.sub("", named)[:LETTERS]
        kind = KIND_OF_MESSAGE.search(message)
        (warnings if kind and kind.group(1) == "warning" else errors).append(message)
    return CompilerMessages(
        warnings=tuple(dict.fromkeys(warnings))[:MOST_MESSAGES],
        errors=tuple(dict.fromkeys(errors))[:MOST_MESSAGES],
    )


SOURCE = "program.c"  # name in the guest
GUEST = "c_compiling"
COMPILER_MODULES = (f"_grader_guest.{GUEST}",)  # guest modules that a child needs
STEPS: tuple[Step, ...] = get_args(Step)
TEXT_BYTES, LIBRARY_BYTES, SAID_LETTERS = 8 * 2**20, 32 * 2**20, 2**20
TOO_LARGE = f"the library would be larger than {LIBRARY_BYTES >> 20} MiB"
HEADER_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,80}\.h")
SYMBOL = re.compile(r"^(\S{1,200}) ([A-Za-z])\b", re.MULTILINE)
UNRESOLVED = re.compile(r"undefined reference to [`']([^`'\s]{1,200})'")
SECTION = re.compile(r"^ +\d+ (\S{1,200}) +[0-9a-f]{8}", re.MULTILINE)
MOST_SYMBOLS = 2_000
NOT_STARTED = -1
FROM_ELSEWHERE = frozenset("Uvw")  # nm(1): undefined, including weak
# The driver's message about a killed part, after the driver's name; and the linker's last message,
# where a live linker would report something else.
SIGNALS = "Hangup|Interrupt|Quit|Killed|Terminated"
PART_KILLED = rf": fatal error: (?:{SIGNALS}) signal terminated program"
PART_OUT_OF_TIME = ": fatal error: CPU time limit exceeded signal terminated program"
LINKER_KILLED = re.compile(
    r"^collect2: fatal error: ld terminated with signal (?:1|2|3|9|15) .*\n"
    r"(?:compilation terminated\.\n)?\Z",
    re.MULTILINE,
)
BUSY_FACTOR = 10  # wall time limit of a compiler program, as a multiple of its CPU limit


class CFile(Struct, frozen=True, kw_only=True):
    """A source to compile, with flags."""

    name: str  # the student's name for it
    text: str
    flags: tuple[str, ...]
    headers: Mapping[str, str] = field(default_factory=dict)  # the student's own, by name

    @property
    def files(self) -> Mapping[str, bytes]:
        """The files in the compiler's folder."""
        named = {name.rpartition("/")[2]: text for name, text in self.headers.items()}
        headers = {name: text for name, text in named.items() if HEADER_NAME.fullmatch(name)}
        files = {**headers, SOURCE: self.text}
        return {name: content.encode("utf-8", "surrogatepass") for name, content in files.items()}


class CompileResult(Struct, frozen=True, kw_only=True):
    """The result of compiling: facts, and the library."""

    compiled: Compiled
    library: bytes = b""  # ELF file; b"" if there is none


def compile_in_child(
    fork: Callable[[Limits], Child],
    toolchain: Toolchain,
    source: CFile,
    seconds: float,
    folder: str = "",
) -> CompileResult:
    """Compile in a fresh child, in its own folder or in the given one.

    Raises SandboxUnavailable if the child did not get ready, or if it or a compiler program was
    ended from outside.
    """
    limits = replace(
        COMPILER_LIMITS, cpu_seconds=max(1.0, seconds), call_seconds=BUSY_FACTOR * seconds
    )
    child = fork(limits)
    session = SandboxSession(child, limits)
    mark = secrets.token_hex(8)  # random, so that no source can imitate the compiler
    try:
        named = mark if toolchain.repeats else ""
        request, data = _request(toolchain, source, folder, named)
        caps = (TEXT_BYTES + LIBRARY_BYTES, 2 * SAID_LETTERS)
        end = time.monotonic() + limits.call_seconds
        record, frame = session.ask(request, data, limits.call_seconds, caps)
        ensure_not_busy(record, limits, end)
    finally:
        session.close()
    if frame is not None and _said(frame, f"{mark}{PART_OUT_OF_TIME}"):
        record, frame = replace(record, status=RunStatus.TIMEOUT), None
    if frame is not None and _was_killed(frame, mark):
        if not child.end(0).out_of_memory:
            raise Killed("a program of the compiler was stopped from outside")
        record, frame = replace(record, status=RunStatus.MEMORY), None
    return _result(record, frame, source, toolchain, mark)


def _steps(frame: Frame) -> list[StepRecord]:
    try:
        record = _read(frame)
    except ViolationError:
        return []
    return [_step(record, name) for name in STEPS]


def _said(frame: Frame, words: str) -> bool:
    """Return whether the compiler's driver printed this at the start of a line."""
    line = re.compile(f"^{words}", re.MULTILINE)
    return any(line.search(step["said"]) for step in _steps(frame))


def _was_killed(frame: Frame, mark: str) -> bool:
    """Return whether a compiler program was killed, which resembles an error in the source."""
    steps = _steps(frame)
    signals = [-step["code"] for step in steps if step["code"] < NOT_STARTED]
    linker = any(LINKER_KILLED.search(step["said"]) for step in steps)
    driver = _said(frame, f"{mark}{PART_KILLED}")
    return driver or linker or not FROM_OUTSIDE.isdisjoint(signals)


def _request(
    toolchain: Toolchain, source: CFile, folder: str, named: str
) -> tuple[ExtendRequest, bytes]:
    wanted: CompileRequest = {
        "gcc": toolchain.gcc,
        "nm": toolchain.nm,
        "objdump": toolchain.objdump,
        "path": toolchain.search_path,
        "flags": list(source.flags),
        "folder": folder,
        "files": [(name, len(content)) for name, content in source.files.items()],
        "named": named,
        "text_bytes": TEXT_BYTES,
        "library_bytes": LIBRARY_BYTES,
    }
    request: ExtendRequest = {"op": Operation.EXTEND, "module": GUEST, "request": wanted}
    return request, b"".join(source.files.values())


def _result(
    record: RunRecord, frame: Frame | None, source: CFile, toolchain: Toolchain, mark: str
) -> CompileResult:
    known = Compiled(run=record, compiler=f"gcc {toolchain.version}", flags=source.flags)
    if frame is None:
        return CompileResult(compiled=known)
    try:
        return _decode(frame, known, source.name, mark)
    except ViolationError as violation:
        broken = replace(record, status=RunStatus.PROTOCOL, detail=str(violation))
        return CompileResult(compiled=replace(known, run=broken))


NO_STEP: StepRecord = {"code": NOT_STARTED, "said": ""}
NOT_DESCRIBED = "compiling that is not described"


def _read(frame: Frame) -> CompileRecord:
    record = read_as(
        CompileRecord, read_as(OwnReply, frame[0], NOT_DESCRIBED)["told"], NOT_DESCRIBED
    )
    if min(record["sizes"]) < 0:
        raise ViolationError(NOT_DESCRIBED)
    if sum(record["sizes"]) != len(frame[1]):
        raise ViolationError("parts that are not as long as they are said to be")
    return record


def _step(record: CompileRecord, name: Step) -> StepRecord:
    """Return the exit code of a step and its output, shortened."""
    step = record["steps"].get(name, NO_STEP)
    return {"code": step["code"], "said": clip(step["said"], SAID_LETTERS)}


def _decode(frame: Frame, known: Compiled, name: str, mark: str) -> CompileResult:
    record = _read(frame)
    length = record["sizes"][0]
    preprocessed, library = frame[1][:length], frame[1][length:]
    compiling, linking = _step(record, "compile"), _step(record, "link")
    messages = read_messages(compiling["said"].replace(mark, "gcc"), SOURCE, name)
    if compiling["code"] == 0 and linking["code"] != 0:
        from_linker = read_messages(linking["said"].replace(mark, "gcc"), SOURCE, name)
        messages = messages.with_errors(from_linker)
    if record["too_large"]:
        messages = messages.with_errors(CompilerMessages(errors=(TOO_LARGE,)))
    done = compiling["code"] == 0 and linking["code"] == 0 and bool(library)
    symbols = SYMBOL.findall(_step(record, "symbols")["said"])[:MOST_SYMBOLS]
    sections = SECTION.findall(_step(record, "sections")["said"])[:MOST_SYMBOLS]
    undefined = tuple(sorted({symbol for symbol, kind in symbols if kind in FROM_ELSEWHERE}))
    defined = {symbol for symbol, kind in symbols if kind.isupper() and kind != "U"}
    is_preprocessed = _step(record, "preprocess")["code"] == 0
    compiled = replace(
        known,
        run=known.run if done else _refused(known.run, messages),
        preprocessed=preprocessed.decode("utf-8", "replace") if is_preprocessed else "",
        cut=record["cut"],
        undefined=undefined,
        defined=tuple(sorted(defined)),
        unresolved=tuple(sorted(set(UNRESOLVED.findall(linking["said"])[:MOST_SYMBOLS]))),
        sections=tuple(sorted(set(sections))),
        warnings=messages.warnings,
        errors=messages.errors,
    )
    return CompileResult(compiled=compiled, library=library if done else b"")


def _refused(record: RunRecord, messages: CompilerMessages) -> RunRecord:
    tail = "\n".join((*messages.errors, *messages.warnings)[:20])
    return replace(record, status=RunStatus.RUNTIME_ERROR, stderr_tail=tail)
