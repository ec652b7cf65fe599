"""Finds the functions that a C source defines, and how their types let them be called."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import Form
from grader.model.run import Convention, OwnSize
from grader.model.static import Way
from grader.policy.c_rule import Source
from grader.policy.c_text import Text, walk, without_comments, written

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
    "ppp": (Convention.ABC, Convention.CAB),
    "nnnppp": (Convention.NNNABC,),
    "pppnnn": (Convention.ABCNNN,),
}
_RETURNING = {
    "ppn": (Convention.ABN,),
    "npp": (Convention.NAB,),
    "pp": (Convention.AB,),
}
_FILLS_FIRST = {Convention.NCAB, Convention.CABN, Convention.CAB}
_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(?[ \t]*(\d{1,6})[ \t]*\)?[ \t]*$")


class Type(Struct, frozen=True, kw_only=True):
    """What something is, as far as its declaration says."""

    base: str = ""  # "double", "int", "struct matrix"
    stars: int = 0
    lengths: tuple[str, ...] = ()  # what stands in each pair of brackets
    to_rows: bool = False  # `(*a)[n]`: the length is that of a row
    constant: bool = False  # what it points to may not be written
    name: str = ""

    @property
    def depth(self) -> int:
        """How often it has to be followed to its elements."""
        return self.stars + len(self.lengths)

    @property
    def is_number(self) -> bool:
        """Whether it may be a size."""
        return not self.depth and bool(_INTEGERS & {*self.base.split()})

    @property
    def form(self) -> Form | None:
        """As what a matrix is given to it; None when it takes none of ours."""
        element = _ELEMENTS.get(self.base)
        rows = self.depth > 1 and (not self.lengths or (self.stars == 1 and not self.to_rows))
        if element is None or self.depth not in {1, 2} or (rows and element is Form.C_FLOAT):
            return None
        return _ROWS[element] if rows else element

    @property
    def row(self) -> str:
        """The length that its rows have, a number or a name."""
        lengths = self.lengths if self.to_rows else self.lengths[1:]
        return next((one for one in lengths if re.fullmatch(r"\w+", one)), "")


_ROWS = {Form.C_DOUBLE: Form.C_ROWS, Form.C_INT: Form.C_INT_ROWS}


class Function(Struct, frozen=True, kw_only=True):
    """One definition."""

    name: str
    parameters: tuple[Type, ...]
    hidden: bool  # static, or with any number of arguments: nobody outside can call it
    returns: Type
    file: str
    line: int
    body: "Node"


def functions(top: "Node", text: Text) -> Iterator[Function]:
    """Yields every function with a body at the top of the text, in its order."""
    known = _typedefs(top)
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if node.type == "function_definition":
            one = _function(node, known, text)
            if one is not None:
                yield one
        elif node.type != "compound_statement":
            waiting.extend(reversed(node.named_children))


def _typedefs(top: "Node") -> dict[str, Type]:
    """Collects the names that stand for a type: `typedef double real, *row;`."""
    known: dict[str, Type] = {}
    for node in walk(top):
        if node.type == "type_definition":
            for declarator in node.children_by_field_name("declarator"):
                one = typed(node, declarator, known)
                known[one.name] = replace(one, name="")
    return known


def _function(node: "Node", known: Mapping[str, Type], text: Text) -> Function | None:
    declarator, body = (node.child_by_field_name(name) for name in ("declarator", "body"))
    head = next((one for one in walk(node) if one.type == "function_declarator"), None)
    if declarator is None or body is None or head is None:
        return None
    returns = typed(node, declarator, known)
    given = head.child_by_field_name("parameters")
    listed = given.named_children if given is not None else []
    old = {
        one.name: one
        for declared in node.named_children
        if declared.type == "declaration"
        for name in declared.children_by_field_name("declarator")
        for one in [typed(declared, name, known)]
    }
    parameters = [
        old.get(written(one), Type(base="int", name=written(one)))  # as before 1989
        if one.type == "identifier"
        else typed(one, one.child_by_field_name("declarator"), known)
        for one in listed
        if one.type in {"identifier", "parameter_declaration"}
    ]
    if len(parameters) == 1 and parameters[0] == Type(base="void"):
        parameters = []
    file, line = text.place(head)
    return Function(
        name=returns.name,
        parameters=tuple(parameters),
        hidden=any(written(one) == "static" for one in node.children)
        or any(one.type == "variadic_parameter" for one in listed),
        returns=returns,
        file=file,
        line=line,
        body=body,
    )


def typed(node: "Node", declarator: "Node | None", known: Mapping[str, Type]) -> Type:
    """Reads a declaration of one name: its type, and what stands around the name."""
    words = written(node.child_by_field_name("type")).split()
    known_one = known.get(words[0]) if len(words) == 1 else None
    found = known_one or Type(base=" ".join(words))
    constant = any(written(one) == "const" for one in node.children)
    stars, lengths, to_rows, name = 0, list[str](), False, ""
    while declarator is not None:
        match declarator.type:
            case "pointer_declarator" | "abstract_pointer_declarator":
                stars += 1
                to_rows = to_rows or bool(lengths)  # the star is inside the brackets
            case "array_declarator" | "abstract_array_declarator":
                lengths.insert(0, written(declarator.child_by_field_name("size")))
            case "identifier" | "type_identifier":
                name = written(declarator)
        declarator = declarator.child_by_field_name("declarator") or _inner(declarator)
    return Type(
        base=found.base,
        stars=found.stars + stars,
        lengths=(*lengths, *found.lengths),
        to_rows=to_rows or found.to_rows,
        constant=constant or found.constant,
        name=name,
    )


def _inner(declarator: "Node") -> "Node | None":
    """Looks into brackets around a declarator."""
    if declarator.type not in {"parenthesized_declarator", "attributed_declarator"}:
        return None
    inside = [one for one in declarator.named_children if one.type.endswith(("tor", "identifier"))]
    return inside[0] if inside else None


def ways(function: Function, sizes: "Sizes") -> tuple[Way, ...]:
    """Lists how it can be called with n, a, b and c, the likeliest first; () = not at all."""
    matrices = [one for one in function.parameters if one.depth]
    forms = {one.form for one in matrices}
    shape = "".join(
        "p" if one.depth else "n" if one.is_number else "?" for one in function.parameters
    )
    returned = function.returns.depth > 0
    listed = (_RETURNING if returned else _CONVENTIONS).get(shape, ())
    if returned:
        forms.add(function.returns.form)
    if function.hidden or not listed or len(forms) != 1 or None in forms:
        return ()
    rows = {one.row for one in matrices} - {"", *(one.name for one in function.parameters)}
    bound = "n" not in shape or bool(rows)
    size = sizes.of(function, rows) if bound else None
    if bound and size is None:
        return ()
    (form,) = forms
    first = not returned and _result_first(matrices)
    ordered = sorted(listed, key=lambda one: (one in _FILLS_FIRST) is not first)
    if any(one.constant for one in matrices):
        ordered = ordered[:1]  # the const ones are read, so there is no other way
    constant = sum(one.constant for one in matrices) > 1
    return tuple(
        Way(form=form, convention=one, constant=constant, size=size)
        for one in ordered
        if form is not None
    )


def _result_first(matrices: Sequence[Type]) -> bool:
    """Says whether the first of three matrices is the one that is filled."""
    first, *_, last = matrices
    if first.constant is not last.constant:
        return last.constant
    return first.name.lower() in _RESULTS and last.name.lower() not in _RESULTS


class Sizes(Struct, frozen=True):
    """The names that a source gives to numbers: macros, and variables at its top."""

    named: tuple[OwnSize, ...]

    def of(self, function: Function, rows: set[str]) -> OwnSize | None:
        """Finds the one that is the size of a function's matrices; None when that is not sure.

        The preprocessor has put a macro's number into the text, so a number stands for the one
        macro that has it.
        """
        bounds = rows or _bounds(function.body)
        found = [one for one in self.named if {one.name, str(one.value)} & bounds]
        return found[0] if len(found) == 1 else None


def _bounds(body: "Node") -> set[str]:
    """Lists the numbers and names up to which its loops run."""
    heads = [
        head
        for loop in walk(body)
        if loop.type in {"for_statement", "while_statement", "do_statement"}
        and (head := loop.child_by_field_name("condition")) is not None
    ]
    rights = [
        one.child_by_field_name("right")
        for head in heads
        for one in walk(head)
        if one.type == "binary_expression"
        and written(one.child_by_field_name("operator")) in {"<", "<=", "!="}
    ]
    plain = {written(one) for one in rights if one is not None}
    return {one for one in plain if re.fullmatch(r"\w+", one)}


def sizes(top: "Node", text: Text, source: Source) -> Sizes:
    """Collects them; what is defined twice has no one value."""
    found: list[OwnSize] = []
    for file in source.files.values():
        for number, line in enumerate(without_comments(file.text).split("\n"), start=1):
            macro = _DEFINED.match(line)
            if macro is not None:
                value = int(macro[2])
                found.append(OwnSize(file=file.name, line=number, name=macro[1], value=value))
    for node in top.named_children:
        listed = [one for one in walk(node) if one.type == "enumerator"]
        if node.type == "declaration" and "int" in written(node.child_by_field_name("type")):
            listed += node.children_by_field_name("declarator")
        found += [one for each in listed if (one := _global(each, text, source)) is not None]
    names = [one.name for one in found]
    return Sizes(tuple(one for one in found if names.count(one.name) == 1))


def _global(node: "Node", text: Text, source: Source) -> OwnSize | None:
    """Reads `n = 512`, and a bare `n`, of a declaration at the top."""
    bare = node.type == "identifier"
    field = "name" if node.type == "enumerator" else "declarator"
    name = written(node if bare else node.child_by_field_name(field))
    value = written(node.child_by_field_name("value"))
    if not name.isidentifier() or not (value.isdigit() or bare):
        return None
    place = source.place(*text.place(node))
    return OwnSize(file=place.file, line=place.line, name=name, value=int(value or 0))
