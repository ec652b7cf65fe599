"""Follows expressions in the order in which they are evaluated."""

import ast

from grader.policy.timer_apis import SIZES
from grader.policy.timer_calls import bound, call
from grader.policy.timer_operators import computed, element, item, operate, tested
from grader.policy.timer_run import Play
from grader.policy.timer_values import (
    HOST,
    UNKNOWN,
    Api,
    Array,
    Instance,
    Items,
    Kind,
    Method,
    Names,
    Own,
    OwnClass,
    Place,
    Plain,
    Read,
    Unknown,
    Value,
    arrays_in,
    join,
)


def evaluate(play: Play, names: Names, node: ast.expr | None) -> Value:  # noqa: PLR0911 - one per kind
    """Says what an expression gives, and writes down what it does."""
    play.step()
    match node:
        case None:
            return HOST
        case ast.Constant(value=value):
            return Plain(value)
        case ast.Name(id=name):
            return names.find(name) or Api(f"builtins.{name}")
        case ast.Attribute(value=inner, attr=attr):
            return attribute(play, evaluate(play, names, inner), attr, node)
        case ast.Call():
            return _call(play, names, node)
        case ast.BinOp(left=left, right=right, op=op):
            return operate(
                play, node, op, evaluate(play, names, left), evaluate(play, names, right)
            )
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return Items(dict(enumerate(evaluate(play, names, one) for one in parts)))
        case ast.Subscript(value=inner, slice=index):
            return item(evaluate(play, names, inner), evaluate(play, names, index))
        case ast.Lambda():
            return Own(node, names, play.file)
        case _:
            return _others(play, names, node)


def _others(  # noqa: PLR0911 - one case for each kind of expression
    play: Play, names: Names, node: ast.expr
) -> Value:
    match node:
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _choice(play, names, test, body, orelse)
        case ast.Compare(left=left, comparators=others):
            values = [evaluate(play, names, one) for one in (left, *others)]
            return computed(play, node, values)
        case ast.UnaryOp(op=op, operand=operand):
            value = evaluate(play, names, operand)
            if isinstance(op, ast.Not):
                return tested(play, node, value)
            return value if isinstance(value, Array) else HOST
        case ast.BoolOp(values=parts):
            values = [evaluate(play, names, one) for one in parts]
            for value in values[:-1]:
                tested(play, node, value)
            return values[-1]
        case ast.Dict(keys=keys, values=parts):
            held = [evaluate(play, names, key) for key in keys]
            values = [evaluate(play, names, one) for one in parts]
            marks = [one.value if isinstance(one, Plain) else object() for one in held]
            return Items(dict(zip(marks, values, strict=True)))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return _comprehension(play, names, node)
        case _:
            return _rare(play, names, node)


def _rare(play: Play, names: Names, node: ast.expr) -> Value:
    match node:
        case ast.JoinedStr(values=parts):
            return _text(play, names, node, parts)
        case ast.NamedExpr(target=ast.Name(id=name), value=inner):
            value = evaluate(play, names, inner)
            names.put(name, value)
            return value
        case ast.Yield(value=inner):
            value = evaluate(play, names, inner)
            _yield(play, value)
            return UNKNOWN
        case ast.Starred(value=inner) | ast.Await(value=inner) | ast.YieldFrom(value=inner):
            return evaluate(play, names, inner)
        case ast.Slice(lower=lower, upper=upper):
            evaluate(play, names, lower)
            evaluate(play, names, upper)
            return Plain(slice(None))
        case _:
            return UNKNOWN


def _yield(play: Play, value: Value) -> None:
    if play.results:
        play.results[-1].append(value)
    resume = play.yields[-1] if play.yields else None
    if resume is not None:
        play.yields[-1] = None
        resume()


def _call(play: Play, names: Names, node: ast.Call) -> Value:
    function = evaluate_function(play, names, node.func)
    given: list[Value] = []
    for one in node.args:
        value = evaluate(play, names, one)
        if isinstance(one, ast.Starred):
            given += value.entries.values() if isinstance(value, Items) else [UNKNOWN] * 4
        else:
            given.append(value)
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        value = evaluate(play, names, keyword.value)
        if keyword.arg is not None:
            named[keyword.arg] = value
        elif isinstance(value, Items):
            named |= {key: one for key, one in value.entries.items() if isinstance(key, str)}
    return call(play, node, function, given, named)


