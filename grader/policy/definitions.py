"""The callables a program defines: which of them may be the function to grade."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from grader.model.static import Definition
from grader.policy.analysis import Analysis, FunctionNode
from grader.policy.scopes import Scope, arguments_of
from grader.policy.shape import loop_depth, multiplies
from grader.policy.values import Kind

ANY_NUMBER = 99  # accepts, for a function with *args
UNBOUND = frozenset({"staticmethod"})


@dataclass(frozen=True, slots=True)
class Callable:
    """One callable under the name by which the program offers it."""

    name: str
    node: FunctionNode
    scope: Scope  # where it is defined
    owner: ast.ClassDef | None = None


def find_definitions(run: Analysis, main: str) -> tuple[Definition, ...]:
    """Lists what the main file offers by name, in the order of the statements that bind it."""
    scopes = run.modules.get(main, ())
    found: dict[str, Definition] = {}
    functions: dict[Scope, dict[str, ast.AST]] = {}
    for scope in scopes[-1:]:
        for one in _callables(run, scope):
            found.pop(one.name, None)  # the last definition of a name wins
            if one.scope not in functions:
                functions[one.scope] = _local_functions(run, one.scope)
            found[one.name] = _describe(one, functions[one.scope])
    return tuple(found.values())


def counted(module: ast.AST) -> set[tuple[str, str]]:
    """Collects the parameters that are no matrices, for range() is given them, by function."""
    return {
        (function.name, argument.id)
        for function in _functions(module)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "range"
        for argument in call.args
        if isinstance(argument, ast.Name)
    }


def drivers(module: ast.AST, definitions: Iterable[Definition], inputs: int) -> set[str]:
    """Names the functions that take too few arrays or give nothing back: they run the others.

    `main()`, `measure(function, n)`, `plot(sizes, times)`. Of a method or a lambda nothing is said.
    """
    accepts = {definition.name: definition.accepts for definition in definitions}
    counts, found = counted(module), set[str]()
    for function in _functions(module):
        called = {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        names = {argument.arg for argument in arguments_of(function)}
        others = {name for name in names if name in called or (function.name, name) in counts}
        arrays = accepts.get(function.name, ANY_NUMBER) - len(others)
        if arrays < inputs or not _gives(function, names):
            found.add(function.name)
    return found


def _functions(module: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))


def _gives(function: ast.FunctionDef, names: Collection[str]) -> bool:
    """Whether it returns something, or puts something into what it was given."""
    for node in ast.walk(function):
        match node:
            case ast.Return(value=ast.expr()) | ast.Yield() | ast.YieldFrom():
                return True
            case ast.Subscript(ctx=ast.Store()) | ast.Call(func=ast.Attribute()):
                inner: ast.AST = node.func if isinstance(node, ast.Call) else node
                while isinstance(inner, ast.Subscript | ast.Attribute):
                    inner = inner.value
                if isinstance(inner, ast.Name) and inner.id in names:
                    return True
            case _:
                pass
    return False


def _callables(run: Analysis, scope: Scope) -> Iterator[Callable]:
    for statement in _top_level(scope.node):
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield Callable(name, statement, scope)
            case ast.ClassDef(name=name):
                for node in _top_level(statement):
                    if isinstance(node, ast.FunctionDef) and _is_offered(node.name):
                        yield Callable(f"{name}.{node.name}", node, scope, statement)
            case ast.ImportFrom() | ast.Assign():
                yield from _bound_by(run, scope, statement)
            case _:
                pass


def _is_offered(method: str) -> bool:
    """Whether a method may hold a product: an ordinary name, or what * @ and a call stand for."""
    return not method.startswith("__") or method in {"__mul__", "__matmul__", "__call__"}


def _bound_by(
    run: Analysis, scope: Scope, statement: ast.ImportFrom | ast.Assign
) -> Iterator[Callable]:
    """Finds the functions that a top-level name got from a local file, a lambda or another name."""
    for name, home in _names(run, scope, statement):
        keys = {t.name for t in home.get(name) if t.kind is Kind.FUNCTION and not t.held}
        functions = [run.functions[key] for key in sorted(keys)]
        for function in functions:
            if not function.method and function.scope.parent is not None:
                yield Callable(name, function.node, function.scope.parent)


def _names(
    run: Analysis, scope: Scope, statement: ast.ImportFrom | ast.Assign
) -> Iterator[tuple[str, Scope]]:
    if isinstance(statement, ast.Assign):
        yield from ((t.id, scope) for t in statement.targets if isinstance(t, ast.Name))
    elif statement.names[0].name != "*":
        yield from ((alias.asname or alias.name, scope) for alias in statement.names)
    else:
        for thing in scope.stars:
            for home in run.modules.get(thing.name, ()):
                yield from ((name, home) for name in sorted(home.bound) if name[0] != "_")


def _top_level(block: ast.AST) -> Iterator[ast.stmt]:
    """Walks the statements of a block and of the branches in it, in order."""
    for child in ast.iter_child_nodes(block):
        if isinstance(child, ast.stmt):
            yield child
        if isinstance(child, BRANCHES):
            yield from _top_level(child)


BRANCHES = (
    ast.If, ast.Try, ast.TryStar, ast.With, ast.For, ast.While, ast.Match,
    ast.ExceptHandler, ast.match_case,
)  # fmt: skip


def _describe(one: Callable, local: Mapping[str, ast.AST]) -> Definition:
    arguments = one.node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    required = len(names) - len(arguments.defaults)
    bound = one.owner is not None and not _is_unbound(one.node)
    if bound and names:
        names, required = names[1:], max(required - 1, 0)
    needed = sum(default is None for default in arguments.kw_defaults)
    return Definition(
        name=one.name,
        file=one.scope.file.name,
        line=one.scope.file.place(one.node.lineno).line,
        parameters=tuple(names),
        required=required if not needed else len(names) + needed,  # not callable by position
        accepts=ANY_NUMBER if arguments.vararg else len(names),
        loops=loop_depth(one.node),
        multiplies=multiplies(one.node, local),
        constructor=one.owner is None or _plain_constructor(one.owner, one.scope),
    )


def _is_unbound(node: FunctionNode) -> bool:
    decorators = getattr(node, "decorator_list", [])
    return any(isinstance(one, ast.Name) and one.id in UNBOUND for one in decorators)


def _local_functions(run: Analysis, scope: Scope) -> dict[str, ast.AST]:
    """Collects the functions of a file by name, nested ones too."""
    return {
        function.node.name: function.node
        for function in run.functions.values()
        if not isinstance(function.node, ast.Lambda) and function.scope.module is scope.module
    }


def _plain_constructor(owner: ast.ClassDef, scope: Scope) -> bool:
    """Whether the class, or the nearest own base class with a constructor, needs no argument."""
    classes = {s.name: s for s in _top_level(scope.node) if isinstance(s, ast.ClassDef)}
    seen: set[str] = set()
    while owner.name not in seen:
        seen.add(owner.name)
        for node in owner.body:
            if isinstance(node, ast.FunctionDef) and node.name in {"__init__", "__new__"}:
                given = node.args
                missing = len(given.posonlyargs) + len(given.args) - 1 - len(given.defaults)
                return missing <= 0 and all(given.kw_defaults)
        bases = [b.id for b in owner.bases if isinstance(b, ast.Name) and b.id in classes]
        owner = classes[bases[0]] if bases else owner
    return True
