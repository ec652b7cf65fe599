"""The outline calls its passes one after the other, and a pass uses only those before it."""

import ast
import re
import subprocess
import sys
from pathlib import Path

from grader.reports import outline
from tests.tree import ROOT

FOLDER = Path(outline.__file__).parent
PACKAGE = "grader.reports."


def imported(name: str) -> dict[str, str]:
    """The names that a file of reports takes from other files there, each with its file."""
    room = FOLDER / name
    file = room / "__init__.py" if room.is_dir() else FOLDER / f"{name}.py"
    tree = ast.parse(file.read_text(encoding="utf-8"))
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
        later = {*order[place + 1 :]} & {*imported(name).values()}
        assert not later, name


def test_a_report_enters_each_file_once() -> None:
    """A reader who follows what is made of a report with a graph never comes back to a file."""
    report = "submissions/demo/kadai1/24A1203/report.pdf"
    walk = [sys.executable, "-m", "tests.walk", "outline", report]
    way = subprocess.run(walk, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    length = re.search(r"(\d+) files, (\d+) stays, (\d+) returns", way)
    assert length, way
    _, stays, returns = map(int, length.groups())
    assert (stays <= 25, returns) == (True, 0), way
