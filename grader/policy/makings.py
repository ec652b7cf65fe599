"""How programs make matrices: the functions that do, and what an assignment gives to a name."""

import ast
from collections.abc import Iterator

from grader.policy.spots import FUNCTIONS, Spot, base, mutates, spots
from grader.policy.views import called

# Library functions whose first argument, or all of them, is a shape.
SHAPED = frozenset({"zeros", "ones", "empty", "full", "random", "random_sample", "standard_normal"})
COUNTED = frozenset({"rand", "randn", "eye", "identity"})  # rand(n, n)
SIZED = frozenset({"randint", "uniform", "normal", "choice", "integers", "rand", "randn"})
LIKE = frozenset({"zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like"})
# They give the same matrix in another form.
CONVERTED = frozenset(
    {"array", "asarray", "tensor", "from_numpy", "as_tensor", "deepcopy", "matrix"}
)
CONVERTING = frozenset({"astype", "to", "cuda", "cpu", "float", "double", "copy", "clone", "tolist",
                        "numpy", "get", "round"})  # fmt: skip


def grows(node: ast.AST, name: str) -> bool:
    """Whether a statement changes how many rows a list has, or may."""
    if isinstance(node, FUNCTIONS):
        return False
    for one in ast.walk(node):
        match one:
            case ast.Call(func=ast.Attribute(value=at)) if base(at) == name and not isinstance(
                at, ast.Attribute
            ):
                return True
            case ast.AugAssign(target=ast.Name(id=found)) if found == name:
                return True
            case ast.Delete():
                return name in mutates(one)
            case _:
                pass
    return False


def inner_spots(spot: Spot) -> Iterator[Spot]:
    """Walks the statements inside a loop."""
    body: list[ast.stmt] = getattr(spot.node, "body", [])
    for index in range(len(body)):
        here = Spot(body, index, spot.node, spot)
        yield here
        yield from inner_spots(here)


def value_of(node: ast.AST, name: str) -> ast.expr | None:
    """Finds the expression that an assignment gives to a name."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                if isinstance(target, ast.Name) and target.id == name:
                    return value
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                    pairs = zip(target.elts, value.elts, strict=False)
                    for one, given in pairs:
                        if isinstance(one, ast.Name) and one.id == name:
                            return given
        case ast.AnnAssign(target=ast.Name(), value=value):
            return value
        case _:
            pass
    return None


def given_by(function: ast.FunctionDef, name: ast.expr, around: ast.AST) -> dict[str, ast.expr]:
    """Says what the call of a function by one name gives to its parameters."""
    for node in ast.walk(around):
        if isinstance(node, ast.Call) and node.func is name:
            given = {a.arg: value for a, value in zip(function.args.args, node.args, strict=False)}
            return given | {one.arg: one.value for one in node.keywords if one.arg}
    return {}


def calls_of(module: ast.Module, function: str) -> list[tuple[ast.Name, Spot]]:
    """Finds where a function is named, each with the innermost statement around."""
    found: dict[ast.Name, Spot] = {}
    for spot in spots(module):
        for node in ast.walk(spot.node):
            if isinstance(node, ast.Name) and node.id == function:
                found[node] = spot  # the last is the innermost
    return list(found.items())


def changes(node: ast.AST, name: str, module: ast.Module) -> bool:
    """Whether a statement may change the contents of a list, also by a function of the program."""
    if name in mutates(node, calls=False):
        return True
    functions = {one.name: one for one in ast.walk(module) if isinstance(one, ast.FunctionDef)}
    for one in ast.walk(node):
        if not isinstance(one, ast.Call) or name not in mutates(ast.Expr(one)):
            continue
        function = functions.get(called(one))
        given = given_by(function, one.func, one) if function is not None else {}
        inside = {name for part in function.body for name in mutates(part)} if function else set()
        into = {key for key, value in given.items() if base(value) == name}
        if not into or into & inside:
            return True
    return False


def sides_of(node: ast.Call) -> tuple[ast.expr, ast.expr] | None:
    """Finds the numbers of rows and columns in a call of a library: `np.zeros((n, m))`."""
    name, given = called(node), node.args
    sizes = {one.arg: one.value for one in node.keywords}
    if name in SHAPED | SIZED and "size" in sizes:
        return _two(sizes["size"])
    if name in {"eye", "identity"} and len(given) == 1:
        return given[0], given[0]
    if name in SHAPED | COUNTED | {"reshape"} and given:
        return _two(given[0]) if len(given) == 1 or _two(given[0]) else _two(ast.Tuple(given))
    if name in SIZED and given:
        return _two(given[-1])
    return None


def _two(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    match node:
        case ast.Tuple(elts=[rows, columns]) | ast.List(elts=[rows, columns]):
            return rows, columns
        case _:
            return None


def same_as(node: ast.Call) -> ast.expr | None:
    """Finds what a call of a library gives in another form: `np.array(x)`, `x.astype(float)`."""
    if called(node) in CONVERTED | LIKE and node.args:
        return node.args[0]
    changed = called(node) in CONVERTING and isinstance(node.func, ast.Attribute)
    return node.func.value if changed and isinstance(node.func, ast.Attribute) else None
