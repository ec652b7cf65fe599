"""A program is executed whole where possible, else only its definitions."""

import numpy as np
import pytest

from grader.model.calling import Convention, Target
from grader.model.course import Limits
from grader.model.run import LoadMode, RunStatus
from grader.sandbox import Sandbox
from tests.sandbox.places import RIGHT, exercise, started
from tests.sandbox.products import multiplies

SHORT = Limits(load_seconds=0.5, call_seconds=2, cpu_seconds=4, output_bytes=2_000)


def test_a_program_that_loads_is_executed_whole(sandbox: Sandbox) -> None:
    """Top-level code that ends is executed, and the function may use what it made."""
    source = "table = {}\ntable['n'] = 3\n" + RIGHT
    with started(sandbox, source) as (program, session):
        assert program.mode is LoadMode.WHOLE
        assert program.whole_load is None
        assert multiplies(session)


TOP_LEVEL = {
    "n = int(input('size: '))": RunStatus.RUNTIME_ERROR,
    "raise SystemExit": RunStatus.RUNTIME_ERROR,
    "import sys\nsys.exit(0)": RunStatus.RUNTIME_ERROR,
    "while True: pass": RunStatus.TIMEOUT,
    "while True: print('timing ...' * 99)": RunStatus.OUTPUT,
    "import os\nos._exit(0)": RunStatus.SIGNAL,
    "print(undefined)": RunStatus.RUNTIME_ERROR,
    "raise ValueError('\\ud800')": RunStatus.RUNTIME_ERROR,  # half a letter is no tampering
}


@pytest.mark.parametrize("top", TOP_LEVEL)
def test_top_level_trouble_does_not_stop_the_function(sandbox: Sandbox, top: str) -> None:
    """The definitions are graded, and how the whole program ended is kept."""
    with started(sandbox, RIGHT + top, "os", "sys", limits=SHORT) as (program, session):
        assert program.mode is LoadMode.DEFINITIONS
        assert program.whole_load is not None
        assert program.whole_load.status is TOP_LEVEL[top]
        assert session.load.status is RunStatus.OK
        assert multiplies(session)


def test_what_the_function_needs_is_assigned_where_it_can_be(sandbox: Sandbox) -> None:
    """An object made at the top level is there although the line beside it cannot work."""
    source = """
class Tool:
    def times(self, x, y):
        return x * y
tool = Tool()
n = int(input())
table = [n] * n
ZERO = len([])
def matmul(a, b):
    n = len(a)
    return [[sum(tool.times(a[i][k], b[k][j]) for k in range(n)) + ZERO
             for j in range(n)] for i in range(n)]
"""
    with started(sandbox, source) as (program, session):
        assert program.mode is LoadMode.DEFINITIONS
        assert multiplies(session)


def test_a_long_assignment_is_left_out(sandbox: Sandbox) -> None:
    """When even the assignments run over, constants and definitions remain."""
    source = RIGHT + "def wait():\n    while True: pass\nresult = wait()\n"
    with started(sandbox, source, limits=SHORT) as (program, session):
        assert program.mode is LoadMode.DEFINITIONS
        assert multiplies(session)


def test_a_program_can_be_restricted_to_its_definitions(sandbox: Sandbox) -> None:
    """A name that the top level overwrites is the function again."""
    with started(sandbox, RIGHT + "matmul = matmul([[1]], [[2]])\n") as (program, session):
        session.close()
        program.restrict()
        again = program.start()
        assert program.mode is LoadMode.DEFINITIONS
        assert multiplies(again)
        again.close()


