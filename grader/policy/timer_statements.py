"""Follows statements in the order in which they run."""

import ast
from collections.abc import Iterator

from grader.policy.timer_calls import bound, call
from grader.policy.timer_expressions import asks_for_device, assign, evaluate
from grader.policy.timer_operators import element, operate, tested
from grader.policy.timer_run import Play
from grader.policy.timer_values import (
    UNKNOWN,
    Api,
    Instance,
    Items,
    Names,
    Own,
    OwnClass,
    Partial,
    Place,
    Plain,
    Value,
    device_of,
    join,
)

MOST_TURNS = 8  # of a loop over a list that is written down


def execute(play: Play, names: Names, body: list[ast.stmt]) -> None:
    """Follows a block; what stands after a return in it is not reached."""
    for statement in body:
        _one(play, names, statement)
        if isinstance(statement, ast.Return | ast.Raise | ast.Continue | ast.Break):
            return


def _one(  # noqa: C901, PLR0912 - one case for each kind of statement
    play: Play, names: Names, statement: ast.stmt
) -> None:
    play.step()
    match statement:
        case ast.Expr(value=inner):
            evaluate(play, names, inner)
        case ast.Assign(targets=targets, value=inner):
            value = evaluate(play, names, inner)
            for target in targets:
                assign(play, names, target, value)
        case ast.AnnAssign(target=target, value=inner) if inner is not None:
            assign(play, names, target, evaluate(play, names, inner))
        case ast.AugAssign(target=target, op=op, value=inner):
            before, value = _loaded(play, names, target), evaluate(play, names, inner)
            assign(play, names, target, operate(play, statement, op, before, value))
        case ast.Return(value=inner):
            value = evaluate(play, names, inner)
            if play.results:
                play.results[-1].append(value)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            names.put(statement.name, _decorated(play, names, statement))
        case ast.ClassDef():
            names.put(statement.name, _class(play, names, statement))
        case ast.Import() | ast.ImportFrom():
            _import(play, names, statement)
        case ast.Global(names=listed) | ast.Nonlocal(names=listed):
            names.outer.update(listed)
        case ast.Assert(test=test):
            tested(play, test, evaluate(play, names, test))
        case _:
            _compound(play, names, statement)


def _loaded(play: Play, names: Names, target: ast.expr) -> Value:
    match target:
        case ast.Name(id=name):
            return names.find(name) or UNKNOWN
        case ast.Attribute() | ast.Subscript():
            return evaluate(play, names, target)
        case _:
            return UNKNOWN


def _compound(play: Play, names: Names, statement: ast.stmt) -> None:
    match statement:
        case ast.If(test=test, body=body, orelse=orelse):
            tested(play, test, evaluate(play, names, test))
            _branches(play, names, test, body, orelse)
        case ast.For(target=target, iter=source) | ast.AsyncFor(target=target, iter=source):
            for value in _turns(evaluate(play, names, source)):
                assign(play, names, target, value)
                execute(play, names, statement.body)
            execute(play, names, statement.orelse)
        case ast.While(test=test, body=body, orelse=orelse):
            tested(play, test, evaluate(play, names, test))
            execute(play, names, [*body, *orelse])
        case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
            _with(play, names, items, body)
        case ast.Try() | ast.TryStar():
            execute(play, names, statement.body)
            for handler in statement.handlers:
                _perhaps(play, names, handler.body)
            execute(play, names, [*statement.orelse, *statement.finalbody])
        case ast.Match(subject=subject, cases=cases):
            evaluate(play, names, subject)
            for case in cases:
                execute(play, names, case.body)
        case _:
            pass


def _turns(source: Value) -> Iterator[Value]:
    """Goes through a list of functions or arrays; of anything else, once."""
    values = list(source.entries.values()) if isinstance(source, Items) else []
    rich = any(not isinstance(one, Plain) for one in values)
    yield from values[:MOST_TURNS] if rich else [element(source)]


def _perhaps(play: Play, names: Names, body: list[ast.stmt]) -> None:
    """Follows what probably does not happen: it binds only names that nothing else binds."""
    before = dict(names.held)
    with play.quietly():
        execute(play, names, body)
    for name, value in tuple(names.held.items()):
        old = before.get(name)
        if isinstance(old, Api) and isinstance(value, Api) and old != value:
            names.held[name] = UNKNOWN  # CuPy where there is one, NumPy elsewhere
        elif old is not None:
            names.held[name] = old


