"""Functions that a C source defines, and the calls that their types allow."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.exercises.c.text import CText, walk, written
from grader.model.calling import Convention
from grader.model.course import Form
from grader.model.static import Way

if TYPE_CHECKING:
    from tree_sitter import Node

_INTEGERS = frozenset(
    {
        "int", "long", "short", "unsigned", "signed", "size_t", "ssize_t", "ptrdiff_t", "int32_t",
        "int64_t", "uint32_t", "uint64_t", "__int64",
    }
)  # fmt: skip
_ELEMENTS = {
    "double": Form.C_DOUBLE, "float": Form.C_FLOAT, "int": Form.C_INT, "int32_t": Form.C_INT,
    "signed": Form.C_INT, "signed int": Form.C_INT,
}  # fmt: skip
_RESULTS = frozenset(
    {"c", "result", "res", "ans", "answer", "out", "output", "ret", "z", "r", "dst"}
)
_CONVENTIONS = {
    "nppp": (Convention.NABC, Convention.NCAB),
    "pppn": (Convention.ABCN, Convention.CABN),
    "nnnppp": (Convention.NNNABC,),
    "pppnnn": (Convention.ABCNNN,),
}
_RETURNING = {
    "ppn": (Convention.ABN,),
    "npp": (Convention.NAB,),
}
_FILLS_FIRST = {Convention.NCAB, Convention.CABN}
_LOOPS = frozenset({"for_statement", "while_statement", "do_statement"})
_MATRICES = 3  # in a product: two factors and the result


class Type(Struct, frozen=True, kw_only=True):
    """A declared type."""

    base: str = ""  # "double", "int", "struct matrix"
    stars: int = 0
    lengths: tuple[str, ...] = ()  # lengths in the brackets
    to_rows: bool = False  # `(*a)[n]`: the length is a row's
    constant: bool = False  # const elements
    name: str = ""

    @property
    def depth(self) -> int:
        """Number of dereferences that lead to an element."""
        return self.stars + len(self.lengths)

    @property
    def is_number(self) -> bool:
        """Whether it may be a size."""
        return not self.depth and bool(_INTEGERS & {*self.base.split()})

    @property
    def form(self) -> Form | None:
        """The form in which a matrix is passed; None if it takes none of ours."""
        element = _ELEMENTS.get(self.base)
        rows = self.depth > 1 and (not self.lengths or (self.stars == 1 and not self.to_rows))
        if element is None or self.depth not in {1, 2} or (rows and element is Form.C_FLOAT):
            return None
        return _ROWS[element] if rows else element

    @property
    def row(self) -> str:
        """The length of its rows, a number or a name."""
        lengths = self.lengths if self.to_rows else self.lengths[1:]
        return next((length for length in lengths if re.fullmatch(r"\w+", length)), "")


_ROWS = {Form.C_DOUBLE: Form.C_ROWS, Form.C_INT: Form.C_INT_ROWS}


class Function(Struct, frozen=True, kw_only=True):
    """One function definition."""

    name: str
    parameters: tuple[Type, ...]
    hidden: bool  # static, or variadic: not callable from outside
    returns: Type
    file: str
    line: int
    body: "Node"


def functions(top: "Node", text: CText) -> Iterator[Function]:
    """Yield every top-level function with a body, in order."""
    types = _typedefs(top)
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if node.type == "function_definition":
            function = _function(node, types, text)
            if function is not None:
                yield function
        elif node.type != "compound_statement":
            waiting.extend(reversed(node.named_children))


def _typedefs(top: "Node") -> dict[str, Type]:
    """Collect the names of types: `typedef double real, *row;`."""
    types: dict[str, Type] = {}
    for node in walk(top):
        if node.type == "type_definition":
            for declarator in node.children_by_field_name("declarator"):
                alias = typed(node, declarator, types)
                types[alias.name] = replace(alias, name="")
    return types


def _function(node: "Node", types: Mapping[str, Type], text: CText) -> Function | None:
    declarator, body = (node.child_by_field_name(name) for name in ("declarator", "body"))
    head = next((part for part in walk(node) if part.type == "function_declarator"), None)
    if declarator is None or body is None or head is None:
        return None
    returns = typed(node, declarator, types)
    parameter_list = head.child_by_field_name("parameters")
    listed = parameter_list.named_children if parameter_list is not None else []
    old = {
        parameter.name: parameter
        for declared in node.named_children
        if declared.type == "declaration"
        for name in declared.children_by_field_name("declarator")
        for parameter in [typed(declared, name, types)]
    }
    parameters = [
        old.get(written(parameter), Type(base="int", name=written(parameter)))  # K&R style
        if parameter.type == "identifier"
        else typed(parameter, parameter.child_by_field_name("declarator"), types)
        for parameter in listed
        if parameter.type in {"identifier", "parameter_declaration"}
    ]
    if len(parameters) == 1 and parameters[0] == Type(base="void"):
        parameters = []
    file, line = text.place(head)
    return Function(
        name=returns.name,
        parameters=tuple(parameters),
        hidden=any(written(child) == "static" for child in node.children)
        or any(parameter.type == "variadic_parameter" for parameter in listed),
        returns=returns,
        file=file,
        line=line,
        body=body,
    )


def typed(node: "Node", declarator: "Node | None", types: Mapping[str, Type]) -> Type:
    """Parse the declaration of one name: its type, and the declarator around the name."""
    words = written(node.child_by_field_name("type")).split()
    alias = types.get(words[0]) if len(words) == 1 else None
    base = alias or Type(base=" ".join(words))
    constant = any(written(child) == "const" for child in node.children)
    stars, lengths, to_rows, name = 0, list[str](), False, ""
    while declarator is not None:
        match declarator.type:
            case "pointer_declarator" | "abstract_pointer_declarator":
                stars += 1
                to_rows = to_rows or bool(lengths)  # the star is inside the parentheses
            case "array_declarator" | "abstract_array_declarator":
                lengths.insert(0, written(declarator.child_by_field_name("size")))
            case "identifier" | "type_identifier":
                name = written(declarator)
        declarator = declarator.child_by_field_name("declarator") or _inner(declarator)
    return Type(
        base=base.base,
        stars=base.stars + stars,
        lengths=(*lengths, *base.lengths),
        to_rows=to_rows or base.to_rows,
        constant=constant or base.constant,
        name=name,
    )


def _inner(declarator: "Node") -> "Node | None":
    if declarator.type not in {"parenthesized_declarator", "attributed_declarator"}:
        return None
    inside = [
        part for part in declarator.named_children if part.type.endswith(("tor", "identifier"))
    ]
    return inside[0] if inside else None


def ways(function: Function) -> tuple[Way, ...]:
    """Return the ways to call a function with n, a, b and c, most likely first; () = none."""
    matrices = [parameter for parameter in function.parameters if parameter.depth]
    forms = {matrix.form for matrix in matrices}
    shape = "".join(
        "p" if parameter.depth else "n" if parameter.is_number else "?"
        for parameter in function.parameters
    )
    returned = function.returns.depth > 0
    listed = (_RETURNING if returned else _CONVENTIONS).get(shape, ())
    if returned:
        forms.add(function.returns.form)
    if function.hidden or not listed or len(forms) != 1 or None in forms or _fixed_rows(function):
        return ()
    (form,) = forms
    first = not returned and _result_first(matrices)
    ordered = sorted(listed, key=lambda convention: (convention in _FILLS_FIRST) is not first)
    if any(matrix.constant for matrix in matrices):
        ordered = ordered[:1]  # the const ones are inputs, so there is no other way
    constant = sum(matrix.constant for matrix in matrices) > 1
    return tuple(
        Way(form=form, convention=convention, constant=constant)
        for convention in ordered
        if form is not None
    )


def has_fixed_size(function: Function) -> bool:
    """Return whether a function takes a product's matrices, and no parameter for their size."""
    matrices = sum(parameter.depth > 0 for parameter in function.parameters)
    matrices += function.returns.depth > 0
    sized = any(parameter.is_number for parameter in function.parameters)
    fixed = not sized or bool(_fixed_rows(function))
    return not function.hidden and matrices == _MATRICES and fixed


def _fixed_rows(function: Function) -> set[str]:
    """Return constant row lengths: 512 in `double a[][512]`."""
    names = {parameter.name for parameter in function.parameters}
    return {parameter.row for parameter in function.parameters} - {"", *names}


def _result_first(matrices: Sequence[Type]) -> bool:
    """Return whether the first of three matrices is the result."""
    first, *_, last = matrices
    if first.constant is not last.constant:
        return last.constant
    return first.name.lower() in _RESULTS and last.name.lower() not in _RESULTS


def loop_depth(body: "Node") -> int:
    """Return the nesting depth of loops."""
    deepest = 0
    waiting = [(body, 0)]
    while waiting:
        node, depth = waiting.pop()
        depth += node.type in _LOOPS
        deepest = max(deepest, depth)
        waiting.extend((child, depth) for child in node.named_children)
    return deepest
