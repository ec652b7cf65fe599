"""Parse a text with the syntax of one Python version, by that version's own parser.

The reader's own version is used directly. Another interpreter is a process that the reader starts
under lower limits: `main` runs there, with this file, newer.py and the standard library. It only
parses and compiles. Its tree is returned flat and rebuilt from the node types known here; of newer
types, everything that could break a rule is kept.
"""

import ast
import json
import struct
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Protocol, cast

from .newer import HERE, NewerSyntax, Version, without_newer

HEADER = struct.Struct(">I")
STACK_BYTES = 256 * 1024**2  # reserved, not used; deep trees are parsed recursively
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
        """The version."""

    def tree(self, code: bytes | str) -> ast.Module:
        """Parse and compile; raise what Python raises: SyntaxError, ValueError, RecursionError."""

    def without_newer(self, code: str) -> tuple[str, NewerSyntax | None]:
        """Remove constructs newer than this version; see newer.py."""


class OwnSyntax:
    """The parser of the Python that this runs on."""

    version = HERE

    def tree(self, code: bytes | str) -> ast.Module:
        """Parse and compile: only the compiler detects `return` outside a function."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes and the like are irrelevant here
            tree = ast.parse(code)
            compile(tree, "<source>", "exec", dont_inherit=True)
        return tree

    def without_newer(self, code: str) -> tuple[str, NewerSyntax | None]:
        """See Syntax."""
        return without_newer(code)


OWN = OwnSyntax()


class ParserDiedError(Exception):
    """The other interpreter ended: the text exceeds what it can parse under its limits."""


class OtherSyntax:
    """The parser of another interpreter, started on demand and restarted after it ended."""

    def __init__(self, version: str, path: str, cpu_seconds: float) -> None:
        """Take a version such as "3.13" and its path; each question has `cpu_seconds`."""
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
            self._process = subprocess.Popen(  # noqa: S603 - an interpreter that was found, our own command
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
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def main() -> None:
    """Answer questions on the standard streams, in a thread with a stack for deep texts."""
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
    """Allow the process `seconds` more CPU time, after which the system ends it."""
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
    """Convert the other interpreter's description of an exception."""
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
"""Nodes, the module first: type name, place or None, and encoded values by field."""
PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def flat(tree: ast.AST) -> Flat:
    """Flatten a tree so that it can be encoded as JSON without recursion."""
    nodes: list[ast.AST] = []
    numbers: dict[int, int] = {}
    for node in ast.walk(tree):
        if id(node) not in numbers:  # contexts such as Load() are shared objects
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
    """Encode a constant; types that JSON lacks become {type: text}.

    Source text has no tuples or frozensets as constants.
    """
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


OLDER: Mapping[str, tuple[type[ast.AST], Mapping[str, str]]] = {
    # Types that this Python may lack: an older type with the same expressions, and its fields.
    "TemplateStr": (ast.JoinedStr, {"values": "values"}),
    "Interpolation": (
        ast.FormattedValue,
        {"value": "value", "conversion": "conversion", "format_spec": "format_spec"},
    ),
    "TypeAlias": (ast.Assign, {"name": "targets", "value": "value"}),
}


def built(nodes: Flat) -> ast.Module:
    """Rebuild the tree from node types of this Python, newer types as older ones.

    Their contents are kept. `def f[T: B](): …` becomes `(B,)` and `def f(): …`, since T is the
    definition's own name; `type X = V` becomes `X = V`, and a t-string an f-string.
    """
    instances: list[Any] = [_instance(name) for name, _, _ in nodes]
    before = {
        number: said
        for number, (_, _, fields) in enumerate(nodes)
        if (said := _parameter_expressions(fields.get("type_params", ()), nodes))
    }

    def unpacked(value: Any) -> Any:
        if isinstance(value, list):
            return [each for inner in value for each in (*statement_before(inner), unpacked(inner))]
        if not isinstance(value, dict):
            return value
        ((kind, inner),) = value.items()
        return instances[inner] if kind == "node" else CONSTANTS[kind](inner)

    def statement_before(value: Any) -> list[ast.stmt]:
        """Return a statement with the bounds and defaults of a definition's type parameters."""
        number = value.get("node") if isinstance(value, dict) else None
        if number not in before:
            return []
        held: Any = ast.Tuple(elts=[unpacked(each) for each in before[number]], ctx=ast.Load())
        statement = ast.Expr(value=held)
        for name, place in zip(PLACE, nodes[number][1], strict=True):
            setattr(statement, name, place)
            setattr(held, name, place)
        return [statement]

    for number, (node, (name, place, fields)) in enumerate(zip(instances, nodes, strict=True)):
        node.type_params = []  # which types have it depends on the Python
        older = OLDER[name][1] if name in OLDER and not hasattr(ast, name) else None
        for field, value in _named_here(fields, older, drop=number in before):
            found = unpacked(value)
            alias = older is not None and field == "targets"  # one name, where there may be several
            setattr(node, field, [found] if alias else found)
        for field, where in zip(PLACE, place or (), strict=False):
            setattr(node, field, where)
    return cast("ast.Module", instances[0])


def _named_here(
    fields: Mapping[str, Any], older: Mapping[str, str] | None, *, drop: bool
) -> Iterator[tuple[str, Any]]:
    """Yield fields under their names in the type used here; `drop` omits type parameters."""
    for field, value in fields.items():
        if not (drop and field == "type_params") and (older is None or field in older):
            yield (field if older is None else older[field]), value


def _instance(name: str) -> ast.AST:
    if hasattr(ast, name):
        made: ast.AST = getattr(ast, name)()
        return made
    # nothing is kept of a type parameter itself
    return OLDER[name][0]() if name in OLDER else ast.Pass()


def _parameter_expressions(parameters: Any, nodes: Flat) -> list[Any]:
    """Return bounds and defaults, if this Python lacks some of these fields."""
    said: list[Any] = []
    unknown = False
    for parameter in parameters:
        name, _, fields = nodes[parameter["node"]]
        unknown |= not {*fields} <= {*getattr(getattr(ast, name, None), "_fields", ())}
        said += [value for value in fields.values() if isinstance(value, dict) and "node" in value]
    return said if unknown else []
