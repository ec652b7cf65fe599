"""What documents that attack their reader get, on each isolation level that holds here.

    python benchmarks/report_attacks.py [--level A+ B …] [--cpu 30] [--wall 60] [--every]

Reads each document of tests/hostile as `grader inspect` does. A level has a process of its own. CPU
time and memory of the child are read off /proc every 10 ms (for memory the kernel's own peak, which
counts the libraries, too); what the host gains is counted apart for reading and for understanding.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from reports import Chain  # noqa: E402  # grader is found by the line above

TICK_SECONDS = 0.01
FIGURES = {
    "wall": "Wall",
    "cpu": "CPU",
    "child": "Child",
    "host": "Host, reading",
    "after": "Host, all",
}
ENDS = {  # ReadTrouble, and "read"
    "Read": ("read",),
    "Damaged, locked": ("damaged", "encrypted", "empty"),
    "Too large": ("too-large",),
    "Time": ("time",),
    "Memory, crashed": ("memory", "crashed"),
}


class Watch(threading.Thread):
    """Follows every process that comes below this one while a document is read."""

    def __init__(self) -> None:
        """Starts at once; what runs already is left out."""
        from grader.sandbox.children import with_descendants

        super().__init__(daemon=True)
        self._find = lambda: with_descendants(os.getpid())
        self._left_out, self._over = set(self._find()), threading.Event()
        self.cpu = self.mib = 0.0  # of the process that used most
        self.start()

    def run(self) -> None:
        """Looks until it is told to stop."""
        while not self._over.wait(TICK_SECONDS):
            for pid in set(self._find()) - self._left_out:
                self._look(Path(f"/proc/{pid}"))

    def _look(self, process: Path) -> None:
        try:
            spent = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()[11:13]
            peak = (process / "status").read_text(errors="replace").partition("VmHWM:")[2].split()
        except OSError:
            return
        self.cpu = max(self.cpu, sum(map(int, spent)) / os.sysconf("SC_CLK_TCK"))
        self.mib = max(self.mib, int(peak[0]) / 1024 if peak else 0.0)

    def stop(self) -> None:
        """Looks no more."""
        self._over.set()
        self.join()


def attacked(level: str, cpu: float, wall: float, names: list[str]) -> None:
    """Reads all attacks on one level, and prints a line of JSON about each."""
    from msgspec.structs import replace

    from grader.reports.reading import LIMITS, DocumentReader
    from grader.sandbox import IsolationLevel, Sandbox
    from tests.hostile.arena import Arena
    from tests.reports.hostile.test_documents import ATTACKS

    limits = replace(LIMITS, cpu_seconds=cpu, call_seconds=wall)
    chain, folder = Chain(), Path(tempfile.gettempdir())
    arena = Arena(Path(tempfile.mkdtemp(prefix="arena")))
    with Sandbox(IsolationLevel(level)) as sandbox:
        place = DocumentReader(sandbox)
        place.read_document("warm.pdf", b"%PDF-1.7\n")  # so that the first one starts nothing
        for name in names or ATTACKS:
            path = folder / ("report.pdf" if name.startswith("pdf") else "report.docx")
            path.write_bytes(ATTACKS[name]())
            before = {*folder.rglob("*")}
            row = _read(chain, path, place, limits)
            left = [str(file) for file in {*folder.rglob("*")} - before if not file.is_dir()]
            row |= {"level": level, "name": name, "harm": arena.damage() + left}
            print(json.dumps(row), flush=True)
            path.unlink()
    if running := arena.processes():
        sys.exit(f"still running: {running}")
    arena.close()


def _read(chain: Chain, path: Path, place: Any, limits: Any) -> dict[str, Any]:
    """Reads one attack and judges it; says how that ended and what it took."""
    from grader.judging import judge_report

    row: dict[str, Any] = dict.fromkeys(FIGURES, 0.0) | {"ending": "not begun"}
    reader = SimpleNamespace(read_document=_measured(place, limits, row))
    found: list[Any] = []
    row["after"] = grown_by(lambda: found.append(chain.read(path, "kadai1", reader)))
    findings = judge_report(found[0], chain.assignments["kadai1"])
    row["verdicts"] = Counter(finding.verdict.value for finding in findings)
    row["file"] = next(f"{f.verdict} {f.case}".strip() for f in findings if f.check == "REP002")
    return row


def grown_by(work: Callable[[], object]) -> float:
    """By how many MiB this process grows at most meanwhile."""
    from tests.hostile.growth import grown

    return grown(work)


def _measured(place: Any, limits: Any, seen: dict[str, Any]) -> Callable[..., Any]:
    """Reads a document within limits, and notes what that took."""

    def read(name: str, data: bytes) -> Any:
        watch, start, found = Watch(), time.perf_counter(), []
        host = grown_by(lambda: found.append(place.read_document(name, data, limits)))
        wall = time.perf_counter() - start
        watch.stop()
        ending = found[0].trouble.value if found[0].trouble else "read"
        seen.update(ending=ending, detail=found[0].detail, wall=wall, host=host)
        seen.update(cpu=watch.cpu, child=watch.mib)
        return found[0]

    return read


def show(rows: list[dict[str, Any]], *, every: bool) -> None:
    """Prints one table of the levels, and of the attacks whose end is not the same on all."""
    levels = list(dict.fromkeys(row["level"] for row in rows))
    print(f"| Level | Attacks | {' | '.join(ENDS)} | {' | '.join(FIGURES.values())} | Harmed |")
    print(f"|---|---|{'---|' * (len(ENDS) + len(FIGURES) + 1)}")
    for level in levels:
        mine = [row for row in rows if row["level"] == level]
        ends = [sum(row["ending"] in endings for row in mine) for endings in ENDS.values()]
        most = [max(row[figure] for row in mine) for figure in FIGURES]
        units = ["s", "s", "MiB", "MiB", "MiB"]
        figures = [f"{value:,.0f} {unit}" for value, unit in zip(most, units, strict=True)]
        harmed = sum(bool(row["harm"]) for row in mine)
        print("|", " | ".join(map(str, [level, len(mine), *ends, *figures, harmed])), "|")
    print(f"\n| Attack | {' | '.join(levels)} | largest wall, CPU, child, host |")
    print(f"|---|{'---|' * len(levels)}---|")
    for name in dict.fromkeys(row["name"] for row in rows):
        mine = [row for row in rows if row["name"] == name]
        ends = [f"{row['ending']}; REP002 {row['file']}" for row in mine]
        if every or len({*ends}) > 1:
            wall, cpu, child, host = (max(row[f] for row in mine) for f in [*FIGURES][:4])
            worst = f"{wall:.1f} s, {cpu:.1f} s, {child:.0f} MiB, {host:.0f} MiB"
            print(f"| {name} | {' | '.join(ends)} | {worst} |")


def main() -> None:
    """Has every level attacked, and prints what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--level", nargs="*", help="one or more of A+, A, B, C, D")
    parser.add_argument("--cpu", type=float, default=30.0, help="seconds of the child")
    parser.add_argument("--wall", type=float, default=60.0, help="seconds of reading")
    parser.add_argument("--only", nargs="*", default=[], help="names of attacks")
    parser.add_argument("--rows", type=Path, help="a file for what was measured, as JSON lines")
    parser.add_argument("--every", action="store_true", help="a line for each attack")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        attacked(options.level[0], options.cpu, options.wall, options.only)
        return
    from grader.sandbox import IsolationLevel, probe

    held = [level.value for level in IsolationLevel if probe(level).holds]
    rows = []
    for level in options.level or held:
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, __file__, "--here", "--level", level, "--only", *options.only]
            words += ["--cpu", str(options.cpu), "--wall", str(options.wall)]
            done = subprocess.run(
                words, env={**os.environ, "TMPDIR": folder}, stdout=subprocess.PIPE, check=False
            )
        lines = done.stdout.decode().splitlines()
        rows += [json.loads(line) for line in lines]
        if done.returncode:
            print(f"{level}: ended with {done.returncode} after {len(lines)}", file=sys.stderr)
    if options.rows:
        options.rows.write_text("".join(json.dumps(row) + "\n" for row in rows))
    show(rows, every=options.every)


if __name__ == "__main__":
    main()
