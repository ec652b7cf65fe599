"""The example programs: what is found in each, and that nothing is found in the innocent ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Verdict
from grader.model.static import ParseStatus
from grader.policy import dynamic
from grader.policy.libraries import OTHER_LIBRARIES, is_private, other_library
from tests.asking import exercise_checks
from tests.policy.sources import ALLOWED, exercise, names, read
from tests.wording.worded import assert_worded

DATA = Path(__file__).parent.parent / "data" / "policy"
HELPERS = {"helper.py": "import time\ndef matmul(a, b): return a\n"}


def programs() -> Iterator[tuple[str, list[str], str, str]]:
    """Every example: its place, the modules allowed, the codes expected, the program."""
    for path in sorted(DATA.glob("*.py")):
        allowed, expected, begin, lines = list(ALLOWED), "", 0, list[str]()
        more: list[str] = []  # allowed from the next program on
        for number, line in enumerate([*path.read_text("utf-8").splitlines(), "#: end"], start=1):
            if line.startswith("#: allow "):
                more += line.split()[2:]
            elif line.startswith("#: "):
                if expected:
                    yield f"{path.name}:{begin}", allowed, expected, "\n".join(lines)
                expected, begin, lines = line.removeprefix("#: "), number, []
                allowed, more = [*allowed, *more], []
            else:
                lines.append(line)


@pytest.mark.parametrize(
    ("allowed", "expected", "program"), [pytest.param(*rest, id=i) for i, *rest in programs()]
)
def test_example(allowed: list[str], expected: str, program: str) -> None:
    """An example has the verdicts its header names: failed, or undecided with a question mark."""
    facts = read(program, HELPERS, allowed)
    evidence = ExerciseEvidence(exercise="matmul", source=facts)
    marks = {Verdict.FAILED: "", Verdict.UNDECIDED: "?"}
    findings = [
        one for check in exercise_checks("POL") for one in check(evidence, exercise(allowed))
    ]
    noted = [one for one in findings if one.verdict is not Verdict.PASSED]
    assert facts.status is ParseStatus.OK
    found = " ".join(one.check + marks[one.verdict] for one in noted)
    assert (found or "Okay") == expected, facts.uses
    for finding in noted:
        assert_worded(finding)


def test_examples_are_many() -> None:
    """There are enough examples of both kinds, so that neither is forgotten."""
    kinds = [expected == "Okay" for _, _, expected, _ in programs()]
    assert kinds.count(False) > 300
    assert kinds.count(True) > 50


@pytest.mark.parametrize("name", ["plot", "cm", "rcParams", "polt", "get_cmap", "time", "zzz"])
def test_names_of_pyplot_are_left_to_the_run(name: str) -> None:
    """Whether a library has a name is not read off the text, under either name of the module."""
    program = f"import matplotlib.pyplot as plt\nfrom matplotlib.pyplot import {name} as it\n"
    assert names(read(f"{program}it(1)\nplt.{name}('a', x=2)\n")) == []


@pytest.mark.parametrize("name", sorted(OTHER_LIBRARIES))
def test_every_word_for_another_library_is_found(name: str) -> None:
    """What names another library may not be used, unless the exercise allows that very one."""
    program = f"import matplotlib.pyplot as plt\nplt.{name}"
    assert names(read(program)) == [f"POL003 matplotlib.pyplot.{name}"]
    assert names(read(program, allowed=("matplotlib", name, "numpy"))) == (
        [] if name != "mp" else ["POL003 matplotlib.pyplot.mp"]
    )


@pytest.mark.parametrize("name", sorted(dynamic.INNOCENT))
def test_ordinary_special_names_are_innocent(name: str) -> None:
    """The operators of a class and the names every object has may be defined, read and called."""
    program = f"class A:\n    def {name}(self, *rest): return 1\na = A()\nprint(a.{name}, A.{name})"
    assert names(read(program)) == []


@pytest.mark.parametrize("name", sorted(dynamic.INSPECTION - dynamic.DOUBTFUL))
def test_names_that_look_inside_are_found(name: str) -> None:
    """They are found on anything, also when the name is given as a text or put together."""
    found = names(
        read(f"x = [1]\nx.{name}\ngetattr(x, '{name}')\ngetattr(x, '{name[:4]}' + '{name[4:]}')")
    )
    doubted = name.startswith("__array")
    assert [one.split()[1] for one in found] == [name] * 3
    assert all(one.startswith("POL002?" if doubted else "POL002 ") for one in found)


@pytest.mark.parametrize("module", ["random", "math", "json", "collections", "os"])
def test_modules_of_the_standard_library_are_asked_themselves(module: str) -> None:
    """Every public name of an allowed module is innocent; what it imported is not."""
    public = [
        name
        for name in dir(__import__(module))
        if not is_private(module, name) and not other_library(module, name)
    ]
    program = f"import {module} as m\n" + "".join(f"m.{name}\n" for name in public)
    assert public
    assert names(read(program, allowed=[module])) == []
    assert names(read(f"import {module} as m\nm._x\n", allowed=[module])) == [f"POL003 {module}._x"]


@pytest.mark.parametrize(
    ("program", "allowed", "found"),
    [
        ("import numpy as np\nnp.dot(np.array([1]), np.linalg.inv(x)) @ x.T", "numpy", []),
        ("import numpy as np\nnp.random.rand(3).sum(); np.testing; np.__version__", "numpy", []),
        ("import torch\ntorch.nn.functional.conv2d(x, y); torch.signal; torch.select", "torch", []),
        ("import numpy as np\nnp.os", "numpy", ["POL003 numpy.os"]),
        ("from numpy import sys", "numpy", ["POL003 numpy.sys"]),
        ("import torch\ntorch.np", "torch", ["POL003 torch.np"]),
        ("import numpy as np\nnp._core", "numpy", ["POL003 numpy._core"]),
        ("import sys\nsys.modules", "sys", ["POL002 sys.modules"]),
        ("import timeit\ntimeit.timeit('import numpy')", "timeit", ["POL002? timeit.timeit"]),
        ("import timeit\ntimeit.main(['numpy.dot(a, b)'])", "timeit", ["POL002? timeit.main"]),
        ("from timeit import main as m\nm([])", "timeit", ["POL002? timeit.main"]),
        ("import timeit\ntimeit.default_timer()", "timeit", []),
        ("import importlib", "importlib", ["POL002 importlib"]),
        ("import antigravity\nantigravity.fly", "antigravity", []),
        ("import matplotlib.pyplot as p\np.np.dot(1)", "matplotlib numpy", []),
        ("import os\nos.path.join('a'); from os import path", "os", []),
    ],
)
def test_other_libraries(program: str, allowed: str, found: list[str]) -> None:
    """A library without a table gives everything but what is plainly not its own."""
    assert names(read(program, allowed=allowed.split())) == found


@pytest.mark.parametrize(
    "program", ["plt.polt([1])", "plt.xlable('n')", "plt.get_cmap('x')", "plt.hold(1)"]
)
def test_slips_of_the_pen_are_innocent(program: str) -> None:
    """A misspelt or retired name is no accusation: running it says what is wrong."""
    assert names(read("import matplotlib.pyplot as plt\n" + program)) == []


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


DISPATCHED = "import functools\n@functools.singledispatch\ndef f(a): return a\n"
BY_TEXT = {
    "a field": ("import string\ng = string.Formatter().get_field\ng('0.x', [a], {})\n",
        ["POL002? string.Formatter"]),
    "a field at once": ("from string import Formatter as F\nF().get_field(name, [a], {})\n",
        ["POL002? string.Formatter"]),
    "by getattr": ("import string\ngetattr(string.Formatter(), 'get_' + 'field')('0', [a], {})\n",
        ["POL002? string.Formatter"]),
    "a format": ("import string\nstring.Formatter().vformat(text, [a], {})\n",
        ["POL002? string.Formatter"]),
    "a method that is there": ("import string\nstring.Formatter().format('{0.__globals__}', a)\n",
        ["POL002 {….__globals__}"]),
    "a text that is called": (DISPATCHED
        + "@f.register\ndef _(a: \"__import__('ctypes')\"): return a\n",
        ["POL002? functools.singledispatch"]),
    "a text inside": (DISPATCHED + "@f.register\ndef _(a: list['[x for x in y]']): return a\n",
        ["POL002? functools.singledispatch"]),
    "of a method": (("from functools import singledispatchmethod as s\nclass A:\n    @s\n"
        "    def f(self, a): return a\n    @f.register\n    def _(self, a: 'open(1)'): pass\n"),
        ["POL002? functools.singledispatchmethod"]),
    "hints": ("import typing\ntyping.evaluate_forward_ref(a)\n",
        ["POL002 typing.evaluate_forward_ref"]),
}  # fmt: skip
NOT_BY_TEXT = {
    "templates": "import string\nstring.Template('$a').substitute(a=1)\nstring.ascii_letters\n",
    "a formatter": "import string\nprint(string.Formatter().format('{:>8} {0.shape}', 1))\n",
    "a field of one's own": "class A:\n    def get_field(self): return 1\nA().get_field()\n",
    "types": DISPATCHED + "@f.register\ndef _(a: list): return a\n"
        "@f.register(int)\ndef _(a): return a\n",
    "types as texts": DISPATCHED + "@f.register\ndef _(a: 'list[list[float]]') -> 'float | None':\n"
        "    return a\n",
    "a text that is no type": DISPATCHED + "def g(a: 'the left one (n x n)'): return a\n",
    "calls in annotations of others": "def g(a: 'len(b)'): return a\n",
    "named tuples and data classes": "import collections, dataclasses\n"
        "P = collections.namedtuple('P', 'x y')\n"
        "D = dataclasses.make_dataclass('D', [('x', 'int'), ('y', 'float')])\n"
        "@dataclasses.dataclass\nclass M:\n    rows: 'list[list[float]]' = None\n",
}  # fmt: skip
TEXTUAL = ("collections", "dataclasses", "functools", "string", "typing")


@pytest.mark.parametrize(("program", "found"), BY_TEXT.values(), ids=BY_TEXT)
def test_what_opens_or_evaluates_texts_is_for_a_person(program: str, found: list[str]) -> None:
    """Nobody follows what a text leads to; without a dunder in it, it proves nothing."""
    assert sorted(set(names(read(program, allowed=TEXTUAL)))) == found


@pytest.mark.parametrize("program", NOT_BY_TEXT.values(), ids=NOT_BY_TEXT)
def test_texts_that_run_nothing_are_innocent(program: str) -> None:
    """Formats, types written as texts, and the tools that check the names they are given."""
    assert names(read(program, allowed=TEXTUAL)) == []
