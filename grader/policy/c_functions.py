"""The functions that a C source defines, how they can be called, and their loops that multiply.

A function's types say how it can be called. Of loops we say what makes them fast (that is evidence,
worth no points), and how to run those of a `main`: loops outside a function of two matrices are
graded in their place, with the grader's matrices copied into the program's before them and the
result taken behind them. That is a guess, which only a right result proves.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import Form
from grader.model.run import Convention, OwnLoops, OwnSize, Technique, TechniqueUse
from grader.model.static import Way
from grader.policy.c_rule import CFiles
from grader.policy.c_text import CText, walk, without_comments, written

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
_SIGNS: Mapping[Technique, re.Pattern[str]] = {  # a name or keyword, or a whole pragma
    Technique.SIMD: re.compile(
        r"_mm(?:256|512)?_\w+|__m(?:128|256|512)[di]?|v(?:ld|st)1q?_\w+|vfmaq?_\w+"
        r"|(?:float|int)\d+x\d+_t|(?:__)?vector_size(?:__)?"
        r"|#\s*pragma\s+(?:omp\b.*\bsimd\b|GCC\s+ivdep).*"
    ),
    Technique.OPENMP: re.compile(r"omp_\w+|#\s*pragma\s+omp\b.*"),
    Technique.THREADS: re.compile(r"pthread_create|thrd_create"),
    Technique.RESTRICT: re.compile(r"restrict"),
    Technique.ASSEMBLY: re.compile(r"asm|__asm|__asm__"),
    Technique.UNROLLING: re.compile(r"#\s*pragma\s+(?:GCC\s+)?unroll\b.*"),
}
_VECTORS = re.compile(r"\b(?:_mm|vfma|vmla)")
_STEPS = re.compile(r"\+=\s*(?!1$)")
_LOOPS, _FACTORS = 3, 2  # of a product
_SHOWN = 60  # characters of a line


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
        return next((length for length in lengths if re.fullmatch(r"\w+", length)), "")


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


def functions(top: "Node", text: CText) -> Iterator[Function]:
    """Yields every function with a body at the top of the text, in its order."""
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
    """Collects the names that stand for a type: `typedef double real, *row;`."""
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
        old.get(written(parameter), Type(base="int", name=written(parameter)))  # as before 1989
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
    """Reads a declaration of one name: its type, and what stands around the name."""
    words = written(node.child_by_field_name("type")).split()
    alias = types.get(words[0]) if len(words) == 1 else None
    base = alias or Type(base=" ".join(words))
    constant = any(written(child) == "const" for child in node.children)
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


def ways(function: Function, sizes: "Sizes") -> tuple[Way, ...]:
    """Lists how it can be called with n, a, b and c, the likeliest first; () = not at all."""
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
    if function.hidden or not listed or len(forms) != 1 or None in forms:
        return ()
    rows = {matrix.row for matrix in matrices} - {
        "",
        *(parameter.name for parameter in function.parameters),
    }
    bound = "n" not in shape or bool(rows)
    size = sizes.of(function, rows) if bound else None
    if bound and size is None:
        return ()
    (form,) = forms
    first = not returned and _result_first(matrices)
    ordered = sorted(listed, key=lambda convention: (convention in _FILLS_FIRST) is not first)
    if any(matrix.constant for matrix in matrices):
        ordered = ordered[:1]  # the const ones are read, so there is no other way
    constant = sum(matrix.constant for matrix in matrices) > 1
    return tuple(
        Way(form=form, convention=convention, constant=constant, size=size)
        for convention in ordered
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
        matching = [size for size in self.named if {size.name, str(size.value)} & bounds]
        return matching[0] if len(matching) == 1 else None


def _bounds(body: "Node") -> set[str]:
    """Lists the numbers and names up to which its loops run."""
    heads = [
        head
        for loop in walk(body)
        if loop.type in {"for_statement", "while_statement", "do_statement"}
        and (head := loop.child_by_field_name("condition")) is not None
    ]
    rights = [
        part.child_by_field_name("right")
        for head in heads
        for part in walk(head)
        if part.type == "binary_expression"
        and written(part.child_by_field_name("operator")) in {"<", "<=", "!="}
    ]
    plain = {written(right) for right in rights if right is not None}
    return {bound for bound in plain if re.fullmatch(r"\w+", bound)}


def sizes(top: "Node", text: CText, source: CFiles) -> Sizes:
    """Collects them; what is defined twice has no one value."""
    own_sizes: list[OwnSize] = []
    for file in source.files.values():
        for number, line in enumerate(without_comments(file.text).split("\n"), start=1):
            macro = _DEFINED.match(line)
            if macro is not None:
                value = int(macro[2])
                own_sizes.append(OwnSize(file=file.name, line=number, name=macro[1], value=value))
    for node in top.named_children:
        listed = [part for part in walk(node) if part.type == "enumerator"]
        if node.type == "declaration" and "int" in written(node.child_by_field_name("type")):
            listed += node.children_by_field_name("declarator")
        own_sizes += [
            size for declared in listed if (size := _global(declared, text, source)) is not None
        ]
    names = [size.name for size in own_sizes]
    return Sizes(tuple(size for size in own_sizes if names.count(size.name) == 1))


def _global(node: "Node", text: CText, source: CFiles) -> OwnSize | None:
    """Reads `n = 512`, and a bare `n`, of a declaration at the top."""
    bare = node.type == "identifier"
    field = "name" if node.type == "enumerator" else "declarator"
    name = written(node if bare else node.child_by_field_name(field))
    value = written(node.child_by_field_name("value"))
    if not name.isidentifier() or not (value.isdigit() or bare):
        return None
    place = source.place(*text.place(node))
    return OwnSize(file=place.file, line=place.line, name=name, value=int(value or 0))


class Loop(Struct, frozen=True):
    """The head of a `for`."""

    variable: str
    begins: frozenset[str]  # the names in what its variable is set to
    strides: bool  # it goes on by more than one
    node: "Node"


class Access(Struct, frozen=True):
    """One element of an array, `a[i*n+k]` or `a[i][k]`, within loops."""

    array: str
    text: str
    used: frozenset[str]  # the variables of loops in its indices
    row: str  # the one of them that is multiplied by a length, or the first of two indices


class LoopAssignment(Struct, frozen=True):
    """What sets something, and the `for` loops around it, outermost first."""

    loops: tuple[Loop, ...]
    left: "Node"
    right: "Node"
    adds: bool  # "+=", or what stands on the left is added on the right
    line: int

    def elements(self, node: "Node") -> list[Access]:
        """Lists the elements of arrays in an expression of it."""
        variables = frozenset(loop.variable for loop in self.loops)
        accesses: list[Access] = []
        waiting = [node]
        while waiting:
            part = waiting.pop()
            access = _access(part, variables)
            if access is not None:
                accesses.append(access)
            else:
                waiting.extend(reversed(part.named_children))
        return accesses


def _access(node: "Node", variables: frozenset[str]) -> Access | None:
    indices: list[Node] = []
    top: Node | None = node
    while top is not None and top.type == "subscript_expression":
        index = top.child_by_field_name("index")
        indices[:0] = [index] if index is not None else []
        top = top.child_by_field_name("argument")
    if top is not None and top.type == "field_expression":  # of a struct: m->data[i]
        top = top.child_by_field_name("field")
    if not indices or top is None or not top.type.endswith("identifier"):
        return None
    rows = indices[:1]
    if len(indices) == 1:
        rows = [part for part in walk(indices[0]) if _operator(part) == "*"]
    row = _names(*rows) & variables
    used = _names(*indices) & variables
    return Access(written(top), written(node), used, min(row) if len(row) == 1 else "")


def _names(*nodes: "Node") -> frozenset[str]:
    return frozenset(
        written(part) for node in nodes for part in walk(node) if part.type == "identifier"
    )


def _operator(node: "Node") -> str:
    return written(node.child_by_field_name("operator"))


def _sides(node: "Node") -> tuple["Node | None", "Node | None"]:
    names = ("declarator", "value") if node.type == "init_declarator" else ("left", "right")
    left, right = (node.child_by_field_name(name) for name in names)
    return left, right


def _loop(node: "Node") -> Loop:
    first = node.child_by_field_name("initializer")
    strides = _STEPS.search(written(node.child_by_field_name("update"))) is not None
    for part in walk(first) if first is not None else ():
        if part.type in {"init_declarator", "assignment_expression"}:
            left, right = _sides(part)
            return Loop(written(left), _names(right) if right else frozenset(), strides, node)
    return Loop("", frozenset(), strides, node)


def assignments(body: "Node", text: CText) -> list[LoopAssignment]:
    """Lists every assignment, in order."""
    listed: list[LoopAssignment] = []
    waiting: list[tuple[Node, tuple[Loop, ...]]] = [(body, ())]
    while waiting:
        node, loops = waiting.pop()
        within = node.child_by_field_name("body") if node.type == "for_statement" else None
        if within is not None:
            waiting.append((within, (*loops, _loop(node))))
            continue
        waiting += [(child, loops) for child in reversed(node.children)]
        left, right = _sides(node)
        assigns = node.type == "init_declarator" or _operator(node) in {"=", "+="}
        if assigns and left is not None and right is not None:
            adds = _operator(node) == "+=" or written(right).startswith(f"{written(left)} +")
            listed.append(LoopAssignment(loops, left, right, adds, text.place(node)[1]))
    return listed


def techniques(top: "Node", text: CText, defined: Sequence[Function]) -> tuple[TechniqueUse, ...]:
    """Lists each technique once, with the first place that shows it."""
    uses: dict[tuple[Technique, str], TechniqueUse] = {}
    for technique, detail, line in (*_of_loops(defined, text), *_of_words(top, text)):
        key = detail if technique is Technique.LOOP_ORDER else ""
        use = TechniqueUse(technique=technique, detail=detail[:_SHOWN], line=line)
        uses.setdefault((technique, key), use)
    return tuple(uses.values())


def _of_words(top: "Node", text: CText) -> Iterator[tuple[Technique, str, int]]:
    for node in walk(top):
        if node.type == "preproc_call" or not node.children:
            shown = written(node).strip()
            for technique, words in _SIGNS.items():
                if words.fullmatch(shown):
                    yield technique, shown, text.place(node)[1]


def _of_loops(defined: Sequence[Function], text: CText) -> Iterator[tuple[Technique, str, int]]:
    for function in defined:
        for assignment, factors in with_factors(function.body, text):
            if order := loop_order(assignment, factors):
                yield Technique.LOOP_ORDER, order, assignment.line
            if len(factors) == _FACTORS or _VECTORS.search(written(assignment.right)):
                blocks = [
                    loop
                    for at, loop in enumerate(assignment.loops)
                    if loop.strides
                    and any(loop.variable in c.begins for c in assignment.loops[at + 1 :])
                ]
                if blocks:
                    names = ", ".join(loop.variable for loop in blocks)
                    yield Technique.BLOCKING, names, text.place(assignment.loops[0].node)[1]
            if copied := transposed(assignment):
                yield Technique.TRANSPOSITION, copied, assignment.line


def with_factors(body: "Node", text: CText) -> Iterator[tuple[LoopAssignment, list[Access]]]:
    """Yields every assignment, and what is multiplied in it if that is two elements."""
    held: dict[str, LoopAssignment] = {}  # variables that hold one element: double x = a[i*n+k];
    for assignment in assignments(body, text):
        if assignment.right.type == "subscript_expression" and not assignment.adds:
            held[written(assignment.left)] = assignment
        yield assignment, _factors(assignment, held)


def _factors(assignment: LoopAssignment, held: Mapping[str, LoopAssignment]) -> list[Access]:
    """Gives the two elements that are multiplied and added; none when it is no such sum."""
    if not assignment.adds or all(_operator(node) != "*" for node in walk(assignment.right)):
        return []
    written_to = {element.text for element in assignment.elements(assignment.left)}
    elements = [
        element
        for element in assignment.elements(assignment.right)
        if element.text not in written_to
    ]
    for name in sorted(_names(assignment.right) & held.keys()):
        elements += assignment.elements(held[name].right)
    running = [element for element in elements if element.used]
    return running if len(running) == _FACTORS else []


def loop_order(assignment: LoopAssignment, factors: Sequence[Access]) -> str:
    """Says in which order a product runs through its rows i, columns j and terms k; "" = unsure."""
    if not factors:
        return ""
    terms = factors[0].used & factors[1].used
    inner = [
        loop.variable
        for loop in assignment.loops
        if loop.variable in factors[0].used | factors[1].used
    ]
    if len({*inner}) != _LOOPS or len(inner) != _LOOPS or len(terms) != 1:
        return ""
    ordered = roles(factors)
    if ordered is None:
        return ""
    return "".join(
        "k" if name in terms else "i" if name in ordered[0].used else "j" for name in inner
    )


def roles(factors: Sequence[Access]) -> tuple[Access, Access] | None:
    """Says which factor is of A, and which of B; None = unsure."""
    first, second = factors
    terms = first.used & second.used
    if not first.row or not second.row:
        return None
    left = [factor for factor in factors if factor.row not in terms]
    if len(left) == _FACTORS:  # one of them is transposed
        left = [factor for factor in left if factor.array.lower().startswith("a")]
    if len(left) != 1:
        return None
    return (first, second) if left[0] is first else (second, first)


def transposed(assignment: LoopAssignment) -> str:
    """Shows a copy whose indices are the other way round; "" when it is none."""
    left, right = assignment.elements(assignment.left), assignment.elements(assignment.right)
    plain = assignment.right.type == "subscript_expression" and len(left) == len(right) == 1
    if assignment.adds or not plain or left[0].array == right[0].array:
        return ""
    rows = {left[0].row, right[0].row}
    swapped = left[0].used == right[0].used == rows and len(rows) == _FACTORS
    return f"{left[0].array} = {right[0].array}ᵀ" if swapped else ""


def own_loops(
    function: Function, top: "Node", text: CText, source: CFiles, sizes: Sizes
) -> tuple[Way, ...]:
    """Gives the way to run a function's loops, if it has such and takes nothing that we lack."""
    numbers = all(parameter.is_number for parameter in function.parameters)
    if not numbers and function.name != "main":
        return ()
    all_assignments = assignments(function.body, text)
    for assignment, factors in with_factors(function.body, text):
        ordered = roles(factors) if factors else None
        if ordered is None:
            continue
        used = factors[0].used | factors[1].used
        nest = next(
            loop for loop in assignment.loops if loop.variable in _counters(assignment, used)
        )
        results = assignment.elements(assignment.left) or _stored(
            written(assignment.left), all_assignments
        )
        arrays = [ordered[0].array, ordered[1].array, *(result.array for result in results[:1])]
        rows = {word for length in _lengths(arrays, top) for word in re.findall(r"\w+", length)}
        size = sizes.of(function, rows) if rows else None
        if size is not None and len(set(arrays)) == _LOOPS:
            loops = _placed(function, nest, text, source)
            kept = function.name != "main" and any(_lengths(arrays[2:], top, inside=False))
            loops = replace(loops, matrices=(arrays[0], arrays[1], arrays[2]), kept=kept)
            return (Way(form=Form.C_DOUBLE, convention=Convention.NABC, size=size, loops=loops),)
    return ()


