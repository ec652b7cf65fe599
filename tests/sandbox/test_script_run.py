"""A whole program is run as its author runs it, and what it showed comes home."""

import pytest

from grader.model.calling import ValueKind
from grader.model.run import RunStatus
from grader.sandbox import Sandbox
from tests.sandbox.places import RIGHT, exercise
from tests.sandbox.products import multiplies
from tests.sandbox.running import rows, run_script

GLOBALS = """
n = 2
x = [[1, 2], [3, 4]]
y = [[5, 6], [7, 8]]
z = [[0 for _ in range(n)] for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
"""
Z = [[19, 22], [43, 50]]


def test_the_global_matrices_of_a_plain_script_come_home(sandbox: Sandbox) -> None:
    """A script of loops over globals leaves its matrices, with names, shapes and numbers."""
    whole = run_script(sandbox, GLOBALS)
    assert whole.run.run.status is RunStatus.OK, whole.run
    assert [rows(whole.values[name]) for name in "xyz"] == [[[1, 2], [3, 4]], [[5, 6], [7, 8]], Z]
    assert {(one.name, one.shape, one.container, one.elements) for one in whole.run.matrices} == {
        (name, (2, 2), "list of list", "int") for name in "xyz"
    }
    assert not whole.run.cut
    assert (whole.run.answers, whole.run.output, whole.run.plots) == ((), "", ())


INPUTS = {
    "n = int(input('size: '))\n": ("3",),
    "n, m = list(map(int, input().split()))\n": ("3 4",),
    "import sys\nn = int(sys.stdin.readline())\n": ("3",),
    "import sys\nfor line in sys.stdin:\n    n = int(line)\n": ("2", "3"),
    "import sys\nn = int(sys.stdin.buffer.readline())\n": ("3",),
}


@pytest.mark.parametrize("source", INPUTS)
def test_input_gets_the_answers_in_order(sandbox: Sandbox, source: str) -> None:
    """Sizes that a program asks for are answered, and what was taken is told."""
    whole = run_script(sandbox, source + "x = [[0] * n] * n\nprint('made', n)\n", *INPUTS[source])
    assert whole.run.run.status is RunStatus.OK, whole.run
    assert whole.values["x"].shape == (3, 3)
    assert whole.run.answers == INPUTS[source]
    assert whole.run.output.endswith("made 3\n")


def test_only_what_was_taken_is_told(sandbox: Sandbox) -> None:
    """An answer that nobody asked for is none; a prompt is printed."""
    whole = run_script(sandbox, "n = int(input('行列のサイズ: '))\n", "4", "5", "6")
    assert whole.run.answers == ("4",)
    assert whole.run.output == "行列のサイズ: "


def test_after_the_last_answer_the_input_has_ended(sandbox: Sandbox) -> None:
    """The second input() raises EOFError, as with a closed terminal, and the rest is there."""
    source = "print('first')\na = [[1, 2], [3, 4]]\nn = input()\nm = input()\n"
    whole = run_script(sandbox, source, "8")
    traceback = whole.run.run.traceback
    assert whole.run.run.status is RunStatus.RUNTIME_ERROR
    assert traceback is not None
    assert (traceback.type, traceback.lines) == ("EOFError", ("m = input()",))
    assert (whole.run.answers, whole.run.output) == (("8",), "first\n")
    assert rows(whole.values["a"]) == [[1, 2], [3, 4]]


def test_what_is_printed_comes_home(sandbox: Sandbox) -> None:
    """A table of sizes and times stays, in order, with what went to the other stream."""
    source = (
        "import sys\nfor n in (64, 128):\n    print(n, n / 1000, 's')\nprint('終', file=sys.stderr)"
    )
    assert run_script(sandbox, source).run.output == "64 0.064 s\n128 0.128 s\n終\n"


PLOTS = """
import matplotlib.pyplot as plt
from matplotlib import pyplot
sizes, times = [10, 20, 40], [0.1, 0.8, 6.4]
plt.plot(sizes, times, label='ijk')
plt.xlabel('n')
plt.savefig('graph.png')
plt.show()
plt.figure()
plt.loglog(sizes, times)
plt.show()
"""


