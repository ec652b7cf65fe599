"""Programs written against the import rule and the graded call, put through `grader grade`."""

import json
from pathlib import Path

from tests.commands.conftest import Say

# Names that only a run knows: the rule can do no more than doubt, and the wall has to hold.
HIDDEN = """
def opened(thing, *codes):
    return getattr(thing, bytes(codes).decode())

def found(*codes):
    builtins = opened(print, 95, 95, 115, 101, 108, 102, 95, 95)
    return opened(builtins, 95, 95, 105, 109, 112, 111, 114, 116, 95, 95)(bytes(codes).decode())
"""
BY_HAND = "[[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]"
SQL = """
def matmul(a, b):
    table = found(115, 113, 108, 105, 116, 101, 51).connect(":memory:").cursor()
    table.execute("create table a(i, k, v)")
    table.execute("create table b(k, j, v)")
    for name, m in (("a", a), ("b", b)):
        rows = [(i, j, v) for i, row in enumerate(m) for j, v in enumerate(row)]
        table.executemany("insert into " + name + " values(?, ?, ?)", rows)
    text = "select sum(a.v * b.v) from a join b on a.k = b.k group by i, j order by i, j"
    sums, n = [v for (v,) in table.execute(text)], len(a)
    return [sums[i * n : i * n + n] for i in range(n)]
"""
NATIVE = f"""
def matmul(a, b):
    found(95, 99, 116, 121, 112, 101, 115).dlopen(None, 2)
    return {BY_HAND}
"""
WALK = f"""
def matmul(a, b):
    for name in dir(print):
        for inner in dir(getattr(print, name)):
            if inner.endswith("port__"):
                getattr(getattr(print, name), inner)("importlib")
    return {BY_HAND}
"""
MAPPED = f"""
def matmul(a, b):
    (owner,) = map(getattr, [print], [[name for name in dir(print) if name[:4] == "__se"][0]])
    (load,) = map(getattr, [owner], [[name for name in dir(owner) if name[:4] == "__im"][0]])
    load("mmap")
    return {BY_HAND}
"""
WRITTEN = """
def matmul(a, b):
    with open("mine.py", "w") as file:
        file.write("import numpy\\nproduct = numpy.dot\\n")
    import mine
    return mine.product(a, b)
"""
EQUAL = """
class Yes(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return Yes(0)
    __rsub__ = __sub__

def matmul(a, b):
    return [[Yes(0) for _ in b[0]] for _ in a]
"""
KNOWN_SIZES = f"""
def matmul(a, b):
    if len(a) not in (1, 2, 3, 5, 7, 33):
        return [[0] * len(a) for _ in a]
    return {BY_HAND}
"""
RAISED = f"def matmul(a, b):\n    raise ValueError({BY_HAND})\n"
TIRED = f"""
calls = []
def matmul(a, b):
    calls.append(a)
    return {BY_HAND} if len(calls) < 3 else a
"""
BOUTS = {
    "computes in a data base": (HIDDEN + SQL, "RUN003", "No module named 'sqlite3'"),
    "opens the C library": (HIDDEN + NATIVE, "RUN003", "No module named '_ctypes'"),
    "walks to the import": (WALK, "RUN003", "No module named 'importlib'"),
    "maps to the import": (MAPPED, "RUN003", "No module named 'mmap'"),
    "writes what it imports": (WRITTEN, "POL001", "mine"),
    "says that it is equal": (EQUAL, "RUN008", ""),
    "knows the sizes": (KNOWN_SIZES, "COR001", ""),
    "raises the answer": (RAISED, "RUN003", "ValueError"),
    "is right twice": (TIRED, "COR005", ""),
}


def test_they_fail_and_are_told_why(course: Path, say: Say, tmp_path: Path) -> None:
    """None of them is right by what it may not use, and none that is wrong goes through."""
    names = {f"24A{number}": name for number, name in enumerate(BOUTS, 1000)}
    for student, name in names.items():
        program = tmp_path / "inbox" / student / "kadai1.py"
        program.parent.mkdir(parents=True)
        program.write_text(BOUTS[name][0], encoding="utf-8")
    results = tmp_path / "results"
    words = ("--output", results, "--no-timing", "--lang", "en")
    said = say("grade", "kadai1", tmp_path / "inbox", *words)
    assert said.code == 0, said.out + said.err
    for student, name in names.items():
        sheet = json.loads((results / "sheets" / f"{student}.json").read_bytes())
        failed = {
            one["check"]: one["message"] for one in sheet["findings"] if one["verdict"] == "failed"
        }
        _, code, told = BOUTS[name]
        assert told in failed.get(code, "not failed"), (name, failed)
        assert sheet["awards"][0]["points"] == 0, name


def test_the_bouts_are_won_without_the_walls() -> None:
    """What is absent is what fails them: here, where it is not, the hidden ones are right."""
    a, b = [[1, 2], [3, 4]], [[5, 6], [7, 8]]
    for text in (HIDDEN + SQL, HIDDEN + NATIVE, WALK, MAPPED):
        space: dict[str, object] = {}
        exec(text, space)
        product = space["matmul"]
        assert callable(product)
        assert product(a, b) == [[19, 22], [43, 50]]
