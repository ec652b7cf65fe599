"""The outline calls its passes one after the other, and a pass uses only those before it."""

import ast
from pathlib import Path

from grader.reports import outline

FOLDER = Path(outline.__file__).parent
PACKAGE = "grader.reports."


def imported(name: str) -> dict[str, str]:
    """The names that a file of reports takes from other files there, each with its file."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {
        each.name: node.module.removeprefix(PACKAGE)
        for node in nodes
        if node.module is not None and node.module.startswith(PACKAGE)
        for each in node.names
    }


def passes() -> list[str]:
    """The files of the functions that the outline calls, in the order of their calls."""
    tree = ast.parse((FOLDER / "outline.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    calls.sort(key=lambda call: (call.end_lineno, call.end_col_offset))  # an inner one ends first
    own = imported("outline")
    named = [call.func.id for call in calls if isinstance(call.func, ast.Name)]
    return [*dict.fromkeys(own[name] for name in named if name in own)]


def test_a_pass_uses_only_what_is_before_it() -> None:
    """So nobody who reads one has to know a later one."""
    order = passes()
    assert {*order} == {*imported("outline").values()}
    for place, name in enumerate(order):
        later = {*order[place:]} & {*imported(name).values()}
        assert not later, name
