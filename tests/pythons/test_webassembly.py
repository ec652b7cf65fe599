"""What of grader a newer Python than ours executes: CPython 3.14 and later, built for WebAssembly.

Needs Node.js and the files of Pyodide (`npm install pyodide`), in a folder that GRADER_PYODIDE
names. There are no processes there and no sandbox: what is tried is what depends on the interpreter
itself, its byte code (the recorder) and its syntax trees.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.source.newer import EXCEPT, TEMPLATES
from grader.source.syntax import built
from tests.tree import ROOT

PYODIDE = os.environ.get("GRADER_PYODIDE", "")
NODE = shutil.which("node")
pytestmark = [
    pytest.mark.canary,
    pytest.mark.skipif(NODE is None, reason="Node.js is not installed here"),
    pytest.mark.skipif(
        not Path(PYODIDE, "pyodide.mjs").is_file(),
        reason="GRADER_PYODIDE names no folder with Pyodide (npm install pyodide)",
    ),
]
HERE = Path(__file__).with_name("webassembly.mjs")
TABLE = "tests/data/guest/plotting.py"
ABSENT = {"resource", "'torch'"}  # no limits of processes there, and no PyTorch
NEWER = {
    "t-string": "x = t'{__import__(\"a\")!r:{w}}'\n",
    "exceptions": "try:\n    pass\nexcept A, B:\n    pass\n",
    "alias": "type X[T: __import__('a') = int] = list[T]\n",
    "function": "def f[T: __import__('a')](x): return x\n",
}
PROGRAM = """
import contextlib, importlib, io, json, os, runpy, sys
sys.dont_write_bytecode = True
sys.argv = ["", "/tree/TABLE", "recorder"]
plots = io.StringIO()
with contextlib.redirect_stdout(plots), contextlib.suppress(SystemExit):
    runpy.run_path("/tree/tests/guest/run_matplotlib_programs.py", run_name="__main__")
lacks = {}
for name in sorted(os.listdir("/tree/grader/guest")):
    try:
        importlib.import_module("_grader_guest." + name.removesuffix(".py"))
    except (ImportError, KeyError) as error:
        lacks[name] = getattr(error, "name", None) or str(error)
sys.argv = ["", "/tree/grader/source"]
exec(BOOT.replace(").main()", ")"))
syntax = sys.modules["_grader_source.syntax"]
trees = {name: syntax.flat(syntax.OWN.tree(code)) for name, code in NEWER.items()}
print(json.dumps({
    "version": sys.version_info[:2], "plots": plots.getvalue(), "lacks": lacks, "trees": trees,
}))
"""


@cache
def answer() -> dict[str, Any]:
    """What the other Python said."""
    from grader.source.syntax import BOOT

    program = PROGRAM.replace("TABLE", TABLE).replace("BOOT", repr(BOOT))
    words = [str(NODE), str(HERE), PYODIDE, str(ROOT), program.replace("NEWER", repr(NEWER))]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    said: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return said


def test_the_recorder_takes_byte_code_of_a_newer_python() -> None:
    """Every program of the table ends as it does here."""
    words = [sys.executable, str(ROOT / "tests/guest/run_matplotlib_programs.py")]
    here = subprocess.run(
        [*words, str(ROOT / TABLE), "recorder"], capture_output=True, text=True, check=True
    )
    assert tuple(answer()["version"]) >= (3, 14)
    assert json.loads(answer()["plots"]) == json.loads(here.stdout)


def test_the_guest_is_imported() -> None:
    """But for what limits processes, and what PyTorch computes."""
    assert {*answer()["lacks"].values()} <= ABSENT


@pytest.mark.parametrize("name", NEWER)
def test_its_trees_are_read_here(name: str) -> None:
    """Of newer nodes, every expression stays."""
    tree = built(answer()["trees"][name])
    compile(ast.fix_missing_locations(tree), "", "exec")
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    wanted = {"exceptions": {"A", "B"}, "t-string": {"__import__", "w"}}
    assert names >= wanted.get(name, {"__import__"})
    assert max(TEMPLATES, EXCEPT) <= tuple(answer()["version"])
