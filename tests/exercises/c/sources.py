"""Compiles C sources as the sandbox does, outside it: only for sources that are ours."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.exercises.c.reading import read_c
from grader.exercises.c.record import Compiled, CSource
from grader.exercises.c.text import CText
from grader.model.course import Backend, Exercise
from grader.model.run import RunRecord, RunStatus
from grader.model.static import SourceFacts
from grader.model.submission import SourceFile, SourceKind, Submission

needs_gcc = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("gcc", "nm", "objdump")), reason="there is no gcc here"
)
FLAGS = ("-O2", "-fopenmp", "-w")
RIGHT = """
void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}
"""


def source(text: str, name: str = "matmul.c") -> SourceFile:
    """A source as intake reads it."""
    return SourceFile(
        name=name, kind=SourceKind.SCRIPT, text=text, raw=text.encode(), encoding="utf-8"
    )


def handed_in(text: str, headers: Sequence[SourceFile] = ()) -> Submission:
    """A submission of one program and its headers."""
    return Submission(
        assignment="optional1",
        student="24A1201",
        folder=None,
        main=source(text),
        helpers=tuple(headers),
        candidates=(),
        files=("matmul.c",),
        troubles=(),
        digest="",
    )


def exercise(allowed: tuple[str, ...] = ()) -> Exercise:
    """An exercise in C."""
    return Exercise(
        id="matmul",
        operation="matmul",
        backend=Backend.C,
        entry="matmul",
        allowed_imports=allowed,
    )


def compiled(folder: Path, text: str) -> Compiled:
    """Says what gcc, nm and objdump say."""
    path = folder / "matmul.c"
    path.write_text(text, encoding="utf-8")
    before, _ = _run(folder, "gcc", *FLAGS, "-E", "matmul.c")
    _, said = _run(folder, "gcc", *FLAGS, "-c", "matmul.c", "-o", "matmul.o")
    done = (folder / "matmul.o").exists()
    symbols = re.findall(
        r"(\S+) ([A-Za-z])\b", _run(folder, "nm", "-P", "matmul.o")[0] if done else ""
    )
    parts = _run(folder, "objdump", "-h", "matmul.o")[0] if done else ""
    return Compiled(
        run=RunRecord(status=RunStatus.OK if done else RunStatus.RUNTIME_ERROR),
        compiler="gcc",
        flags=FLAGS,
        preprocessed=before,
        undefined=tuple(sorted(name for name, kind in symbols if kind in "Uvw")),
        defined=tuple(sorted(name for name, kind in symbols if kind.isupper() and kind != "U")),
        sections=tuple(re.findall(r"^ +\d+ (\S+) +[0-9a-f]{8}", parts, re.MULTILINE)),
        errors=tuple(line for line in said.splitlines() if "error:" in line),
    )


def _run(folder: Path, *words: str) -> tuple[str, str]:
    run = subprocess.run(
        words,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
    )
    return run.stdout, run.stderr


def facts(folder: Path, text: str, allowed: tuple[str, ...] = ()) -> SourceFacts:
    """Reads a source by what compiling it shows."""
    return read_c(compiled(folder, text), source(text), (), allowed)[0]


def about(folder: Path, text: str) -> CSource:
    """What it says besides."""
    return read_c(compiled(folder, text), source(text), (), ())[1]


def plain(text: str) -> CText:
    """A source without directives, as the preprocessor leaves it."""
    lines = text.split("\n")
    places = [("matmul.c", number) for number in range(1, len(lines) + 1)]
    return CText(main="matmul.c", lines=lines, places=places)


def marks(found: SourceFacts) -> list[str]:
    """The uses, as `POL001 cblas.h c-blas`; doubts with a question mark."""
    sure = {"sure": "", "unsure": "?"}
    return [f"{use.check}{sure[use.certainty]} {use.what} {use.reason}" for use in found.uses]
