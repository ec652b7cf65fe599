"""What an operator gives, and arithmetic with arrays that a library made."""

import ast

from grader.policy.analysis import Site
from grader.policy.values import ANYTHING, MAYBE, PRODUCT, Kind, Thing, Things, joined

MADE_KINDS = frozenset({Kind.OBJECT, Kind.ARRAY})


def combine(
    site: Site, operator: ast.operator, left: Things, right: Things, *, scaled: bool
) -> Things:
    """Returns what an operator makes of two values; `scaled`: one of them is a written number."""
    both = left | right
    if not both:
        return frozenset(site.run.special)
    site.run.escape(both)
    if "numpy" not in site.run.allowed:
        _note_arithmetic(site, operator, left, right, scaled=scaled)
    rest = frozenset([t for t in both if t.held or t.kind is not Kind.TEXT])
    kinds = {thing.kind for thing in both if not thing.held}
    if isinstance(operator, ast.Mult) and _only_made(left) and _only_made(right):
        both |= {Thing(Kind.ARRAY, PRODUCT)}  # numbers as a rule, perhaps rows of a matrix
    if Kind.TEXT not in kinds:
        return both | frozenset(site.run.special)
    if isinstance(operator, ast.Add):
        return joined(left, right) | rest
    return rest | ANYTHING


def _note_arithmetic(
    site: Site, operator: ast.operator, left: Things, right: Things, *, scaled: bool
) -> None:
    arrays = [thing for thing in left | right if thing.kind in MADE_KINDS and not thing.held]
    if isinstance(operator, ast.MatMult) and arrays:
        sure = _only_made(left) or _only_made(right)
        array = any(thing.kind is Kind.ARRAY for thing in arrays)
        if sure or array or "__matmul__" not in site.run.attributes:
            (site.report if sure else site.doubt)("POL003", "@", "array")
    elif isinstance(operator, ast.Mult) and not scaled and Thing(Kind.ARRAY) in arrays:
        site.doubt("POL003", "*", "array")


def _only_made(side: Things) -> bool:
    """Whether a value can be nothing but something a library made."""
    kinds = [thing.kind in MADE_KINDS and not thing.held and thing.name != MAYBE for thing in side]
    return bool(kinds) and all(kinds)
