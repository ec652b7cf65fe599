"""Whether an exercise's function uses one of the required APIs (POL004).

Only computation counts: creating arrays, moving them and querying their sizes is no use of a
library. If the answer is uncertain, a person decides.
"""

import ast
import builtins
from collections.abc import Iterator, Mapping
from enum import Enum, auto

from grader.backends import LIBRARY_OF, own_modules, with_library
from grader.model.static import Certainty, Requirement, Use
from grader.source.definitions import loop_depth
from grader.source.dynamic import BUILTINS, words
from grader.source.names import Names
from grader.source.nodes import nodes_in
from grader.source.question import SourceQuestion
from grader.source.reach import Reach, Slice, Statement
from grader.source.scopes import DEFINITIONS, pair_up

USES = [backend.use for backend in with_library()]
IN_HOST_MEMORY = {backend.library for backend in with_library() if backend.use.in_host_memory}
# Members that create, move, convert or describe arrays, without computing.
AROUND = words(" ".join(use.around for use in USES))
AROUND_MODULES = words("random cuda backends testing typing version autograd xpu mps")
# Names under which any library offers a product, a correlation or a convolution.
PRODUCTS = words(" ".join(use.products for use in USES))
# Elementwise operations; beside a required call, the result may come from these.
ARITHMETIC = words("""
    multiply add subtract sum reduce cumsum prod outer sliding_window_view as_strided
    apply_along_axis fft2 ifft2 rfft2 irfft2 operator.mul math.sumprod math.fsum
""")
MATRICES = words("numpy.matrix numpy.asmatrix numpy.mat numpy.bmat")  # `*` is their product
MATRIX_VIEWS = words("T H I")  # attributes of such a matrix that are matrices too
OPERATORS = words("operator.matmul operator.imatmul operator.__matmul__")
DEFINED = (*DEFINITIONS, ast.ClassDef)
ELEMENT_LOOPS = 3  # in an elementwise product of two matrices
OPERANDS = 2  # of a product or a convolution
TAKING = {None, "out", "output"}  # keywords that may take a result array; None is `**`
MAKES_HOST = words(" ".join(use.to_host for use in USES))


class Sign(Enum):
    """What a place in the code says about the required API."""

    MET = auto()  # it is used
    IDLE = auto()  # it is used, but its result is not
    NEAR = auto()  # something of the library computes, or the call is unknown
    INSTEAD = auto()  # something else does the computation
    BESIDE = auto()  # the result may come from something else


Signs = Iterator[tuple[Sign, Use | None]]


def requirement_of(
    reach: Reach, part: Slice, names: Mapping[str, Names], question: SourceQuestion
) -> tuple[Requirement, tuple[Use, ...]]:
    """Return whether one of the required APIs is used, and what is used instead."""
    functions = [
        statement.node
        for statement in part.strengths
        if isinstance(statement.node, ast.FunctionDef)
    ]
    unwritten = bool(functions) and all(map(_is_unwritten, functions))
    if not question.requires or not part.strengths or unwritten:
        return Requirement.NOT_ASKED, ()
    looks = [
        _Look(reach, part, statement, names[statement.file], question)
        for statement in part.strengths
    ]
    signs_and_uses = [pair for look in looks for pair in look.signs()]
    signs = {sign for sign, _ in signs_and_uses}
    instead = tuple(use for sign, use in signs_and_uses if sign is Sign.INSTEAD and use)
    uses = instead or tuple(use for sign, use in signs_and_uses if sign is Sign.BESIDE and use)
    if Sign.MET in signs:
        return (Requirement.UNSURE if uses else Requirement.MET), uses
    if Sign.IDLE in signs:
        return Requirement.UNSURE, uses
    if Sign.NEAR in signs and not instead:
        return Requirement.UNSURE, ()
    if not uses and any(map(_multiplies_whole_rows, functions)):
        return Requirement.UNSURE, ()
    return Requirement.MISSING, uses or tuple(use for look in looks for use in look.loops())


