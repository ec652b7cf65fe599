"""Finds the loops of a C program that multiply two matrices of its own, where no function does.

They are graded in their place: the grader's matrices are copied into the program's before them, and
the result is taken behind them. That is a guess, which only a right result proves.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.model.course import Form
from grader.model.run import Convention, OwnLoops
from grader.model.static import Way
from grader.policy.c_functions import Function, Sizes, typed
from grader.policy.c_techniques import Access, Assignment, Loop, assignments, roles, with_factors
from grader.policy.c_text import Text, walk, written
from grader.policy.c_uses import Source

if TYPE_CHECKING:
    from tree_sitter import Node


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
        if size is not None and len(set(arrays)) == len(("a", "b", "c")):
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
