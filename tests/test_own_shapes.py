"""An assignment about vectors and batches, from verify to the sheet, on a real sandbox."""

import json
from pathlib import Path

import pytest

from tests.one_cpu import run

REFERENCE = """
import random
from dataclasses import dataclass

import numpy as np

from grader.model.course import Case, CaseKind
from grader.model.reference import Lookalike

SHAPES = {
    "vector": lambda n: ((n, n), (n,)),
    "outer": lambda n: ((n,), (n,)),
    "batch": lambda n: ((2, n, n), (2, n, n)),
    "deep": lambda n: ((1, 1, 1, n, n), (n, n)),
}


def words(text):
    return {"ja": text, "en": text}


def product(a, b):
    return np.outer(a, b) if a.ndim == 1 else a @ b


@dataclass(frozen=True)
class Products:
    what: str
    LOOKALIKES: dict

    def inputs(self, case, rng):
        chance = np.random.default_rng(rng.getrandbits(32))
        whole = [chance.integers(2, 90, size=shape) for shape in SHAPES[self.what](case.size)]
        return tuple(one + 0.5 if case.kind is CaseKind.FLOATS else one for one in whole)

    def expected(self, a, b):
        return product(a, b)

    def scale(self, a, b):
        return product(abs(a), abs(b)).astype(np.float64)


def variant(*, what):
    negative = Lookalike(
        compute=lambda pair, earlier: -product(*pair), name=words("negative"), lesson=words("x")
    )
    return Products(what=what, LOOKALIKES={"negative": negative})
"""
HEAD = """
id = "shapes"
due = 2026-04-17T23:59:00+09:00
source = "shapes.py"
title = { ja = "形", en = "Shapes" }
"""
EXERCISE = """
[[exercise]]
id = "{what}_{backend}"
operation = "products"
backend = "{backend}"
entry = "{what}_{backend}"
scope = "function"
allowed_imports = [{allowed}]
gives = ["{form}"]
variant = {{ what = "{what}" }}
cases = {{ integers = [2, 3], floats = [4, 4] }}
limits = {{ call_seconds = 5, cpu_seconds = 20, load_seconds = 10, memory_mib = 512 }}
[[rubric]]
id = "{what}_{backend}"
title = {{ ja = "x", en = "x" }}
points = 1
checks = ["RUN", "COR"]
exercises = ["{what}_{backend}"]
"""
LISTS = {
    "vector": "[sum(x * y for x, y in zip(r, b)) for r in a]",
    "outer": "[[x * y for y in b] for x in a]",
    "batch": "[[[sum(x * y for x, y in zip(r, c)) for c in zip(*q)] for r in p]"
    " for p, q in zip(a, b)]",
}
ARRAYS = {"vector": "np.dot(a, b)", "outer": "np.outer(a, b)", "batch": "np.matmul(a, b)"}


def assignment(*whats: str) -> str:
    """Writes assignment.toml; each operation with lists and with arrays."""
    forms = (("python", "", "lists"), ("numpy", '"numpy"', "numpy"))
    return HEAD + "".join(
        EXERCISE.format(what=what, backend=backend, allowed=allowed, form=form)
        for what in whats
        for backend, allowed, form in forms
    )


def program(turned: str = "") -> str:
    """All functions; `turned` is put before each result."""
    lines = ["import numpy as np"]
    for what, lists in LISTS.items():
        lines.append(f"def {what}_python(a, b):\n    c = {lists}\n    return {turned}(c)")
        lines.append(f"def {what}_numpy(a, b):\n    c = {ARRAYS[what]}\n    return {turned}(c)")
    return "\n".join(lines) + "\n"


@pytest.fixture
def course(course: Path) -> Path:
    """A course with an operation of its own, as the current folder."""
    (course / "reference" / "products.py").write_text(REFERENCE, encoding="utf-8")
    (course / "assignments" / "shapes").mkdir()
    return course


def test_vectors_and_batches_are_graded(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What verify accepts can be graded: right is right, and wrong is wrong."""
    (course / "assignments/shapes/assignment.toml").write_text(assignment(*LISTS), "utf-8")
    assert run(["verify", "shapes"]) == 0, capsys.readouterr().out
    programs = {"24A1201": program(), "24A1202": program("(lambda c: c[:-1])"), "24A1203": ""}
    for student, text in programs.items():
        (course / "inbox" / student).mkdir(parents=True)
        (course / "inbox" / student / "shapes.py").write_text(text, encoding="utf-8")
    assert run(["grade", "shapes", "inbox", "-o", "out", "--no-timing"]) == 0
    sheets = [
        json.loads((course / f"out/sheets/{one}.json").read_text("utf-8")) for one in programs
    ]
    assert [sheet["total"] for sheet in sheets] == [6, 0, 0]
    assert all(sheet["complete"] for sheet in sheets)
    wrong = {
        one["subject"]: one["check"] for one in sheets[1]["findings"] if one["verdict"] == "failed"
    }
    assert wrong == {
        f"{what}_{backend}": "COR003" for what in LISTS for backend in ("python", "numpy")
    }


def test_more_axes_than_a_program_can_be_given_are_refused(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anybody is graded, and in a sentence that says what to change."""
    (course / "assignments/shapes/assignment.toml").write_text(assignment("deep"), "utf-8")
    assert run(["verify", "shapes"]) == 1
    said = capsys.readouterr().out
    assert "an array has 5 axes" in said
    assert "at most 4" in said