def test_what_is_plotted_comes_home(sandbox: Sandbox) -> None:
    """Every series, of every figure."""
    first, second = run_script(sandbox, PLOTS).run.plots
    assert (first.kind, first.x, first.y) == ("plot", (10, 20, 40), (0.1, 0.8, 6.4))
    assert (first.label, first.xlabel, second.xscale) == ("ijk", "n", "log")


CLASS = """
class Matrix:
    def __init__(self, data):
        self.data, self.n = data, len(data)
    def __matmul__(self, other):
        n = range(self.n)
        return Matrix([[sum(self.data[i][k] * other.data[k][j] for k in n) for j in n] for i in n])
a, b = Matrix([[1, 2], [3, 4]]), Matrix(((5.0, 6.0), (7.0, 8.0)))
c = a @ b
"""


def test_matrices_inside_objects_come_home(sandbox: Sandbox) -> None:
    """One level of the student's own objects is looked into."""
    whole = run_script(sandbox, CLASS)
    assert set(whole.values) == {"a.data", "b.data", "c.data"}
    assert rows(whole.values["c.data"]) == Z
    assert whole.values["b.data"].container == "tuple of tuple"


def test_it_is_the_main_program(sandbox: Sandbox) -> None:
    """What stands under `if __name__ == "__main__"` is run, with its own name as argument."""
    source = """
import sys, timeit
from tools import one
def main():
    global seen
    seen = [[len(sys.argv), one], [__import__('__main__').one, 4]]
    print(sys.argv[0], __file__.rpartition('/')[2])
    assert timeit.timeit('main', 'from __main__ import main', number=1) >= 0
if __name__ == "__main__":
    main()
"""
    whole = run_script(sandbox, source, helpers={"tools.py": "one = 1\n"})
    assert whole.run.run.status is RunStatus.OK, whole.run
    assert rows(whole.values["seen"]) == [[1, 1], [1, 4]]
    assert whole.run.output == "kadai1.py kadai1.py\n"


def test_what_is_not_allowed_is_not_there(sandbox: Sandbox) -> None:
    """The rule for imports is the one of every other run."""
    whole = run_script(sandbox, "import numpy\nprint('begun')\nnumpy.zeros(3)\n")
    traceback = whole.run.run.traceback
    assert traceback is not None
    assert (traceback.type, traceback.lines) == ("ImportError", ("numpy.zeros(3)",))
    assert whole.run.output == "begun\n"


LONG = """
import matplotlib.pyplot as plt
x = [[1, 2], [3, 4]]
plt.plot([1, 2], [3, 4])
print('begun', end='')
"""
WAITS = {
    "a loop": "while True: pass\n",
    "a sleep": "import time\ntime.sleep(60)\n",
    "a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n",
    "a loop that catches everything": "while True:\n    try:\n        for i in range(10**9): pass\n"
    "    except: pass\n",
    "a loop that goes on after the end": "try:\n    while True: pass\nfinally:\n"
    "    while True: pass\n",
    "a failing end": "try:\n    while True: pass\nexcept BaseException:\n    raise ValueError\n",
}


@pytest.mark.parametrize("wait", WAITS)
def test_a_long_program_is_cut_and_what_it_showed_is_kept(sandbox: Sandbox, wait: str) -> None:
    """When the time is up there are the output, the graph and the variables of until then."""
    whole = run_script(sandbox, LONG + WAITS[wait], seconds=0.5)
    assert whole.run.cut
    assert whole.run.run.status is RunStatus.OK
    assert whole.run.output == "begun"
    assert len(whole.run.plots) == 1
    assert rows(whole.values["x"]) == [[1, 2], [3, 4]]


def test_an_exception_half_way_leaves_the_first_half(sandbox: Sandbox) -> None:
    """The traceback has the student's own lines; what was there before is there."""
    whole = run_script(sandbox, LONG + "def f():\n    return x[9]\nf()\n")
    run = whole.run.run
    assert run.status is RunStatus.RUNTIME_ERROR
    assert run.traceback is not None
    assert run.traceback.frames == (("kadai1.py", 8, "<module>"), ("kadai1.py", 7, "f"))
    assert run.traceback.lines == ("f()", "return x[9]")
    assert (whole.run.output, len(whole.run.plots), len(whole.values)) == ("begun", 1, 1)


