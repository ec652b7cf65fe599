"""Whether a text is Python of one version, and its tree: asked of that version's own parser.

The reader's own version is asked directly. Another interpreter is a process that the reader starts
below its own limits: `main` runs there, with this file, newer.py and the standard library. It only
parses and compiles. Its tree comes back flat, and is built anew of the nodes that are known here;
of newer ones all that could break a rule stays in the tree.
"""

import ast
import json
import struct
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Protocol, cast

from .newer import HERE, NewerSyntax, Version, without_newer

HEADER = struct.Struct(">I")
STACK_BYTES = 256 * 1024**2  # reserved, not used; deep trees are parsed by recursion
DEPTH = 12_000
BOOT = """
import importlib.util, sys
folder = sys.argv.pop(1)
spec = importlib.util.spec_from_loader("_grader_source", None, is_package=True)
package = importlib.util.module_from_spec(spec)
package.__path__ = [folder]
sys.modules[spec.name] = package
importlib.import_module("_grader_source.syntax").main()
"""


class Syntax(Protocol):
    """One version's parser."""

    @property
    def version(self) -> Version:
        """Which one it is."""

    def tree(self, code: bytes | str) -> ast.Module:
        """Parse and compile; raise what Python raises: SyntaxError, ValueError, RecursionError."""

    def without_newer(self, code: str) -> tuple[str, NewerSyntax | None]:
        """Take out what a newer Python than this version brought; see newer.py."""


class OwnSyntax:
    """The parser of the Python that this runs on."""

    version = HERE

    def tree(self, code: bytes | str) -> ast.Module:
        """Parses, and compiles too: `return` outside a function is found by the compiler only."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes and the like are no concern here
            tree = ast.parse(code)
            compile(tree, "<source>", "exec", dont_inherit=True)
        return tree

    def without_newer(self, code: str) -> tuple[str, NewerSyntax | None]:
        """See Syntax."""
        return without_newer(code)


OWN = OwnSyntax()


class ParserDiedError(Exception):
    """The other interpreter ended: the text is beyond what it can parse under its limits."""


class OtherSyntax:
    """The parser of another interpreter, started when it is first asked and again when it ended."""

    def __init__(self, version: str, path: str, cpu_seconds: float) -> None:
        """Takes "3.13" and where it is; each question may take so many seconds of its CPU time."""
        self.version: Version = cast("Version", tuple(map(int, version.split("."))))
        self._words = [path, "-I", "-S", "-B", "-c", BOOT, str(Path(__file__).parent)]
        self._cpu_seconds = cpu_seconds
        self._process: subprocess.Popen[bytes] | None = None

    def tree(self, code: bytes | str) -> ast.Module:
        """See Syntax."""
        answer = self._ask("tree", code)
        if "tree" in answer:
            return built(answer["tree"])
        raise _error_of(answer["error"])

    def without_newer(self, code: str) -> tuple[str, NewerSyntax | None]:
        """See Syntax."""
        answer = self._ask("newer", code)
        newer = answer["newer"]
        if newer is None:
            return answer["plain"], None
        version, line, example = newer
        found = NewerSyntax(version=(version[0], version[1]), line=line, example=example)
        return answer["plain"], found

    def _ask(self, what: str, code: bytes | str) -> Mapping[str, Any]:
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603 - an interpreter that was found, our own words
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        request = {"ask": what, "seconds": self._cpu_seconds, **_packed(code)}
        try:
            _write(cast("IO[bytes]", self._process.stdin), request)
            answer = _read(cast("IO[bytes]", self._process.stdout))
        except OSError:
            answer = None
        if answer is None:
            self.close()
            raise ParserDiedError(".".join(map(str, self.version)))
        return answer

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def main() -> None:
    """Answers questions on the standard streams, in a thread with room for deep texts."""
    threading.stack_size(STACK_BYTES)
    sys.setrecursionlimit(DEPTH)
    thread = threading.Thread(target=_serve, args=(sys.stdin.buffer, sys.stdout.buffer))
    thread.start()
    thread.join()


def _serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    while (question := _read(questions)) is not None:
        limit_cpu(question["seconds"])
        _write(answers, _answer(question))


def limit_cpu(seconds: float) -> None:
    """Lets the process use so much more CPU time; beyond that the system ends it."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


def _answer(question: Mapping[str, Any]) -> Mapping[str, Any]:
    code = _unpacked(question)
    if question["ask"] == "newer":
        plain, newer = OWN.without_newer(cast("str", code))
        return {"plain": plain, "newer": newer}
    try:
        return {"tree": flat(OWN.tree(code))}
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        about = [getattr(error, name, None) for name in ("msg", "lineno", "offset")]
        return {"error": [type(error).__name__, str(error), *about]}


def _error_of(told: list[Any]) -> Exception:
    """Make the exception that the other interpreter described."""
    name, text, message, line, offset = told
    if name in {"RecursionError", "MemoryError"}:
        return RecursionError(text)
    if message is None:
        return ValueError(text)
    kind = {"IndentationError": IndentationError, "TabError": TabError}.get(name, SyntaxError)
    return kind(message, ("<source>", line, offset, None))


def _packed(code: bytes | str) -> Mapping[str, str]:
    return {"text": code} if isinstance(code, str) else {"bytes": code.decode("latin-1")}


def _unpacked(message: Mapping[str, Any]) -> bytes | str:
    return str(message["text"]) if "text" in message else message["bytes"].encode("latin-1")


def _write(stream: IO[bytes], message: Mapping[str, Any]) -> None:
    body = json.dumps(message).encode()
    stream.write(HEADER.pack(len(body)) + body)
    stream.flush()


