"""Find the callables that a program defines, which may be the function to grade."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from grader.backends import LIBRARY_OF
from grader.model.static import Definition
from grader.source.names import DEEP, PAIR
from grader.source.nodes import children, nodes_in, nodes_of
from grader.source.program import ALL, ParsedProgram
from grader.source.question import SourceQuestion
from grader.source.scopes import (
    COMPREHENSIONS,
    DEFINITIONS,
    FunctionNode,
    arguments_of,
    base_of,
    bound_by,
    called,
)

ANY_NUMBER = 99  # value of `accepts` for a function with *args
UNBOUND = frozenset({"staticmethod"})
DECORATORS = frozenset({"partial", "lru_cache", "cache", "jit", "njit", "vectorize"})
BRANCHES = (
    ast.If, ast.Try, ast.TryStar, ast.With, ast.For, ast.While, ast.Match,
    ast.ExceptHandler, ast.match_case,
)  # fmt: skip
LOOPS = (ast.For, ast.AsyncFor, ast.While)
SUM_LIKE = frozenset({"sum", "fsum", "sumprod", "reduce", "dot", "matmul", "mul", "prod"})
MOST_CALLEES = 20


class Callable(Struct, frozen=True):
    """A callable under a name that the program offers."""

    name: str
    node: FunctionNode
    file: str  # that defines it
    owner: ast.ClassDef | None = None


def find_definitions(program: ParsedProgram, main: str) -> tuple[Definition, ...]:
    """List the callables that the main file offers, in the order of the binding statements."""
    definitions: dict[str, Definition] = {}
    functions: dict[str, dict[str, ast.AST]] = {}
    for offered in _Offers(program).of(main):
        definitions.pop(offered.name, None)  # the last definition of a name wins
        if offered.file not in functions:
            nodes = nodes_of(program.parsed[offered.file].trees[-1])
            functions[offered.file] = {n.name: n for n in nodes if isinstance(n, DEFINITIONS)}
        definitions[offered.name] = _describe(offered, program, functions[offered.file])
    return tuple(definitions.values())


def find_replaced(program: ParsedProgram, main: str) -> tuple[Definition, ...]:
    """List functions of the main file whose name was redefined later, as in notebooks.

    Their libraries are only those named in the function itself, since `reach` follows names.
    """
    tree = program.parsed[main].trees[-1]
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, DEFINITIONS)}
    offers = [offered for offered in _Offers(program).of(main) if offered.owner is None]
    last = {offered.name: offered.node for offered in offers}
    written = {node for node in _top_level(tree) if isinstance(node, ast.FunctionDef)}
    return tuple(
        replace(_describe(offered, program, functions), libraries=_named_libraries(offered, tree))
        for offered in offers
        if offered.node in written and offered.node.name == offered.name
        if last[offered.name] is not offered.node
    )


def _named_libraries(offered: Callable, module: ast.AST) -> tuple[str, ...]:
    """Return the libraries whose names or imports occur in the function itself."""
    inside = set(ast.walk(offered.node))
    names = {node.id for node in inside if isinstance(node, ast.Name)}
    libraries = set[str]()
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            bound = {alias.asname or alias.name for alias in node.names}
            libraries |= {node.module} if node in inside or bound & names else set()
        elif isinstance(node, ast.Import):
            libraries |= {
                alias.name
                for alias in node.names
                if node in inside or (alias.asname or alias.name.partition(".")[0]) in names
            }
    return tuple(sorted({library.partition(".")[0] for library in libraries}))


def candidates(
    module: ast.AST,
    definitions: Iterable[Definition],
    bound: Collection[str],
    question: SourceQuestion,
) -> tuple[str, ...]:
    """Return the names that may be the exercise's function, in the search's own order.

    This is the requested name, else an alias, else every function that uses the right library and
    does not merely call the others.
    """
    by_name = {definition.name: definition for definition in definitions}
    mine = sorted(({*bound} | by_name.keys()) - {ALL} - {*question.others})
    if question.entry in mine:
        return (question.entry,)
    alike = [name for name in mine if name.rpartition(".")[2].lower() in question.names]
    if alike:
        return tuple(alike)
    others = drivers(module, by_name.values(), question.inputs) if question.inputs else set()
    suiting = (by_name[name] for name in mine if name in by_name and name not in others)
    return tuple(definition.name for definition in suiting if _suits(definition, question))


def _suits(definition: Definition, question: SourceQuestion) -> bool:
    used = {LIBRARY_OF[name] for name in definition.libraries if name in LIBRARY_OF}
    return question.library in used if question.library else not used


def counted(module: ast.AST) -> set[tuple[str, str]]:
    """Return (function, parameter) pairs passed to range(), which are not matrices."""
    return {
        (function.name, argument.id)
        for function in _functions(module)
        for call in nodes_in(function)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "range"
        for argument in call.args
        if isinstance(argument, ast.Name)
    }


def drivers(module: ast.AST, definitions: Iterable[Definition], inputs: int) -> set[str]:
    """Return functions that take too few arrays or return nothing: they call the others.

    `main()`, `measure(function, n)`, `plot(sizes, times)`. Methods and lambdas are not considered.
    """
    accepts = {definition.name: definition.accepts for definition in definitions}
    counts, runners = counted(module), set[str]()
    for function in _functions(module):
        by_name = {
            node.func.id
            for node in nodes_in(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        names = {argument.arg for argument in arguments_of(function)}
        others = {name for name in names if name in by_name or (function.name, name) in counts}
        arrays = accepts.get(function.name, ANY_NUMBER) - len(others)
        if arrays < inputs or not _gives(function, names):
            runners.add(function.name)
    return runners


def _functions(module: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in nodes_of(module) if isinstance(node, ast.FunctionDef))


def _gives(function: ast.FunctionDef, names: Collection[str]) -> bool:
    """Return whether a function returns something, or stores something in an argument."""
    for node in nodes_in(function):
        match node:
            case ast.Return(value=ast.expr()) | ast.Yield() | ast.YieldFrom():
                return True
            case ast.Subscript(ctx=ast.Store()) | ast.Call(func=ast.Attribute()):
                if base_of(node.func if isinstance(node, ast.Call) else node) in names:
                    return True
            case _:
                pass
    return False


class _Offers:
    """Resolves names to functions through assignments and the student's other files."""

    def __init__(self, program: ParsedProgram) -> None:
        self._program = program
        self._binders: dict[str, dict[str, list[ast.stmt]]] = {}  # by file and name

    def of(self, file: str) -> Iterator[Callable]:
        """Yield the callables that a file offers."""
        for statement in _top_level(self._tree(file)):
            match statement:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield Callable(name, statement, file)
                case ast.ClassDef():
                    yield from _methods(statement, file)
                case ast.Assign(targets=targets, value=value):
                    for name in (target.id for target in targets if isinstance(target, ast.Name)):
                        yield from self._under(name, self._meant(value, file, 0))
                case ast.ImportFrom(names=names):
                    for alias in names:
                        for home, name in self._program.meant(statement, alias, file):
                            yield from self._imported(alias, home, name)
                case _:
                    pass

    def _imported(self, alias: ast.alias, home: str, name: str) -> Iterator[Callable]:
        if alias.name != ALL:
            yield from self._under(alias.asname or alias.name, self._named(home, name, 0))
            return
        names = [offered.name for offered in self.of(home)] if home in self._program.parsed else []
        for each in sorted({*names}):
            if each[0] != "_" and "." not in each:
                yield from self._under(each, self._named(home, each, 0))

    def _under(self, name: str, callables: Iterable[Callable]) -> Iterator[Callable]:
        yield from (Callable(name, offered.node, offered.file) for offered in [*callables][-1:])

    def _named(self, file: str, name: str, depth: int) -> list[Callable]:
        """Return the functions that a top-level name of a file refers to."""
        callables: list[Callable] = []
        if depth > DEEP or name == ALL:
            return callables
        for statement in self._binding(file, name):
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    callables = [Callable(name, statement, file)]
                case ast.Assign(value=value):
                    callables = self._meant(value, file, depth + 1) or callables
                case ast.ImportFrom(names=names):
                    for alias in names:
                        if alias.name == ALL or name == (alias.asname or alias.name):
                            for home, inner in self._program.meant(statement, alias, file):
                                wanted = name if alias.name == ALL else inner
                                callables = self._named(home, wanted, depth + 1) or callables
                case _:
                    pass
        return callables

    def _binding(self, file: str, name: str) -> list[ast.stmt]:
        """Return the top-level statements of a file that bind a name, perhaps by a star import."""
        if file not in self._binders:
            table = self._binders[file] = {}
            for statement in _top_level(self._tree(file)):
                if isinstance(statement, (*DEFINITIONS, ast.Assign, ast.ImportFrom)):
                    for bound, _ in bound_by(statement):
                        table.setdefault(bound, []).append(statement)
        table = self._binders[file]
        return [*table.get(ALL, ()), *table.get(name, ())]

    def _meant(self, value: ast.expr, file: str, depth: int) -> list[Callable]:
        """Return the functions that a value may be: another name's, or passed to a decorator."""
        match value:
            case ast.Lambda():
                return [Callable("", value, file)]
            case ast.Name(id=name):
                return self._named(file, name, depth + 1)
            case ast.IfExp(body=body, orelse=other):
                return [*self._meant(body, file, depth), *self._meant(other, file, depth)]
            case ast.Call(func=func, args=[first, *_]) if self._decorates(func, file, depth):
                return self._meant(first, file, depth)
            case _:
                return []

    def _decorates(self, func: ast.expr, file: str, depth: int) -> bool:
        """Return whether a function returns one like its argument, as decorators do."""
        name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        own = self._named(file, name, depth + 1) if isinstance(func, ast.Name) else []
        return name in DECORATORS or any(_gives_function(function.node) for function in own)

    def _tree(self, file: str) -> ast.AST:
        parsed = self._program.parsed.get(file)
        return parsed.trees[-1] if parsed is not None else ast.Module([], [])