def test_definitions_keep_constants_aliases_and_guarded_imports(sandbox: Sandbox) -> None:
    """What the function needs of the top level is there; nothing else was executed."""
    source = """
try:
    import time as clock
except ImportError:
    clock = None
N, ZERO = 3, 0
SIZE = 2
HALF = SIZE * -1
if SIZE > 1:
    def add(x, y):
        return x + y
class Shape:
    rows = 2
plus = add
print(missing_name)
def matmul(a, b):
    assert clock and HALF == -2 and Shape.rows == 2
    return [[plus(a[0][0], SIZE)]]
"""
    with started(sandbox, source.replace("N, ZERO", "N = 3; M, ZERO"), "time") as (
        program,
        session,
    ):
        assert program.mode is LoadMode.DEFINITIONS
        assert session.load.status is RunStatus.OK


def test_a_program_without_any_sense_says_so_twice(sandbox: Sandbox) -> None:
    """When even the definitions fail, both records are there."""
    with started(sandbox, "def f(x=missing):\n    pass\n") as (program, session):
        assert session.load.status is RunStatus.RUNTIME_ERROR
        assert program.whole_load is not None
        assert program.whole_load.traceback is not None
        assert program.whole_load.traceback.type == "NameError"


def test_the_second_start_knows_the_mode(sandbox: Sandbox) -> None:
    """A fresh child of the same program does not pay for the long top level again."""
    with started(sandbox, RIGHT + "while True: pass\n", limits=SHORT) as (program, session):
        session.close()
        again = program.start()
        assert again.load.wall_seconds < SHORT.load_seconds
        assert multiplies(again)
        again.close()


def test_helper_files_are_imported_as_beside_a_script(sandbox: Sandbox) -> None:
    """Modules, names of modules and names like the library's come from the student's folder."""
    source = """
import tools
from calc import times as product
import queue
def matmul(a, b):
    assert queue.MINE and tools.add(1, 2) == 3
    return product(a, b)
"""
    helpers = {
        "tools.py": "import calc\nadd = lambda x, y: x + y\n",
        "calc.py": RIGHT + "times = matmul\n",
        "queue.py": "MINE = True\n",
    }
    with started(sandbox, source, helpers=helpers) as (_, session):
        assert session.load.status is RunStatus.OK
        assert multiplies(session)


def test_packages_and_relative_imports_work(sandbox: Sandbox) -> None:
    """A folder with or without __init__.py is a package."""
    files = {
        "work/kadai1.py": "from linear.product import matmul\nimport plain.extra as extra\n",
        "work/linear/__init__.py": "",
        "work/linear/product.py": "from .kernel import matmul\nfrom . import kernel\n",
        "work/linear/kernel.py": RIGHT,
        "work/plain/extra.py": "X = 1\n",
        "other/kadai1.py": "raise ValueError\n",
    }
    program = sandbox.open_program("work/kadai1.py", files, exercise())
    session = program.start()
    assert session.load.status is RunStatus.OK, session.load
    assert multiplies(session)
    session.close()


def test_what_is_not_allowed_is_not_there(sandbox: Sandbox) -> None:
    """An import outside the list fails in a `try` as if the module did not exist."""
    source = "try:\n    import random\nexcept ImportError as error:\n    said = str(error)\n"
    source += "assert 'random' in said\n"
    with started(sandbox, source + RIGHT, "time") as (program, session):
        assert program.whole_load is None
        assert multiplies(session)


NOT_TOUCHED = """
import cv2, time
import numpy as np
import japanize_matplotlib
from PIL import Image, ImageOps
from numba import *
if time:
    from random import random as draw
"""