def _counters(assignment: LoopAssignment, used: frozenset[str]) -> frozenset[str]:
    """Adds the loops over blocks at whose variables those of the elements begin."""
    for loop in reversed(assignment.loops):
        used = used | loop.begins if loop.variable in used else used
    return used


def _stored(name: str, all_assignments: Sequence[LoopAssignment]) -> list[Access]:
    """Finds where a sum is stored: `c[i][j] = s`."""
    return [
        element
        for assignment in all_assignments
        if written(assignment.right) == name
        for element in assignment.elements(assignment.left)
    ]


def _lengths(arrays: Sequence[str], top: "Node", *, inside: bool = True) -> Iterator[str]:
    """Gives the sizes of the arrays of doubles that bear these names, also inside functions."""
    for node in walk(top) if inside else top.named_children:
        if node.type == "declaration":
            for declarator in node.children_by_field_name("declarator"):
                array = typed(node, declarator, {})
                if array.name in arrays and array.form is Form.C_DOUBLE and not array.stars:
                    yield array.lengths[-1]


def _placed(function: Function, nest: Loop, text: CText, source: CFiles) -> OwnLoops:
    """Says where the loops stand, with a pragma that is before them, and what runs them."""
    before = nest.node.prev_named_sibling
    pragma = before is not None and before.type == "preproc_call"
    begin = source.place(*text.place(before if pragma else nest.node))
    last = text.places[nest.node.end_point.row][1]
    arguments = ", ".join("n" for _ in function.parameters)
    if function.name == "main" and function.parameters:
        arguments = '1, (char *[]){(char *)"a.out", 0}'
    return OwnLoops(
        file=begin.file,
        lines=(begin.line, last),
        call=f"{function.name}({arguments})",
        returns=function.returns.base != "void",
    )
