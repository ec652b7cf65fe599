"""Parse tests that an instructor wrote in Python into steps that can be sent as data.

        spiral(3) == [[1, 2, 3], [8, 9, 4], [7, 6, 5]]    a call, and its answer
        spiral(5)                                         compared with the reference's answer
        spiral(-1) raises ValueError                      raises this or a subclass
        a = Account("x", 10)                              makes an object for later steps

Allowed are calls, attributes, items and operators; arguments are literals, and objects that steps
made. `array([[1, 2]], "float32")`, `nan`, `inf` and `set()` are literals, too. `take(5, primes())`
returns the first five elements of a possibly endless iterable.
"""

import ast
import re
from typing import Any

from msgspec import Struct

from grader.exercises.values.guest.value_data import kinds_now, pack
from grader.model.errors import Message

RAISES = re.compile(
    r"(?s)(?P<call>.*\S)\s+raises\s+(?P<name>[A-Za-z_][\w.]*)(?:\s*:\s*(?P<words>.+))?\s*"
)
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.In: "in",
    ast.Is: "is_",
    ast.IsNot: "is_not",
    ast.USub: "neg",
    ast.UAdd: "pos",
    ast.Not: "not_",
    ast.Invert: "invert",
}
MOST_LETTERS = 100_000
MOST_RAISED = 1_000  # limit of bases and exponents in a literal power


class UnfitTest(Exception):
    """A test that cannot be asked; `message` says what is wrong with it."""

    def __init__(self, message: Message) -> None:
        """Store the message; the caller knows where the test is."""
        super().__init__(message)
        self.message = message


class Step(Struct, frozen=True, kw_only=True):
    """One step of a test."""

    text: str  # as displayed, without the answer
    do: Any  # the expression, as JSON
    bind: str = ""  # name to which its value is bound
    answered: bool = False  # whether the test contains the answer
    answer: Any = None
    raises: str = ""
    words: str = ""  # text that the exception's message must contain

    @property
    def is_asked(self) -> bool:
        """Whether its value is compared."""
        return not self.bind


def read_step(text: str) -> Step:
    """Parse one step. Raises UnfitTest."""
    if len(text) > MOST_LETTERS:
        raise UnfitTest(Message("is too long"))
    if match := RAISES.fullmatch(text.strip()):
        do = _expression(_parsed(match["call"]))
        return Step(
            text=match["call"].strip(), do=do, raises=match["name"], words=(match["words"] or "")
        )
    try:
        (statement,) = ast.parse(text.strip()).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UnfitTest(Message("is no test; write a call such as f(1) == 2")) from error
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        (target,) = statement.targets
        if isinstance(target, ast.Name):
            do = _expression(statement.value)
            return Step(text=ast.unparse(statement), do=do, bind=target.id)
    if not isinstance(statement, ast.Expr):
        raise UnfitTest(Message("must be a call, or NAME = a call"))
    node = statement.value
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq) and len(node.ops) == 1:
        literal, answer = _literal(node.comparators[0])
        if literal:
            asked = ast.get_source_segment(text.strip(), node.left) or ast.unparse(node.left)
            return Step(text=asked, do=_expression(node.left), answered=True, answer=answer)
    return Step(text=text.strip(), do=_expression(node))


def literal_of(text: str) -> Any:
    """Parse a value in Python's notation. Raises UnfitTest."""
    is_literal, value = _literal(_parsed(text))
    if not is_literal:
        raise UnfitTest(Message("must be a value, as Python writes it"))
    return value


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UnfitTest(Message("is no test; write a call such as f(1) == 2")) from error


def _expression(node: ast.expr) -> Any:  # noqa: C901, PLR0911  one for each kind of expression
    """Encode an expression for the guest."""
    is_literal, value = _literal(node)
    if is_literal:
        return {"value": pack(value, kinds_now())}
    match node:
        case ast.Name(id=name):
            return {"name": name}
        case ast.Attribute(value=owner, attr=name) if not name.startswith("__"):
            return {"attribute": [_expression(owner), name]}
        case ast.Subscript(value=owner, slice=ast.Slice()):
            raise UnfitTest(Message("must be without slices; write a call that has a value"))
        case ast.Subscript(value=owner, slice=item):
            return {"item": [_expression(owner), _expression(item)]}
        case ast.List(elts=members):
            return {"list": [*map(_expression, members)]}
        case ast.Tuple(elts=members):
            return {"tuple": [*map(_expression, members)]}
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return {"operation": [OPERATORS[type(op)], [_expression(left), _expression(right)]]}
        case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATORS:
            return {"operation": [OPERATORS[type(op)], [_expression(operand)]]}
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
            return {"operation": [OPERATORS[type(op)], [_expression(left), _expression(right)]]}
        case ast.Call(func=function, args=positional, keywords=named):
            keywords = {each.arg: _expression(each.value) for each in named if each.arg}
            if len(keywords) == len(named):
                return {"call": [_expression(function), [*map(_expression, positional)], keywords]}
    raise UnfitTest(Message("may hold calls, attributes, items, operators and values only"))


def _literal(node: ast.expr) -> tuple[bool, Any]:
    """Evaluate a literal value; (False, None) for anything else."""
    try:
        return True, _worked_out(node)
    except (TypeError, ValueError, KeyError, ArithmeticError, RecursionError):
        return False, None


_NAMES = {"nan": float("nan"), "inf": float("inf")}
_MAKERS: dict[str, Any] = {"set": set, "frozenset": frozenset, "float": float, "complex": complex}
_MAKERS |= {"range": range, "dict": dict, "bytes": bytes}


def _worked_out(node: ast.expr) -> Any:  # noqa: C901, PLR0911, PLR0912  one for each kind of value
    match node:
        case ast.Constant(value=value) if value is not ...:
            return value
        case ast.Name(id=name):
            return _NAMES[name]
        case ast.List(elts=members):
            return [*map(_worked_out, members)]
        case ast.Tuple(elts=members):
            return tuple(map(_worked_out, members))
        case ast.Set(elts=members):
            return set(map(_worked_out, members))
        case ast.Dict(keys=keys, values=values) if all(keys):
            pairs = zip(keys, values, strict=True)
            return {_worked_out(key): _worked_out(value) for key, value in pairs if key}
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(_worked_out(operand))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return +_number(_worked_out(operand))
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=complex() as imaginary)):
            return _number(_worked_out(left)) + imaginary
        case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=complex() as imaginary)):
            return _number(_worked_out(left)) - imaginary
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as exponent)) if (
            exponent <= MOST_RAISED
        ):
            base = _worked_out(left)
            if type(base) is int and abs(base) <= MOST_RAISED:
                return base**exponent
        case ast.Call(func=ast.Name(id=name), args=positional, keywords=[]) if name in _MAKERS:
            return _MAKERS[name](*map(_worked_out, positional))
        case ast.Call(func=function, args=positional, keywords=[]) if _makes_array(function):
            import numpy as np

            return np.array(*map(_worked_out, positional))
    raise ValueError("no value")


def _makes_array(function: ast.expr) -> bool:
    return ast.unparse(function) in {"array", "np.array", "numpy.array"}


def _number(value: Any) -> Any:
    if not isinstance(value, (int, float, complex)):
        raise TypeError("no number")
    return value
