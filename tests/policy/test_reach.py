"""One file, eight exercises: the rule of one is about what its own function reaches."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from grader.model.static import ParseStatus
from grader.policy.question import SourceQuestion
from grader.policy.reading import read_source
from tests.policy.sources import names, script

PYTHON = SourceQuestion(
    allowed=("functools", "matplotlib", "time"),
    whole_program=False,
    entry="matmul_python",
    aliases=("matmul_py",),
    others=("matmul_numpy", "matmul_torch", "matmul_cupy"),
)
LOOPS = (
    "def matmul_python(a, b):\n"
    "    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]\n"
)
NUMPY = "def matmul_numpy(a, b):\n    return np.dot(a, b)\n"
IMPORT = "import numpy as np\n"

INNOCENT = {
    "import for another exercise": IMPORT + LOOPS + NUMPY,
    "several in one import": "import time, numpy as np, torch\n" + LOOPS + NUMPY,
    "from import for another": "from numpy import dot\n" + LOOPS,
    "guarded import": "try:\n    import cupy as cp\nexcept ImportError:\n    cp = None\n" + LOOPS,
    "sweep": IMPORT + LOOPS + "for n in (1, 2):\n    a = np.ones((n, n))\n"
        "    matmul_python(a, a)\n",
    "main": IMPORT + LOOPS + "if __name__ == '__main__':\n"
        "    matmul_python(np.eye(2), np.eye(2))\n",
    "main the other way round": IMPORT + LOOPS + "if '__main__' == __name__:\n    np.eye(2)\n",
    "main imports": LOOPS + "if __name__ == '__main__':\n    import torch\n",
    "annotation": IMPORT + "def matmul_python(a: np.ndarray, b: np.ndarray) -> np.ndarray:\n"
        "    return a\n",
    "same name inside": IMPORT + "def matmul_python(a, b):\n    np = len(a)\n    return [[np]]\n",
    "parameter of that name": IMPORT + "def matmul_python(np, b):\n    return np.dot(b)\n",
    "method beside": IMPORT
    + "class Solver:\n    def matmul_python(self, a, b):\n        return self.loops(a, b)\n"
    + "    def loops(self, a, b):\n        return a\n"
    + "    def matmul_numpy(self, a, b):\n        return np.dot(a, b)\n",
    "method of a class with harmless bases": IMPORT
    + "class Base:\n    def helper(self):\n        return 1\n"
    + "class Solver(Base, Exception):\n    def matmul_python(self, a, b):\n        return a\n"
    + "    def matmul_numpy(self, a, b):\n        return np.dot(a, b)\n",
    "timer around another": IMPORT
    + "import time\ndef timer(f):\n    def inner(*x):\n        return f(*x)\n    return inner\n"
    + "@timer\n" + LOOPS + "@timer\n" + NUMPY,
    "constant beside": IMPORT + "SIZES = np.arange(3)\n"
        "N = 3\n" + LOOPS.replace("sum(", "N and sum("),
    "star import beside": "from numpy import *\n" + LOOPS.replace("sum(", "len("),
    "shadowed module": "import numpy as np\nimport time as np\ndef matmul_python(a, b):\n"
        "    return a\n",
    "alias of the name": IMPORT + LOOPS.replace("matmul_python", "matmul_py") + NUMPY,
    "inner function": IMPORT + "def matmul_python(a, b):\n    def dot(np):\n"
        "        return np\n    return dot(a)\n",
    "lambda": IMPORT + "matmul_python = lambda a, b: [[a[0][0] * b[0][0]]]\n",
    "data of another": IMPORT + "data = np.eye(3)\n" + LOOPS + "def show():\n    print(data)\n",
    "comprehension name": IMPORT + "def matmul_python(a, b):\n    return [np for np in a]\n",
    "class of another": IMPORT + "class Net(np.ndarray):\n    pass\n" + LOOPS,
    "switch at the top": IMPORT + "if np:\n    xp = np\n" + LOOPS,
    "timer that waits for a GPU": "import time\nimport torch\nimport cupy as cp\n"
        "def timer(f):\n    def inner(*x):\n        y = f(*x)\n"
        "        if torch.cuda.is_available():\n            torch.cuda.synchronize()\n"
        "        cp.cuda.Stream.null.synchronize()\n        cp.cuda.Device().synchronize()\n"
        "        return y\n    return inner\n@timer\n" + LOOPS,
    "patched but not mine": IMPORT + LOOPS + "np.dot = None\n",
}  # fmt: skip
REGISTERED = (
    "import functools\n"
    + IMPORT
    + ("@functools.singledispatch\ndef matmul_python(a, b):\n    return a\n")
)
FAST = "def fast(a, b):\n    return np.dot(a, b)\n"
INNOCENT |= {
    "cleared between sizes": "import functools\n" + IMPORT + "@functools.lru_cache\n"
        "def matmul_python(a, b):\n    return a\n@functools.lru_cache\n" + NUMPY
        + "for n in np.arange(3):\n    matmul_python.cache_clear()\n",
    "method that times both": IMPORT + "class Timer:\n    def measure(self, f):\n"
        "        return f\ntimer = Timer()\n@timer.measure\n" + LOOPS + "@timer.measure\n" + NUMPY,
    "list that keeps times": IMPORT + "times = []\ndef matmul_python(a, b):\n"
        "    times.append(1)\n    return times\ntimes.append(np.mean([1]))\n",
    "log for all": IMPORT + "log = open('x')\ndef matmul_python(a, b):\n    log.write(1)\n"
        "    return a\nlog.write(np.eye(3))\n",
    "registered with another": REGISTERED.replace("matmul_python", "show")
        + "@show.register\ndef _(a: np.ndarray):\n    print(a)\n" + LOOPS,
    "annotated and decorated": IMPORT + "def timer(f):\n    return f\n@timer\n"
        "def matmul_python(a: np.ndarray, b: 'np.ndarray'):\n    return a\n",
}  # fmt: skip
GUILTY = {
    "in the function": (
        "def matmul_python(a, b):\n    import numpy as np\n" + "    return np.dot(a, b)\n", ""),
    "at the top": (IMPORT + "def matmul_python(a, b):\n    return np.dot(a, b)\n", ""),
    "from import": ("from numpy import dot\ndef matmul_python(a, b):\n    return dot(a, b)\n", ""),
    "another exercise's function": (IMPORT + NUMPY + "def matmul_python(a, b):\n"
        "    return matmul_numpy(a, b)\n", ""),
    "helper": (IMPORT + "def h(a, b):\n    return np.dot(a, b)\ndef matmul_python(a, b):\n"
        "    return h(a, b)\n", ""),
    "helper of a helper": (
        IMPORT + "def g(a):\n    return np.sum(a)\ndef h(a):\n    return g(a)\n"
        "def matmul_python(a, b):\n    return h(a)\n", ""),
    "method": (
        IMPORT + "class S:\n    def matmul_python(self, a, b):\n        return self.f(a, b)\n"
        "    def f(self, a, b):\n        return np.dot(a, b)\n", ""),
    "constructor": (
        IMPORT + "class S:\n    def __init__(self):\n        self.d = np.dot\n"
        "def matmul_python(a, b):\n    return S().d(a, b)\n", ""),
    "operator of an own class": (
        IMPORT + "class M:\n    def __matmul__(self, o):\n        return np.dot(self, o)\n"
        "def matmul_python(a, b):\n    return M() @ M()\n", ""),
    "base class": (IMPORT + "class M(np.ndarray):\n    pass\ndef matmul_python(a, b):\n"
        "    return M(a)\n", ""),
    "default": (IMPORT + "def matmul_python(a, b, dot=np.dot):\n    return dot(a, b)\n", ""),
    "decorator": (
        IMPORT + "def fast(f):\n    return np.dot\n@fast\ndef matmul_python(a, b):\n"
            "    return a\n", ""),
    "other name": (IMPORT + "dot = np.dot\ndef matmul_python(a, b):\n    return dot(a, b)\n", ""),
    "bound to the name": (IMPORT + "matmul_python = np.dot\n", ""),
    "bound later": (IMPORT + LOOPS + "matmul_python = np.dot\n", ""),
    "star": ("from numpy import *\ndef matmul_python(a, b):\n    return dot(a, b)\n", ""),
    "global made by it": (IMPORT + "K = np.eye(3)\ndef matmul_python(a, b):\n    return K\n", "?"),
    "sum of a star": ("from numpy import *\n" + LOOPS, "?"),
    "value of its class": (
        IMPORT + "class S:\n    sizes = np.arange(3)\n    def matmul_python(self, a, b):\n"
        "        return a\n", "?"),
    "another name in its class": (
        IMPORT + "class S:\n    dot = np.dot\n    def matmul_python(self, a, b):\n"
        "        return self.dot(a, b)\n", ""),
    "one branch": (IMPORT + "def matmul_python(a, b):\n    if len(a) > 9:\n"
        "        return np.dot(a, b)\n    return a\n", "?"),
    "one case": (
        IMPORT + "def any_of(kind, a):\n    match kind:\n        case 'np':\n"
            "            return np.dot(a, a)\n"
        "        case _:\n            return a\n"
        "def matmul_python(a, b):\n    return any_of('py', a)\n", "?"),
    "import in one branch": (
        "def matmul_python(a, b):\n    if a:\n        import numpy\n" + "    return a\n", "?"),
    "only asked for its type": (IMPORT + "def matmul_python(a, b):\n"
        "    return isinstance(a, np.ndarray)\n", "?"),
    "partial": (
        IMPORT + "import functools\nf = functools.partial(np.dot)\n"
            "def matmul_python(a, b):\n    return f(a, b)\n", "?"),
    "names looked up": (IMPORT + "def matmul_python(a, b):\n"
        "    return globals()['np'].dot(a, b)\n", "?"),
    "registered": (
        REGISTERED + "@matmul_python.register\ndef _(a: list, b):\n    return np.dot(a, b)\n", "?"),
    "registered for a type": (
        REGISTERED + "@matmul_python.register(list)\ndef _(a, b):\n    return np.dot(a, b)\n", "?"),
    "registered by a call": (REGISTERED + FAST + "matmul_python.register(list, fast)\n", "?"),
    "registered in a loop": (
        REGISTERED + "for f in [np.dot]:\n    matmul_python.register(list, f)\n", "?"),
    "registered by another name": (
        REGISTERED + "give = matmul_python.register\n@give\ndef _(a: list, b):\n"
            "    return np.dot(a, b)\n", "?"),
    "registered in a class": (
        REGISTERED + "class K:\n    @matmul_python.register\n    def _(a: list, b):\n"
            "        return np.dot(a, b)\n", "?"),
    "registered by a default": (
        REGISTERED + "def k(x=matmul_python.register(list, np.dot)):\n    pass\n", "?"),
    "registered with what it calls": (
        REGISTERED.replace("matmul_python", "inner") + FAST + "inner.register(list, fast)\n"
        "def matmul_python(a, b):\n    return inner(a, b)\n", "?"),
    "kept by an object of a class": (
        IMPORT + "class Kept:\n    def add(self, f):\n        self.f = f\n"
        "    def __call__(self, a, b):\n        return self.f(a, b)\n"
        "kept = Kept()\n@kept.add\n" + FAST
        + "def matmul_python(a, b):\n    return kept(a, b)\n", "?"),
    "kept in a list": (IMPORT + "kept = []\n@kept.append\n" + FAST
        + "def matmul_python(a, b):\n    return kept[0](a, b)\n", "?"),
    "registered with a method": (
        "import functools\n" + IMPORT + "class S:\n    @functools.singledispatchmethod\n"
        "    def matmul_python(self, a, b):\n        return a\n    @matmul_python.register\n"
        "    def _(self, a: list, b):\n        return np.dot(a, b)\n", "?"),
    "text that names a class": (
        REGISTERED + "class E:\n    def __class_getitem__(cls, x):\n        return np.dot\n"
        "def slow(a: 'E[0]', b):\n    return a\nmatmul_python.register(slow)\n", "?"),
}  # fmt: skip
HELPED = {
    "own file, innocent": (
        "from products import matmul_python\n",
        {"products.py": IMPORT + LOOPS + NUMPY},
        []),
    "own file by its name": (
        "import products\ndef matmul_python(a, b):\n    return products.loops(a, b)\n",
        {"products.py": IMPORT + LOOPS.replace("matmul_python", "loops") + NUMPY},
        []),
    "own file by a star": ("from products import *\n", {"products.py": IMPORT + LOOPS + NUMPY}, []),
    "own package": (
        "from lib.products import matmul_python\n",
        {"lib/__init__.py": "", "lib/products.py": IMPORT + LOOPS + NUMPY},
        []),
    "file of another exercise": (
        "import fast\n" + LOOPS + "def matmul_numpy(a, b):\n    return fast.dot(a, b)\n",
        {"fast.py": "from numpy import dot\n"},
        []),
    "broken file of another exercise": (
        "import fast\n" + LOOPS + "def matmul_numpy(a, b):\n    return fast.dot(a, b)\n",
        {"fast.py": "def (\n"},
        []),
    "hidden in an own file": (
        "from products import matmul_python\n",
        {"products.py": IMPORT + "def matmul_python(a, b):\n    return np.dot(a, b)\n"},
        ["POL001 numpy"]),
    "hidden behind two": (
        "import one\ndef matmul_python(a, b):\n    return one.f(a, b)\n",
        {"one.py": "from two import f\n", "two.py": IMPORT + "def f(a, b):\n"
            "    return np.dot(a, b)\n"},
        ["POL001 numpy"]),
    "the file handed on": (
        "import one\ndef matmul_python(a, b):\n    return getattr(one, 'f')(a, b)\n",
        {"one.py": IMPORT + "def f(a, b):\n    return np.dot(a, b)\n"},
        ["POL001 numpy"]),
}  # fmt: skip


@pytest.mark.parametrize("text", ["\"__import__('ctypes')\"", "code", "[print(1)]"])
def test_what_a_registered_function_is_annotated_with_is_evaluated(text: str) -> None:
    """Nobody names the function, and its annotations are run when the file is."""
    code = (
        f"code = 'print(1)'\n{REGISTERED}@matmul_python.register\ndef _(a: {text}, b):\n    pass\n"
    )
    found = names(read_source(script(code), [], PYTHON))
    assert found == ["POL002? functools.singledispatch"]


@pytest.mark.parametrize("code", INNOCENT.values(), ids=INNOCENT)
def test_what_others_use_is_not_mine(code: str) -> None:
    """Nothing is said about imports that the function does not reach."""
    facts = read_source(script(code), [], PYTHON)
    assert facts.status is ParseStatus.OK
    assert names(facts) == []


@pytest.mark.parametrize(("code", "doubt"), GUILTY.values(), ids=GUILTY)
def test_what_the_function_reaches_counts(code: str, doubt: str) -> None:
    """Whatever way leads to NumPy is found; a question mark where it may not be taken."""
    facts = read_source(script(code), [], PYTHON)
    assert f"POL001{doubt} numpy" in names(facts)


@pytest.mark.parametrize(("code", "helpers", "expected"), HELPED.values(), ids=HELPED)
def test_own_files_are_followed_by_name(
    code: str, helpers: Mapping[str, str], expected: list[str]
) -> None:
    """Of another file, too, only what the function reaches counts."""
    facts = read_source(
        script(code), [script(text, name) for name, text in helpers.items()], PYTHON
    )
    assert facts.status is ParseStatus.OK
    assert sorted(set(names(facts))) == expected


def test_libraries_of_each_definition() -> None:
    """Every function has the libraries of others that it reaches."""
    code = (
        "import numpy as np, torch, time\n" + LOOPS + NUMPY
        + "def both(a, b):\n    return torch.mm(a, b), matmul_numpy(a, b)\n"
        + "def timed(a):\n    return time.time()\n"
    )  # fmt: skip
    facts = read_source(script(code), [], PYTHON)
    found = {one.name: one.libraries for one in facts.definitions}
    assert found == {
        "matmul_python": (),
        "matmul_numpy": ("numpy",),
        "both": ("numpy", "torch"),
        "timed": (),
    }
    assert facts.libraries == ()


def test_an_import_that_may_fail_is_not_needed() -> None:
    """A program that is ready for a missing library runs without it; another does not."""
    function = "def matmul_python(a, b):\n    return xp.dot(a, b)\n"
    ready = "try:\n    import cupy as xp\nexcept ImportError:\n    import numpy as xp\n"
    assert read_source(script(ready + function), [], PYTHON).libraries == ("numpy",)
    assert read_source(script("import cupy as xp\n" + function), [], PYTHON).libraries == ("cupy",)
    inside = "def matmul_python(a, b):\n    try:\n        import torch\n"
    inside += "    except Exception:\n        pass\n"
    assert read_source(script(inside), [], PYTHON).libraries == ()


def test_without_a_name_what_suits_the_exercise_counts() -> None:
    """Functions without a telling name are looked at by what they use."""
    code = IMPORT + "def f(a, b):\n    return np.dot(a, b)\ndef g(a, b):\n    return breakpoint()\n"
    assert names(read_source(script(code), [], PYTHON)) == ["POL002 breakpoint"]


NAMELESS = {
    "python": ("", ("def f(a, b):\n    return [[sum(x * y for x, y in zip(r, c)) "
        "for c in zip(*b)] for r in a]\n")),
    "numpy": ("numpy", "import numpy as np\ndef f(a, b):\n    return np.einsum('ij,jk', a, b)\n"),
    "cupy": ("cupy", "import cupy as cp\ndef f(a, b):\n    return cp.dot(a, b)\n"),
    "torch": ("torch", "import torch\ndef f(a, b, n=0):\n    return torch.matmul(a, b)\n"),
    "into the third": ("", ("def f(a, b, c):\n    for i in range(len(a)):\n"
        "        c[i][0] = a[i][0] * b[0][0]\n")),
    "into a list": ("", ("def f(a, b, c):\n    for x, y in zip(a, b):\n"
        "        c.append([x[0] * y[0]])\n")),
}  # fmt: skip
STRANGERS = ("cv2", "multiprocessing", "tkinter", "sys", "os", "argparse", "pandas", "psutil")
DRIVERS = {
    "main": "def main():\n    import {0}\n    print({0}.x, f([[1]], [[2]]))\n",
    "main with what is at the top": "import {0}\ndef main():\n    {0}.use(f([[1]], [[2]]))\n"
        "if __name__ == '__main__':\n    main()\n",
    "main with arguments": "import {0}\ndef main(argv=None):\n    return {0}.x(argv)\nmain()\n",
    "guard": "if __name__ == '__main__':\n    import {0}\n    {0}.use(f([[1]], [[2]]))\n",
    "sizes": "import {0}\ndef bench(n, times):\n    for i in range(times):\n"
        "        {0}.use(f([[n]], [[n]]))\n    return {0}.x * 2\n",
    "measure": "import {0}\ndef measure(f, n):\n    t = {0}.x\n    f([[n]], [[n]])\n"
        "    return ({0}.x - t) * 1000\n",
    "plot": "import {0}\ndef plot(sizes, times):\n    frame = {0}.Frame(sizes, times)\n"
        "    frame.plot()\n    {0}.show()\n",
    "report": "def report(a, b, name):\n    from {0} import show\n    show(name, f(a, b))\n",
}  # fmt: skip


def _nameless(library: str) -> SourceQuestion:
    allowed = (library, "time") if library else ("time",)
    return replace(PYTHON, allowed=allowed, library=library, inputs=2)


@pytest.mark.parametrize("module", STRANGERS)
@pytest.mark.parametrize("driver", DRIVERS.values(), ids=DRIVERS)
def test_what_only_runs_the_function_is_not_it(driver: str, module: str) -> None:
    """What main(), a benchmark or a plot imports is not the exercise's, whatever f is called."""
    for library, function in NAMELESS.values():
        for code in (function + driver.format(module), driver.format(module) + function):
            facts = read_source(script(code), [], _nameless(library))
            assert facts.status is ParseStatus.OK
            assert names(facts) == [], code


