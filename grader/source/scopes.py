"""Find the block of a name, its bindings there, and the root of an expression."""

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from weakref import WeakKeyDictionary

from grader.source.nodes import children, nodes_in, nodes_of

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FUNCTIONS = (*DEFINITIONS, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
BLOCKS = (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)
BINDS_NOTHING = (ast.Constant, ast.expr_context)
IMPORTS = (ast.Import, ast.ImportFrom)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Hides = Callable[[ast.AST], frozenset[str]]
NOTHING: frozenset[str] = frozenset()


def called(node: ast.AST) -> str:
    """Return the last part of the name of a called function or method."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


def base_of(node: ast.AST) -> str:
    """Return the variable at the root of `x[i][j]` or `x[i].append`; "" if there is none."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def walk(
    root: ast.AST, hides: Hides, outer: frozenset[str] = NOTHING
) -> Iterator[tuple[ast.AST, frozenset[str]]]:
    """Yield every node with the names that are not the file's own there.

    `hides` returns what a block binds. A class's bindings are visible in its body, not in its
    methods.
    """
    waiting = [(root, outer, outer)]
    while waiting:
        node, here, below = waiting.pop()
        yield node, here
        if not isinstance(node, BLOCKS):
            waiting += [(child, here, below) for child in children(node)]
            continue
        globals_ = _block(node).globals
        names = (below - local_names(node) - globals_) | hides(node) | (outer & globals_)
        deeper = below if isinstance(node, ast.ClassDef) else names
        waiting += [(child, names, deeper) for child in _inside(node)]
        waiting += [(child, here, below) for child in _outside(node)]


class _Block:
    """What a block binds and declares, computed on demand.

    It refers only to nodes below the block, so that it is freed with the block.
    """

    def __init__(self, block: ast.AST) -> None:
        self._parts = _inside(block)
        self._nodes = list(_own_nodes(block))
        arguments = arguments_of(block) if isinstance(block, FUNCTIONS) else []
        self._arguments = [(argument.arg, argument) for argument in arguments]
        self._module = isinstance(block, ast.Module)

    @cached_property
    def bindings(self) -> list[tuple[str, ast.AST]]:
        return [*self._arguments, *_bound(self._nodes)]

    @cached_property
    def names(self) -> frozenset[str]:
        own = frozenset(name for name, _ in self.bindings)
        return own | self.globals if self._module else own - self.globals - self._nonlocals

    @cached_property
    def globals(self) -> frozenset[str]:
        """The names in `global` statements: of the block; for a file, of all of it."""
        return self._declared(ast.Global)

    @cached_property
    def _nonlocals(self) -> frozenset[str]:
        return self._declared(ast.Nonlocal)

    def _declared(self, kind: type[ast.Global | ast.Nonlocal]) -> frozenset[str]:
        nodes: Iterable[ast.AST] = self._nodes
        if self._module:
            nodes = (node for part in self._parts for node in nodes_in(part))
        return frozenset(name for node in nodes if isinstance(node, kind) for name in node.names)


# The same blocks are queried repeatedly and never modified.
_blocks: WeakKeyDictionary[ast.AST, _Block] = WeakKeyDictionary()


def _block(block: ast.AST) -> _Block:
    known = _blocks.get(block)
    if known is None:
        known = _blocks[block] = _Block(block)
    return known


def local_names(block: ast.AST) -> frozenset[str]:
    """Return the names that a block binds, "*" for a star import; for a file, its globals."""
    return _block(block).names


def bindings(block: ast.AST) -> list[tuple[str, ast.AST]]:
    """Pair each name that a block binds with its value, or else with the binding node."""
    return _block(block).bindings


def bound_names(module: ast.Module) -> dict[str, dict[str, int]]:
    """Map each function and class, by name, to its bindings and their first line.

    "" is the module, "*" what a star import may bring. Bindings in inner scopes, such as
    comprehensions, count as the block's own.
    """
    blocks = (node for node in nodes_of(module) if isinstance(node, (*DEFINITIONS, ast.ClassDef)))
    bound: dict[str, dict[str, int]] = {}
    for block in (module, *blocks):
        lines = bound.setdefault(getattr(block, "name", ""), {})
        named = [(name, getattr(node, "lineno", 0)) for name, node in bindings(block)]
        if block is not module:
            named += [
                (node.id, node.lineno)
                for node in nodes_in(block)
                if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
            ]
        for name, line in named:
            lines[name] = min(lines.get(name, line), line)
    return bound


def bound_by(part: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Pair the names that a statement, or a part of one, binds with their values."""
    yield from _bound(_own_nodes(ast.Module([part], [])))  # type: ignore[list-item]


def _bound(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    paired: set[ast.AST] = set()
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                pairs = [pair for target in targets for pair in pair_up(target, value)]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                pairs = list(pair_up(target, value))
            case ast.NamedExpr(target=target, value=value):
                pairs = list(pair_up(target, value))
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if node not in paired:
                pairs = []
                yield name, node
            case _:
                pairs = []
                yield from _named(node)
        paired.update(name for name, _ in pairs)
        yield from ((name.id, value) for name, value in pairs)


def pair_up(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.Name, ast.AST]]:
    """Pair the names of a target with their values, as far as both are written out."""
    sequences = (ast.Tuple, ast.List)
    if isinstance(target, ast.Name):
        yield target, value
    elif isinstance(target, sequences):
        matched = isinstance(value, sequences) and len(value.elts) == len(target.elts)
        values = value.elts if isinstance(value, sequences) and matched else target.elts
        for part, part_value in zip(target.elts, values, strict=True):
            yield from pair_up(part, part_value)
    elif isinstance(target, ast.Starred):
        yield from pair_up(target.value, target)


def _named(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, node
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from ((alias.asname or alias.name.partition(".")[0], node) for alias in names)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            yield name, node
        case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name, node
        case _:
            pass


def arguments_of(node: FunctionNode) -> list[ast.arg]:
    """Return all parameters, positional ones first, in order."""
    arguments = node.args
    rest = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest]


def _own_nodes(block: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a block in order, without entering inner blocks."""
    waiting = _inside(block)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, COMPREHENSIONS):
            waiting += [named for named in nodes_in(node) if isinstance(named, ast.NamedExpr)]
        elif isinstance(node, BLOCKS):
            waiting += _outside(node)
        else:
            parts = [part for part in children(node) if not isinstance(part, BINDS_NOTHING)]
            waiting += parts[::-1]


def _inside(block: ast.AST) -> list[ast.AST]:
    """Return the parts of a block in its own scope."""
    match block:
        case ast.Lambda(body=ast.expr() as body):
            return [body]
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body) | ast.ClassDef(body=body):
            return list(body)
        case _:
            return children(block)


def _outside(block: ast.AST) -> list[ast.AST]:
    """Return the parts of a function or class that are evaluated in the enclosing scope."""
    inside = set(_inside(block))
    return [part for part in children(block) if part not in inside]