def _read(stream: IO[bytes]) -> dict[str, Any] | None:
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    body = stream.read(*HEADER.unpack(header))
    return json.loads(body) if body else None


Flat = list[list[Any]]
"""Nodes, the module first: name, place or None, and by field a value, packed."""
PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def flat(tree: ast.AST) -> Flat:
    """List the nodes of a tree so that it can be written as JSON without recursion."""
    nodes: list[ast.AST] = []
    numbers: dict[int, int] = {}
    for node in ast.walk(tree):
        if id(node) not in numbers:  # contexts such as Load() are one object for all
            numbers[id(node)] = len(nodes)
            nodes.append(node)

    def packed(value: object) -> Any:
        if isinstance(value, ast.AST):
            return {"node": numbers[id(value)]}
        if isinstance(value, list):
            return [packed(inner) for inner in value]
        return _packed_constant(value)

    return [
        [
            type(node).__name__,
            [getattr(node, name, None) for name in PLACE] if hasattr(node, "lineno") else None,
            {name: packed(getattr(node, name)) for name in node._fields if hasattr(node, name)},
        ]
        for node in nodes
    ]


def _packed_constant(value: object) -> Any:
    """Write what JSON has no word for as {type: text}; frozen sets and tuples come of no text."""
    match value:
        case None | bool() | str():
            return value
        case bytes():
            return {"bytes": value.decode("latin-1")}
        case int():
            return {"int": hex(value)}
        case float():
            return {"float": value.hex()}
        case complex():
            return {"complex": [value.real.hex(), value.imag.hex()]}
        case _:
            return {"ellipsis": True}


CONSTANTS: Mapping[str, Callable[[Any], object]] = {
    "bytes": lambda text: text.encode("latin-1"),
    "int": lambda text: int(text, 16),
    "float": float.fromhex,
    "complex": lambda parts: complex(*map(float.fromhex, parts)),
    "ellipsis": lambda _: ...,
}


def built(nodes: Flat) -> ast.Module:
    """Build the tree anew of the classes of this Python."""
    made = [_NEWER.get(name, getattr(ast, name, None)) for name, _, _ in nodes]
    instances: list[Any] = [ast.Pass() if kind is None else kind() for kind in made]

    def unpacked(value: Any) -> Any:
        if isinstance(value, list):
            return [unpacked(inner) for inner in value]
        if not isinstance(value, dict):
            return value
        ((kind, inner),) = value.items()
        return instances[inner] if kind == "node" else CONSTANTS[kind](inner)

    for node, (_, place, fields) in zip(instances, nodes, strict=True):
        node.type_params = []  # which a class has or not, by its Python
        for name, value in fields.items():
            setattr(node, name, unpacked(value))
        for name, number in zip(PLACE, place or (), strict=False):
            setattr(node, name, number)
    return cast("ast.Module", _Lowered().visit(instances[0]))


class _TypeAlias(ast.stmt):
    """`type X[T] = …`, where this Python has no class for it."""

    _fields = ("name", "type_params", "value")


class _TypeParameter(ast.AST):
    """`T: bound = default` between brackets."""

    _fields = ("name", "bound", "default_value")


class _Template(ast.expr):
    """t"…"."""

    _fields = ("values",)


class _Interpolation(ast.expr):
    """{…} in a t"…"."""

    _fields = ("value", "str", "conversion", "format_spec")


_NEWER: Mapping[str, type[ast.AST]] = {
    name: kind
    for name, kind in {
        "TypeAlias": _TypeAlias,
        "TypeVar": _TypeParameter,
        "TypeVarTuple": _TypeParameter,
        "ParamSpec": _TypeParameter,
        "TemplateStr": _Template,
        "Interpolation": _Interpolation,
    }.items()
    if not hasattr(ast, name)
}


class _Lowered(ast.NodeTransformer):
    """Writes newer nodes as older ones that bind the same names and hold the same expressions."""

    def visit__TypeAlias(self, node: Any) -> list[ast.stmt]:
        """`type X[T: B] = V` becomes `(B,)` and `X = V`."""
        self.generic_visit(node)
        alias = ast.Assign(targets=[node.name], value=node.value)
        return [*_said_of_parameters(node), ast.copy_location(alias, node)]

    def visit_FunctionDef(self, node: Any) -> Any:
        """`def f[T: B](): …` becomes `(B,)` and `def f(): …`; T is the definition's own."""
        self.generic_visit(node)
        said = _said_of_parameters(node)
        return [*said, node] if said else node

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef  # noqa: N815

    def visit__Template(self, node: Any) -> ast.expr:
        """A t-string becomes an f-string, which has the same expressions."""
        self.generic_visit(node)
        return ast.copy_location(ast.JoinedStr(values=node.values), node)

    def visit__Interpolation(self, node: Any) -> ast.expr:
        """See visit__Template."""
        self.generic_visit(node)
        value = ast.FormattedValue(
            value=node.value, conversion=node.conversion, format_spec=node.format_spec
        )
        return ast.copy_location(value, node)


def _said_of_parameters(node: Any) -> list[ast.stmt]:
    """Keep the expressions between the brackets; nothing is left where this Python has none."""
    unknown = [each for each in node.type_params if isinstance(each, _TypeParameter)]
    if not unknown:
        return []
    node.type_params = []
    said = [getattr(each, name, None) for each in unknown for name in ("bound", "default_value")]
    values: list[Any] = [value for value in said if value is not None]
    statement = ast.Expr(value=ast.Tuple(elts=values, ctx=ast.Load()))
    return [ast.fix_missing_locations(ast.copy_location(statement, node))] if values else []
