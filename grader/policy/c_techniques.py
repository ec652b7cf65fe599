"""Names what makes a C program faster, where its syntax shows it. Evidence, worth no points."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from grader.model.run import Technique, TechniqueUse
from grader.policy.c_functions import Function
from grader.policy.c_text import Text, walk, written

if TYPE_CHECKING:
    from tree_sitter import Node

_WORDS: Mapping[Technique, re.Pattern[str]] = {
    Technique.SIMD: re.compile(
        r"_mm(?:256|512)?_\w+|__m(?:128|256|512)[di]?|v(?:ld|st)1q?_\w+|vfmaq?_\w+"
        r"|(?:float|int)\d+x\d+_t|vector_size|__vector_size__"
    ),
    Technique.OPENMP: re.compile(r"omp_\w+"),
    Technique.THREADS: re.compile(r"pthread_create|thrd_create"),
    Technique.RESTRICT: re.compile(r"restrict"),
    Technique.ASSEMBLY: re.compile(r"asm|__asm|__asm__"),
}
_PRAGMAS: Mapping[Technique, re.Pattern[str]] = {
    Technique.SIMD: re.compile(r"#\s*pragma\s+(?:omp\b.*\bsimd\b|GCC\s+ivdep)"),
    Technique.OPENMP: re.compile(r"#\s*pragma\s+omp\b"),
    Technique.UNROLLING: re.compile(r"#\s*pragma\s+(?:GCC\s+)?unroll\b"),
}
_VECTORS = re.compile(r"\b(?:_mm|vfma|vmla)")
_STEPS = re.compile(r"\+=\s*(?!1$)")
_LOOPS, _FACTORS = 3, 2  # of a product
_SHOWN = 60  # characters of a line


@dataclass(frozen=True, slots=True)
class Access:
    """One element of an array: `a[i*n+k]`, `a[i][k]`."""

    array: str
    indices: tuple["Node", ...]

    @property
    def words(self) -> frozenset[str]:
        """The names in its indices."""
        return frozenset(_names(*self.indices))

    def row(self, variables: frozenset[str]) -> str:
        """Names the loop variable that is multiplied by a length, or the first of two indices."""
        top = self.indices[:1]
        if len(self.indices) == 1:
            top = tuple(one for one in walk(self.indices[0]) if _operator(one) == "*")
        rows = {*_names(*top)} & variables
        return rows.pop() if len(rows) == 1 else ""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What sets something, and the `for` loops around it, outermost first."""

    loops: tuple["Node", ...]
    left: "Node"
    right: "Node"
    adds: bool  # "+=", or what stands on the left is added on the right
    line: int

    @property
    def variables(self) -> list[str]:
        """What its loops count with."""
        return [_begins(loop)[0] for loop in self.loops]


def _names(*nodes: "Node") -> Iterator[str]:
    for node in nodes:
        yield from (written(one) for one in walk(node) if one.type == "identifier")


def _operator(node: "Node") -> str:
    return written(node.child_by_field_name("operator"))


def _begins(loop: "Node") -> tuple[str, frozenset[str]]:
    """Gives the variable of a loop, and the names in what it is set to first."""
    first = loop.child_by_field_name("initializer")
    for one in walk(first) if first is not None else ():
        if one.type in {"init_declarator", "assignment_expression"}:
            left, right = _sides(one)
            return written(left), frozenset(_names(right)) if right else frozenset()
    return "", frozenset()


def _sides(node: "Node") -> tuple["Node | None", "Node | None"]:
    names = ("declarator", "value") if node.type == "init_declarator" else ("left", "right")
    left, right = (node.child_by_field_name(name) for name in names)
    return left, right


def assignments(body: "Node", text: Text) -> list[Assignment]:
    """Lists every assignment, in order."""
    found: list[Assignment] = []
    waiting: list[tuple[Node, tuple[Node, ...]]] = [(body, ())]
    while waiting:
        node, loops = waiting.pop()
        inner = (*loops, node) if node.type == "for_statement" else loops
        within = node.child_by_field_name("body") if node.type == "for_statement" else None
        if within is not None:
            waiting.append((within, inner))
            continue
        waiting += [(one, inner) for one in reversed(node.children)]
        left, right = _sides(node)
        assigns = node.type == "init_declarator" or _operator(node) in {"=", "+="}
        if assigns and left is not None and right is not None:
            again = written(right).startswith(f"{written(left)} +")
            line = text.place(node)[1]
            found.append(Assignment(loops, left, right, again or _operator(node) == "+=", line))
    return found


