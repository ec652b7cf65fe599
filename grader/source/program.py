"""The student's own files that a program reaches by importing, each parsed once."""

import ast
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath

from msgspec import Struct, field

from grader.model.static import SyntaxTrouble
from grader.model.submission import SourceFile, SourceKind
from grader.source.nodes import nodes_of
from grader.source.parse import MOST_BYTES, Parsed, TooComplex, parse
from grader.source.syntax import OWN, Syntax

ALL = "*"  # every name of a file


class ParsedProgram(Struct, kw_only=True, dict=True):
    """The files that an import statement can find, by logical name, and those reached so far."""

    main: SourceFile
    sources: Mapping[str, SourceFile] = field(default_factory=dict)
    parsed: dict[str, Parsed] = field(default_factory=dict)  # in the order of being reached
    broken: list[SyntaxTrouble] = field(default_factory=list)
    size: int = 0  # bytes of all files reached
    syntax: Syntax = OWN

    @classmethod
    def of(
        cls, main: SourceFile, helpers: Iterable[SourceFile], syntax: Syntax = OWN
    ) -> "ParsedProgram":
        """Collect the files that can be imported; notebooks cannot."""
        scripts = [source for source in (main, *helpers) if source.kind is SourceKind.SCRIPT]
        sources = {source.name: source for source in scripts}
        return cls(main=main, sources=sources, syntax=syntax)

    def open(self, name: str) -> Parsed | None:
        """Parse a file once; None for a folder, and if it does not parse."""
        if name in self.parsed or name.endswith("/"):
            return self.parsed.get(name)
        if any(trouble.location.file == name for trouble in self.broken):
            return None
        source = self.main if name == self.main.name else self.sources[name]
        self.size += len(source.raw)
        if self.size > MOST_BYTES:
            raise TooComplex(f"{name}: {self.size} bytes in all")
        parsed = parse(source, self.syntax)
        if isinstance(parsed, SyntaxTrouble):
            self.broken.append(parsed)
            return None
        self.parsed[name] = parsed
        return parsed

    def tree(self, name: str) -> ast.Module | None:
        """Return the syntax tree of the text that is run."""
        parsed = self.open(name)
        return parsed.trees[-1] if parsed is not None else None

    def open_all(self) -> None:
        """Open whatever the program imports, anywhere in it."""
        waiting, visited = [self.main.name], set[str]()
        while waiting:
            name = waiting.pop(0)
            parsed = self.open(name)
            visited.add(name)
            trees = parsed.trees if parsed is not None else ()
            for node in (node for tree in trees for node in nodes_of(tree)):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    waiting += sorted(self.executed(node, name) - visited - {*waiting})

    def find(self, path: str, folders: Iterable[str] | None = None) -> tuple[str, ...]:
        """Return the files, or else the folders (with a trailing slash), of a dotted path.

        Absolute imports are searched for in the program's own folder and in the topmost one.
        """
        names: list[str] = []
        for folder in (dirname(self.main.name), "") if folders is None else folders:
            stem = normpath(join(folder, *path.split(".")))
            files = [f"{stem}/__init__.py", f"{stem}.py"]
            here = [file for file in files if file in self.sources]
            if not here and any(other.startswith(f"{stem}/") for other in self.sources):
                here = [f"{stem}/"]
            names += here
        return tuple(dict.fromkeys(names))

    def executed(self, node: ast.Import | ast.ImportFrom, file: str) -> set[str]:
        """Return the files that an import executes, including parent packages."""
        paths = (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
        )
        folders = self._folders(node, file)
        files = {
            home
            for path in paths
            for length in range(1, path.count(".") + 2)
            for home in self.find(".".join(path.split(".")[:length]), folders)
            if path
        }
        meant = (home for alias in node.names for home, _ in self.meant(node, alias, file))
        return {home for home in (*files, *meant) if not home.endswith("/")}

    def meant(
        self, node: ast.Import | ast.ImportFrom, alias: ast.alias, file: str
    ) -> list[tuple[str, str]]:
        """Return what an imported name refers to in the student's files: (file, name) pairs.

        The name is ALL for the file itself, and for a star.
        """
        if isinstance(node, ast.Import):
            path = alias.name if alias.asname else alias.name.partition(".")[0]
            return [(home, ALL) for home in self.find(path)]
        folders = self._folders(node, file)
        homes = [f"{folder}/" for folder in folders or ()]
        if node.module:
            homes = [*self.find(node.module, folders)]
        packages = (home for home in homes if home.endswith(("/", "/__init__.py")))
        inner = [home.removesuffix("__init__.py").rstrip("/") for home in packages]
        modules = self.find(alias.name, inner) if alias.name != ALL else ()
        return [*((home, alias.name) for home in homes), *((module, ALL) for module in modules)]

    def _folders(self, node: ast.Import | ast.ImportFrom, file: str) -> list[str] | None:
        """Return the folder of a relative import; None for an absolute one."""
        if isinstance(node, ast.Import) or not node.level:
            return None
        folder = up(file, node.level)
        return [] if folder is None else [folder]


def up(name: str, level: int) -> str | None:
    """Return the folder that `level` dots mean in a file; None above the submission."""
    folder = dirname(name)
    for _ in range(level - 1):
        if not folder:
            return None
        folder = dirname(folder)
    return folder
