"""Compile one C source inside the sandbox: preprocessor, compiler, linker, list of symbols.

The process is confined already, and so are the programs that it starts. The host limits the time,
and trusts nothing that is sent back.
"""

import os
import subprocess
from typing import TYPE_CHECKING, Any

from .c_protocol import CompileRecord, CompileRequest, Step, StepRecord

if TYPE_CHECKING:
    from grader.guest.protocol import ExtendRequest, OwnReply

SOURCE, TEXT, OBJECT, LIBRARY = "program.c", "program.i", "program.o", "program.so"
OUTPUT = "said"  # output of a program, as a file, so that its size is limited
MESSAGE_BYTES = 256 * 1024
QUIET = (
    *("-fdiagnostics-color=never", "-fno-diagnostics-show-caret", "-fmessage-length=0"),
    "-fmax-errors=40",
)
# An unresolved function is reported but no error: it may never be called.
LINKED = ("-lm", "-pthread", "-Wl,-z,defs", "-Wl,--warn-unresolved-symbols")


def extend(
    wire: Any, head: "ExtendRequest", data: bytes
) -> tuple[tuple["OwnReply", bytes], dict[Any, Any]]:
    """Compile; offer no further operations."""
    del wire
    told, parts = compile_source(head["request"], data)
    return ({"ok": True, "told": told}, parts), {}


def compile_source(head: CompileRequest, data: bytes) -> tuple[CompileRecord, bytes]:
    """Compile the files in `data`; `head` names the programs, flags and the folder."""
    os.chdir(head["folder"] or os.getcwd())  # noqa: PTH109 - pathlib would be imported
    for name, size in head["files"]:
        _write(name, data[:size])
        data = data[size:]
    flags, gcc, named = head["flags"], head["gcc"], head["named"]
    steps: dict[Step, list[str]] = {
        "preprocess": [gcc, *flags, *QUIET, "-x", "c", SOURCE, "-E", "-o", TEXT],
        "compile": [gcc, *flags, *QUIET, "-fPIC", "-x", "c", SOURCE, "-c", "-o", OBJECT],
        "link": [gcc, *flags, *QUIET, "-shared", OBJECT, "-o", LIBRARY, *LINKED],
        "symbols": [head["nm"], "--format=posix", OBJECT],
        "sections": [head["objdump"], "-h", OBJECT],
    }
    outcomes: dict[Step, StepRecord] = {}
    for name, words in steps.items():
        outcomes[name] = _run(words, head["path"], named if words[0] == gcc else "")
        if name == "compile" and outcomes[name]["code"] != 0:
            break
    most = head["library_bytes"]
    fits = _size(LIBRARY) <= most  # no partial library is sent
    parts = [_read(TEXT, head["text_bytes"]), _read(LIBRARY, most if fits else 0)]
    text, library = map(len, parts)
    told: CompileRecord = {
        "steps": outcomes,
        "sizes": (text, library),
        "cut": _size(TEXT) > text,
        "too_large": not fits,
    }
    return told, b"".join(parts)


def _run(words: list[str], path: str, named: str) -> StepRecord:
    """Run one program to its end; its output is limited like every file.

    A compiler called as `named` prefixes its messages with a name that no source knows, so that
    reports of killed parts are authentic. It finds its parts relative to its folder.
    """
    program = words[0]
    if named:
        words = [os.path.join(os.path.dirname(os.path.realpath(program)), named), *words[1:]]  # noqa: PTH118, PTH120
    environment = {"PATH": path, "LC_ALL": "C", "TMPDIR": ".", "HOME": "."}
    flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC
    output = os.open(OUTPUT, flags, 0o600)
    try:
        run = subprocess.run(  # noqa: S603 - the host's command, no shell
            words,
            executable=program,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environment,
        )
    finally:
        os.close(output)
    return {"code": run.returncode, "said": _read(OUTPUT, MESSAGE_BYTES).decode("utf-8", "replace")}


def _write(name: str, content: bytes) -> None:
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(descriptor, view) :]
    finally:
        os.close(descriptor)


def _size(name: str) -> int:
    try:
        return os.stat(name).st_size  # noqa: PTH116
    except OSError:
        return 0


def _read(name: str, most: int) -> bytes:
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return b""
    parts = []
    try:
        while most and (part := os.read(descriptor, min(most, 1 << 20))):
            parts.append(part)
            most -= len(part)
    finally:
        os.close(descriptor)
    return b"".join(parts)
