"""Where a statement stands, and which statement gave a name the value it has there."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from grader.policy.scopes import COMPREHENSIONS

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LOOPS = (ast.For, ast.While)
# Whoever is given a list through these leaves it as it was.
HARMLESS = frozenset(
    {"print", "len", "sum", "range", "zip", "enumerate", "list", "tuple", "map", "min", "max"}
    | {"sorted", "reversed", "str", "repr", "type", "id", "isinstance", "iter", "abs", "round"}
)


class Unsure(Exception):
    """What a piece of code depends on cannot be told by its text."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A statement in its block, with what is around that."""

    block: list[ast.stmt]
    index: int
    owner: ast.AST  # whose block it is: a module, a loop, a function, …
    outer: "Spot | None"  # where the owner stands

    @property
    def node(self) -> ast.stmt:
        return self.block[self.index]

    def beside(self, index: int) -> "Spot":
        """Names another statement of the same block."""
        return Spot(self.block, index, self.owner, self.outer)

    @property
    def function(self) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The function it stands in."""
        here: Spot | None = self
        while here is not None:
            if isinstance(here.owner, FUNCTIONS):
                return here.owner
            here = here.outer
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """The statement that bound a name last; `how` tells apart what cannot be taken along."""

    how: str  # "statement", "loop", "entry" (of a loop that changes it), "parameter"
    node: ast.AST
    spot: Spot | None = None  # of a statement


def spots(owner: ast.AST, outer: Spot | None = None) -> Iterator[Spot]:
    """Walks all statements but those of classes, each before what is in it."""
    for block in blocks(owner):
        for index, node in enumerate(block):
            here = Spot(block, index, owner, outer)
            yield here
            if not isinstance(node, ast.ClassDef):
                yield from spots(node, here)


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Lists the blocks of statements in a statement."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block:
            yield block
    for one in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield one.body


def binds(node: ast.AST) -> set[str]:
    """Collects the names that a statement binds in its own scope."""
    found: set[str] = set()
    waiting: list[ast.AST] = [node]
    while waiting:
        here = waiting.pop()
        match here:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name):
                found.add(name)
            case ast.alias(name=name, asname=other):
                found.add(other or name.partition(".")[0])
            case ast.ExceptHandler(name=str(name)):
                found.add(name)
            case _:
                pass
        closed = (*FUNCTIONS, ast.ClassDef, ast.Lambda, *COMPREHENSIONS)
        if not isinstance(here, closed):
            waiting += ast.iter_child_nodes(here)
    return found


def reads(node: ast.AST) -> set[str]:
    """Collects the names that a piece of code looks up and does not bind by itself.

    A loop is taken to run at least once, as it does with matrices of any size.
    """
    found: set[str] = set()
    _read(node, set(), found)
    return found


def reads_of(block: list[ast.stmt]) -> set[str]:
    """Collects the same of statements that follow each other."""
    found: set[str] = set()
    known: set[str] = set()
    for node in block:
        _read(node, known, found)
    return found


def _read(  # noqa: C901 - one case for each kind of node
    node: ast.AST, known: set[str], found: set[str]
) -> None:
    """Goes through a piece of code in the order of execution."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            found |= {name} - known
        case ast.Name(id=name):
            known.add(name)
        case ast.Assign(targets=targets, value=value):
            _read_all([value, *targets], known, found)
        case ast.AugAssign(target=target, op=_, value=value):
            if isinstance(target, ast.Name):
                found |= {target.id} - known
            _read_all([value, target], known, found)
        case ast.AnnAssign(target=target, value=value):
            _read_all([*([value] if value else []), target], known, found)
        case ast.For(target=target, iter=iterated, body=body):
            _read_all([iterated, target, *body], known, found)
        case ast.If(test=test, body=body, orelse=orelse):
            _read(test, known, found)
            before = set(known)
            _read_all(body, known, found)
            _read_all(orelse, before, found)
            known &= before
        case ast.Lambda() | ast.FunctionDef() | ast.ListComp() | ast.SetComp():
            _read_inside(node, known, found)
        case ast.GeneratorExp() | ast.DictComp():
            _read_inside(node, known, found)
        case _:
            _read_all(list(ast.iter_child_nodes(node)), known, found)


