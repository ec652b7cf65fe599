"""How fast a bulk download is collected, beside plain `zipfile.extractall` of the same archive.

    python benchmarks/intake.py [--students 300] [--rounds 5]

The archive is what Moodle writes for a class: program, report, data and picture of each student.
Every round measures both, one after the other, each in a new process, so that a slow moment of the
machine meets both; the ratios printed are medians over the rounds. `grader collect` does more: it
counts and hashes what it inflates, decides whose each file is, which version counts, and writes the
manifest. `extractall` loses Japanese names that are not marked as UTF-8, follows no limits, and
stops at the first bad member.
"""

import argparse
import csv
import io
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAIN = """
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    archive.extractall(sys.argv[2])
"""
SIZES = {"kadai1.py": 2_000, "report.docx": 150_000, "times.csv": 1_500, "graph.png": 40_000}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        archive, roster = make_class(place, options.students)
        ours, plain, empty = [], [], []
        for number in range(options.rounds):
            empty.append(timed([sys.executable, "-m", "grader", "--version"]))
            ours.append(timed(collect(archive, roster, place / f"ours{number}")))
            target = place / f"plain{number}"
            plain.append(timed([sys.executable, "-c", PLAIN, str(archive), str(target)]))
            shutil.rmtree(target)
        again = timed(collect(archive, roster, place / "ours0"))
    files = options.students * len(SIZES)
    print(f"{options.students} students, {files} files, {options.rounds} rounds; medians")
    print(f"grader collect     {statistics.median(ours):6.2f} s")
    print(f"the same once more {again:6.2f} s  (nothing changes)")
    print(f"zipfile.extractall {statistics.median(plain):6.2f} s")
    print(f"grader --version   {statistics.median(empty):6.2f} s  (start-up)")
    ratios = [one / other for one, other in zip(ours, plain, strict=True)]
    middle, least, most = statistics.median(ratios), min(ratios), max(ratios)
    print(f"ratio              {middle:6.2f}  ({least:.2f} to {most:.2f})")


def collect(archive: Path, roster: Path, target: Path) -> list[str]:
    """The command a TA types."""
    return [
        *(sys.executable, "-m", "grader", "collect", str(archive), "-a", "kadai1", "--json"),
        *("--roster", str(roster), "-o", str(target), "--course", str(ROOT)),
    ]


def timed(command: list[str]) -> float:
    """Runs a command to its end; seconds of wall clock."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    begin = time.perf_counter()
    run = subprocess.run(command, capture_output=True, env=surroundings, check=False)
    seconds = time.perf_counter() - begin
    if run.returncode:
        sys.exit(run.stderr.decode(errors="replace"))
    return seconds


def make_class(place: Path, students: int) -> tuple[Path, Path]:
    """Writes the archive and the roster of a class; what is in the files does not matter."""
    random_bytes = random.Random(1)
    people = [(f"24A{number:04}", f"見本 {number}号") for number in range(1, students + 1)]
    archive = place / "実習-課題1-2.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for number, (_, name) in enumerate(people, start=31201):
            for file, size in SIZES.items():
                text = file.endswith((".py", ".csv"))
                data = b"x = 1\n" * (size // 6) if text else random_bytes.randbytes(size)
                info = zipfile.ZipInfo(
                    f"{name}_{number}_assignsubmission_file/{file}", (2025, 4, 17, 20, 0, 0)
                )
                info.compress_type = zipfile.ZIP_DEFLATED
                made.writestr(info, data)
    text = io.StringIO(newline="")
    csv.writer(text).writerows([("学籍番号", "氏名"), *people])
    roster = place / "roster.csv"
    roster.write_bytes(text.getvalue().encode("cp932"))
    return archive, roster


if __name__ == "__main__":
    main()
