"""Suggest what an undefined name meant: `lenght`, a variable bound elsewhere. Pure.

Python suggests such names when it prints a traceback, but not in the message that a run sends. Here
they are looked up again in the program's text. A suggestion is worded as a question.
"""

import builtins
import difflib
import re
import sys
from collections.abc import Iterable
from typing import NamedTuple

from grader.backends import PACKAGES
from grader.model.course import Exercise
from grader.model.finding import Param
from grader.model.machine import DRAWING
from grader.model.run import Traceback
from grader.model.static import SourceFacts

NAME = re.compile(r"name '(\w+)' is not defined")
NO_ATTRIBUTE = re.compile(r"module '([\w.]+)' has no attribute '(\w+)'")
LACKING = re.compile(r"has no attribute '(\w+)'|cannot import name '(\w+)'")
NO_METHOD = re.compile(r"'(list|tuple|int|float|str|dict|set)' object has no attribute '(\w+)'")
MIN_LETTERS, MAX_LETTERS = (
    3,
    60,
)  # letters of a name that may be misspelt; similarity takes quadratic time
# difflib's ratio; the second for a name that begins with the whole other name
MIN_RATIO, MIN_PREFIX_RATIO = 0.75, 0.65


class UsualImport(NamedTuple):
    """How a name is usually imported."""

    library: str
    statement: str


USUAL_IMPORTS = {
    statement.split()[-1]: UsualImport(library, statement)
    for library, statements in (
        *((name, package.usual_imports) for name, package in PACKAGES.items()),
        *((name, (f"import {name}",)) for name in PACKAGES),
        (DRAWING, ("import matplotlib.pyplot as plt",)),
    )
    for statement in statements
}
"""Names that have hardly any other use in a program that writes `np.…`."""


def near(name: str, others: Iterable[str]) -> str:
    """Return the candidate that a name most likely means, or "".

    >>> near("lenght", ["len", "print"]), near("ragne", ["range"]), near("c", ["a"])
    ('len', 'range', '')
    """
    names = {other for other in others if other != name and not other.startswith("__")}
    same = sorted(other for other in names if other.casefold() == name.casefold())
    if same or not MIN_LETTERS <= len(name) <= MAX_LETTERS:
        return same[0] if same else ""
    short = sorted(other for other in names if len(other) <= MAX_LETTERS)
    for other in difflib.get_close_matches(name, short, n=3, cutoff=MIN_PREFIX_RATIO):
        ratio = difflib.SequenceMatcher(None, other, name).ratio()
        if len(other) >= MIN_LETTERS and (ratio >= MIN_RATIO or name.startswith(other)):
            return other
    return ""


def missing_name(
    error: Traceback, facts: SourceFacts | None, exercise: Exercise
) -> tuple[str, dict[str, Param]]:
    """Return the case of RUN003 for an undefined name; "name" if the cause is uncertain."""
    found = NAME.match(error.message)
    if found is None or facts is None or not error.frames or "" not in facts.bound:
        return "name", {}
    name, (_, line, function) = found[1], error.frames[-1]
    outside, own = facts.bound[""], facts.bound.get(function, {})
    params: dict[str, Param] = {"name": name, "line": line}
    elsewhere = sorted(other for other, names in facts.bound.items() if name in names)
    case = "name-nowhere"
    line_text = error.lines[-1] if error.lines else ""
    usual = USUAL_IMPORTS.get(name) if name not in {*own, *outside, *elsewhere} else None
    if usual is not None and name not in exercise.allowed_imports and f"{name}." in line_text:
        params |= {"library": usual.library, "statement": usual.statement}
        params["allowed"] = exercise.allowed_imports
        allowed = usual.library in exercise.allowed_imports
        return "name-import" if allowed else "name-import-forbidden", params
    if name in sys.stdlib_module_names or name in exercise.allowed_imports:
        case = "name-module"
    elif name in own:
        return "name", {}
    elif name in outside:
        case, params["bound"] = "name-later", outside[name]
    elif elsewhere:
        case, params["owner"] = "name-elsewhere", elsewhere[0]
        params["bound"] = facts.bound[elsewhere[0]][name]
    elif meant := near(name, [*own, *outside, *dir(builtins)]):
        case, params["near"] = "name-near", meant
    elif "*" in outside:
        return "name", {}
    return case, params


def missing_attribute(error: Traceback) -> str:
    """Return the likeliest meaning of a name that an object or a module lacks.

    The run reports some names that the object has; those of Python's own types and modules are
    known.
    """
    if error.near and (missing := LACKING.search(error.message)):
        return near(missing[1] or missing[2], error.near)
    if found := NO_METHOD.match(error.message):
        return near(found[2], dir(getattr(builtins, found[1])))
    found = NO_ATTRIBUTE.match(error.message)
    if found is None or found[1] not in sys.stdlib_module_names or found[1] not in sys.modules:
        return ""
    return near(found[2], (name for name in dir(sys.modules[found[1]]) if name[0] != "_"))