def _read_inside(node: ast.AST, known: set[str], found: set[str]) -> None:
    """Goes through what has names of its own."""
    match node:
        case ast.Lambda(args=arguments, body=body):
            _read_all(arguments.defaults, known, found)
            _read(
                body, known | {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}, found
            )
        case ast.FunctionDef(args=arguments, body=body):
            _read_all(arguments.defaults, known, found)
            inner = {one.arg for one in ast.walk(arguments) if isinstance(one, ast.arg)}
            _read_all(body, known | inner, found)
            known.add(node.name)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            inner = set(known)
            for one in node.generators:
                _read_all([one.iter, one.target, *one.ifs], inner, found)
            values = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            _read_all(values, inner, found)
        case _:
            pass


def _read_all(
    nodes: list[ast.AST] | list[ast.stmt] | list[ast.expr], known: set[str], found: set[str]
) -> None:
    for one in nodes:
        _read(one, known, found)


def base(node: ast.expr) -> str:
    """Names the variable at the bottom of `x[i][j]`, `x[i].append`; "" when it is none."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def mutates(node: ast.AST, *, calls: bool = True) -> set[str]:
    """Collects the names whose contents may change: `x[i] = …`, `x.append(…)`; by calls, `f(x)`."""
    found: set[str] = set()
    for one in ast.walk(node):
        match one:
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store()):
                found.add(base(one))
            case ast.AugAssign(target=ast.Name(id=name)):
                found.add(name)  # of a list, `+=` adds to the list itself
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=value))):
                found.add(base(value))
            case ast.Call(func=ast.Name(id=name), args=arguments) if calls and name not in HARMLESS:
                found |= {value.id for value in arguments if isinstance(value, ast.Name)}
            case _:
                pass
    return found - {""}


def origin(  # noqa: PLR0911 - one for each kind of block
    spot: Spot, name: str, module: ast.Module
) -> Origin | None:
    """Finds what bound a name last before a statement; None when nothing or more than one may."""
    here: Spot | None = spot
    while here is not None:
        for index in reversed(range(here.index)):
            if name in binds(here.block[index]):
                return Origin("statement", here.block[index], here.beside(index))
        owner = here.owner
        if isinstance(owner, ast.For) and name in binds(owner.target):
            return Origin("loop", owner)
        if isinstance(owner, LOOPS) and any(name in binds(one) for one in owner.body):
            return Origin("entry", owner)
        if isinstance(owner, FUNCTIONS):
            if any(one.arg == name for one in ast.walk(owner.args) if isinstance(one, ast.arg)):
                return Origin("parameter", owner)
            if name in own_names(owner):
                return None
            return _global_origin(name, module)
        here = here.outer
    return None


def own_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Collects a function's parameters and local variables."""
    bound = {name for one in function.body for name in binds(one)}
    given = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    return (bound | given) - declared_names(function)


def declared_names(function: ast.AST) -> set[str]:
    """Collects the globals that a function says it binds."""
    return {name for one in ast.walk(function) if isinstance(one, ast.Global) for name in one.names}


def _global_origin(name: str, module: ast.Module) -> Origin | None:
    """Finds the only statement that binds a global name, as a function sees it."""
    found: list[Origin] = []
    for spot in spots(module):
        function = spot.function
        if function is not None and name not in declared_names(function):
            continue
        node = spot.node
        if isinstance(node, ast.For) and name in binds(node.target):
            found.append(Origin("loop", node))
        elif name in binds(node) and (not any(blocks(node)) or isinstance(node, FUNCTIONS)):
            found.append(Origin("statement", node, spot))
    return found[0] if len(found) == 1 else None


def follows(spot: Spot, earlier: Spot) -> Iterator[Spot]:
    """Walks the statements between an earlier one and a later, in the order they stand in.

    When a function sees a global, these are all that stand after it in its block.
    """
    here: Spot | None = spot
    while here is not None and here.block is not earlier.block:
        here = here.outer
    end = here.index if here is not None else len(earlier.block)
    for index in range(earlier.index + 1, end):
        yield earlier.beside(index)
    inner, path = spot, list[Spot]()
    while here is not None and inner.block is not earlier.block and inner.outer is not None:
        path.append(inner)
        inner = inner.outer
    for one in reversed(path):
        yield from (one.beside(index) for index in range(one.index))
