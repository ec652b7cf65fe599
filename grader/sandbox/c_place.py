"""C programs in a sandbox: who compiles them, who runs them, and by which folder a library goes.

Where each child has a folder of its own, the bytes of a library are sent to it. Without namespaces
there is none: then the host keeps two folders, one that compilers may write and one that programs
may read, and empties them after each use. A sandbox is used by one thread, and so are they.
"""

import contextlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from grader.model.c_source import Compiled
from grader.model.course import Exercise, Limits
from grader.model.errors import SandboxUnavailable
from grader.sandbox import c_compiling, c_program
from grader.sandbox.c_compiling import Result, Source, compile_in_child
from grader.sandbox.c_program import CProgram, Loading
from grader.sandbox.c_toolchain import find_toolchain
from grader.sandbox.children import Child
from grader.sandbox.libraries import Libraries
from grader.sandbox.passage import Passage
from grader.sandbox.rungs import Fence
from grader.sandbox.session import SandboxSession

Fork = Callable[[Libraries, Limits, Passage], Child]
COMPILER = Libraries(own=c_compiling.OWN)
CALLER = Libraries(own=c_program.OWN)
KEPT = 4  # results: who reads a source, who runs it and who times it ask for the same
SEEN, OPEN, OWN, ONLY_MINE = 0o711, 0o777, 0o755, 0o700


class CPlace:
    """What a sandbox does with C programs."""

    def __init__(self, fork: Fork, fence: Fence) -> None:
        """Takes the sandbox's way to make children."""
        self._fork = fork
        self._fence = fence
        self._results: dict[tuple[object, ...], Result] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._writable, self._readable = "", ""

    def close(self) -> None:
        """Removes the folders."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def compile(self, source: Source, seconds: float) -> Compiled:
        """Says what compiling shows; raises SandboxUnavailable where nobody may compile."""
        return self._compiled(source, seconds).compiled

    def compile_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Compiled:
        """Says what compiling a program shows that `open_program` would open."""
        source = _source(main, files, exercise)
        return self._compiled(source, exercise.compilation.seconds).compiled

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> CProgram:
        """Prepares a program; nothing runs before its first start."""
        source, compilation = _source(main, files, exercise), exercise.compilation
        loading = Loading(
            start=self._start,
            put=self._put,
            clear=lambda: _empty(self._readable),
            threads=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1,
        )
        compiled = partial(self._compiled, source, compilation.seconds)
        return CProgram(main, compiled, exercise.limits, loading)

    def _compiled(self, source: Source, seconds: float) -> Result:
        key = (source.name, source.text, source.flags, tuple(sorted(source.headers.items())))
        if key not in self._results:
            result = self._compile(source, seconds)
            while len(self._results) >= KEPT:
                del self._results[next(iter(self._results))]
            self._results[key] = result
        return self._results[key]

    def _compile(self, source: Source, seconds: float) -> Result:
        toolchain = find_toolchain()
        if toolchain is None:
            raise SandboxUnavailable("C programs need gcc and binutils, which are not here")
        self._prepare()
        passage = toolchain.passage((self._writable,) if self._writable else ())
        fork = partial(_with, self._fork, COMPILER, passage)
        try:
            return compile_in_child(fork, toolchain, source, seconds, self._writable)
        finally:
            _empty(self._writable)

    def _prepare(self) -> None:
        """Makes the folders, where there are no namespaces."""
        if not self._fence.seccomp:
            raise SandboxUnavailable(
                f"C programs are not compiled or run on rung {self._fence.rung}: it has no walls"
            )
        if self._fence.namespaces or self._folder is not None:
            return
        self._folder = tempfile.TemporaryDirectory(prefix="grader-c-", ignore_cleanup_errors=True)
        root = Path(self._folder.name)
        root.chmod(SEEN)  # children may be other users; the names inside are secret
        self._writable, self._readable = (str(root / secrets.token_hex(16)) for _ in range(2))
        others = OPEN if os.getuid() == 0 else ONLY_MINE
        for name, mode in ((self._writable, others), (self._readable, OWN)):
            Path(name).mkdir()
            Path(name).chmod(mode)

    def _start(self, limits: Limits) -> SandboxSession:
        self._prepare()
        folders = (self._readable,) if self._readable else ()
        passage = Passage(folders=folders, bare=True)
        return SandboxSession(self._fork(CALLER, limits, passage), limits)

    def _put(self, library: bytes) -> str:
        """Puts a library where children can read it, under a name of its own."""
        if not self._readable:
            return ""
        path = Path(self._readable, f"{secrets.token_hex(8)}.so")
        path.write_bytes(library)
        path.chmod(OWN)
        return str(path)


def _source(main: str, files: Mapping[str, str], exercise: Exercise) -> Source:
    headers = {name: text for name, text in files.items() if name != main}
    return Source(name=main, text=files[main], flags=exercise.compilation.flags, headers=headers)


def _with(fork: Fork, libraries: Libraries, passage: Passage, limits: Limits) -> Child:
    return fork(libraries, limits, passage)


def _empty(folder: str) -> None:
    """Removes what is in a folder; follows no link."""
    if not folder:
        return
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)  # noqa: PTH108 - an entry, not a path
