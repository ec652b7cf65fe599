"""What judging costs: one result against computing it, and a class against plain processes.

    python benchmarks/verify.py results [--sizes 64 256 1024 4096] [--rounds 5]
    python benchmarks/verify.py class [--students 100] [--rounds 3] [--jobs 2] [--torch]

`results` judges right results of large cases, in grader's own way (for the product Freivalds'
check with random vectors) and by computing the answer again, and prints both as ratios to what
computing it with NumPy takes. `class` grades kadai2's exercises of CPU backends, fenced, and beside
it with one plain process for each student; let nothing else run meanwhile.
"""

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]
PLAIN = ROOT / "benchmarks" / "plain_kadai2.py"
CPU = ("matmul_python", "matmul_numpy", "conv_python", "conv_numpy")
TORCH = ("matmul_torch", "conv_torch")


def timed(work: Callable[[], object], rounds: int) -> float:
    """Runs the work so often and gives the shortest time, in seconds."""
    took = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return min(took)


def as_value(result: Any) -> Any:
    """Gives a float32 result of shape (rows, columns) as it comes out of the sandbox."""
    from grader.model.calling import Value, ValueKind

    return Value(
        kind=ValueKind.MATRIX,
        container="numpy.ndarray",
        elements="float32",
        shape=result.shape,
        dtype="<f4",
        data=result.tobytes(),
    )


def judged(operation: str, size: int, rounds: int) -> tuple[float, float, float]:
    """Times computing a large case in float32, judging it, and judging it by computing again."""
    import numpy as np

    from grader.cases.comparing import compare
    from grader.cases.questions import CaseQuestion
    from grader.course import load_course, load_reference
    from grader.model.calling import Call
    from grader.model.course import Case, CaseKind, Precision
    from grader.model.run import RunRecord, RunStatus

    reference = load_reference(load_course(ROOT), operation)
    case = Case(size=size, kind=CaseKind.LARGE)
    inputs = reference.inputs(case, random.Random(0))
    given = tuple(one.astype(np.float32) for one in inputs)

    def compute() -> Any:
        return given[0] @ given[1] if operation == "matmul" else reference.expected(*given)

    value = as_value(compute())
    call = Call(run=RunRecord(status=RunStatus.OK), result=value)

    def judge(kind: CaseKind) -> None:
        question = CaseQuestion(
            case=Case(size=size, kind=kind),
            inputs=inputs,
            reference=reference,
            precision=Precision.SINGLE,
            rounds=True,
        )
        assert compare(question, call).comparison.outcome == "equal"

    return (
        timed(compute, rounds),
        timed(lambda: judge(CaseKind.LARGE), rounds),
        timed(lambda: judge(CaseKind.FLOATS), rounds),
    )


def show_results(sizes: list[int], rounds: int) -> None:
    """Prints the table of single results."""
    print(
        f"{'':12}{'n':>6}{'compute ms':>12}{'judge ms':>10}{'ratio':>8}{'again ms':>10}{'ratio':>8}"
    )
    for operation in ("matmul", "convolution"):
        for size in sizes:
            compute, judge, again = judged(operation, size, rounds)
            print(
                f"{operation:12}{size:6}{compute * 1000:12.2f}{judge * 1000:10.2f}"
                f"{judge / compute:8.2f}{again * 1000:10.2f}{again / compute:8.2f}"
            )


def make_class(root: Path, students: int, *, torch: bool) -> tuple[Path, tuple[str, ...]]:
    """Writes a course and a class of right programs, put together of the known answers."""
    wanted = (*CPU, *(TORCH if torch else ()))
    for part in ("reference", "assignments"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("examples"))
    shutil.copy(ROOT / "course.toml", root)
    texts = [one.read_text(encoding="utf-8") for one in map(_program, wanted)]
    for number in range(students):
        folder = root / "class" / f"24A{number:04d}"
        folder.mkdir(parents=True)
        named = [
            text.replace(f"def {_operation(one)}(", f"def {one}(")
            for one, text in zip(wanted, texts, strict=True)
        ]
        text = "\n\n".join([f"# {folder.name}", *named])
        (folder / "kadai2.py").write_text(text, encoding="utf-8")
    return root / "class", wanted


def _operation(exercise: str) -> str:
    return "matmul" if exercise.startswith("matmul") else "convolution"


def _program(exercise: str) -> Path:
    backend = exercise.partition("_")[2]
    return ROOT / "reference" / "programs" / f"{_operation(exercise)}_{backend}.py"


def show_class(students: int, rounds: int, jobs: int, *, torch: bool) -> None:
    """Measures both ways one after the other in every round and prints medians and ratios."""
    from throughput import measured, run

    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder)
        files, wanted = make_class(course, students, torch=torch)

        def grader() -> None:
            with tempfile.TemporaryDirectory() as out:
                words = ("-m", "grader", "grade", "kadai2", str(files), "--no-timing", "-o", out)
                rest = ("--course", folder, "--jobs", str(jobs), "--device", "cpu")
                run(sys.executable, *words, *rest)

        def plain() -> None:
            todo = sorted(files.glob("*/kadai2.py"))
            words = (sys.executable, str(PLAIN), folder)
            with ThreadPoolExecutor(jobs) as pool:
                list(pool.map(lambda file: run(*words, str(file), *wanted), todo))

        ways = {"grader, fenced": grader, "a plain process each": plain}
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, work in ways.items():
                taken[name].append(measured(work))
    print(f"{students} students, {len(wanted)} exercises each, {jobs} jobs, {rounds} rounds")
    for name, rows in taken.items():
        wall, cpu = (statistics.median(row[part] for row in rows) / students for part in (0, 1))
        pairs = zip(taken["grader, fenced"], rows, strict=True)
        ratio = statistics.median(ours[0] / theirs[0] for ours, theirs in pairs)
        print(f"{name:24}{wall * 1000:10.1f} ms/student {cpu * 1000:10.1f} CPU ms {ratio:8.2f}")


def main() -> None:
    """Measures what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["results", "class"])
    parser.add_argument("--sizes", type=int, nargs="+", default=[64, 256, 1024, 2048, 4096])
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--torch", action="store_true", help="PyTorch's exercises on the CPU, too")
    options = parser.parse_args()
    if options.what == "results":
        show_results(options.sizes, options.rounds)
    else:
        show_class(options.students, options.rounds, options.jobs, torch=options.torch)


if __name__ == "__main__":
    main()
