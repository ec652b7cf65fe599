"""Whether an exercise's function uses one of the APIs that it has to use (POL004).

What is looked for is the calculation itself: making arrays, moving them and their sizes are no use
of a library. Where the answer is not certain, a person decides.
"""

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from grader.model.static import Certainty, Requirement, Use
from grader.policy.definitions import loop_depth
from grader.policy.dynamic import BUILTINS, words
from grader.policy.names import Names
from grader.policy.question import Question
from grader.policy.reach import Reach, Slice, Unit
from grader.policy.scopes import DEFINITIONS

FAMILY = {"numpy": {"numpy", "scipy"}, "cupy": {"cupy", "cupyx"}, "torch": {"torch", "torchvision"}}
# Members that make, move, convert or describe arrays, and do not calculate with them.
AROUND = words("""
    array asarray asanyarray ascontiguousarray asfortranarray copy zeros zeros_like empty empty_like
    ones ones_like full full_like eye identity arange linspace tensor as_tensor from_numpy Tensor
    FloatTensor DoubleTensor ndarray dtype shape size ndim float16 float32 float64
    half float double int8 int16 int32 int64 uint8 long bool_ bool complex64 complex128 asnumpy
    get_array_module is_tensor newaxis pi inf nan no_grad inference_mode set_grad_enabled
    enable_grad set_default_dtype set_default_device set_num_threads allclose array_equal isclose
    equal shares_memory ascontiguous atleast_2d expand_dims squeeze reshape unsqueeze
    device to_device get_default_dtype compile jit manual_seed
""")
AROUND_MODULES = words("random cuda backends testing typing version autograd xpu mps")
# Names under which any library offers a product, a correlation or a convolution.
PRODUCTS = words("""
    dot matmul mm bmm mv einsum tensordot inner vdot vecdot multi_dot addmm baddbmm convolve
    correlate convolve2d correlate2d convolve1d correlate1d fftconvolve oaconvolve conv2d conv1d
    linear
""")
# What calculates element by element; beside a required call it may be what the result comes from.
ARITHMETIC = words("""
    multiply add subtract sum reduce cumsum prod outer sliding_window_view as_strided
    apply_along_axis fft2 ifft2 rfft2 irfft2 operator.mul math.sumprod math.fsum
""")
OPERATORS = words("operator.matmul operator.imatmul operator.__matmul__")
LIBRARIES = words("numpy scipy cupy cupyx torch")
DEFINED = (*DEFINITIONS, ast.ClassDef)
OPERANDS = 2  # of a product or a convolution
MAKES_HOST = words("""
    numpy.asarray numpy.array numpy.asanyarray numpy.ascontiguousarray cupy.asnumpy
""")


@dataclass(kw_only=True)
class _Search:
    """What was found in the code of one slice."""

    names: Mapping[str, Names]
    question: Question
    met: bool = False
    idle: bool = False  # it is there, and what it gives goes nowhere
    near: bool = False  # something of the library calculates, or nobody can say
    instead: list[Use] = field(default_factory=list)
    beside: list[Use] = field(default_factory=list)  # may be what the result comes from

    @property
    def asks_for_library(self) -> bool:
        """Whether a whole library will do, and not one function of it."""
        return any(_is_package(one) for one in self.question.requires)


def requirement_of(
    reach: Reach, part: Slice, names: Mapping[str, Names], question: Question
) -> tuple[Requirement, tuple[Use, ...]]:
    """Says whether one of the required APIs is used, and what is used instead."""
    functions = [unit.node for unit in part.kept if isinstance(unit.node, ast.FunctionDef)]
    unwritten = bool(functions) and all(map(_is_unwritten, functions))
    if not question.requires or not part.kept or unwritten:
        return Requirement.NOT_ASKED, ()
    search = _Search(names=names, question=question)
    looks = [_Look(reach, unit, search) for unit in part.kept]
    for look in looks:
        look.look()
    instead = tuple(search.instead)
    if search.met or search.idle:
        both = instead or tuple(search.beside)
        return (Requirement.UNSURE if both or not search.met else Requirement.MET), both
    if search.near and not instead:
        return Requirement.UNSURE, ()
    instead = instead or tuple(search.beside)
    return Requirement.MISSING, instead or tuple(use for look in looks for use in look.loops())