def evaluate_function(play: Play, names: Names, node: ast.expr) -> Value:
    """Evaluates what is called; of a method it keeps the object."""
    if isinstance(node, ast.Attribute):
        inner = evaluate(play, names, node.value)
        if isinstance(inner, Array | Items | Read | Plain | Unknown):
            return Method(inner, node.attr)
        return attribute(play, inner, node.attr, node)
    return evaluate(play, names, node)


def attribute(play: Play, value: Value, name: str, node: ast.expr) -> Value:
    """Says what an attribute holds."""
    match value:
        case Api(path=path):
            return Api(f"{path}.{name}".removeprefix("builtins."))
        case Array():
            return Plain() if name in SIZES else value
        case Instance():
            return _of_object(play, value, name, node)
        case OwnClass():
            return value.find(name) or UNKNOWN
        case Read():
            return HOST
        case _:
            return UNKNOWN


def _of_object(play: Play, value: Instance, name: str, node: ast.expr) -> Value:
    if name in value.held:
        return value.held[name]
    found = value.kind.find(name)
    if isinstance(found, Own):
        own = bound(found, value)
        return call(play, node, own, [], {}) if found.computed else own
    return found or UNKNOWN


def _text(play: Play, names: Names, node: ast.expr, parts: list[ast.expr]) -> Value:
    for part in parts:
        if isinstance(part, ast.FormattedValue):
            value = evaluate(play, names, part.value)
            if arrays_in([value]) or isinstance(value, Unknown):
                play.note(Kind.WAIT, node)
    texts = [part.value for part in parts if isinstance(part, ast.Constant)]
    begin = str(texts[0]) if texts and isinstance(parts[0], ast.Constant) else ""
    return Plain(begin) if begin else HOST


def _choice(play: Play, names: Names, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Value:
    tested(play, test, evaluate(play, names, test))
    device = asks_for_device(names, test)
    if device is not None:
        taken, other = (body, orelse) if device else (orelse, body)
        value = evaluate(play, names, taken)
        with play.quietly():
            evaluate(play, names, other)
        return value
    return join(evaluate(play, names, body), evaluate(play, names, orelse))


def asks_for_device(names: Names, test: ast.expr) -> bool | None:
    """Says whether a test is for a GPU being there (True) or missing (False)."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = asks_for_device(names, test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.Name):
        held = names.find(test.id)
        kept = isinstance(held, Api) and held.path.endswith(".is_available")
        return True if kept else None
    asked = any(
        isinstance(node, ast.Attribute) and node.attr in {"is_available", "getDeviceCount"}
        for node in ast.walk(test)
    )
    return True if asked else None


def _comprehension(
    play: Play,
    names: Names,
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
) -> Value:
    inner = Names(parent=names)
    for generator in node.generators:
        source = evaluate(play, inner, generator.iter)
        assign(play, inner, generator.target, element(source))
        for test in generator.ifs:
            tested(play, test, evaluate(play, inner, test))
    parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    values = [evaluate(play, inner, part) for part in parts]
    if isinstance(node, ast.ListComp) and _makes_matrix(node):
        play.note(Kind.SETUP, node)
    return Items({0: values[-1]})


def _makes_matrix(node: ast.ListComp) -> bool:
    """Whether a list of lists is filled from a formula."""
    inner = node.elt
    if not isinstance(inner, ast.ListComp) or isinstance(inner.elt, ast.Constant):
        return False
    return not any(isinstance(one, ast.Call | ast.Subscript) for one in ast.walk(inner.elt))


def assign(play: Play, names: Names, target: ast.expr, value: Value) -> None:
    """Binds a target."""
    match target:
        case ast.Name(id=name):
            names.put(name, value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for index, part in enumerate(parts):
                inner = part.value if isinstance(part, ast.Starred) else part
                known = item(value, Plain(index)) if isinstance(value, Items) else element(value)
                assign(play, names, inner, known)
        case ast.Attribute(value=inner, attr=attr):
            subject = evaluate(play, names, inner)
            if isinstance(subject, Instance):
                subject.held[attr] = value
            elif isinstance(subject, OwnClass):
                subject.names.held[attr] = value
        case ast.Subscript(value=inner, slice=index):
            subject, mark = evaluate(play, names, inner), evaluate(play, names, index)
            if isinstance(subject, Items) and isinstance(mark, Plain):
                plain = isinstance(mark.value, str | int)
                subject.entries[mark.value if plain else object()] = value
            elif isinstance(subject, Array) and subject.place is Place.GPU:
                play.work(target, subject.library, "[]=")
        case _:
            pass
