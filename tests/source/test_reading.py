"""The example programs: what is found in each, and that nothing is found in the innocent ones."""

from collections.abc import Iterator

import pytest

from grader.model.static import ParseStatus
from tests import corpora
from tests.corpora import Row
from tests.source.judged import codes, compared
from tests.source.sources import ALLOWED, exercise, names, read
from tests.tree import ROOT

FOLDERS = (ROOT / "tests" / "data" / "source", corpora.FOLDER / "source")
HELPERS = {"helper.py": "import time\ndef matmul(a, b): return a\n"}


def programs() -> Iterator[Row]:
    """Every example, by its place, with the modules allowed and what is to be found in it."""
    for path in sorted(path for folder in FOLDERS for path in folder.glob("*.py")):
        allowed, expected, begin, lines = list(ALLOWED), "", 0, list[str]()
        more: list[str] = []  # allowed from the next program on
        for number, line in enumerate([*path.read_text("utf-8").splitlines(), "#: end"], start=1):
            if line.startswith("#: allow "):
                more += line.split()[2:]
            elif line.startswith("#: "):
                if expected:
                    yield Row(
                        label=expected,
                        program="\n".join(lines),
                        name=f"{path.name}:{begin}",
                        given={"allowed": allowed},
                    )
                expected, begin, lines = line.removeprefix("#: "), number, []
                allowed, more = [*allowed, *more], []
            else:
                lines.append(line)


def test_programs() -> None:
    """An example has the verdicts its header names: failed, or undecided with a question mark."""

    def answered(row: Row) -> str:
        return codes(row.program, HELPERS, exercise(row.given["allowed"]))

    corpora.hold("source", answered, rows=programs(), outcome=compared)


@pytest.mark.parametrize("module", ["random", "math", "json", "collections", "os"])
def test_modules_of_the_standard_library_are_asked_themselves(module: str) -> None:
    """Every public name of an allowed module is innocent; another is not."""
    there = __import__(module)
    public = getattr(there, "__all__", None) or [name for name in dir(there) if name[0] != "_"]
    program = f"import {module} as m\n" + "".join(f"m.{name}\n" for name in public)
    assert names(read(program, allowed=[module])) == []
    assert names(read(f"import {module} as m\nm._x\n", allowed=[module])) == [f"POL003 {module}._x"]


def test_places_are_sorted_and_shown() -> None:
    """Each use has its file, line and text; certainty about a line silences doubt about it."""
    facts = read("x = 1\nimport numpy  # here\nimport os, helper", {"helper.py": "\nimport csv"})
    shown = [(use.location.file, use.location.line, use.location.text) for use in facts.uses]
    assert shown == [
        ("helper.py", 2, "import csv"),
        ("kadai1.py", 2, "import numpy  # here"),
        ("kadai1.py", 3, "import os, helper"),
    ]
    assert facts.local_modules == ("helper.py",)


@pytest.mark.parametrize(
    "program",
    [
        "x = " + "1+" * 100_000 + "1",
        "x" + ".y" * 100_000,
        "x" + "()" * 100_000,
        "-" * 100_000 + "1",
        "if 1:\n pass\n" + "elif 2:\n pass\n" * 9_000,
        "x = [" + "1," * 120_000 + "]",
        "x = 1\n" * 500_000,
    ],
    ids=lambda program: program[:12],
)
def test_monsters_are_too_complex(program: str) -> None:
    """What nobody writes by hand ends in one fact, whatever makes it monstrous."""
    facts = read(program)
    assert facts.status is ParseStatus.TOO_COMPLEX
    assert facts.detail


def test_helpers_are_limited_together() -> None:
    """The sizes of all files that are reached count together."""
    filler = "# " + "x" * 200_000
    helpers = {f"h{i}.py": filler for i in range(3)}
    assert read("import h0, h1, h2", helpers).status is ParseStatus.TOO_COMPLEX


@pytest.mark.parametrize("depth", [50, 400])
def test_deep_but_readable_programs_are_read(depth: int) -> None:
    """Depth alone is no reason to give up."""
    facts = read("x = " + "1+" * depth + "__import__('numpy')")
    assert names(facts) == ["POL002 __import__"]


def test_long_chains_of_names_are_followed() -> None:
    """Names of names of names: in whatever order they stand, and as far as anybody writes them."""
    chain = "".join(f"x{i} = x{i + 1}\n" for i in range(50))
    program = f"{chain}import matplotlib.pyplot as x50\nx0.np\n" + "y = y + y\n" * 9
    assert names(read(program)) == ["POL003 matplotlib.pyplot.np"]


def test_unparsable_helper_is_shown() -> None:
    """A helper file that cannot be parsed is what is wrong with the program."""
    facts = read("import helper", {"helper.py": "def f(:\n"})
    assert facts.status is ParseStatus.SYNTAX_ERROR
    assert facts.syntax is not None
    assert facts.syntax.location.file == "helper.py"
