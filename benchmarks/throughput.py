"""How fast a class is graded: grader, fully fenced, beside the plain ways without a fence.

    python benchmarks/throughput.py [--students 100] [--rounds 3] [--jobs 2]

Every round measures all ways one after the other, so that a slow moment of the machine meets them
all; the ratios printed are medians over the rounds. CPU time is what the whole machine worked, so
let nothing else run. `grader` does more than the others: it reads the source,
applies the import rule, fences every program, stores the evidence and writes two files a student.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAIN = ROOT / "benchmarks" / "plain.py"
FIVE_CASES = "integers = [2, 3, 5]\nfloats = [7, 7]\n"

STYLES = (
    """
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
""",
    """
def matmul(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]
""",
    """
def matmul(a, b):
    rows = []
    for i in range(len(a)):
        row = []
        for j in range(len(b[0])):
            total = 0
            for k in range(len(b)):
                total = total + a[i][k] * b[k][j]
            row.append(total)
        rows.append(row)
    return rows
""",
)
MAIN = """
if __name__ == "__main__":
    import time
    import matplotlib.pyplot as plt

    sizes, seconds = [16, 32, 64], []
    for n in sizes:
        a = [[i + j for j in range(n)] for i in range(n)]
        start = time.perf_counter()
        matmul(a, a)
        seconds.append(time.perf_counter() - start)
    plt.plot(sizes, seconds)
    plt.show()
"""


def make_course(root: Path, students: int) -> Path:
    """Writes a course whose kadai1 has five cases, and a class of right programs."""
    shutil.copytree(ROOT / "reference", root / "reference")
    shutil.copytree(ROOT / "assignments" / "kadai1", root / "assignments" / "kadai1")
    shutil.copy(ROOT / "course.toml", root)
    file = root / "assignments" / "kadai1" / "assignment.toml"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(("integers =", "floats ="))]
    place = kept.index("[exercise.cases]\n") + 1
    file.write_text("".join([*kept[:place], FIVE_CASES, *kept[place:]]), encoding="utf-8")
    for number in range(students):
        folder = root / "class" / f"24A{number:04d}"
        folder.mkdir(parents=True)
        text = f"# {folder.name}\n{STYLES[number % len(STYLES)]}{MAIN}"
        (folder / "kadai1.py").write_text(text, encoding="utf-8")
    return root / "class"


def busy() -> float:
    """Reads how long the machine's processors have worked since it started, in seconds.

    The first line of /proc/stat (proc(5)): user, nice, system, idle, iowait, irq, softirq, in
    ticks. The usage of waited-for children would miss those that end inside a container.
    """
    ticks = Path("/proc/stat").read_text(encoding="ascii").split(maxsplit=8)[1:8]
    user, nice, system, _idle, _iowait, irq, softirq = map(int, ticks)
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def measured(work: Callable[[], None]) -> tuple[float, float]:
    """Runs the work once: wall seconds, and seconds that all processors worked meanwhile."""
    before, start = busy(), time.perf_counter()
    work()
    return time.perf_counter() - start, busy() - before


def run(*words: str) -> None:
    """Runs a command; a failure ends the benchmark."""
    subprocess.run(words, check=True, capture_output=True, cwd=ROOT)


def ways(course: Path, students: Path, jobs: int) -> dict[str, Callable[[], None]]:
    """Names every way to grade the class."""
    plain = (sys.executable, str(PLAIN))
    files = sorted(students.glob("*/kadai1.py"))

    def grader() -> None:
        with tempfile.TemporaryDirectory() as out:
            words = ("-m", "grader", "grade", "kadai1", str(students), "--no-timing", "-o", out)
            run(sys.executable, *words, "--course", str(course), "--jobs", str(jobs))

    def process_each() -> None:
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda file: run(*plain, "student", str(course), str(file)), files))

    return {
        "grader, fenced": grader,
        "(a) a plain process each": process_each,
        "(b) all in one process": lambda: run(*plain, "together", str(course), str(students)),
        "(c) a plain fork each": lambda: run(*plain, "fork", str(course), str(students)),
    }


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        students = make_course(Path(folder), options.students)
        todo = ways(Path(folder), students, options.jobs)
        for work in todo.values():  # once unmeasured, so that every file is in memory
            work()
        rounds = [
            {name: measured(work) for name, work in todo.items()} for _ in range(options.rounds)
        ]
    show(rounds, options.students, options.jobs)


def show(rounds: list[dict[str, tuple[float, float]]], students: int, jobs: int) -> None:
    """Prints medians per student, and grader's ratio to each way within the same round."""
    print(f"{students} students, 5 cases each, {jobs} jobs, median of {len(rounds)} rounds")
    print(
        f"{'':28}{'wall ms/student':>16}{'CPU ms/student':>16}{'wall ratio':>12}{'CPU ratio':>12}"
    )
    for name in rounds[0]:
        wall, cpu = (
            statistics.median(one[name][part] for one in rounds) * 1000 / students
            for part in (0, 1)
        )
        ratios = [
            statistics.median(one["grader, fenced"][part] / one[name][part] for one in rounds)
            for part in (0, 1)
        ]
        print(f"{name:28}{wall:16.1f}{cpu:16.1f}{ratios[0]:12.2f}{ratios[1]:12.2f}")
    print("ratio: grader / that way, within one round; below 1 grader is faster")


if __name__ == "__main__":
    main()
