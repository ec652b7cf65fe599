"""The callables a program defines: which of them may be the function to grade, and their shape."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct

from grader.model.static import Definition
from grader.policy.names import DEEP, PAIR
from grader.policy.program import ALL, Program
from grader.policy.question import Question
from grader.policy.scopes import (
    COMPREHENSIONS,
    DEFINITIONS,
    FunctionNode,
    arguments_of,
    base_of,
    bound_by,
    called,
)

ANY_NUMBER = 99  # accepts, for a function with *args
UNBOUND = frozenset({"staticmethod"})
DECORATORS = frozenset({"partial", "lru_cache", "cache", "jit", "njit", "vectorize"})
LIBRARIES = frozenset({"numpy", "cupy", "torch"})
LIBRARY_OF = {"scipy": "numpy", "cupyx": "cupy", "torchvision": "torch"}
BRANCHES = (
    ast.If, ast.Try, ast.TryStar, ast.With, ast.For, ast.While, ast.Match,
    ast.ExceptHandler, ast.match_case,
)  # fmt: skip
LOOPS = (ast.For, ast.AsyncFor, ast.While)
SUM_LIKE = frozenset({"sum", "fsum", "sumprod", "reduce", "dot", "matmul", "mul", "prod"})
MOST_CALLEES = 20


class Callable(Struct, frozen=True):
    """One callable under the name by which the program offers it."""

    name: str
    node: FunctionNode
    file: str  # where it is defined
    owner: ast.ClassDef | None = None


def find_definitions(program: Program, main: str) -> tuple[Definition, ...]:
    """Lists what the main file offers by name, in the order of the statements that bind it."""
    found: dict[str, Definition] = {}
    functions: dict[str, dict[str, ast.AST]] = {}
    for one in _Offers(program).of(main):
        found.pop(one.name, None)  # the last definition of a name wins
        if one.file not in functions:
            nodes = ast.walk(program.parsed[one.file].trees[-1])
            functions[one.file] = {n.name: n for n in nodes if isinstance(n, DEFINITIONS)}
        found[one.name] = _describe(one, program, functions[one.file])
    return tuple(found.values())


def candidates(
    module: ast.AST, definitions: Iterable[Definition], bound: Collection[str], question: Question
) -> tuple[str, ...]:
    """Names what may be the exercise's function, as the search for it goes.

    That is what bears its name, or else an alias, or else whatever uses the right library and
    does not only run the others.
    """
    by_name = {one.name: one for one in definitions}
    mine = sorted(({*bound} | by_name.keys()) - {ALL} - {*question.others})
    if question.entry in mine:
        return (question.entry,)
    alike = [name for name in mine if name.rpartition(".")[2].lower() in question.names]
    if alike:
        return tuple(alike)
    others = drivers(module, by_name.values(), question.inputs) if question.inputs else set()
    suiting = (by_name[name] for name in mine if name in by_name and name not in others)
    return tuple(one.name for one in suiting if _suits(one, question))


def _suits(definition: Definition, question: Question) -> bool:
    used = {LIBRARY_OF.get(name, name) for name in definition.libraries} & LIBRARIES
    return question.library in used if question.library else not used


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
        by_name = {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        names = {argument.arg for argument in arguments_of(function)}
        others = {name for name in names if name in by_name or (function.name, name) in counts}
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
                if base_of(node.func if isinstance(node, ast.Call) else node) in names:
                    return True
            case _:
                pass
    return False


class _Offers:
    """Follows names to functions through assignments and the student's other files."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._binders: dict[str, dict[str, list[ast.stmt]]] = {}  # by file and name

    def of(self, file: str) -> Iterator[Callable]:
        """Lists what a file offers by name."""
        for statement in _top_level(self._tree(file)):
            match statement:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield Callable(name, statement, file)
                case ast.ClassDef():
                    yield from _methods(statement, file)
                case ast.Assign(targets=targets, value=value):
                    for name in (one.id for one in targets if isinstance(one, ast.Name)):
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
        names = [one.name for one in self.of(home)] if home in self._program.parsed else []
        for each in sorted({*names}):
            if each[0] != "_" and "." not in each:
                yield from self._under(each, self._named(home, each, 0))

    def _under(self, name: str, found: Iterable[Callable]) -> Iterator[Callable]:
        yield from (Callable(name, one.node, one.file) for one in [*found][-1:])

    def _named(self, file: str, name: str, depth: int) -> list[Callable]:
        """Finds the function that a name at the top of a file stands for."""
        found: list[Callable] = []
        if depth > DEEP or name == ALL:
            return found
        for statement in self._binding(file, name):
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    found = [Callable(name, statement, file)]
                case ast.Assign(value=value):
                    found = self._meant(value, file, depth + 1) or found
                case ast.ImportFrom(names=names):
                    for alias in names:
                        if alias.name == ALL or name == (alias.asname or alias.name):
                            for home, inner in self._program.meant(statement, alias, file):
                                wanted = name if alias.name == ALL else inner
                                found = self._named(home, wanted, depth + 1) or found
                case _:
                    pass
        return found

    def _binding(self, file: str, name: str) -> list[ast.stmt]:
        """Lists the statements at the top of a file that bind a name; stars may."""
        if file not in self._binders:
            table = self._binders[file] = {}
            for statement in _top_level(self._tree(file)):
                if isinstance(statement, (*DEFINITIONS, ast.Assign, ast.ImportFrom)):
                    for bound, _ in bound_by(statement):
                        table.setdefault(bound, []).append(statement)
        table = self._binders[file]
        return [*table.get(ALL, ()), *table.get(name, ())]

    def _meant(self, value: ast.expr, file: str, depth: int) -> list[Callable]:
        """Finds the functions that a value may be: another name, or one that a call was given."""
        match value:
            case ast.Lambda():
                return [Callable("", value, file)]
            case ast.Name(id=name):
                return self._named(file, name, depth + 1)
            case ast.IfExp(body=one, orelse=other):
                return [*self._meant(one, file, depth), *self._meant(other, file, depth)]
            case ast.Call(func=func, args=[first, *_]) if self._decorates(func, file, depth):
                return self._meant(first, file, depth)
            case _:
                return []

    def _decorates(self, func: ast.expr, file: str, depth: int) -> bool:
        """Whether a function gives back one like that which it is given, as decorators do."""
        name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        own = self._named(file, name, depth + 1) if isinstance(func, ast.Name) else []
        return name in DECORATORS or any(_gives_function(one.node) for one in own)

    def _tree(self, file: str) -> ast.AST:
        parsed = self._program.parsed.get(file)
        return parsed.trees[-1] if parsed is not None else ast.Module([], [])