def _branches(
    play: Play, names: Names, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]
) -> None:
    device = asks_for_device(names, test)
    if device is not None:
        taken, other = (body, orelse) if device else (orelse, body)
        execute(play, names, taken)
        _perhaps(play, names, other)
        return
    before = dict(names.held)
    execute(play, names, body)
    after = dict(names.held)
    names.held.clear()
    names.held.update(before)
    execute(play, names, orelse)
    for name, value in after.items():
        other_value = names.held.get(name)
        names.held[name] = value if other_value is None else join(value, other_value)


def _with(play: Play, names: Names, items: list[ast.withitem], body: list[ast.stmt]) -> None:
    if not items:
        execute(play, names, body)
        return
    first, rest = items[0], items[1:]
    expression = first.context_expr
    if isinstance(expression, ast.Call):
        function = evaluate(play, names, expression.func)
        if isinstance(function, Own) and function.manager:
            _generated(play, names, expression, function, (rest, body))
            return
    value = evaluate(play, names, expression)
    entered = _special(play, expression, value, "__enter__")
    if first.optional_vars is not None:
        assign(play, names, first.optional_vars, entered)
    before = play.default
    if isinstance(value, Api) and device_of(value) is Place.GPU:
        play.default = Place.GPU
    _with(play, names, rest, body)
    play.default = before
    _special(play, expression, value, "__exit__")


def _generated(
    play: Play,
    names: Names,
    expression: ast.Call,
    function: Own,
    inner: tuple[list[ast.withitem], list[ast.stmt]],
) -> None:
    """Follows a context manager that is written as a generator: its body runs at the yield."""
    chain, inside, file = [*play.chain], [*play.inside], play.file

    def resume() -> None:
        kept = (play.chain, play.inside, play.file)
        play.chain, play.inside, play.file = [*chain], [*inside], file
        play.results.append([])
        _with(play, names, *inner)
        play.results.pop()
        play.chain, play.inside, play.file = kept

    play.yields.append(resume)
    evaluated = [evaluate(play, names, one) for one in expression.args]
    call(play, expression, function, evaluated, {})
    if play.yields.pop() is not None:
        _with(play, names, *inner)


def _special(play: Play, node: ast.expr, value: Value, name: str) -> Value:
    if not isinstance(value, Instance):
        return value
    method = value.kind.find(name)
    if not isinstance(method, Own):
        return value
    given = [Plain(None)] * 3 if name == "__exit__" else []
    return call(play, node, bound(method, value), list(given), {})


def _decorated(play: Play, names: Names, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Value:
    own = Own(node, names, play.file)
    value: Value = own
    for decorator in reversed(node.decorator_list):
        function = evaluate(play, names, decorator)
        path = function.path if isinstance(function, Api) else ""
        if path == "contextlib.contextmanager":
            own.manager = True
        elif path in {"builtins.property", "functools.cached_property"}:
            own.computed = True
        elif isinstance(function, Own | OwnClass):
            value = call(play, decorator, function, [value], {})
            own_known = isinstance(value, Own | Instance | Partial)
            value = value if own_known else own
    return value


def _class(play: Play, names: Names, node: ast.ClassDef) -> Value:
    inner = Names(parent=names)
    bases = [evaluate(play, names, base) for base in node.bases]
    execute(play, inner, node.body)
    return OwnClass(node.name, inner, bases)


def _import(play: Play, names: Names, node: ast.Import | ast.ImportFrom) -> None:
    if isinstance(node, ast.Import):
        for alias in node.names:
            path = alias.name if alias.asname else alias.name.partition(".")[0]
            local = _local(play, path)
            names.put(alias.asname or path, _module(local) if local else Api(path))
        return
    path = node.module or ""
    local = _local(play, path)
    for alias in node.names:
        if alias.name == "*":
            if local:
                names.held.update(local.held)
            continue
        known = local.find(alias.name) if local else None
        missing = UNKNOWN if local or node.level else Api(f"{path}.{alias.name}")
        names.put(alias.asname or alias.name, known or missing)


def _local(play: Play, path: str) -> Names | None:
    """Follows a file of the student's own, once."""
    name = play.find(path)
    if name is None:
        return None
    if name not in play.modules:
        play.modules[name] = Names()
        before, play.file = play.file, name
        execute(play, play.modules[name], list(play.files[name].trees[-1].body))
        play.file = before
    return play.modules[name]


def _module(names: Names) -> Value:
    return Instance(OwnClass("module", Names()), names.held)