class _Look:
    """Reads one unit."""

    def __init__(self, reach: Reach, unit: Unit, search: _Search) -> None:
        self._file = reach.program.parsed[unit.file]
        self._unit = unit
        self._search = search
        self._names = search.names[unit.file]
        self._own = {name for one in reach.open(unit.file) for name in one.binds}
        self._own |= {n.name for n in ast.walk(unit.node) if isinstance(n, DEFINED)}
        self._last = {one.rpartition(".")[2] for one in search.question.requires if "." in one}
        self._moves = search.question.library != "numpy"  # there is a host to bring things to
        self._host: set[str] = set()
        self._find_host_names()
        self._own_methods = {
            method for one in reach.open(unit.file) for inner in one.inner for method in inner.binds
        } | {node.name for node in ast.walk(unit.node) if isinstance(node, ast.FunctionDef)}

    def look(self) -> None:
        """Adds what the unit tells."""
        nodes = [node for part in self._unit.parts for node in ast.walk(part)]
        multiplies = any(isinstance(getattr(node, "op", None), ast.Mult) for node in nodes)
        idle = idle_parts(self._unit.node)
        for node in nodes:
            met = self._search.met
            self._look_at(node, multiplies=multiplies)
            if node in idle and self._search.met and not met:
                self._search.met, self._search.idle = False, True

    def _look_at(self, node: ast.AST, *, multiplies: bool) -> None:
        match node:
            case ast.BinOp(op=ast.MatMult(), left=left, right=right):
                self._operator(node, left, right)
            case ast.AugAssign(op=ast.MatMult(), target=left, value=right):
                self._operator(node, left, right)
            case ast.Call(func=ast.Name(id="getattr")):
                self._member(self._path(node), node)
            case ast.Call(func=ast.Attribute() as func) if not self._path(func):
                self._method(func)
            case ast.Call(func=ast.Name(id=name)):
                self._search.near |= self._is_strange(name)
            case ast.Subscript(value=whole, slice=key) if (
                multiplies and _has_slice(key) and not self._is_host(whole)
            ):
                # Arithmetic on parts of arrays is what an array library does.
                self._search.met |= self._search.asks_for_library and isinstance(key, ast.Tuple)
                self._search.near = True
            case ast.BinOp(op=ast.Mult(), left=left, right=right) if self._is_host(
                left
            ) or self._is_host(right):
                self._search.beside.append(self._use("*", "converted", node))
            case ast.Attribute() | ast.Name():
                self._member(self._path(node), node)
            case _:
                pass

    def loops(self) -> Iterator[Use]:
        """Points to the function if it calculates in loops."""
        node = self._unit.node
        if isinstance(node, ast.FunctionDef) and loop_depth(node):
            yield self._use(node.name, "loops", node)

    def _path(self, node: ast.AST) -> str:
        meanings = sorted(self._names.of(node))
        own = any(meaning[0] == "/" for meaning in meanings)
        return meanings[0] if meanings and not own else ""

    def _member(self, path: str, node: ast.expr) -> None:
        question, top = self._search.question, path.partition(".")[0]
        if path in OPERATORS:
            self._matmul()
            return
        if path in ARITHMETIC and self._has_host:
            self._search.beside.append(self._use(path, "converted", node))
        if not path or _is_package(path) or not _calculates(path):
            return
        if any(path == one or path.startswith(f"{one}.") for one in question.requires):
            self._search.met = True
        elif top in FAMILY.get(question.library, {question.library}):
            self._search.near = True
        elif path.rpartition(".")[2] in PRODUCTS:
            self._search.instead.append(self._use(path, "library", node))
        elif path.rpartition(".")[2] in ARITHMETIC and top in LIBRARIES:
            self._search.beside.append(self._use(path, "library", node))

    def _operator(self, node: ast.AST, left: ast.expr, right: ast.expr) -> None:
        if self._is_host(left) or self._is_host(right):
            self._search.instead.append(self._use("@", "converted", node))
        else:
            self._matmul()

    def _matmul(self) -> None:
        if "@" in self._search.question.requires or self._search.asks_for_library:
            self._search.met = True
        else:
            self._search.near = True

    def _method(self, func: ast.Attribute) -> None:
        if func.attr in self._own_methods:
            return  # what it does is looked at by itself
        if func.attr == "__matmul__":
            self._operator(func, func.value, func.value)
        elif self._is_host(func.value):
            if func.attr in PRODUCTS:
                self._search.instead.append(self._use(f".{func.attr}", "converted", func))
        elif func.attr in self._last:
            self._search.met = True
        elif func.attr in PRODUCTS or func.attr == "sum":
            self._search.met |= self._search.asks_for_library
            self._search.near = True

    def _is_strange(self, name: str) -> bool:
        """Whether a function that is called is one that nobody here knows."""
        known = name in BUILTINS or name in self._own
        return not known and not self._path(ast.Name(id=name, ctx=ast.Load()))

    def _find_host_names(self) -> None:
        """Collects the names of arrays that were brought to the host."""
        pairs = [pair for node in ast.walk(self._unit.node) for pair in _assigned(node)]
        before = -1
        while before != len(self._host):
            before = len(self._host)
            self._host |= {name for name, value in pairs if self._is_host(value)}

    @property
    def _has_host(self) -> bool:
        """Whether something is brought to the host in this unit."""
        return any(self._is_host(node) for node in ast.walk(self._unit.node))

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

    def _use(self, what: str, reason: str, node: ast.AST) -> Use:
        line = getattr(node, "lineno", self._unit.node.lineno)
        return Use(
            check="POL004",
            what=what,
            certainty=Certainty.SURE,
            reason=reason,
            location=self._file.place(line),
        )