def test_what_a_function_never_touches_keeps_nobody_from_loading_it(sandbox: Sandbox) -> None:
    """A plain import at the top gives what may be there and not be used."""
    import numpy as np

    source = NOT_TOUCHED + RIGHT + "def other(a, b):\n    return np.dot(a, b)\n"
    with started(sandbox, source, "time") as (program, session):
        assert program.whole_load is None
        assert multiplies(session)
        array = np.eye(2)
        other = Target(name="other", convention=Convention.AB)
        error = session.call(other, [array, array]).run.traceback
        assert error is not None
        assert (error.type, error.frames[-1][2]) == ("ImportError", "other")
        assert error.message == "'numpy' may not be used in this exercise (numpy.dot)"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import cv2\nx = cv2.imread('a.png')\n", "'cv2' is not here"),
        ("import numpy as np\nnp.zeros(3)\n", "'numpy' may not be used in this exercise"),
        ("def f():\n    import numpy\nf()\n", "No module named 'numpy' in this exercise"),
        ("from numpy import *\nzeros(3)\n", "name 'zeros' is not defined"),
    ],
)
def test_what_is_not_there_cannot_be_used(sandbox: Sandbox, source: str, message: str) -> None:
    """Then the program as a whole has failed, by name and line."""
    with started(sandbox, source + RIGHT, "cv2") as (program, session):
        assert program.whole_load is not None
        assert program.whole_load.traceback is not None
        assert program.whole_load.traceback.message.startswith(message)
        assert multiplies(session)


def test_what_comes_with_an_allowed_module_is_there(sandbox: Sandbox) -> None:
    """mpl_toolkits is part of matplotlib; others only give its plots Japanese letters."""
    source = "from mpl_toolkits.mplot3d import Axes3D\nimport matplotlib_fontja\n" + RIGHT
    source = "import japanize_matplotlib as j\nj.japanize(size=j.FONT_NAME + '')\n" + source
    source = "import matplotlib_fontja as f\nf.get_font_ttf_path().endswith(f.FONT_TTF)\n" + source
    source = "import matplotlib_fontja as f\nf.get_font_path() + '/' + f.FONT_TTF\n" + source
    with started(sandbox, source, "matplotlib") as (program, session):
        assert program.whole_load is None
        assert multiplies(session)


STANDS = """
def matmul(a, b):
    i = 0
    while i < len(a):
        b[0][0] = 1
    return a
"""
WRITES = """
def fill(c):
    c[0][1] = 7
def matmul(a, b):
    c = b
    for i in range(3):
        a[0][0] = a[0][0]
    fill(c)
    return c
"""
PAIR = [np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])]
MATMUL = Target(name="matmul", convention=Convention.AB)
WATCHED = Target(name="matmul", convention=Convention.AB, watched=True)


def test_a_program_that_does_not_end_says_where_it_stood(sandbox: Sandbox) -> None:
    """A line of the loop, of the file that was sent."""
    with started(sandbox, STANDS, limits=SHORT) as (_, session):
        run = session.call(MATMUL, PAIR).run
        assert run.status is RunStatus.TIMEOUT
        assert run.stood in {("kadai1.py", 4), ("kadai1.py", 5)}


@pytest.mark.parametrize("place", [(0, 0), (0, 99), (7, 1), (2**64 - 1, 2**32 - 1)])
def test_a_place_that_is_none_is_not_believed(sandbox: Sandbox, place: tuple[int, int]) -> None:
    """Neither another file nor a line that the file does not have."""
    file, line = place
    forged = "import os, struct\n" + RIGHT.replace(
        "    n = len(a)\n",
        f"    n = len(a)\n    note = struct.pack('<4sIQ', b'GRDL', {line}, {file})\n"
        "    for wire in range(3, 20):\n        try:\n            os.write(wire, note)\n"
        "        except OSError:\n            pass\n    while True:\n        pass\n",
        1,
    )
    with started(sandbox, forged, "os", "struct", limits=SHORT) as (_, session):
        run = session.call(MATMUL, PAIR).run
        assert run.status in {RunStatus.TIMEOUT, RunStatus.PROTOCOL}
        assert run.stood is None


def test_the_line_that_writes_into_an_input_is_found(sandbox: Sandbox) -> None:
    """Where the number changes, not where it is written over by itself."""
    with started(sandbox, WRITES) as (_, session):
        assert session.call(WATCHED, PAIR).writes == ("kadai1.py", 3)
        assert session.call(MATMUL, PAIR).writes is None
    with started(sandbox, RIGHT) as (_, session):
        assert session.call(WATCHED, PAIR).writes is None