def _gives_function(function: FunctionNode) -> bool:
    nodes = list(ast.walk(function))
    inner = {one.name for one in nodes if isinstance(one, DEFINITIONS) and one is not function}
    names = inner | {one.arg for one in arguments_of(function)[:1]}
    returned = [node.value for node in nodes if isinstance(node, ast.Return)]
    return any(isinstance(one, ast.Lambda) or getattr(one, "id", "") in names for one in returned)


def _methods(owner: ast.ClassDef, file: str) -> Iterator[Callable]:
    for node in _top_level(owner):
        if isinstance(node, ast.FunctionDef) and _is_offered(node.name):
            yield Callable(f"{owner.name}.{node.name}", node, file, owner)


def _is_offered(method: str) -> bool:
    """Whether a method may hold a product: an ordinary name, or what * @ and a call stand for."""
    return not method.startswith("__") or method in {"__mul__", "__matmul__", "__call__"}


def _top_level(block: ast.AST) -> Iterator[ast.stmt]:
    """Walks the statements of a block and of the branches in it, in order."""
    for child in ast.iter_child_nodes(block):
        if isinstance(child, ast.stmt):
            yield child
        if isinstance(child, BRANCHES):
            yield from _top_level(child)


def _describe(one: Callable, program: Program, local: Mapping[str, ast.AST]) -> Definition:
    arguments = one.node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    required = len(names) - len(arguments.defaults)
    bound = one.owner is not None and not _is_unbound(one.node)
    if bound and names:
        names, required = names[1:], max(required - 1, 0)
    needed = sum(default is None for default in arguments.kw_defaults)
    return Definition(
        name=one.name,
        file=one.file,
        line=program.parsed[one.file].place(one.node.lineno).line,
        parameters=tuple(names),
        required=required if not needed else len(names) + needed,  # not callable by position
        accepts=ANY_NUMBER if arguments.vararg else len(names),
        loops=loop_depth(one.node),
        multiplies=multiplies(one.node, local),
        constructor=one.owner is None
        or _plain_constructor(one.owner, program.parsed[one.file].trees[-1]),
        holds=_holds(one.node, one.owner) if bound and not required and one.owner else (),
        unwritten=_is_unwritten(one.node),
    )


def _is_unwritten(function: FunctionNode) -> bool:
    """Whether a body only holds the place of one: a docstring, pass, ..., NotImplementedError."""
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
    """Names the two attributes that a method multiplies, and the one that it fills, if it does."""
    me = arguments_of(method)[0].arg if arguments_of(method) else ""
    passed = {node.name for node in owner.body if isinstance(node, DEFINITIONS)}
    read, filled = dict[str, None](), dict[str, None]()
    for node in ast.walk(method):
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
    return any(isinstance(one, ast.Name) and one.id in UNBOUND for one in decorators)


def _plain_constructor(owner: ast.ClassDef, module: ast.AST) -> bool:
    """Whether the class, or the nearest own base class with a constructor, needs no argument."""
    classes = {s.name: s for s in _top_level(module) if isinstance(s, ast.ClassDef)}
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


def loop_depth(node: ast.AST) -> int:
    """Counts the loops, clauses of comprehensions and `map` calls around the innermost one."""
    deepest = 0
    waiting: list[tuple[ast.AST, int]] = [(node, 0)]
    while waiting:
        here, depth = waiting.pop()
        depth += _adds(here)
        deepest = max(deepest, depth)
        waiting += [(child, depth) for child in ast.iter_child_nodes(here)]
    return deepest


def _adds(node: ast.AST) -> int:
    if isinstance(node, COMPREHENSIONS):
        return len(node.generators)
    return int(isinstance(node, LOOPS) or called(node) == "map")


def multiplies(node: ast.AST, local: Mapping[str, ast.AST]) -> bool:
    """Whether a function, or one it calls by name, uses `*`, `@` or a sum-like function."""
    seen: set[ast.AST] = set()
    waiting = [node]
    while waiting and len(seen) < MOST_CALLEES:
        function = waiting.pop()
        seen.add(function)
        for inner in ast.walk(function):
            if _multiplies(inner):
                return True
            callee = local.get(called(inner))
            if callee is not None and callee not in seen:
                waiting.append(callee)
    return False


def _multiplies(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return isinstance(node.op, ast.Mult | ast.MatMult)
    return called(node) in SUM_LIKE
