"""The student's own files: which of them a program reaches by importing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath

from grader.model.submission import SourceFile, SourceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """The files an import statement can find, by logical name."""

    main: SourceFile
    sources: Mapping[str, SourceFile] = field(default_factory=dict)

    @property
    def roots(self) -> tuple[str, ...]:
        """The folders in which absolute imports look: the program's own, and the topmost."""
        return tuple(dict.fromkeys((dirname(self.main.name), "")))

    def find(self, folders: Iterable[str], path: str) -> tuple[str, ...]:
        """Finds the files, or else the folders (with a final slash), that a path may mean."""
        found: list[str] = []
        for folder in folders:
            stem = normpath(join(folder, *path.split(".")))
            files = [f"{stem}/__init__.py", f"{stem}.py"]
            here = [name for name in files if name in self.sources]
            if not here and any(name.startswith(f"{stem}/") for name in self.sources):
                here = [f"{stem}/"]
            found += here
        return tuple(dict.fromkeys(found))


def files_of(main: SourceFile, helpers: Iterable[SourceFile]) -> Files:
    """Collects what can be imported; a notebook cannot."""
    scripts = [one for one in (main, *helpers) if one.kind is SourceKind.SCRIPT]
    return Files(main=main, sources={one.name: one for one in scripts})


def folder_of(name: str) -> str:
    """Names the folder in which the submodules of a local file are."""
    return name.rstrip("/") if name.endswith("/") else dirname(name)


def up(name: str, level: int) -> str | None:
    """Names the folder that `level` dots mean in a file; None above the submission."""
    folder = dirname(name)
    for _ in range(level - 1):
        if not folder:
            return None
        folder = dirname(folder)
    return folder
