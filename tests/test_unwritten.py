"""A function that is not there waits for no GPU; whatever leaves a doubt does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.grading import collect
from grader.intake import read_submission, unread_submission
from grader.judging import judge
from grader.model.course import Backend
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.model.machine import Capabilities
from grader.observing import Setup, Tools, prepare_setup
from grader.source import SourceReader
from tests.fakes.sandbox import FakeSandbox
from tests.tree import ROOT

EXERCISE = "matmul_cupy"
TOOLS = "import time\nimport matplotlib.pyplot as plt\n"
PYTHON = """
def matmul_python(a, b):
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
"""
NUMPY = "import numpy as np\ndef matmul_numpy(a, b):\n    return np.dot(a, b)\n"
TORCH = "import torch\ndef matmul_torch(a, b):\n    return torch.matmul(a, b)\n"
CUPY = "import cupy as cp\n"

NOT_WRITTEN = {
    "nothing": "x = 1\n",
    "other exercises": TOOLS + PYTHON + NUMPY + TORCH,
    "helpers of other libraries": TOOLS + NUMPY + "def bench(f, n):\n    a = np.ones((n, n))\n"
    "    start = time.time()\n    f(a, a)\n    return time.time() - start\n",
    "main": PYTHON + "def main():\n    print(matmul_python([[1]], [[2]]))\nmain()\n",
    "imported and never used": CUPY + PYTHON,
    "helpers with one argument": CUPY + "def make(n):\n    return cp.ones((n, n))\n" + PYTHON,
    "helpers without arguments": CUPY + "def wait():\n    cp.cuda.Device().synchronize()\n",
    "called and not there": CUPY + "print(matmul_cupy(cp.ones(3), cp.ones(3)))\n",
    "in a comment": CUPY + "# def matmul_cupy(a, b): return cp.dot(a, b)\n",
    "in a longer text": CUPY + 'print("matmul_cupy was too hard")\n',
    "another exercise's class": CUPY + "class Timer:\n    def start(self):\n        pass\n",
}
WAITS = {
    "by its name": CUPY + "def matmul_cupy(a, b):\n    return cp.dot(a, b)\n",
    "without the library": "def matmul_cupy(a, b):\n    return a @ b\n",
    "by an alias": CUPY + "def dot_cp(a, b):\n    return cp.dot(a, b)\n",
    "in capitals": CUPY + "def MATMUL_CUPY(a, b):\n    return cp.dot(a, b)\n",
    "by what it uses": CUPY + "def product(a, b):\n    return cp.dot(a, b)\n",
    "with a size": CUPY + "def product(a, b, n):\n    return cp.dot(a, b)\n",
    "through a helper": CUPY + "def dot(a, b):\n    return cp.dot(a, b)\n"
    "def run(a, b):\n    return dot(a, b)\n",
    "a lambda": CUPY + "matmul_cupy = lambda a, b: cp.dot(a, b)\n",
    "a lambda of another name": CUPY + "mm = lambda a, b: cp.dot(a, b)\n",
    "another name for a library's": CUPY + "matmul_cupy = cp.matmul\n",
    "imported from the library": "from cupy import matmul as matmul_cupy\n",
    "a star import": "from cupy import *\n",
    "made by a call": CUPY + "def make(op):\n    return op\nmatmul_cupy = make(cp.dot)\n",
    "an alias made by a call": CUPY + "matmul_cp = vars\n",
    "several at once": CUPY + "matmul_cupy, other = cp.matmul, cp.dot\n",
    "in a branch": CUPY + "if True:\n    def matmul_cupy(a, b):\n        return a @ b\n",
    "in a try": "try:\n    import cupy as cp\n    matmul_cupy = cp.matmul\nexcept ImportError:\n"
    "    pass\n",
    "in a loop": CUPY + "for matmul_cupy in [cp.matmul]:\n    pass\n",
    "in a with": "import contextlib\nwith contextlib.nullcontext() as matmul_cupy:\n    pass\n",
    "a walrus": CUPY + "print(matmul_cupy := cp.matmul)\n",
    "global": CUPY + "def fill():\n    global matmul_cupy\n    matmul_cupy = cp.matmul\nfill()\n",
    "inside another function": CUPY
    + "def main():\n    def matmul_cupy(a, b):\n        return a @ b\n",
    "a method": CUPY + "class Solver:\n    def matmul_cupy(self, a, b):\n        return a @ b\n",
    "a method of another name": CUPY
    + "class S:\n    def go(self, a, b):\n        return cp.dot(a, b)\n",
    "a class with its data": CUPY + "class M:\n    def __init__(self, a):\n        self.a = a\n"
    "    def __matmul__(self, other):\n        return M(cp.dot(self.a, other.a))\n",
    "a class with its name": CUPY + "class matmul_cupy:\n    pass\n",
    "a static method": CUPY
    + "class S:\n    @staticmethod\n    def go(a, b):\n        return cp.dot(a, b)\n",
    "globals": CUPY + 'globals()["matmul_" + "cupy"] = cp.matmul\n',
    "a key": CUPY + 'table = {}\ntable["matmul_cupy"] = cp.matmul\n',
    "setattr": CUPY + 'import time\nsetattr(time, "matmul" + "_cupy", cp.matmul)\n',
    "getattr": CUPY + 'f = getattr(cp, "mat" + "mul")\n',
    "an attribute": CUPY + "class Own: pass\nOwn.matmul_cupy = cp.matmul\n",
    "a keyword": CUPY + "ops = dict(matmul_cupy=cp.matmul)\n",
    "a registering decorator": CUPY + "table = {}\ndef register(name):\n    def keep(f):\n"
    '        table[name] = f\n        return f\n    return keep\n@register("matmul_cupy")\n'
    "def f(a):\n    return a\n",
    "a decorator": CUPY + "def keep(f):\n    return f\n@keep\ndef product(a, b):\n"
    "    return cp.dot(a, b)\n",
    "a variable number of arguments": CUPY + "def go(*all):\n    return cp.dot(*all)\n",
    "loops of a script": CUPY + "a = cp.ones((3, 3))\nb = cp.ones((3, 3))\nc = a @ b\nprint(c)\n",
}


@pytest.fixture(scope="module")
def tools() -> Iterator[Tools]:
    """A real reader; nothing is run that waits, and the rest by a fake."""
    with SourceReader() as reader:
        yield Tools(reader=reader, sandbox=FakeSandbox())


def setup() -> Setup:
    """The CuPy exercise of kadai2, on a machine without a GPU."""
    course = load_course(ROOT)
    loaded = load_assignment(course, "kadai2")
    kept = tuple(one for one in loaded.exercises if one.backend is Backend.CUPY)
    assignment = replace(loaded, exercises=kept)
    return prepare_setup(course, assignment, {}, {}, Capabilities(libraries={"numpy": "2"}))


def graded(
    folder: Path, tools: Tools, files: dict[str, str]
) -> tuple[Evidence, dict[str, Finding]]:
    """Reads a submission, and what is said of the exercise."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    paths = [folder / name for name in files]
    here = setup()
    submission = read_submission(unread_submission("24A1201", paths), here.assignment)
    evidence = collect(submission, here, tools)
    found = judge(evidence, here.assignment)
    return evidence, {one.check: one for one in found if one.subject == EXERCISE}


