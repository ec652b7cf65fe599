"""How long a class takes on one machine, and on workers of a Dask cluster on the same machine.

    python benchmarks/cluster.py [--students 300] [--workers 1 2 4] [--timing] [--out FILE]

The first line of each way is the time until the first sheet, the rest is what every further
submission costs. Workers of one machine share its CPUs: this measures what the cluster costs, not
what it gains. Let nothing else run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from throughput import ROOT, STYLES


def make_class(folder: Path, students: int) -> Path:
    """Writes a class of right programs in several styles."""
    for number in range(students):
        home = folder / f"24A{number + 1:04}"
        home.mkdir(parents=True)
        text = STYLES[number % len(STYLES)] + f"\n# {number}\n"
        (home / "kadai1.py").write_text(text, encoding="utf-8")
    return folder


def measure(course: Path, folder: Path, options: list[str]) -> tuple[float, float]:
    """Grades the class once: seconds until the first sheet, and until the end."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-m", "grader", "grade", "kadai1", str(folder), *options]
        begin, first = time.monotonic(), 0.0
        process = subprocess.Popen(
            [*command, "-o", f"{out}/results"],
            cwd=course,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        for line in process.stderr:
            first = first or (line.startswith("[") and time.monotonic() - begin) or 0.0
        if process.wait():
            raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
        return first, time.monotonic() - begin


def main() -> None:
    """Measures and prints all ways."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--timing", action="store_true")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    timing = "--timing" if given.timing else "--no-timing"
    ways = {f"jobs {count}": ["--jobs", str(count)] for count in given.workers}
    ways |= {f"local:{count}": ["--cluster", f"local:{count}"] for count in given.workers}
    rows = []
    with tempfile.TemporaryDirectory() as place:
        folder = make_class(Path(place), given.students)
        for name, options in ways.items():
            load = os.getloadavg()[0]
            first, total = measure(ROOT, folder, [timing, *options])
            each = (total - first) / max(1, given.students - 1)
            rows.append({"way": name, "first_s": first, "total_s": total, "each_s": each})
            print(
                f"{name:10} first {first:6.1f} s  total {total:6.1f} s  each {each:6.3f} s", end=""
            )
            print(f"  (load before: {load:.1f})", flush=True)
    if given.out:
        given.out.write_text(json.dumps({"students": given.students, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