def _is_unwritten(node: ast.FunctionDef) -> bool:
    """Whether a function is as a starter has it: `raise NotImplementedError`, `pass`, `...`."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    match body:
        case [] | [ast.Pass()] | [ast.Expr(value=ast.Constant(value=builtins.Ellipsis))]:
            return True
        case [ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name)))]:
            return name == "NotImplementedError"
        case _:
            return False


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Pairs the names that an assignment binds with their values."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            pairs: list[tuple[ast.expr, ast.expr]] = list(zip(names, values, strict=False))
        case ast.Assign(targets=targets, value=value):
            pairs = [(target, value) for target in targets]
        case _:
            pairs = []
    yield from ((target.id, value) for target, value in pairs if isinstance(target, ast.Name))


def _calculates(path: str) -> bool:
    parts = path.split(".")
    return parts[-1] not in AROUND and AROUND_MODULES.isdisjoint(parts[1:])


def _is_package(name: str) -> bool:
    return name in {"numpy", "cupy", "torch", "scipy", "cupyx"} or name.rpartition(".")[2] in {
        "signal", "ndimage", "linalg", "functional", "fft", "nn", "special", "lib", "stride_tricks",
    }  # fmt: skip


def _has_slice(key: ast.expr) -> bool:
    parts = key.elts if isinstance(key, ast.Tuple) else [key]
    return any(isinstance(one, ast.Slice) and (one.lower or one.upper) for one in parts)


def idle_parts(node: ast.AST) -> frozenset[ast.AST]:
    """Collects what is calculated for nothing: thrown away, never read, or never reached."""
    functions = [one for one in ast.walk(node) if isinstance(one, ast.FunctionDef)]
    parts = [part for function in functions for part in _idle_in(function)]
    return frozenset(parts)


def _idle_in(function: ast.FunctionDef) -> Iterator[ast.AST]:
    kept = {name for one in ast.walk(function) for name in _names_kept(one)}
    for one in ast.walk(function):
        match one:
            case ast.Expr(value=value):
                yield from _calculating(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in kept:
                yield from _calculating(value)
            case _:
                pass
        for statement in _unreached(one):
            yield from ast.walk(statement)


def _names_kept(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            yield name
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names
        case _:
            pass


def _calculating(value: ast.expr) -> Iterator[ast.AST]:
    """Yields what makes a value that is lost; a third argument, or `out`, may take it elsewhere."""
    match value:
        case ast.Call(func=func, args=given, keywords=named):
            if len(given) <= OPERANDS and not any(one.arg in {None, "out"} for one in named):
                yield value
                yield from ast.walk(func)
        case ast.BinOp():
            yield from ast.walk(value)
        case _:
            pass


def _unreached(node: ast.AST) -> Iterator[ast.stmt]:
    match node:
        case ast.If(test=ast.Constant(value=known), body=body, orelse=other):
            yield from other if known else body
        case ast.While(test=ast.Constant(value=known), body=body) if not known:
            yield from body
        case _:
            pass
    for block in ("body", "orelse", "finalbody"):
        statements = getattr(node, block, None)
        if not isinstance(statements, list):  # a lambda's body is an expression
            continue
        ends = [at for at, one in enumerate(statements) if isinstance(one, ast.Return | ast.Raise)]
        yield from statements[ends[0] + 1 :] if ends else ()
