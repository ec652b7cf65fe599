"""One file, eight exercises: the rule of one is about what its own function reaches."""

from collections.abc import Iterator
from itertools import cycle, product

from msgspec.structs import replace

from grader.model.course import Backend, Exercise, Scope
from grader.model.static import ParseStatus
from grader.source.question import SourceQuestion
from grader.source.reading import read_source
from tests import corpora
from tests.corpora import Row
from tests.source.judged import INNOCENT, codes, compared
from tests.source.sources import names, script

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

MATMUL = Exercise(
    id="matmul_python",
    operation="matmul",
    backend=Backend.PYTHON,
    entry=PYTHON.entry,
    aliases=PYTHON.aliases,
    others=PYTHON.others,
    allowed_imports=PYTHON.allowed,
    scope=Scope.FUNCTION,
)


def test_what_the_function_reaches() -> None:
    """What others use is not its own; whatever way leads to NumPy counts, also by own files."""

    def answered(row: Row) -> str:
        return codes(row.program, row.given.get("helpers", {}), MATMUL)

    corpora.hold("reach", answered, outcome=compared)


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
IMPORTED = {
    "inside": "def f(a, b):\n    import {0}\n    return {0}.dot(a, b)\n",
    "at the top": "import {0}\ndef f(a, b):\n    return {0}.dot(a, b)\n",
    "in main that it calls": "import {0}\ndef f(a, b):\n    return main()\n"
        "def main():\n    return {0}.x\n",
    "into the third": "import {0}\ndef f(a, b, c):\n    c[0][0] = {0}.dot(a, b)\n",
}  # fmt: skip


def _nameless(library: str) -> SourceQuestion:
    allowed = (library, "time") if library else ("time",)
    return replace(PYTHON, allowed=allowed, library=library, inputs=2)


def nameless() -> Iterator[Row]:
    """Programs without a telling name: what runs the function imports something, or it itself."""
    strangers = cycle(STRANGERS)
    for (of, driver), (what, (library, function)) in product(DRIVERS.items(), NAMELESS.items()):
        run = driver.format(next(strangers))
        yield _row(f"{of}, below {what}", INNOCENT, function + run, library)
        yield _row(f"{of}, above {what}", INNOCENT, run + function, library)
    for (way, code), run in product(IMPORTED.items(), ("", "def main():\n    f([[1]], [[2]])\n")):
        program = (code + run).format(next(strangers))
        yield _row(f"{way}{', run by main' * bool(run)}", "POL001", program, "")


def _row(name: str, label: str, program: str, library: str) -> Row:
    return Row(name=name, label=label, program=program, given={"library": library})


def test_what_only_runs_the_function_is_not_it() -> None:
    """What main(), a benchmark or a plot imports is not the exercise's, whatever f is called."""

    def answered(row: Row) -> str:
        library = row.given["library"]
        backend = Backend(library or "python")
        allowed = tuple(filter(None, (library, "time")))
        return codes(row.program, {}, replace(MATMUL, backend=backend, allowed_imports=allowed))

    corpora.hold("nameless", answered, rows=nameless(), outcome=compared)


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
