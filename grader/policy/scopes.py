"""Which block a name belongs to."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from grader.policy.parse import Parsed
from grader.policy.values import NOTHING, Thing, Things

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
BLOCKS = (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)


@dataclass(slots=True, kw_only=True, eq=False)
class Scope:
    """One block of code, with what its names may stand for."""

    node: ast.AST
    file: Parsed
    parent: "Scope | None" = None
    bound: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)  # nonlocal
    outermost: set[str] = field(default_factory=set)  # global
    values: dict[str, set[Thing]] = field(default_factory=dict)
    stars: set[Thing] = field(default_factory=set)  # modules whose names were all imported

    @property
    def module(self) -> "Scope":
        """The block of the whole file."""
        here = self
        while here.parent is not None:
            here = here.parent
        return here

    def owner(self, name: str) -> "Scope | None":
        """Finds the block that binds a name, as seen from this one."""
        here: Scope | None = self
        while here is not None:
            if name in here.outermost:
                return here.module
            visible = here is self or not isinstance(here.node, ast.ClassDef)
            if visible and name in here.bound:
                return here
            here = here.parent
        return None

    def target(self, name: str) -> "Scope":
        """Finds the block in which storing a name here binds it."""
        return self.owner(name) or self

    def get(self, name: str) -> Things:
        """Returns what a name of this block may stand for."""
        found = self.values.get(name)
        return frozenset(found) if found else NOTHING


def open_scope(node: ast.AST, file: Parsed, parent: Scope | None) -> Scope:
    """Collects the names that a block binds."""
    scope = Scope(node=node, file=file, parent=parent)
    if isinstance(node, FUNCTIONS):
        scope.bound.update(argument.arg for argument in arguments_of(node))
    for inner in own_nodes(node):
        _note(inner, scope)
    scope.bound -= scope.elsewhere | scope.outermost
    if parent is not None and scope.outermost:
        scope.module.bound |= scope.outermost
    return scope


def arguments_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.arg]:
    """Lists every parameter: positional ones first, in order."""
    given = node.args
    rest = [one for one in (given.vararg, given.kwarg) if one is not None]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *rest]


def own_nodes(block: ast.AST) -> Iterator[ast.AST]:
    """Walks a block without entering the blocks inside it."""
    waiting = inside(block)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, COMPREHENSIONS):
            waiting += [named for named in ast.walk(node) if isinstance(named, ast.NamedExpr)]
        elif isinstance(node, BLOCKS):
            waiting += outside(node)
        else:
            waiting += ast.iter_child_nodes(node)


def inside(block: ast.AST) -> list[ast.AST]:
    """Lists the parts of a block that belong to its own scope."""
    match block:
        case ast.Lambda(body=body):
            return [body]
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body):
            return list(body)
        case ast.ClassDef(body=body):
            return list(body)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return [generator.target for generator in block.generators]
        case _:
            return list(ast.iter_child_nodes(block))


def statements_of(block: ast.AST) -> list[ast.stmt]:
    """Lists the statements of a file."""
    return [part for part in ast.iter_child_nodes(block) if isinstance(part, ast.stmt)]


def outside(block: ast.AST) -> list[ast.AST]:
    """Lists the parts of a function or class that are evaluated where it stands."""
    if isinstance(block, ast.Lambda):
        return [block.args]
    if isinstance(block, ast.FunctionDef | ast.AsyncFunctionDef):
        return [*block.decorator_list, block.args, *([block.returns] if block.returns else [])]
    return [part for part in ast.iter_child_nodes(block) if not isinstance(part, ast.stmt)]


def _note(node: ast.AST, scope: Scope) -> None:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            scope.bound.add(name)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            scope.bound.add(name)
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            scope.bound.update(a.asname or a.name.partition(".")[0] for a in names)
        case ast.Global(names=listed):
            scope.outermost.update(listed)
        case ast.Nonlocal(names=listed):
            scope.elsewhere.update(listed)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            scope.bound.add(name)
        case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            scope.bound.add(name)
        case _:
            pass
