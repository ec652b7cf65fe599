"""The statement that multiplies: what it reads, and where it puts the result."""

import ast
import builtins
from dataclasses import dataclass

from grader.policy.cuts import GROWING, cut
from grader.policy.spots import FUNCTIONS, LOOPS, Unsure, base, binds, mutates
from grader.policy.views import FULL, NAME, Roles, Views, called


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """One nest of loops, comprehension or call."""

    node: ast.stmt
    roles: Roles
    result: str  # "" when the product is thrown away
    grows: bool  # it changes a result that was there before

    @property
    def loops(self) -> bool:
        return isinstance(self.node, LOOPS)


def kernel_of(node: ast.stmt, module: ast.Module, operation: str) -> Kernel:
    """Reads a statement; raises Unsure when it is no product of two matrices."""
    views = Views(others_in(module))
    views.visit(node)
    roles = views.roles(operation)
    if roles is None:
        raise Unsure("no two matrices")
    if {roles.left, roles.right} & binds(node):
        raise Unsure("the matrices are made inside")
    if isinstance(node, LOOPS):
        _check_loop(node, views)
        result = _result(node)
        _check_rows(node, result)
    else:
        result = _assigned(node, module, views, operation)
    return Kernel(
        node=node,
        roles=roles,
        result=result,
        grows=isinstance(node, LOOPS),
    )


def has_product(node: ast.stmt) -> bool:
    """Whether anything in a statement multiplies."""
    return any(_multiplies(one) for one in ast.walk(node))


def others_in(module: ast.Module) -> frozenset[str]:
    """Collects the names of modules, functions and classes."""
    kinds = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
    found = {name for one in ast.walk(module) if isinstance(one, kinds) for name in binds(one)}
    return frozenset(found | set(dir(builtins)))


def _multiplies(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return isinstance(node.op, ast.Mult | ast.MatMult)
    return isinstance(node, ast.Call) and (
        called(node) in FULL["matmul"] | FULL["convolution"] | {"inner", "sum", "map", "sumprod"}
    )


def _check_loop(node: ast.For | ast.While, views: Views) -> None:
    """Raises Unsure when the outermost loop only repeats the work."""
    used = {slot for pair in views.pairs for view in (pair.one, pair.two) for slot in view.slots}
    used |= {slot for store in views.stores for slot in store.slots}
    names = {name for slot in used for name in NAME.findall(slot or "")}
    if isinstance(node, ast.While):
        outer = {one.id for one in ast.walk(node.test) if isinstance(one, ast.Name)} & binds(node)
    else:
        outer = {views.order[0]}
        again = [one for one in ast.walk(node) if isinstance(one, ast.For) and one is not node]
        if any(binds(node.target) & binds(one.target) for one in again):
            raise Unsure("two loops with one variable")
    if not outer & names:
        raise Unsure("it only repeats")


def _result(node: ast.stmt) -> str:
    """Names the one list or array that a nest changes."""
    changed = mutates(node, calls=False) - binds(node)
    if len(changed) != 1:
        raise Unsure("not one result")
    (result,) = changed
    kept = cut(node, {result})
    if kept is None or ast.dump(kept) != ast.dump(node):
        raise Unsure("it does other things, too")
    return result


def _check_rows(node: ast.stmt, result: str) -> None:
    """Raises Unsure when the result is a flat list, or no matrix at all."""
    rows = {base(one.func) for one in ast.walk(node) if called(one) in GROWING
            and isinstance(one, ast.Call)}  # fmt: skip
    for one in ast.walk(node):
        match one:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[row]):
                if name == result and not _is_row(row, rows, node):
                    raise Unsure("a flat list")
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="extend")):
                if name == result:
                    raise Unsure("a flat list")
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=index)]):
                part = isinstance(index, ast.Tuple) or _is_row(one.value, rows, node)
                if name == result and not part:
                    raise Unsure("a flat list")
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name), slice=index)):
                if name == result and not isinstance(index, ast.Tuple):
                    raise Unsure("a flat list")
            case _:
                pass


def _is_row(node: ast.expr, rows: set[str], whole: ast.stmt) -> bool:
    """Whether an expression is a row of the result."""
    if isinstance(node, ast.Name):
        lists = {
            target.id
            for one in ast.walk(whole)
            if isinstance(one, ast.Assign) and _is_row(one.value, set(), ast.Pass())
            for target in one.targets
            if isinstance(target, ast.Name)
        }
        return node.id in rows | lists
    if isinstance(node, ast.BinOp):
        return isinstance(node.left, ast.List) or isinstance(node.op, ast.MatMult)
    return isinstance(node, ast.List | ast.ListComp) or called(node) in {"list", "zeros", "dot"}


def _assigned(node: ast.stmt, module: ast.Module, views: Views, operation: str) -> str:
    """Names the variable that is given the product as a whole."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            result = name
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            result = name
        case ast.Expr(value=value):
            result = ""
        case _:
            raise Unsure("not one result")
    if isinstance(value, ast.ListComp) and result:
        if len(value.generators) != 1 or not _is_row(value.elt, set(), node):
            raise Unsure("a flat list")
        return result
    own = {one.name for one in ast.walk(module) if isinstance(one, FUNCTIONS)}
    whole = called(value) in FULL[operation] - own
    whole |= isinstance(value, ast.BinOp) and isinstance(value.op, ast.MatMult)
    if not whole or any(pair.one.open + pair.two.open != 4 for pair in views.pairs):  # noqa: PLR2004
        raise Unsure("more than the product")
    return result
