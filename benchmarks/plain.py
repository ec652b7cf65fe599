"""The plain ways to grade, without any fence, that benchmarks/throughput.py measures against.

    plain.py student COURSE FILE    one student, in this process (started anew for each)
    plain.py together COURSE FOLDER every student, one after the other, in this process
    plain.py fork COURSE FOLDER     every student in a fork of this process

All do the same work as grader's correctness cases: import the program, call `matmul` on fresh
inputs of the same sizes, and compare with the NumPy reference within the same bound.
"""

import importlib
import importlib.util
import os
import random
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def load(path: Path, name: str) -> ModuleType:
    """Imports a file under a name."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cases(course: Path) -> list[Any]:
    """Reads the sizes from the assignment."""
    from grader.model.course import Case, CaseKind

    text = (course / "assignments" / "kadai1" / "assignment.toml").read_text(encoding="utf-8")
    sizes = tomllib.loads(text)["exercise"][0]["cases"]
    return [Case(size=size, kind=CaseKind(kind)) for kind in sizes for size in sizes[kind]]


def passes(reference: ModuleType, todo: list[Any], file: Path) -> bool:
    """Grades one program in this process."""
    import numpy as np

    matmul = load(file, "kadai1").matmul
    for case in todo:
        a, b = reference.inputs(case, random.Random(os.urandom(8)))
        got = np.asarray(matmul(a.tolist(), b.tolist()), dtype=np.float64)
        bound = 2.0**-38 * reference.scale(a, b)
        if not np.all(np.abs(got - reference.expected(a, b)) <= bound):
            return False
    return True


def in_fork(reference: ModuleType, todo: list[Any], file: Path) -> bool:
    """Grades one program in a fork of this process."""
    pid = os.fork()
    if pid == 0:
        os._exit(0 if passes(reference, todo, file) else 1)
    return os.waitpid(pid, 0)[1] == 0


def main() -> None:
    """Grades what the command line says; prints how many passed."""
    import numpy as np  # before any fork, so that a fork does not pay for it again

    del np
    how, course, what = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    sys.path.insert(0, str(course))
    reference, todo = importlib.import_module("reference.matmul"), cases(course)
    files = [what] if how == "student" else sorted(what.glob("*/kadai1.py"))
    grade = in_fork if how == "fork" else passes
    print(sum(grade(reference, todo, file) for file in files))


if __name__ == "__main__":
    main()