EXITS = {
    "import sys\nsys.exit()": RunStatus.OK,
    "import sys\nsys.exit(0)": RunStatus.OK,
    "exit()": RunStatus.OK,
    "raise SystemExit": RunStatus.OK,
    "quit(1)": RunStatus.RUNTIME_ERROR,
    "import sys\nsys.exit('no')": RunStatus.RUNTIME_ERROR,
}


@pytest.mark.parametrize("leave", EXITS)
def test_leaving_early_is_no_mistake(sandbox: Sandbox, leave: str) -> None:
    """exit() is an end like others, unless the program says that something went wrong."""
    whole = run_script(sandbox, f"{LONG}{leave}\nx = None\n")
    assert whole.run.run.status is EXITS[leave]
    assert (len(whole.values), len(whole.run.plots)) == (1, 1)


def test_its_threads_are_waited_for(sandbox: Sandbox) -> None:
    """As an interpreter does, unless they are daemons."""
    source = """
import threading, time
x = [[0, 0], [0, 0]]
def work(i):
    time.sleep(0.05)
    x[i][i] = 1
for i in range(2):
    threading.Thread(target=work, args=(i,)).start()
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
"""
    whole = run_script(sandbox, source)
    assert (whole.run.run.status, whole.run.cut) == (RunStatus.OK, False)
    assert rows(whole.values["x"]) == [[1, 0], [0, 1]]


FILES = """
import os
print(open('kadai1.py').read()[:10].strip(), open('tools.py').read().strip())
with open('times.csv', 'w') as out:
    out.write('64,0.1')
try:
    os.mkdir('out')
    open('out/log.txt', 'w').close()
    os.symlink('/etc/passwd', 'link')
except PermissionError:
    pass
"""


def test_it_finds_its_files_and_what_it_makes_is_listed(sandbox: Sandbox) -> None:
    """The folder holds the program's own texts; new files are told by name and size."""
    if sandbox.facts()["rung"] == "B":
        pytest.skip("without namespaces there is no folder to write in")
    whole = run_script(sandbox, FILES, helpers={"tools.py": "ONE = 1\n"})
    assert whole.run.run.status is RunStatus.OK, whole.run
    assert whole.run.output == "import os ONE = 1\n"
    folders = sandbox.facts()["rung"] in ("C", "D")  # elsewhere the folder is a flat one
    assert set(whole.run.files) == {("times.csv", 6), *((("out/log.txt", 0),) * folders)}


def test_the_folder_is_that_of_the_main_file(sandbox: Sandbox) -> None:
    """As when it is run where it lies; files elsewhere are not there."""
    if sandbox.facts()["rung"] == "B":
        pytest.skip("without namespaces there is no folder to write in")
    files = {
        "a/kadai1.py": "import os, parts.b\nprint(sorted(os.listdir())[:2])\n",
        "a/data.py": "",
        "a/parts/b.py": "",
        "c/other.py": "",
    }
    whole = sandbox.open_program("a/kadai1.py", files, exercise("os")).run_script((), 5.0)
    assert whole.run.output == "['data.py', 'kadai1.py']\n", whole.run


def test_every_run_is_in_a_fresh_child(sandbox: Sandbox) -> None:
    """Nothing is left of the run before, and functions can still be called elsewhere."""
    source = RIGHT + "import math\nfresh = [[hasattr(math, 'mine'), 0]] and [[0, 0]]\n"
    source += "print(hasattr(math, 'mine'))\nmath.mine = 1\n"
    program = sandbox.open_program("k.py", {"k.py": source}, exercise("math"))
    assert [program.run_script((), 5.0).run.output for _ in range(2)] == ["False\n"] * 2
    session = program.start()
    assert multiplies(session)
    session.close()


def test_values_are_plain_matrices(sandbox: Sandbox) -> None:
    """Vectors, ragged nests, cubes and tables of words are left out; so is a second name."""
    source = """
v = [1, 2]
ragged = [[1, 2], [3]]
cube = [[[1]]]
words = [['a', 'b']]
mixed = [[1, 'b']]
empty = [[]]
a = [[1, 2.5]]
b = a
"""
    whole = run_script(sandbox, source)
    assert set(whole.values) == {"a"}
    assert whole.values["a"].kind is ValueKind.MATRIX
    assert whole.values["a"].dtype == "<f8"