def _multiplies_whole_rows(function: ast.FunctionDef) -> bool:
    """Return whether loops multiply parts of arrays; elementwise, a product needs three loops."""
    operands = [
        operand
        for node in nodes_in(function)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
        for operand in (node.left, node.right)
    ]
    return 0 < loop_depth(function) < ELEMENT_LOOPS and any(map(_is_part, operands))


def _is_part(node: ast.expr) -> bool:
    """Return whether a node is part of an array, such as `b[k]` or `a[:, k]`, not an element."""
    indices = list[ast.expr]()
    while isinstance(node, ast.Subscript):
        indices += node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        node = node.value
    whole = any(isinstance(index, ast.Slice | ast.List) for index in indices)
    return bool(indices) and (whole or len(indices) < 2)  # noqa: PLR2004 - axes of a matrix


class _Look:
    def __init__(
        self,
        reach: Reach,
        part: Slice,
        statement: Statement,
        names: Names,
        question: SourceQuestion,
    ) -> None:
        self._unit, self._names, self._question = statement, names, question
        self._file = reach.program.parsed[statement.file]
        inside = nodes_in(statement.node)
        statements = reach.open(statement.file)
        self._own = {name for other in statements for name in other.binds}
        self._own |= {node.name for node in inside if isinstance(node, DEFINED)}
        # Only an object of a class that is reached can have its methods.
        reached = [node for kept in part.strengths for node in nodes_in(kept.node)]
        classes = [node for node in reached if isinstance(node, ast.ClassDef)]
        self._own_objects = {"self", "cls"} | {node.name for node in classes}
        self._own_methods = {
            member.name
            for node in classes
            for member in node.body
            if isinstance(member, ast.FunctionDef)
        }
        self._last = {
            required.rpartition(".")[2] for required in question.requires if "." in required
        }
        self._any = any(map(_is_package, question.requires))  # any use of the library suffices
        self._moves = question.library not in IN_HOST_MEMORY  # arrays can be moved to the host
        self._host: set[str] = set()  # names of arrays moved to the host
        pairs = [
            pair
            for node in inside
            if isinstance(node, ast.Assign)
            for target in node.targets
            for pair in pair_up(target, node.value)
        ]
        before = -1
        while before != len(self._host):
            before = len(self._host)
            self._host |= {name.id for name, value in pairs if self._is_host(value)}
        self._has_host = any(map(self._is_host, inside))
        self._matrices: set[str] = set()  # names of matrices whose `*` is a product
        before = -1
        while before != len(self._matrices):
            before = len(self._matrices)
            self._matrices |= {name.id for name, value in pairs if self._is_matrix(value)}

    def signs(self) -> Signs:
        """Yield what each node says; unused results are marked as idle."""
        nodes = [node for part in self._unit.parts for node in nodes_in(part)]
        multiplies = any(isinstance(getattr(node, "op", None), ast.Mult) for node in nodes)
        idle = frozenset(idle_parts(self._unit.node))
        for node in nodes:
            for sign, use in self._signs_of(node, multiplies=multiplies):
                yield (Sign.IDLE if sign is Sign.MET and node in idle else sign), use

    def _signs_of(self, node: ast.AST, *, multiplies: bool) -> Signs:
        match node:
            case ast.BinOp(op=ast.MatMult(), left=left, right=right):
                yield self._operator(node, left, right)
            case ast.AugAssign(op=ast.MatMult(), target=left, value=right):
                yield self._operator(node, left, right)
            case ast.Call(func=ast.Attribute() as func) if not self._path(func):
                yield from self._method(func)
            case ast.Call(func=ast.Name(id=name) as func) if name != "getattr":
                if name not in BUILTINS and name not in self._own and not self._path(func):
                    yield Sign.NEAR, None  # an unknown function
            case ast.Subscript(value=array, slice=key) if (
                multiplies and _has_slice(key) and not self._is_host(array)
            ):
                # Array libraries are used by arithmetic on parts of arrays.
                met = self._any and isinstance(key, ast.Tuple)
                yield (Sign.MET if met else Sign.NEAR), None
            case ast.BinOp(op=ast.Mult()) if self._is_matrix(node):
                yield self._matmul()
            case ast.BinOp(op=ast.Mult(), left=left, right=right) if self._is_host(
                left
            ) or self._is_host(right):
                yield Sign.BESIDE, self._use("*", "converted", node)
            case ast.Attribute() | ast.Name() | ast.Call():
                yield from self._member(self._path(node), node)
            case _:
                pass

    def loops(self) -> Iterator[Use]:
        """Yield the function if it computes in loops."""
        node = self._unit.node
        if isinstance(node, ast.FunctionDef) and loop_depth(node):
            yield self._use(node.name, "loops", node)

    def _path(self, node: ast.AST) -> str:
        meanings = sorted(self._names.of(node))
        own = any(meaning[0] == "/" for meaning in meanings)
        return meanings[0] if meanings and not own else ""

    def _member(self, path: str, node: ast.AST) -> Signs:
        top, last = path.partition(".")[0], path.rpartition(".")[2]
        if path in OPERATORS:
            yield self._matmul()
            return
        if path in ARITHMETIC and self._has_host:
            yield Sign.BESIDE, self._use(path, "converted", node)
        if not path or _is_package(path) or not _calculates(path):
            return
        if any(
            path == required or path.startswith(f"{required}.")
            for required in self._question.requires
        ):
            yield Sign.MET, None
        elif LIBRARY_OF.get(top, top) == self._question.library:
            yield Sign.NEAR, None
        elif last in PRODUCTS:
            yield Sign.INSTEAD, self._use(path, "library", node)
        elif last in ARITHMETIC and top in LIBRARY_OF:
            yield Sign.BESIDE, self._use(path, "library", node)

    def _operator(self, node: ast.AST, left: ast.expr, right: ast.expr) -> tuple[Sign, Use | None]:
        if self._is_host(left) or self._is_host(right):
            return Sign.INSTEAD, self._use("@", "converted", node)
        return self._matmul()

    def _matmul(self) -> tuple[Sign, None]:
        met = "@" in self._question.requires or self._any
        return (Sign.MET if met else Sign.NEAR), None

    def _method(self, func: ast.Attribute) -> Signs:
        signs = self._method_of_array(func)
        if func.attr not in self._own_methods:
            yield from signs
        elif any(signs) and not self._is_own(func.value):
            yield Sign.NEAR, None  # it may be the array's; the own method is examined separately

    def _method_of_array(self, func: ast.Attribute) -> Signs:
        if func.attr == "__matmul__":
            yield self._operator(func, func.value, func.value)
        elif self._is_host(func.value):
            if func.attr in PRODUCTS:
                yield Sign.INSTEAD, self._use(f".{func.attr}", "converted", func)
        elif func.attr in self._last or func.attr.removesuffix("_") in self._last:
            yield Sign.MET, None  # including `c.addmm_(a, b)`
        elif func.attr in PRODUCTS or func.attr == "sum":
            yield (Sign.MET if self._any else Sign.NEAR), None

    def _is_own(self, node: ast.AST) -> bool:
        """Return whether a node is certainly a class of the program's own, or an object of one."""
        match node:
            case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
                values = self._names.values.get(name, [])
                made = [value.func for value in values if isinstance(value, ast.Call)]
                return name in self._own_objects or (
                    0 < len(values) == len(made)
                    and all(isinstance(f, ast.Name) and f.id in self._own_objects for f in made)
                )
            case _:
                return False

    def _is_host(self, node: ast.AST) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self._host
            case ast.Attribute(value=value) | ast.Subscript(value=value):
                return self._is_host(value)
            case ast.Call(func=func) if self._path(func):
                return self._moves and self._path(func) in MAKES_HOST
            case ast.Call(func=ast.Attribute(value=value, attr=method)):
                # A cupy.ndarray has a `get` without a key.
                gets = method == "get" and not (node.args or node.keywords)
                moved = self._moves and (gets or method == "numpy")
                return moved or method == "tolist" or self._is_host(value)
            case ast.BinOp(left=left, right=right):
                return self._is_host(left) or self._is_host(right)
            case _:
                return False

    def _is_matrix(self, node: ast.AST) -> bool:
        """Return whether a node is a `numpy.matrix`, or a product of one and something else."""
        match node:
            case ast.Name(id=name):
                return name in self._matrices
            case ast.Attribute(value=value, attr=view):
                return view in MATRIX_VIEWS and self._is_matrix(value)
            case ast.Call(func=func):
                return self._path(func) in MATRICES
            case ast.BinOp(op=ast.Mult(), left=left, right=right):
                scaled = isinstance(left, ast.Constant) or isinstance(right, ast.Constant)
                return not scaled and (self._is_matrix(left) or self._is_matrix(right))
            case _:
                return False

    def _use(self, what: str, reason: str, node: ast.AST) -> Use:
        place = self._file.place(getattr(node, "lineno", self._unit.node.lineno))
        return Use(
            check="POL004", what=what, certainty=Certainty.SURE, reason=reason, location=place
        )


