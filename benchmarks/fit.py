"""How often the interval of a fitted exponent holds the true one, and how fast a fit is.

    python benchmarks/fit.py [--runs 200]

Sweeps are made up by tests/timing/truths.py with exponents that are known. For every kind of sweep
this prints the share of answers that hold (an interval with the true exponent, or "cannot be told"
where that is right), how wide the interval is, how often none is given, and why.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grader.timing.fit import fit
from tests.timing.truths import (
    CACHES,
    CLIFFS,
    SMALL_CLIFFS,
    TELLABLE,
    UNTELLABLE,
    Truth,
    holds,
    sweep,
)


def row(truth: Truth, runs: int) -> str:
    """Fits one kind of sweep so often and gives its line of the table."""
    found = [fit(sweep(truth, seed), truth.only) for seed in range(runs)]
    known = [one for one in found if one.known]
    right = sum(holds(truth, one) for one in found)
    width = statistics.median(one.high - one.low for one in known) if known else None
    middle = statistics.median(one.exponent for one in known) if known else None
    figures = "— | —" if width is None else f"{middle:.2f} | {width:.2f}"
    why = ", ".join(
        f"{why} {n}" for why, n in Counter(f.unknown for f in found if not f.known).items()
    )
    unknown = f"{100 * (runs - len(known)) / runs:.0f} %"
    return f"| {truth.name} | {100 * right / runs:.1f} % | {figures} | {unknown} | {why} |"


def main() -> None:
    """Prints the table and what one fit takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    runs = parser.parse_args().runs
    print("| Sweep | Holds | Median exponent | Median width | Not told | Why |")
    print("|---|---|---|---|---|---|")
    for truth in (*TELLABLE, *CLIFFS, *CACHES, *SMALL_CLIFFS, *UNTELLABLE):
        print(row(truth, runs), flush=True)
    sweeps = [sweep(TELLABLE[0], seed) for seed in range(100)]
    start = time.perf_counter()
    for one in sweeps:
        fit(one)
    print(f"\none fit: {(time.perf_counter() - start) * 10:.1f} ms")


if __name__ == "__main__":
    main()