@pytest.mark.parametrize("name", NOT_WRITTEN)
def test_a_function_that_is_not_there_is_told_at_once(
    tmp_path: Path, tools: Tools, name: str
) -> None:
    """No run could find one, so nobody waits for one; what follows from it is left out."""
    evidence, found = graded(tmp_path, tools, {"kadai2.py": NOT_WRITTEN[name]})
    assert evidence.exercises[0].waiting == ()
    assert found["RUN002"].verdict is Verdict.FAILED
    assert found["RUN002"].params["entry"] == EXERCISE
    for code in ("RUN003", "RUN004", "RUN008", "COR001", "COR005"):
        assert found[code].verdict is Verdict.SKIPPED, code
        assert found[code].params["because"] == "RUN002", code


@pytest.mark.parametrize("name", WAITS)
def test_what_may_be_there_waits(tmp_path: Path, tools: Tools, name: str) -> None:
    """Wherever the text leaves a doubt, only a run can tell."""
    evidence, found = graded(tmp_path, tools, {"kadai2.py": WAITS[name]})
    assert found["RUN002"].verdict in {Verdict.WAITING, Verdict.SKIPPED}, found["RUN002"]
    assert not evidence.exercises[0].unwritten


HELPERS = {
    "an imported name": (
        "from more import matmul_cupy\n",
        "from cupy import matmul as matmul_cupy\n",
    ),
    "a star import of an own file": (
        "from more import *\n",
        "import cupy\nmatmul_cupy = cupy.dot\n",
    ),
    "a file that nobody imports": (PYTHON, CUPY + "def matmul_cupy(a, b):\n    return a @ b\n"),
    "a module": ("import more\nmore.f()\n", "import cupy\ndef f():\n    exec('1')\n"),
}


@pytest.mark.parametrize(("main", "more"), HELPERS.values(), ids=HELPERS.keys())
def test_other_files_count(tmp_path: Path, tools: Tools, main: str, more: str) -> None:
    """What another file of the submission offers, or only mentions, is a doubt."""
    _, found = graded(tmp_path, tools, {"kadai2.py": main, "more.py": more})
    assert found["RUN002"].verdict in {Verdict.WAITING, Verdict.SKIPPED}


def test_a_file_of_helpers_that_has_nothing_of_it_changes_nothing(
    tmp_path: Path, tools: Tools
) -> None:
    """Other files alone are no doubt."""
    more = "import numpy\ndef make(n):\n    return numpy.ones((n, n))\n"
    _, found = graded(tmp_path, tools, {"kadai2.py": "import more\n" + PYTHON, "more.py": more})
    assert found["RUN002"].verdict is Verdict.FAILED


@pytest.mark.parametrize(
    "text", ["from cupyx.scipy.signal import convolve2d as conv_cupy\n", PYTHON]
)
def test_an_optional_exercise_that_is_bound_is_not_left_out(
    tmp_path: Path, tools: Tools, text: str
) -> None:
    """A name that no definition bears is there all the same."""
    evidence, _ = graded(tmp_path, tools, {"kadai2.py": text})
    optional = next(one for one in evidence.exercises if one.exercise == "conv_cupy")
    assert bool(optional.waiting) is (text != PYTHON)
