"""Names what makes a C program faster, where its tokens show it. Evidence, worth no points."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from grader.model.run import Technique, TechniqueUse
from grader.policy.c_functions import Function
from grader.policy.c_loops import Access, Assignment, Loop, accesses, assignments
from grader.policy.c_tokens import Token

_WORDS: Mapping[Technique, re.Pattern[str]] = {
    Technique.SIMD: re.compile(
        r"_mm(?:256|512)?_\w+|__m(?:128|256|512)[di]?|v(?:ld|st)1q?_\w+|vfmaq?_\w+"
        r"|(?:float|int)\d+x\d+_t|vector_size|__vector_size__"
    ),
    Technique.OPENMP: re.compile(r"omp_\w+"),
    Technique.THREADS: re.compile(r"pthread_create|thrd_create"),
    Technique.RESTRICT: re.compile(r"restrict|__restrict|__restrict__"),
    Technique.ASSEMBLY: re.compile(r"asm|__asm|__asm__"),
}
_PRAGMAS: Mapping[Technique, re.Pattern[str]] = {
    Technique.SIMD: re.compile(r"#\s*pragma\s+(?:omp\b.*\bsimd\b|GCC\s+ivdep)"),
    Technique.OPENMP: re.compile(r"#\s*pragma\s+omp\b"),
    Technique.UNROLLING: re.compile(r"#\s*pragma\s+(?:GCC\s+)?unroll\b"),
}
_LOOPS, _FACTORS = 3, 2  # of a product
_SHOWN = 60  # characters of a line


def techniques(tokens: Sequence[Token], defined: Sequence[Function]) -> tuple[TechniqueUse, ...]:
    """Lists each technique once, with the first place that shows it."""
    found: dict[tuple[Technique, str], TechniqueUse] = {}
    for one in (*_of_loops(defined), *_of_words(tokens)):
        whole = one.technique is Technique.LOOP_ORDER
        found.setdefault((one.technique, one.detail if whole else ""), one)
    return tuple(found.values())


def _of_words(tokens: Sequence[Token]) -> Iterator[TechniqueUse]:
    for token in tokens:
        known = _PRAGMAS if token.kind == "pragma" else _WORDS if token.is_word else {}
        for technique, words in known.items():
            hit = words.match(token.text) if token.kind == "pragma" else words.fullmatch(token.text)
            if hit:
                yield TechniqueUse(technique=technique, detail=token.text[:_SHOWN], line=token.line)


def _of_loops(defined: Sequence[Function]) -> Iterator[TechniqueUse]:
    for function in defined:
        scalars: dict[str, Access] = {}
        for one in assignments(function.body):
            _remember(one, scalars)
            order = loop_order(one, scalars)
            if order:
                yield TechniqueUse(technique=Technique.LOOP_ORDER, detail=order, line=one.line)
            blocks = blocked(one, scalars)
            if blocks:
                line = one.loops[0].line
                yield TechniqueUse(
                    technique=Technique.BLOCKING, detail=", ".join(blocks), line=line
                )
            copied = transposed(one)
            if copied:
                yield TechniqueUse(technique=Technique.TRANSPOSITION, detail=copied, line=one.line)


def _remember(one: Assignment, scalars: dict[str, Access]) -> None:
    """Notes a variable that holds one element: `double x = a[i*n+k];`."""
    found = list(accesses(one.right))
    if len(found) == 1 and not one.adds and one.left[-1].is_word:
        plain = all(
            not token.is_word or token.text == found[0].array
            for token in _outside_brackets(one.right)
        )
        if plain and "*" not in [token.text for token in _outside_brackets(one.right)]:
            scalars[one.left[-1].text] = found[0]


def product(one: Assignment, scalars: Mapping[str, Access]) -> tuple[Access, Access] | None:
    """Gives the two elements that are multiplied and added; None when it is no such sum."""
    if not one.adds:
        return None
    factors = [found for found in accesses(one.right) if found.words]
    if "[" in [token.text for token in one.left]:  # c[..] = c[..] + a[..] * b[..]
        written = next(accesses(one.left), None)
        factors = [found for found in factors if found != written]
    outside = list(_outside_brackets(one.right))
    factors += [scalars[token.text] for token in outside if token.text in scalars]
    times = any(token.text == "*" for token in outside)
    return (factors[0], factors[1]) if len(factors) == _FACTORS and times else None


def _outside_brackets(found: Sequence[Token]) -> Iterator[Token]:
    depth = 0
    for token in found:
        depth += (token.text == "[") - (token.text == "]")
        if not depth:
            yield token


def loop_order(one: Assignment, scalars: Mapping[str, Access]) -> str:
    """Says in which order a product runs through its rows i, columns j and terms k; "" = unsure."""
    factors = product(one, scalars)
    if factors is None:
        return ""
    names = [loop.variable for loop in one.loops]
    variables = frozenset(names)
    used = factors[0].words & variables, factors[1].words & variables
    inner = [name for name in names if name in used[0] | used[1]]
    terms = used[0] & used[1]
    if len(set(inner)) != _LOOPS or len(inner) != _LOOPS or len(terms) != 1:
        return ""
    (k,) = terms
    a = next(
        (
            at
            for at, other in permutations((0, 1))
            if _is_left(factors[at], factors[other], k, variables)
        ),
        None,
    )
    if a is None:
        return ""
    role = {k: "k"}
    role |= dict.fromkeys(used[a] - terms, "i") | dict.fromkeys(used[1 - a] - terms, "j")
    order = "".join(role[name] for name in inner)
    return order if sorted(order) == ["i", "j", "k"] else ""


def _is_left(one: Access, other: Access, k: str, variables: frozenset[str]) -> bool:
    """Says whether `one` is of A: its rows are the product's, and it runs along them with k."""
    along = one.row(variables) not in {"", k}
    down = other.row(variables) == k
    beside = other.row(variables) not in {"", k} and one.array.lower().startswith("a")
    return along and (down or beside)


def blocked(one: Assignment, scalars: Mapping[str, Access]) -> tuple[str, ...]:
    """Names the loops that step over blocks: an inner loop begins at their variable."""
    if product(one, scalars) is None and not _calls_vectors(one):
        return ()
    return tuple(
        outer.variable
        for at, outer in enumerate(one.loops)
        if _strides(outer) and any(_begins_at(inner, outer) for inner in one.loops[at + 1 :])
    )


def _calls_vectors(one: Assignment) -> bool:
    return any(token.text.startswith(("_mm", "vfma", "vmla")) for token in one.right)


def _strides(loop: Loop) -> bool:
    return "+=" in loop.step and loop.step[-1] != "1"


def _begins_at(inner: Loop, outer: Loop) -> bool:
    return bool(outer.variable) and outer.variable in inner.begins


def transposed(one: Assignment) -> str:
    """Shows a copy whose indices are the other way round; "" when it is none."""
    left, right = list(accesses(one.left)), list(accesses(one.right))
    if one.adds or len(left) != 1 or len(right) != 1 or left[0].array == right[0].array:
        return ""
    plain = all(token.text not in {"+", "*", "/", "-"} for token in _outside_brackets(one.right))
    variables = frozenset(loop.variable for loop in one.loops)
    rows = left[0].row(variables), right[0].row(variables)
    same = left[0].words & variables == right[0].words & variables
    swapped = (
        same and all(rows) and rows[0] != rows[1] and len(left[0].words & variables) == _FACTORS
    )
    return f"{left[0].array} = {right[0].array}ᵀ" if plain and swapped else ""
