"""Execute the student's program as a module: whole, or only its definitions."""

import ast
import builtins
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FrameType, ModuleType
from typing import Any

from .absent import missing_module
from .pieces import Pieces
from .protocol import Mode

IN_PIECES = ("pieces", "pieces, strictly")
_real_import = builtins.__import__
_parse = ast.parse
BEHIND_C = frozenset({"_pylong", "_strptime", "copyreg", "time", "warnings"})
"""Modules that compiled functions, such as `time.strptime`, import in their caller's name."""


class Importer:
    """The import statement under the exercise's rule: allowed modules and the student's files.

    A second barrier behind the check of the source. It replaces `builtins.__import__` and affects
    only statements in the student's own modules; libraries import what they need.
    """

    def __init__(self, main: str, files: Mapping[str, str], allowed: tuple[str, ...]) -> None:
        """Take the helper files by logical name, and the allowed top-level modules.

        As for a script, module names are relative to the main file's folder.
        """
        folder, slash, _ = main.rpartition("/")
        self.sources = {
            module_name(name.removeprefix(folder + slash)): (name, text)
            for name, text in files.items()
            if name.startswith(folder + slash)
        }
        self.allowed = frozenset(allowed) | {"__future__"}
        self.modules: dict[str, ModuleType] = {}
        self.spaces: list[dict[str, Any]] = []
        self.mode: Mode = "whole"
        self.compile: Callable[[str, str], CodeType] = compile_whole
        # code in which failing imports are replaced by stand-ins
        self.tolerated: CodeType | None = None
        self.texts: dict[str, str] = {}  # of files whose plain imports also get stand-ins
        # line numbers of those imports, computed on demand
        self._plain: dict[str, frozenset[int]] = {}

    def __call__(  # the signature of __import__
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,  # noqa: A002
        locals: Mapping[str, Any] | None = None,  # noqa: A002
        fromlist: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """Import by the rule for the student's modules, and as usual for all others."""
        if not any(globals is space for space in self.spaces):
            return _real_import(name, globals, locals, fromlist or (), level)
        # in an import statement it is a tuple or None
        if name in BEHIND_C and isinstance(fromlist, list):
            return _real_import(name, {}, {}, (), 0)
        target = self._resolve(name, globals or {}, level)
        top = target.partition(".")[0]
        if any(known == top or known.startswith(top + ".") for known in self.sources) and (
            level or top not in self.allowed
        ):
            return self._import_local(target, top, fromlist)
        frame = sys._getframe(1)  # noqa: SLF001 - the caller
        if level or top not in self.allowed:
            if self._is_tolerant(frame):
                return _stand_in(target, fromlist, "may not be used in this exercise")
            raise ModuleNotFoundError(f"No module named {name!r} in this exercise", name=name)
        return self._import_allowed(name, fromlist, frame)

    def _is_tolerant(self, frame: FrameType) -> bool:
        """Return whether a stand-in is used: not inside a `try` or a function."""
        code = frame.f_code
        if code is self.tolerated:
            return True
        return code.co_name == "<module>" and frame.f_lineno in self._plain_lines(code.co_filename)

    def _plain_lines(self, file: str) -> frozenset[int]:
        """Return the lines of a file's plain imports; computed only if an import fails."""
        if file not in self._plain:
            tree = _parse(self.texts.get(file, ""), file)
            self._plain[file] = frozenset(_plain_imports(tree.body))
        return self._plain[file]

    def _import_allowed(
        self, name: str, fromlist: tuple[str, ...] | None, frame: FrameType
    ) -> ModuleType:
        top = name.partition(".")[0]
        try:
            return _real_import(name, {}, {}, fromlist or (), 0)
        except Exception as error:
            there = isinstance(error, ImportError) and error.name not in {None, top}
            if there or not self._is_tolerant(frame) or top in sys.modules:
                raise
            return _stand_in(name, fromlist, f"is not here ({type(error).__name__}: {error})")

    def _resolve(self, name: str, space: Mapping[str, Any], level: int) -> str:
        if level == 0:
            return name
        parts = str(space.get("__package__") or "").split(".")
        parts = parts[: len(parts) - (level - 1)]
        return ".".join(part for part in [*parts, name] if part)

    def _import_local(self, target: str, top: str, fromlist: tuple[str, ...] | None) -> ModuleType:
        names = target.split(".")
        module = self.load_local(names[0])
        for depth in range(2, len(names) + 1):
            child = self.load_local(".".join(names[:depth]))
            setattr(module, names[depth - 1], child)
            module = child
        for item in fromlist or ():
            if f"{target}.{item}" in self.sources:
                setattr(module, item, self.load_local(f"{target}.{item}"))
        return module if fromlist else self.modules[top]

    def load_local(self, name: str) -> ModuleType:
        """Execute one of the student's helper files, once."""
        if name in self.modules:
            return self.modules[name]
        file, text = self.sources.get(name, (name, ""))  # a folder without __init__.py is empty
        is_package = file.endswith("__init__.py") or name not in self.sources
        module = self.new_module(name, file, name if is_package else name.rpartition(".")[0])
        _execute(module, file, text, self.mode, self)
        return module

    def new_module(self, name: str, file: str, package: str) -> ModuleType:
        """Create an empty module whose import statements follow the rule."""
        module = ModuleType(name)
        module.__file__ = file
        module.__package__ = package
        self.modules[name] = module
        self.spaces.append(module.__dict__)
        sys.modules.setdefault(name, module)
        return module


def module_name(file: str) -> str:
    """Return the module name of a file: "a/b.py" is a.b, "a/__init__.py" is a."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def load(main: str, text: str, mode: Mode, importer: Importer) -> ModuleType:
    """Execute the program and return its module; exceptions propagate."""
    _settle(importer)
    stem = main.rpartition("/")[2].partition(".")[0]
    module = importer.new_module(stem or "main", main, "")
    importer.mode = mode if mode in IN_PIECES else "whole"
    _execute(module, main, text, mode, importer)
    return module


def as_script(place: str, importer: Importer) -> ModuleType:
    """Create the module in which a script is executed; `place` is the path of its file."""
    _settle(importer)
    module = importer.new_module("__main__", place, "")
    sys.modules["__main__"] = module
    importer.allowed |= {"__main__"}
    return module


def execute_script(module: ModuleType, main: str, text: str, importer: Importer) -> None:
    """Execute the whole program; exceptions propagate."""
    _execute(module, main, text, "whole", importer)


def _settle(importer: Importer) -> None:
    builtins.__import__ = importer  # type: ignore[assignment]
    # `site` does the same.
    vars(builtins).update(exit=sys.exit, quit=sys.exit)


def _stand_in(name: str, fromlist: tuple[str, ...] | None, why: str) -> ModuleType:
    """Return a stand-in for an import: `import a.b` binds a, `from a.b import` looks into b."""
    absent: Any = missing_module(name if fromlist else name.partition(".")[0], why)
    return absent  # type: ignore[no-any-return]  # it behaves like a module


def _execute(module: ModuleType, main: str, text: str, mode: Mode, importer: Importer) -> None:
    # The file does not exist here, and some decorators (torch.jit.script) read its source.
    linecache.cache[main] = (len(text), None, text.splitlines(keepends=True), main)
    if mode in IN_PIECES:
        Pieces(module, main, text, importer).run(strict=mode != "pieces")
        return
    importer.texts[main] = text
    for code, needed in _steps(main, text, mode, importer):
        try:
            exec(code, module.__dict__)  # noqa: S102 - a guest exists to run it
        except Exception:
            if needed:
                raise


def _plain_imports(body: list[ast.stmt]) -> Iterator[int]:
    """Yield the lines of imports at the top level of a file, including `if` branches."""
    for statement in body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            yield statement.lineno
        elif isinstance(statement, ast.If):
            yield from _plain_imports([*statement.body, *statement.orelse])


def _steps(main: str, text: str, mode: Mode, importer: Importer) -> Iterator[tuple[CodeType, bool]]:
    """Yield compiled code, and whether it has to succeed."""
    if mode == "whole":
        yield importer.compile(main, text), True
    elif mode == "definitions":
        yield compile_definitions(main, text), True
    else:
        yield from compile_assignments(main, text)


def compile_whole(main: str, text: str) -> CodeType:
    """Compile the program unchanged, inheriting no `__future__` of ours."""
    return compile(text, main, "exec", dont_inherit=True)


def compile_definitions(main: str, text: str) -> CodeType:
    """Compile imports, definitions and constant assignments; line numbers are kept."""
    tree = ast.parse(text, main)
    tree.body = _defining(tree.body, set())
    return compile(tree, main, "exec", dont_inherit=True)


def compile_assignments(main: str, text: str) -> Iterator[tuple[CodeType, bool]]:
    """Compile imports, definitions and all assignments; the latter may fail individually.

    A function may rely on `tool = Solver()` although `n = int(input())` beside it cannot work.
    """
    known: set[str] = set()
    for statement in ast.parse(text, main).body:
        wanted = _defining([statement], known)
        needed = bool(wanted)
        if not wanted and isinstance(statement, (ast.Assign, ast.AnnAssign)):
            wanted = [statement]
        if wanted:
            module = ast.Module(body=wanted, type_ignores=[])
            yield compile(module, main, "exec", dont_inherit=True), needed


def _defining(body: list[ast.stmt], known: set[str]) -> list[ast.stmt]:
    """Select definitions; `known` collects the names defined so far."""
    wanted: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, (ast.Try, ast.If, ast.With)):
            wanted += _defining_block(statement, known)
        elif _is_definition(statement) or _is_constant_assignment(statement, known):
            wanted.append(statement)
            known.update(_bound_names(statement))
    return wanted


def _is_definition(statement: ast.stmt) -> bool:
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return isinstance(statement, kinds)


def _is_constant_assignment(statement: ast.stmt, known: set[str]) -> bool:
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return all(isinstance(target, ast.Name) for target in targets) and _constant(
        statement.value, known
    )


def _bound_names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).partition(".")[0] for alias in statement.names]
    return [node.id for node in ast.walk(statement) if isinstance(node, ast.Name)]


def _defining_block(statement: ast.Try | ast.If | ast.With, known: set[str]) -> list[ast.stmt]:
    inner = _defining(statement.body, known)
    if not isinstance(statement, ast.Try) or not inner or not statement.handlers:
        return inner
    statement.body = inner
    for handler in statement.handlers:
        handler.body = _defining(handler.body, known) or [ast.copy_location(ast.Pass(), handler)]
    statement.orelse = _defining(statement.orelse, known)
    statement.finalbody = []
    return [statement]


def _constant(node: ast.expr | None, known: set[str]) -> bool:
    """Return whether the expression calls nothing and uses only names that are kept."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return all(_constant(element, known) for element in node.elts)
    if isinstance(node, ast.Dict):
        return all(_constant(part, known) for part in [*node.keys, *node.values])
    if isinstance(node, ast.UnaryOp):
        return _constant(node.operand, known)
    if isinstance(node, ast.BinOp):
        return _constant(node.left, known) and _constant(node.right, known)
    if isinstance(node, ast.Name):
        return node.id in known
    return isinstance(node, (ast.Constant, ast.Lambda))
