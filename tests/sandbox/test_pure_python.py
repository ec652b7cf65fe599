"""A child for pure Python loads no machine code, and right programs notice nothing of that."""

import ast
import importlib.util
import sys
import textwrap
from pathlib import Path

import pytest

from grader.sandbox import Sandbox
from grader.sandbox.standard import HARMLESS, importable
from tests.sandbox.places import RIGHT, started
from tests.sandbox.products import multiplies

# What programs use of the standard library that is compiled, or is loaded when it is used first.
USES = {
    "array": "assert array.array('d', [1, 2])[1] == 2",
    "bisect": "assert bisect.bisect([1, 2, 3], 2) == 2",
    "cmath": "assert cmath.sqrt(-1) == 1j",
    "concurrent.futures": """
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    assert list(pool.map(abs, [-1, -2])) == [1, 2]""",
    "csv": "assert list(csv.reader(['1,2'])) == [['1', '2']]",
    "datetime": "assert datetime.date(2025, 4, 1).strftime('%A') == 'Tuesday'",
    "decimal": "assert decimal.Decimal('0.1') * 3 == decimal.Decimal('0.3')",
    "fractions": "assert fractions.Fraction(1, 3) * 3 == 1",
    "hashlib": "assert len(hashlib.sha256(b'').digest()) == len(hashlib.sha3_256(b'').digest())",
    "heapq": "assert heapq.nsmallest(1, [2, 1]) == [1]",
    "json": "assert json.loads(json.dumps([1.5])) == [1.5]",
    "locale": "locale.setlocale(locale.LC_ALL, 'C')",
    "lzma": "assert lzma.decompress(lzma.compress(b'x')) == b'x'",
    "math": "assert math.fsum([0.1] * 10) == 1",
    "matplotlib.pyplot": "matplotlib.pyplot.plot([1, 2])\nmatplotlib.pyplot.savefig('a.png')",
    "multiprocessing": "assert multiprocessing.cpu_count() > 0",
    "pickle": "assert pickle.loads(pickle.dumps([1])) == [1]",
    "random": "random.seed(1)\nassert 0 <= random.random() < 1 and random.gauss(0, 1) < 99",
    "re": "assert re.sub(r'(a+)b', r'\\1', 'aab') == 'aa'",
    "sqlite3": "assert sqlite3.connect(':memory:').execute('select 1').fetchone() == (1,)",
    "statistics": "assert statistics.NormalDist(0, 1).cdf(0) == 0.5",
    "struct": "assert struct.pack('<d', 1.0)[-1] == 0x3F",
    "threading": """
results, left = [], threading.Event()
def work(n):
    results.append(sum(range(n)))
    if n % 2:
        raise SystemExit
    left.wait(1)
threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for thread in threads: thread.start()
left.set()
for thread in threads: thread.join()
assert sorted(results) == [0, 0, 1, 3]""",
    "timeit": "assert timeit.timeit(lambda: 1, number=2) >= 0",
    "unicodedata": "assert unicodedata.normalize('NFKC', 'Ａ') == 'A'",
    "zlib": "assert zlib.decompress(zlib.compress(b'x')) == b'x'",
    "zoneinfo": "zoneinfo.available_timezones()",
}
PROGRAM = """
def use_{name}():
    import {module}
{body}
"""


# These come with the whole of the standard library; the others are there without it.
WIDE = {"lzma", "multiprocessing", "pickle", "sqlite3", "zoneinfo"}


@pytest.mark.parametrize("left_out", [set(), WIDE - {"lzma"}], ids=["wide", "narrow"])
def test_the_standard_library_works(sandbox: Sandbox, left_out: set[str]) -> None:
    """What was loaded beforehand, and what is found later, is there for whoever imports it."""
    names = {module: module.replace(".", "_") for module in USES if module not in left_out}
    uses = [
        PROGRAM.format(name=name, module=module, body=textwrap.indent(USES[module].strip(), "    "))
        for module, name in names.items()
    ]
    calls = "".join(f"use_{name}()\n" for name in names.values())
    allowed = {"time", *(module.partition(".")[0] for module in names)}
    with started(sandbox, "".join(uses) + calls + RIGHT, *allowed) as (program, session):
        assert program.whole_load is None, program.whole_load
        assert multiplies(session)


def test_who_may_use_ctypes_has_it(sandbox: Sandbox) -> None:
    """An exercise that allows it is none for pure Python."""
    source = "import ctypes\nctypes.CDLL(None).getpid()\n" + RIGHT
    with started(sandbox, source, "ctypes") as (program, session):
        assert program.whole_load is None, program.whole_load
        assert multiplies(session)


# What the harmless modules import only when they are used, and no innocent program makes them do.
NEVER_ASKED_FOR = {
    *(("base64", "getopt"), ("timeit", "getopt"), ("quopri", "getopt")),  # as commands
    *(("difflib", "doctest"), ("heapq", "doctest"), ("json", "pathlib")),  # the same
    *(("shutil", "tarfile"), ("shutil", "zipfile"), ("shutil", "grp")),  # archives, owners
    *(("timeit", "gc"), ("inspect", "importlib"), ("types", "_socket")),  # before the door is shut
    ("warnings", "tracemalloc"),  # only tried
    *(("weakref", "gc"), ("hashlib", "logging")),  # when the interpreter ends, or is not whole
}


def test_harmless_modules_import_only_harmless_ones() -> None:
    """Nothing of them stops working because what it imports late is absent."""
    harmless = {*HARMLESS.split()}
    late = {(module, name) for module in harmless for name in _imported_by(module) - harmless}
    assert late <= NEVER_ASKED_FOR


def _imported_by(module: str) -> set[str]:
    spec = importlib.util.find_spec(module)
    if spec is None or not str(spec.origin).endswith(".py"):
        return set()  # compiled, or of another version of Python
    folder = Path(str(spec.origin)).parent
    files = folder.rglob("*.py") if spec.submodule_search_locations else [Path(str(spec.origin))]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_bytes()))]
    asked = {alias.name for one in nodes if isinstance(one, ast.Import) for alias in one.names}
    asked |= {str(one.module) for one in nodes if isinstance(one, ast.ImportFrom) and not one.level}
    return {name.partition(".")[0] for name in asked} & sys.stdlib_module_names


def test_what_does_harm_comes_only_when_it_is_allowed() -> None:
    """The course's pure exercises are narrow, and no exercise without ctypes gets it."""
    harm = {"_ctypes", "ctypes", "_testcapi", "mmap", "_sqlite3", "importlib", "gc", "marshal"}
    assert harm.isdisjoint(importable(["time", "matplotlib", "random", "timeit", "concurrent"]))
    assert harm & {*importable(["sqlite3"])} == harm - {"_ctypes", "ctypes", "_testcapi"}
    assert "_tkinter" in importable(["tkinter"])
    assert "_tkinter" not in importable(["sqlite3"])