def _gives_function(function: FunctionNode) -> bool:
    nodes = nodes_in(function)
    inner = {node.name for node in nodes if isinstance(node, DEFINITIONS) and node is not function}
    names = inner | {argument.arg for argument in arguments_of(function)[:1]}
    returned = [node.value for node in nodes if isinstance(node, ast.Return)]
    return any(
        isinstance(value, ast.Lambda) or getattr(value, "id", "") in names for value in returned
    )


def _methods(owner: ast.ClassDef, file: str) -> Iterator[Callable]:
    for node in _top_level(owner):
        if isinstance(node, ast.FunctionDef) and _is_offered(node.name):
            yield Callable(f"{owner.name}.{node.name}", node, file, owner)


def _is_offered(method: str) -> bool:
    """Return whether a method may hold a product: an ordinary name, or an operator for * @ ()."""
    return not method.startswith("__") or method in {"__mul__", "__matmul__", "__call__"}


def _top_level(block: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements of a block and of its branches, in order."""
    for child in children(block):
        if isinstance(child, ast.stmt):
            yield child
        if isinstance(child, BRANCHES):
            yield from _top_level(child)


def _describe(
    offered: Callable, program: ParsedProgram, local: Mapping[str, ast.AST]
) -> Definition:
    arguments = offered.node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    required = len(names) - len(arguments.defaults)
    bound = offered.owner is not None and not _is_unbound(offered.node)
    if bound and names:
        names, required = names[1:], max(required - 1, 0)
    needed = sum(default is None for default in arguments.kw_defaults)
    return Definition(
        name=offered.name,
        file=offered.file,
        line=program.parsed[offered.file].place(offered.node.lineno).line,
        parameters=tuple(names),
        required=required if not needed else len(names) + needed,  # not callable by position
        accepts=ANY_NUMBER if arguments.vararg else len(names),
        loops=loop_depth(offered.node),
        multiplies=multiplies(offered.node, local),
        constructor=offered.owner is None
        or _plain_constructor(offered.owner, program.parsed[offered.file].trees[-1]),
        holds=_holds(offered.node, offered.owner)
        if bound and not required and offered.owner
        else (),
        unwritten=_is_unwritten(offered.node),
    )


def _is_unwritten(function: FunctionNode) -> bool:
    """Return whether a body is a placeholder: a docstring, pass, ..., NotImplementedError."""
    return not isinstance(function, ast.Lambda) and all(map(_holds_the_place, function.body))


def _holds_the_place(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Return(value=None | ast.Constant(value=None)):
            return True
        case ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name))):
            return name == "NotImplementedError"
        case _:
            return False


def _holds(method: FunctionNode, owner: ast.ClassDef) -> tuple[str, ...]:
    """Return the two attributes that a method multiplies, and the one that it fills, if any."""
    me = arguments_of(method)[0].arg if arguments_of(method) else ""
    passed = {node.name for node in owner.body if isinstance(node, DEFINITIONS)}
    read, filled = dict[str, None](), dict[str, None]()
    for node in nodes_in(method):
        match node:
            case ast.Call(func=ast.Name(id="range"), args=sizes):
                passed |= {size.attr for size in sizes if isinstance(size, ast.Attribute)}
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=context) if name == me:
                (read if isinstance(context, ast.Load) else filled)[attribute] = None
            case ast.Subscript(ctx=ast.Store()):
                inner: ast.AST = node
                while isinstance(inner, ast.Subscript):
                    inner = inner.value
                filled |= {inner.attr: None} if isinstance(inner, ast.Attribute) else {}
            case _:
                pass
    matrices = sorted(name for name in read if name not in {*filled, *passed})
    return (*matrices, *(filled if len(filled) == 1 else ())) if len(matrices) == PAIR else ()


def _is_unbound(node: FunctionNode) -> bool:
    decorators = getattr(node, "decorator_list", [])
    return any(
        isinstance(decorator, ast.Name) and decorator.id in UNBOUND for decorator in decorators
    )


def _plain_constructor(owner: ast.ClassDef, module: ast.AST) -> bool:
    """Return whether the class, or its nearest base class with a constructor, needs no argument."""
    classes = {s.name: s for s in _top_level(module) if isinstance(s, ast.ClassDef)}
    visited: set[str] = set()
    while owner.name not in visited:
        visited.add(owner.name)
        for node in owner.body:
            if isinstance(node, ast.FunctionDef) and node.name in {"__init__", "__new__"}:
                arguments = node.args
                missing = (
                    len(arguments.posonlyargs) + len(arguments.args) - 1 - len(arguments.defaults)
                )
                return missing <= 0 and all(arguments.kw_defaults)
        bases = [b.id for b in owner.bases if isinstance(b, ast.Name) and b.id in classes]
        owner = classes[bases[0]] if bases else owner
    return True


def loop_depth(node: ast.AST) -> int:
    """Return the nesting depth of loops, comprehension clauses and `map` calls."""
    deepest = 0
    waiting: list[tuple[ast.AST, int]] = [(node, 0)]
    while waiting:
        here, depth = waiting.pop()
        depth += _adds(here)
        deepest = max(deepest, depth)
        waiting += [(child, depth) for child in children(here)]
    return deepest


def _adds(node: ast.AST) -> int:
    if isinstance(node, COMPREHENSIONS):
        return len(node.generators)
    return int(isinstance(node, LOOPS) or called(node) == "map")


def multiplies(node: ast.AST, local: Mapping[str, ast.AST]) -> bool:
    """Return whether a function, or one it calls by name, uses `*`, `@` or a sum-like function."""
    visited: set[ast.AST] = set()
    waiting = [node]
    while waiting and len(visited) < MOST_CALLEES:
        function = waiting.pop()
        visited.add(function)
        for inner in nodes_in(function):
            if _multiplies(inner):
                return True
            callee = local.get(called(inner))
            if callee is not None and callee not in visited:
                waiting.append(callee)
    return False


def _multiplies(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return isinstance(node.op, ast.Mult | ast.MatMult)
    return called(node) in SUM_LIKE
