"""Makes sources and submissions out of short texts."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.model.course import Backend, Exercise
from grader.model.static import SourceFacts
from grader.model.submission import SourceFile, SourceKind, Submission
from grader.source.question import SourceQuestion
from grader.source.reading import read_source

ALLOWED = ("matplotlib", "time")


def script(code: str | bytes, name: str = "kadai1.py", encoding: str = "utf-8") -> SourceFile:
    """A script as intake reads it."""
    raw = code if isinstance(code, bytes) else code.encode()
    text = raw.decode(encoding, "replace").removeprefix("\ufeff")
    return SourceFile(name=name, kind=SourceKind.SCRIPT, text=text, raw=raw, encoding=encoding)


def read(
    code: str | bytes | SourceFile,
    helpers: Mapping[str, str] | None = None,
    allowed: Iterable[str] = ALLOWED,
) -> SourceFacts:
    """Reads a program and its helper files in this process."""
    main = code if isinstance(code, SourceFile) else script(code)
    others = [script(text, name) for name, text in (helpers or {}).items()]
    return read_source(main, others, SourceQuestion(allowed=tuple(allowed)))


def names(facts: SourceFacts) -> list[str]:
    """The uses found, as `POL001 numpy`; doubts with a question mark."""
    marks = {"sure": "", "unsure": "?"}
    return [f"{use.check}{marks[use.certainty]} {use.what}" for use in facts.uses]


def exercise(allowed: Iterable[str] = ALLOWED) -> Exercise:
    """An exercise in pure Python."""
    return Exercise(
        id="matmul",
        operation="matmul",
        backend=Backend.PYTHON,
        entry="matmul",
        allowed_imports=tuple(allowed),
    )


def submission(main: SourceFile | None, helpers: Iterable[SourceFile] = ()) -> Submission:
    """A submission of one program and its helper files."""
    return Submission(
        assignment="kadai1",
        student="24A1201",
        folder=Path(),
        main=main,
        helpers=tuple(helpers),
        candidates=(),
        files=(),
        troubles=(),
        digest="",
    )