def _is_unwritten(node: ast.FunctionDef) -> bool:
    """Return whether a function is unwritten: `raise NotImplementedError`, `pass`, `...`."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    match body:
        case [] | [ast.Pass()] | [ast.Expr(value=ast.Constant(value=builtins.Ellipsis))]:
            return True
        case [ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name)))]:
            return name == "NotImplementedError"
        case _:
            return False


def _calculates(path: str) -> bool:
    parts = path.split(".")
    return parts[-1] not in AROUND and AROUND_MODULES.isdisjoint(parts[1:])


def _is_package(name: str) -> bool:
    known = name in LIBRARY_OF or name in own_modules()
    return known or name.rpartition(".")[2] in {
        "signal", "ndimage", "linalg", "functional", "fft", "nn", "special", "lib", "stride_tricks",
    }  # fmt: skip


def _has_slice(key: ast.expr) -> bool:
    parts = key.elts if isinstance(key, ast.Tuple) else [key]
    return any(isinstance(part, ast.Slice) and (part.lower or part.upper) for part in parts)


def idle_parts(root: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes whose result is discarded, never read, or never reached."""
    for function in (node for node in nodes_in(root) if isinstance(node, ast.FunctionDef)):
        nodes = nodes_in(function)
        read = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        shared = (node for node in nodes if isinstance(node, ast.Global | ast.Nonlocal))
        read |= {name for node in shared for name in node.names}
        for node in nodes:
            match node:
                case ast.Expr(value=value):
                    yield from _lost(value, function)
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in read:
                    yield from _lost(value, function)
                case _:
                    pass
            for statement in _unreached(node):
                yield from nodes_in(statement)