@pytest.mark.parametrize("module", STRANGERS)
def test_what_the_nameless_function_imports_counts(module: str) -> None:
    """Without a telling name, too: in it, at the top for it, or in what it calls."""
    inside = "def f(a, b):\n    import {0}\n    return {0}.dot(a, b)\n"
    above = "import {0}\ndef f(a, b):\n    return {0}.dot(a, b)\n"
    below = "import {0}\ndef f(a, b):\n    return main()\ndef main():\n    return {0}.x\n"
    three = "import {0}\ndef f(a, b, c):\n    c[0][0] = {0}.dot(a, b)\n"
    for code in (inside, above, below, three):
        for driver in ("", "def main():\n    f([[1]], [[2]])\n"):
            facts = read_source(script((code + driver).format(module)), [], _nameless(""))
            assert f"POL001 {module}" in names(facts), code


def test_a_main_alone_is_no_function_to_grade() -> None:
    """Where nothing else is there, nothing is accused: that no function was found is said."""
    code = "def main():\n    import cv2\n    return cv2.x\nmain()\n"
    assert names(read_source(script(code), [], _nameless(""))) == []


def test_a_broken_file_that_is_reached_is_told() -> None:
    """What the function needs has to be readable."""
    facts = read_source(
        script("import h\ndef matmul_python(a, b):\n    return h.f(a, b)\n"),
        [script("def (\n", "h.py")],
        PYTHON,
    )
    assert facts.status is ParseStatus.SYNTAX_ERROR


CANDIDATES = (
    "import numpy as np\nfrom scipy.signal import correlate2d\n"
    "def seki(a, b):\n    return np.dot(a, b)\n"
    "def hansha(x, w):\n    return correlate2d(x, w, mode='valid')\n"
)
HELPER = (
    "import numpy as np\nfrom scipy.signal import correlate2d\n"
    "def seki(a, b):\n    return tetsudai(a, b)\n"
    "def tetsudai(x, w):\n    return np.array(correlate2d(x, w, mode='valid'))\n"
)


def _certainties(code: str, entry: str) -> set[str]:
    facts = read_source(script(code), [], replace(_nameless("numpy"), entry=entry))
    return {one.certainty.value for one in facts.uses}


def test_what_only_one_of_several_candidates_uses_is_no_proof() -> None:
    """Nobody knows yet which of them is meant; of what all of them reach everybody does."""
    assert _certainties(CANDIDATES, "matmul_numpy") == {"unsure"}
    assert _certainties(CANDIDATES, "seki") == set()
    assert _certainties(CANDIDATES, "hansha") == {"sure"}
    assert _certainties(HELPER, "matmul_numpy") == {"sure"}