def accesses(node: "Node") -> list[Access]:
    """Lists the elements of arrays in an expression."""
    found: list[Access] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        indices: list[Node] = []
        top: Node | None = one
        while top is not None and top.type == "subscript_expression":
            index = top.child_by_field_name("index")
            indices[:0] = [index] if index is not None else []
            top = top.child_by_field_name("argument")
        if top is not None and top.type == "field_expression":  # of a struct: m->data[i]
            top = top.child_by_field_name("field")
        if indices and top is not None and top.type.endswith("identifier"):
            found.append(Access(written(top), tuple(indices)))
        else:
            waiting.extend(reversed(one.named_children))
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
        pragma = node.type == "preproc_call"
        if pragma or not node.children:
            line = text.place(node)[1]
            for technique, words in (_PRAGMAS if pragma else _WORDS).items():
                if (words.match if pragma else words.fullmatch)(written(node)):
                    yield technique, written(node).strip(), line


def _of_loops(defined: Sequence[Function], text: Text) -> Iterator[tuple[Technique, str, int]]:
    for function in defined:
        scalars: dict[str, Access] = {}
        for one in assignments(function.body, text):
            held = accesses(one.right)
            if len(held) == 1 and not one.adds and one.right.type == "subscript_expression":
                scalars[written(one.left)] = held[0]  # double x = a[i*n+k];
            if order := loop_order(one, scalars):
                yield Technique.LOOP_ORDER, order, one.line
            if blocks := blocked(one, scalars):
                yield Technique.BLOCKING, ", ".join(blocks), text.place(one.loops[0])[1]
            if copied := transposed(one):
                yield Technique.TRANSPOSITION, copied, one.line


def product(one: Assignment, scalars: Mapping[str, Access]) -> tuple[Access, Access] | None:
    """Gives the two elements that are multiplied and added; None when it is no such sum."""
    if not one.adds:
        return None
    elements = accesses(one.left)
    factors = [found for found in accesses(one.right) if found.words and not _same(found, elements)]
    factors += [scalars[name] for name in _outside_brackets(one.right) if name in scalars]
    times = any(_operator(node) == "*" for node in walk(one.right))
    return (factors[0], factors[1]) if len(factors) == _FACTORS and times else None


def _same(one: Access, others: Sequence[Access]) -> bool:
    texts = [written(node) for node in one.indices]
    return any(
        one.array == other.array and texts == [written(node) for node in other.indices]
        for other in others
    )


def _outside_brackets(node: "Node") -> Iterator[str]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type == "identifier":
            yield written(one)
        elif one.type != "subscript_expression":
            waiting.extend(one.named_children)


def loop_order(one: Assignment, scalars: Mapping[str, Access]) -> str:
    """Says in which order a product runs through its rows i, columns j and terms k; "" = unsure."""
    factors = product(one, scalars)
    if factors is None:
        return ""
    variables = frozenset(one.variables)
    used = factors[0].words & variables, factors[1].words & variables
    inner = [name for name in one.variables if name in used[0] | used[1]]
    terms = used[0] & used[1]
    if len(set(inner)) != _LOOPS or len(inner) != _LOOPS or len(terms) != 1:
        return ""
    (k,) = terms
    for a, b in permutations((0, 1)):
        along = factors[a].row(variables) not in {"", k}
        down = factors[b].row(variables) == k
        beside = bool(factors[b].row(variables)) and factors[a].array.lower().startswith("a")
        if along and (down or beside):
            role = {k: "k"} | dict.fromkeys(used[a] - terms, "i")
            role |= dict.fromkeys(used[b] - terms, "j")
            order = "".join(role[name] for name in inner)
            return order if sorted(order) == ["i", "j", "k"] else ""
    return ""


def blocked(one: Assignment, scalars: Mapping[str, Access]) -> list[str]:
    """Names the loops that step over blocks: an inner loop begins at their variable."""
    if product(one, scalars) is None and not _VECTORS.search(written(one.right)):
        return []
    begun = [_begins(loop) for loop in one.loops]
    return [
        name
        for at, (name, _) in enumerate(begun)
        if _STEPS.search(written(one.loops[at].child_by_field_name("update")))
        and any(name in inner for _, inner in begun[at + 1 :])
    ]


def transposed(one: Assignment) -> str:
    """Shows a copy whose indices are the other way round; "" when it is none."""
    left, right = accesses(one.left), accesses(one.right)
    plain = one.right.type == "subscript_expression" and len(left) == len(right) == 1
    if one.adds or not plain or left[0].array == right[0].array:
        return ""
    variables = frozenset(one.variables)
    rows = left[0].row(variables), right[0].row(variables)
    used = left[0].words & variables
    swapped = (
        used == right[0].words & variables
        and all(rows)
        and rows[0] != rows[1]
        and len(used) == _FACTORS
    )
    return f"{left[0].array} = {right[0].array}ᵀ" if swapped else ""