def _lost(value: ast.expr, function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield the nodes of a discarded value; a third argument, or `out`, may store it elsewhere."""
    match value:
        case ast.Call(func=func, args=arguments, keywords=named):
            taking = [*arguments[OPERANDS:], *(each.value for each in named if each.arg in TAKING)]
            if all(_is_never_read(destination, value, function) for destination in taking):
                yield value
                yield from nodes_in(func)
        case ast.BinOp():
            yield from nodes_in(value)
        case _:
            pass


def _is_never_read(destination: ast.expr, call: ast.Call, function: ast.FunctionDef) -> bool:
    """Return whether a result is stored in a local array that nothing else uses."""
    if not isinstance(destination, ast.Name):
        return False
    nodes, inside = nodes_in(function), {*nodes_in(call)}
    made = any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and any(isinstance(name, ast.Name) and name.id == destination.id for name in node.targets)
        for node in nodes
    )
    return made and not any(
        isinstance(node, ast.Name)
        and node.id == destination.id
        and isinstance(node.ctx, ast.Load)
        and node not in inside
        for node in nodes
    )


def _unreached(node: ast.AST) -> Iterator[ast.stmt]:
    match node:
        case ast.If(test=ast.Constant(value=truth), body=body, orelse=other):
            yield from other if truth else body
        case ast.While(test=ast.Constant(value=truth), body=body) if not truth:
            yield from body
        case _:
            pass
    for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
        if isinstance(block, list):  # a lambda's body is an expression
            ends = [
                at
                for at, statement in enumerate(block)
                if isinstance(statement, ast.Return | ast.Raise)
            ]
            yield from block[ends[0] + 1 :] if ends else ()
