"""No page of ours holds an answer: every code block is handed in for every exercise, and fails.

Pages are Markdown files, starters, templates, and the code in sentences and comments of TOML
files. What is meant to hold right programs is no page: `examples`, and Python in `reference`.
"""

import ast
import json
import re
import shutil
import textwrap
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from grader.course import load_assignment, load_course
from grader.model.course import Assignment, Backend
from grader.wording import Language, check_page
from tests.one_cpu import run
from tests.tree import ROOT, tracked_files

FENCED = re.compile(r"^( *)(`{3,}|~{3,})[^\n]*\n(.*?)^\1\2", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?:^(?: {4}|\t)[^\n]*\n|^[ \t]*\n)+", re.MULTILINE)
SPAN = re.compile(r"`([^`]+)`")
LIBRARIES = {
    r"\bnp\.": "import numpy as np\n",
    r"\btorch\.": "import torch\n",
    r"\bnn\.": "from torch import nn\n",
}
"""What a reader would write above a fragment that mentions a library."""
OF_NETS = re.compile(r"\btorch|\bnn\b|\bF\.|\b(?:model|net|loss)\b|\.(?:grad|forward)\b")
"""What no program of a net can do without."""
ANSWERS = {
    "kadai1": ["right-triple-loop"],
    "kadai2": ["matmul-numpy-right-operator", "conv-torch-right-conv2d"],
    "optional1": ["right-textbook"],
    "convnet": ["right-class"],
    "training": ["right-plain", "predict-right-eval"],
}
"""Right programs, of which this test has to find that they are."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield every piece of text that a student may copy, with where it stands."""
    for path in tracked_files():
        name = path.relative_to(ROOT).as_posix()
        if "/examples/" in name or name.startswith(("tests/", "submissions/")):
            continue
        if path.suffix == ".md":
            text = path.read_text(encoding="utf-8") + "\n"
            yield from ((name, match[3]) for match in FENCED.finditer(text))
            yield from ((name, match[0]) for match in INDENTED.finditer(FENCED.sub("", text)))
        elif path.suffix == ".toml":
            for sentence in _strings(tomllib.loads(path.read_text(encoding="utf-8"))):
                yield name, sentence
                yield from ((name, match[1]) for match in SPAN.finditer(sentence))
        elif "/starter/" in name or "/scaffolding/templates/" in name:
            yield name, path.read_text(encoding="utf-8")
    languages: tuple[Language, ...] = ("ja", "en")
    for path in sorted((ROOT / "grader").rglob("checks/*.md")):
        for language in languages:
            page = check_page(path.stem, language) + "\n"
            yield from (
                (f"grader explain {path.stem}", match[0]) for match in INDENTED.finditer(page)
            )


def blocks(*, in_c: bool) -> dict[str, str]:
    """Every program among the pages once, with where it stands first."""
    is_program = _is_c if in_c else _is_python
    found: dict[str, str] = {}
    for name, text in pages():
        code = textwrap.dedent(text).strip("\n") + "\n"
        if is_program(code):
            found.setdefault(code, name)
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def _is_python(code: str) -> bool:
    """Whether a block defines something, or assigns what it computes, and so may be graded."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError):
        return False
    assigns = any(isinstance(node, ast.Assign | ast.AugAssign) for node in nodes)
    computes = any(isinstance(node, ast.BinOp | ast.AugAssign | ast.Call) for node in nodes)
    defines = any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda)
        for node in nodes
    )
    return defines or (assigns and computes)


def _is_c(code: str) -> bool:
    return re.search(r"\w\s*\([^)]*\)\s*\{", code) is not None and ";" in code


def _hand_in(assignment: Assignment, folder: Path) -> dict[str, str]:
    """Hand every block in as a student of its own; the students, with where their block stands."""
    in_c = any(exercise.backend is Backend.C for exercise in assignment.exercises)
    students: dict[str, str] = {}
    several = len(assignment.exercises) > 1  # the rule on imports is about one function at a time
    of_nets = assignment.id in {"convnet", "training"}
    for code, name in blocks(in_c=in_c).items():
        if of_nets and not OF_NETS.search(code):
            continue
        needed = [line for used, line in LIBRARIES.items() if re.search(used, code)]
        whole = "".join([*(needed if several or of_nets else ()), code])
        student = f"24A{len(students):04}"
        students[student] = f"{name}:\n{code}"
        (folder / student).mkdir(parents=True)
        (folder / student / assignment.source).write_text(whole, encoding="utf-8")
    for name in ANSWERS[assignment.id]:
        source = ROOT / "assignments" / assignment.id / "examples" / name
        shutil.copytree(source, folder / f"24B{ANSWERS[assignment.id].index(name):04}")
    return students


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "kadai1" else pytest.mark.repetition("kadai1's"))
        for name in ANSWERS
    ],
)
def test_no_block_of_a_page_answers_an_exercise(name: str, tmp_path: Path) -> None:
    """Right programs beside them pass, so that the answer to whether one passes is believed."""
    assignment = load_assignment(load_course(ROOT), name)
    nets_or_tensors = any(exercise.backend is Backend.TORCH for exercise in assignment.exercises)
    if nets_or_tensors and not find_spec("torch"):
        pytest.skip("PyTorch is not installed here")
    students = _hand_in(assignment, tmp_path / "inbox")
    command = ["grade", name, tmp_path / "inbox", "-o", tmp_path / "out", "--course", ROOT]
    assert run([str(word) for word in [*command, "--no-timing", "--device", "cpu"]]) in {0, 3}
    passing: dict[str, list[str]] = {}
    for path in sorted((tmp_path / "out" / "sheets").glob("*.json")):
        for finding in json.loads(path.read_text(encoding="utf-8"))["findings"]:
            if (finding["check"], finding["verdict"]) == ("COR001", "passed"):
                passing.setdefault(path.stem, []).append(finding["subject"])
    answers = [student for student in passing if student not in students]
    assert len(answers) == len(ANSWERS[name])
    shown = [
        f"{passing[student]} by {students[student]}" for student in passing if student in students
    ]
    assert shown == [], "\n".join(shown)


def test_every_kind_of_page_is_read() -> None:
    """Blocks come from explanations, documentation, starters and scaffolding."""
    names = {name for name, _ in pages()}
    for begun in (
        *("README.md", "docs/ja/", "docs/en/checks/", "grader explain COR002"),
        *("grader/wording/ja.toml", "grader/kit/readme.md", "reference/matmul.toml"),
        *("assignments/kadai1/handout.md", "assignments/kadai1/starter/"),
        "grader/scaffolding/templates/",
    ):
        assert any(name.startswith(begun) for name in names), begun
    assert len(blocks(in_c=False)) > 40
