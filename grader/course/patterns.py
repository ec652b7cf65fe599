"""Patterns for downloads that grader does not know: what they have to name, and that they end."""

import re
from collections.abc import Iterator

from grader.course.backtracking import may_not_end
from grader.course.schemas import Problem, nearest, shown

WHO = ("student", "name", "user", "participant", "mail", "group")
GROUPS = (*WHO, "attempt", "time", "file", "late")
"""What the named groups of a pattern may be called; one of the first says who it was."""


def layout_problems(table: object) -> Iterator[Problem]:
    """Lists what is wrong with the patterns of [lms.NAME]."""
    layouts = table if isinstance(table, dict) else {}
    for name, layout in layouts.items():
        pattern = layout.get("pattern") if isinstance(layout, dict) else None
        if isinstance(pattern, str):
            yield from _pattern(pattern, f"lms.{name}.pattern")


def _pattern(pattern: str, key: str) -> Iterator[Problem]:
    try:
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        yield key, f"must be a regular expression: {error}, got {shown(pattern)}"
        return
    for group in compiled.groupindex:
        if group not in GROUPS:
            yield key, f"has an unknown group {group}{nearest(group, GROUPS)}"
    why = may_not_end(pattern)
    if why:
        yield key, f"may take for ever: it {why}; say what stands between, as in (?:[^/]+/)*"
    if not set(WHO) & compiled.groupindex.keys():
        yield key, "needs a group that says who, such as (?P<student>…)"
    if "file" not in compiled.groupindex:
        yield key, "needs a group (?P<file>…) for the file's name"
    if compiled.fullmatch(""):
        yield key, f"must not match empty text, got {shown(pattern)}"
