"""The loops of a C program that multiply: what makes them fast, and how to run those of a `main`.

Techniques are evidence, worth no points. Loops outside a function of two matrices are graded in
their place: the grader's matrices are copied into the program's before them, and the result is
taken behind them. That is a guess, which only a right result proves.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import Form
from grader.model.run import Convention, OwnLoops, Technique, TechniqueUse
from grader.model.static import Way
from grader.policy.c_functions import Function, Sizes, typed
from grader.policy.c_rule import Source
from grader.policy.c_text import Text, walk, written

if TYPE_CHECKING:
    from tree_sitter import Node

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


class Assignment(Struct, frozen=True):
    """What sets something, and the `for` loops around it, outermost first."""

    loops: tuple[Loop, ...]
    left: "Node"
    right: "Node"
    adds: bool  # "+=", or what stands on the left is added on the right
    line: int

    def elements(self, node: "Node") -> list[Access]:
        """Lists the elements of arrays in an expression of it."""
        variables = frozenset(loop.variable for loop in self.loops)
        found: list[Access] = []
        waiting = [node]
        while waiting:
            one = waiting.pop()
            access = _access(one, variables)
            if access is not None:
                found.append(access)
            else:
                waiting.extend(reversed(one.named_children))
        return found


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
        rows = [one for one in walk(indices[0]) if _operator(one) == "*"]
    row = _names(*rows) & variables
    used = _names(*indices) & variables
    return Access(written(top), written(node), used, min(row) if len(row) == 1 else "")


def _names(*nodes: "Node") -> frozenset[str]:
    return frozenset(
        written(one) for node in nodes for one in walk(node) if one.type == "identifier"
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
    for one in walk(first) if first is not None else ():
        if one.type in {"init_declarator", "assignment_expression"}:
            left, right = _sides(one)
            return Loop(written(left), _names(right) if right else frozenset(), strides, node)
    return Loop("", frozenset(), strides, node)


def assignments(body: "Node", text: Text) -> list[Assignment]:
    """Lists every assignment, in order."""
    found: list[Assignment] = []
    waiting: list[tuple[Node, tuple[Loop, ...]]] = [(body, ())]
    while waiting:
        node, loops = waiting.pop()
        within = node.child_by_field_name("body") if node.type == "for_statement" else None
        if within is not None:
            waiting.append((within, (*loops, _loop(node))))
            continue
        waiting += [(one, loops) for one in reversed(node.children)]
        left, right = _sides(node)
        assigns = node.type == "init_declarator" or _operator(node) in {"=", "+="}
        if assigns and left is not None and right is not None:
            adds = _operator(node) == "+=" or written(right).startswith(f"{written(left)} +")
            found.append(Assignment(loops, left, right, adds, text.place(node)[1]))
    return found


def techniques(top: "Node", text: Text, defined: Sequence[Function]) -> tuple[TechniqueUse, ...]:
    """Lists each technique once, with the first place that shows it."""
    found: dict[tuple[Technique, str], TechniqueUse] = {}
    for technique, detail, line in (*_of_loops(defined, text), *_of_words(top, text)):
        whole = detail if technique is Technique.LOOP_ORDER else ""
        one = TechniqueUse(technique=technique, detail=detail[:_SHOWN], line=line)
        found.setdefault((technique, whole), one)
    return tuple(found.values())


def _of_words(top: "Node", text: Text) -> Iterator[tuple[Technique, str, int]]:
    for node in walk(top):
        if node.type == "preproc_call" or not node.children:
            shown = written(node).strip()
            for technique, words in _SIGNS.items():
                if words.fullmatch(shown):
                    yield technique, shown, text.place(node)[1]


def _of_loops(defined: Sequence[Function], text: Text) -> Iterator[tuple[Technique, str, int]]:
    for function in defined:
        for one, factors in with_factors(function.body, text):
            if order := loop_order(one, factors):
                yield Technique.LOOP_ORDER, order, one.line
            if len(factors) == _FACTORS or _VECTORS.search(written(one.right)):
                blocks = [
                    loop
                    for at, loop in enumerate(one.loops)
                    if loop.strides and any(loop.variable in c.begins for c in one.loops[at + 1 :])
                ]
                if blocks:
                    names = ", ".join(loop.variable for loop in blocks)
                    yield Technique.BLOCKING, names, text.place(one.loops[0].node)[1]
            if copied := transposed(one):
                yield Technique.TRANSPOSITION, copied, one.line


def with_factors(body: "Node", text: Text) -> Iterator[tuple[Assignment, list[Access]]]:
    """Yields every assignment, and what is multiplied in it if that is two elements."""
    held: dict[str, Assignment] = {}  # variables that hold one element: double x = a[i*n+k];
    for one in assignments(body, text):
        if one.right.type == "subscript_expression" and not one.adds:
            held[written(one.left)] = one
        yield one, _factors(one, held)


def _factors(one: Assignment, held: Mapping[str, Assignment]) -> list[Access]:
    """Gives the two elements that are multiplied and added; none when it is no such sum."""
    if not one.adds or all(_operator(node) != "*" for node in walk(one.right)):
        return []
    written_to = {element.text for element in one.elements(one.left)}
    elements = [element for element in one.elements(one.right) if element.text not in written_to]
    for name in sorted(_names(one.right) & held.keys()):
        elements += one.elements(held[name].right)
    found = [element for element in elements if element.used]
    return found if len(found) == _FACTORS else []


def loop_order(one: Assignment, factors: Sequence[Access]) -> str:
    """Says in which order a product runs through its rows i, columns j and terms k; "" = unsure."""
    if not factors:
        return ""
    terms = factors[0].used & factors[1].used
    inner = [
        loop.variable for loop in one.loops if loop.variable in factors[0].used | factors[1].used
    ]
    if len({*inner}) != _LOOPS or len(inner) != _LOOPS or len(terms) != 1:
        return ""
    found = roles(factors)
    if found is None:
        return ""
    return "".join(
        "k" if name in terms else "i" if name in found[0].used else "j" for name in inner
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


def transposed(one: Assignment) -> str:
    """Shows a copy whose indices are the other way round; "" when it is none."""
    left, right = one.elements(one.left), one.elements(one.right)
    plain = one.right.type == "subscript_expression" and len(left) == len(right) == 1
    if one.adds or not plain or left[0].array == right[0].array:
        return ""
    rows = {left[0].row, right[0].row}
    swapped = left[0].used == right[0].used == rows and len(rows) == _FACTORS
    return f"{left[0].array} = {right[0].array}ᵀ" if swapped else ""


def own_loops(
    function: Function, top: "Node", text: Text, source: Source, sizes: Sizes
) -> tuple[Way, ...]:
    """Gives the way to run a function's loops, if it has such and takes nothing that we lack."""
    numbers = all(one.is_number for one in function.parameters)
    if not numbers and function.name != "main":
        return ()
    listed = assignments(function.body, text)
    for one, factors in with_factors(function.body, text):
        found = roles(factors) if factors else None
        if found is None:
            continue
        used = factors[0].used | factors[1].used
        nest = next(loop for loop in one.loops if loop.variable in _counters(one, used))
        results = one.elements(one.left) or _stored(written(one.left), listed)
        arrays = [found[0].array, found[1].array, *(result.array for result in results[:1])]
        rows = {word for length in _lengths(arrays, top) for word in re.findall(r"\w+", length)}
        size = sizes.of(function, rows) if rows else None
        if size is not None and len(set(arrays)) == _LOOPS:
            loops = _placed(function, nest, text, source)
            loops = replace(loops, matrices=(arrays[0], arrays[1], arrays[2]))
            return (Way(form=Form.C_DOUBLE, convention=Convention.NABC, size=size, loops=loops),)
    return ()


def _counters(one: Assignment, used: frozenset[str]) -> frozenset[str]:
    """Adds the loops over blocks at whose variables those of the elements begin."""
    for loop in reversed(one.loops):
        used = used | loop.begins if loop.variable in used else used
    return used


def _stored(name: str, listed: Sequence[Assignment]) -> list[Access]:
    """Finds where a sum is stored: `c[i][j] = s`."""
    return [
        element
        for one in listed
        if written(one.right) == name
        for element in one.elements(one.left)
    ]


def _lengths(arrays: Sequence[str], top: "Node") -> Iterator[str]:
    """Gives the sizes of the arrays of doubles that bear these names."""
    for node in walk(top):
        if node.type == "declaration":
            for declarator in node.children_by_field_name("declarator"):
                one = typed(node, declarator, {})
                if one.name in arrays and one.form is Form.C_DOUBLE and not one.stars:
                    yield one.lengths[-1]


def _placed(function: Function, nest: Loop, text: Text, source: Source) -> OwnLoops:
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
